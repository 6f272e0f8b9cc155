"""A game on a server, against a friend who may be anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from noughts.client import Connection, Refusal, Unreachable
from noughts.client.session import Seen, checking_messages
from noughts.core import Game, Mark, Move
from noughts.core.errors import NoughtsError
from noughts.screen.base import BoardScreen, in_background
from noughts.screen.board import Picture, picture_of
from noughts.screen.panel import Key, Report, Side
from noughts.wording.game_text import board_text, offer_text, status_text
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _
from noughts.wording.text import Role, Subjects, lines_text, paragraph, subjects_for

_PAUSE = 2.0  # seconds between attempts to reach the server


class FriendScreen(BoardScreen):
    """A game on a server, in its free seat, or watched where no seat is free."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._seen = Seen()
        self._trouble = _("Connecting…")
        super().__init__()

    # --- what is shown

    @property
    def own(self) -> Mark | None:
        """The side played here."""
        return self._seen.own

    @property
    def game(self) -> Game:
        """The game as it was heard of last."""
        return self._seen.game

    @property
    def _subjects(self) -> Subjects:
        own = self.own
        return subjects_for([]) if own is None else {own: Role.YOU, own.other: Role.OPPONENT}

    def picture(self) -> Picture:
        return picture_of(self.game, has_cursor=self.own is not None)

    def report(self) -> Report:
        score = self._seen.view.get("score", {})
        return Report(
            title=board_text(self.game.rules),
            status=self._status(),
            sides=tuple(
                Side.of(mark, self._subjects[mark], score.get(mark.value)) for mark in Mark
            ),
            turn=None if self.game.ending is not None else self.game.position.turn,
            draws=score.get("drawn"),
            coach=self._offer_text(),
            moves=self.game.move_names,
            notice=self.notice,
        )

    def _status(self) -> str:
        if self._trouble:
            return self._trouble
        if any(seat["is_free"] for seat in self._seen.view.get("seats", {}).values()):
            return _("Waiting for your friend – send them the link")
        status = status_text(self._subjects, self.game)
        line = lines_text(self.game.start.name, self.game)
        return paragraph(status, line) if line else status

    def _offer_text(self) -> str:
        if self._seen.offer is None:
            return ""
        offer, side = self._seen.offer
        sentence = paragraph(offer_text(self._subjects, offer, side))
        is_own = side is self.own
        return sentence if is_own else paragraph(sentence, _("Press y to accept, x to decline"))

    def other_keys(self) -> list[tuple[str, str]]:
        return [] if self.own is None else super().other_keys()

    def keys(self) -> list[Key]:
        is_over = self.game.ending is not None
        keys = [Key("r", _("Review"), self.review)] if is_over else []
        if self.own is None:
            return keys
        offer = self._seen.offer
        if offer is not None and offer[1] is not self.own:
            keys += [
                Key("y", _("Accept"), partial(self.act, offer[0].value)),
                Key("x", _("Decline"), partial(self.act, "decline")),
            ]
        if is_over:
            return [*keys, Key("n", _("Rematch"), partial(self.act, "rematch"))]
        return [
            *keys,
            Key("u", _("Undo"), partial(self.act, "undo"), _("ask to take back your last move")),
            Key("d", _("Offer a draw"), partial(self.act, "draw")),
            Key("r", _("Resign"), partial(self.confirm_resigning, partial(self.act, "resign"))),
        ]

    # --- what is sent

    def take(self, move: Move) -> None:
        if self.own is None:
            self.say(_("You're watching this game, not playing it"))
        elif self.game.ending is None and self.game.position.turn is self.own:
            self.game.play(move)  # raises if it is not legal
            self.act("play", square=move)

    def review(self) -> None:
        """Walk through the game that is over, with the coach."""
        from noughts.screen.replay import open_review  # with the coach, takes 40 ms

        open_review(self, self.game, self.own)

    def act(self, action: str, **fields: object) -> None:
        """Send an action to the server; what it changes comes back as a message."""
        self.work(partial(self._send, action, {"version": self._seen.version, **fields}))

    async def _send(self, action: str, fields: Mapping[str, object]) -> None:
        try:
            await in_background(partial(self._connection.post, action, **fields))
        except (Refusal, Unreachable) as error:
            self.say(worded(error))

    # --- what comes

    def on_mount(self) -> None:
        self._listening = asyncio.create_task(self._listen())

    def on_unmount(self) -> None:
        self._listening.cancel()

    async def _listen(self) -> None:
        """Show what the server says, and connect again whenever that breaks."""
        while True:
            next_message = partial(next, self._connection.messages())
            try:
                while True:
                    self.receive(await in_background(next_message))
            except Refusal as error:
                self._trouble_with(worded(error))
                return
            except Unreachable as error:
                self._trouble_with(_("{problem} – trying again…", problem=error))
            await asyncio.sleep(_PAUSE)

    def _trouble_with(self, problem: str) -> None:
        self._trouble = problem
        self.show()

    def receive(self, message: Mapping[str, Any]) -> None:
        """Show what a message says."""
        try:
            with checking_messages():
                if message["type"] in ("view", "event"):
                    self._seen, self._trouble = self._seen.after(message), ""
                if message["type"] == "view" and self._seen.view["can_sit"]:
                    self.work(partial(self._send, "sit", {}))
        except NoughtsError as error:
            self._trouble = worded(error)
        self.show()
