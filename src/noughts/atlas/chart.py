"""The atlas as a picture: for each k the plane of all boards, what they are worth, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf

from noughts.atlas.families import AtlasBoard, Side, families, find_family
from noughts.atlas.table import Entry
from noughts.core.checks import check_type
from noughts.solver.verdict import Value
from noughts.wording.grammar import counted

_MOST_K = 9  # the last panel, which stands for all larger k
_SIDES: tuple[Side, ...] = (*range(1, 16), inf)
_NAMED: tuple[Side, ...] = (1, 5, 10, inf)  # the sides with a label
_CELL = 14  # width and height of a cell
_ABREAST = 3  # panels in a row
_PANEL = len(_SIDES) * _CELL
_MARGIN, _LEFT, _TOP, _LEGEND = 20, 24, 90, 108
_STEP_X, _STEP_Y = _PANEL + _LEFT + _MARGIN, _PANEL + _TOP
_KEY = (
    "Across: the width; down: the height",
    "X: X, who begins, wins",
    "=: a draw",
    "The stronger, the larger the certificate",
)
_GRID = "".join(f"M{at} 0v{_PANEL}M0 {at}h{_PANEL}" for at in range(_CELL, _PANEL, _CELL))

# The first fill is for theorems; the others, for certificates of single boards, get stronger with
# each power of ten of positions. Letters have a contrast of at least 4.5 to them, so that nobody
# needs the colours; those of the weak fills and of the strong ones differ.
_FILLS = {
    "light": {
        "x": ("#dcecfa", "#c3ddf4", "#a3cbed", "#7fb4e2", "#5a9bd4", "#1f66a8", "#0b3f73"),
        "draw": ("#fcf1da", "#f8e3b5", "#f2d48f", "#e9c062", "#d9a233", "#8f6400", "#5c4000"),
        "weak": ("#1c1e21",),
        "strong": ("#fff",),
    },
    "dark": {
        "x": ("#1b2f42", "#203a54", "#254a6e", "#2a5a8a", "#3068a0", "#7db3e6", "#b9d9f7"),
        "draw": ("#38301f", "#453820", "#544321", "#634e20", "#735a1c", "#d9a233", "#f5d48c"),
        "weak": ("#fff",),
        "strong": ("#1c1e21",),
    },
}
_SIZES = (
    "1 to 9",
    "10 to 99",
    "100 to 999",
    "1,000 to 9,999",
    "10,000 to 99,999",
    "100,000 or more",
)
_STRONG_FROM = 5
_FORMS = {Value.WIN: ("x", "X"), Value.DRAW: ("draw", "=")}  # the name of the fills, the letter


def _fills(scheme: str) -> str:
    """Return the rules for the colours of a scheme."""
    return "".join(
        f".atlas .{name}{shade if len(fills) > 1 else ''}{{fill:{fill}}}\n"
        for name, fills in _FILLS[scheme].items()
        for shade, fill in enumerate(fills)
    )


_STYLE = f"""\
.atlas .paper{{fill:#fff}}
.atlas text{{font-family:system-ui,sans-serif;font-size:11px;text-anchor:middle;\
dominant-baseline:central;fill:#5f6368}}
.atlas .title{{font-size:15px;font-weight:600;fill:#1c1e21}}
.atlas .left{{text-anchor:start}}
.atlas .letter{{font-size:9px}}
.atlas .grid{{fill:none;stroke:#fff}}
.atlas .frame{{fill:none;stroke:#767a80}}
{_fills("light")}\
@media(prefers-color-scheme:dark){{
.atlas .paper{{fill:#16181b}}
.atlas text{{fill:#a4a9b0}}
.atlas .title{{fill:#e8eaed}}
.atlas .grid{{stroke:#16181b}}
{_fills("dark")}}}"""


def picture(entries: Sequence[Entry]) -> str:
    """Return the planes of all boards as SVG, a panel for each k, with what proves each value.

    >>> "8x8:8: draw" in picture([])
    False
    """
    check_type(entries, Sequence, "the entries")
    width = _ABREAST * _STEP_X + _MARGIN
    height = _MOST_K // _ABREAST * _STEP_Y + _TOP + _LEGEND
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="atlas" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<title>What boards of k in a row are worth, and what proves it</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
    ]
    panels = [_panel(k, entries) for k in range(1, _MOST_K + 1)]
    for number, panel in enumerate([*panels, _legend()]):
        down, across = divmod(number, _ABREAST)
        x, y = _MARGIN + _LEFT + across * _STEP_X, _TOP + down * _STEP_Y
        parts += [f'<g transform="translate({x} {y})">', *panel, "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(k: int, entries: Sequence[Entry]) -> Iterator[str]:
    own = {AtlasBoard.of(entry.rules): entry for entry in entries}
    name = f"k = {k}" if k < _MOST_K else f"k = {k} or more"
    yield f'<text class="title left" x="0" y="-58">{name}</text>'
    for line, words in enumerate(_theorems(k)):
        yield f'<text class="left" x="0" y="{15 * line - 40}">{words}</text>'
    for at in (_SIDES.index(side) for side in _NAMED):
        name = "∞" if _SIDES[at] == inf else str(_SIDES[at])
        yield _text(at, -1, name)
        yield _text(-1.1, at, name)
    for row, height in enumerate(_SIDES):
        column = 0
        looks = [_look(AtlasBoard(width, height, k), own) for width in _SIDES]
        for (fill, title, letter), same in groupby(looks):  # neighbours that look the same
            length = len(list(same))
            if fill:
                yield _rectangle(column, row, length, fill, title)
            if letter:
                yield _text(column, row, letter, _ink(fill))
            column += length
    yield f'<path class="grid" d="{_GRID}"/>'
    yield f'<rect class="frame" x="-.5" y="-.5" width="{_PANEL + 1}" height="{_PANEL + 1}"/>'


def _theorems(k: int) -> Iterator[str]:
    """Yield what the theorems say in a panel, a line each."""
    parts = sorted(family.holds for family in families() if family.holds and family.k == k)
    if parts:
        fits = " or ".join("{}×{}".format(*part) for part in parts)
        yield "X wins everywhere" if parts == [(1, 1)] else f"X wins wherever {fits} fits"
    if _is_draw(AtlasBoard(inf, inf, k)):
        yield "A draw everywhere"
    elif _is_draw(AtlasBoard(inf, k - 1, k)):
        drawn = max(side for side in _SIDES if _is_draw(AtlasBoard(inf, side, k)))
        yield f"A draw if a side is {drawn} or less"


def _is_draw(board: AtlasBoard) -> bool:
    family = find_family(board)
    return family is not None and family.value is Value.DRAW


def _look(board: AtlasBoard, own: dict[AtlasBoard, Entry]) -> tuple[str, str, str]:
    """Return the fill, title and letter of a board, each empty if there is none.

    They are of its own certificate if it has one, or else of a theorem.
    """
    entry = own.get(board.wide)
    if entry is not None and entry.proof is not None:
        shade = min(len(str(entry.proof.positions)), len(_SIZES))
        name, letter = _FORMS[entry.proof.value]
        title = f"{board}: {entry.claim}, {counted(entry.proof.positions, 'position')}"
        return f"{name}{shade}", title, letter
    if board.k > board.longer:
        return "draw0", "no line fits on the board", ""
    family = find_family(board)
    if family is None:
        return "", "", ""
    return f"{_FORMS[family.value][0]}0", family.claim, ""


def _ink(fill: str) -> str:
    """Return the class of a letter on a fill."""
    return f"letter {'strong' if int(fill[-1]) >= _STRONG_FROM else 'weak'}"


def _legend() -> Iterator[str]:
    yield '<text class="title left" x="0" y="-58">Proved by</text>'
    certificates = (f"a certificate of its own, {size} positions" for size in _SIZES)
    for shade, proof in enumerate(("a theorem about boards of any size", *certificates)):
        row = 1.4 * shade - 3
        for column, value in ((0, Value.WIN), (1.4, Value.DRAW)):
            name, letter = _FORMS[value]
            yield _rectangle(column, row, 1, f"{name}{shade}")
            yield _text(column, row, letter, _ink(str(shade)))
        yield _text(3, row, proof, "left")
    yield _rectangle(24, -3, 1, "frame")
    yield _text(25.6, -3, "not proved yet", "left")
    for line, words in enumerate(_KEY):
        yield _text(24, 1.4 * line - 1.6, words, "left")


def _rectangle(column: float, row: float, length: int, look: str, title: str = "") -> str:
    place = f'x="{column * _CELL:g}" y="{row * _CELL:g}" width="{length * _CELL}" height="{_CELL}"'
    told = f"<title>{title}</title>" if title else ""
    return f'<rect {place} class="{look}">{told}</rect>'


def _text(column: float, row: float, words: str, look: str = "") -> str:
    centre = 0 if look == "left" else _CELL / 2
    x, y = column * _CELL + centre, row * _CELL + _CELL / 2
    return f'<text class="{look}" x="{x:g}" y="{y:g}">{words}</text>'
