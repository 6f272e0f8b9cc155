"""The examples run, do what they say and reach the figures they claim; so do the notebooks."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.docs.blocks import GAME, ROOT
from tests.docs.notebook import outputs
from tests.server.client import Client, free, visiting
from tests.serving import serving

EXAMPLES = ROOT / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
LONGEST = 60  # lines of a small program

# How each small program is called, and something it says; a file it is given is in a fresh folder.
PROGRAMS = {
    "play_game.py": ("b2 a1 c1 a3 a2 b3 c2", "c2 (X won: line)"),
    "solve_position.py": ("xo./.../...@x@3", "X to move: win in 5 plies: a2, b2, a3"),
    "many_positions.py": ("positions.txt", "4x4:3: win in 5 plies: b2, c2, b3, c3\nxx: a position"),
    "coach_move.py": ("x../.o./..x@o@3 c1", "c1 loses: X answers a3"),
    "review_file.py": ("records.jsonl", "The game turned on move 4, O's c1."),
    "custom_player.py": ("", "latecomer on 3x3:3, X first"),
    "weighted_player.py": ("", "b2 1/4\n"),
    "tournament.py": ("3x3:3 2", "perfect    "),
    "own_board.py": ("5x4:4", "5x4:4: a draw"),
    "two_agents.py": ("", "{'player_1': 1.0, 'player_2': -1.0}"),
    "match_players.py": ("classic perfect 10 games.jsonl", "0 won, 10 drawn, 0 lost"),
    "random_games.py": ("3x3:3", "b2: X wins 70.2%"),
    "many_boards.py": ("", "lost against easy"),
    "prove_board.py": ("4x4:4 4x4-4.xz", "4x4:4 draw, proved by 7 positions"),
    "draw_picture.py": ("xo./.../...@x@3 position.svg", ""),
    "count_positions.py": ("3x3:3", "5,478 positions, 765 up to symmetry"),
}
ELSEWHERE = {"bot.py", "tabular.py"}  # tested below
UNTESTED = {"masked_policy.py"}  # needs 1 GB of libraries


Call = Callable[..., tuple[object, str]]


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """Runs an example in a fresh folder: how it ended, as for `sys.exit`, and its output.

    In the test's own process: another one would import the library for each of them again.
    """
    monkeypatch.chdir(tmp_path)

    def run(program: str, *arguments: str) -> tuple[object, str]:
        monkeypatch.setattr(sys, "argv", [program, *arguments])
        ending = None
        try:
            runpy.run_path(str(EXAMPLES / program), run_name="__main__")
        except SystemExit as left:
            ending = left.code
        said, errors = capsys.readouterr()
        assert errors == ""
        return ending, said

    return run


def run(program: str, *arguments: str, code: int = 0) -> str:
    """What an example says as a process of its own, to its output or, if it fails, its errors."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code
    said, empty = (done.stderr, done.stdout) if code else (done.stdout, done.stderr)
    assert empty == ""
    return said


def test_every_example_is_tested_small_and_says_how_it_is_called() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*PROGRAMS, *ELSEWHERE, *UNTESTED}
    for program in [*PROGRAMS, "bot.py"]:
        text = (EXAMPLES / program).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= LONGEST, program
        assert f"python examples/{program}" in text.split('"""')[1]


def test_every_example_uses_what_the_reference_shows() -> None:
    pages = (ROOT / "docs" / "reference").glob("*.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = {*re.findall(r"^::: (\S+)", text, re.MULTILINE)}
    for path in EXAMPLES.glob("*.py"):
        found = re.findall(r"^(?:from|import) (noughts\S*)", path.read_text("utf-8"), re.MULTILINE)
        assert found, path.name
        assert shown.issuperset(found), path.name


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_small_program_does_what_it_is_for(program: str, call: Call, tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text(f"{GAME}\n")
    (tmp_path / "positions.txt").write_text("4x4:3\nxx\n")
    arguments, told = PROGRAMS[program]
    given = [argument.replace("@", " ") for argument in arguments.split()]
    ending, said = call(program, *given)
    assert not ending
    assert told in said
    for name in given:
        assert (tmp_path / name).exists() == name.endswith(("jsonl", "txt", "xz", "svg"))


@pytest.mark.parametrize(
    "call_",
    [
        "play_game.py b2 b2",
        "solve_position.py nonsense",
        "coach_move.py .../.../...@x@3 z9",
        "review_file.py there-is-none",
        "many_positions.py there-is-none",
        "tournament.py 3x3:3 many",
        "tournament.py 3 2",
        "own_board.py 3x3:4",
        "match_players.py nobody random 5 file",
        "match_players.py random random many file",
        "random_games.py 3",
        "prove_board.py 12x11:5 file",
        "draw_picture.py nonsense file",
        "count_positions.py 0x0:0",
        "bot.py nowhere",
        "bot.py",
        "solve_position.py",
    ],
)
def test_what_it_cannot_do_is_said_without_a_traceback(
    call_: str, call: Call, tmp_path: Path
) -> None:
    program, *given = (part.replace("@", " ") for part in call_.split(" "))
    ending, said = call(program, *given)
    assert isinstance(ending, str)  # Python writes it to the errors, and ends with 1
    assert ending
    assert said == ""
    assert list(tmp_path.iterdir()) == []


def test_an_example_runs_and_refuses_as_a_process_of_its_own() -> None:
    refusal = run("solve_position.py", "nonsense", code=1)
    assert refusal
    assert "Traceback" not in refusal
    arguments, told = PROGRAMS["play_game.py"]
    assert told in run("play_game.py", *arguments.split())


@pytest.mark.slow
def test_the_bot_plays_several_games_at_once_on_a_server(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, visiting(server.address) as friend:
        games = [friend.begin(opponent="friend", first="x", side="x") for _ in range(2)]
        links = [f"{server.address}g/{game['id']}" for game in games]
        with ThreadPoolExecutor(1) as pool:
            told = pool.submit(run, "bot.py", *links)
            for game in games:
                play_to_the_end(friend, game)
            said = told.result(60)
    for number in (1, 2):
        assert f"{number}: Playing O on 3x3:3" in said
        assert re.search(rf"(?m)^{number}: .*(draw|wins)", said)


def play_to_the_end(friend: Client, game: Any) -> None:
    """Play a game as X at random, each move once the stream shows that it is X's turn."""
    with friend.http.stream("GET", f"/api/v1/games/{game['id']}/stream") as lines:
        for _ in lines.iter_lines():
            now = friend.get(f"games/{game['id']}")
            if now["ending"]:
                return
            if now["is_your_turn"] and not now["seats"]["o"]["is_free"]:
                friend.play(now, Random(now["version"]).choice(free(now)))
    raise AssertionError("the stream ended")


@pytest.mark.slow
def test_a_table_that_has_learned_enough_loses_no_line() -> None:
    lost = re.findall(r"(?m)^as [XO]: (\d+) of \d+ lines", run("tabular.py"))
    assert lost == ["0", "0"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_would_show_now(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5
    for cell, shown in zip(cells, outputs(notebook), strict=True):
        advice = f"run python -m tests.docs.notebook examples/{path.name}"
        assert cell["outputs"] == shown, f"{''.join(cell['source'])}\n{advice}"


def test_a_cell_shows_what_it_prints_and_the_value_of_its_last_line() -> None:
    cell = {"cell_type": "code", "source": ["x = 6\n", "print(x)\n", "x * 7"], "outputs": []}
    printed, value = next(outputs({"cells": [cell]}))
    assert printed["text"] == ["6\n"]
    assert value["data"] == {"text/plain": ["42"]}
