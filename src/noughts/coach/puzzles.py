"""Puzzles, found by the solver and not by hand: positions with exactly one move that does it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from noughts.coach.findings import Blocks, Forces
from noughts.coach.tactics import merits
from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import canonical
from noughts.solver import MoveValue, Value, values

LEVELS = ("easy", "medium", "hard")


class Goal(Enum):
    """What the one right move brings; the value completes `X to move and …`."""

    WIN_IN_2 = "win in two moves"
    WIN_IN_3 = "win in three moves"
    SAVE_DRAW = "save the draw"


_WINS = {3: Goal.WIN_IN_2, 5: Goal.WIN_IN_3}  # by the plies to the end


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which `answer` alone reaches the goal."""

    position: Position
    goal: Goal
    answer: Move

    @property
    def level(self) -> str:
        """How hard it is: easy where the opponent's threat names the square, else by the goal.

        A win in two is a fork to be seen, and a draw saved by a threat of one's own is as near;
        a win in three, or a draw saved by a quiet move, has to be worked out.
        """
        kinds = {type(merit) for merit in merits(self.position, self.answer, self._after)}
        if Blocks in kinds:
            return "easy"
        return "medium" if self.goal is Goal.WIN_IN_2 or Forces in kinds else "hard"

    @property
    def _after(self) -> Position:
        return self.position.play_unchecked(self.answer)


def puzzle_in(position: Position, worths: Mapping[Move, MoveValue]) -> Puzzle | None:
    """The puzzle that a position holds, given what its moves are worth, if it holds one."""
    best = max(worth.value for worth in worths.values())
    attaining = [move for move, worth in worths.items() if worth.value is best]
    if len(attaining) > 1 or len(worths) == 1:
        return None
    answer = attaining[0]
    goal = Goal.SAVE_DRAW if best is Value.DRAW else _WINS.get(worths[answer].plies)
    return None if goal is None or best is Value.LOSS else Puzzle(position, goal, answer)


def puzzles(rules: Rules) -> Iterator[Puzzle]:
    """Every puzzle of a board, one for each class up to symmetry, in order of plies; X first.

    Raises Unsolved where `solve` does. O(positions): 3×3 takes 0.2 s.
    """
    layer = {rules.start()}
    while layer:
        following: set[Position] = set()
        for position in sorted(layer, key=lambda each: (each.xs, each.os)):
            puzzle = puzzle_in(position, values(position))
            if puzzle is not None:
                yield puzzle
            following.update(canonical(position.play_unchecked(move)) for move in position.moves)
        layer = {position for position in following if not position.is_over}
