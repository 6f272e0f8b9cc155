"""A puzzle at the terminal: asked until it is solved, each wrong answer explained."""

from __future__ import annotations

from noughts.coach.explain import explain
from noughts.coach.puzzles import Puzzle
from noughts.coach.words import explanation_text
from noughts.core.errors import NotationError
from noughts.core.game import Game
from noughts.core.wording import sentence
from noughts.terminal import words
from noughts.terminal.board import show_game
from noughts.terminal.commands import Command, read_command
from noughts.terminal.console import Console
from noughts.terminal.styles import STYLES, Style


def pose(console: Console, puzzle: Puzzle) -> None:
    """Ask for the one right move until it is found, shown or left; raises EndOfInput."""
    style = STYLES["auto"](puzzle.position.rules)
    show_game(console, Game(puzzle.position), style.labels)
    console.say(f"{puzzle.position.turn} to move and {puzzle.goal.value} ({puzzle.level}).")
    console.say(f"Type {style.wanted}, hint to be shown the answer, or quit.")
    while not _answered(console, puzzle, style):
        pass


def _answered(console: Console, puzzle: Puzzle, style: Style) -> bool:
    text = console.ask(f"{puzzle.position.turn}, your move: ")
    command = read_command(text)
    if command is Command.QUIT:
        return True
    if command is Command.HINT:
        move = puzzle.answer
    else:
        try:
            move = style.read(text)
        except NotationError as error:
            console.say(words.mistake(style, text, error))
            return False
    if not puzzle.position.is_legal(move):
        console.say(words.already_taken(style, puzzle.position, move))
        return False
    reason = sentence(explanation_text(explain(puzzle.position, move), style.spell))
    console.say(f"Right! {reason}" if move == puzzle.answer and command is None else reason)
    return move == puzzle.answer
