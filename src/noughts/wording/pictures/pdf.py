"""Pages of A4 as PDF, in a standard font, which needs no file."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from noughts.wording.pictures.paper import HEIGHT, WIDTH, Page, Path, Words

_POINT = 25.4 / 72  # in millimetres
_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
_ENCODING = "cp1252"  # by Python's name
# How wide the letters of Helvetica are, in thousandths of their height, as Adobe has published.
_USUAL = 556
# ruff: noqa: RUF001
_WIDTHS = {
    letter: width
    for width, letters in {
        191: "'",
        222: "ijl‚‘’",
        260: "|¦",
        278: " !,./:;I[\\]ft\xa0·ÌÍÎÏìíîï",
        333: "()-`r„ˆ‹“”˜›¡¨\xad¯²³´¸¹",
        334: "{}",
        350: "•",
        355: '"',
        365: "º",
        370: "ª",
        389: "*",
        400: "°",
        469: "^",
        500: "Jcksvxyzšžçýÿ",
        537: "¶",
        584: "+<=>~¬±×÷",
        611: "FTZŽ¿ßø",
        667: "&ABEKPSVXYŠŸÀÁÂÃÄÅÈÉÊËÝÞ",
        722: "CDHNRUwÇÐÑÙÚÛÜ",
        737: "©®",
        778: "GOQÒÓÔÕÖØ",
        833: "Mm",
        834: "¼½¾",
        889: "%æ",
        944: "Wœ",
        1000: "…‰Œ—™Æ",
        1015: "@",
    }.items()
    for letter in letters
}


def pdf_of(pages: Sequence[Page], title: str) -> bytes:
    """Return the pages as a document, drawn with lines rather than dots.

    What the font lacks, and no sentence of ours needs, becomes a "?".

    >>> pdf_of([()], "Empty").startswith(b"%PDF-1.4")
    True
    """
    first = 5  # the objects before it: catalogue, list of pages, font and title
    leaves = range(first, first + 2 * len(pages), 2)
    box = f"[0 0 {_number(WIDTH / _POINT)} {_number(HEIGHT / _POINT)}]"
    kids = " ".join(f"{number} 0 R" for number in leaves)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}/MediaBox{box}>>".encode(),
        _FONT,
        b"<</Title<FEFF%s>>>" % title.encode("utf-16-be").hex().encode(),
    ]
    for number, page in zip(leaves, pages, strict=True):
        drawn = zlib.compress(b"\n".join(_drawn(page)), 9)
        leaf = f"/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents {number + 1} 0 R"
        head = f"<</Filter/FlateDecode/Length {len(drawn)}>>\nstream\n"
        objects += [
            f"<</Type/Page{leaf}>>".encode(),
            b"".join((head.encode(), drawn, b"\nendstream")),
        ]
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """Return a file with these objects, numbered from 1, of which the fourth has the title."""
    parts, places, length = [b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"], list[int](), 0
    for number, content in enumerate(objects, start=1):
        length += len(parts[-1])
        places.append(length)
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    length += len(parts[-1])
    size = len(objects) + 1
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    parts += [
        b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table),
        b"trailer\n<</Size %d/Root 1 0 R/Info 4 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, length),
    ]
    return b"".join(parts)


def _drawn(page: Page) -> Iterator[bytes]:
    """Yield what draws a page, in millimetres from its top left corner, with round ends."""
    scale = _number(1 / _POINT)
    yield f"{scale} 0 0 -{scale} 0 {_number(HEIGHT / _POINT)} cm 1 J".encode()
    for item in page:
        match item:
            case Path():
                yield _curve(item)
            case Words():
                yield _line(item)


def _curve(drawn: Path) -> bytes:
    points = [f"{_number(x)} {_number(y)}" for x, y in drawn.stroke]
    curves = (" ".join(points[at : at + 3]) + " c" for at in range(1, len(points), 3))
    pen = f"{_colour(drawn.colour)} RG {_number(drawn.width)} w"
    return " ".join((pen, points[0], "m", *curves, "S")).encode()


def _line(words: Words) -> bytes:
    """Return what writes a line of type, which the turned axis would have upside down."""
    text = words.text.encode(_ENCODING, "replace")
    x = words.x - (_width(text) * words.size / 2 if words.centred else 0)
    for sign in (b"\\", b"(", b")"):
        text = text.replace(sign, b"\\" + sign)
    pen = f"BT /F {_number(words.size)} Tf {_colour(words.colour)} rg"
    place = f"1 0 0 -1 {_number(x)} {_number(words.y)} Tm"
    return b"%s %s (%s) Tj ET" % (pen.encode(), place.encode(), text)


def _width(text: bytes) -> float:
    """Return how wide a line is where type is 1 mm high."""
    return sum(_WIDTHS.get(letter, _USUAL) for letter in text.decode(_ENCODING)) / 1000


def _colour(colour: str) -> str:
    """Return the shares of red, green and blue of a colour such as "#1c2130"."""
    return " ".join(_number(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _number(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")
