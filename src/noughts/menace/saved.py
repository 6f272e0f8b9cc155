"""A machine as text: JSON, in which boxes are named by their positions and beads by squares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from noughts.core import Mark
from noughts.core.checks import check_type, wrong_type
from noughts.core.errors import NotationError, NoughtsError
from noughts.menace.machine import Machine, Scheme, Score

LONGEST = 1_000_000  # characters; a machine has some 20,000
VERSION = 1


def text_of(machine: Machine) -> str:
    """Return a machine as JSON, a box a line.

    >>> read(text_of(Machine.new())) == Machine.new()
    True
    """
    check_type(machine, Machine, "the machine")
    boxes = zip(machine.scheme.cabinet.boxes, machine.beads, strict=True)
    lines = [
        f"{json.dumps(box.position.notation)}: "
        + json.dumps(dict(zip(map(box.position.name, box.squares), beads, strict=True)))
        for box, beads in boxes
    ]
    head = json.dumps({"version": VERSION, **rules_data(machine.scheme), **score_data(machine)})
    return f'{head[:-1]}, "boxes": {{\n' + ",\n".join(lines) + "\n}}\n"


def rules_data(scheme: Scheme) -> dict[str, Any]:
    """Return the rules of a machine as JSON has them."""
    return {
        "side": scheme.mark.value,
        "first": list(scheme.first),
        **{name: getattr(scheme, name) for name in ("win", "draw", "loss", "shares")},
    }


def score_data(machine: Machine) -> dict[str, int]:
    """Return how many games a machine won, drew and lost, as JSON has them."""
    score = machine.score
    return {"won": score.wins, "drawn": score.draws, "lost": score.losses}


def read(text: str) -> Machine:
    """Return the machine that `text_of` wrote; raises NotationError and WrongType."""
    check_type(text, str, "the text of a machine")
    if len(text) > LONGEST:
        raise NotationError(f"a machine has at most {LONGEST:,} characters")
    try:
        data = _object(json.loads(text), "a machine")
        if data.get("version") != VERSION:
            raise NotationError(f"its version is not {VERSION}")
        scheme = Scheme(
            Mark(data["side"]),
            tuple(data["first"]),
            *(data[name] for name in ("win", "draw", "loss", "shares")),
        )
        boxes = _object(data["boxes"], "the boxes")
        beads = []
        for box in scheme.cabinet.boxes:
            held = _object(boxes[box.position.notation], "a box")
            beads.append(tuple(held[box.position.name(square)] for square in box.squares))
        score = Score(*(data[name] for name in ("won", "drawn", "lost")))
        return Machine(scheme, tuple(beads), score)
    except KeyError as error:
        raise NotationError(f"no machine of noughts: it has no {error}") from None
    except NoughtsError as error:
        raise NotationError(f"no machine of noughts: {error}") from None
    except json.JSONDecodeError as error:
        raise NotationError(f"no machine of noughts: no JSON from line {error.lineno}") from None
    except (TypeError, ValueError, RecursionError):
        raise NotationError("no machine of noughts") from None


def _object(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise wrong_type(value, "an object", name)
    return value
