"""`noughts solve` and `noughts draw`: exact values as text, as data and as a picture."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest

from noughts import Limit, Position, Rules, Unsolved
from noughts.core.notation import read_square, square_name
from tests.cli import process
from tests.cli.conftest import Noughts, assert_one_line, said_by
from tests.core import naive

POSITIONS = [
    "x.o/.x./..o x 3",
    "x../.../... o 3",
    ".../.../... o 3",
    "xo./o../.x. x 3",
    "ox./.o./.xx o 3",
    "o.x/.ox/.x. o 3",
    "xoxo/ox../.... x 3",
]
OVER = "xxx/oo./... o 3"
WORDS = {1: "win", 0: "draw", -1: "loss"}


def data(noughts: Noughts, position: str) -> Any:
    said = said_by(noughts, "solve", position, "--json")
    assert said.count("\n") == 1
    return json.loads(said)


# --- solve


@pytest.mark.parametrize("text", POSITIONS)
def test_the_data_are_those_of_minimax_and_a_line_of_best_play(noughts: Noughts, text: str) -> None:
    board = naive.board_of(Position.parse(text))
    worth, told = naive.minimax(board), data(noughts, text)
    assert told["position"] == text
    assert (told["value"], told["plies"]) == (WORDS[worth.value], worth.plies)
    assert told["best"] == [square_name(board.width, move) for move in worth.best]
    assert isinstance(told["method"], str)
    assert isinstance(told["nodes"], int)
    assert told["seconds"] >= 0
    moves = {}
    for move in naive.moves(board):
        after = naive.minimax(naive.play(board, move))
        worth_of_move = {"value": WORDS[-after.value], "plies": after.plies + 1}
        moves[square_name(board.width, move)] = worth_of_move
    assert told["moves"] == moves
    assert len(told["line"]) == told["plies"]
    for name in told["line"]:
        move = read_square(board.width, board.height, name)
        assert move in naive.minimax(board).best
        board = naive.play(board, move)
    assert naive.is_over(board)


def test_the_text_shows_what_each_square_is_worth_verdict_and_line(noughts: Noughts) -> None:
    told = said_by(noughts, "solve", "x.o/.x./..o x 3")
    *said, cost = told.rstrip("\n").split("\n")
    assert said == [
        "       a           b           c",
        "1      X     | loss in 1 |     O",
        "  -----------+-----------+-----------",
        "2  loss in 1 |     X     |    draw",
        "  -----------+-----------+-----------",
        "3  loss in 1 | loss in 1 |     O",
        "",
        "Only c2 holds the draw – every other move loses.",
        "Best line: c2 a2 b1 b3 a3",
    ]
    assert re.fullmatch(r"[0-9,]+ nodes, \d+\.\d{3} s", cost)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("xo./xo./... x 3", "X can win in one move with a3."),
        ("oxx/.x./..o o 3", "X wins in one move at most, whatever O plays."),
        ("xxx/oo./... o 3", "The game is over: X has won."),
        ("xox/oxx/oxo o 3", "The game is over: a draw."),
        ("4x4:4", "Every move draws."),
    ],
)
def test_the_verdict_in_words(noughts: Noughts, text: str, verdict: str) -> None:
    told = said_by(noughts, "solve", text, "--limit", "60")
    assert told.split("\n\n")[-1].startswith(verdict)


def test_no_board_is_drawn_that_tells_nothing(noughts: Noughts) -> None:
    told = said_by(noughts, "solve", "26x26:9")
    assert told.startswith("Every move draws.\nBy the atlas: ")


def test_a_finished_position_has_no_moves_and_a_board_means_its_start(noughts: Noughts) -> None:
    done = noughts("solve", OVER)
    assert done.said.count("[X]") == 3
    assert "Best line" not in done.said
    told = data(noughts, OVER)
    assert (told["value"], told["plies"]) == ("loss", 0)
    assert (told["best"], told["moves"], told["line"]) == ([], {}, [])
    told, start = data(noughts, "3x3:3"), data(noughts, ".../.../... x 3")
    for each in (told, start):
        del each["nodes"], each["seconds"]
    assert told == start
    assert data(noughts, "x.o_.x._..o_x_3")["position"] == "x.o/.x./..o x 3"


def test_where_nothing_is_proved_it_fails_and_says_why(noughts: Noughts) -> None:
    large = "15x15:5 is too large: on more than 128 squares only a win by force is proved"
    for text, reason in (("8x8:5", "not proved within the limit: raise"), ("15x15:5", large)):
        for form in ([], ["--json"]):
            assert_one_line(noughts("solve", text, "--limit", "0.1", *form), reason, code=1)


@pytest.mark.parametrize(
    ("text", "value", "method"),
    [
        ("5x5:4", "draw", "atlas"),
        ("...../...../...../...../..... o 4", "draw", "atlas"),
        ("4x6:4", "draw", "atlas"),
        ("5x6:4", "win", "atlas"),
        ("x..../...../...../...../..... o 4", "draw", "atlas"),
        ("xo.../ox.../...../..o../....x x 4", "draw", "search"),
        ("xxx../ooo../...../...../..... x 4", "win", "rules"),
    ],
)
def test_what_the_atlas_or_a_proof_tells_has_no_plies(
    noughts: Noughts, text: str, value: str, method: str
) -> None:
    told = data(noughts, text)
    assert (told["value"], told["method"]) == (value, method)
    assert told["plies"] == (1 if method == "rules" else None)
    assert told["best"]
    for name in told["best"]:
        assert told["moves"][name]["value"] == value
    assert told["line"][0] in told["best"]


def test_moves_keeping_the_value_are_best_and_what_is_unproved_is_blank(noughts: Noughts) -> None:
    told = data(noughts, "6x5:4")
    assert told["best"] == [
        name for name, worth in told["moves"].items() if worth["value"] == "win"
    ]
    said = noughts("solve", "5x6:4").said.splitlines()
    proved = r"\nX can force a win with .*c3.*; no other move is proved to win\.\n"
    assert re.search(proved, "\n".join(said))
    assert said[-1].startswith("By the atlas: 0 nodes, ")
    assert said[1] == "1      |     |     |     |"


def test_a_limit_that_runs_out_fails(noughts: Noughts, monkeypatch: pytest.MonkeyPatch) -> None:
    analyse = Mock(side_effect=Unsolved("not solved within 0.5 seconds"))
    monkeypatch.setattr("noughts.cli.solve.analyse", analyse)
    done = noughts("solve", "3x3:3", "--limit", "0.5")
    assert_one_line(done, "not solved within 0.5 seconds", code=1)
    analyse.assert_called_once_with(Rules().start(), Limit(seconds=0.5))


# --- draw


def picture(noughts: Noughts, file: Path, *arguments: str) -> ElementTree.Element:
    done = noughts("draw", *arguments, "--out", str(file))
    assert done == (0, "", "")
    drawn = file.read_text(encoding="utf-8")
    assert (
        noughts("draw", *arguments) == noughts("draw", *arguments, "--out", "-") == (0, drawn, "")
    )
    return ElementTree.fromstring(drawn)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "position.svg"


def texts(root: ElementTree.Element, kind: str) -> list[str]:
    return [
        element.text or "" for element in root.iter() if kind in element.get("class", "").split()
    ]


def test_a_position_of_any_board_is_drawn_and_described(noughts: Noughts, file: Path) -> None:
    root = picture(noughts, file, "x.o/.x./..o x 3")
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.findtext("{*}title") == "Noughts and crosses, 3x3:3: X to move"
    assert root.findtext("{*}desc") == "X on a1 and b2. O on c1 and c3."
    assert (len(texts(root, "x")), len(texts(root, "o")), texts(root, "note")) == (2, 2, [])
    for board in ("4x3:3", "26x26:5"):
        root = picture(noughts, file, board)
        assert root.findtext("{*}title") == f"Noughts and crosses, {board}: X to move"
        drawn = file.read_text()
        picture(noughts, file, Rules.parse(board).start().notation)
        assert file.read_text() == drawn


def test_values_are_written_into_the_free_squares(noughts: Noughts, file: Path) -> None:
    root = picture(noughts, file, "x.o/.x./..o x 3", "--values")
    assert texts(root, "note") == ["loss", "in 1"] * 2 + ["draw"] + ["loss", "in 1"] * 2
    assert texts(root, "even") == ["draw"]
    assert texts(root, "bad") == ["loss", "in 1"] * 4
    assert "c2: draw." in (root.findtext("{*}desc") or "")
    winning = picture(noughts, file, "xo./xo./... x 3", "--values")
    assert texts(winning, "good") == ["win", "in 1"]
    over = picture(noughts, file, OVER, "--values")
    assert len(texts(over, "line")) == 1
    assert texts(over, "note") == []


def test_a_picture_that_fails_leaves_the_old_one(
    noughts: Noughts, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("old")
    done = noughts("draw", "12x11:5", "--values", "--out", str(file))
    assert_one_line(done, "is too large", code=1)
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
    done = noughts("draw", "3x3:3", "--out", str(file))
    monkeypatch.undo()
    assert_one_line(done, f"{file}: No space left on device", code=1)
    assert file.read_text() == "old"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")
def test_a_picture_can_go_to_the_output() -> None:
    done = process.run("draw", "3x3:3", "--out", "/dev/stdout")
    assert (done.returncode, done.stderr) == (0, b"")
    assert ElementTree.fromstring(done.stdout.decode()).tag.endswith("svg")
