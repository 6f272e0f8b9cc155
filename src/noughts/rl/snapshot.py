"""Positions as arrays, the moves between them, and an agent that reads them as a player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index
from typing import SupportsIndex, TypeAlias

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from noughts.core import Mark, Move, Position, Rules
from noughts.core.checks import as_type, check_type
from noughts.players import Deterministic
from noughts.rl.options import InvalidAction

Planes: TypeAlias = NDArray[np.int8]  # (height, width, 2): own marks, then the opponent's
ActionMask: TypeAlias = NDArray[np.int8]  # (squares,): 1 where a move is legal
Act: TypeAlias = Callable[[Planes, ActionMask], SupportsIndex]

_COMMON = Rules()

# On boards of up to this many squares, positions and their successors are cached: a step on 3×3
# takes 0.8 µs instead of 2.0, and all its 5,478 positions take 5 MB.
_MOST_SQUARES_KEPT = 9


@dataclass(slots=True, eq=False, repr=False)
class Snapshot:
    """A position as each side sees it, with its legal moves; callers get copies of the arrays."""

    position: Position
    own: Planes  # the board as the side to move sees it
    other: Planes  # as its opponent does
    legal: ActionMask
    after: list[Snapshot | None]  # the cached snapshot after each move
    turn: Mark = field(init=False)
    is_over: bool = field(init=False)
    reward: float = field(init=False)  # of the last move, for the side that made it

    def __post_init__(self) -> None:
        self.turn, self.is_over = self.position.turn, self.position.is_over
        self.reward = 1.0 if self.position.has_winner else 0.0
        if self.is_over:
            self.legal.fill(0)

    def __reduce__(self) -> tuple[Callable[[Position], Snapshot], tuple[Position]]:
        return snapshot_of, (self.position,)

    def __deepcopy__(self, memo: object) -> Snapshot:
        return self  # immutable

    def seen_by(self, mark: Mark) -> Planes:
        """Return a new array of the board as one side sees it, with its own marks in plane 0."""
        return (self.own if mark is self.turn else self.other).copy()

    def play(self, square: Move) -> Snapshot | None:
        """Return the snapshot after a move on a square of the board, or None if it is illegal."""
        return self.after[square] or (self.played(square) if self.legal[square] else None)

    def played(self, square: Move) -> Snapshot:
        """Return the snapshot after a legal move; undefined for an illegal one."""
        position = self.position.play_unchecked(square)
        rules = position.rules
        if rules.size > _MOST_SQUARES_KEPT:
            return self._moved_on(position, square, self.after)
        kept = _kept(rules)
        after = kept.get(position) or self._moved_on(position, square, [None] * rules.size)
        kept[position] = self.after[square] = after
        return after

    def _moved_on(self, position: Position, square: Move, after: list[Snapshot | None]) -> Snapshot:
        row, column = divmod(square, position.rules.width)
        own, other, legal = self.other.copy(), self.own.copy(), self.legal.copy()
        own[row, column, 1] = other[row, column, 0] = 1
        legal[square] = 0
        return Snapshot(position, own, other, legal, after)


@lru_cache(maxsize=16)
def _kept(rules: Rules) -> dict[Position, Snapshot]:  # noqa: ARG001 - the key of the cache
    return {}


def snapshot_of(position: Position) -> Snapshot:
    """Return the snapshot of any position; O(squares)."""
    rules = position.rules
    sides = position.marks(position.turn), position.marks(position.turn.other)
    marks = [[bits >> square & 1 for bits in sides] for square in range(rules.size)]
    own = np.array(marks, np.int8).reshape(rules.height, rules.width, 2)
    legal = 1 - own.sum(axis=2, dtype=np.int8).ravel()
    return Snapshot(position, own, own[:, :, ::-1].copy(), legal, [None] * rules.size)


def square_of(action: object, rules: Rules) -> Move:
    """Return the square of an action, which may be of any integer type; raises InvalidAction."""
    try:
        square = index(action)  # type: ignore[arg-type]
    except TypeError:
        square = -1
    if not 0 <= square < rules.size:
        raise InvalidAction(
            f"an action is an integer from 0 to {rules.size - 1}, the index of a square in reading"
            f" order, not {action!r:.60}"
        )
    return square


def planes_space(rules: Rules) -> Box[np.int8]:
    """Return the space of observations."""
    return Box(0, 1, (rules.height, rules.width, 2), np.int8)


class AgentPlayer(Deterministic):
    """A player that asks `act` for an action, given an observation and an action mask.

    `act` should return the same action whenever it gets the same arrays. `choose` and `policy`
    raise InvalidAction if the action is not legal.

    >>> from noughts.arena import certify
    >>> first_free = AgentPlayer("first_free", lambda observation, mask: mask.argmax())
    >>> certify(first_free).as_x.lines_lost
    58
    """

    def __init__(self, name: str, act: Act, rules: Rules | str = _COMMON) -> None:
        check_type(name, str, "the name")
        check_type(act, Callable, "what acts")
        rules = as_type(rules, Rules, "the board")
        self.name = name
        self.description = f"does what an agent says that was trained for {rules}"
        self._act = act
        self._rules = rules

    def supports(self, rules: Rules) -> bool:
        """True for the board it was trained for."""
        return as_type(rules, Rules, "the board") == self._rules

    def move(self, position: Position) -> Move:
        """Return the agent's action."""
        snapshot = snapshot_of(position)
        move = index(self._act(snapshot.own, snapshot.legal))
        if not position.is_legal(move):
            at = position.notation
            raise InvalidAction(f"{self.name} chose {move} in {at}, which is not legal")
        return move
