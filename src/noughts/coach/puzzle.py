"""Puzzles, found by the solver and not by hand: positions with exactly one move that does it."""

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
    """What the one right move brings; the value completes `X to move and …`."""

    WIN_IN_2 = "win in two moves"
    WIN_IN_3 = "win in three moves"
    SAVE_DRAW = "save the draw"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which `answer` alone reaches the goal."""

    position: Position
    goal: Goal
    answer: Move

    @property
    def level(self) -> str:
        """How hard it is: easy where the opponent threatens to win on the square, else by the goal.

        A win in two is a fork, and can be seen; what remains has to be worked out: a win in three,
        or a draw saved by something else than a block.
        """
        opponent = self.position.turn.other
        if winning_squares(self.position, opponent) >> self.answer & 1:
            return "easy"
        return "medium" if self.goal is Goal.WIN_IN_2 else "hard"


def puzzle_in(position: Position, worths: Mapping[Move, MoveValue]) -> Puzzle | None:
    """The puzzle that a position holds, if any, given what its moves are worth.

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
    """Every puzzle of a board, one for each class up to symmetry, in order of plies; X first.

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
    """The positions a ply further on where the game goes on, one for each class, in order."""
    rules, turn = layer[0].rules, layer[0].turn.other
    played = (position.play_unchecked(move) for position in layer for move in position.moves)
    classes = {canonical_marks(rules, each.xs, each.os) for each in played if not each.is_over}
    return [Position(rules, xs, os, turn) for xs, os in sorted(classes)]
