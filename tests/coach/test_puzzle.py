"""Puzzles: one right move each, no duplicates, and the numbers in the documentation."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given

from noughts import Position, Rules, Unsolved
from noughts.coach.puzzle import LEVELS, Goal, Puzzle, Theme, puzzle_for, puzzle_in, puzzles
from noughts.solver import values
from tests.coach import facts
from tests.coach.test_tactics import moves_in
from tests.core import naive

PAGE = Path(__file__).parents[2] / "docs" / "coach.md"
BOARD = Rules(3, 3, 3)
GOALS = (Goal.WIN_IN_2, Goal.WIN_IN_3, Goal.SAVE_DRAW)  # which rest on values
ATTAINED = {Goal.WIN_IN_2: (1, 3), Goal.WIN_IN_3: (1, 5), Goal.SAVE_DRAW: (0, None)}


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    return list(puzzles(BOARD))


def is_attained(goal: Goal, worth: tuple[int, int]) -> bool:
    value, plies = ATTAINED[goal]
    return worth[0] == value and plies in (None, worth[1])


def the_goal(board: naive.Board) -> Goal | None:
    """The goal that exactly one of several moves attains, while all others bring less."""
    worths = [facts.worth(board, move) for move in naive.moves(board)]
    best = [worth for worth in worths if worth[0] == max(worths)[0]]
    if len(worths) == 1 or len(best) > 1:
        return None
    goals = [goal for goal in GOALS if is_attained(goal, best[0])]
    return goals[0] if goals else None


def test_the_answer_alone_attains_the_goal_and_every_other_move_brings_less(
    found: list[Puzzle],
) -> None:
    """The level is easy for a block, medium for a fork and hard for the rest."""
    for puzzle in found:
        board = naive.board_of(puzzle.position)
        assert is_attained(puzzle.goal, facts.worth(board, puzzle.answer))
        others = [move for move in naive.moves(board) if move != puzzle.answer]
        assert others
        assert all(facts.worth(board, move)[0] < ATTAINED[puzzle.goal][0] for move in others)
        is_block = puzzle.answer in naive.winning(board, naive.other(board.turn))
        is_fork = facts.worth(board, puzzle.answer) == (1, 3)
        assert puzzle.level == ("easy" if is_block else "medium" if is_fork else "hard")
    assert {puzzle.level for puzzle in found} == set(LEVELS)


def test_every_position_with_such_a_move_is_a_puzzle_and_once_up_to_symmetry(
    found: list[Puzzle],
) -> None:
    wanted = {
        frozenset(naive.images(board)): the_goal(board)
        for reached in naive.plies(naive.empty_board(3, 3, 3))
        for board in reached
        if not naive.is_over(board) and the_goal(board) is not None
    }
    posed = {
        frozenset(naive.images(naive.board_of(puzzle.position))): puzzle.goal for puzzle in found
    }
    assert posed == wanted
    assert len(posed) == len(found)


def test_puzzles_come_in_the_same_order_each_time_early_ones_first(found: list[Puzzle]) -> None:
    assert list(puzzles(BOARD)) == found
    positions = [puzzle.position for puzzle in found]
    order = [(position.plies, position.xs, position.os) for position in positions]
    assert order == sorted(order)


def test_neither_a_lone_move_nor_a_lost_or_won_position_is_a_puzzle() -> None:
    for text in ("xox/xo./oxo x 3", "xoxoxoxo. x 9", "xx./oo./..x o 3", "o.o/x../o.x x 3"):
        position = Position.parse(text)
        assert puzzle_in(position, values(position)) is None


def test_a_board_without_proofs_has_no_puzzles_to_give() -> None:
    with pytest.raises(Unsolved):
        next(puzzles(Rules(5, 5, 4)))


def test_puzzles_come_one_by_one_without_waiting_for_the_last() -> None:
    assert len(list(islice(puzzles(Rules(4, 4, 3)), 3))) == 3


# --- what the lines alone prove


def is_lost_at_sight(board: naive.Board) -> bool:
    """Whether the side to move, having moved, lets the other complete a row or make a fork."""
    if naive.winning(board, board.turn):
        return True
    forks = naive.forking(board, board.turn)
    return any(
        not naive.winning(naive.play(board, fork), naive.other(board.turn)) for fork in forks
    )


def test_on_3x3_one_square_that_wins_at_once_is_a_puzzle_whatever_else_wins_later() -> None:
    seen = 0
    for board in sorted(naive.reachable(3, 3, 3)):
        if naive.is_over(board):
            continue
        puzzle = puzzle_for(Position.parse(str(board)))
        winning = naive.winning(board, board.turn)
        is_win = puzzle is not None and puzzle.goal is Goal.WIN_NOW
        assert is_win == (len(winning) == 1 < len(naive.moves(board)))
        if is_win and puzzle is not None:
            assert (puzzle.answer, puzzle.theme, puzzle.level) == (*winning, Theme.WIN, "easy")
            seen += 1
    assert seen > 1000


@given(moves_in([Rules(5, 5, 4), Rules(6, 5, 4), Rules(9, 9, 5)]))
def test_on_a_larger_board_the_one_answer_is_what_the_lines_prove(
    drawn: tuple[Position, int],
) -> None:
    check_at_sight(drawn[0], puzzle_for(drawn[0]))


def check_at_sight(position: Position, puzzle: Puzzle | None) -> None:
    """A win in one, a block, or a fork: the only square that does it, and else no puzzle."""
    board = naive.board_of(position)
    mover, opponent = board.turn, naive.other(board.turn)
    own, others = naive.winning(board, mover), naive.winning(board, opponent)
    if own or others:
        goal = Goal.WIN_NOW if own else Goal.STOP_WIN
        right = own or others
        if not own and len(others) == 1 and is_lost_at_sight(naive.play(board, others[0])):
            right = []
    else:
        goal, right = Goal.WIN_IN_2, sorted(naive.forking(board, mover))
    if len(right) != 1 or len(naive.moves(board)) == 1:
        assert puzzle is None
    else:
        assert puzzle == Puzzle(position, goal, right[0])


# --- counts


def documented(board: str) -> dict[tuple[str, str], int]:
    """The table of a board on the page, as goal and level to count; its sums are checked."""
    section = PAGE.read_text(encoding="utf-8").split(f"<!-- puzzles {board}: begin -->")[1]
    table = section.split("<!-- puzzles")[0].strip().split("\n")
    head, _, *rows, total = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table]
    assert head == ["goal", *LEVELS, "all"]
    counts: dict[tuple[str, str], int] = {}
    for goal, *numbers in rows:
        *levels, together = [int(number.replace(",", "")) for number in numbers]
        assert sum(levels) == together
        counts |= {(goal, level): n for level, n in zip(LEVELS, levels, strict=True)}
    sums = [int(re.sub(r"\D", "", number)) for number in total[1:]]
    assert sums[-1] == sum(counts.values())
    assert sums[:-1] == [sum(counts[goal, level] for goal, *_ in rows) for level in LEVELS]
    return counts


def counted(board: str) -> dict[tuple[str, str], int]:
    counts = Counter((puzzle.goal.value, puzzle.level) for puzzle in puzzles(Rules.parse(board)))
    return {(goal.value, level): counts[goal.value, level] for goal in GOALS for level in LEVELS}


@pytest.mark.parametrize("board", ["3x3:3", pytest.param("4x4:3", marks=pytest.mark.slow)])
def test_a_board_holds_as_many_puzzles_as_the_page_says(board: str) -> None:
    assert counted(board) == documented(board)
