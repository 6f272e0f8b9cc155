"""Lessons and puzzles, one after another: a wrong move is answered, and tried again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from random import Random

from noughts.coach import lessons, solving
from noughts.coach import puzzle as puzzles
from noughts.coach.lessons import SEEDS, STEPS, Exercise, Lesson
from noughts.coach.tries import Try
from noughts.core import Game, Move, Rules
from noughts.screen.base import BoardScreen, how_to_take, in_background
from noughts.screen.board import Picture, picture_of
from noughts.screen.panel import Choice, Key, Report
from noughts.wording.game_text import board_text
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph

_PAUSE = 0.6  # seconds between the moves of a line that is played out


class LessonScreen(BoardScreen):
    """Lessons until the learner leaves; a wrong move is played out."""

    def __init__(self, lesson: Lesson, seed: int) -> None:
        asked = lessons.exercise(lesson, 1, seed)
        self._seed, self._advice = seed, how_to_take(asked.position.rules)
        self._set(asked)
        super().__init__()

    def _set(self, asked: Exercise) -> None:
        self.asked, self._coach = asked, ""
        self._set_try(lessons.play(asked, []))

    def _set_try(self, tried: Try) -> None:
        self.tried, self.game = tried, Game(tried.before).play(*tried.line)

    def picture(self) -> Picture:
        return picture_of(self.game, has_cursor=self._is_asking)

    @property
    def _is_asking(self) -> bool:
        """True if a move is wanted, the first or, after a right one, the next."""
        tried = self.tried
        return not tried.line or (tried.is_right and not tried.is_done)

    def report(self) -> Report:
        number = _("{count} of {all}", count=self.asked.step, all=STEPS)
        return Report(
            title=_lesson_name(self.asked.lesson),
            status=f"{number} · {self._what_next}",
            advice=self._advice,
            coach=self._coach,
            facts=((_("Idea"), lessons.idea_text(self.asked.lesson)),),
            notice=self.notice,
        )

    def purpose(self) -> str:
        return lessons.idea_text(self.asked.lesson)

    @property
    def _what_next(self) -> str:
        if self._is_asking:
            return lessons.task_text(self.asked)
        if not self.tried.is_right:
            return _("Press n to try again")
        if self.asked.step < STEPS:
            return _("Press n for the next position")
        if self.asked.lesson.following is not None:
            return _("Press n for the next lesson")
        return _("Press l to choose another lesson")

    def keys(self) -> list[Key]:
        keys = [
            Key("l", _("Lesson"), self.choose_lesson, _("choose the lesson")),
            Key("f", _("Other positions"), self.change_positions),
        ]
        if self.tried.line and not self.tried.is_right:
            return [Key("n", _("Try again"), self.try_again), *keys]
        if self._following is None:
            return keys
        return [Key("n", _("Next"), self.go_on), *keys]

    @property
    def _following(self) -> tuple[Lesson, int] | None:
        """The lesson and the step that come next."""
        lesson, step = self.asked.lesson, self.asked.step
        if step < STEPS:
            return lesson, step + 1
        return None if lesson.following is None else (lesson.following, 1)

    def take(self, move: Move) -> None:
        if self._is_asking:
            self.tried.position.play(move)  # raises if it is not legal
            self.work(partial(self._try, move), is_alone=True)

    async def _try(self, move: Move) -> None:
        asked, moves = self.asked, [*self.tried.moves, move]
        tried = await in_background(partial(lessons.play, asked, moves))
        is_end = tried.is_done and asked.step == STEPS
        self._coach = paragraph(tried.text, lessons.moral_text(asked.lesson) if is_end else "")
        self._advice = self.notice = ""
        self._set_try(tried)
        if self.app.animation_level != "none":
            whole = self.game
            for plies in range(1, len(tried.line)):
                self.game = Game(whole.start, whole.moves[:plies])
                self.show()
                await asyncio.sleep(_PAUSE)
            self.game = whole
        self.show()

    def try_again(self) -> None:
        """Go back to where the wrong move was made."""
        self.workers.cancel_all()  # which may still play it out
        self._set_try(lessons.play(self.asked, self.tried.moves))
        self.show()

    def go_on(self) -> None:
        """Show the next position, which may be the first of the next lesson."""
        if self._following is not None:
            self._begin(*self._following)

    def choose_lesson(self) -> None:
        """Choose the lesson to begin."""
        options = [(lesson.value, _lesson_name(lesson)) for lesson in Lesson]
        dialog = Choice(_("Lesson"), options, self.asked.lesson.value)
        self.ask(dialog, lambda name: self._begin(Lesson(name)))

    def change_positions(self) -> None:
        """Begin the lesson again with five other positions."""
        self._seed = (self._seed + 1) % SEEDS
        self._begin(self.asked.lesson)

    def _begin(self, lesson: Lesson, step: int = 1) -> None:
        self.work(partial(self._pose, lesson, step), is_alone=True)

    async def _pose(self, lesson: Lesson, step: int) -> None:
        self._set(await in_background(partial(lessons.exercise, lesson, step, self._seed)))
        self._typed = self.notice = ""
        self.show()


def _lesson_name(lesson: Lesson) -> str:
    return f"{list(Lesson).index(lesson) + 1}. {lessons.title_text(lesson)}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kind of puzzles to pose; None for any."""

    rules: Rules = puzzles.BOARDS[0]
    theme: puzzles.Theme | None = None
    level: str | None = None

    def puzzle(self, rng: Random) -> puzzles.Puzzle:
        """Return a puzzle of that kind; raises NotationError where there is none."""
        return puzzles.random_puzzle(self.level, rng, self.theme, self.rules)


class PuzzleScreen(BoardScreen):
    """Puzzles, one after another, until the person has enough."""

    def __init__(self, wanted: Wanted, rng: Random) -> None:
        self._wanted, self._rng = wanted, rng
        self._set(wanted.puzzle(rng))
        self.streak = self.best = 0
        super().__init__()

    def _set(self, puzzle: puzzles.Puzzle) -> None:
        self.puzzle, self.tried = puzzle, solving.play(puzzle, [])
        self.game, self._coach = Game(puzzle.position), ""
        self._is_first_try = True

    def picture(self) -> Picture:
        return picture_of(self.game, has_cursor=not self.tried.is_done)

    def purpose(self) -> str:
        return _("In each position exactly one move does what is asked.")

    def report(self) -> Report:
        return Report(
            title=f"{board_text(self.rules)} · {puzzles.theme_text(self.puzzle.theme)}",
            status=_("Press n for the next puzzle")
            if self.tried.is_done
            else solving.task_left(self.puzzle, self.tried),
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
        if self.tried.is_done:
            return
        self.tried.position.play(move)  # raises if it is not legal
        self.work(partial(self._try, move), is_alone=True)

    async def _try(self, move: Move) -> None:
        moves = [*self.tried.moves, move]
        self.tried = await in_background(partial(solving.play, self.puzzle, moves))
        self._coach = self.tried.text
        if not self.tried.is_right:
            self._coach = paragraph(self._coach, _("Try again"))
            self.streak, self._is_first_try = 0, False
        elif self.tried.is_done and self._is_first_try:
            self.streak += 1
            self.best = max(self.best, self.streak)
        if self.tried.is_right:
            self.game = Game(self.tried.before).play(*self.tried.line)
        self.show()

    def give_answer(self) -> None:
        """Show the answer, which ends the streak."""
        if not self.tried.is_done:
            self.streak, self._is_first_try = 0, False
            self.work(self._give_answer, is_alone=True)

    async def _give_answer(self) -> None:
        hint = partial(solving.hint, self.puzzle, self.tried)
        move, self._coach = await in_background(hint)
        self.board.point_at(move)
        self.show()

    def next_puzzle(self) -> None:
        """Pose another puzzle of the same kind."""
        self.work(self._pose, is_alone=True)

    async def _pose(self) -> None:
        self._set(await in_background(partial(self._wanted.puzzle, self._rng)))
        self._typed = self.notice = ""
        self.show()

    def choose_level(self) -> None:
        """Choose how hard the puzzles are."""
        rules, level = self._wanted.rules, self._wanted.level
        options = [("", _("Any level"))]
        options += [(name, puzzles.level_text(name)) for name in puzzles.LEVELS]
        dialog = Choice(_("Level"), options, level or "")
        self.ask(dialog, lambda name: self._want(Wanted(rules, level=name or None)))

    def choose_theme(self) -> None:
        """Choose what kind the puzzles are."""
        rules, theme = self._wanted.rules, self._wanted.theme
        themes = {theme.value: theme for theme in puzzles.themes(rules)}
        options = [("", _("Any kind"))]
        options += [(name, puzzles.theme_text(theme)) for name, theme in themes.items()]
        dialog = Choice(_("Kind"), options, "" if theme is None else theme.value)
        self.ask(dialog, lambda name: self._want(Wanted(rules, themes.get(name))))

    def choose_board(self) -> None:
        """Choose the board of the puzzles."""
        options = [(str(rules), board_text(rules)) for rules in puzzles.BOARDS]
        dialog = Choice(_("Board"), options, str(self._wanted.rules))
        self.ask(dialog, lambda name: self._want(Wanted(Rules.parse(name))))

    def _want(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self.next_puzzle()
