"""What people do on a site, from their first visit on, with a network and without."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL.GifImagePlugin import GifImageFile
from playwright.sync_api import Browser, Page, Route, expect

from noughts.site.build import built_pages
from tests.browser.conftest import PATIENCE
from tests.browser.playing import meet, play_to_the_end, settings, square, status
from tests.browser.test_every_page import faults_in_both_themes
from tests.site import trial
from tests.site.built.conftest import NewVisitor, visitors

pytestmark = pytest.mark.slow

# Everything is kept, and the worker answers this page.
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise(resolve =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}"""


def ready(page: Page) -> None:
    """Wait until the page shows what its address asks for, and its scripts run."""
    page.locator("html[data-ready]").wait_for(state="attached")


def visit(page: Page, name: str) -> None:
    """Go to a page of the menu."""
    before = page.url
    page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
    page.wait_for_url(lambda address: address != before)
    ready(page)


def play_a_game(page: Page) -> None:
    """Play 3×3 to its end, with all that helps, and go through it."""
    square(page, "b2").click()
    expect(square(page, "b2")).to_have_attribute("data-mark", "x")
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("noughts-board [data-mark]")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice")).not_to_be_empty()
    page.get_by_role("button", name="Values").click()
    expect(page.locator("noughts-board .worth").first).to_be_visible()
    square(page, "b2").click()
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(1)
    place = page.url
    page.reload()
    ready(page)
    assert page.url == place
    expect(page.locator("noughts-board [data-mark]")).to_have_count(2)
    play_to_the_end(page, lambda free: free.click())
    expect(page.locator("#why")).to_be_visible()
    page.get_by_role("link", name="Go through this game move by move").click()
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    ready(page)
    page.get_by_role("link", name="First", exact=True).click()
    expect(page.locator("noughts-board [data-mark]")).to_have_count(0)


def learn_and_solve(page: Page, site: str) -> None:
    """Answer a position of a lesson and a puzzle, wrongly first."""
    page.goto(f"{site}page/?/learn/win?step=1&seed=1")
    ready(page)
    square(page, "a2").click()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#result .status")).to_be_visible()
    square(page, "b3").click()
    page.get_by_role("link", name="Next position").click()
    expect(page.locator("#result .status")).to_be_visible()
    page.goto(f"{site}page/?/puzzles/xx._oo._..._x_3")
    ready(page)
    square(page, "a3").click()
    expect(page.locator("#answer-again")).to_be_visible()
    square(page, "c1").click()
    expect(page.locator("#analysis")).to_be_visible()
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url("**/page/?/puzzles/*_*")


def analyse(page: Page, site: str) -> None:
    """Analyse a position that is typed, and a move of it."""
    page.goto(f"{site}page/?/a")
    page.get_by_label("Position, or a board").fill("xx./oo./... x 3")
    page.get_by_role("button", name="Open").click()
    page.wait_for_url("**/page/?/a/xx._oo._..._x_3")
    ready(page)
    page.locator("#worths .why").first.click()
    expect(page.locator("#advice")).to_contain_text("c1")
    square(page, "c1").click()
    expect(status(page)).to_contain_text("X wins")


def play_against_a_proof(page: Page, site: str) -> None:
    """Play where the page is too slow to read the certificate."""
    page.goto(f"{site}learn/proof/?board=7x7:5")
    ready(page)
    square(page, "c3").click()
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(1)
    page.locator("noughts-board [role=gridcell]:not([data-mark])").first.click()
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(2)


def hold(page: Page, files: str = "**/engine/**") -> Callable[[], None]:
    """Keep the engine's files from a page, or others, until what this returns is called."""
    held: list[Route] = []
    is_open = threading.Event()

    def wait(route: Route) -> None:
        if is_open.is_set():
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        is_open.set()
        for route in held:
            route.continue_()

    page.context.route(files, wait)
    return release


def test_ones_mark_is_there_before_the_engine(
    new_visitor: NewVisitor,
) -> None:
    page = new_visitor("help/", service_workers="block")  # which might have it already
    release = hold(page)
    visit(page, "Play")
    square(page, "a1").click()
    expect(square(page, "a1")).to_have_attribute("data-mark", "x")
    expect(status(page)).to_contain_text("Getting ready")
    release()
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(1)
    expect(status(page)).to_have_text("Your turn – you're X")


def test_what_is_pressed_before_the_scripts_are_there_is_done_then(
    new_visitor: NewVisitor,
) -> None:
    page = new_visitor("help/", service_workers="block")
    release = hold(page, "**/boot.js")
    page.goto("./", wait_until="commit")
    square(page, "a1").click()
    release()
    expect(square(page, "a1")).to_have_attribute("data-mark", "x")
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(1)


def test_a_game_that_goes_on_is_waited_for_at_home(new_visitor: NewVisitor) -> None:
    page = new_visitor(service_workers="block")
    ready(page)
    square(page, "b2").click()
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(1)
    release = hold(page)
    page.goto("./")
    expect(page.locator("html[data-waiting] #table[inert]")).to_be_attached()
    expect(status(page)).to_contain_text("Getting ready")
    release()
    expect(page.locator("noughts-board [data-mark]")).to_have_count(2)
    expect(page.locator("[data-waiting], [inert]")).to_have_count(0)


def test_all_that_one_person_does_with_a_network_and_without(
    new_visitor: NewVisitor, address: str
) -> None:
    page = new_visitor()
    ready(page)
    play_a_game(page)
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.goto(address)
    visit(page, "Games")
    page.locator(".card a").first.click()
    page.wait_for_url("**/page/?/g/*")
    ready(page)
    expect(page.locator("#review")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(status(page)).to_contain_text("Your turn")
    play_to_the_end(page, lambda free: free.click())
    learn_and_solve(page, address)
    analyse(page, address)
    for built in ("learn/minimax/", "learn/proof/", "learn/tutorial/", "page/?/puzzles/sheet"):
        page.goto(f"{address}{built}")
        ready(page)


def test_two_at_one_screen_on_another_board(new_visitor: NewVisitor) -> None:
    page = new_visitor()
    ready(page)
    with settings(page) as sheet:
        sheet.locator("select[name=board]").select_option("4x4:3")
    meet(page, "Same screen")
    page.wait_for_url("**/?board=4x4*opponent=two*")
    for name, mark in (("b2", "x"), ("a1", "o"), ("b3", "x"), ("a2", "o"), ("b4", "x")):
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(re.compile(f"^{name}, {mark}", re.I))
    expect(status(page)).to_contain_text("X wins")


def test_lessons_puzzles_and_analysis(new_visitor: NewVisitor, address: str) -> None:
    page = new_visitor("learn/")
    ready(page)
    learn_and_solve(page, address)
    play_against_a_proof(page, address)
    analyse(page, address)
    place = page.url
    page.get_by_role("link", name="Deutsch").click()
    page.wait_for_url(place.replace("/page/", "/de/page/"))
    ready(page)
    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.get_by_role("heading", name="Analyse")).to_be_visible()


def test_a_game_is_shared_as_a_picture_and_taken_to_another_browser(
    new_visitor: NewVisitor,
) -> None:
    page = new_visitor()
    ready(page)
    play_to_the_end(page, lambda free: free.click())
    page.get_by_role("button", name="Share").click()
    picture = page.locator("#sharing-picture")
    expect(picture).to_have_js_property("naturalWidth", 1200)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save picture").click()
    assert saving.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save animation").click()
    film = GifImageFile(BytesIO(saving.value.path().read_bytes()))
    assert (film.format, film.size, film.info["loop"]) == ("GIF", (480, 540), 0)
    assert film.n_frames > 5  # moves, the empty board, and the end
    page.keyboard.press("Escape")
    visit(page, "Games")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save all games").click()
    other = new_visitor("page/?/games")
    ready(other)
    other.get_by_label("Saved games").set_input_files(saving.value.path())
    other.get_by_role("button", name="Open").click()
    expect(other.locator(".card")).to_have_count(1)


def test_no_page_has_a_fault_for_axe_or_is_too_wide(new_visitor: NewVisitor, address: str) -> None:
    """Of the chapters of the tutorial, which are alike, one is looked at."""
    page = new_visitor("help/", reduced_motion="reduce")
    built = [path for path in built_pages() if path.count("/") < 3]
    places = [f"{path.strip('/')}/".lstrip("/") for path in built]
    found = []
    for place in [*places, "learn/tutorial/01_two_people/", "page/?/games", "page/?/puzzles"]:
        page.goto(f"{address}{place}")
        ready(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        found += [(place, fault) for fault in faults_in_both_themes(page)]
        page.set_viewport_size({"width": 320, "height": 700})
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            found.append((place, "too wide"))
    assert not found


def test_a_game_in_firefox(address: str, firefox: Browser) -> None:
    for make in visitors(address, firefox):
        page = make()
        ready(page)
        play_a_game(page)


def test_a_position_is_copied_and_played_on_in_a_page_of_another_site(
    chromium: Browser, address: str, tmp_path: Path
) -> None:
    with (
        trial.serving(tmp_path) as elsewhere,
        chromium.new_context(permissions=["clipboard-read", "clipboard-write"]) as context,
    ):
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"{address}page/?/a/x.o_.x._..o_x_3")
        ready(page)
        page.get_by_role("button", name="Copy for your website").click()
        expect(page.locator("#snippet")).to_have_text("Copied")
        snippet = page.evaluate("navigator.clipboard.readText()")
        assert f'src="{address}page/?/a/x.o_.x._..o_x_3?embed"' in snippet
        (tmp_path / "index.html").write_text(snippet, encoding="utf-8")
        page.goto(elsewhere)
        frame = page.frame_locator("iframe")
        expect(frame.locator("header, footer, nav")).to_have_count(0)
        square(frame, "b1").click()
        expect(frame.locator(".status")).to_have_text("O to move")
        frame.get_by_role("link", name="Start again").click()
        expect(frame.locator("noughts-board [data-mark]")).to_have_count(4)
        assert page.frames[1].evaluate("document.documentElement.scrollWidth") == 320
        with page.expect_popup() as opening:
            frame.get_by_role("link", name="Open the whole page").click()
        expect(opening.value).to_have_url(re.compile(r"/page/\?/a/x\.o_\.x\._\.\.o_x_3$"))
