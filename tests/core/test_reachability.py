"""Which positions are valid: exactly those that play from the empty board reaches."""

from __future__ import annotations

from itertools import product

import pytest

from noughts.core import Mark, Position, Rules
from noughts.core.errors import InvalidPosition
from tests.core import naive

LITTLE_BOARDS = [
    *((3, 3, 3), (2, 2, 2), (2, 2, 1), (1, 1, 1), (4, 1, 2), (1, 5, 3), (5, 1, 4), (2, 4, 2)),
    *((7, 1, 3), (1, 8, 2)),
    *(
        pytest.param(sides, marks=pytest.mark.slow)
        for sides in ((3, 3, 2), (3, 3, 1), (4, 2, 3), (2, 4, 4), (4, 3, 3))
    ),
]


def every_filling(width: int, height: int, k: int) -> list[naive.Board]:
    return [
        naive.Board(width, height, k, "".join(cells), turn)
        for cells in product(".xo", repeat=width * height)
        for turn in "xo"
    ]


def accepted(board: naive.Board) -> bool:
    """Whether the library accepts the board as bits, and as text: on large ones where it does."""
    rules = Rules(board.width, board.height, board.k)
    xs, os = naive.bits_of(board, "x"), naive.bits_of(board, "o")
    try:
        position = Position(rules, xs, os, Mark(board.turn))
    except InvalidPosition:
        if rules.size <= 9:
            with pytest.raises(InvalidPosition):
                Position.parse(str(board))
        return False
    assert Position.parse(str(board)) == position
    return True


@pytest.mark.untraced
@pytest.mark.parametrize("sides", LITTLE_BOARDS, ids=str)
def test_exactly_what_play_can_reach_is_a_position(sides: tuple[int, int, int]) -> None:
    """Every filling with either side to move; on 3×3 that is 39,366, on 4×3 1,062,882."""
    positions = {board for board in every_filling(*sides) if accepted(board)}
    assert positions == naive.reachable(*sides)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("xx./.../... o 3", "2 X and 0 O: players take turns, so the counts differ by at most one"),
        ("oo./o.x/... x 3", "1 X and 3 O: players take turns"),
        ("x../.../... x 3", "1 X and 0 O: X moved last, so it's O's turn"),
        ("xo./.o./... o 3", "1 X and 2 O: O moved last, so it's X's turn"),
        ("xxx/ooo/... x 3", "both X and O have a line – the game ends with the first"),
        ("xxx/oo./..o x 3", "X has a line, so the game is over and X moved last"),
        ("xx./ooo/x.. o 3", "O has a line, so the game is over and O moved last"),
        ("xxx/.../xxx/ooo/ooo o 3", "both X and O have a line"),
        ("xxx./..../xxx./.o.o/oo.o/o... x 3", "X has a line, so the game is over"),
        ("xxx./oo.o/xxx./o.o. o 3", "no single move completes all the lines that X has"),
        ("ooox./xx.x./xxooo x 3", "no single move completes all the lines that O has"),
        ("xxxxxx/oo.oo./.....o o 3", "no single move completes all the lines that X has"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(text: str, fault: str) -> None:
    with pytest.raises(InvalidPosition, match=fault):
        Position.parse(text)


@pytest.mark.parametrize(
    ("xs", "os", "fault"),
    [
        (1 << 9, 0, "a mark is off the board"),
        (0, 1 << 9, "a mark is off the board"),
        (-1, 0, "a mark is off the board"),
        (0, -1, "a mark is off the board"),
        (0b000_100_000, 0b001_100_001, "c2 holds both X and O"),
    ],
)
def test_bits_that_no_text_could_give_are_refused_too(xs: int, os: int, fault: str) -> None:
    with pytest.raises(InvalidPosition, match=fault):
        Position(Rules(), xs, os, Mark.X)
