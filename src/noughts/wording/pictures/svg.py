"""Boards as SVG for notebooks, pages and documents: light and dark, readable without colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from noughts.core import Game, Mark, Move, Position, PositionLike, Square, as_position, squares
from noughts.core.checks import check_type
from noughts.core.notation import column_name
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.pictures.palette import DARK_MARKS, MARKS
from noughts.wording.pictures.strokes import stroke_paths
from noughts.wording.text import ending_text, paragraph, subjects_for

_CELL = 48  # width and height of a square
_MARGIN = 24  # room for the letters and numbers along the edges
_MARK = 34  # width and height of a mark

# Light colours first, then what dark mode changes. Each text colour has a contrast of at least 4.5
# to its background. Custom properties would be shorter, but not every SVG renderer knows them. The
# classes carry the project's name because the styles of an inlined picture apply to the whole page.
_STYLE = f"""\
.noughts .paper{{fill:#fff}}
.noughts .grid{{stroke:#767a80;stroke-width:1.5}}
.noughts text{{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}}
.noughts .edge{{fill:#5f6368;font-size:12px}}
.noughts .x,.noughts .o{{fill:none;stroke-width:5;stroke-linecap:round}}
.noughts .x{{stroke:{MARKS[Mark.X]}}}
.noughts .o{{stroke:{MARKS[Mark.O]}}}
.noughts .line{{stroke:#1c1e21;stroke-width:4;stroke-linecap:round}}
.noughts .last{{fill:none;stroke:#1c1e21;stroke-dasharray:3 3}}
.noughts .note{{font-size:11px}}
.noughts .good{{fill:#1b6e35}}
.noughts .even{{fill:#5f5600}}
.noughts .bad{{fill:#a3231b}}
@media(prefers-color-scheme:dark){{
.noughts .paper{{fill:#16181b}}
.noughts .edge{{fill:#a4a9b0}}
.noughts .x{{stroke:{DARK_MARKS[Mark.X]}}}
.noughts .o{{stroke:{DARK_MARKS[Mark.O]}}}
.noughts .line,.noughts .last{{stroke:#e8eaed}}
.noughts .good{{fill:#7bd88f}}
.noughts .even{{fill:#e2cf6b}}
.noughts .bad{{fill:#ff9a90}}
}}"""


class Tone(Enum):
    """The meaning of a note for the side to move; the value is its class in the picture."""

    GOOD = "good"
    EVEN = "even"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Note:
    """A few words in an empty square, one per line."""

    words: tuple[str, ...]
    tone: Tone


def draw_svg(
    position: PositionLike,
    *,
    notes: Mapping[Move, Note] | None = None,
    last: Square | None = None,
    state: str | None = None,
) -> str:
    """Return a picture of a position with its winning lines and with notes in the empty squares.

    `state` is put into the title if the position does not show how the game stands. It and the
    words of the notes are escaped.

    >>> draw_svg("x.o/.x./..o x 3").startswith("<svg")
    True
    """
    position = as_position(position)
    last = None if last is None else position.square(last)
    check_type(notes, Mapping | None, "the notes")
    rules, notes, outcome = position.rules, notes or {}, position.outcome
    right, bottom = _MARGIN + rules.width * _CELL, _MARGIN + rules.height * _CELL
    width, height = right + _MARGIN // 2, bottom + _MARGIN // 2
    centres = [
        (_MARGIN + column * _CELL + _CELL // 2, _MARGIN + row * _CELL + _CELL // 2)
        for row in range(rules.height)
        for column in range(rules.width)
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="noughts" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{title_of(Game(position), state)}</title>",
        f"<desc>{_description(position, notes)}</desc>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
    ]
    for x in range(_MARGIN + _CELL, right, _CELL):
        parts.append(f'<path class="grid" d="M{x} {_MARGIN}V{bottom}"/>')
    for y in range(_MARGIN + _CELL, bottom, _CELL):
        parts.append(f'<path class="grid" d="M{_MARGIN} {y}H{right}"/>')
    for column, (x, _y) in enumerate(centres[: rules.width]):
        name = column_name(column)
        parts.append(f'<text class="edge" x="{x}" y="{_MARGIN // 2}">{name}</text>')
    for row, (_x, y) in enumerate(centres[:: rules.width], 1):
        parts.append(f'<text class="edge" x="{_MARGIN // 2}" y="{y}">{row}</text>')
    for mark in Mark:
        for x, y in map(centres.__getitem__, squares(position.marks(mark))):
            drawn = "".join(stroke_paths(mark, x - _MARK / 2, y - _MARK / 2, _MARK))
            parts.append(f'<path class="{mark.value}" d="{drawn}"/>')
    for square, note in notes.items():
        x, y = centres[square]
        top = y - 7 * (len(note.words) - 1)
        parts += [
            f'<text class="note {note.tone.value}" x="{x}" y="{top + 14 * number}">'
            f"{escaped(words)}</text>"
            for number, words in enumerate(note.words)
        ]
    if last is not None:
        (x, y), side = centres[last], _CELL - 8
        corner = f'x="{x - side // 2}" y="{y - side // 2}"'
        parts.append(f'<rect class="last" {corner} width="{side}" height="{side}" rx="6"/>')
    for line in outcome.lines if outcome is not None else ():
        (x1, y1), (x2, y2) = centres[line[0]], centres[line[-1]]
        parts.append(f'<path class="line" d="M{x1} {y1}L{x2} {y2}"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def draw_game(game: Game) -> str:
    """Return a picture of a game: the last move is marked, and the title says how the game ended.

    >>> from noughts import Game
    >>> "3x3:3: O wins – X resigned</title>" in draw_game(Game().resign())
    True
    """
    state = ending_state(game)
    return draw_svg(game.position, last=game.last_move, state=state)


def ending_state(game: Game) -> str | None:
    """Return how a game ended; None while it goes on."""
    check_type(game, Game, "the game")
    if game.ending is None:
        return None
    return ending_text(subjects_for([]), game.ending)


def title_of(game: Game, state: str | None = None) -> str:
    """Return the title of a picture of a game, escaped: its board, and how it stands or ended."""
    check_type(game, Game, "the game")
    check_type(state, str | None, "the state")
    state = state or ending_state(game) or _("{side} to move", side=game.position.turn)
    return escaped(_("Noughts and crosses, {board}: {state}", board=game.rules, state=state))


def _description(position: Position, notes: Mapping[Move, Note]) -> str:
    sentences = [
        _("{mark} on {squares}", mark=mark, squares=listing(map(position.name, squares(bits))))
        for mark in Mark
        if (bits := position.marks(mark))
    ]
    sentences += [
        f"{position.name(square)}: {escaped(' '.join(note.words))}."
        for square, note in notes.items()
    ]
    return paragraph(*sentences) or _("The board is empty.")


def escaped(text: str) -> str:
    """Return a text as the content of an element."""
    check_type(text, str, "the text")
    text = "".join(letter for letter in text if letter.isprintable())  # XML has no control codes
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
