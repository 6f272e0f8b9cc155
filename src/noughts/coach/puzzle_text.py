"""A puzzle in sentences: the task, and why an answer is right or wrong."""

from __future__ import annotations

from dataclasses import replace

from noughts.coach.clauses import Voice, clause
from noughts.coach.explanation import Explanation, explain
from noughts.coach.findings import Blocks, DelaysWin, MissesForcedWin, MissesWin
from noughts.coach.puzzle import Goal, Puzzle, Theme
from noughts.coach.text import explanation_text, names, verdict_text
from noughts.core.bits import Move
from noughts.core.grammar import sentence
from noughts.core.text import Spell
from noughts.language import gettext as _
from noughts.language import pgettext
from noughts.solver import Limit, Value


def task_text(puzzle: Puzzle) -> str:
    """The task in one sentence.

    >>> from noughts.coach.puzzle import puzzle_for
    >>> from noughts.core.position import Position
    >>> task_text(puzzle_for(Position.parse("x../.../... o 3")))
    'O to move: save the draw.'
    """
    side = puzzle.position.turn
    match puzzle.goal:
        case Goal.WIN_NOW:
            return _("{side} to move: win in one move.", side=side)
        case Goal.WIN_IN_2:
            return _("{side} to move: win in two moves.", side=side)
        case Goal.WIN_IN_3:
            return _("{side} to move: win in three moves.", side=side)
        case Goal.SAVE_DRAW:
            return _("{side} to move: save the draw.", side=side)
        case Goal.STOP_WIN:
            return _("{side} to move: stop {other} from winning.", side=side, other=side.other)


def level_text(level: str) -> str:
    """How hard a puzzle is, in a word."""
    if level == "easy":
        return pgettext("puzzle", "easy")
    return pgettext("puzzle", "medium") if level == "medium" else pgettext("puzzle", "hard")


def theme_text(theme: Theme) -> str:
    """The name of a set of puzzles."""
    match theme:
        case Theme.WIN:
            return _("Win in one")
        case Theme.FORK:
            return _("Forks")
        case Theme.BLOCK:
            return _("Blocks")
        case Theme.ONLY:
            return _("Only move")


def answer_text(
    puzzle: Puzzle, move: Move, spell: Spell | None = None, limit: Limit | None = None
) -> str:
    """Why a move is right, or what is wrong with it without giving the answer away."""
    if move == puzzle.answer:
        return _("Right! {reason}", reason=solution_text(puzzle, spell, limit))
    return wrong_text(explain(puzzle.position, move, limit), spell)


def wrong_text(explanation: Explanation, spell: Spell | None = None) -> str:
    """What is wrong with a move, without giving the right one away."""
    if explanation.worth is not None and explanation.worth.value is Value.WIN:
        verdict = verdict_text(explanation, spell)
        return _("{verdict}, but there's a quicker win.", verdict=verdict)
    return explanation_text(_without_answer(explanation), spell)


def solution_text(puzzle: Puzzle, spell: Spell | None = None, limit: Limit | None = None) -> str:
    """Why the right move is right."""
    explanation = explain(puzzle.position, puzzle.answer, limit)
    if puzzle.goal is not Goal.STOP_WIN:
        return explanation_text(explanation, spell)
    voice, side = Voice(spell or names(puzzle.position.rules)), puzzle.position.turn
    (blocked,) = (found for found in explanation.findings if isinstance(found, Blocks))
    return _(
        "{square} stops {other}: {reason}.",
        square=sentence(voice.spell(puzzle.answer)),
        other=side.other,
        reason=clause(blocked, side, voice),
    )


def _without_answer(explanation: Explanation) -> Explanation:
    """The same without the moves that would have been better."""
    telling = (MissesWin, MissesForcedWin, DelaysWin)
    kept = (each for each in explanation.findings if not isinstance(each, telling))
    return replace(explanation, findings=tuple(kept))
