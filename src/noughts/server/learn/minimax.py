"""The stepper through minimax: its trace after a step, as a part of a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import count
from typing import Literal

import msgspec
from jinja2 import Template
from msgspec import Struct

from noughts.coach import minimax
from noughts.core.bits import squares
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.server.http.pages import environment
from noughts.server.learn.views import Side, side
from noughts.wording.language import current, ngettext

# A small tree, a usual one, and two large ones: a block and a fork.
POSITIONS = (
    "ox._xxo_.o._x_3",
    ".xx_xo._o.._o_3",
    "x.o_.x._..o_x_3",
    "xo._.x._..o_x_3",
)
LONGEST = 40  # characters of a position that is typed
_LEAF, _LEVEL, _MARGIN = 14, 34, 10  # of the map, in pixels


class NodeView(Struct, frozen=True):
    """A position of the tree."""

    id: int
    name: str  # the square that led to it
    side: Side | None  # who took that; nobody at the root
    turn: Side
    marks: list[tuple[Side, int, int]]  # with column and row
    children: list[NodeView]
    x: int  # its place on the map
    y: int


class StepView(Struct, frozen=True):
    """A step: where the computer is, and what it then knows of that node."""

    node: int
    text: str
    label: str
    words: str
    colour: Literal["x", "o", "draw", "open", "skipped"]
    skipped: list[int]


class SearchView(Struct, frozen=True):
    """A whole search."""

    root: NodeView
    levels: int
    width: int  # of the map
    height: int
    steps: list[StepView]
    script: str  # the steps as JSON


def render(position: Position, step: int, prunes: bool, typed: str = "", error: str = "") -> str:
    """A search after a step, the last one where there are fewer; raises what `trace` raises.

    It may stand below what was typed and is no position to search.
    """
    plain, pruned = minimax.trace(position, prunes=False), minimax.trace(position, prunes=True)
    found, search = pruned if prunes else plain, _search(current(), position, prunes=prunes)
    step = min(step, len(found.steps) - 1)
    known, skipped = minimax.seen(found, step + 1)
    positions = []
    for choice in map(Position.parse, POSITIONS):
        free = ngettext("{count} square free", "{count} squares free", len(choice.moves))
        positions.append({"position": choice.url, "side": choice.turn, "text": free})
    return _template().render(
        shown={
            "position": position.url,
            "prunes": prunes,
            "search": search,
            "step": step,
            "path": list(minimax.path(found, found.steps[step].node)),
            # The latest step at each node visited.
            "known": {each.node: each for each in search.steps[: step + 1]},
            "skipped": sorted(skipped),
            "visited": len(known),
            # Positions looked at in all without pruning, and with it.
            "plain": plain.visited,
            "pruned": pruned.visited,
        },
        typed=typed or position.url,
        error=error,
        longest=LONGEST,
        pruning="on" if prunes else "off",
        positions=positions,
        most=minimax.MOST_EMPTY,
    )


@cache
def _template() -> Template:
    return environment().get_template("learn/search.html")


@lru_cache(maxsize=32)  # the largest takes 0.6 MB, and 10 ms to make
def _search(_language: str, position: Position, *, prunes: bool) -> SearchView:
    found = minimax.trace(position, prunes=prunes)
    leaves = count(_MARGIN, _LEAF)
    root = _tree(found, 0, _MARGIN, leaves)
    depth = max(node.position.plies for node in found.nodes) - position.plies
    steps = [
        StepView(
            node=step.node,
            text=minimax.step_text(found, step),
            label=minimax.bounds_text(step.known),
            words=minimax.known_text(step.known),
            colour=_colour(step.known),
            skipped=list(step.skipped),
        )
        for step in found.steps
    ]
    return SearchView(
        root=root,
        levels=len(position.moves) + 1,
        width=next(leaves) - _LEAF + _MARGIN,
        height=_MARGIN + depth * _LEVEL + _MARGIN,
        steps=steps,
        script=msgspec.json.encode(steps).decode().replace("<", "\\u003c"),  # `</script>` ends it
    )


def _tree(found: minimax.Trace, number: int, y: int, leaves: Iterator[int]) -> NodeView:
    """A node with those below it: leaves side by side, every other above the middle of its own."""
    node = found.nodes[number]
    position, width = node.position, node.position.rules.width
    children = [_tree(found, child, y + _LEVEL, leaves) for child in node.children]
    return NodeView(
        id=number,
        name=minimax.move_name(found, node),
        side=None if node.parent is None else side(position.turn.other),
        turn=side(position.turn),
        marks=[
            (side(mark), square % width, square // width)
            for mark in Mark
            for square in squares(position.marks(mark))
        ],
        children=children,
        x=(children[0].x + children[-1].x) // 2 if children else next(leaves),
        y=y,
    )


def _colour(known: minimax.Bounds) -> Literal["x", "o", "draw", "open"]:
    if not known.is_exact:
        return "open"
    return "draw" if known.low == 0 else "x" if known.low > 0 else "o"
