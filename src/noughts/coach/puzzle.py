"""Puzzles: positions in which exactly one move reaches the goal.

The solver finds them on small boards. On any board the lines alone prove a win in one or two moves,
and which move stops the opponent's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from noughts.coach.tactics import quick_win
from noughts.core.bits import Move, squares
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import canonical_marks
from noughts.core.threats import forking_squares, winning_squares
from noughts.solver import MoveValue, Value, can_solve, values

LEVELS = ("easy", "medium", "hard")


class Goal(Enum):
    """What the right move achieves."""

    WIN_NOW = "win now"
    WIN_IN_2 = "win in two moves"
    WIN_IN_3 = "win in three moves"
    SAVE_DRAW = "save the draw"
    STOP_WIN = "stop the win"


class Theme(Enum):
    """What kind of puzzle it is."""

    WIN = "win"
    FORK = "fork"
    BLOCK = "block"
    ONLY = "only"  # a move that has to be worked out


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which only `answer` reaches the goal."""

    position: Position
    goal: Goal
    answer: Move

    @property
    def theme(self) -> Theme:
        """A win at once, a block of the opponent's line, a fork, or the only move otherwise."""
        if self.goal is Goal.WIN_NOW:
            return Theme.WIN
        opponent = self.position.turn.other
        if winning_squares(self.position, opponent) >> self.answer & 1:
            return Theme.BLOCK
        return Theme.FORK if self.goal is Goal.WIN_IN_2 else Theme.ONLY

    @property
    def level(self) -> str:
        """How hard the puzzle is: easy if it wins at once or blocks a line, otherwise by the goal.

        A win in two is a fork and can be seen. A win in three, or a draw saved other than by a
        block, has to be worked out.
        """
        return level_of(self.theme)


def level_of(theme: Theme) -> str:
    """How hard the puzzles of a theme are."""
    return {Theme.FORK: "medium", Theme.ONLY: "hard"}.get(theme, "easy")


def puzzle_for(position: Position) -> Puzzle | None:
    """The puzzle that a position is, if it is one, proved by the solver or by the lines alone.

    >>> puzzle_for(Position.parse("xx./oo./... x 3")).goal
    <Goal.WIN_NOW: 'win now'>
    """
    if position.is_over:
        return None
    if not can_solve(position.rules):
        return _puzzle_at_sight(position)
    return puzzle_in(position, values(position)) or _win_now(position)


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
        return {3: Goal.WIN_IN_2, 5: Goal.WIN_IN_3}.get(worth.plies or 0)
    return Goal.SAVE_DRAW if worth.value is Value.DRAW else None


def _puzzle_at_sight(position: Position) -> Puzzle | None:
    """The puzzle that the lines alone prove."""
    if winning_squares(position, position.turn):
        return _win_now(position)
    threatened = squares(winning_squares(position, position.turn.other))
    if threatened:
        return _stop(position, threatened)
    forks = squares(forking_squares(position, position.turn))
    return Puzzle(position, Goal.WIN_IN_2, forks[0]) if len(forks) == 1 else None


def _win_now(position: Position) -> Puzzle | None:
    """The puzzle of the one square that wins, if there is one beside others."""
    winning = squares(winning_squares(position, position.turn))
    if len(winning) != 1 or len(position.moves) == 1:
        return None
    return Puzzle(position, Goal.WIN_NOW, winning[0])


def _stop(position: Position, threatened: tuple[Move, ...]) -> Puzzle | None:
    """The puzzle of the one square that stops a win, unless the opponent soon wins all the same."""
    if len(threatened) != 1 or len(position.moves) == 1:
        return None
    if quick_win(position.play_unchecked(threatened[0])):
        return None
    return Puzzle(position, Goal.STOP_WIN, threatened[0])


def puzzles(rules: Rules) -> Iterator[Puzzle]:
    """Every puzzle of a board but wins at once, one per symmetry class, by plies; X moves first.

    Raises Unsolved where `solve` does. O(positions): 3×3 takes 0.03 s, 4×4:3 half a minute.
    """
    for position in positions(rules):
        puzzle = puzzle_in(position, values(position))
        if puzzle is not None:
            yield puzzle


def positions(rules: Rules) -> Iterator[Position]:
    """The unfinished positions of a board, one per symmetry class, in order of plies."""
    layer = [rules.start()]
    while layer:
        yield from layer
        layer = _following(layer)


def _following(layer: list[Position]) -> list[Position]:
    """The unfinished positions one ply further on, one per symmetry class, in order."""
    rules, turn = layer[0].rules, layer[0].turn.other
    played = (position.play_unchecked(move) for position in layer for move in position.moves)
    classes = {canonical_marks(rules, each.xs, each.os) for each in played if not each.is_over}
    return [Position(rules, xs, os, turn) for xs, os in sorted(classes)]
