"""Which positions are valid: exactly those that play from the empty board reaches."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from noughts.core.errors import InvalidPosition
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from tests.core import naive

LITTLE_BOARDS = [
    (3, 3, 3),
    pytest.param((3, 3, 2), marks=pytest.mark.slow),
    pytest.param((3, 3, 1), marks=pytest.mark.slow),
    (2, 2, 2),
    (2, 2, 1),
    (1, 1, 1),
    (4, 1, 2),
    (1, 5, 3),
    (5, 1, 4),
    pytest.param((4, 2, 3), marks=pytest.mark.slow),
    (2, 4, 2),
    pytest.param((2, 4, 4), marks=pytest.mark.slow),
    (7, 1, 3),
    (1, 8, 2),
]


def every_filling(width: int, height: int, k: int) -> list[naive.Board]:
    return [
        naive.Board(width, height, k, "".join(cells), turn)
        for cells in product(".xo", repeat=width * height)
        for turn in "xo"
    ]


def accepted(board: naive.Board) -> bool:
    """Whether the library accepts the board, both as bits and as text."""
    rules = Rules(board.width, board.height, board.k)
    xs, os = naive.bits_of(board, "x"), naive.bits_of(board, "o")
    try:
        position = Position(rules, xs, os, Mark(board.turn))
    except InvalidPosition:
        with pytest.raises(InvalidPosition):
            Position.parse(str(board))
        return False
    assert Position.parse(str(board)) == position
    return True


@pytest.mark.untraced
@pytest.mark.parametrize("sides", LITTLE_BOARDS, ids=str)
def test_exactly_what_play_can_reach_is_a_position(sides: tuple[int, int, int]) -> None:
    """Every filling with either side to move; on 3×3 that is 39,366, of which 10,956 can be."""
    positions = {board for board in every_filling(*sides) if accepted(board)}
    assert positions == naive.reachable(*sides)


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(4, 3, 3), (3, 4, 3), (4, 3, 2), (3, 4, 4)], ids=str)
def test_sampled_fillings_are_positions_when_some_last_move_explains_them(
    sides: tuple[int, int, int],
) -> None:
    random = Random(str(sides))
    width, height, k = sides
    verdicts = []
    for _ in range(600):
        filled = random.randint(0, width * height)
        marks = [*"xo" * (filled // 2), *random.choice("xo") * (filled % 2)]
        cells = [*marks, *"." * (width * height - filled)]
        random.shuffle(cells)
        board = naive.Board(width, height, k, "".join(cells), random.choice("xo"))
        verdicts.append(accepted(board))
        assert verdicts[-1] == naive.has_history(board), str(board)
    assert 100 < sum(verdicts) < 500  # both answers came up often


@pytest.mark.slow
def test_exactly_what_play_can_reach_is_a_position_on_a_board_of_twelve() -> None:
    """All 1,062,882 fillings of 4×3 with either side to move."""
    positions = {board for board in every_filling(4, 3, 3) if accepted(board)}
    assert positions == naive.reachable(4, 3, 3)


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


@pytest.mark.parametrize(
    "text",
    [
        "xxxxx/oo.oo o 3",  # one line of five, closed by its middle
        "xxx/xoo/xoo o 3",  # two lines at once, crossing at the corner
        "xxx/oxo/oxo o 3",
    ],
)
def test_lines_that_one_move_can_complete_together_are_accepted(text: str) -> None:
    board = Position.parse(text)
    assert board.is_over
