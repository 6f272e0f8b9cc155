"""A puzzle at the terminal: asked until it is solved, each wrong answer explained."""

from __future__ import annotations

from dataclasses import replace

from noughts.coach.explain import explain
from noughts.coach.findings import DelaysWin, MissesWin
from noughts.coach.puzzles import Puzzle
from noughts.coach.words import explanation_text
from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.game import Game
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
    console.say(_how_to_answer(style))
    while not _is_answered(console, puzzle, style):
        pass


def _how_to_answer(style: Style) -> str:
    return f"Type {style.wanted}, hint to be shown the answer, or quit."


def _is_answered(console: Console, puzzle: Puzzle, style: Style) -> bool:
    """Ask once, and whether that was the end of it."""
    text = console.ask(f"{puzzle.position.turn}, your move: ")
    match read_command(text):
        case Command.QUIT:
            console.say("Goodbye.")
            return True
        case Command.HINT:
            console.say(_reason(puzzle, puzzle.answer, style))
            return True
        case Command.HELP:
            console.say(_how_to_answer(style))
            return False
        case Command():
            console.say(f"That has no use in a puzzle. {_how_to_answer(style)}")
            return False
    return _is_right(console, puzzle, style, text)


def _is_right(console: Console, puzzle: Puzzle, style: Style, text: str) -> bool:
    """Whether a line is the right move, once it has been said why or why not."""
    try:
        move = style.read(text)
    except NotationError as error:
        console.say(words.mistake(style, text, error))
        return False
    if not puzzle.position.is_legal(move):
        console.say(words.already_taken(style, puzzle.position, move))
        return False
    is_right = move == puzzle.answer
    console.say(
        f"Right! {_reason(puzzle, move, style)}" if is_right else _fault(puzzle, move, style)
    )
    return is_right


def _reason(puzzle: Puzzle, move: Move, style: Style) -> str:
    return explanation_text(explain(puzzle.position, move), style.spell)


def _fault(puzzle: Puzzle, move: Move, style: Style) -> str:
    """What is wrong with a move, but not what would have been right."""
    explanation = explain(puzzle.position, move)
    harm = (each for each in explanation.findings if not isinstance(each, (MissesWin, DelaysWin)))
    return explanation_text(replace(explanation, findings=tuple(harm)), style.spell)
