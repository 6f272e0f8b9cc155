"""A class in real browsers: everybody joins by a code, plays a tournament and sees the podium."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext, Error, Page, async_playwright, expect

from tests.browser.browsers import LEAN
from tests.browser.rooms.phones import PATIENCE, Child, Phones

_TIMEOUT = PATIENCE * 1_000  # milliseconds
_AT_THE_DOOR = 5  # children who join at the same moment: all browsers share one machine


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a lesson came to."""

    names: list[str]
    podiums: list[list[str]]  # the names, on every phone, the host's page and the wall
    room: Any  # as the API has it
    records: str
    results: str
    faults: list[str]  # pages without a word, or with more than one thing to press
    states: int  # of pages that were looked at
    taps: int
    dropped: int  # taps of which no page has heard
    mishaps: Counter[str]
    joining: float  # seconds until all are in
    playing: float  # seconds from the first round to the podium


async def swiss(address: str, browser: str, count: int, rounds: int, seed: int) -> Lesson:
    """Play a Swiss tournament on 3x3, with as many browsers as children."""
    async with _phones(address, browser, seed) as phones:
        context = await phones.new_context()
        code, host, wall = await _opened(context, way="swiss", rounds=rounds)
        children = [Child(phones, number) for number in range(count)]
        began = time.monotonic()
        await _come(children, code)
        for people in (host.locator(".people li"), wall.locator(".crowd li")):
            await expect(people).to_have_count(count, timeout=_TIMEOUT)
        joined = time.monotonic()
        await host.get_by_role("button", name="Start the tournament").click()
        await _all_play(children)
        pages = [host, wall, *(child.page for child in children)]
        for page in (host, wall):
            await expect(page.locator(".podium li").first).to_be_visible(timeout=_TIMEOUT)
        path = f"/api/v1/rooms/{code}"
        return Lesson(
            names=[child.name for child in children],
            podiums=[await page.locator(".podium strong").all_inner_texts() for page in pages],
            room=await (await context.request.get(path)).json(),
            records=await (await context.request.get(f"{path}/records")).text(),
            results=await (await context.request.get(f"{path}/results")).text(),
            faults=phones.faults,
            states=phones.states,
            taps=sum(child.taps for child in children),
            dropped=phones.dropped,
            mishaps=phones.mishaps,
            joining=joined - began,
            playing=time.monotonic() - joined,
        )


async def first_move(address: str, browser: str) -> tuple[float, int]:
    """The seconds and taps from opening the QR code's link to a move, in an arena that is on."""
    async with _phones(address, browser, 0) as phones:
        code, host, _wall = await _opened(await phones.new_context(), way="arena")
        early, late = ([Child(phones, number) for number in pair] for pair in ((1, 3), (5, 7)))
        await _come(early, code)
        await host.get_by_role("button", name="Start the arena").click()
        began = time.monotonic()
        await _come(late, code)
        have_moved = await asyncio.gather(*(child.first_move() for child in late))
        seconds = time.monotonic() - began
        return seconds, next(c.taps for c, moved in zip(late, have_moved, strict=True) if moved)


@asynccontextmanager
async def _phones(address: str, browser: str, seed: int) -> AsyncIterator[Phones]:
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=browser, args=LEAN)
        yield Phones(address, running, seed)
        await running.close()


async def _opened(context: BrowserContext, **choices: object) -> tuple[str, Page, Page]:
    """The code of a room, the page of its host and the wall."""
    context.set_default_timeout(_TIMEOUT)
    room = await (await context.request.post("/api/v1/rooms", data=choices)).json()
    host, wall = await context.new_page(), await context.new_page()
    await host.goto(f"/r/{room['code']}")
    await wall.goto(f"/r/{room['code']}/wall")
    return str(room["code"]), host, wall


async def _come(children: list[Child], code: str) -> None:
    door = asyncio.Semaphore(_AT_THE_DOOR)

    async def come(child: Child) -> None:
        async with door:
            await child.come(code)

    await asyncio.gather(*map(come, children))


async def _all_play(children: list[Child]) -> None:
    """Play to the podium; whoever gets stuck says so together with what all others see."""
    try:
        await asyncio.gather(*(child.play() for child in children))
    except (AssertionError, Error) as error:
        raise AssertionError("\n".join([str(error), *map(str, children)])) from error
