"""`noughts play`: its options, and that chance can be repeated."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from noughts import Mark, Position
from noughts.core.record import Record
from noughts.terminal.styles import STYLES
from tests.cli.conftest import Noughts
from tests.records import records_in
from tests.typed_session import boards, lines

X_WINS = lines(1, 4, 2, 5, 3, "n")
WON = "xxx/oo./... o 3"


# --- who plays


def test_by_default_a_person_plays_x_against_medium(noughts: Noughts) -> None:
    done = noughts()
    assert done.code == 0
    assert "You're X; the computer (medium) is O." in done.said
    assert "Your move (X): " in done.said


def test_the_side_is_a_matter_of_choice(noughts: Noughts) -> None:
    said = noughts("--side", "o").said
    assert "You're O; the computer (medium) is X." in said
    assert "The computer takes" in said


@pytest.mark.parametrize("option", ["--against", "--level"])
def test_the_opponent_is_a_matter_of_choice_under_either_name(
    noughts: Noughts, option: str
) -> None:
    assert "the computer (perfect) is O." in noughts(option, "perfect").said


def test_level_and_against_are_one_option(noughts: Noughts) -> None:
    typed = lines(1, 2, 3, "resign", "n")
    arguments = ("--seed", "1", "--side", "o")
    assert noughts("--level", "easy", *arguments, typed=typed) == noughts(
        "--against", "easy", *arguments, typed=typed
    )


def test_two_people_share_one_screen(noughts: Noughts) -> None:
    done = noughts("--two", typed=X_WINS)
    assert "Congratulations! X wins! The winning line: 1, 2 and 3." in done.said


def test_two_players_named_play_each_other_and_need_no_input(noughts: Noughts) -> None:
    done = noughts("--x", "perfect", "--o", "classic")
    assert done.code == 0
    assert "Perfect plays X, Classic plays O." in done.said


@pytest.mark.parametrize(
    ("x", "o", "introduction"),
    [
        ("human", "hard", "You're X; the computer (hard) is O."),
        ("hard", "human", "You're O; the computer (hard) is X."),
        ("human", "human", "Two players take turns, X and O."),
    ],
)
def test_a_named_player_may_be_human(noughts: Noughts, x: str, o: str, introduction: str) -> None:
    assert introduction in noughts("--x", x, "--o", o).said


def test_ask_gives_instructions_and_asks_for_the_piece(noughts: Noughts) -> None:
    done = noughts("--ask", "--seed", "1", typed=b"o\n")
    assert done.code == 0
    assert "Play as X or O: " in done.said
    assert " goes first – that's " in done.said
    assert "You're O; the computer (medium) is X." in done.said


def test_ask_goes_with_an_opponent_and_a_board(noughts: Noughts) -> None:
    done = noughts("--ask", "--against", "easy", "--board", "4x4:3", typed=b"x\n")
    assert "on 4x4" in done.said
    assert "You're X; the computer (easy) is O." in done.said


@pytest.mark.parametrize("typed", [b"", b"quit\n", b"neither\n"])
def test_whoever_leaves_at_the_question_is_bidden_goodbye(noughts: Noughts, typed: bytes) -> None:
    done = noughts("--ask", typed=typed)
    assert (done.code, done.complained) == (0, "")
    assert done.said.endswith("Goodbye!\n")


# --- which game


def test_the_first_move_is_a_matter_of_choice(noughts: Noughts) -> None:
    assert "O, your move: " in noughts("--two", "--first", "o").said
    assert "The computer takes" in noughts("--first", "o").said


def test_side_and_first_are_both_left_to_chance(noughts: Noughts) -> None:
    seen = set()
    for seed in range(30):
        done = noughts("--side", "random", "--first", "random", "--seed", str(seed))
        side = re.search(r"You're ([XO]);", done.said)
        assert side is not None
        seen.add((side[1], "The computer takes" in done.said))
    assert seen == {("X", False), ("X", True), ("O", False), ("O", True)}


def test_the_board_is_a_matter_of_choice(noughts: Noughts) -> None:
    done = noughts("--two", "--board", "5x4:4", typed=lines("e4"))
    assert "Noughts and crosses on 5x4: 4 in a row wins." in done.said
    assert "(X)" in done.said


@pytest.mark.parametrize("form", ["x../.o./... x 3", "x.._.o._..._x_3"])
def test_a_game_can_start_from_a_position_in_either_form(noughts: Noughts, form: str) -> None:
    done = noughts("--two", "--position", form)
    assert next(iter(boards(done.said))) == Position.parse("x../.o./... x 3")
    assert "X, your move: " in done.said


@pytest.mark.parametrize(
    ("style", "typed"),
    [
        ("auto", "6"),
        ("auto", "c2"),
        ("name", "c2"),
        ("number", "6"),
        ("index", "5"),
        ("row-col", "2 3"),
        ("col-row", "3 2"),
    ],
)
def test_squares_are_typed_as_chosen(noughts: Noughts, style: str, typed: str) -> None:
    done = noughts("--two", "--input", style, typed=lines(typed))
    assert Position.parse("x../.../... o 3") not in set(boards(done.said))
    assert Position.parse(".../..x/... o 3") in set(boards(done.said))


@pytest.mark.parametrize("style", STYLES)
def test_every_style_works_on_another_board(noughts: Noughts, style: str) -> None:
    done = noughts("--two", "--input", style, "--board", "12x5:4")
    assert (done.code, done.complained) == (0, "")


# --- what cannot be

VALUES = {
    "--side": ["x"],
    "--against": ["easy"],
    "--level": ["easy"],
    "--two": [],
    "--x": ["easy"],
    "--o": ["easy"],
    "--ask": [],
    "--first": ["x"],
    "--position": ["x../.../... o 3"],
    "--board": ["3x3:3"],
}
EXCLUDED = {
    frozenset(pair)
    for pair in [
        ("--two", "--side"),
        ("--two", "--against"),
        ("--two", "--level"),
        ("--two", "--ask"),
        ("--two", "--x"),
        ("--two", "--o"),
        ("--x", "--side"),
        ("--x", "--against"),
        ("--x", "--level"),
        ("--x", "--ask"),
        ("--o", "--side"),
        ("--o", "--against"),
        ("--o", "--level"),
        ("--o", "--ask"),
        ("--ask", "--side"),
        ("--ask", "--first"),
        ("--ask", "--position"),
        ("--position", "--first"),
        ("--position", "--board"),
    ]
}


@pytest.mark.parametrize("pair", list(combinations(VALUES, 2)), ids=" ".join)
def test_options_that_answer_the_same_question_exclude_each_other_and_no_others(
    noughts: Noughts, pair: tuple[str, str]
) -> None:
    arguments = [text for option in pair for text in (option, *VALUES[option])]
    for missing, other in (("--x", "--o"), ("--o", "--x")):
        if other in pair and missing not in pair:
            arguments += [missing, "easy"]
    done = noughts(*arguments)
    if frozenset(pair) in EXCLUDED:
        assert done.code == 2
        assert "exclude each other" in done.complained
        assert done.complained.count("\n") == 1
    else:
        assert (done.code, done.complained) == (0, "")


@pytest.mark.parametrize("option", ["--x", "--o"])
def test_a_single_named_player_lacks_the_other(noughts: Noughts, option: str) -> None:
    done = noughts(option, "easy")
    assert done.code == 2
    assert done.complained.startswith("noughts play: --x and --o go together")


def test_a_position_without_a_move_is_no_start(noughts: Noughts) -> None:
    done = noughts("--position", WON)
    assert done.code == 2
    assert "the game is over" in done.complained


# --- chance


@pytest.mark.parametrize(
    "arguments",
    [
        ("--against", "random"),
        ("--against", "medium", "--side", "random", "--first", "random"),
        ("--ask",),
        ("--x", "random", "--o", "easy"),
        ("--board", "6x6:4"),
    ],
    ids=" ".join,
)
def test_the_same_seed_and_input_give_the_same_output(
    noughts: Noughts, arguments: tuple[str, ...]
) -> None:
    typed = lines("x", *(f"{column}{row}" for row in (1, 2, 3) for column in "abc"), "hint")
    runs = {noughts(*arguments, "--seed", "7", typed=typed) for _ in range(3)}
    assert len(runs) == 1


def test_other_seeds_give_other_games(noughts: Noughts) -> None:
    said = {noughts("--x", "random", "--o", "random", "--seed", str(n)).said for n in range(10)}
    assert len(said) > 5


def test_without_a_seed_games_differ(noughts: Noughts) -> None:
    assert len({noughts("--x", "random", "--o", "random").said for _ in range(10)}) > 1


# --- records


def test_a_finished_game_is_recorded(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert noughts("--two", "--record", str(file), typed=X_WINS).code == 0
    (record,) = records_in(file)
    assert record.game.moves == (0, 3, 1, 4, 2)
    assert record.players == {Mark.X: "human", Mark.O: "human"}
    assert record.started is not None
    assert record.ended is not None
    assert record.started <= record.ended


def test_every_game_of_every_sitting_is_added(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for _ in range(2):
        noughts("--record", str(file), typed=lines("resign", "y", "resign", "n"))
    assert len(list(records_in(file))) == 4


def test_a_game_that_was_left_makes_no_file(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert noughts("--two", "--record", str(file), typed=lines(1, 2)).code == 0
    assert not file.exists()


@pytest.mark.parametrize("more", [(), ("--side", "o"), ("--ask",)])
def test_a_person_is_no_opponent_of_the_person_at_the_terminal(
    noughts: Noughts, more: tuple[str, ...]
) -> None:
    done = noughts("--against", "human", *more, typed=X_WINS)
    assert (done.code, done.said) == (2, "")
    assert "play with --two" in done.complained


def test_a_place_that_can_hold_no_file_is_refused_before_the_game(
    noughts: Noughts, tmp_path: Path
) -> None:
    for place in (tmp_path, tmp_path / "missing" / "games.jsonl"):
        done = noughts("--record", str(place), typed=X_WINS)
        assert (done.code, done.said) == (2, "")
        assert str(place) in done.complained


def test_a_game_that_cannot_be_kept_is_shown_and_a_failure(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = noughts("--two", "--record", str(tmp_path / "games.jsonl"), typed=X_WINS)
    assert done.code == 1
    reason, record = done.complained.splitlines()
    file = tmp_path / "games.jsonl"
    assert reason == f"noughts: {file}: No space left on device; the game was:"
    assert Record.parse(record).game.moves == (0, 3, 1, 4, 2)
    assert "X wins" in done.said
    assert "Score: X 1" in done.said
