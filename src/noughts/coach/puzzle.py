"""Puzzles found by the solver: positions in which exactly one move reaches the goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import canonical_marks
from noughts.core.threats import winning_squares
from noughts.solver import MoveValue, Value, values

LEVELS = ("easy", "medium", "hard")


class Goal(Enum):
    """What the right move achieves; the value completes `X to move and …`."""

    WIN_IN_2 = "win in two moves"
    WIN_IN_3 = "win in three moves"
    SAVE_DRAW = "save the draw"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which only `answer` reaches the goal."""

    position: Position
    goal: Goal
    answer: Move

    @property
    def level(self) -> str:
        """How hard the puzzle is: easy if the answer blocks a line, otherwise by the goal.

        A win in two is a fork and can be seen. A win in three, or a draw saved other than by a
        block, has to be worked out.
        """
        opponent = self.position.turn.other
        if winning_squares(self.position, opponent) >> self.answer & 1:
            return "easy"
        return "medium" if self.goal is Goal.WIN_IN_2 else "hard"


def puzzle_in(position: Position, worths: Mapping[Move, MoveValue]) -> Puzzle | None:
    """The puzzle in a position, if there is one, given the values of its moves.

    >>> position = Position.parse("x../.../... o 3")
    >>> puzzle_in(position, values(position)).answer
    4
    """
    best = max(worth.value for worth in worths.values())
    attaining = [move for move, worth in worths.items() if worth.value is best]
    if len(attaining) > 1 or len(worths) == 1:
        return None
    goal = _goal(worths[attaining[0]])
    return None if goal is None else Puzzle(position, goal, attaining[0])


def _goal(worth: MoveValue) -> Goal | None:
    if worth.value is Value.WIN:
        return {3: Goal.WIN_IN_2, 5: Goal.WIN_IN_3}.get(worth.plies)
    return Goal.SAVE_DRAW if worth.value is Value.DRAW else None


def puzzles(rules: Rules) -> Iterator[Puzzle]:
    """Every puzzle of a board, one per symmetry class, in order of plies; X moves first.

    Raises Unsolved where `solve` does. O(positions): 3×3 takes 0.03 s, 4×4:3 half a minute.
    """
    layer = [rules.start()]
    while layer:
        for position in layer:
            puzzle = puzzle_in(position, values(position))
            if puzzle is not None:
                yield puzzle
        layer = _following(layer)


def _following(layer: list[Position]) -> list[Position]:
    """The unfinished positions one ply further on, one per symmetry class, in order."""
    rules, turn = layer[0].rules, layer[0].turn.other
    played = (position.play_unchecked(move) for position in layer for move in position.moves)
    classes = {canonical_marks(rules, each.xs, each.os) for each in played if not each.is_over}
    return [Position(rules, xs, os, turn) for xs, os in sorted(classes)]
