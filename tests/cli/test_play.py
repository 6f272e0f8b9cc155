"""`noughts play`: its options, and that chance can be repeated; and who plays, and how."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from unittest.mock import Mock

import pytest

from noughts import Mark, Position, Rules
from noughts.cli.commands import parser_of
from noughts.core.record import Record
from noughts.players import PLAYERS, describe
from noughts.terminal.text import INPUTS
from tests.cli.conftest import Noughts, assert_one_line, said_by
from tests.records import records_in
from tests.typed_session import boards, lines

LINK = "http://localhost:1/g/0123456789abcdef01234567"
X_WINS = lines(1, 4, 2, 5, 3, "n")


# --- who plays, and which game

YOU_X, YOU_O = "You're X; the computer ({}) is O.", "You're O; the computer ({}) is X."
# What is asked for, and what is said at least.
ASKED: list[tuple[str, tuple[str, ...]]] = [
    ("", (YOU_X.format("medium"), "Your move (X): ")),
    ("--side o", (YOU_O.format("medium"), "The computer takes")),
    ("--first o", (YOU_X.format("medium"), "The computer takes")),
    ("--two", ("Two players take turns, X and O.", "X, your move: ")),
    ("--two --first o", ("O, your move: ",)),
    ("--level perfect", (YOU_X.format("perfect"),)),
    ("--x perfect --o classic", ("Perfect plays X, Classic plays O.",)),
    ("--x human --o hard", (YOU_X.format("hard"),)),
    ("--x hard --o human", (YOU_O.format("hard"),)),
    ("--x human --o human", ("Two players take turns, X and O.",)),
    ("--level easy --side o --board 4x4:3", ("on 4x4", YOU_O.format("easy"))),
    ("--two --board 5x4:4", ("Noughts and crosses on 5x4: 4 in a row wins.", "a1 to e4")),
    *(
        (f"--two --input {style} --board {board}", (f"On your turn: {make(board).wanted}; or",))
        for style, make in INPUTS.items()
        for board in (Rules(), Rules(9, 5, 4))
    ),
]


def test_players_sides_boards_and_the_start_are_a_matter_of_choice(noughts: Noughts) -> None:
    for asked, sentences in ASKED:
        said = said_by(noughts, *asked.split(), typed=b"o\n")
        for sentence in sentences:
            assert sentence in said, asked
    for form in ("x../.o./... x 3", "x.._.o._..._x_3"):
        done = noughts("--two", "--position", form)
        assert next(iter(boards(done.said))) == Position.parse("x../.o./... x 3"), form
        assert "X, your move: " in done.said


def test_side_and_first_are_both_left_to_chance(noughts: Noughts) -> None:
    seen = set()
    for seed in range(30):
        done = noughts("--side", "random", "--first", "random", "--seed", str(seed))
        (side,) = re.findall(r"You're ([XO]);", done.said)
        seen.add((side, "The computer takes" in done.said))
    assert seen == {("X", False), ("X", True), ("O", False), ("O", True)}


# --- what cannot be

VALUES = {
    "--side": ["x"],
    "--level": ["easy"],
    "--two": [],
    "--x": ["easy"],
    "--o": ["easy"],
    "--first": ["x"],
    "--position": ["x../.../... o 3"],
    "--board": ["3x3:3"],
}
EXCLUDED = {
    frozenset((option, other))
    for option, others in {
        "--two": ("--side", "--level", "--x", "--o"),
        "--x": ("--side", "--level"),
        "--o": ("--side", "--level"),
        "--position": ("--first", "--board"),
    }.items()
    for other in others
}


def test_options_for_the_same_question_exclude_each_other_and_no_others(noughts: Noughts) -> None:
    for pair in combinations(VALUES, 2):
        arguments = [text for option in pair for text in (option, *VALUES[option])]
        for missing, other in (("--x", "--o"), ("--o", "--x")):
            if other in pair and missing not in pair:
                arguments += [missing, "easy"]
        done = noughts(*arguments)
        if frozenset(pair) in EXCLUDED:
            assert_one_line(done, "exclude each other")
            blamed = {text for text in done.complained.split() if text in VALUES}
            assert blamed <= set(arguments), pair  # not another name of one
        else:
            assert (done.code, done.complained) == (0, ""), pair


# --- chance


def test_a_seed_and_the_input_decide_the_output(noughts: Noughts) -> None:
    typed = lines("x", *(f"{column}{row}" for row in (1, 2, 3) for column in "abc"), "hint")
    for asked in (
        "--level random",
        "--level medium --side random --first random",
        "--side random --first random",
        "--x random --o easy",
        "--board 6x6:4",
    ):
        runs = {noughts(*asked.split(), "--seed", "7", typed=typed) for _ in range(3)}
        assert len(runs) == 1, asked
    both = ("--x", "random", "--o", "random")
    assert len({noughts(*both, "--seed", str(seed)).said for seed in range(10)}) > 5
    assert len({noughts(*both).said for _ in range(10)}) > 1


# --- records


def test_finished_games_are_added_to_the_file(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    keep = ("--record", str(file))
    assert noughts("--two", *keep, typed=lines(1, 2)).code == 0
    assert not file.exists()  # for a game that was left
    assert noughts("--two", *keep, typed=X_WINS).code == 0
    (record,) = records_in(file)
    assert record.game.moves == (0, 3, 1, 4, 2)
    assert record.players == {Mark.X: "human", Mark.O: "human"}
    assert record.started is not None
    assert record.ended is not None
    assert record.started <= record.ended
    noughts(*keep, typed=lines("resign", "y", "resign", "n"))
    assert len(list(records_in(file))) == 3


def test_a_game_that_cannot_be_kept_is_shown_and_a_failure(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(28, "No space left on device")))
    done = noughts("--two", "--record", str(tmp_path / "games.jsonl"), typed=X_WINS)
    assert done.code == 1
    reason, record = done.complained.splitlines()
    file = tmp_path / "games.jsonl"
    assert reason == f"noughts: {file}: No space left on device; the game was:"
    assert Record.parse(record).game.moves == (0, 3, 1, 4, 2)
    assert "X wins" in done.said
    assert "Score: X 1" in done.said


# --- other commands: players and join


def test_every_player_is_listed_and_proved_boards_have_a_perfect_level(noughts: Noughts) -> None:
    said = said_by(noughts, "players")
    for name in PLAYERS:
        assert f"\n  {name} " in said
        assert f" {describe(name)}\n" in said
    for board, best in (("3x3:3", "perfect"), ("5x6:4", "perfect"), ("8x8:5", "strongest")):
        head, *rows = noughts("players", board).said.splitlines()
        assert head == f"Levels on {board}: easy, medium (the default), hard, {best}."
        absent = [row.split()[0] for row in rows if row.endswith(f"(not on {board})")]
        assert absent == ([] if best == "perfect" else ["perfect"])


def test_a_series_to_join_has_up_to_a_thousand_games_which_need_not_be_named() -> None:
    for games in (1, 2, 1_000):
        assert parser_of("join").parse_args([LINK, f"--games={games}"]).games == games
    arguments = parser_of("join").parse_args([LINK])
    assert (arguments.games, arguments.player) == (None, None)
