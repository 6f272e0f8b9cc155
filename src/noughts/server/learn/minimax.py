"""The stepper through minimax: a step as a part of a page, and all of them as a file."""

from __future__ import annotations

from functools import partial
from gzip import compress
from hashlib import sha256
from typing import Any

import msgspec

from noughts.coach import minimax
from noughts.core.bits import squares
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.server.http.pages import environment
from noughts.server.learn.views import Side, side
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, use

# A small tree, a usual one, and two large ones: a block and a fork.
POSITIONS = ("ox._xxo_.o._x_3", ".xx_xo._o.._o_3", "x.o_.x._..o_x_3", "xo._.x._..o_x_3")
LONGEST = 40  # characters of a position that is typed

_templates = environment()


def render(position: Position, step: int, prunes: bool, typed: str = "", error: str = "") -> str:
    """A search after a step, the last one where there are fewer; raises what `trace` raises.

    It may stand below what was typed and is no position to search.
    """
    found, last = _traced(position, prunes), len(minimax.trace(position, prunes=prunes).steps) - 1
    step = min(step, last)
    known, skipped = minimax.seen(found["trace"], step + 1)
    states = {each: (_("skipped"), "skipped") for each in skipped}
    states |= {node: (minimax.bounds_text(each), _colour(each)) for node, each in known.items()}
    positions = []
    for choice in map(Position.parse, POSITIONS):
        free = ngettext("{count} square free", "{count} squares free", len(choice.moves))
        positions.append({"position": choice.url, "side": choice.turn, "text": free})
    now = found["trace"].steps[step]
    return _templates.get_template("learn/search.html").render(
        **found,
        states=states,
        path=minimax.path(found["trace"], now.node),
        now=now.node,
        text=minimax.step_text(found["trace"], now),
        step=step,
        last=last,
        visited=len(known),
        counts=[minimax.trace(position, prunes=each).visited for each in (False, True)],
        position=position.url,
        prunes=prunes,
        typed=typed or position.url,
        error=error,
        longest=LONGEST,
        positions=positions,
        most=minimax.MOST_EMPTY,
    )


def whole(position: Position, prunes: bool, language: str) -> tuple[str, bytes]:
    """The whole tree with every step of the search, compressed, and what tells it from others."""
    with use(language):
        found = _traced(position, prunes)
        trace = found["trace"]
        steps = [
            {
                "node": step.node,
                "text": minimax.step_text(trace, step),
                "state": (minimax.bounds_text(step.known), _colour(step.known)),
                "skipped": step.skipped,
            }
            for step in trace.steps
        ]
        script = msgspec.json.encode(steps).decode().replace("<", "\\u003c")  # ends no script
        tree = _templates.get_template("learn/tree.html")
        content = tree.render(**found, states={}, path=(), now=None, steps=script).encode()
    return f'"{sha256(content).hexdigest()[:16]}"', compress(content, mtime=0)


def _traced(position: Position, prunes: bool) -> dict[str, Any]:
    """A search, and how its nodes are drawn."""
    trace = minimax.trace(position, prunes=prunes)
    return {"trace": trace, "name": partial(minimax.move_name, trace), "marks": _marks}


def _marks(position: Position) -> list[tuple[Side, int, int]]:
    """All marks, with column and row."""
    return [
        (side(mark), square % 3, square // 3)
        for mark in Mark
        for square in squares(position.marks(mark))
    ]


def _colour(known: minimax.Bounds) -> str:
    if not known.is_exact:
        return "open"
    return "draw" if known.low == 0 else "x" if known.low > 0 else "o"
