"""Puzzles at the terminal, one after another: each asks until it is solved, and explains."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from noughts.coach.puzzle import Puzzle, answer_text, level_text, solution_text, task_text
from noughts.core import Game
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.session import read_move
from noughts.terminal.text import STYLES, Command, read_command
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph


def pose_each(console: Console, puzzles: Iterator[Puzzle]) -> None:
    """Pose puzzles until the person has enough, and count those solved at the first try."""
    streak = 0
    with suppress(EndOfInput):
        for puzzle in puzzles:
            streak = streak + 1 if pose(console, puzzle) else 0
            if streak > 1:
                console.say(_("Streak: {count}", count=streak))
            if not console.ask_yes_or_no(_("Next puzzle?")):
                break
            console.say()
    console.say_goodbye()


def pose(console: Console, puzzle: Puzzle) -> bool:
    """Ask for the right move until it is found or shown.

    Returns True if it was found at the first try; raises EndOfInput, also where the person quits.
    """
    style = STYLES["auto"](puzzle.position.rules)
    task = _("{task} ({level})", task=task_text(puzzle), level=level_text(puzzle.level))
    how_to_answer = _("Type {squares}; hint to see the answer, or quit.", squares=style.wanted)
    show = partial(show_game, console, Game(puzzle.position), style.labels)
    show(caption=f"{task}\n{how_to_answer}")
    is_first_try = True
    while True:
        line = console.ask(text.prompt(puzzle.position.turn))
        match read_command(line):
            case None:
                move = read_move(console, style, puzzle.position, line)
                if move is not None:
                    console.say(answer_text(puzzle, move, style.name))
                    if move == puzzle.answer:
                        return is_first_try
                    is_first_try = False
            case Command.QUIT:
                raise EndOfInput
            case Command.HINT:
                console.say(solution_text(puzzle, style.name))
                return False
            case Command.HELP:
                console.say(how_to_answer)
            case Command.BOARD:
                show(caption=f"{task}\n{how_to_answer}")
            case _command:
                console.say(paragraph(_("That doesn't work in a puzzle"), how_to_answer))
