"""A match between two players, watched while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Thread

from noughts.core.game import Game
from noughts.core.game_text import board_text, status_text
from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.core.text import subjects_for
from noughts.language import gettext as _
from noughts.screen.base import BoardScreen
from noughts.screen.board import Picture, picture_of
from noughts.screen.keys import Key
from noughts.screen.panel import Report, Side

_REST = 5  # steps that the end of a game stays


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that was played, by whom, and how the match stands."""

    game: Game
    players: Mapping[Mark, str]
    figures: tuple[tuple[str, str], ...]


class MatchScreen(BoardScreen):
    """Shows the latest games of a match, move by move; the match does not wait for that.

    `play` plays the match: it yields each game, and runs in a thread of its own.
    """

    seconds_a_move = 0.3

    def __init__(self, rules: Rules, play: Callable[[], Iterable[Watched]]) -> None:
        self._play = play
        self._latest: Watched | None = None
        self._watched = Watched(Game(rules.start()), {mark: str(mark) for mark in Mark}, ())
        self._ply = self._rest = 0
        self._is_paused = False
        self.is_over = self.is_stopped = False
        self.failure: BaseException | None = None
        super().__init__()

    def picture(self) -> Picture:
        return picture_of(self._shown, has_cursor=False)

    @property
    def _shown(self) -> Game:
        game = self._watched.game
        whole = self._ply >= len(game.moves)
        return game if whole else Game(game.start, game.moves[: self._ply])

    def report(self) -> Report:
        latest = self._latest or self._watched
        status = status_text(subjects_for([]), self._shown)
        if self.is_over:
            status = _("The match is over – press q for the report")
        elif not latest.figures:
            status = _("The first games are being played…")
        elif self._is_paused:
            status = _("Paused – the match goes on")
        return Report(
            title=board_text(self._watched.game.rules),
            status=status,
            sides=tuple(
                Side(mark, self._watched.players[mark], self._watched.players[mark])
                for mark in Mark
            ),
            facts=latest.figures,
            moves=self._watched.game.move_names,
            current=self._ply,
            notice=self.notice if self.failure is None else str(self.failure),
        )

    def keys(self) -> list[Key]:
        label = _("Go on") if self._is_paused else _("Pause")
        return [
            Key("p", label, self.toggle_pause),
            Key("n", _("Next game"), self.next_game, _("the latest game")),
        ]

    def on_mount(self) -> None:
        Thread(target=self._run_match, daemon=True, name="match").start()
        self.set_interval(self.seconds_a_move, self.step)

    def on_unmount(self) -> None:
        self.is_stopped = True

    def _run_match(self) -> None:
        try:
            for watched in self._play():
                self._latest = watched
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
        if self._latest is not None:
            self._watched = self._latest
            self._ply = self._rest = 0
            self.show()

    def step(self) -> None:
        """Show one more move, or the next game."""
        if self._is_paused:
            return
        if self._ply < len(self._watched.game.moves):
            self._ply += 1
        elif self._rest < _REST:
            self._rest += 1
        elif self._latest is not self._watched:
            self.next_game()
        self.show()
