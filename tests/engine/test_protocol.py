"""The protocol as text: what is read, what is written, and that they agree."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NotationError, NoughtsError, Position, Rules
from noughts.engine import protocol
from noughts.engine.protocol import Command
from tests.core.strategies import boards, is_one_short_line, positions


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Command("", "")),
        ("  turn   7,7 \r\n", Command("TURN", "7,7")),
        ("INFO folder /a b", Command("INFO", "folder /a b")),
    ],
)
def test_a_line_is_a_word_and_the_rest(line: str, command: Command) -> None:
    assert Command.parse(line) == command


@given(boards(), st.data())
def test_a_square_is_read_as_it_is_written(rules: Rules, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, rules.size - 1))
    assert protocol.read_square(rules, protocol.write_square(rules, square)) == square


@given(boards())
def test_a_board_is_read_as_its_start_is_written(rules: Rules) -> None:
    word, _, rest = protocol.write_start(rules).partition(" ")
    read = protocol.read_start if word == "START" else protocol.read_rectangle
    assert read(rest, rules.k) == rules


@given(positions())
def test_the_stones_of_a_board_alternate(position: Position) -> None:
    first, *stones, last = protocol.write_board(position)
    assert (first, last) == ("BOARD", "DONE")
    read = [protocol.read_stone(position.rules, stone) for stone in stones]
    assert sum(1 << square for square, _ in read) == position.occupied
    own = sum(1 << square for square, whose in read if whose == protocol.OWN)
    assert own == position.marks(position.turn)
    assert all(one != other for (_, one), (_, other) in pairwise(read))
    assert not read or read[-1][1] == protocol.OPPONENTS, "who moved last is not to move"


@given(st.text(max_size=60))
def test_what_is_not_a_square_is_refused_in_one_line(text: str) -> None:
    for read in (protocol.read_square, protocol.read_stone):
        try:
            read(Rules(15, 15, 5), text)
        except NotationError as error:
            assert is_one_short_line(str(error))
    for start in (protocol.read_start, protocol.read_rectangle):
        try:
            start(text)
        except NoughtsError as error:
            assert is_one_short_line(str(error))


@pytest.mark.parametrize("text", ["٣,٣", "1.0,2", "1,2,3", "1", "", "0x1,2", "1_0,2", "+1,2"])
def test_digits_are_digits(text: str) -> None:
    with pytest.raises(NotationError):
        protocol.read_square(Rules(15, 15, 5), text)
