"""What subscribers of a bus receive, and when."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from noughts.web.aggregates.bus import Bus

Message = tuple[str, int]


@pytest.fixture
def bus() -> Bus[Message]:
    return Bus()


def message(topic: str, number: int) -> Message:
    return topic, number


def test_who_listens_hears_of_this_game_alone_and_in_order(bus: Bus[Message]) -> None:
    heard: list[Message] = []
    bus.subscribe("one", heard.append)
    told = [message("one", square) for square in range(9)]
    for each in told:
        bus.publish("one", each)
        for other in ("two", "", "ONE", "one "):
            bus.publish(other, message(other, 0))
    assert heard == told


def test_what_nobody_hears_is_lost_and_not_kept_for_later(bus: Bus[Message]) -> None:
    heard: list[Message] = []
    bus.publish("one", message("one", 0))
    bus.subscribe("one", heard.append)
    assert heard == []


def test_all_who_listen_hear_the_same_and_who_stops_nothing_more(bus: Bus[Message]) -> None:
    ann: list[Message] = []
    ben: list[Message] = []
    stop = bus.subscribe("one", ann.append)
    bus.subscribe("one", ben.append)
    first, second = message("one", 0), message("one", 1)
    bus.publish("one", first)
    stop()
    bus.publish("one", second)
    assert (ann, ben) == ([first], [first, second])


def test_who_listens_twice_hears_twice_and_stops_once_each(bus: Bus[Message]) -> None:
    heard: list[Message] = []
    stops = [bus.subscribe("one", heard.append) for _ in range(2)]
    told = message("one", 0)
    for left in (2, 1, 0):
        heard.clear()
        bus.publish("one", told)
        assert heard == [told] * left
        if stops:
            stops.pop()()


def test_one_may_stop_or_begin_to_listen_while_something_is_told(bus: Bus[Message]) -> None:
    heard: list[str] = []
    stops: dict[str, Callable[[], None]] = {}

    def hear_once(_: Message) -> None:
        heard.append("once")
        stops["once"]()
        stops["late"] = bus.subscribe("one", lambda _: heard.append("late"))

    stops["once"] = bus.subscribe("one", hear_once)
    bus.subscribe("one", lambda _: heard.append("always"))
    bus.publish("one", message("one", 0))
    assert sorted(set(heard) - {"late"}) == ["always", "once"]
    heard.clear()
    bus.publish("one", message("one", 1))
    assert sorted(heard) == ["always", "late"]


@pytest.mark.parametrize("seed", range(5))
def test_at_random_everybody_hears_what_was_told_while_they_listened(
    bus: Bus[Message], seed: int
) -> None:
    chance = Random(seed)
    listening: list[tuple[str, Callable[[], None], list[Message], list[Message]]] = []
    ended = []
    for step in range(300):
        game = chance.choice(["one", "two", "three"])
        match chance.randrange(4):
            case 0:
                heard: list[Message] = []
                listening.append((game, bus.subscribe(game, heard.append), heard, []))
            case 1 if listening:
                ended.append(listening.pop(chance.randrange(len(listening))))
                ended[-1][1]()
            case _:
                told = message(game, step % 9)
                bus.publish(game, told)
                for name, _, _, expected in listening:
                    if name == game:
                        expected.append(told)
    for _, _, heard, expected in [*listening, *ended]:
        assert heard == expected
