"""The stepper through minimax: a step as a part of a page, and all of them as a file."""

from __future__ import annotations

import json
from hashlib import sha256

from noughts.coach.minimax import MOST_EMPTY, Bounds, bounds_text, move_name, seen, step_text, trace
from noughts.coach.minimax import path as path_to
from noughts.core import Mark, Position, squares
from noughts.pages.environment import environment
from noughts.views.board import side
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext

# A small tree, a usual one, and two large ones: a block and a fork.
POSITIONS = ("ox._xxo_.o._x_3", ".xx_xo._o.._o_3", "x.o_.x._..o_x_3", "xo._.x._..o_x_3")
LONGEST = 40  # characters of a position that is typed


def render(position: Position, step: int, prunes: bool, typed: str = "", error: str = "") -> str:
    """Return a search after a step, the last one where there are fewer; raises what `trace` raises.

    Above it stands what was typed, which may be no position to search.
    """
    search = trace(position, prunes=prunes)
    last = len(search.steps) - 1
    now = search.steps[min(step, last)]
    known, skipped = seen(search, min(step, last) + 1)
    positions = []
    for choice in map(Position.parse, POSITIONS):
        free = ngettext("{count} square free", "{count} squares free", len(choice.moves))
        positions.append({"position": choice.url, "side": choice.turn, "text": free})
    return _templates.get_template("learn/search.html").render(
        trace=search,
        states={node: (_("skipped"), "skipped") for node in skipped}
        | {node: _state(bounds) for node, bounds in known.items()},
        path=path_to(search, now.node),
        now=now.node,
        text=step_text(search, now),
        step=min(step, last),
        last=last,
        visited=len(known),
        counts=[trace(position, prunes=is_pruned).visited for is_pruned in (False, True)],
        position=position.url,
        prunes=prunes,
        typed=typed or position.url,
        error=error,
        longest=LONGEST,
        positions=positions,
        most=MOST_EMPTY,
    )


def whole(position: Position, prunes: bool) -> tuple[str, bytes]:
    """Return the tag and the content of a file with the whole tree and every step."""
    search = trace(position, prunes=prunes)
    steps = [
        (step.node, step_text(search, step), _state(step.known), step.skipped)
        for step in search.steps
    ]
    script = json.dumps(steps, ensure_ascii=False, separators=(",", ":"))
    script = script.replace("<", "\\u003c")  # ends no script
    tree = _templates.get_template("learn/tree.html")
    content = tree.render(trace=search, states={}, path=(), now=None, steps=script).encode()
    return f'"{sha256(content).hexdigest()[:16]}"', content


def _marks(position: Position) -> list[tuple[str, int, int]]:
    """Return all marks, with column and row."""
    marks = ((side(mark), squares(position.marks(mark))) for mark in Mark)
    return [(letter, square % 3, square // 3) for letter, taken in marks for square in taken]


def _state(known: Bounds) -> tuple[str, str]:
    """Return what stands at a node, and the name of its colour."""
    colour = ("o", "draw", "x")[known.low + 1] if known.is_exact else "open"
    return bounds_text(known), colour


_templates = environment(marks=_marks, move_name=move_name)
