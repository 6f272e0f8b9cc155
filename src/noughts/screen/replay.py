"""Games that are shown move by move: recorded ones, with a review, and those of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from threading import Thread
from typing import TypeAlias

from textual import events

from noughts.core import Game, Mark, Rules
from noughts.core.record import Record
from noughts.screen.base import BoardScreen, in_background
from noughts.screen.board import Picture, picture_of
from noughts.screen.coaching import Answer, review
from noughts.screen.panel import Key, Report, Side
from noughts.wording.game_text import board_text, status_text
from noughts.wording.language import gettext as _
from noughts.wording.text import ending_text, lines_text, paragraph, printable, subjects_for, taken

Watched: TypeAlias = tuple[Record, Sequence[tuple[str, str]]]  # and how the match stands, in words

_PRINTED = 40  # letters of a name
_REST = 5  # steps that the end of a game of a match stays


class ReplayScreen(BoardScreen):
    """A walk through games; with `is_review` the coach speaks of each move at once."""

    def __init__(
        self, records: Sequence[Record], *, is_review: bool = False, you: Mark | None = None
    ) -> None:
        self._records, self._you = records, you
        self._number = 0
        self.ply = 0
        self._is_review = is_review
        self._review: Sequence[Answer] = ()  # at each ply, once the game is reviewed
        super().__init__()

    @property
    def record(self) -> Record:
        """The game that is shown."""
        return self._records[self._number]

    @property
    def _shown(self) -> Game:
        return _part(self.record.game, self.ply)

    def picture(self) -> Picture:
        notes = self._review[self.ply].notes if self._is_review and self._review else None
        return picture_of(self._shown, notes, has_cursor=False)

    def report(self) -> Report:
        game, shown = self.record.game, self._shown
        coach = self._review[self.ply].text if self._review else _("Thinking…")
        title = board_text(game.rules)
        if len(self._records) > 1:
            number = _("{number} of {count}", number=self._number + 1, count=len(self._records))
            title = f"{title} · {number}"
        return Report(
            title=title,
            status=self._status(),
            sides=tuple(
                Side(mark, printable(self.record.players[mark], _PRINTED)) for mark in Mark
            ),
            turn=None if shown.ending is not None else shown.position.turn,
            coach=coach if self._is_review else "",
            moves=game.move_names,
            current=self.ply,
            notice=self.notice,
        )

    def _status(self) -> str:
        if not self.ply:
            return _("Press → for the first move")
        shown = self._shown
        move = paragraph(taken(shown.position.turn.other, shown.move_names[-1]))
        if self.ply < len(self.record.game.moves):
            return move
        if shown.ending is None:
            return paragraph(move, _("The game wasn't finished."))
        how = ending_text(subjects_for([] if self._you is None else [self._you]), shown.ending)
        return paragraph(move, how, lines_text(shown.start.name, shown))

    def purpose(self) -> str:
        return _("The game as it was played, move by move.")

    def other_keys(self) -> list[tuple[str, str]]:
        return [("Home End", _("the start of the game, and its end"))]

    def keys(self) -> list[Key]:
        keys = [
            Key("→", _("Forward"), partial(self.go, 1)),
            Key("←", _("Back"), partial(self.go, -1)),
            Key("w", _("Hide why"), self.toggle_review, _("see only the moves"))
            if self._is_review
            else Key("w", _("Why?"), self.toggle_review, _("see what every move was worth")),
        ]
        if len(self._records) > 1:
            keys += [
                Key("n", _("Next game"), partial(self.turn_to, 1)),
                Key("p", _("Previous"), partial(self.turn_to, -1), _("the game before")),
            ]
        return keys

    def on_mount(self) -> None:
        self._go_on()

    def on_key(self, event: events.Key) -> None:
        last = len(self.record.game.moves)
        steps = {"right": 1, "space": 1, "enter": 1, "left": -1, "home": -last, "end": last}
        if event.key in steps:
            event.prevent_default()  # what other screens do on this key
            self.go(steps[event.key])

    def go(self, plies: int) -> None:
        """Go forward by a number of moves, or back if it is negative."""
        self.ply = min(max(self.ply + plies, 0), len(self.record.game.moves))
        self.show()

    def turn_to(self, further: int) -> None:
        """Show the next game, or the one before."""
        self._number = (self._number + further) % len(self._records)
        self.ply, self._review = 0, ()
        self._go_on()

    def toggle_review(self) -> None:
        """Let the coach speak of each move, or be quiet."""
        self._is_review = not self._is_review
        self._go_on()

    def _go_on(self) -> None:
        """Show the game, and have it reviewed, if that is wanted and not done yet."""
        self.show()
        if self._is_review and not self._review:
            self.work(partial(self._ask, self.record.game), is_alone=True)

    async def _ask(self, game: Game) -> None:
        answers = await in_background(partial(review, game, self._you))
        if game is self.record.game:
            self._review = answers
            self.show()


def open_review(screen: BoardScreen, game: Game, you: Mark | None) -> None:
    """Walk through the finished game of a screen with the coach, who may address one side."""
    names = {side.mark: side.name for side in screen.report().sides if side.mark is not None}
    screen.app.push_screen(ReplayScreen([Record(game, names)], is_review=True, you=you))


class MatchScreen(BoardScreen):
    """The latest games of a match, move by move; the match does not wait for that.

    `play` plays the match, in a thread of its own: it yields each game with how the match stands.
    """

    seconds_a_move = 0.3

    def __init__(self, rules: Rules, play: Callable[[], Iterable[Watched]]) -> None:
        self._play = play
        names = {mark: str(mark) for mark in Mark}  # until the first game is over
        self._record = self._latest = Record(Game(rules.start()), names)
        self._figures: Sequence[tuple[str, str]] = ()
        self._ply = 0
        self._is_paused = False
        self.is_over = self.is_stopped = False
        self.failure: BaseException | None = None
        super().__init__()

    def picture(self) -> Picture:
        return picture_of(_part(self._record.game, self._ply), has_cursor=False)

    def report(self) -> Report:
        game, shown = self._record.game, _part(self._record.game, self._ply)
        status = status_text(subjects_for([]), shown)
        if self.is_over:
            status = _("The match is over – press q for the report")
        elif not self._figures:
            status = _("The first games are being played…")
        elif self._is_paused:
            status = _("Paused – the match goes on")
        return Report(
            title=board_text(game.rules),
            status=status,
            sides=tuple(Side(mark, self._record.players[mark]) for mark in Mark),
            facts=tuple(self._figures),
            moves=game.move_names,
            current=len(shown.moves),
            notice=self.notice if self.failure is None else str(self.failure),
        )

    def purpose(self) -> str:
        return _("The latest games of a match, move by move; the match doesn't wait for that.")

    def other_keys(self) -> list[tuple[str, str]]:
        return []

    def keys(self) -> list[Key]:
        return [
            Key("p", _("Go on") if self._is_paused else _("Pause"), self.toggle_pause),
            Key("n", _("Next game"), self.next_game, _("the latest game")),
        ]

    def on_mount(self) -> None:
        Thread(target=self._run_match, daemon=True, name="match").start()
        self.set_interval(self.seconds_a_move, self.step)

    def on_unmount(self) -> None:
        self.is_stopped = True

    def _run_match(self) -> None:
        try:
            for record, figures in self._play():
                self._latest, self._figures = record, figures
                if self.is_stopped:
                    return
        except BaseException as error:
            self.failure = error
        self.is_over = True

    def toggle_pause(self) -> None:
        """Stop showing moves, or go on."""
        self._is_paused = not self._is_paused
        self.show()

    def next_game(self) -> None:
        """Show the latest game from its start."""
        self._record, self._ply = self._latest, 0
        self.show()

    def step(self) -> None:
        """Show one more move, or the next game."""
        if self._is_paused:
            return
        if self._ply < len(self._record.game.moves) + _REST:
            self._ply += 1
        elif self._latest is not self._record:
            self.next_game()
        self.show()


def _part(game: Game, plies: int) -> Game:
    """Return a game as far as it is shown."""
    return game if plies >= len(game.moves) else Game(game.start, game.moves[:plies])
