"""Puzzles: one right move each, no duplicates, and the numbers in the documentation; the choice."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given

from noughts import Limit, NotationError, Position, Rules, Unsolved
from noughts.atlas import keeping_moves, values
from noughts.coach.puzzle import (
    BOARDS,
    LEVELS,
    ONLY_MOVES,
    Goal,
    Puzzle,
    Theme,
    puzzle_at,
    puzzle_for,
    puzzle_in,
    puzzle_of,
    puzzles,
    random_puzzle,
    task_text,
    themes,
)
from noughts.coach.solving import play
from noughts.core.symmetry import images
from noughts.solver import Value, can_solve
from noughts.solver.prover import prove
from tests.coach.test_tactics import moves_in, winning_forks
from tests.core import naive
from tests.docs.blocks import ROOT

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
    worths = [naive.worth(board, move) for move in naive.moves(board)]
    best = [worth for worth in worths if worth[0] == max(worths)[0]]
    if len(worths) == 1 or len(best) > 1:
        return None
    goals = [goal for goal in GOALS if is_attained(goal, best[0])]
    return goals[0] if goals else None


def test_the_answer_alone_attains_the_goal_all_others_bring_less(found: list[Puzzle]) -> None:
    """The level is easy for a block, medium for a fork and hard for the rest."""
    for puzzle in found:
        board = naive.board_of(puzzle.position)
        assert is_attained(puzzle.goal, naive.worth(board, puzzle.answer))
        others = [move for move in naive.moves(board) if move != puzzle.answer]
        assert others
        assert all(naive.worth(board, move)[0] < ATTAINED[puzzle.goal][0] for move in others)
        is_block = puzzle.answer in naive.winning(board, naive.other(board.turn))
        is_fork = naive.worth(board, puzzle.answer) == (1, 3)
        assert puzzle.level == ("easy" if is_block else "medium" if is_fork else "hard")
    assert {puzzle.level for puzzle in found} == set(LEVELS)


def test_what_is_posed_comes_in_order_without_duplicates(found: list[Puzzle]) -> None:
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
    assert list(puzzles(BOARD)) == found
    positions = [puzzle.position for puzzle in found]
    order = [(position.plies, position.xs, position.os) for position in positions]
    assert order == sorted(order)


def test_puzzles_leave_a_choice_come_one_by_one_and_need_proofs() -> None:
    for text in ("xox/xo./oxo x 3", "xoxoxoxo. x 9", "xx./oo./..x o 3", "o.o/x../o.x x 3"):
        position = Position.parse(text)
        assert puzzle_in(position, values(position)) is None
    assert len(list(islice(puzzles(Rules(4, 4, 3)), 3))) == 3
    with pytest.raises(Unsolved):
        next(puzzles(Rules(5, 5, 4)))


# --- what the lines alone prove


def test_on_3x3_one_square_that_wins_at_once_is_a_puzzle_whatever_else_wins_later() -> None:
    seen = 0
    for board in naive.reachable_by_one_name(3, 3, 3):
        if naive.is_over(board):
            continue
        puzzle = puzzle_for(Position.parse(str(board)))
        winning = naive.winning(board, board.turn)
        is_win = puzzle is not None and puzzle.goal is Goal.WIN_NOW
        assert is_win == (len(winning) == 1 < len(naive.moves(board)))
        if is_win and puzzle is not None:
            assert (puzzle.answer, puzzle.theme, puzzle.level) == (*winning, Theme.WIN, "easy")
            seen += 1
    assert seen > 500


@given(moves_in([Rules(5, 5, 4), Rules(6, 5, 4), Rules(9, 9, 5)]))
def test_on_a_larger_board_the_answer_is_what_the_lines_prove(drawn: tuple[Position, int]) -> None:
    check_at_sight(drawn[0], puzzle_for(drawn[0]))


def check_at_sight(position: Position, puzzle: Puzzle | None) -> None:
    """A win in one, a block, or a fork: the only square that does it, and else no puzzle."""
    board = naive.board_of(position)
    mover, opponent = board.turn, naive.other(board.turn)
    own, others = naive.winning(board, mover), naive.winning(board, opponent)
    if own or others:
        goals = {Goal.WIN_NOW} if own else {Goal.STOP_WIN, Goal.HOLD_OUT}
        right = own or others
        if not own and len(others) == 1:
            blocked = naive.play(board, others[0])
            # Having blocked, it may let the other complete a row or make a fork.
            if naive.winning(blocked, opponent) or winning_forks(blocked):
                right = []
    else:
        goals, right = {Goal.WIN_IN_2}, sorted(naive.forking(board, mover))
    if len(right) != 1 or len(naive.moves(board)) == 1:
        assert puzzle is None
    else:
        assert puzzle in {Puzzle(position, goal, right[0]) for goal in goals}


@pytest.mark.parametrize(
    ("board", "count"), [("5x5:4", 40), pytest.param("9x9:5", 40, marks=pytest.mark.slow)]
)
def test_what_stops_a_win_keeps_the_value_and_what_only_delays_it_is_not_called_so(
    board: str, count: int
) -> None:
    chance, proved = Random(7), 0
    goals = set()
    for _ in range(count):
        puzzle = random_puzzle(None, chance, Theme.BLOCK, Rules.parse(board))
        goals.add(puzzle.goal)
        task, answer = task_text(puzzle), play(puzzle, [puzzle.answer]).text
        if puzzle.goal is Goal.HOLD_OUT:
            assert task.endswith(" to move: hold out as long as you can.")
            assert " holds out longest: it blocks " in answer
            others = [move for move in puzzle.position.moves if move != puzzle.answer]
            assert all(naive.loses_at_once(naive.board_of(puzzle.position), at) for at in others)
            continue
        assert " to move: stop " in task
        assert " stops " in answer
        try:
            found = prove(puzzle.position.play(puzzle.answer), Limit(nodes=50_000))
        except Unsolved:
            continue
        assert found.value is not Value.WIN
        proved += 1
    assert goals == {Goal.STOP_WIN, Goal.HOLD_OUT}
    assert proved > 0


# --- counts


def table(board: str) -> str:
    """The numbers of puzzles of a board, by goal and level, as the page has them."""
    counts = Counter((puzzle.goal, puzzle.level) for puzzle in puzzles(Rules.parse(board)))
    rows = [(goal.value, [counts[goal, level] for level in LEVELS]) for goal in GOALS]
    rows.append(("all", [sum(column) for column in zip(*(row for _, row in rows), strict=True)]))
    lines = [["goal", *LEVELS, "all"], ["---"] * 5]
    lines += [[head, *(f"{number:,}" for number in (*row, sum(row)))] for head, row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines).replace(" --- ", "---")


@pytest.mark.parametrize("board", ["3x3:3", pytest.param("4x4:3", marks=pytest.mark.slow)])
def test_a_board_holds_as_many_puzzles_as_the_page_says(board: str) -> None:
    page = (ROOT / "docs" / "reference" / "coach.md").read_text(encoding="utf-8")
    begin, end = (f"<!-- puzzles {board}: {edge} -->\n" for edge in ("begin", "end"))
    assert page.split(begin)[1].split(end)[0] == table(board)


DAYS = [date(2026, 1, 1) + timedelta(days) for days in range(120)]


def test_the_puzzle_of_a_day_stays_and_the_next_day_has_another_of_the_next_level() -> None:
    assert puzzle_of(date(2026, 11, 21)).position.url == "xo._xox_.xo_o_3"
    found = [puzzle_of(day) for day in DAYS]
    assert found == [puzzle_of(day) for day in DAYS]
    assert all(one != next_ for one, next_ in pairwise(found))
    assert len({puzzle.position for puzzle in found}) > 80
    levels = [puzzle.level for puzzle in found]
    assert levels == [levels[0], levels[1], levels[2]] * 40
    assert set(levels) == set(LEVELS)


@pytest.mark.parametrize("level", [None, *LEVELS])
def test_every_random_puzzle_is_one_and_has_exactly_one_right_move(level: str | None) -> None:
    chance, levels = Random(3), Counter[str]()
    for _ in range(60):
        puzzle = random_puzzle(level, chance)
        levels[puzzle.level] += 1
        assert level in (None, puzzle.level)
        assert puzzle_at(puzzle.position.notation) == puzzle
        if puzzle.theme is not Theme.WIN:  # where others may win later
            assert keeping_moves(puzzle.position) == (puzzle.answer,)
    assert len(levels) == (3 if level is None else 1)
    assert min(levels.values()) > 8


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_a_set_has_puzzles_of_its_theme_on_its_board_only(rules: Rules) -> None:
    chance = Random(5)
    for theme in themes(rules):
        found = [random_puzzle(None, chance, theme, rules) for _ in range(4)]
        assert {puzzle.theme for puzzle in found} == {theme}
        assert {puzzle.position.rules for puzzle in found} == {rules}
        assert len({puzzle.position for puzzle in found}) > 1
        for puzzle in found:
            assert puzzle_at(puzzle.position.notation) == puzzle
            if not can_solve(rules):
                check_at_sight(puzzle.position, puzzle)


def test_every_only_move_of_the_list_is_one_and_none_is_another_turned() -> None:
    found = [puzzle_at(text) for text in ONLY_MOVES]
    assert {puzzle.theme for puzzle in found} == {Theme.ONLY}
    assert {puzzle.position.rules for puzzle in found} == {Rules(4, 4, 4)}
    assert len({frozenset(map(str, images(puzzle.position))) for puzzle in found}) == len(found)
    for puzzle in found:
        assert keeping_moves(puzzle.position) == (puzzle.answer,)


def test_what_is_no_puzzle_is_refused_and_without_a_level_each_comes_up() -> None:
    for level, theme, rules in [
        ("hard", Theme.WIN, Rules()),
        (None, Theme.ONLY, Rules(9, 9, 5)),
        ("hard", None, Rules(5, 5, 4)),
        (None, None, Rules(26, 26, 5)),
    ]:
        with pytest.raises(NotationError, match="there's no such puzzle"):
            random_puzzle(level, Random(1), theme, rules)
    for text in ("... ... ...", "xxx/oo./... o 3", ".../.../... x 3", "..../..../..../.... x 4"):
        with pytest.raises(NotationError):
            puzzle_at(text)
