"""A puzzle at the terminal: asked again until it is solved, shown or left."""

from __future__ import annotations

import io
import re

import pytest

from noughts import Position, Rules
from noughts.coach.puzzle import Goal, Puzzle, puzzles
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.puzzle import pose, pose_each
from tests.typed_session import boards, lines

FORK = Puzzle(Position.parse("xo./o../.x. x 3"), Goal.WIN_IN_2, 8)
RIGHT = (
    "Square 9 wins in two moves: it makes a fork, with threats on squares 5 and 7; "
    "no other move wins.\n"
)
WRONG = "Square 3 only draws.\n"  # and not what would have won
USAGE = "Type a square, 1 to 9 or a1 to c3; hint to see the answer, or quit.\n"


def ask(puzzle: Puzzle, *answers: str | int) -> str:
    """What is said from the first prompt on, without the prompts."""
    said = io.StringIO()
    pose(Console(io.BytesIO(lines(*answers)), said), puzzle)
    return re.sub("[XO], your move: ", "", said.getvalue().split("or quit.\n\n", 1)[1])


def test_the_position_the_goal_and_the_level_are_told() -> None:
    said = io.StringIO()
    pose(Console(io.BytesIO(lines(9)), said), FORK)
    assert list(boards(said.getvalue())) == [FORK.position]
    assert "X to move: win in two moves. (medium)\n" in said.getvalue()
    assert USAGE in said.getvalue()
    assert said.getvalue().count("X, your move: ") == 1


@pytest.mark.parametrize("answer", ["9", "c3", " C3 "])
def test_the_right_answer_ends_it_and_is_explained(answer: str) -> None:
    assert ask(FORK, answer, "never read") == f"Right! {RIGHT}"


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    assert ask(FORK, 3, 3, 9) == f"{WRONG}{WRONG}Right! {RIGHT}"


def test_a_taken_square_is_named_with_the_free_ones() -> None:
    said = ask(FORK, 1, 9)
    assert said.startswith("Square 1 is already taken by X. Free: 3, 5, 6, 7 and 9.\n")
    assert said.endswith(f"Right! {RIGHT}")


@pytest.mark.parametrize("answer", ["", "0", "10", "d4", "five", "9 9"])
def test_what_is_no_square_is_asked_again_and_never_a_wrong_answer(answer: str) -> None:
    said = ask(FORK, answer, 9)
    complaint, right = said.split("Right! ")
    assert complaint.endswith("Type a square, 1 to 9 or a1 to c3; or help.\n")
    assert complaint.count("\n") == 1
    assert right == RIGHT


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_says_again_how_to_answer(word: str) -> None:
    assert ask(FORK, word, 9) == f"{USAGE}Right! {RIGHT}"


def test_the_board_is_shown_again_with_the_task() -> None:
    said = io.StringIO()
    pose(Console(io.BytesIO(lines("board", 9)), said), FORK)
    assert list(boards(said.getvalue())) == [FORK.position] * 2
    assert said.getvalue().count("X to move: win in two moves. (medium)\n") == 2


@pytest.mark.parametrize("word", ["undo", "why", "resign", "new"])
def test_the_other_words_of_a_game_have_no_use_here(word: str) -> None:
    assert ask(FORK, word, 9) == f"That doesn't work in a puzzle. {USAGE}Right! {RIGHT}"


def test_a_wrong_answer_that_loses_is_told_how_but_not_what_would_have_been_right() -> None:
    for puzzle in puzzles(Rules()):
        for move in puzzle.position.moves:
            if move != puzzle.answer:
                reason = ask(puzzle, move + 1, "quit").removesuffix("Goodbye!\n")
                assert "would have" not in reason
                assert reason.startswith(f"Square {move + 1} ")
                assert puzzle.goal is not Goal.SAVE_DRAW or " loses: " in reason


def test_a_hint_shows_the_answer_and_ends_it_without_praise() -> None:
    assert ask(FORK, 3, "hint", "never read") == f"{WRONG}{RIGHT}"
    assert ask(FORK, "h") == RIGHT


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_it_can_be_left(word: str) -> None:
    assert ask(FORK, word, "never read") == "Goodbye!\n"


def test_the_end_of_the_input_is_the_callers_affair() -> None:
    with pytest.raises(EndOfInput):
        ask(FORK, 3)


def test_only_the_answer_of_any_puzzle_is_right() -> None:
    for puzzle in puzzles(Rules()):
        wrong = [move for move in puzzle.position.moves if move != puzzle.answer]
        said = io.StringIO()
        typed = lines(*(move + 1 for move in wrong), puzzle.answer + 1)
        pose(Console(io.BytesIO(typed), said), puzzle)
        assert said.getvalue().count("Right!") == 1
        assert said.getvalue().rsplit("Right! ")[1].startswith(f"Square {puzzle.answer + 1} ")
        assert said.getvalue().count("your move: ") == len(wrong) + 1


def test_on_another_board_squares_are_called_by_name() -> None:
    position = Position.parse("x.../.x../..../o.o. x 4")
    said = io.StringIO()
    pose(Console(io.BytesIO(b"c3\n"), said), Puzzle(position, Goal.WIN_IN_2, 10))
    assert "Type a square, a1 to d4; hint" in said.getvalue()
    assert "Right! c3 " in said.getvalue()


def posed(puzzles: list[Puzzle], *answers: str | int) -> str:
    said = io.StringIO()
    pose_each(Console(io.BytesIO(lines(*answers)), said), iter(puzzles))
    return said.getvalue()


def test_puzzles_follow_one_another_and_first_tries_make_a_streak() -> None:
    said = posed([FORK] * 5, 9, "y", 9, "", 3, 9, "y", 9, "y", 9, "no")
    assert said.count("Right! ") == 5
    assert re.findall("Streak: ([0-9]+)", said) == ["2", "2"]
    assert said.endswith("Next puzzle? [Y/n] Goodbye!\n")


def test_an_answer_that_was_shown_ends_the_streak_and_leaving_ends_all() -> None:
    said = posed([FORK] * 5, 9, "y", "hint", "y", 9, "y", "quit", "never read")
    assert "Streak" not in said
    assert said.count("Next puzzle?") == 3
    assert said.endswith("Goodbye!\n")
