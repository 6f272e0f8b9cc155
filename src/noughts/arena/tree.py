"""The tree of games from a position, in which each position is stored once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from noughts.core.bits import Move
from noughts.core.position import Position

Tree = dict[Position, dict[Move, Position]]  # the position after each move; earlier plies first

Result = TypeVar("Result")


def grow(start: Position, moves: Callable[[Position], Iterable[Move]]) -> Tree:
    """Every position these moves can reach; `moves` is called once per unfinished position.

    >>> tree = grow(Position.parse("xox/oxo/... x 3"), lambda position: position.moves)
    >>> len(tree)
    8
    """
    tree: Tree = {}
    ply = {start: None}  # a dict for its order, which makes runs repeatable
    while ply:
        for position in ply:
            after = () if position.is_over else moves(position)
            tree[position] = {move: position.play_unchecked(move) for move in after}
        ply = dict.fromkeys(child for position in ply for child in tree[position].values())
    return tree


def fold(tree: Tree, join: Callable[[Position, dict[Move, Result]], Result]) -> Result:
    """The result of `join` for the start; `join` gets the results after each move of a position.

    >>> tree = grow(Position.parse("xox/oxo/... x 3"), lambda position: position.moves)
    >>> fold(tree, lambda position, after: sum(after.values()) or 1)  # how many games
    4
    """
    results: dict[Position, Result] = {}
    for position, after in reversed(tree.items()):
        children = {move: results[child] for move, child in after.items()}
        results[position] = join(position, children)
    return results[next(iter(tree))]
