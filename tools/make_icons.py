"""Make the icons of the pages: three as SVG, and of two the pictures that others ask for.

Needs a Chromium, as the tests of the pages do:

    python -m tools.make_icons src/noughts/server/http/static/icons
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from noughts.core import Mark
from noughts.wording.pictures.palette import BOARD, MARKS
from noughts.wording.pictures.strokes import stroke_paths
from tests.browser.browsers import CHROMIUM

_SIZE = 64
# Each file: which of the two, and how many pixels wide. What fills its square is cut by the system.
_PICTURES = {
    "favicon.ico": ("favicon.svg", 48),
    "icon-192.png": ("favicon.svg", 192),
    "icon-512.png": ("favicon.svg", 512),
    "icon-maskable.png": ("icon.svg", 512),
    "apple-touch-icon.png": ("icon.svg", 180),
}
_ICO_SIZES = [(16, 16), (32, 32), (48, 48)]


_DOT = '<circle cx="50" cy="14" r="12.5" fill="#12703b" stroke="#fff" stroke-width="3"/>'


def svg(corner: int, margin: float, above: str = "") -> str:
    """Return O and X on a tile, with round corners and a margin around the marks."""
    side = _SIZE / 2 - margin + 1.5
    width = side * 0.235
    marks = "".join(
        f'<path d="{"".join(stroke_paths(mark, at, at, side))}" stroke="{MARKS[mark]}"/>'
        for mark, at in ((Mark.O, margin), (Mark.X, _SIZE - margin - side))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}">'
        f'<rect width="{_SIZE}" height="{_SIZE}" rx="{corner}" fill="{BOARD}"/>'
        f'<g fill="none" stroke-linecap="round" stroke-width="{width:.2f}">{marks}</g>'
        f"{above}</svg>\n"
    )


def take(browser: Browser, drawn: str, pixels: int, path: Path) -> None:
    """Render an SVG."""
    page = browser.new_page(viewport={"width": pixels, "height": pixels})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawn}")
    picture = page.screenshot(omit_background=True)
    if path.suffix == ".ico":
        Image.open(BytesIO(picture)).save(path, sizes=_ICO_SIZES)
    else:
        path.write_bytes(picture)
    page.close()


def main() -> int:
    """Write all icons into a folder."""
    folder = Path(sys.argv[1])
    drawn = {
        "favicon.svg": svg(16, 8),
        "favicon-called.svg": svg(16, 8, _DOT),  # of a page that calls its player
        "icon.svg": svg(0, 14),
    }
    for name, text in drawn.items():
        (folder / name).write_text(text, encoding="utf-8")
    with sync_playwright() as playwright:
        browser = CHROMIUM.launch(playwright, CHROMIUM.find(playwright))
        for name, (source, pixels) in _PICTURES.items():
            take(browser, drawn[source], pixels, folder / name)
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
