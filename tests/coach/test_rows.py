"""The rows a mark makes, against cells walked one by one, and by their names."""

from __future__ import annotations

from hypothesis import given

from noughts import Mark, Position, Rules
from noughts.coach.findings import Row
from noughts.coach.tactics import open_lines, rows_made
from noughts.kernels import line_shapes as shapes
from tests.core import strategies
from tests.search.positions import threat_board

# The marks that the shapes of the kernels lack, and whether they are open.
ROWS = {
    shapes.TWO_CLOSED: (3, False),
    shapes.TWO_HALF: (3, True),
    shapes.TWO_OPEN: (3, True),
    shapes.THREE_CLOSED: (2, False),
    shapes.THREE_HALF: (2, True),
    shapes.THREE_OPEN: (2, True),
    shapes.FOUR: (1, False),
    shapes.OPEN_FOUR: (1, True),
}


def line_of(text: str) -> Position:
    """A position with a row of X on the middle line of a large board, and O's marks far away."""
    rules, spare = Rules(15, 15, 5), range(14, 15 * 15, 15)
    row = [7 * 15 + at for at in range(len(text))]
    xs = [square for square, letter in zip(row, text, strict=True) if letter == "x"]
    os = [square for square, letter in zip(row, text, strict=True) if letter == "o"]
    far = iter(spare)
    while len(os) < len(xs):
        os.append(next(far))
    xs += [15 * 14 + 2 * at for at in range(len(os) - len(xs))]
    bits = [sum(1 << square for square in squares) for squares in (xs, os)]
    return Position(rules, bits[0], bits[1], Mark.X)


def test_a_row_has_its_name() -> None:
    for line, row in [
        (".....xx*x.....", Row(4, 1, True)),
        ("....oxx*x.....", Row(4, 1, False)),
        (".....xx*......", Row(3, 2, True)),
        (".....x.*x.....", Row(3, 2, True)),
        ("....oxx*......", Row(3, 2, False)),
        ("...o.xx*.o....", Row(3, 2, False)),
        ("......x*......", Row(2, 3, True)),
        ("......x..*....", Row(2, 3, True)),
        (".....ox*......", Row(2, 3, False)),
        (".......*......", None),
        ("..oxx*.o......", None),
        (".....xxx*x....", None),
    ]:
        found = rows_made(line_of(line.replace("*", ".")), 7 * 15 + line.index("*"), Mark.X)
        assert [each for each in found if each == row or row is None or len(found) == 1] == (
            [] if row is None else [row]
        )


def test_open_lines_are_all_lines_of_an_empty_board_of_any_rows() -> None:
    start = Rules(15, 15, 5).start()
    lines = start.rules.line_masks
    for move in (0, 7, 112):
        assert open_lines(start, move) == sum(line >> move & 1 for line in lines)
    assert rows_made(Rules(26, 26, 26).start(), 0, Mark.X) == ()


@given(strategies.positions(longest=8))
def test_the_search_sees_the_same_rows(position: Position) -> None:
    """`rows_made` and the shapes of the kernels are two ways to say the same of a mark."""
    board = threat_board(position)
    for side, mark in enumerate((position.turn, position.turn.other)):
        for move in position.moves:
            key = board.keys[side * board.size + move]
            found = [key >> 4 * step & 15 for step in range(4)]
            seen = sorted(ROWS[shape] for shape in found if shape in ROWS)
            rows = rows_made(position, move, mark)
            expected = sorted((row.missing, row.is_open) for row in rows)
            most = position.rules.k - 2  # rows of one mark have no name
            assert [row for row in seen if row[0] <= most] == expected
