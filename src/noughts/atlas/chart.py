"""The atlas as a heat map: for each k, the value of each board and the size of its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from noughts.atlas.entry import Entry

_CELL = 26  # width and height of a cell
_GAP = 44  # between panels, for titles and the lengths of the sides
_ABREAST = 4  # panels in a row

# Fills get darker with each power of ten of positions; text has a contrast of at least 4.5 to them.
# A win also has a letter, so that colour is not needed.
_WIN_FILLS = ("#e3effa", "#bcd9f2", "#8cbde6", "#5a9bd4", "#1f66a8", "#0b3f73")
_DRAW_FILLS = ("#fbf0d9", "#f5dca8", "#ecc26c", "#d9a233", "#8f6400", "#5c4000")
_LIGHT_TEXT_FROM = 4  # the fill from which text is white

_STYLE = """\
.atlas .paper{fill:#fff}
.atlas text{font-family:system-ui,sans-serif;font-size:11px;text-anchor:middle;\
dominant-baseline:central;fill:#5f6368}
.atlas .title{font-size:14px;fill:#1c1e21}
.atlas .left{text-anchor:start}
.atlas .dark{fill:#1c1e21}
.atlas .light{fill:#fff}
.atlas .none{fill:none;stroke:#767a80}
@media(prefers-color-scheme:dark){
.atlas .paper{fill:#16181b}
.atlas text{fill:#a4a9b0}
.atlas .title{fill:#e8eaed}
.atlas .dark{fill:#1c1e21}
.atlas .light{fill:#fff}
}"""


def picture(entries: Sequence[Entry]) -> str:
    """A heat map of entries as SVG, with a panel for each k and a title for each cell.

    >>> "8x8:5: unknown" in picture([Entry.parse('{"board": "8x8:5", "value": null}')])
    True
    """
    panels = [[each for each in entries if each.rules.k == k] for k in _lengths(entries)]
    columns = max((entry.rules.width for entry in entries), default=1)
    rows = max((entry.rules.height for entry in entries), default=1)
    step_x, step_y = columns * _CELL + _GAP, rows * _CELL + 2 * _GAP
    width = _ABREAST * step_x + _GAP
    height = -(-(len(panels) + 1) // _ABREAST) * step_y + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="atlas" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<title>What boards of k in a row are worth, and how large the proof is</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
    ]
    for number, panel in enumerate([*panels, None]):
        down, across = divmod(number, _ABREAST)
        x, y = _GAP + across * step_x, _GAP + down * step_y
        parts.append(f'<g transform="translate({x} {y})">')
        parts += _legend() if panel is None else _panel(panel)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _lengths(entries: Sequence[Entry]) -> list[int]:
    return sorted({entry.rules.k for entry in entries})


def _panel(entries: Sequence[Entry]) -> Iterator[str]:
    yield f'<text class="title left" x="0" y="-28">k = {entries[0].rules.k}</text>'
    for width in sorted({entry.rules.width for entry in entries}):
        yield _text(width - 1, -0.9, str(width))
    for height in sorted({entry.rules.height for entry in entries}):
        yield _text(-0.9, height - 1, str(height))
    for entry in entries:
        yield from _cell(entry, entry.rules.width - 1, entry.rules.height - 1)


def _cell(entry: Entry, column: float, row: float) -> Iterator[str]:
    proof = entry.proof
    if proof is None:
        yield _square(column, row, 'class="none"', f"{entry.rules}: unknown")
        yield _text(column, row, "?")
        return
    shade = _shade(proof.positions)
    fill = (_WIN_FILLS if entry.claim == "x wins" else _DRAW_FILLS)[shade]
    title = f"{entry.rules}: {entry.claim}, {proof.positions:,} positions"
    yield _square(column, row, f'fill="{fill}"', title)
    letter = "X" if entry.claim == "x wins" else "="
    yield _text(column, row, letter, "light" if shade >= _LIGHT_TEXT_FROM else "dark")


def _shade(positions: int) -> int:
    return min(len(str(positions)), len(_WIN_FILLS)) - 1


def _legend() -> Iterator[str]:
    yield '<text class="title left" x="0" y="-28">Positions in the proof</text>'
    for shade, (win, draw) in enumerate(zip(_WIN_FILLS, _DRAW_FILLS, strict=True)):
        colour = "light" if shade >= _LIGHT_TEXT_FROM else "dark"
        for column, fill, letter in ((0, win, "X"), (1, draw, "=")):
            yield _square(column, shade, f'fill="{fill}"')
            yield _text(column, shade, letter, colour)
        last = shade == len(_WIN_FILLS) - 1
        label = f"{10**shade:,} or more" if last else f"{10**shade:,} to {10 ** (shade + 1) - 1:,}"
        yield _text(2.2, shade, label, "left")
    yield _text(0, len(_WIN_FILLS) + 0.5, "X: X, who begins, wins; =: a draw", "left")


def _square(column: float, row: float, look: str, title: str = "") -> str:
    place = f'x="{column * _CELL:g}" y="{row * _CELL:g}" width="{_CELL - 2}" height="{_CELL - 2}"'
    told = f"<title>{title}</title>" if title else ""
    return f'<rect {place} rx="3" {look}>{told}</rect>'


def _text(column: float, row: float, words: str, look: str = "") -> str:
    centre = 0 if look == "left" else (_CELL - 2) / 2
    x, y = column * _CELL + centre, row * _CELL + (_CELL - 2) / 2
    return f'<text class="{look}" x="{x:g}" y="{y:g}">{words}</text>'
