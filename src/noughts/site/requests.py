"""A request as its route reads it: the games that it brings, and those that it changes."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import blake2b
from secrets import token_hex
from typing import Any

from noughts.core import Game, Position
from noughts.core.errors import Unsolved
from noughts.site import games
from noughts.site.games import LocalGame, Refused, Stale, UnknownGame
from noughts.views.game import SoloView
from noughts.wording.language import gettext as _

API = "/api/v1"
EVERY = "*"  # in place of an id: every game that there is
_ID_BYTES = 12  # as the server's ids have

log = logging.getLogger(__name__)


class StaleGame(Stale):
    """A command based on an old version, with a view of the latest."""

    def __init__(self, game: SoloView) -> None:
        super().__init__()
        self.game = game


class Needed(Exception):
    """A game that the request did not bring."""

    def __init__(self, id_: str) -> None:
        super().__init__(id_)
        self.id = id_


@dataclass(slots=True)
class Request:
    """A request as its route reads it, and what is to be stored after it."""

    values: Mapping[str, Any]  # of the parameters of its address
    body: Mapping[str, Any]
    now: str
    seed: str
    kept: Mapping[str, Any]
    changed: dict[str, LocalGame | None] = field(default_factory=dict)  # None: deleted

    @property
    def id(self) -> str:
        """The id of the game that it is about."""
        return str(self.values["game"])

    @property
    def today(self) -> date:
        """The date (UTC)."""
        return datetime.fromisoformat(self.now).astimezone(UTC).date()

    @property
    def position(self) -> Position:
        """The position that it is about; raises what `Position.parse` raises."""
        return Position.parse(self.values["position"])

    @property
    def changes(self) -> dict[str, Any]:
        """The games that changed, as a browser keeps them; None for one that was deleted."""
        return {id_: local and games.stored(local) for id_, local in self.changed.items()}

    def look_up(self, id_: str) -> LocalGame | None:
        """Return a game, if there is one."""
        if id_ in self.changed:
            return self.changed[id_]
        if id_ not in self.kept:
            raise Needed(id_)
        kept = self.kept[id_]
        return None if kept is None else games.restored(kept)

    def listed(self) -> Iterator[tuple[str, LocalGame]]:
        """Yield the games that the request brings, latest first; read one by one."""
        kept = {id_: game for id_, game in self.kept.items() if isinstance(game, Mapping)}
        for id_ in sorted(kept, key=lambda id_: str(kept[id_].get("began")), reverse=True):
            with suppress(games.DamagedGame):  # the others are there all the same
                if (local := self.look_up(id_)) is not None:
                    yield id_, local

    def find_now(self) -> LocalGame:
        """Return the game as it is; raises UnknownGame."""
        if (local := self.look_up(self.id)) is None:
            raise UnknownGame
        return local

    def find(self, most: float = games.LONGEST) -> LocalGame:
        """Return the game after a pending move of the computer, which has so many seconds."""
        local = self.find_now()
        if local.is_computer_to_move:
            try:
                local = self.changed[self.id] = games.reply(local, self.now, most)
            except Unsolved as error:  # the next request tries again
                log.warning("computer move failed: %s", error)
        return local

    def round(self) -> LocalGame:
        """Return the game of a series, which has one alone; raises UnknownGame for any other."""
        local, number = self.find(), self.values.get("round") or self.body.get("round") or 1
        if number > 1:
            raise UnknownGame(_("This series has no game {number}", number=number))
        return local

    def new_id(self, command: str | None) -> str:
        """Return the id of a game that a command begins, the same for a repeated one."""
        text = f"{self.seed} {command or token_hex(8)}"
        return blake2b(text.encode(errors="replace"), digest_size=_ID_BYTES).hexdigest()

    def begin(self, local: LocalGame) -> SoloView:
        """Begin a game, unless its command has begun it before; raises Refused."""
        id_ = self.new_id(local.command)
        begun = None if local.command is None else self.look_up(id_)
        if begun is None:
            begun = self.changed[id_] = local
        elif not begun.begins_like(local):
            raise Refused(_("Another command had this id before – choose a new one"))
        return self.view(begun, id_=id_)

    def view(self, local: LocalGame, before: Game | None = None, id_: str = "") -> SoloView:
        """Return the view of a game."""
        return SoloView.of(id_ or self.id, local.solo, before)
