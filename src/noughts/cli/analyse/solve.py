"""`noughts solve` and `draw`: the exact values of a position, as text or as a picture."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from time import perf_counter

from noughts.atlas import best_line, solve, values
from noughts.cli.files import write_whole
from noughts.cli.parser import Parser, add_position, seconds, writable_file
from noughts.coach.values_text import value_text, worth_text
from noughts.core.bits import Move
from noughts.core.drawing import Labels, draw, name_labels
from noughts.core.grammar import counted
from noughts.core.notation import square_name
from noughts.core.pictures.svg import Note, Tone, draw_svg
from noughts.core.position import Position
from noughts.solver import Limit, MoveValue, Value, Verdict
from noughts.solver.verdict import ATLAS, SEARCH

_SOURCES = {ATLAS: "By the atlas: ", SEARCH: "Proved now: "}
_TONES = {Value.WIN: Tone.GOOD, Value.DRAW: Tone.EVEN, Value.LOSS: Tone.BAD}


def add_solve(parser: Parser) -> None:
    """Declare `noughts solve`."""
    add_position(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--limit", type=seconds, metavar="SECONDS", help="how long one proof may take"
    )
    parser.set_defaults(run=_solve)


def add_draw(parser: Parser) -> None:
    """Declare `noughts draw`."""
    add_position(parser)
    parser.add_argument("--values", action="store_true", help="show the value of each free square")
    parser.add_argument(
        "--out", type=writable_file, required=True, metavar="FILE", help="the file to write"
    )
    parser.set_defaults(run=_draw)


def _solve(arguments: Namespace) -> int:
    position, limit = arguments.position, Limit(seconds=arguments.limit)
    began = perf_counter()
    verdict = solve(position, limit)
    took = perf_counter() - began  # of the same search as the nodes
    worths = values(position, limit)
    verdict = _with_best(position, verdict, worths)
    line = best_line(position, limit)
    if arguments.json:
        print(json.dumps(_data(position, verdict, worths, line, took)))
    else:
        print(_text(position, verdict, worths, line))
        print(f"{_SOURCES.get(verdict.method, '')}{counted(verdict.nodes, 'node')}, {took:.3f} s")
    return 0


def _with_best(position: Position, verdict: Verdict, worths: Mapping[Move, MoveValue]) -> Verdict:
    """The verdict with every move whose value, found later, is as good as the position's."""
    if verdict.plies is not None or position.is_over:
        return verdict
    keeping = {move for move, worth in worths.items() if worth.value is verdict.value}
    is_complete = verdict.best_complete or len(worths) == len(position.moves)
    best = tuple(sorted(keeping.union(verdict.best)))
    return replace(verdict, best=best, best_complete=is_complete)


def _text(
    position: Position, verdict: Verdict, worths: Mapping[Move, MoveValue], line: tuple[Move, ...]
) -> str:
    edges = name_labels(position.rules)
    words = tuple(
        worth_text(worths[square]) if square in worths else ""
        for square in range(position.rules.size)
    )
    labels = Labels(edges.columns, edges.rows, words)
    outcome = position.outcome
    won = outcome.squares if outcome is not None else ()
    board = draw(position, labels=labels, line=won)
    best = f"\nBest line: {' '.join(_names(position, line))}" if line else ""
    return f"{board}\n\n{value_text(position, verdict)}{best}"


def _names(position: Position, moves: tuple[Move, ...]) -> list[str]:
    return [square_name(position.rules.width, move) for move in moves]


def _data(
    position: Position,
    verdict: Verdict,
    worths: Mapping[Move, MoveValue],
    line: tuple[Move, ...],
    seconds: float,
) -> dict[str, object]:
    name = partial(square_name, position.rules.width)
    return {
        "position": str(position),
        "value": verdict.value.name.lower(),
        "plies": verdict.plies,
        "best": _names(position, verdict.best),
        "moves": {
            name(move): {"value": worth.value.name.lower(), "plies": worth.plies}
            for move, worth in worths.items()
        },
        "line": _names(position, line),
        "method": verdict.method,
        "nodes": verdict.nodes,
        "seconds": round(seconds, 6),
    }


def _draw(arguments: Namespace) -> int:
    position = arguments.position
    worths = values(position) if arguments.values else {}
    notes = {move: _note(worth) for move, worth in worths.items()}
    write_whole(arguments.out, draw_svg(position, notes=notes))
    return 0


def _note(worth: MoveValue) -> Note:
    """`win in 3` as two lines, which fit into a square."""
    first, *rest = worth_text(worth).split(" ", 1)
    return Note((first, *rest), _TONES[worth.value])
