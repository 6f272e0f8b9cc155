"""The protocol as text, read and written; the time our engine takes, whatever the manager says."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NotationError, NoughtsError, Rules
from noughts.engine import protocol
from noughts.engine.protocol import UNLIMITED, ProtocolLine
from noughts.engine.session import Clock
from tests.core.strategies import boards, is_one_short_line


def test_a_line_is_a_word_and_the_rest_and_digits_are_digits() -> None:
    assert ProtocolLine.parse("") == ProtocolLine("", "")
    assert ProtocolLine.parse("  turn   7,7 \r\n") == ProtocolLine("TURN", "7,7")
    assert ProtocolLine.parse("INFO folder /a b") == ProtocolLine("INFO", "folder /a b")
    for text in ("٣,٣", "1.0,2", "1,2,3", "1", "", "0x1,2", "1_0,2", "+1,2"):
        with pytest.raises(NotationError):
            protocol.read_square(Rules(15, 15, 5), text)


@given(boards(), st.data())
def test_a_square_and_a_start_are_read_as_written(rules: Rules, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, rules.size - 1))
    assert protocol.read_square(rules, protocol.write_square(rules, square)) == square
    word, _, rest = protocol.write_start(rules).partition(" ")
    assert protocol.read_start(word, rest, rules.k) == rules


@given(st.text(max_size=60))
def test_what_is_not_a_square_or_a_board_is_refused_in_one_line(text: str) -> None:
    rules = Rules(15, 15, 5)
    for read in (
        partial(protocol.read_square, rules),
        partial(protocol.read_stone, rules),
        partial(protocol.read_start, "START"),
        partial(protocol.read_start, "RECTSTART"),
    ):
        try:
            read(text)
        except NoughtsError as error:
            assert is_one_short_line(str(error))


# The clock.


def test_the_limit_leaves_a_margin() -> None:
    for clock, seconds in (
        (Clock(), 0.95),
        (Clock(timeout_turn=500), 0.47),
        (Clock(timeout_turn=5_000), 4.75),
        (Clock(timeout_turn=30_000), 29.7),
        (Clock(timeout_turn=0), 0.005),
        (Clock(timeout_turn=500, time_left=UNLIMITED), 0.47),
        (Clock(timeout_turn=500, timeout_match=180_000), 0.47),
        (Clock(timeout_turn=30_000, timeout_match=180_000, time_left=UNLIMITED), 29.7),
        (Clock(timeout_turn=30_000, time_left=180_000), 8.7),
        (Clock(timeout_match=180_000), 8.7),
        (Clock(timeout_turn=30_000, time_left=1_000), 0.02),
        (Clock(timeout_turn=30_000, time_left=-5), 0.005),
    ):
        assert clock.limit().seconds == pytest.approx(seconds), clock
    assert Clock(max_node=50).limit().nodes == 50
    assert Clock(max_node=0).limit().nodes is None


TIMES = st.integers(-(10**18), 10**18)


@given(st.builds(Clock, st.none() | TIMES, TIMES, st.none() | TIMES))
def test_every_clock_has_a_limit(clock: Clock) -> None:
    seconds = clock.limit().seconds
    assert seconds is not None
    assert seconds >= 0.005
