"""Boxes to print and cut out, a label each, with a sheet that tells a class how to run them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from noughts.core.checks import check_type
from noughts.menace.boxes import BOARD, Box, stages
from noughts.menace.machine import Scheme
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.pictures.palette import INK, SOFT
from noughts.wording.pictures.paper import CHARACTERS, HEIGHT, WIDTH, Page, Path, Words, board

COLUMNS, ROWS = 4, 8  # of labels on a page

_MARGIN, _TOP = 12, 15
_LABEL, _TALL = (WIDTH - 2 * _MARGIN) / COLUMNS, 33.0
_SQUARE = 8.6  # of the board on a label
_TEXT, _SMALL, _TINY = 3.6, 2.7, 2.4  # heights of type
_SAFE = 0.85 * CHARACTERS  # where Helvetica and Arial are not installed, type is wider
_GAMES, _APART = 60, 3.0  # on the paper for the results


def pages(scheme: Scheme, note: str = "") -> tuple[Page, ...]:
    """Return the instructions, and the pages of the labels; `note` is printed small on all.

    >>> len(pages(Scheme()))
    11
    """
    check_type(scheme, Scheme, "the rules of the machine")
    check_type(note, str, "the note")
    boxes, most = scheme.cabinet.boxes, COLUMNS * ROWS
    foot = (Words(note, _MARGIN, HEIGHT - 6, _TINY, SOFT),) if note else ()
    labels = [boxes[start : start + most] for start in range(0, len(boxes), most)]
    return (
        (*_instructions(scheme), *foot),
        *((*_labels(scheme, some), *foot) for some in labels),
    )


def _labels(scheme: Scheme, boxes: tuple[Box, ...]) -> Iterator[Path | Words]:
    """Yield a page of labels, with lines to cut along."""
    rows = -(-len(boxes) // COLUMNS)
    for column in range(COLUMNS + 1):
        x = _MARGIN + column * _LABEL
        yield _line((x, _TOP), (x, _TOP + rows * _TALL))
    for row in range(rows + 1):
        y = _TOP + row * _TALL
        yield _line((_MARGIN, y), (WIDTH - _MARGIN, y))
    for place, box in enumerate(boxes):
        row, column = divmod(place, COLUMNS)
        yield from _label(scheme, box, _MARGIN + column * _LABEL, _TOP + row * _TALL)


def _line(start: tuple[float, float], end: tuple[float, float]) -> Path:
    return Path([start, start, end, end], SOFT, 0.15)


def _label(scheme: Scheme, box: Box, left: float, top: float) -> Iterator[Path | Words]:
    """Yield the position of a box, in whose squares stand the numbers of its beads."""
    x, y = left + 3, top + 3.5
    yield from board(box.position, x, y, _SQUARE)
    for square in box.squares:
        row, column = divmod(square, BOARD.width)
        middle = x + (column + 0.5) * _SQUARE, y + (row + 0.5) * _SQUARE + _TEXT / 3
        yield Words(str(square + 1), *middle, _TEXT, SOFT, centred=True)
    side = x + 3 * _SQUARE + 2.2
    count = scheme.first[box.stage]
    yield Words(str(box.number), side, y + 5, 5)
    yield Words(_("move {move}", move=box.stage + 1), side, y + 12, _SMALL, SOFT)
    yield Words(_("{count} each", count=count), side, y + 17, _SMALL, SOFT)


def _instructions(scheme: Scheme) -> Iterator[Path | Words]:
    """Yield what a class needs to build the machine and to run it."""
    boxes = scheme.cabinet.boxes
    yield Words(_("A machine of matchboxes"), _MARGIN, 20, 8)
    yield from _key(WIDTH - _MARGIN - 54, 30)
    y, beside = 32.0, WIDTH - 2 * _MARGIN - 60
    for heading, sentences in _sections(scheme, boxes):
        yield Words(heading, _MARGIN, y, 4.6)
        y += 6
        for sentence in sentences:
            width = beside if y < 95 else WIDTH - 2 * _MARGIN
            for line in wrap(sentence, int(width / _TEXT * _SAFE)):
                yield Words(line, _MARGIN, y, _TEXT)
                y += 4.9
            y += 1.6
        y += 3.5
    yield from _results(scheme, y)


def _results(scheme: Scheme, top: float) -> Iterator[Path | Words]:
    """Yield paper for Michie's line of dots: a column a game, a millimetre a bead."""
    zero, right = HEIGHT - 37, _MARGIN + _GAMES * _APART
    most = int((zero - top - 4) // 10 * 10)
    won, drawn, lost = (f"{change:+}" for change in (scheme.win, scheme.draw, scheme.loss))
    words = {"won": won, "drawn": drawn, "lost": lost}
    text = _("Results: {won} for a win, {drawn} for a draw, {lost} for a defeat", **words)
    yield Words(text, _MARGIN, zero - most - 2, _SMALL, SOFT)
    for game in range(0, _GAMES + 1, 10):
        x = _MARGIN + game * _APART
        yield _line((x, zero - most), (x, zero + 20))
        yield Words(str(game), x, zero + 24, _TINY, SOFT, centred=True)
    for beads in range(-20, most + 1, 10):
        yield _line((_MARGIN, zero - beads), (right, zero - beads))
        yield Words(f"{beads:+}" if beads else "0", right + 1, zero - beads + 0.8, _TINY, SOFT)


def _key(left: float, top: float) -> Iterator[Path | Words]:
    """Yield which colour stands for which square."""
    side = 18.0
    yield from board(BOARD.start(), left, top, side)
    for square, name in enumerate(colours()):
        row, column = divmod(square, BOARD.width)
        x, y = left + (column + 0.5) * side, top + (row + 0.5) * side
        yield Words(str(square + 1), x, y, 5, INK, centred=True)
        yield Words(name, x, y + 5, _SMALL, SOFT, centred=True)


def colours() -> tuple[str, ...]:
    """Return the colour of the beads for each square, as Michie chose them.

    >>> colours()[:3]
    ('white', 'lilac', 'silver')
    """
    return (
        _("white"),
        _("lilac"),
        _("silver"),
        _("black"),
        _("gold"),
        _("green"),
        _("amber"),
        _("red"),
        _("pink"),
    )


def _sections(scheme: Scheme, boxes: tuple[Box, ...]) -> Iterator[tuple[str, list[str]]]:
    counts = stages(boxes)
    by_move = listing([f"{count}" for count in counts])
    needed = Counter[int]()
    for box in boxes:
        for square in box.squares:
            needed[square] += scheme.first[box.stage]
    beads = listing([f"{needed[square]} {name}" for square, name in enumerate(colours())])
    yield (
        _("Build it"),
        [
            _(
                "You need {count} matchboxes, envelopes or cups: {by_move} for its first to fourth"
                " move. Cut out the labels and stick one on each.",
                count=len(boxes),
                by_move=by_move,
            ),
            _(
                "A number in a square stands for beads of the colour shown here. Put as many of"
                " each into the box as the label says: {beads}, {total} in all, and keep some more"
                " for rewards.",
                beads=beads,
                total=sum(needed.values()),
            ),
            _("A square without a number is like another one by symmetry, and needs no beads."),
        ],
    )
    yield (
        _("Let it play"),
        [
            _("The machine plays {side}, and X begins.", side=scheme.mark),
            _(
                "1. Find the box with the position on the board. It may be turned or mirrored: turn"
                " it in your mind, or lay the label beside the board."
            ),
            _(
                "2. Shake the box and draw a bead without looking. Its colour says where the"
                " machine moves on the label. If the label is turned, turn that back to find the"
                " square on the board. Leave the box open, with the bead in front of it."
            ),
            _("3. The opponent moves. Go on until the game is over."),
            _("If the box is empty, the machine resigns. The last free square needs no box."),
        ],
    )
    yield (
        _("Let it learn"),
        [
            _("After the game, at every open box:"),
            _("Won: {change}", change=_change(scheme.win)),
            _("Drawn: {change}", change=_change(scheme.draw)),
            _("Lost: {change}", change=_change(scheme.loss)),
            _(
                "Mark each result below by a dot, so many beads above or below the last one, as"
                " Donald Michie did in 1961, when he had no computer. Where does the line turn?"
            ),
        ],
    )


def _change(change: int) -> str:
    """Return what is done with a drawn bead."""
    if change > 0:
        return _("put the bead back, and {count} more of its colour.", count=change)
    if change == 0:
        return _("put the bead back.")
    if change == -1:
        return _("keep the bead out.")
    return _("keep the bead out, and take away {count} more of its colour.", count=-change - 1)
