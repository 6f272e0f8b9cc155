"""A class in real browsers: everybody joins by a code, plays a tournament and sees the podium."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from playwright.async_api import BrowserContext, Error, Page, async_playwright, expect

from tests.browser.browsers import LEAN, RESENT
from tests.browser.rooms.host import Host
from tests.browser.rooms.phones import PATIENCE, Child, Phones
from tests.server.client import PATIENT

_TIMEOUT = PATIENCE * 1_000  # milliseconds
_PRESSES = 3  # of a host who presses everything, for each child
_FIRST_MOVE = 60  # seconds, where phones die: thirty browsers on two cores took up to 24
_AT_THE_DOOR = 5  # children who join at the same moment: all browsers share one machine


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a lesson came to."""

    names: list[str]  # of all whose phones live
    podiums: list[list[str]]  # the names, on every such phone, the host's page and the wall
    room: Any  # as the API has it
    records: str
    results: str
    faults: list[str]  # pages without a word, or with more than one thing to press, and errors
    states: int  # of pages that were looked at
    taps: int
    dropped: int  # taps of which no page has heard
    mishaps: Counter[str]
    pressed: Counter[str]  # by the host who presses everything
    joining: float  # seconds until all are in
    playing: float  # seconds from the first round to the podium


async def swiss(
    address: str, browser: str, count: int, rounds: int, seed: int, *, is_wrecked: bool = False
) -> Lesson:
    """Play a Swiss tournament on 3x3, with as many browsers as children.

    One that is to be wrecked has phones that die, and a host who presses everything.
    """
    async with _phones(address, browser, seed, can_die=is_wrecked) as phones:
        context = await phones.new_context(partial(phones.look, "the host"))
        patience = {"first_move": _FIRST_MOVE} if is_wrecked else {}
        code, page, wall = await _opened(context, way="swiss", rounds=rounds, **patience)
        host = Host(phones, page, code)
        children = [Child(phones, number) for number in range(count)]
        began = time.monotonic()
        await _come(children, code)
        for people in (page.locator(".people li"), wall.locator(".crowd li")):
            await expect(people).to_have_count(count, timeout=_TIMEOUT)
        joined = time.monotonic()
        await page.get_by_role("button", name="Start the tournament").click()
        wrecking = (host.press_everything(_PRESSES * count, 1 + count // 10),) if is_wrecked else ()
        await _all_play(children, *wrecking)
        alive = [child for child in children if not child.is_dead]
        for each in (page, wall):
            await expect(each.locator(".podium li").first).to_be_visible(timeout=_TIMEOUT)
        pages = [page, wall, *(child.page for child in alive)]
        path = f"/api/v1/rooms/{code}"
        return Lesson(
            names=[await child.name_now() for child in alive],
            podiums=[await each.locator(".podium strong").all_inner_texts() for each in pages],
            room=await host.room(),
            records=await _text(context, f"{path}/records"),
            results=await _text(context, f"{path}/results"),
            faults=phones.faults,
            states=phones.states,
            taps=sum(child.taps for child in children),
            dropped=phones.dropped,
            mishaps=phones.mishaps,
            pressed=host.pressed,
            joining=joined - began,
            playing=time.monotonic() - joined,
        )


async def first_move(address: str, browser: str) -> tuple[float, int]:
    """The seconds and taps from opening the QR code's link to a move, in an arena that is on."""
    async with _phones(address, browser, 0) as phones:
        context = await phones.new_context(partial(phones.look, "the host"))
        code, host, _wall = await _opened(context, way="arena")
        early, late = ([Child(phones, number) for number in pair] for pair in ((1, 3), (5, 7)))
        await _come(early, code)
        await host.get_by_role("button", name="Start the arena").click()
        began = time.monotonic()
        await _come(late, code)
        have_moved = await asyncio.gather(*(child.first_move() for child in late))
        seconds = time.monotonic() - began
        return seconds, next(c.taps for c, moved in zip(late, have_moved, strict=True) if moved)


@asynccontextmanager
async def _phones(
    address: str, browser: str, seed: int, *, can_die: bool = False
) -> AsyncIterator[Phones]:
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=browser, args=LEAN)
        yield Phones(address, running, seed, can_die)
        await running.close()


async def _opened(context: BrowserContext, **choices: object) -> tuple[str, Page, Page]:
    """The code of a room, the page of its host and the wall."""
    context.set_default_timeout(_TIMEOUT)
    room = await (await context.request.post("/api/v1/rooms", data={**PATIENT, **choices})).json()
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


async def _text(context: BrowserContext, path: str) -> str:
    return await (await context.request.get(path, max_retries=RESENT)).text()


async def _all_play(children: list[Child], *others: Coroutine[None, None, None]) -> None:
    """Play to the podium; whoever gets stuck says so together with what all others see."""
    try:
        await asyncio.gather(*(child.play() for child in children), *others)
    except (AssertionError, Error) as error:
        # Whoever got stuck comes last, where a long report is not cut.
        told = [str(child) for child in sorted(children, key=lambda child: not child.is_done)]
        raise AssertionError("\n".join([str(error), *told])) from error
