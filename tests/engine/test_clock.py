"""The time our engine takes: within what the manager gives, whatever it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.engine.clock import Clock
from noughts.engine.protocol import UNLIMITED


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
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
    ],
)
def test_the_limit_leaves_a_margin(clock: Clock, seconds: float) -> None:
    assert clock.limit().seconds == pytest.approx(seconds)


TIMES = st.integers(-(10**18), 10**18)


@given(st.builds(Clock, st.none() | TIMES, TIMES, st.none() | TIMES))
def test_every_clock_has_a_limit(clock: Clock) -> None:
    seconds = clock.limit().seconds
    assert seconds is not None
    assert seconds >= 0.005


def test_the_nodes_are_passed_on() -> None:
    assert Clock(max_node=50).limit().nodes == 50
    assert Clock(max_node=0).limit().nodes is None
