"""The referee: who fails loses, and how."""

from __future__ import annotations

import pytest

from noughts import Ending, Limit, Mark, Position, Rules, Termination
from noughts.arena import pairs
from noughts.arena.pairs import Stopped, play_game
from noughts.core.errors import Unsolved
from noughts.engine import EngineFailure, Fault
from noughts.players import Player
from noughts.search import engine_for
from tests.arena.players import First, Stubborn

START = Rules().start()


class Raises(First):
    """Raises what it is given."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def move(self, position: Position) -> int:  # noqa: ARG002
        raise self.error


def sides(x: Player, o: Player, limit: Limit | None = None) -> dict[Mark, tuple[Player, Limit]]:
    return {Mark.X: (x, limit or Limit()), Mark.O: (o, limit or Limit())}


def test_a_game_without_a_fault_ends_on_the_board_or_is_stopped() -> None:
    played = play_game(START, sides(First(), First()))
    assert played.failure is None
    assert played.game.moves == (0, 1, 2, 3, 4, 5, 6)
    assert played.game.ending == Ending(Termination.LINE, Mark.X)
    assert set(played.slowest) == set(Mark)
    answers = iter([False, False, True])
    with pytest.raises(Stopped):
        play_game(START, sides(First(), First()), lambda: next(answers))


@pytest.mark.parametrize(
    ("bad", "fault", "said"),
    [
        (Stubborn(), Fault.ILLEGAL, "stubborn chose wrongly: a1 is already taken by X"),
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
    monkeypatch.setattr(pairs, "GRACE_SECONDS", 0.0)
    played = play_game(START, sides(First(), First(), Limit(seconds=0.0)))
    assert played.failure is not None
    assert (played.failure.mark, played.failure.fault) == (Mark.X, Fault.TIME)
    assert played.failure.reason == "took 0.00 seconds for a move"


def test_each_side_searches_with_an_engine_of_its_own() -> None:
    class Remembers(First):
        def move(self, position: Position) -> int | str:
            engines.append(engine_for(position.rules))
            return super().move(position)

    engines = [engine_for(START.rules)]
    play_game(START, sides(Remembers(), Remembers()))
    assert len(set(map(id, engines))) == 3
    assert engines[1:3] * 3 == engines[1:7]
