"""`noughts solve`, `draw` and `perft`: the exact values of a position, and all games counted."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping, Sequence
from operator import add

from noughts.atlas import values
from noughts.cli.files import write_whole
from noughts.cli.streams import effort_text
from noughts.coach.analysis import analyse
from noughts.coach.text import value_text, worth_text
from noughts.core import Mark, Move, Position
from noughts.core.perft import perft
from noughts.solver import Limit, MoveValue, Value
from noughts.solver.verdict import ATLAS, SEARCH
from noughts.wording.drawing import Labels, draw, name_labels
from noughts.wording.language import gettext as _
from noughts.wording.language import pgettext
from noughts.wording.pictures.svg import Note, Tone, draw_svg

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
        words = _words(position, worths)
        if words or position.xs or position.os:
            print(_board(position, words), end="\n\n")
        print(value_text(position, verdict))
        if len(line) > 1:
            print(_("Best line: {moves}", moves=" ".join(map(position.name, line))))
        effort = effort_text(verdict.nodes, analysis.seconds)
        print(_source(verdict.method, effort))
    return 0


def _words(position: Position, worths: Mapping[Move, MoveValue]) -> dict[Move, str]:
    """Return what each square is worth; nothing if all are worth the same."""
    words = {square: worth_text(worth) for square, worth in worths.items()}
    if len(set(words.values())) == 1 and len(words) == len(position.moves) > 1:
        return {}
    return words


def _board(position: Position, words: Mapping[Move, str]) -> str:
    edges = name_labels(position.rules)
    in_squares = tuple(words.get(square, "") for square in range(position.rules.size))
    labels = Labels(edges.columns, edges.rows, in_squares)
    won = position.outcome.squares if position.outcome is not None else ()
    return draw(position, labels=labels, line=won)


def _source(method: str, effort: str) -> str:
    """Return where a verdict is from, and what it took."""
    if method == ATLAS:
        return _("By the atlas: {effort}", effort=effort)
    return _("Proved now: {effort}", effort=effort) if method == SEARCH else effort


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
    heads = (
        pgettext("at most three letters", "ply"),
        _("sequences"),
        _("{side} wins", side=Mark.X),
        _("{side} wins", side=Mark.O),
        _("draws"),
        _("positions"),
        _("classes"),
    )
    print(_row(heads))
    games, sums = 0, [0] * len(heads[1:])
    for ply in perft(arguments.board.start(), arguments.depth):
        ended = (ply.x_wins, ply.o_wins, ply.draws)
        counts = (ply.sequences, *ended, ply.positions, ply.classes)
        games, sums = games + ply.games, list(map(add, sums, counts))
        print(_row([str(ply.ply), *(f"{count:,}" for count in counts)]), flush=True)
    everything = pgettext("at most three letters", "all")
    print(_row([everything, *(f"{count:,}" for count in sums)]))
    print(_("games: {count}", count=f"{games:,}"))
    return 0


def _row(cells: Sequence[str]) -> str:
    head, first, *rest = cells  # 80 columns in total; sequences need the most
    return f"{head:>3} {first:>20}" + "".join(f"{cell:>11}" for cell in rest)
