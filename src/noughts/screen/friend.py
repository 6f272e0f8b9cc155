"""A game on a server against somebody who may be anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextvars import copy_context
from functools import partial
from threading import Event, Thread
from typing import Any

from noughts.client import Connection, Refusal, Unreachable
from noughts.client.session import checking_messages, game_in
from noughts.core.bits import Move
from noughts.core.errors import NoughtsError
from noughts.core.game import Game
from noughts.core.game_text import board_text, offer_text, status_text
from noughts.core.grammar import worded
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import OPPONENT, YOU, Subjects, label_of, lines_text, paragraph, subjects_for
from noughts.language import gettext as _
from noughts.screen.background import in_background
from noughts.screen.base import BoardScreen
from noughts.screen.board import Picture, picture_of
from noughts.screen.keys import Key
from noughts.screen.panel import Report, Side

_PAUSE = 2.0  # seconds between attempts to reach the server


class FriendScreen(BoardScreen):
    """Takes the free seat of a game and plays it, or watches where no seat is free."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._full: Mapping[str, Any] = {}
        self._state: Mapping[str, Any] = {}
        self.game = Game()
        self._trouble = _("Connecting…")
        self._has_left = Event()
        super().__init__()

    # --- what is shown

    @property
    def own(self) -> Mark | None:
        """The side played here."""
        you = self._full.get("you")
        return Mark(you[0]) if you else None

    @property
    def _subjects(self) -> Subjects:
        own = self.own
        return subjects_for([]) if own is None else {own: YOU, own.other: OPPONENT}

    def picture(self) -> Picture:
        return picture_of(self.game, has_cursor=self.own is not None)

    def report(self) -> Report:
        score = self._full.get("score", {})
        return Report(
            title=board_text(self.game.rules),
            status=self._status(),
            sides=tuple(self._side(mark, score.get(mark.value)) for mark in Mark),
            draws=score.get("drawn"),
            coach=self._offer_text(),
            moves=self.game.move_names,
            notice=self.notice,
        )

    def _side(self, mark: Mark, points: int | None) -> Side:
        name = label_of(self._subjects[mark])
        is_to_move = self.game.ending is None and self.game.position.turn is mark
        return Side(mark, name, name, points, is_to_move)

    def _status(self) -> str:
        if self._trouble:
            return self._trouble
        if "free" in self._full.get("seats", {}).values():
            return _("Waiting for your friend – send them the link")
        line = lines_text(self.game.start.name, self.game)
        return (
            paragraph(status_text(self._subjects, self.game), line)
            if line
            else status_text(self._subjects, self.game)
        )

    @property
    def _offer(self) -> tuple[str, Mark] | None:
        offer = self._state.get("offer")
        return None if offer is None else (offer["kind"], Mark(offer["side"]))

    def _offer_text(self) -> str:
        if self._offer is None:
            return ""
        kind, side = self._offer
        said = paragraph(offer_text(self._subjects, kind, side))
        if side is self.own:
            return said
        return paragraph(said, _("Press y to accept, x to decline"))

    def keys(self) -> list[Key]:
        if self.own is None:
            return []
        keys = []
        if self._offer is not None and self._offer[1] is not self.own:
            keys = [Key("y", _("Accept"), self.accept), Key("x", _("Decline"), self.decline)]
        if self.game.ending is not None:
            return [*keys, Key("n", _("Rematch"), partial(self.act, "rematch"))]
        return [
            *keys,
            Key("u", _("Undo"), partial(self.act, "undo"), _("ask to take back your last move")),
            Key("d", _("Offer a draw"), partial(self.act, "draw")),
            Key("r", _("Resign"), self.resign),
        ]

    # --- what is sent

    def take(self, move: Move) -> None:
        if self.own is None:
            self.say(_("You're watching this game, not playing it"))
        elif self.game.ending is None and self.game.position.turn is self.own:
            self.game.play(move)  # raises if it is not legal
            self.act("play", square=move)

    def accept(self) -> None:
        """Agree to what the other player offers."""
        if self._offer is not None:
            self.act(self._offer[0])

    def decline(self) -> None:
        """Decline what the other player offers."""
        self.act("decline")

    def resign(self) -> None:
        """Give up the game, if that is meant."""
        options = [("no", _("Go on with this game")), ("yes", _("Yes, resign"))]
        self.ask(_("Resign"), options, "no", self._resign_if)

    def _resign_if(self, answer: str) -> None:
        if answer == "yes":
            self.act("resign")

    def act(self, action: str, **fields: object) -> None:
        """Send an action to the server; what it changes comes back as a message."""
        version = self._state.get("version", 1)
        self.work(partial(self._send, action, {"version": version, **fields}))

    async def _send(self, action: str, fields: Mapping[str, object]) -> None:
        try:
            await in_background(partial(self._connection.post, action, **fields))
        except (Refusal, Unreachable) as error:
            self.say(worded(error))

    # --- what comes

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        listen = partial(copy_context().run, self._listen, loop)  # the language is in it
        Thread(target=listen, daemon=True, name="messages").start()

    def on_unmount(self) -> None:
        self._has_left.set()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over the messages of the server, and connect again whenever that breaks."""
        while not self._has_left.is_set():
            try:
                for message in self._connection.messages():
                    self._hand_over(loop, partial(self.receive, message))
            except Refusal as error:
                self._hand_over(loop, partial(self._trouble_with, worded(error)))
                return
            except Unreachable as error:
                text = _("{problem} – trying again…", problem=error)
                self._hand_over(loop, partial(self._trouble_with, text))
            self._has_left.wait(_PAUSE)

    def _hand_over(self, loop: asyncio.AbstractEventLoop, callback: partial[None]) -> None:
        if not self._has_left.is_set() and not loop.is_closed():
            loop.call_soon_threadsafe(callback)

    def _trouble_with(self, problem: str) -> None:
        self._trouble = problem
        self.show()

    def receive(self, message: Mapping[str, Any]) -> None:
        """Show what a message says."""
        try:
            with checking_messages():
                self._receive(message)
        except NoughtsError as error:
            self._trouble = worded(error)
        self.show()

    def _receive(self, message: Mapping[str, Any]) -> None:
        match message["type"]:
            case "gameFull":
                self._full = message
                self.game = Game(Position.parse(message["start"]))
                self._receive_state(message["state"])
                if not message["you"] and "free" in message["seats"].values():
                    self.work(partial(self._send, "sit", {}))
            case "gameState":
                self._receive_state(message)

    def _receive_state(self, state: Mapping[str, Any]) -> None:
        self._trouble = ""
        self._state = state
        self.game = game_in(self.game.start, state)
