"""Pictures of every state of the pages, in both themes, at the sizes of phones, a tablet and desks.

As a program it takes them into the folder it is given, and into a second one the few that the
README and the docs show.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, BrowserContext, async_playwright
from playwright.sync_api import sync_playwright

from tests.browser.browsers import CHROMIUM
from tests.browser.states import FRIENDS_SECRET, states
from tests.browser.views import table
from tests.serving import serving

_SCREENS = ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
_AT_ONCE = 4  # the browser draws in one process a page, and the server answers meanwhile
_BIGGEST = 100_000  # bytes of a picture that is kept with the sources


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at: its theme, and the size of the window."""

    theme: Literal["light", "dark"]
    width: int
    height: int

    @property
    def name(self) -> str:
        return f"{self.theme}-{self.width}"


_LOOKS = [Look(theme, *size) for theme in ("light", "dark") for size in _SCREENS]

# The README's and the docs', by the name of the file.
_SHOWN = {
    "page.png": ("values", Look("light", 1000, 700)),
    "phone.png": ("won", Look("dark", 390, 790)),
    "review.png": ("review", Look("light", 1000, 720)),
    "wall.png": ("wall", Look("dark", 1000, 650)),
}


class Photographer:
    """Takes pictures of one server's pages, as one person or another."""

    def __init__(self, browser: Browser, address: str, paths: dict[str, str], cookies: Any) -> None:
        self._browser = browser
        self._address = address
        self._paths = paths
        self._cookies = cookies
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def seat_friend(self) -> None:
        """Let the friend be there, whose offers are else dropped, until the browser is closed."""
        context = await self._context(_LOOKS[0])
        await context.add_cookies(
            [{"name": "noughts", "value": FRIENDS_SECRET, "url": self._address}]
        )
        for name in ("friend", "offer", "rematch"):
            page = await context.new_page()
            await page.goto(self._paths[name], wait_until="networkidle")

    async def take_all(self, folder: Path) -> None:
        """Every state in every look."""
        await asyncio.gather(*(self._take_look(look, folder) for look in _LOOKS))

    async def take_shown(self, folder: Path) -> None:
        """The few that are shown elsewhere, each as large as the window."""
        for file, (name, look) in _SHOWN.items():
            context = await self._context(look, storage_state=self._cookies)
            await (await context.new_page()).goto("/")
            await _shoot(context, self._paths[name], folder / file, whole=False)
            await context.close()

    async def _take_look(self, look: Look, folder: Path) -> None:
        async with self._turn:
            await self._take_own(look, folder)
            context = await self._context(look, storage_state=self._cookies)
            await (await context.new_page()).goto("/")  # whose type face is then there at once
            for name, path in self._paths.items():
                await _shoot(context, path, folder / f"{look.name}-{name}.png")
            await context.close()

    async def _take_own(self, look: Look, folder: Path) -> None:
        """What is no page of its own: the first visit, a language, a direction, no connection."""
        for name, language in (("first", "en"), ("german", "de"), ("right-to-left", "en")):
            context = await self._context(look, locale=language)
            page = await context.new_page()
            await page.goto("/", wait_until="networkidle")
            if name == "right-to-left":
                await page.evaluate("document.documentElement.dir = 'rtl'")
            await page.screenshot(path=folder / f"{look.name}-{name}.png", full_page=True)
            if name != "right-to-left":
                await page.locator("#settings").click()
                await page.screenshot(path=folder / f"{look.name}-{name}-sheet.png")
                await page.keyboard.press("Escape")
            if name == "first":
                await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
                await page.goto("/help")  # from now on the worker is in charge
                await context.set_offline(True)
                await _shoot(context, "/puzzles", folder / f"{look.name}-offline.png")
            await context.close()

    async def _context(self, look: Look, **options: Any) -> BrowserContext:
        return await self._browser.new_context(
            base_url=self._address,
            color_scheme=look.theme,
            viewport={"width": look.width, "height": look.height},
            reduced_motion="reduce",
            **options,
        )


async def _shoot(context: BrowserContext, path: str, file: Path, *, whole: bool = True) -> None:
    page = await context.new_page()
    await page.goto(path, wait_until="networkidle")
    await page.evaluate("document.fonts.ready")
    await page.screenshot(path=file, full_page=whole)
    await page.close()


async def take(
    address: str, path: str, found: tuple[dict[str, str], Any], places: Sequence[Path]
) -> None:
    """All pictures into the first place, and those that are shown into the second."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path)
        photographer = Photographer(browser, address, *found)
        await photographer.seat_friend()
        await photographer.take_all(places[0])
        for place in places[1:]:
            await photographer.take_shown(place)
        await browser.close()


def main() -> int:
    """Take the pictures; 1 where there is no browser or a picture is too big to be kept."""
    places = [Path(each) for each in sys.argv[1:]]
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder, "games.db")) as server:
        with sync_playwright() as playwright:
            path = CHROMIUM.find(playwright)
            if path is None:
                print(f"noughts: {CHROMIUM.missing}", file=sys.stderr)
                return 1
            request = playwright.request.new_context(base_url=server.address)
            found = states(request), request.storage_state()
            browser = playwright.chromium.launch(executable_path=path)
            print(*table(browser, server.address), sep="\n")
            browser.close()
        asyncio.run(take(server.address, path, found, places))
    print(f"{len(list(places[0].glob('*.png')))} pictures in {places[0]}")
    shown = [place / file for place in places[1:] for file in _SHOWN]
    big = [each for each in shown if each.stat().st_size > _BIGGEST]
    for each in big:
        print(f"noughts: {each} has more than {_BIGGEST} bytes", file=sys.stderr)
    return int(bool(big))


if __name__ == "__main__":
    raise SystemExit(main())
