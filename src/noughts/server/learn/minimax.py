"""The stepper through minimax: its trace after a step, as a part of a page."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

import msgspec
from jinja2 import Template
from msgspec import Struct

from noughts.coach.minimax import (
    MOST_EMPTY,
    Bounds,
    Step,
    Trace,
    bounds_text,
    known_text,
    move_name,
    path,
    seen,
    step_text,
    trace,
)
from noughts.core.bits import squares
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.language import current
from noughts.server.http.pages import environment
from noughts.server.learn import lessons
from noughts.server.learn.views import Side, side

Colour = Literal["x", "o", "draw", "open", "skipped"]

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
    colour: Colour
    skipped: list[int]


class SearchView(Struct, frozen=True):
    """A whole search."""

    root: NodeView
    levels: int
    width: int  # of the map
    height: int
    steps: list[StepView]
    script: str  # the steps as JSON


class MinimaxView(Struct, frozen=True):
    """A search up to a step."""

    position: str
    prunes: bool
    search: SearchView
    step: int
    path: list[int]
    known: dict[int, StepView]  # the latest step at each node visited
    skipped: list[int]
    visited: int
    plain: int  # positions looked at in all without pruning
    pruned: int  # and with it


def minimax_view(position: Position, step: int, *, prunes: bool) -> MinimaxView:
    """A search after a step, the last one where there are fewer; raises what `trace` raises."""
    plain, pruned = trace(position, prunes=False), trace(position, prunes=True)
    found, search = pruned if prunes else plain, _search(current(), position, prunes=prunes)
    step = min(step, len(found.steps) - 1)
    known, skipped = seen(found, step + 1)
    return MinimaxView(
        position=position.url,
        prunes=prunes,
        search=search,
        step=step,
        path=list(path(found, found.steps[step].node)),
        known={each.node: each for each in search.steps[: step + 1]},
        skipped=sorted(skipped),
        visited=len(known),
        plain=plain.visited,
        pruned=pruned.visited,
    )


@lru_cache(maxsize=32)  # the largest takes 0.6 MB, and 10 ms to make
def _search(_language: str, position: Position, *, prunes: bool) -> SearchView:
    found = trace(position, prunes=prunes)
    layout, steps = _layout(found), [_step(found, each) for each in found.steps]
    return SearchView(
        root=_node(found, 0, layout),
        levels=len(position.moves) + 1,
        width=max(x for x, _y in layout) + _MARGIN,
        height=max(y for _x, y in layout) + _MARGIN,
        steps=steps,
        script=msgspec.json.encode(steps).decode().replace("<", "\\u003c"),  # `</script>` ends it
    )


def _step(found: Trace, step: Step) -> StepView:
    return StepView(
        node=step.node,
        text=step_text(found, step),
        label=bounds_text(step.known),
        words=known_text(step.known),
        colour=_colour(step.known),
        skipped=list(step.skipped),
    )


def _colour(known: Bounds) -> Colour:
    if not known.is_exact:
        return "open"
    return "draw" if known.low == 0 else "x" if known.low > 0 else "o"


def _node(found: Trace, number: int, layout: list[tuple[int, int]]) -> NodeView:
    node = found.nodes[number]
    x, y = layout[number]
    return NodeView(
        id=number,
        name=move_name(found, node),
        side=None if node.parent is None else side(node.position.turn.other),
        turn=side(node.position.turn),
        marks=_marks(node.position),
        children=[_node(found, child, layout) for child in node.children],
        x=x,
        y=y,
    )


def _marks(position: Position) -> list[tuple[Side, int, int]]:
    width = position.rules.width
    return [
        (side(mark), square % width, square // width)
        for mark in Mark
        for square in squares(position.marks(mark))
    ]


def _layout(found: Trace) -> list[tuple[int, int]]:
    """The places of the nodes: leaves side by side, every other node above its middle."""
    places: list[tuple[int, int]] = [(0, 0)] * len(found.nodes)
    leaves = 0

    def place(number: int, depth: int) -> int:
        nonlocal leaves
        children = found.nodes[number].children
        below = [place(child, depth + 1) for child in children]
        x = (below[0] + below[-1]) // 2 if below else _MARGIN + leaves * _LEAF
        leaves += not below
        places[number] = (x, _MARGIN + depth * _LEVEL)
        return x

    place(0, 0)
    return places


LONGEST = 40  # characters of a position that is typed


def render(position: Position, step: int, prunes: bool, typed: str = "", error: str = "") -> str:
    """A search after a step, perhaps below what was typed and is no position to search."""
    return _template().render(
        shown=minimax_view(position, step, prunes=prunes),
        typed=typed or position.url,
        error=error,
        longest=LONGEST,
        pruning="on" if prunes else "off",
        positions=lessons.positions(),
        most=MOST_EMPTY,
    )


@cache
def _template() -> Template:
    return environment().get_template("learn/search.html")
