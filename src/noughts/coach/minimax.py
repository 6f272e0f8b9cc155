"""Minimax on a small position, step by step, for people to watch.

Scores are X's: 1 where X wins, 0 for a draw, -1 where O wins. X takes the highest, O the lowest.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.language import gettext as _

MOST_EMPTY = 5  # at most 326 positions, and 652 steps
_ROOT = 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of a position's score: it is at least `low` and at most `high`."""

    low: int = -1
    high: int = 1

    @property
    def is_exact(self) -> bool:
        """Whether only one score is left."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree; `move` led to it from its parent. Nodes are called by their index."""

    position: Position
    move: Move | None = None
    parent: int | None = None
    children: tuple[int, ...] = ()


class Kind(Enum):
    """What happens in a step."""

    TRY = "try"  # the computer looks at a position; at first, at the root
    BACK = "back"  # what `came` of `child` flows up to `node`
    SKIP = "skip"  # the moves to `skipped` cannot change anything, and are not looked at
    DONE = "done"  # the root's score is known


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the search: the node where the computer then is, and what is known of it."""

    kind: Kind
    node: int
    known: Bounds
    child: int | None = None
    came: Bounds = Bounds()
    skipped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole search: the tree, in the order in which minimax visits it, and the steps in it."""

    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]

    @property
    def visited(self) -> int:
        """How many positions the computer looks at."""
        return sum(step.kind is Kind.TRY for step in self.steps)

    @property
    def best(self) -> Node:
        """The first move that reaches the root's score."""
        known = self.steps[-1].known
        backs = (step for step in self.steps if step.kind is Kind.BACK and step.node == _ROOT)
        found = next(step for step in backs if _reaches(self.nodes[_ROOT], step, known))
        assert found.child is not None
        return self.nodes[found.child]


@lru_cache(maxsize=64)
def trace(position: Position, *, prunes: bool = False) -> Trace:
    """The search of a position of 3×3; `prunes` skips what cannot matter, as alpha-beta does.

    Raises NotationError for another board, for too many empty squares and where the game is over.

    >>> position = Position.parse("x.o/.x./o.. x 3")
    >>> trace(position).visited, trace(position, prunes=True).visited
    (150, 32)
    """
    _check(position)
    nodes = _tree(position)
    return Trace(nodes, tuple(_search(nodes, prunes=prunes)))


def _check(position: Position) -> None:
    if position.rules != Rules():
        raise NotationError(_("only positions of 3×3 can be stepped through"))
    if position.is_over:
        raise NotationError(_("that game is over – choose a position with a move left"))
    if len(position.moves) > MOST_EMPTY:
        raise NotationError(
            _(
                "that tree is too large to watch – choose a position with at most {most} empty"
                " squares",
                most=MOST_EMPTY,
            )
        )


def seen(trace: Trace, count: int) -> tuple[dict[int, Bounds], frozenset[int]]:
    """What is known of each node visited in the first steps, and the nodes skipped in them."""
    steps = trace.steps[:count]
    skipped = frozenset(node for step in steps for node in step.skipped)
    return {step.node: step.known for step in steps}, skipped


def path(trace: Trace, number: int) -> tuple[int, ...]:
    """The nodes from the root to a node."""
    parent = trace.nodes[number].parent
    return (number,) if parent is None else (*path(trace, parent), number)


def _tree(position: Position) -> tuple[Node, ...]:
    """Every position that play can reach, in the order of the search."""
    nodes: list[Node] = []

    def add(position: Position, move: Move | None, parent: int | None) -> int:
        number = len(nodes)
        nodes.append(Node(position, move, parent))
        children = tuple(
            add(position.play_unchecked(each), each, number) for each in position.moves
        )
        nodes[number] = Node(position, move, parent, children)
        return number

    add(position, None, None)
    return tuple(nodes)


def _search(nodes: tuple[Node, ...], *, prunes: bool) -> Iterator[Step]:
    known = yield from _visit(nodes, _ROOT, Bounds(), prunes=prunes)
    yield Step(Kind.DONE, _ROOT, known)


def _visit(
    nodes: tuple[Node, ...], number: int, window: Bounds, *, prunes: bool
) -> Generator[Step, None, Bounds]:
    """Search below a node; what is outside the window would make no difference further up."""
    node, known, found = nodes[number], score(nodes[number].position), list[Bounds]()
    yield Step(Kind.TRY, number, known)
    for child in node.children:
        found.append((yield from _visit(nodes, child, window, prunes=prunes)))
        known = _flowed_up(node, found)
        yield Step(Kind.BACK, number, known, child, found[-1])
        window = _narrowed(node, window, known)
        left = node.children[len(found) :]
        if prunes and left and window.low >= window.high:
            yield Step(Kind.SKIP, number, known, skipped=left)
            break
    return known


def score(position: Position) -> Bounds:
    """What the board alone tells: the score of a finished game, or nothing."""
    if not position.is_over:
        return Bounds()
    won = int(position.has_winner) * (1 if position.turn is Mark.O else -1)
    return Bounds(won, won)


def _flowed_up(node: Node, found: list[Bounds]) -> Bounds:
    """What the moves tried so far tell of a node: the side to move takes the best for itself."""
    lows, highs = [each.low for each in found], [each.high for each in found]
    is_whole = len(found) == len(node.children)
    if node.position.turn is Mark.X:
        return Bounds(max(lows), max(highs) if is_whole else 1)
    return Bounds(min(lows) if is_whole else -1, min(highs))


def _narrowed(node: Node, window: Bounds, known: Bounds) -> Bounds:
    """The window once the side to move is sure of something."""
    if node.position.turn is Mark.X:
        return Bounds(max(window.low, known.low), window.high)
    return Bounds(window.low, min(window.high, known.high))


def _reaches(root: Node, step: Step, known: Bounds) -> bool:
    """Whether the side to move at the root is sure of its score by this step."""
    if root.position.turn is Mark.X:
        return step.known.low == known.low
    return step.known.high == known.high
