"""Who sits at the board, and what they agreed on before the first move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.players import Player
from noughts.terminal.styles import Style

if TYPE_CHECKING:
    from datetime import datetime

    from noughts.core.record import Record


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the board: a person at this terminal, or a computer player.

    `subject` is how sentences call it, `name` how records do.
    """

    subject: str
    name: str
    player: Player | None = None

    def does(self, verb: str) -> str:
        """The subject with its verb in the present tense.

        >>> Seat("you", "human").does("win"), Seat("X", "human").does("win")
        ('you win', 'X wins')
        """
        return f"{self.subject} {verb if self.subject == 'you' else _third_person(verb)}"


def _utc_now() -> datetime:
    from datetime import UTC, datetime  # noqa: PLC0415 - 1 ms, which the first board need not wait

    return datetime.now(UTC)


def _third_person(verb: str) -> str:
    """`lose on time` becomes `loses on time`."""
    first, *rest = verb.split()
    return " ".join([f"{first}s", *rest])


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that stays the same from game to game at one terminal."""

    start: Position
    seats: Mapping[Mark, Seat]
    style: Style
    adviser: Player
    keep: Callable[[Record], None] | None = None  # where finished games go
    now: Callable[[], datetime] = _utc_now

    @property
    def people(self) -> tuple[Mark, ...]:
        """The sides played by people."""
        return tuple(mark for mark in Mark if self.seats[mark].player is None)


def seats_for(players: Mapping[Mark, Player | None]) -> dict[Mark, Seat]:
    """A seat for each side, named by how many of the two are people."""
    people = sum(player is None for player in players.values())
    return {mark: _seat(mark, player, people) for mark, player in players.items()}


def _seat(mark: Mark, player: Player | None, people: int) -> Seat:
    if people != 1:
        return Seat(str(mark), "human" if player is None else player.name, player)
    if player is None:
        return Seat("you", "human")
    return Seat("the computer", player.name, player)
