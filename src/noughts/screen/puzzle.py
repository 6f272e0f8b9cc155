"""Puzzles, one after another, with the streak of those solved at the first try."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from noughts.coach import puzzle as puzzles
from noughts.core import Game, Move, Rules
from noughts.screen.base import BoardScreen, how_to_take, in_background
from noughts.screen.board import Picture, picture_of
from noughts.screen.panel import Key, Report
from noughts.wording.game_text import board_text
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kind of puzzles to pose; None for any."""

    rules: Rules = puzzles.BOARDS[0]
    theme: puzzles.Theme | None = None
    level: str | None = None

    def puzzle(self, rng: Random) -> puzzles.Puzzle:
        """A puzzle of that kind; raises NotationError where there is none."""
        return puzzles.random_puzzle(self.level, rng, self.theme, self.rules)


class PuzzleScreen(BoardScreen):
    """Poses puzzles until the person has enough."""

    def __init__(self, wanted: Wanted, rng: Random) -> None:
        self._wanted, self._rng = wanted, rng
        self.puzzle = wanted.puzzle(rng)
        self.game = Game(self.puzzle.position)
        self._coach = ""
        self.streak = self.best = 0
        self._is_first_try = True
        super().__init__()

    def picture(self) -> Picture:
        return picture_of(self.game, has_cursor=not self._is_solved)

    @property
    def _is_solved(self) -> bool:
        return bool(self.game.moves)

    def report(self) -> Report:
        return Report(
            title=f"{board_text(self.rules)} · {puzzles.theme_text(self.puzzle.theme)}",
            status=_("Press n for the next puzzle")
            if self._is_solved
            else puzzles.task_text(self.puzzle),
            advice=how_to_take(self.rules) if self._is_first_try and not self.best else "",
            coach=self._coach,
            facts=(
                (_("Level"), puzzles.level_text(self.puzzle.level)),
                (_("Streak"), str(self.streak)),
                (_("Best streak"), str(self.best)),
            ),
            notice=self.notice,
        )

    def keys(self) -> list[Key]:
        return [
            Key("n", _("Next puzzle"), self.next_puzzle),
            Key("h", _("Answer"), self.give_answer, _("see the answer, and why")),
            Key("l", _("Level"), self.choose_level, _("choose how hard they are")),
            Key("t", _("Kind"), self.choose_theme, _("choose what kind they are")),
            Key("b", _("Board"), self.choose_board, _("choose the board")),
        ]

    def take(self, move: Move) -> None:
        if self._is_solved:
            return
        played = self.game.play(move)
        self._coach = puzzles.answer_text(self.puzzle, move)
        if move == self.puzzle.answer:
            self.game = played
            if self._is_first_try:
                self.streak += 1
                self.best = max(self.best, self.streak)
        else:
            self.streak = 0
            self._coach = paragraph(self._coach, _("Try again"))
        self._is_first_try = False
        self.show()

    def give_answer(self) -> None:
        """Show the answer, which ends the streak."""
        if not self._is_solved:
            self.streak, self._is_first_try = 0, False
            self._coach = puzzles.solution_text(self.puzzle)
            self.board.point_at(self.puzzle.answer)
            self.show()

    def next_puzzle(self) -> None:
        """Pose another puzzle of the same kind."""
        self.work(self._pose, is_alone=True)

    async def _pose(self) -> None:
        self.puzzle = await in_background(partial(self._wanted.puzzle, self._rng))
        self.game = Game(self.puzzle.position)
        self._coach, self._is_first_try = "", True
        self._typed = self.notice = ""
        self.show()

    def choose_level(self) -> None:
        """Choose how hard the puzzles are."""

        def chosen(level: str) -> None:
            self._want(replace(self._wanted, level=level or None, theme=None))

        options = [
            ("", _("Any level")),
            *((level, puzzles.level_text(level)) for level in puzzles.LEVELS),
        ]
        self.ask(_("Level"), options, self._wanted.level or "", chosen)

    def choose_theme(self) -> None:
        """Choose what kind the puzzles are."""

        def chosen(name: str) -> None:
            self._want(
                replace(self._wanted, theme=puzzles.Theme(name) if name else None, level=None)
            )

        options = [("", _("Any kind"))]
        options += [
            (theme.value, puzzles.theme_text(theme)) for theme in puzzles.themes(self._wanted.rules)
        ]
        current = "" if self._wanted.theme is None else self._wanted.theme.value
        self.ask(_("Kind"), options, current, chosen)

    def choose_board(self) -> None:
        """Choose the board of the puzzles."""
        options = [(str(rules), board_text(rules)) for rules in puzzles.BOARDS]
        chosen = str(self._wanted.rules)
        self.ask(_("Board"), options, chosen, lambda name: self._want(Wanted(Rules.parse(name))))

    def _want(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self.next_puzzle()
