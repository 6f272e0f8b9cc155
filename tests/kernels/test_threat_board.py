"""The board with threats, against the core and itself; the shapes in a line, against the rules."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core import Position, Rules, squares
from noughts.core.threats import winning_squares
from noughts.kernels import line_shapes
from noughts.kernels.line_shapes import COMPLETES, EMPTY, THREATS
from noughts.kernels.threat_board import ThreatBoard
from tests.core.strategies import positions
from tests.search.positions import threat_board


def state(board: ThreatBoard) -> tuple[object, ...]:
    empty = [square for square in range(board.size) if board.marks[square] == EMPTY]
    keys = [board.keys[side * board.size + square] for side in range(2) for square in empty]
    return (
        keys,
        bytes(board.threats),
        bytes(map(board.is_near, range(board.size))),
        *map(list, (board.tally, board.worths, board.live)),
        board.hash,
        board.evaluate(),
    )


@pytest.mark.untraced
@given(positions(longest=7), st.randoms(use_true_random=False))
def test_a_board_is_the_same_however_it_came_about(position: Position, random: object) -> None:
    board = threat_board(position)
    expected = state(board)
    moves = list(squares(position.empty))
    getattr(random, "shuffle")(moves)  # noqa: B009 - Hypothesis does not type it
    before = []
    for move in moves:
        before.append(state(board))
        board.play(move)
    for _ in moves:
        board.undo()
        assert state(board) == before.pop()
    assert state(board) == expected


@given(positions(longest=7))
def test_it_knows_where_each_side_completes_a_line(position: Position) -> None:
    board = threat_board(position)
    for side, mark in enumerate((position.turn, position.turn.other)):
        expected = squares(winning_squares(position, mark))
        found = [
            square
            for square in range(board.size)
            if board.threats[side * board.size + square] == COMPLETES
        ]
        assert tuple(found) == expected
        assert board.tally[side * THREATS + COMPLETES] == len(expected)
        assert board.find(side, COMPLETES) == (expected[0] if expected else -1)


def test_a_kind_of_threat_counts_by_being_there() -> None:
    shapes, open_threes = 46, 1_000  # alone; and what it is worth to move
    kinds = [0] * 55
    kinds[54] = open_threes  # of the other side, last of all
    weights = [0] * shapes + [3] + kinds
    position = Rules(15, 15, 5).start()
    estimates = []
    for name in ("h8", "a1", "i8", "o1", "j8"):
        position = position.play(name)
        board = ThreatBoard(position.rules, weights)
        board.set_up(position, position.turn)
        estimates.append(board.evaluate())
    assert estimates == [3, 3, 3, 3, 1_003]


def test_a_lead_shrinks_as_its_side_runs_out_of_lines() -> None:
    board = ThreatBoard(Rules(3, 3, 3), [0] * 46 + [1_000] + [0] * 55)  # to be on the move
    found = []
    for text in (".../.../... x 3", "x.o/.o./x.. o 3", "xox/xo./o.x o 3", "xox/xoo/ox. x 3"):
        position = Position.parse(text)
        board.set_up(position, position.turn)
        found.append((board.live[0], board.evaluate()))
    # On the empty board three directions in the corners, two at the edges, four in the centre.
    assert found == [(24, 1_000), (6, 111), (1, 3), (0, 0)]


# The shapes in a line.


def code(side: str) -> int:
    """The code of a side of a square, nearest first: x an own mark, . empty, # blocked."""
    reach = side.split("#", maxsplit=1)[0]
    return sum(1 << place for place, mark in enumerate(reach) if mark == "x") | 1 << len(reach)


@cache
def fives(line: str, k: int) -> set[int]:
    """Where one more mark in a line of 2k - 1 squares completes k in a row through its middle."""
    windows = ((first, line[first : first + k]) for first in range(k))
    return {first + w.index(".") for first, w in windows if "#" not in w and w.count("x") == k - 1}


def in_words(line: str, k: int) -> int | None:
    """The shape that a mark in the middle of a line makes; None if less than a three."""
    if "x" * k in line:
        return line_shapes.FIVE
    if places := fives(line, k):
        return line_shapes.OPEN_FOUR if len(places) > 1 else line_shapes.FOUR
    empty = [at for at, mark in enumerate(line) if mark == "."]
    after = [fives(f"{line[:at]}x{line[at + 1 :]}", k) for at in empty]
    ways = sum(len(each) > 1 for each in after)
    if ways:
        return line_shapes.THREE_OPEN if ways > 1 else line_shapes.THREE_HALF
    return line_shapes.THREE_CLOSED if any(after) else None


@pytest.mark.parametrize("k", [3, 4, 5])
def test_fives_fours_and_threes_are_what_the_words_say(k: int) -> None:
    shapes, least = line_shapes.LineShapes(k), line_shapes.THREE_CLOSED
    for left, right in product(product("x.#", repeat=k - 1), repeat=2):
        line = "".join([*reversed(left), "x", *right])
        shape = shapes.shape(code("".join(left)), code("".join(right)))
        assert in_words(line, k) == (shape if shape >= least else None), line


def test_twos_have_the_shapes_of_their_names() -> None:
    shapes = line_shapes.LineShapes(5)
    for left, right, shape in (
        ("x...", "....", line_shapes.TWO_OPEN),
        ("#...", "x...", line_shapes.TWO_CLOSED),
        ("x#..", "....", line_shapes.TWO_CLOSED),
    ):
        assert shapes.shape(code(left), code(right)) == shape, (left, right)
