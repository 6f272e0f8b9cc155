"""A puzzle at the terminal: asked again until it is solved, shown or left."""

from __future__ import annotations

import io
import re

import pytest

from noughts import Position, Rules
from noughts.coach.puzzle import Goal, Puzzle, puzzles
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.learn import pose, pose_each
from tests.typed_session import boards, lines

FORK = Puzzle(Position.parse("xo./o../.x. x 3"), Goal.WIN_IN_2, 8)
BLOCKED = Position.parse("xo./oo./.xx x 3")  # after the fork
TASK = "X to move: win in two moves. (medium)\n"
RIGHT = "c3 wins in two moves: it makes a fork, with threats on b2 and a3; no other move wins.\n"
WRONG = "c1 only draws.\n"  # and not what would have won
USAGE = "Type a square, a1 to c3; hint to see the answer, or quit.\n"
END = "Right! a3 wins: it completes a3, b3 and c3.\n"


def posed(puzzle: Puzzle, *answers: str | int) -> str:
    said = io.StringIO()
    pose(Console(io.BytesIO(lines(*answers)), said), puzzle)
    return said.getvalue()


def ask(puzzle: Puzzle, *answers: str | int) -> str:
    """Return the output from the first prompt on, without the prompts."""
    return re.sub("[XO], your move: ", "", posed(puzzle, *answers).split("or quit.\n\n", 1)[1])


def solved(*answers: str | int) -> str:
    """Return what is said up to the fork, beside the board on which it is blocked and then won."""
    said, end = ask(FORK, *answers, 7).split(" O answers b2.\n")
    assert list(boards(said)) == [BLOCKED]
    assert end == f"X to move: win in one move.\n{USAGE}\n{END}"
    return re.sub(r"\n   a(.|\n)*\n(?=Right!)", "", said) + "\n"


def test_the_position_the_goal_and_the_level_are_told_and_again_with_the_board() -> None:
    said = posed(FORK, 9, 7)
    assert list(boards(said)) == [FORK.position, BLOCKED]
    assert TASK + USAGE in said
    assert said.count("X, your move: ") == 2
    said = posed(FORK, "board", 9, "board", 7)
    assert list(boards(said)) == [FORK.position] * 2 + [BLOCKED] * 2
    assert said.count(TASK) == 2


def test_an_answer_is_answered() -> None:
    taken = "1 is a1, which is already taken by X. Free: c1, b2, c2, a3 and c3.\n"
    said: dict[tuple[str | int, ...], str] = {
        **{(right,): f"Right! {RIGHT}" for right in ("9", "c3", " C3 ")},
        (3, 3, 9): f"{WRONG}{WRONG}Right! {RIGHT}",
        (1, 9): f"{taken}Right! {RIGHT}",
        **{(word, 9): f"{USAGE}Right! {RIGHT}" for word in ("help", "?", "HELP")},
        **{
            (word, 9): f"That doesn't work in a puzzle. {USAGE}Right! {RIGHT}"
            for word in ("undo", "why", "resign", "new")
        },
    }
    for answers, answer in said.items():
        assert solved(*answers) == answer, answers
    assert ask(FORK, 3, "hint", "never read") == f"{WRONG}{RIGHT}"
    assert ask(FORK, "h") == RIGHT
    assert ask(FORK, 9, "hint").endswith(f"\n\n{END.removeprefix('Right! ')}")
    for text in ("", "0", "10", "d4", "five", "9 9"):  # no squares, and no wrong answers
        complaint, right = solved(text, 9).split("Right! ")
        assert complaint.endswith("Type a square, a1 to c3; or help.\n"), text
        assert (complaint.count("\n"), right) == (1, RIGHT), text


def test_only_the_answer_is_right_and_the_end_of_the_input_is_the_callers_affair() -> None:
    for puzzle in puzzles(Rules()):
        name = puzzle.position.name
        wrong = [name(move) for move in puzzle.position.moves if move != puzzle.answer]
        *reasons, right = ask(puzzle, *wrong, "hint").splitlines()
        assert right.startswith(f"{name(puzzle.answer)} ")
        for square, reason in zip(wrong, reasons, strict=True):
            assert reason.startswith(f"{square} "), puzzle
            assert "would have" not in reason, puzzle
            assert puzzle.goal is not Goal.SAVE_DRAW or " loses: " in reason, puzzle
    for answers in ((3,), (9,), *((word, "never read") for word in ("quit", "q", "exit"))):
        with pytest.raises(EndOfInput):
            ask(FORK, *answers)


def test_on_another_board_squares_are_called_by_name() -> None:
    position = Position.parse("x.../.x../..x./ooo. x 4")
    said = posed(Puzzle(position, Goal.WIN_NOW, 15), "d3", "d4")
    assert "Type a square, a1 to d4; hint" in said
    assert "Right! d4 " in said


def test_puzzles_follow_one_another_and_first_tries_make_a_streak() -> None:
    for answers, right, streaks in (
        (lines(9, 7, "y", 9, 7, "", 3, 9, 7, "y", 9, 7, "y", 9, 7, "no"), 10, ["2", "2"]),
        (lines(9, 7, "y", 9, "hint", "y", 9, 3, 7, "y", "quit", "never read"), 5, []),
    ):
        said = io.StringIO()
        pose_each(Console(io.BytesIO(answers), said), iter([FORK] * 5))
        assert said.getvalue().count("Right! ") == right
        assert re.findall("Streak: ([0-9]+)", said.getvalue()) == streaks
        assert said.getvalue().endswith("Goodbye!\n")
