"""Python in the worker of a page, in real browsers: answers, snapshots, and what goes wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.browser.conftest import PATIENCE
from tests.site.trial import FORK, ask, request

pytestmark = pytest.mark.slow

NewContext = Callable[[], BrowserContext]


@pytest.fixture(scope="module")
def known(chromium: Browser, host: str) -> Iterator[BrowserContext]:
    """A browser that has been here, and keeps a snapshot."""
    with chromium.new_context() as context:
        context.set_default_timeout(PATIENCE)
        page = open_page(context, host)
        assert is_right(page)
        page.evaluate("kept")
        page.close()
        yield context


@pytest.fixture
def page(known: BrowserContext, host: str) -> Iterator[Page]:
    """A later visit of that browser."""
    page = open_page(known, host)
    yield page
    page.close()


def open_page(context: BrowserContext, host: str) -> Page:
    page = context.new_page()
    page.goto(f"{host}below/")
    return page


def is_right(page: Page) -> bool:
    """True if the engine's answer is."""
    analysis = ask(page, FORK)
    assert analysis["status"] == 200, analysis
    return bool(analysis["body"]["values"]["is_proved"])


def test_a_first_visit_tells_its_progress_and_asks_nobody_else(
    new_context: NewContext, host: str
) -> None:
    context = new_context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = open_page(context, host)
    assert is_right(page)
    assert page.evaluate("starts") == [False]
    progress = page.evaluate("progress")
    assert progress == sorted(progress)
    assert progress[-1] == 1
    assert all(address.startswith(host) for address in asked)


def test_firefox_answers(firefox: Browser, host: str) -> None:
    with firefox.new_context() as context:
        context.set_default_timeout(PATIENCE)
        assert is_right(open_page(context, host))


def test_later_visits_start_from_a_snapshot_in_several_tabs_at_once(
    known: BrowserContext, host: str
) -> None:
    pages = [open_page(known, host) for _ in range(3)]
    for page in pages:
        page.evaluate("request => void (window.answer = engine.answer(request))", FORK)
    answers = {page.evaluate("answer") for page in pages}
    assert len(answers) == 1
    assert [page.evaluate("starts") for page in pages] == [[True]] * 3
    for page in pages:
        page.close()


SPOIL = """async change => {
  const name = (await caches.keys()).find(name => name.startsWith("noughts-engine "));
  const cache = await caches.open(name);
  const [request] = await cache.keys(), response = await cache.match(request);
  const older = request.url.replace(/-\\w+$/, "-older");
  await cache.put(older, response.clone());
  let bytes = new Uint8Array(await response.arrayBuffer()), headers = response.headers;
  if (change === "a byte") bytes[bytes.length / 2] ^= 1;
  if (change === "all") {  // with a sum that is right
    bytes = new Uint8Array(16);
    let sum = 4;
    for (let at = 0; at < 4; at++) sum = Math.imul(sum, 0x01000193);
    headers = { "x-content": JSON.stringify({ length: 4, parts: [[0, 4]], sum }) };
  }
  await cache.delete(request);
  await cache.put(request, new Response(bytes, { headers }));
}"""
COUNT = """async () => {
  const name = (await caches.keys()).find(name => name.startsWith("noughts-engine "));
  return (await (await caches.open(name)).keys()).length;
}"""


@pytest.mark.parametrize("change", ["a byte", "all"])
def test_a_broken_snapshot_is_thrown_away_and_so_is_an_older_one(page: Page, change: str) -> None:
    page.evaluate(SPOIL, change)
    page.reload()
    assert is_right(page)
    assert page.evaluate("starts") == [False]
    page.evaluate("kept")
    assert page.evaluate(COUNT) == 1


NO_ROOM = """
Cache.prototype.put = async () => { throw new DOMException("", "QuotaExceededError"); };
"""


def test_no_network_at_first_and_no_room_for_a_snapshot(new_context: NewContext, host: str) -> None:
    context = new_context()
    context.route("**/worker.js", without_room)
    page = open_page(context, host)
    context.set_offline(True)
    assert isinstance(ask(page, FORK), str)
    context.set_offline(False)
    assert is_right(page)
    assert page.evaluate("starts") == [False]


def without_room(route: Route) -> None:
    script = route.fetch()
    route.fulfill(response=script, body=NO_ROOM + script.text())


def test_a_move_is_made_now_while_python_searches(page: Page) -> None:
    began = ask(
        page, request("/games", {"board": "15x15:5", "opponent": "strongest", "seconds": 30})
    )
    (id_,) = began["games"]
    body = {"type": "play", "version": 1, "square": 112}
    played = ask(page, request(f"/games/{id_}/play", body, games=began["games"]))
    thinking = request(f"/games/{id_}?after=2", games=played["games"])
    now = request(f"/games/{id_}/move-now?after=2", {}, games=played["games"])
    page.evaluate("search => void (window.search = engine.answer(search))", thinking)
    page.evaluate("fork => void (window.next = engine.answer(fork))", FORK)
    answer = page.evaluate("([search, now]) => engine.interrupt(search, now)", [thinking, now])
    assert len(json.loads(answer)["body"]["moves"]) == 2
    assert page.evaluate("search") == answer
    assert json.loads(page.evaluate("next"))["status"] == 200
    assert page.evaluate("starts") == [True, True]
