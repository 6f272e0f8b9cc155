"""Lessons and puzzles at the terminal, with the positions and sentences of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from noughts.coach import lessons, solving
from noughts.coach import puzzle as puzzles
from noughts.coach.lessons import STEPS, Exercise, Lesson, play
from noughts.coach.tries import Try
from noughts.core import Game, Move, Position
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.session import read_move
from noughts.terminal.text import Style, TypedWord, by_name
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph


def teach(console: Console, taken: Iterable[Lesson], seed: int) -> None:
    """Give lessons one after another until the learner leaves."""
    with suppress(EndOfInput):
        for number, lesson in enumerate(taken):
            if number and not console.ask_yes_or_no(_("Next lesson?")):
                break
            console.say(f"\n{lessons.title_text(lesson)}\n\n{lessons.idea_text(lesson)}\n")
            for step in range(1, STEPS + 1):
                _pose_exercise(console, lessons.exercise(lesson, step, seed))
            console.say(f"\n{lessons.moral_text(lesson)}")
    console.say_goodbye()


def _pose_exercise(console: Console, asked: Exercise) -> None:
    """Ask for moves until the position is solved; raises EndOfInput, also if the learner quits."""
    style, tried = by_name(asked.position.rules), play(asked, [])
    number = _("{count} of {all}", count=asked.step, all=STEPS)
    how_to_answer = _("Type {squares}; board to see it again, or quit.", squares=style.wanted)
    caption = f"{number} · {lessons.task_text(asked)}\n{how_to_answer}"

    def show(tried: Try) -> None:
        show_game(console, Game(tried.position), style.labels, caption=caption)

    show(tried)
    while not tried.is_done:
        answer = _answer(console, style, tried.position, partial(show, tried))
        if isinstance(answer, TypedWord):
            console.say(how_to_answer)
            continue
        tried = play(asked, [*tried.moves, answer])
        played = Game(tried.before).play(*tried.line)
        show_game(console, played, style.labels, caption=tried.text, brief=not tried.is_right)
        if not tried.is_right:
            tried = play(asked, tried.moves)
            show(tried)


def pose_each(console: Console, posed: Iterator[puzzles.Puzzle]) -> None:
    """Pose puzzles until the person has enough, and count those solved at the first try."""
    streak = 0
    with suppress(EndOfInput):
        for puzzle in posed:
            streak = streak + 1 if pose(console, puzzle) else 0
            if streak > 1:
                console.say(_("Streak: {count}", count=streak))
            if not console.ask_yes_or_no(_("Next puzzle?")):
                break
            console.say()
    console.say_goodbye()


def pose(console: Console, puzzle: puzzles.Puzzle) -> bool:
    """Ask for moves until the puzzle is played out, or a right one is shown.

    Returns True if there was no wrong one; raises EndOfInput, also where the person quits.
    """
    style, level = by_name(puzzle.position.rules), puzzles.level_text(puzzle.level)
    how_to_answer = _("Type {squares}; hint to see the answer, or quit.", squares=style.wanted)
    tried, has_erred, came = solving.play(puzzle, []), False, ""

    def show() -> None:
        task = solving.task_left(puzzle, tried)
        if not tried.moves:
            task = _("{task} ({level})", task=task, level=level)
        caption = f"{came}{task}\n{how_to_answer}"
        show_game(console, Game(tried.position), style.labels, caption=caption)

    show()
    while not tried.is_done:
        match _answer(console, style, tried.position, show):
            case TypedWord.HINT:
                _move, reason = solving.hint(puzzle, tried, style.name)
                console.say(reason)
                return False
            case TypedWord.HELP:
                console.say(how_to_answer)
            case TypedWord():
                console.say(paragraph(_("That doesn't work in a puzzle"), how_to_answer))
            case move:
                tried = solving.play(puzzle, [*tried.moves, move], style.name)
                has_erred = has_erred or not tried.is_right
                if tried.is_right and not tried.is_done:
                    came = f"{tried.text}\n"  # which stays where a board takes another's place
                    show()
                else:
                    console.say(tried.text)
    return not has_erred


def _answer(
    console: Console, style: Style, position: Position, show: Callable[[], None]
) -> Move | TypedWord:
    """Return the free square or the word that is typed, once it is not `board`.

    Raises EndOfInput, also where the person quits.
    """
    while True:
        line = console.ask(text.prompt(position.turn))
        word = text.read_word(line)
        if word is TypedWord.QUIT:
            raise EndOfInput
        if word is TypedWord.BOARD:
            show()
        elif word is not None:
            return word
        elif (move := read_move(console, style, position, line)) is not None:
            return move
