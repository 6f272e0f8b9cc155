"""A puzzle in English: the task, and why an answer is right or wrong."""

from __future__ import annotations

from dataclasses import replace

from noughts.coach.explanation import explain
from noughts.coach.findings import DelaysWin, MissesWin
from noughts.coach.puzzle import Puzzle
from noughts.coach.text import explanation_text
from noughts.core.bits import Move
from noughts.core.text import Spell


def task_text(puzzle: Puzzle) -> str:
    """The task in one sentence."""
    return f"{puzzle.position.turn} to move and {puzzle.goal.value} ({puzzle.level})."


def answer_text(puzzle: Puzzle, move: Move, spell: Spell | None = None) -> str:
    """Why a move is right, or what is wrong with it without giving the answer away."""
    explanation = explain(puzzle.position, move)
    if move == puzzle.answer:
        return f"Right! {explanation_text(explanation, spell)}"
    harm = (each for each in explanation.findings if not isinstance(each, (MissesWin, DelaysWin)))
    return explanation_text(replace(explanation, findings=tuple(harm)), spell)
