"""Lessons at the terminal: the same positions and sentences as on the page."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from noughts.coach import lessons
from noughts.coach.lessons import STEPS, Exercise, Lesson, Try, play
from noughts.core import Game, Move
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.session import read_move
from noughts.terminal.text import STYLES, Command, Style, read_command
from noughts.wording.language import gettext as _


def teach(console: Console, taken: Iterable[Lesson], seed: int) -> None:
    """Give lessons one after another until the learner leaves."""
    with suppress(EndOfInput):
        for number, lesson in enumerate(taken):
            if number and not console.ask_yes_or_no(_("Next lesson?")):
                break
            console.say(f"\n{lessons.title_text(lesson)}\n\n{lessons.idea_text(lesson)}\n")
            for step in range(1, STEPS + 1):
                _pose(console, lessons.exercise(lesson, step, seed))
            console.say(f"\n{lessons.moral_text(lesson)}")
    console.say_goodbye()


def _pose(console: Console, asked: Exercise) -> None:
    """Ask for moves until the position is solved; raises EndOfInput, also if the learner quits."""
    style, tried, right = STYLES["auto"](asked.position.rules), play(asked, []), list[Move]()
    _show(console, asked, tried, style)
    while not tried.is_done:
        line = console.ask(text.prompt(tried.position.turn))
        command = read_command(line)
        if command is Command.QUIT:
            raise EndOfInput
        if command is Command.BOARD:
            _show(console, asked, tried, style)
        elif command is not None:
            console.say(_how_to_answer(style))
        elif (move := read_move(console, style, tried.position, line)) is not None:
            tried = play(asked, [*right, move])
            right = list(tried.moves)
            played = Game(tried.before).play(*tried.line)
            show_game(console, played, style.labels, caption=tried.text, brief=not tried.is_right)
            if not tried.is_right:
                tried = play(asked, right)
                _show(console, asked, tried, style)


def _show(console: Console, asked: Exercise, tried: Try, style: Style) -> None:
    """The position in which the learner is to move, and what to find."""
    number = _("{count} of {all}", count=asked.step, all=STEPS)
    caption = f"{number} · {lessons.task_text(asked)}\n{_how_to_answer(style)}"
    show_game(console, Game(tried.position), style.labels, caption=caption)


def _how_to_answer(style: Style) -> str:
    return _("Type {squares}; board to see it again, or quit.", squares=style.wanted)
