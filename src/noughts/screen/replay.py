"""Recorded games, walked through move by move, with a review of each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from textual import events

from noughts.coach.reviews import (
    accuracy_text,
    better_moves,
    better_text,
    judgement_text,
    review,
    turning_point_text,
)
from noughts.core.game import Game
from noughts.core.game_text import board_text
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.core.text import ending_text, lines_text, paragraph, printable, subjects_for, taken
from noughts.language import gettext as _
from noughts.screen.background import in_background
from noughts.screen.base import BoardScreen
from noughts.screen.board import Note, Picture, Tone, picture_of
from noughts.screen.keys import Key
from noughts.screen.panel import Report, Side
from noughts.solver import Limit, Value

_LIMIT = Limit(seconds=1)  # for each move
_PRINTED = 40  # letters of a name


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What a review says of each move, with what would have been better, and of the whole game."""

    texts: tuple[str, ...]
    better: tuple[dict[int, Note], ...]
    summary: str


def reviewed(game: Game) -> Reviewed:
    """The review of a game in words."""
    found = review(game, _LIMIT)
    texts, better = [], []
    for explanation in found.explanations:
        right = better_moves(explanation, _LIMIT)
        value = Value.DRAW if explanation.best is None else explanation.best.value
        is_win = value is Value.WIN
        note = Note(better_text(value), "+" if is_win else "=", Tone.WIN if is_win else Tone.DRAW)
        texts.append(judgement_text(explanation, right))
        better.append(dict.fromkeys(right.moves, note))
    accuracies = (accuracy_text(found, mark) for mark in Mark)
    return Reviewed(tuple(texts), tuple(better), paragraph(turning_point_text(found), *accuracies))


class ReplayScreen(BoardScreen):
    """Walks through games; with `is_review` the coach speaks of each move at once."""

    def __init__(self, records: Sequence[Record], *, is_review: bool = False) -> None:
        self._records = records
        self._number = 0
        self.ply = 0
        self._is_review = is_review
        self._reviewed: Reviewed | None = None
        super().__init__()

    @property
    def record(self) -> Record:
        """The game that is shown."""
        return self._records[self._number]

    @property
    def _shown(self) -> Game:
        """The game as far as it is shown."""
        game = self.record.game
        return game if self.ply == len(game.moves) else Game(game.start, game.moves[: self.ply])

    def picture(self) -> Picture:
        notes = {}
        if self._is_review and self._reviewed is not None and self.ply:
            notes = self._reviewed.better[self.ply - 1]
        return picture_of(self._shown, notes, has_cursor=False)

    def report(self) -> Report:
        game = self.record.game
        title = board_text(game.rules)
        if len(self._records) > 1:
            number = _("{number} of {count}", number=self._number + 1, count=len(self._records))
            title = f"{title} · {number}"
        return Report(
            title=title,
            status=self._status(),
            sides=tuple(self._side(mark) for mark in Mark),
            coach=self._coach(),
            moves=game.move_names,
            current=self.ply,
            notice=self.notice,
        )

    def _side(self, mark: Mark) -> Side:
        name = printable(self.record.players[mark], _PRINTED)
        shown = self._shown
        return Side(mark, name, name, None, shown.ending is None and shown.position.turn is mark)

    def _status(self) -> str:
        shown, whole = self._shown, self.record.game
        if self.ply < len(whole.moves) or not self.ply:
            return self._move_text() or _("Press → for the first move")
        if shown.ending is None:
            return paragraph(self._move_text(), _("The game wasn't finished."))
        how = ending_text(subjects_for([]), shown.ending)
        return paragraph(self._move_text(), how, lines_text(shown.start.name, shown))

    def _move_text(self) -> str:
        shown = self._shown
        if not shown.moves:
            return ""
        return paragraph(taken(str(shown.position.turn.other), shown.move_names[-1]))

    def _coach(self) -> str:
        if not self._is_review:
            return ""
        if self._reviewed is None:
            return _("Thinking…")
        said = self._reviewed.texts[self.ply - 1] if self.ply else ""
        is_end = self.ply in (0, len(self.record.game.moves))
        return paragraph(said, self._reviewed.summary if is_end else "")

    def keys(self) -> list[Key]:
        keys = [
            Key("→", _("Forward"), partial(self.go, 1)),
            Key("←", _("Back"), partial(self.go, -1)),
            Key("w", _("Why?"), self.toggle_review, _("see what every move was worth")),
        ]
        if len(self._records) > 1:
            keys += [
                Key("n", _("Next game"), partial(self.turn_to, 1)),
                Key("p", _("Previous"), partial(self.turn_to, -1), _("the game before")),
            ]
        return keys

    def on_mount(self) -> None:
        self._review()

    def on_key(self, event: events.Key) -> None:
        last = len(self.record.game.moves)
        steps = {"right": 1, "space": 1, "enter": 1, "left": -1, "home": -last, "end": last}
        if event.key in steps:
            event.prevent_default()  # what other screens do on this key
            self.go(steps[event.key])

    def go(self, plies: int) -> None:
        """Go so many moves forward, or back."""
        self.ply = min(max(self.ply + plies, 0), len(self.record.game.moves))
        self.show()

    def turn_to(self, further: int) -> None:
        """Show the next game, or the one before."""
        self._number = (self._number + further) % len(self._records)
        self.ply, self._reviewed = 0, None
        self._review()
        self.show()

    def toggle_review(self) -> None:
        """Let the coach speak of each move, or be quiet."""
        self._is_review = not self._is_review
        self._review()
        self.show()

    def _review(self) -> None:
        if self._is_review and self._reviewed is None:
            self.work(partial(self._ask, self.record.game), is_alone=True)

    async def _ask(self, game: Game) -> None:
        found = await in_background(partial(reviewed, game))
        if game is self.record.game:
            self._reviewed = found
            self.show()
