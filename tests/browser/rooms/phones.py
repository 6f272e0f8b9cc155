"""Children who play in a room by random taps, each on a phone to which something happens at times.

Phones sleep, reload, lose their network or only their connection, wander off and are opened again;
some children leave the room and come back, and some phones die. Every page reports each of its
states, so that none without a word, or with more than one thing to press, goes unseen.

A browser drops taps while a page opens, and nobody minds tapping again. So a tap of which the page
has not heard is repeated; one of which it has heard must do what it is for.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Any

from playwright.async_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Response,
    WebSocketRoute,
)
from playwright.async_api import TimeoutError as TooLate

from tests.browser.browsers import RESENT

PATIENCE = 90  # seconds until something must have happened to somebody on a very busy machine
_CLOCK = 60  # seconds a move in tournaments, after which whoever was to move has lost
_AGAIN = 8  # seconds until a tap that a page has not heard of is repeated
_PHONE = {"width": 390, "height": 844}
_LEAVERS = {4: 2, 21: 3}  # children, and the game in which they leave
_DYING = {5: 2, 14: 2, 23: 3}  # likewise, whose phones die in it
_PAUSE = 3  # seconds without a tap in the whole class, in which nobody may have a game
_REMOVED = "The host has removed you"
# What is said where nothing goes on but in the room.
_BACK = ("You came", "You share", "It's over", "You've left the room", _REMOVED)
_SLEEP = 0.2  # how often something happens to a phone after a tap

# Reports what a page shows, whenever that changes.
_REPORT = """(() => {
  if (window !== top) return;
  const isShown = (each) => each.checkVisibility();
  const text = (id) => [...document.querySelectorAll(id)].filter(isShown)
    .map((each) => each.textContent.trim()).join(" ").trim();
  let last = "";
  let heard = 0;
  function look() {
    const seen = JSON.stringify({
      path: location.pathname,
      is_of_room: document.querySelector("#room, #room-next") !== null,
      heard,
      is_lost: document.querySelector("[data-lost]") !== null,
      status: text("#status"),
      said: text("#room-said"),
      main: [...document.querySelectorAll(".button.main")].filter(isShown)
        .map((each) => each.textContent.trim()),
      next: [...document.querySelectorAll("a.main[href^='/g/']")].find(isShown)
        ?.getAttribute("href") ?? "",
      free: [...document.querySelectorAll("noughts-board [aria-label$=', empty']")]
        .map((each) => each.ariaLabel),
      is_led_back: document.querySelector("#own-room, #room, #room-next") !== null,
      podium: document.querySelectorAll(".podium li").length,
    });
    if (seen !== last) report(last = seen);
  }
  addEventListener("click", () => { heard += 1; }, { capture: true });
  function begin() {
    addEventListener("click", look);
    new MutationObserver(look).observe(document,
      { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  }
  // Nobody sees a page before its first paint, and a browser drops taps until then.
  const paints = new PerformanceObserver(() => {
    paints.disconnect();
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
    else begin();
  });
  paints.observe({ type: "paint", buffered: true });
})()"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page shows."""

    path: str = ""
    is_of_room: bool = False
    heard: int = 0  # taps, by this page since it opened
    is_lost: bool = False  # the connection
    status: str = ""
    said: str = ""
    main: list[str] = field(default_factory=list)
    next: str = ""
    free: list[str] = field(default_factory=list)
    is_led_back: bool = False  # there is a link to the room, or it is the room
    podium: int = 0

    @property
    def is_out(self) -> bool:
        """Whether the host has removed them."""
        return self.status.startswith(_REMOVED)

    @property
    def is_turn(self) -> bool:
        return self.status.startswith("Your turn") and bool(self.free)

    @property
    def is_at_room(self) -> bool:
        return self.path.startswith("/r/")


@dataclass
class Phones:
    """The phones of a class, and what is noted of them."""

    address: str
    browser: Browser
    seed: int
    can_die: bool = False
    doomed: dict[int, int] = field(default_factory=dict)  # members whose phones die, by the child
    faults: list[str] = field(default_factory=list)
    taps: Counter[str] = field(default_factory=Counter)  # by the path of the game
    mishaps: Counter[str] = field(default_factory=Counter)
    states: int = 0  # of pages of the room and its games
    dropped: int = 0  # taps of which no page has heard
    happened: asyncio.Condition = field(default_factory=asyncio.Condition)
    changed: float = field(default_factory=time.monotonic)  # when a page showed something new

    async def note(self, path: str) -> None:
        """Something has happened in a game."""
        async with self.happened:
            self.taps[path] += 1
            self.happened.notify_all()

    async def happens(self, path: str, count: int) -> None:
        """Wait until more has happened in a game, or until it has ended by the clock."""
        end = time.monotonic() + _CLOCK
        while self.taps[path] <= count and time.monotonic() < end:
            self.check_patience()
            with suppress(TimeoutError):
                async with asyncio.timeout(1), self.happened:
                    await self.happened.wait_for(lambda: self.taps[path] > count)

    async def goes_on(self, count: int) -> None:
        """Wait until there are so many taps more in whichever games, or none for a while."""
        end = self.taps.total() + count
        with suppress(TimeoutError):
            while (before := self.taps.total()) < end:
                async with asyncio.timeout(_PAUSE), self.happened:
                    await self.happened.wait_for(lambda: self.taps.total() > before)

    def look(self, name: str, text: str) -> Seen:
        """Note what a page reports."""
        seen = Seen(**json.loads(text))
        self.states += seen.is_of_room
        self.changed = time.monotonic()
        is_silent = seen.is_of_room and not seen.status
        is_called = seen.is_of_room or bool(seen.next)
        if is_silent or (is_called and len(seen.main) > 1):
            self.faults.append(f"{name}: {seen}")
        return seen

    def check_patience(self) -> None:
        """Raise AssertionError if nothing has happened to anybody for too long.

        One child alone may wait for long: for the slowest of the others.
        """
        if time.monotonic() - self.changed > PATIENCE:
            raise AssertionError("nothing more happens to anybody")

    async def new_context(self, look: Callable[[str], object], **options: Any) -> BrowserContext:
        """A browser of its own, whose pages report to `look`; its errors are faults."""
        context = await self.browser.new_context(base_url=self.address, **options)
        context.set_default_timeout(PATIENCE * 1_000)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("response", self._check_answer)
        await context.expose_function("report", look)
        await context.add_init_script(_REPORT)
        return context

    def _check_answer(self, answer: Response) -> None:
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self.faults.append(f"{answer.status} {answer.request.method} {answer.url}")


class Child:
    """A child with a phone."""

    def __init__(self, phones: Phones, number: int) -> None:
        self.number = number
        self.name = ""
        self.taps = 0
        self.is_dead = False  # the phone
        self.page: Page
        self._phones = phones
        self._rng = Random(f"{phones.seed} {number}")
        self._seen = Seen()
        self._changed = asyncio.Event()
        self._games: list[str] = []
        self._sockets: list[WebSocketRoute] = []
        self._mishaps: list[str] = []

    def __str__(self) -> str:
        url = self.page.url if hasattr(self, "page") else "not here yet"
        return f"{self.number} {self.name}: {url} {self._seen}, mishaps: {self._mishaps}"

    @property
    def is_done(self) -> bool:
        """Whether there is a podium, or the phone is dead."""
        return self.is_dead or (bool(self._seen.podium) and self._seen.is_at_room)

    async def come(self, code: str) -> None:
        """Read the QR code, or type the other one, and join."""
        context = await self._phones.new_context(self._report, viewport=_PHONE, has_touch=True)
        if self.number % 3 == 0:  # whose connections can be cut
            await context.route_web_socket(re.compile("/live"), self._carry)
        self.page = await context.new_page()
        if self.number % 2:
            await self.page.goto(f"/r/{code}")
        else:
            await self.page.goto("/rooms")
            await self.page.get_by_role("textbox", name="Code").fill(code.lower())
            enter = self.page.get_by_role("button", name="Enter")
            await self._tap(enter, lambda now: now.is_at_room)
        await self._press("Join")
        self.name = await self.name_now()
        if self._phones.can_die and self.number in _DYING:
            path = f"/api/v1/rooms/{code}"
            room = await self.page.context.request.get(path, max_retries=RESENT)
            self._phones.doomed[self.number] = (await room.json())["you"]["member"]

    async def name_now(self) -> str:
        """The name on the page of the room, which the host may have changed."""
        return await self.page.locator(".you strong").inner_text()

    async def play(self) -> None:
        """Play until there is a podium, or the phone dies."""
        while not self.is_done:
            self._changed.clear()
            if not await self._act(self._seen):
                await self._change()

    async def first_move(self) -> bool:
        """Go to a board and make a move on it, if it is one's turn."""
        link = self.page.get_by_role("link", name="Next:")
        await self._tap(link, lambda now: not now.is_at_room and "turn" in now.status)
        if not self._seen.is_turn:
            return False
        await self._tap(self._square(), lambda now: not now.is_turn)
        return True

    def _report(self, text: str) -> None:
        self._seen = self._phones.look(self.name, text)
        self._changed.set()

    async def _until(self, is_so: Callable[[Seen], bool]) -> None:
        while not is_so(self._seen):
            self._changed.clear()
            await self._change()

    async def _change(self) -> None:
        while not self._changed.is_set():
            self._phones.check_patience()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), 1)

    async def _act(self, seen: Seen) -> bool:
        """Do what the page asks for; False where there is nothing to do but wait."""
        if seen.is_turn:
            await self._move(seen)
            return True
        main = seen.main[0] if seen.main else ""
        if main == "Try again":  # the page without a connection
            link = self.page.get_by_role("link", name=main)
            await self._tap(link, lambda now: now.main != seen.main)
            return True
        if seen.next:  # if the opponent leaves meanwhile, there is no such board any more
            link = self.page.locator(f'a.main[href="{seen.next}"]')
            await self._tap(link, lambda now: now.next != seen.next)
            return True
        if main in ("I'm back", "Come back"):
            button = self.page.get_by_role("button", name=main, exact=True)
            await self._tap(button, lambda now: now.main != seen.main)
            return True
        is_needed = seen.said.startswith(_BACK)
        is_chosen = is_needed or self._rng.random() < 0.5
        if main in ("Back to the room", "See the podium") and is_chosen:
            # It may lead to the next board.
            await self._tap(self.page.locator("#to-room"), lambda now: now.path != seen.path)
            return True
        return False

    async def _move(self, seen: Seen) -> None:
        if seen.path not in self._games:
            self._games.append(seen.path)
        if self.number in self._phones.doomed and _DYING[self.number] == len(self._games):
            return await self._die()
        if _LEAVERS.get(self.number) == len(self._games):
            self._games.append("the one that was left")
            return await self._leave_and_come_back(seen.path)
        before = self._phones.taps[seen.path] + 1
        after = await self._tap(self._square(), lambda now: has_gone_on(seen, now))
        await self._phones.note(seen.path)
        if after.status.endswith("'s turn") and self._rng.random() < _SLEEP:
            await self._mishap(self._phones.happens(seen.path, before))
        return None

    def _square(self) -> Locator:
        label = self._rng.choice(self._seen.free)
        return self.page.locator(f'noughts-board [aria-label="{label}"]')

    async def _press(self, name: str) -> None:
        """Press the one main button of the room, until that is another one."""
        await self._until(lambda now: now.is_at_room and now.main == [name])
        button = self.page.get_by_role("button", name=name, exact=True)
        await self._tap(button, lambda now: now.is_at_room and now.main != [name])

    async def _tap(self, target: Locator, is_so: Callable[[Seen], bool]) -> Seen:
        """Tap until it is so; again only if the page has not heard of it."""
        while not is_so(self._seen):
            self._phones.check_patience()
            self.taps += 1
            heard = self._seen.heard
            with suppress(TimeoutError):
                async with asyncio.timeout(_AGAIN):
                    await first_of(_tap_once(target), self._until(is_so))
                    await self._until(is_so)
            while not is_so(self._seen) and self._seen.heard > heard:
                self._changed.clear()
                await self._change()
            if not is_so(self._seen):
                self.taps -= 1
                self._phones.dropped += 1
        return self._seen

    async def _carry(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        socket.connect_to_server()

    async def _mishap(self, move: Awaitable[None]) -> None:
        """Something happens to the phone, until the opponent has moved."""
        kinds = [self._sleep, self._offline, self._reload, self._wander, self._open_again]
        kind = self._rng.choice([*kinds, self._cut] if self._sockets else kinds)
        self._befalls(kind.__name__.strip("_").replace("_", " "))
        async with kind():
            await move

    def _befalls(self, mishap: str) -> None:
        self._mishaps.append(mishap)
        self._phones.mishaps[mishap] += 1

    @asynccontextmanager
    async def _sleep(self) -> AsyncIterator[None]:
        session = await self.page.context.new_cdp_session(self.page)
        await session.send("Page.setWebLifecycleState", {"state": "frozen"})
        yield
        await session.send("Page.setWebLifecycleState", {"state": "active"})
        await self.page.bring_to_front()
        await session.detach()

    @asynccontextmanager
    async def _offline(self) -> AsyncIterator[None]:
        await self.page.context.set_offline(True)
        yield
        await self.page.context.set_offline(False)

    @asynccontextmanager
    async def _cut(self) -> AsyncIterator[None]:
        with suppress(Error):  # of a page that has been left, while the next one still opens
            await self._sockets[-1].close()
        yield

    @asynccontextmanager
    async def _reload(self) -> AsyncIterator[None]:
        await self.page.reload()
        yield

    @asynccontextmanager
    async def _wander(self) -> AsyncIterator[None]:
        room = await self._room()
        await self.page.goto("/puzzles")
        yield
        await self._until(lambda now: now.path == "/puzzles")
        way = self.page.locator("#own-room")
        await self._tap(way, lambda now: now.path != "/puzzles" or not now.is_led_back)
        if self._seen.path == "/puzzles":  # the host has removed them, and let them in again
            await self.page.goto(room)

    @asynccontextmanager
    async def _open_again(self) -> AsyncIterator[None]:
        context, room = self.page.context, await self._room()
        await self.page.close()
        yield
        self.page = await context.new_page()
        await self.page.goto(room)

    async def _room(self) -> str:
        code = await self.page.locator("#room-next").get_attribute("data-room")
        return f"/r/{code}"

    async def _leave_and_come_back(self, game: str) -> None:
        self._befalls("leave")
        await self._tap(self.page.locator("#to-room"), lambda now: now.is_at_room)
        heard = self._seen.heard
        summary = self.page.get_by_text("Leave the room")
        await self._tap(summary, lambda now: now.heard > heard or cannot_leave(now))
        leave = self.page.get_by_role("button", name="Leave", exact=True)
        await self._tap(leave, lambda now: now.main == ["Come back"] or cannot_leave(now))
        await self._phones.note(game)

    async def _die(self) -> None:
        self._befalls("die")
        self.is_dead = True
        del self._phones.doomed[self.number]
        if self.number % 2:
            await self.page.context.close()
        else:
            await self.page.context.set_offline(True)


def cannot_leave(now: Seen) -> bool:
    """Whether the host has removed them, or called off their game so that they got another."""
    return now.is_out or not now.is_at_room


def has_gone_on(before: Seen, now: Seen) -> bool:
    """Whether a move has been made since it was one's turn, perhaps even the answer to it."""
    is_other = now.path != before.path or now.free != before.free or not now.is_turn
    return now.is_of_room and is_other


async def _tap_once(target: Locator) -> None:
    """Tap what is there; it may have gone."""
    with suppress(TooLate):
        await target.tap(timeout=_AGAIN * 1_000)


async def first_of(*things: Coroutine[None, None, object]) -> None:
    """Wait for one of several things, and forget the others."""
    tasks = [asyncio.create_task(each) for each in things]
    try:
        done, _rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()
    finally:
        for each in tasks:
            each.cancel()
