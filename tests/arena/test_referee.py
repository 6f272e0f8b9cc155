"""The referee: who fails loses, and how."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from noughts import Ending, Limit, Mark, Position, Rules, Termination
from noughts.arena import referee
from noughts.arena.referee import Side, Stopped, play_game
from noughts.core.errors import Unsolved
from noughts.engine import EngineFailure, Fault
from noughts.players import Deterministic, Player
from noughts.search import engine_for

START = Rules().start()


class First(Deterministic):
    """Takes the first free square."""

    def move(self, position: Position) -> int:
        return position.moves[0]


class Liar(Deterministic):
    """Takes a1."""

    def move(self, position: Position) -> str:  # noqa: ARG002
        return "a1"


class Raises(First):
    """Raises what it is given."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def move(self, position: Position) -> int:  # noqa: ARG002
        raise self.error


def sides(x: Player, o: Player, limit: Limit | None = None) -> Mapping[Mark, Side]:
    return {Mark.X: Side(x, limit or Limit()), Mark.O: Side(o, limit or Limit())}


def test_a_game_without_a_fault_ends_on_the_board() -> None:
    played = play_game(START, sides(First(), First()))
    assert played.failure is None
    assert played.game.moves == (0, 1, 2, 3, 4, 5, 6)
    assert played.game.ending == Ending(Termination.LINE, Mark.X)
    assert set(played.slowest) == set(Mark)


@pytest.mark.parametrize(
    ("bad", "fault", "said"),
    [
        (Liar(), Fault.ILLEGAL, "liar chose wrongly: a1 is already taken by X"),
        (Raises(Unsolved("too hard")), Fault.CRASH, "Unsolved: too hard"),
        (Raises(ZeroDivisionError()), Fault.CRASH, "ZeroDivisionError: "),
        (Raises(EngineFailure(Fault.TIME, "asleep")), Fault.TIME, "asleep"),
    ],
)
def test_who_fails_loses(bad: Player, fault: Fault, said: str) -> None:
    played = play_game(START, sides(First(), bad))
    assert played.failure is not None
    assert (played.failure.mark, played.failure.fault) == (Mark.O, fault)
    assert played.failure.reason == said
    late = fault is Fault.TIME
    termination = Termination.TIME if late else Termination.ABANDONED
    assert played.game.ending == Ending(termination, Mark.X)
    assert played.game.moves == (0,)


def test_our_own_players_lose_on_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "GRACE_SECONDS", 0.0)
    played = play_game(START, sides(First(), First(), Limit(seconds=0.0)))
    assert played.failure is not None
    assert (played.failure.mark, played.failure.fault) == (Mark.X, Fault.TIME)
    assert played.failure.reason == "took 0.00 seconds for a move"


def test_a_game_can_be_stopped() -> None:
    answers = iter([False, False, True])
    with pytest.raises(Stopped):
        play_game(START, sides(First(), First()), lambda: next(answers))


class Remembers(First):
    """Asks for the engine of its context."""

    def __init__(self) -> None:
        super().__init__()
        self.engines: set[int] = set()

    def move(self, position: Position) -> int:
        self.engines.add(id(engine_for(position.rules)))
        return super().move(position)


def test_each_side_searches_with_an_engine_of_its_own() -> None:
    first, second = Remembers(), Remembers()
    playing = sides(first, second)  # which keeps the engines alive, so that no two share an id
    play_game(START, playing)
    assert len(first.engines) == len(second.engines) == 1
    assert len(first.engines | second.engines | {id(engine_for(START.rules))}) == 3
