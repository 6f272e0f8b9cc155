"""A puzzle at the terminal: asks until it is solved, and explains wrong answers."""

from __future__ import annotations

from noughts.coach.explanation import explain
from noughts.coach.puzzle import Puzzle
from noughts.coach.puzzle_text import answer_text, task_text
from noughts.coach.text import explanation_text
from noughts.core.errors import NotationError
from noughts.core.game import Game
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.commands import Command, read_command
from noughts.terminal.console import Console
from noughts.terminal.styles import STYLES, Style


def pose(console: Console, puzzle: Puzzle) -> None:
    """Ask for the right move until it is found or shown, or the person quits; raises EndOfInput."""
    style = STYLES["auto"](puzzle.position.rules)
    show_game(console, Game(puzzle.position), style.labels)
    console.say(task_text(puzzle))
    console.say(_how_to_answer(style))
    while not _is_answered(console, puzzle, style):
        pass


def _how_to_answer(style: Style) -> str:
    return f"Type {style.wanted}, hint to be shown the answer, or quit."


def _is_answered(console: Console, puzzle: Puzzle, style: Style) -> bool:
    """Ask once; returns whether the puzzle is finished."""
    text = console.ask(f"{puzzle.position.turn}, your move: ")
    match read_command(text):
        case Command.QUIT:
            console.say("Goodbye.")
            return True
        case Command.HINT:
            console.say(explanation_text(explain(puzzle.position, puzzle.answer), style.spell))
            return True
        case Command.HELP:
            console.say(_how_to_answer(style))
            return False
        case Command():
            console.say(f"That has no use in a puzzle. {_how_to_answer(style)}")
            return False
    return _is_right(console, puzzle, style, text)


def _is_right(console: Console, puzzle: Puzzle, style: Style, line: str) -> bool:
    """Explain the move that a line stands for; returns whether it is right."""
    try:
        move = style.read(line)
    except NotationError as error:
        console.say(text.mistake(style, line, error))
        return False
    if not puzzle.position.is_legal(move):
        console.say(text.already_taken(style, puzzle.position, move))
        return False
    console.say(answer_text(puzzle, move, style.spell))
    return move == puzzle.answer
