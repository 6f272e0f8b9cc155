"""The table and the results of a room as CSV, for a spreadsheet in the reader's language.

Where a comma stands before decimals a spreadsheet takes semicolons for the ends of fields, and 1.5
for the first of May. No name can become a formula: drawn names and typed ones begin with letters.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from noughts.language import decimal_sign
from noughts.language import gettext as _
from noughts.online.rooms.standings import standings
from noughts.online.rooms.state import Pairing, Room

_BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes the text for Latin-1
_POINTS = {"x": (1.0, 0.0), "o": (0.0, 1.0), "draw": (0.5, 0.5)}


def table(room: Room) -> str:
    """The table, best first."""
    head = (
        _("Place"),
        _("Name"),
        _("Points"),
        _("Games"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
        _("Byes"),
    )
    lines = (
        (
            each.place,
            room.members[each.member].name,
            each.points,
            each.played,
            each.won,
            each.drawn,
            each.lost,
            each.byes,
        )
        for each in standings(room)
    )
    return _written(head, lines)


def results(room: Room) -> str:
    """All finished games, each with the points of both."""
    head = (_("Game"), _("Round"), "X", "O", _("Points of X"), _("Points of O"))
    ended = ((n, each) for n, each in enumerate(room.pairings) if each.result in _POINTS)
    return _written(head, (_game(room, number, pairing) for number, pairing in ended))


def _game(room: Room, number: int, pairing: Pairing) -> Sequence[object]:
    x, o = (room.members[member].name for member in pairing.members)
    return number + 1, pairing.round or "", x, o, *_POINTS[pairing.result or ""]


def _written(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    written = StringIO()
    writer = csv.writer(written, delimiter=";" if decimal_sign() == "," else ",")
    writer.writerow(head)
    writer.writerows([_cell(each) for each in line] for line in lines)
    return _BYTE_ORDER_MARK + written.getvalue()


def _cell(value: object) -> object:
    return f"{value:g}".replace(".", decimal_sign()) if isinstance(value, float) else value
