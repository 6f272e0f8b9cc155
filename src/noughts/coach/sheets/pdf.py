"""A sheet as PDF, drawn with lines rather than dots; needs the extra `noughts[print]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from noughts.coach.sheets.layout import Page, Path, Words
from noughts.core.extras import extra

if TYPE_CHECKING:
    from fpdf import FPDF

_POINTS = 72 / 25.4  # to the millimetre


def pdf_of(pages: Sequence[Page], title: str) -> bytes:
    """The pages as a document; raises MissingExtra."""
    with extra("print"):
        from fpdf import FPDF  # noqa: PLC0415

    document = FPDF(format="A4", unit="mm")
    document.set_auto_page_break(auto=False)
    document.set_title(title)
    document.core_fonts_encoding = "cp1252"  # which has dashes and quotation marks
    for page in pages:
        document.add_page()
        for item in page:
            match item:
                case Path():
                    _draw(document, item)
                case Words():
                    _write(document, item)
    return bytes(document.output())


def _draw(document: FPDF, drawn: Path) -> None:
    start, *points = drawn.stroke
    with document.new_path() as path:
        path.style.auto_close = False
        path.style.fill_color = None
        path.style.stroke_color = drawn.colour
        path.style.stroke_width = drawn.width
        path.style.stroke_cap_style = "round"
        path.move_to(*start)
        for index in range(0, len(points), 3):
            first, second, end = points[index : index + 3]
            path.curve_to(*first, *second, *end)


def _write(document: FPDF, words: Words) -> None:
    # What the standard fonts lack is shown as a question mark, as no sentence of ours needs it.
    text = words.text.encode("cp1252", "replace").decode("cp1252")
    document.set_font("Helvetica", size=words.size * _POINTS)
    document.set_text_color(words.colour)
    left = words.x - (document.get_string_width(text) / 2 if words.centred else 0)
    document.text(left, words.y, text)
