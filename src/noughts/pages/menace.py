"""The pages of a machine of matchboxes: its games, all its boxes, and the sheets to build it."""

from __future__ import annotations

from typing import Literal, get_args

from noughts.menace import sheets
from noughts.menace.text import rules_text
from noughts.pages.page import Page, preview, state_of
from noughts.views import menace
from noughts.views.menace import BoxesView, MenaceRules, MenaceView
from noughts.wording.language import gettext as _
from noughts.wording.pictures.paper import svg_of
from noughts.wording.pictures.pdf import pdf_of
from noughts.wording.text import level_name

SheetFile = Literal[
    "boxes.pdf",
    "boxes.svg",
    "boxes-01.svg",
    "boxes-02.svg",
    "boxes-03.svg",
    "boxes-04.svg",
    "boxes-05.svg",
    "boxes-06.svg",
    "boxes-07.svg",
    "boxes-08.svg",
    "boxes-09.svg",
    "boxes-10.svg",
]
PDF, INSTRUCTIONS, *LABELS = FILES = get_args(SheetFile)


def menace_page(view: MenaceView, opponent: str) -> Page:
    """Return the page of a machine, and of whom it plays next."""
    values = {
        "menace": view,
        "opponent": opponent,
        "opponents": {name: opponent_name(name) for name in menace.OPPONENTS},
        "rules": {name: rules_name(name) for name in menace.SCHEMES},
        "counts": menace.GAMES,
        "state": state_of(view),
    }
    title = _("A machine that learns")
    return Page("learn/menace.html", title, values, picture=preview(view.board.position))


def boxes_page(view: BoxesView, query: str) -> Page:
    """Return a page of the boxes of a machine, with the query of its address."""
    values = {"view": view, "query": query}
    return Page("learn/boxes.html", _("All its boxes"), values)


def sheets_page(rules: MenaceRules, drawing: str) -> Page:
    """Return the page of what is printed for a machine, with its first sheet."""
    scheme = menace.SCHEMES[rules]
    count = len(scheme.cabinet.boxes)
    most = sheets.COLUMNS * sheets.ROWS
    values = {
        "chosen": rules,
        "rules": {name: rules_name(name) for name in menace.SCHEMES},
        "told": rules_text(scheme),
        "count": count,
        "drawing": drawing,
        "labels": {
            name: (at * most + 1, min((at + 1) * most, count)) for at, name in enumerate(LABELS)
        },
    }
    return Page("learn/boxes_sheets.html", _("Boxes to print"), values)


def note(rules: MenaceRules, base_url: str) -> str:
    """Return the address where the sheets are found again, which stands at their foot."""
    return f"{base_url}learn/menace/sheets?rules={rules}"


def printed(rules: MenaceRules, file: SheetFile, note: str) -> bytes:
    """Return a file of the sheets."""
    pages = sheets.pages(menace.SCHEMES[rules], note)
    if file == PDF:
        return pdf_of(pages, title="MENACE")
    return svg_of(pages[FILES.index(file) - 1]).encode()


def opponent_name(opponent: str) -> str:
    """Return what an opponent of the machine is called."""
    if opponent == "menace":
        return _("another machine")
    return _("Michie") if opponent == "michie" else level_name(opponent)


def rules_name(rules: MenaceRules) -> str:
    """Return what rules are called."""
    return {
        "published": _("As Michie published"),
        "more": _("More beads at first"),
        "gentle": _("Defeats cost nothing"),
        "wins": _("Draws earn nothing"),
        "every": _("A colour for every square"),
    }[rules]
