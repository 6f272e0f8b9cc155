"""Minimax on a small position, step by step, for people to watch, and what each step means.

Scores are X's: 1 where X wins, 0 for a draw, -1 where O wins. X takes the highest, O the lowest.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from noughts.core import Mark, Move, Position, PositionLike, Rules, as_position
from noughts.core.errors import NotationError
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext

MOST_EMPTY = 5  # at most 326 positions, and 652 steps
_ROOT = 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a position's score, as far as known: at least `low` and at most `high`."""

    low: int = -1
    high: int = 1

    @property
    def is_exact(self) -> bool:
        """True if only one score is left."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree; `move` led to it from its parent. Nodes are called by their index."""

    position: Position
    move: Move | None = None
    parent: int | None = None
    children: tuple[int, ...] = ()


class Kind(Enum):
    """The kind of a step."""

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
        """The number of positions the computer looks at."""
        return sum(step.kind is Kind.TRY for step in self.steps)

    @property
    def best(self) -> Node:
        """The first move that reaches the root's score."""
        is_x, known = self.nodes[_ROOT].position.turn is Mark.X, self.steps[-1].known
        child = next(
            step.child
            for step in self.steps
            if step.kind is Kind.BACK and step.node == _ROOT
            if (step.known.low == known.low if is_x else step.known.high == known.high)
        )
        assert child is not None
        return self.nodes[child]


def trace(position: PositionLike, *, prunes: bool = False) -> Trace:
    """Return the search of a position of 3×3; `prunes` skips what cannot matter, by alpha-beta.

    Raises NotationError for another board, for too many empty squares and where the game is over.

    >>> position = Position.parse("x.o/.x./o.. x 3")
    >>> trace(position).visited, trace(position, prunes=True).visited
    (150, 32)
    """
    return _trace(as_position(position), prunes=prunes)


@lru_cache(maxsize=64)
def _trace(position: Position, *, prunes: bool) -> Trace:
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
    nodes: list[Node] = []
    _grow(nodes, Node(position))
    steps = list(_visit(nodes, _ROOT, Bounds(), prunes=prunes))
    steps.append(Step(Kind.DONE, _ROOT, steps[-1].known))
    return Trace(tuple(nodes), tuple(steps))


def seen(trace: Trace, count: int) -> tuple[dict[int, Bounds], frozenset[int]]:
    """Return the bounds of each node visited in the first steps, and the nodes skipped in them."""
    steps = trace.steps[:count]
    skipped = frozenset(node for step in steps for node in step.skipped)
    return {step.node: step.known for step in steps}, skipped


def path(trace: Trace, number: int) -> tuple[int, ...]:
    """Return the nodes from the root to a node."""
    parent = trace.nodes[number].parent
    return (number,) if parent is None else (*path(trace, parent), number)


def _grow(nodes: list[Node], node: Node) -> int:
    """Add a node and every position that play can reach from it, in the order of the search."""
    number = len(nodes)
    nodes.append(node)
    children = tuple(
        _grow(nodes, Node(node.position.play_unchecked(move), move, number))
        for move in node.position.moves
    )
    nodes[number] = replace(node, children=children)
    return number


def _visit(
    nodes: Sequence[Node], number: int, window: Bounds, *, prunes: bool
) -> Generator[Step, None, Bounds]:
    """Search below a node; what is outside the window would make no difference further up."""
    node, known, results = nodes[number], score(nodes[number].position), list[Bounds]()
    yield Step(Kind.TRY, number, known)
    for child in node.children:
        results.append((yield from _visit(nodes, child, window, prunes=prunes)))
        left = node.children[len(results) :]
        lows, highs = [bounds.low for bounds in results], [bounds.high for bounds in results]
        if node.position.turn is Mark.X:  # sure of `low`, and the other side of `high`
            known = Bounds(max(lows), 1 if left else max(highs))
            window = Bounds(max(window.low, known.low), window.high)
        else:
            known = Bounds(-1 if left else min(lows), min(highs))
            window = Bounds(window.low, min(window.high, known.high))
        yield Step(Kind.BACK, number, known, child, results[-1])
        if prunes and left and window.low >= window.high:
            yield Step(Kind.SKIP, number, known, skipped=left)
            break
    return known


def score(position: Position) -> Bounds:
    """Return the score of a finished game, and for any other position the widest bounds."""
    if not position.is_over:
        return Bounds()
    won = int(position.has_winner) * (1 if position.turn is Mark.O else -1)
    return Bounds(won, won)


def number_text(value: int) -> str:
    """Return a score as it stands in the tree.

    >>> number_text(1), number_text(0)
    ('+1', '0')
    """
    return {1: "+1", 0: "0", -1: "\N{MINUS SIGN}1"}[value]


def score_text(value: int) -> str:
    """Return a score, and what it means."""
    if value == 0:
        return _("0 (a draw)")
    winner = Mark.X if value > 0 else Mark.O
    return _("{score} ({side} wins)", score=number_text(value), side=winner)


def bounds_text(known: Bounds) -> str:
    """Return the bounds of a score, as written in the tree; a question mark for the widest.

    >>> bounds_text(Bounds(0, 1)), bounds_text(Bounds(0, 0)), bounds_text(Bounds())
    ('≥ 0', '0', '?')
    """
    if known.is_exact:
        return number_text(known.low)
    if known == Bounds():
        return "?"
    return f"≥ {number_text(known.low)}" if known.high == 1 else f"≤ {number_text(known.high)}"


def known_text(known: Bounds) -> str:
    """Return the bounds of a score, in words."""
    if known.is_exact:
        return score_text(known.low)
    if known == Bounds():
        return _("not known yet")
    if known.high == 1:
        return _("at least {score}", score=score_text(known.low))
    return _("at most {score}", score=score_text(known.high))


def step_text(trace: Trace, step: Step) -> str:
    """Return what the computer does in a step, and why."""
    node, known = trace.nodes[step.node], step.known
    side, other = node.position.turn, node.position.turn.other
    tried = {"side": other, "square": move_name(trace, node)}
    match step.kind:
        case Kind.TRY if node.parent is None:
            return ngettext(
                "{side} is to move, and {count} square is free. The computer tries it.",
                "{side} is to move, and {count} squares are free. The computer tries one after"
                " another.",
                len(node.children),
                side=side,
            )
        case Kind.TRY if not known.is_exact:
            return _(
                "{side} tries {square}. That doesn't end the game, so the computer looks at"
                " {other}'s answers.",
                other=side,
                **tried,
            )
        case Kind.TRY if known.low == 0:
            return _(
                "{side} tries {square}. The board is full: it's a draw, and counts 0.", **tried
            )
        case Kind.TRY:
            return _(
                "{side} tries {square}. That's three in a row: it counts {score}.",
                score=score_text(known.low),
                **tried,
            )
        case Kind.BACK:
            child = step.child
            assert child is not None
            square, total = move_name(trace, trace.nodes[child]), known_text(step.came)
            came = _("So {square} counts {score}.", square=square, score=total)
            return f"{came} {_choice_text(node, known, is_last=child == node.children[-1])}"
        case Kind.SKIP if known.is_exact:
            return ngettext(
                "{side} can't do better than win: {count} more move isn't looked at.",
                "{side} can't do better than win: {count} more moves aren't looked at.",
                len(step.skipped),
                side=side,
            )
        case Kind.SKIP:
            return ngettext(
                "{other} already has a choice at least as good elsewhere, and won't come here:"
                " {count} more move isn't looked at.",
                "{other} already has a choice at least as good elsewhere, and won't come here:"
                " {count} more moves aren't looked at.",
                len(step.skipped),
                other=other,
            )
        case Kind.DONE:
            return _(
                "Done: with best play this position counts {score}, and {side} takes {square}.",
                score=score_text(known.low),
                side=side,
                square=move_name(trace, trace.best),
            )


def move_name(trace: Trace, node: Node) -> str:
    """Return the square of the move that led to a node; nothing at the root."""
    return "" if node.move is None else trace.nodes[_ROOT].position.name(node.move)


def _choice_text(node: Node, known: Bounds, *, is_last: bool) -> str:
    """Return what the side to move makes of the score that came up."""
    side = node.position.turn
    if len(node.children) == 1:
        return _("{side} had no other move.", side=side)
    if is_last:
        total = known_text(known)
        if side is Mark.X:
            return _("X has tried everything, and takes the highest: {score}.", score=total)
        return _("O has tried everything, and takes the lowest: {score}.", score=total)
    if known == Bounds():
        return _("{side} hopes for something better.", side=side)
    if side is Mark.X:
        return _("X wants the highest, and is sure of {score} now.", score=score_text(known.low))
    return _("O wants the lowest, and is sure of {score} now.", score=score_text(known.high))
