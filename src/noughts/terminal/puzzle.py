"""Puzzles at the terminal, one after another: each asks until it is solved, and explains."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from noughts.coach.puzzle import Puzzle, answer_text, level_text, solution_text, task_text
from noughts.core.game import Game
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.console import Console
from noughts.terminal.session import read_move
from noughts.terminal.styles import STYLES, Style
from noughts.terminal.text import Command, read_command
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph


class Answered(Enum):
    """How a puzzle ended."""

    RIGHT = "right"
    SHOWN = "shown"
    LEFT = "left"


def pose_each(console: Console, puzzles: Iterator[Puzzle]) -> None:
    """Pose puzzles until the person has enough, and count those solved at the first try.

    Raises EndOfInput.
    """
    streak = 0
    for puzzle in puzzles:
        ended, tries = pose(console, puzzle)
        if ended is Answered.LEFT:
            return
        streak = streak + 1 if (ended, tries) == (Answered.RIGHT, 1) else 0
        if streak > 1:
            console.say(_("Streak: {count}", count=streak))
        if not console.ask_yes_or_no(_("Next puzzle?")):
            console.say_goodbye()
            return
        console.say()


def pose(console: Console, puzzle: Puzzle) -> tuple[Answered, int]:
    """Ask for the right move until it is found or shown, or the person quits.

    Returns how it ended and the number of squares tried; raises EndOfInput.
    """
    style = STYLES["auto"](puzzle.position.rules)
    _show(console, puzzle, style)
    tries = 0
    while True:
        line = console.ask(text.prompt(puzzle.position.turn))
        command = read_command(line)
        if command is None:
            move = read_move(console, style, puzzle.position, line)
            if move is not None:
                tries += 1
                console.say(answer_text(puzzle, move, style.name))
                if move == puzzle.answer:
                    return Answered.RIGHT, tries
        elif (ended := _run(console, puzzle, style, command)) is not None:
            return ended, tries


def _show(console: Console, puzzle: Puzzle, style: Style) -> None:
    task = _("{task} ({level})", task=task_text(puzzle), level=level_text(puzzle.level))
    caption = f"{task}\n{_how_to_answer(style)}"
    show_game(console, Game(puzzle.position), style.labels, caption=caption)


def _how_to_answer(style: Style) -> str:
    return _("Type {squares}; hint to see the answer, or quit.", squares=style.wanted)


def _run(console: Console, puzzle: Puzzle, style: Style, command: Command) -> Answered | None:
    """Do what a command asks for; returns how the puzzle ended, if it did."""
    match command:
        case Command.QUIT:
            console.say_goodbye()
            return Answered.LEFT
        case Command.HINT:
            console.say(solution_text(puzzle, style.name))
            return Answered.SHOWN
        case Command.HELP:
            console.say(_how_to_answer(style))
        case Command.BOARD:
            _show(console, puzzle, style)
        case Command():
            console.say(paragraph(_("That doesn't work in a puzzle"), _how_to_answer(style)))
    return None
