"""Ctrl-C while the computer thinks: the first one makes it move, the second one interrupts."""

from __future__ import annotations

import io
import signal
import threading

import pytest

from noughts import Limit, Position, Rules
from noughts.players.base import Choice, Deterministic
from noughts.search import engine_for
from noughts.terminal.console import Console
from noughts.terminal.interruption import on_interrupt
from noughts.terminal.session import play_session
from tests.typed_session import lines, table_of


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_first_interrupt_stops_and_the_second_one_is_one() -> None:
    stopped: list[bool] = []
    with on_interrupt(lambda: stopped.append(True)):
        interrupt()
        assert stopped == [True]
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert stopped == [True]
    with pytest.raises(KeyboardInterrupt):  # afterwards the first is one again
        interrupt()


def test_in_another_thread_nothing_changes() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def think() -> None:
        with on_interrupt(lambda: None):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert seen == [before]


class Thinker(Deterministic):
    """Searches without a limit, and is interrupted once it has found something."""

    name = "thinker"

    def move(self, position: Position) -> int:
        return self.choose(position).move

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        assert limit == Limit(seconds=30)
        engine = engine_for(position.rules)
        found = engine.search(position, Limit(), report=lambda _: interrupt())
        return Choice(found.move)


def test_a_long_thought_ends_with_a_move_and_the_game_goes_on() -> None:
    said = io.StringIO()
    table = table_of(o=Thinker(), start=Rules(15, 15, 5).start(), thinking=Limit(seconds=30))
    play_session(table, Console(io.BytesIO(lines("h8", "resign")), said))
    assert (
        "Thinking for up to 30 seconds – press Ctrl-C for an answer now\nThe computer takes "
        in said.getvalue()
    )
    assert "The computer wins – you resigned." in said.getvalue()
