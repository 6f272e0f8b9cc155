"""Small tournaments in all that can happen to them; `tests.server.rooms.walk` says how much."""

from __future__ import annotations

import pytest

from noughts.server.rooms import types
from noughts.server.rooms.types import RoomEvent, Way
from tests.server.rooms.walk import COUNTS, WAYS, Walk

OF_ALL: set[type[RoomEvent]] = {
    types.Joined,
    types.Left,
    types.Finished,
    types.PresenceChanged,
    types.Chosen,
}
OF_EACH: dict[Way, set[type[RoomEvent]]] = {
    Way.FREE: {types.Paired, types.Looked},
    Way.SWISS: {types.RoundBegan, types.PairsAdded, types.Extended, types.RestChanged, types.Ended},
    Way.ROUND_ROBIN: {types.RoundBegan, types.Entered, types.PairsAdded, types.Ended},
    Way.ARENA: {types.PairsAdded, types.Extended, types.RestChanged, types.Ended},
}


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_happens_once_wrecks_a_tournament(way: Way, count: int) -> None:
    assert Walk(way, count, 1).events >= OF_ALL


@pytest.mark.parametrize("count", COUNTS[:2])
@pytest.mark.parametrize("way", [Way.SWISS, Way.ROUND_ROBIN])
def test_no_two_things_that_happen_wreck_a_tournament_of_few(way: Way, count: int) -> None:
    assert Walk(way, count, 2).events >= OF_ALL | OF_EACH[way]


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("way", WAYS)
def test_no_two_things_that_happen_wreck_a_tournament(way: Way) -> None:
    assert Walk(way, max(COUNTS), 2).events >= OF_ALL | OF_EACH[way]


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("way", [Way.FREE, Way.SWISS, Way.ROUND_ROBIN])
def test_no_three_things_that_happen_wreck_a_tournament_of_two(way: Way) -> None:
    assert Walk(way, min(COUNTS), 3).events >= OF_ALL | OF_EACH[way]
