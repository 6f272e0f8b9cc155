"""All that can happen from a position, each position held once however many ways lead to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from noughts.core.bits import Move
from noughts.core.position import Position

Tree = dict[Position, dict[Move, Position]]  # what each move leads to; earlier plies come first

Result = TypeVar("Result")


def grow(start: Position, moves: Callable[[Position], Iterable[Move]]) -> Tree:
    """Every position to be reached by these moves; `moves` is asked once a position, none if over.

    >>> tree = grow(Position.parse("xox/oxo/... x 3"), lambda position: position.moves)
    >>> len(tree)
    8
    """
    tree: Tree = {}
    ply = {start: None}  # a dict for its order, so that every run is the same
    while ply:
        for position in ply:
            after = () if position.is_over else moves(position)
            tree[position] = {move: position.play_unchecked(move) for move in after}
        ply = dict.fromkeys(child for position in ply for child in tree[position].values())
    return tree


def fold(tree: Tree, join: Callable[[Position, dict[Move, Result]], Result]) -> Result:
    """What `join` makes of the start, given what it made of the positions after each move there.

    >>> tree = grow(Position.parse("xox/oxo/... x 3"), lambda position: position.moves)
    >>> fold(tree, lambda position, after: sum(after.values()) or 1)  # how many games
    4
    """
    results: dict[Position, Result] = {}
    for position, after in reversed(tree.items()):
        children = {move: results[child] for move, child in after.items()}
        results[position] = join(position, children)
    return results[next(iter(tree))]
