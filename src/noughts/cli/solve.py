"""`noughts solve`, `draw` and `perft`: the exact values of a position, and all games counted."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from operator import add

from noughts.atlas import values
from noughts.cli.files import write_whole
from noughts.coach.analysis import analyse
from noughts.coach.text import value_text, worth_text
from noughts.core.perft import perft
from noughts.solver import Limit, Value
from noughts.solver.verdict import ATLAS, SEARCH
from noughts.wording.drawing import Labels, draw, name_labels
from noughts.wording.grammar import counted
from noughts.wording.pictures.svg import Note, Tone, draw_svg

_HEADS = ("ply", "sequences", "X wins", "O wins", "draws", "positions", "classes")
_SOURCES = {ATLAS: "By the atlas: ", SEARCH: "Proved now: "}
_TONES = {Value.WIN: Tone.GOOD, Value.DRAW: Tone.EVEN, Value.LOSS: Tone.BAD}


def run_solve(arguments: Namespace) -> int:
    """Print the value of a position and of each move."""
    position, limit = arguments.position, Limit(seconds=arguments.limit)
    analysis = analyse(position, limit)
    verdict, worths, line = analysis.verdict, analysis.worths, analysis.line
    if arguments.json:
        data = {
            "position": position.notation,
            "value": verdict.value.name.lower(),
            "plies": verdict.plies,
            "best": list(map(position.name, verdict.best)),
            "moves": {
                position.name(move): {"value": worth.value.name.lower(), "plies": worth.plies}
                for move, worth in worths.items()
            },
            "line": list(map(position.name, line)),
            "method": verdict.method,
            "nodes": verdict.nodes,
            "seconds": round(analysis.seconds, 6),
        }
        print(json.dumps(data))
    else:
        edges = name_labels(position.rules)
        words = {square: worth_text(worth) for square, worth in worths.items()}
        in_squares = tuple(words.get(square, "") for square in range(position.rules.size))
        labels = Labels(edges.columns, edges.rows, in_squares)
        won = position.outcome.squares if position.outcome is not None else ()
        board = draw(position, labels=labels, line=won)
        best = f"\nBest line: {' '.join(map(position.name, line))}" if line else ""
        print(f"{board}\n\n{value_text(position, verdict)}{best}")
        source, nodes = _SOURCES.get(verdict.method, ""), counted(verdict.nodes, "node")
        print(f"{source}{nodes}, {analysis.seconds:.3f} s")
    return 0


def run_draw(arguments: Namespace) -> int:
    """Write a picture of a position."""
    position = arguments.position
    notes = {}
    for move, worth in values(position).items() if arguments.values else ():
        lines = worth_text(worth).split(" ", 1)  # `win in 2` fits into a square as two
        notes[move] = Note(tuple(lines), _TONES[worth.value])
    write_whole(arguments.out, draw_svg(position, notes=notes))
    return 0


def run_perft(arguments: Namespace) -> int:
    """Count all games of a board, and print the counts of each ply and their sums."""
    print(_row(_HEADS))
    games, sums = 0, [0] * len(_HEADS[1:])
    for ply in perft(arguments.board.start(), arguments.depth):
        ended = (ply.x_wins, ply.o_wins, ply.draws)
        counts = (ply.sequences, *ended, ply.positions, ply.classes)
        games, sums = games + ply.games, list(map(add, sums, counts))
        print(_row([str(ply.ply), *(f"{count:,}" for count in counts)]), flush=True)
    print(_row(["all", *(f"{count:,}" for count in sums)]))
    print(f"games: {games:,}")
    return 0


def _row(cells: Sequence[str]) -> str:
    head, first, *rest = cells  # 80 columns in total; sequences need the most
    return f"{head:>3} {first:>20}" + "".join(f"{cell:>11}" for cell in rest)
