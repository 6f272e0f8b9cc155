"""A search that is told to stop returns what it has found."""

from __future__ import annotations

from threading import Event, Thread

from noughts import Limit, Rules
from noughts.search import Engine, Searched

START = Rules(15, 15, 5).start().play("h8").play("i9")


def test_a_search_without_a_limit_ends_when_it_is_stopped() -> None:
    engine, found = Engine(START.rules), []

    def report(searched: Searched) -> None:
        found.append(searched)
        if len(found) == 2:
            engine.stop()

    searched = engine.search(START, Limit(), report=report)
    assert searched.depth >= found[-1].depth >= 2
    assert START.is_legal(searched.move)


def test_another_thread_may_stop_it() -> None:
    engine, is_running = Engine(START.rules), Event()

    def stop() -> None:
        is_running.wait()
        engine.stop()

    other = Thread(target=stop)
    other.start()
    searched = engine.search(START, Limit(), report=lambda _: is_running.set())
    assert START.is_legal(searched.move)
    other.join()


def test_stopping_before_a_search_has_no_effect() -> None:
    engine = Engine(START.rules)
    engine.stop()
    assert engine.search(START, Limit(nodes=20_000)).depth > 1
