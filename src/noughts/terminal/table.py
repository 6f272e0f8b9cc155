"""The players of a session and the settings of its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.players import Player
from noughts.solver import Limit
from noughts.terminal.styles import Style
from noughts.wording.text import subjects_for

if TYPE_CHECKING:
    from datetime import datetime

    from noughts.core.record import Record


def _utc_now() -> datetime:
    from datetime import UTC, datetime  # 1 ms that need not delay the first board

    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that stays the same between the games of a session."""

    start: Position
    players: Mapping[Mark, Player | None]  # None for a person at this terminal
    style: Style
    adviser: Player
    thinking: Limit | None = None  # of the computer for a move, and of the adviser
    keep: Callable[[Record], None] | None = None  # called with each finished game
    now: Callable[[], datetime] = _utc_now

    @property
    def people(self) -> tuple[Mark, ...]:
        """The sides played by people."""
        return tuple(mark for mark in Mark if self.players[mark] is None)

    @property
    def subjects(self) -> dict[Mark, str]:
        """The names of the sides in sentences, which depend on how many are people."""
        return subjects_for(self.people)

    @property
    def names(self) -> dict[Mark, str]:
        """The names of the sides in records."""
        players = self.players.items()
        return {mark: "human" if player is None else player.name for mark, player in players}
