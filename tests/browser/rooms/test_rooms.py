"""A class in a room: its owner, its members and the wall, each in their own browser."""

from __future__ import annotations

import json

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import square, status
from tests.browser.test_every_page import faults_in_both_themes
from tests.serving import Server

pytestmark = pytest.mark.slow

DRAWN = """([name, code]) => {
  for (const player of document.querySelectorAll(".players .name")) player.textContent = name;
  document.querySelector(".big-code").textContent = code;
}"""

# The height of the smallest letters of names, and the names that do not fit.
LETTERS = """Math.min(...[...document.querySelectorAll(".players .name")].map(
  (each) => Number.parseFloat(getComputedStyle(each).fontSize)))"""
CUT_OFF = """[...document.querySelectorAll(".players .name")].filter(
  (each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


def open_room(context: BrowserContext, way: str = "Free play") -> Page:
    """The page of a room, as its owner sees it."""
    page = context.new_page()
    page.goto("/rooms")
    page.get_by_role("radio", name=way).check(force=True)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Join with this code")).to_be_visible()
    return connected(page)


def connected(page: Page) -> Page:
    """A page whose connection is open, if it has a script."""
    if page.evaluate("matchMedia('(scripting: enabled)').matches"):
        expect(page.locator("#room")).to_have_attribute("data-connected", "")
    return page


def join(context: BrowserContext, owner: Page) -> Page:
    """The same room as somebody sees it who has typed its code and joined."""
    page = context.new_page()
    page.goto("/rooms")
    page.get_by_role("textbox", name="Code").fill(code(owner).lower())
    page.get_by_role("button", name="Enter").click()
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".you")).to_contain_text("You're ")
    return connected(page)


def code(page: Page) -> str:
    return page.locator(".big-code").inner_text()


def name_of(page: Page) -> str:
    return page.locator(".you strong").inner_text()


def win(winner: Page, loser: Page) -> None:
    """Play a game between two who have gone to their boards; who is X wins."""
    for number, name in enumerate(("a1", "a2", "b1", "b2", "c1")):
        page, other = (winner, loser) if number % 2 == 0 else (loser, winner)
        square(page, name).click()
        for each in (page, other):
            expect(square(each, name)).not_to_have_accessible_name(f"{name}, empty")


def to_board(page: Page) -> None:
    page.get_by_role("link", name="Next:").click()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()  # before, a click is a form that is sent


def test_two_find_each_other_play_and_see_the_table_change(new_context: NewContext) -> None:
    owner = open_room(new_context())
    anns = new_context()
    for method in ("GET", "HEAD"):  # which join nobody
        assert anns.request.fetch(owner.url, method=method).ok
    expect(owner.locator("#room-people h2")).to_have_text("0 players")
    ann, ben = join(anns, owner), join(new_context(), owner)
    for page in (ann, ben):
        expect(owner.locator(".people")).to_contain_text(name_of(page))
    ann_name, ben_name = name_of(ann), name_of(ben)
    ann.get_by_role("button", name="Find me a game").click()
    expect(ann.locator("#status")).to_contain_text("Looking for a game")
    expect(owner.locator(".people")).to_contain_text("looking for a game")
    ben.get_by_role("button", name="Find me a game").click()
    for page, other in ((ben, ann_name), (ann, ben_name)):
        expect(page.locator("#status")).to_have_text(
            f"You're playing {other} – your board is ready"
        )
        expect(page.locator("#announcer")).to_contain_text(f"Next: {other} →")
    to_board(ann)
    to_board(ben)
    expect(status(ann)).to_have_text("Your turn – you're X")
    win(ann, ben)
    expect(owner.locator(".standings")).to_contain_text(ann_name)
    expect(owner.locator("#room-games")).to_contain_text(f"{ann_name} beat {ben_name}")
    for page in (ann, ben):  # the link to the next board works over a new connection as well
        page.context.set_offline(True)
        page.context.set_offline(False)
    owner.get_by_role("button", name="Pair everyone").click()
    expect(ann.locator("#announcer")).to_contain_text(f"Next: {ben_name} →")
    ann.get_by_role("link", name=f"Next: {ben_name} →").click()
    expect(status(ann)).to_have_text(f"{ben_name}'s turn")
    ann.get_by_role("link", name="Back to the room").click()
    expect(ann.get_by_role("link", name=f"Next: {ben_name} →")).to_be_visible()


def test_a_round_robin_and_its_wall_go_on_before_everybodys_eyes(new_context: NewContext) -> None:
    owner = open_room(new_context(), "Round robin")
    people = [join(new_context(), owner) for _ in range(3)]
    wall = owner.context.new_page()
    wall.goto(f"{owner.url}/wall")
    expect(wall.locator(".crowd li")).to_have_count(3)
    owner.get_by_role("button", name="Start the round robin").click()
    for number in (1, 2, 3):
        expect(owner.locator("#status")).to_contain_text(f"Round {number} of 3")
        expect(wall.locator("#room-status")).to_contain_text(f"Round {number} of 3")
        expect(wall.locator(".boards li:not(.over)")).to_have_count(1)
        texts = wall.locator(".boards li:not(.over) .players > span").all_inner_texts()
        x, o = (next(p for p in people if name_of(p) in line) for line in texts)
        to_board(x)
        to_board(o)
        before = wall.locator(".boards li:not(.over) .thumbnail").inner_html()
        square(x, "b2").click()
        expect(square(x, "b2")).to_have_accessible_name("b2, X, last move")
        expect(wall.locator(".boards li:not(.over) .thumbnail path.x")).not_to_have_attribute(
            "d", ""
        )
        assert before != wall.locator(".boards li:not(.over) .thumbnail").inner_html()
        o.get_by_role("button", name="Resign", exact=True).click()
        o.get_by_role("button", name="Yes, resign").click()
        expect(status(o)).to_contain_text("wins – you resigned")
        for page in (x, o):
            page.goto(owner.url)
            expect(page.locator(".you")).to_be_visible()
    expect(owner.locator("#status")).to_have_text("It's over – 3 players share first place")
    for page in (wall, owner, people[0]):
        expect(page.locator(".podium li")).to_have_count(3)


def test_the_owner_pairs_two_sends_one_away_and_closes_the_room(new_context: NewContext) -> None:
    owner = open_room(new_context())
    owner.get_by_text("Call off a game").click()
    owner.get_by_role("button", name="Call it off").focus()
    owner.keyboard.press("Enter")
    expect(owner.get_by_role("alert")).to_have_text("Choose a game")
    expect(owner.get_by_role("button", name="Call it off")).to_be_focused()
    owner.get_by_role("button", name="Pause the games").focus()
    ann, ben, cat = (join(new_context(), owner) for _ in range(3))
    expect(owner.locator(".people li")).to_have_count(3)
    expect(owner.get_by_role("button", name="Pause the games")).to_be_focused()
    names = [name_of(each) for each in (ann, ben, cat)]
    owner.get_by_text("Pair two players").click()
    expect(owner.get_by_role("combobox", name="O", exact=True)).to_contain_text(names[1])
    owner.get_by_role("combobox", name="X", exact=True).select_option(label=names[0])
    owner.get_by_role("combobox", name="O", exact=True).select_option(label=names[1])
    owner.get_by_role("button", name="Pair them").click()
    expect(ann.locator("#status")).to_have_text(f"You're playing {names[1]} – your board is ready")
    expect(owner.locator("#room-games")).to_contain_text(f"{names[0]} plays {names[1]}")
    owner.get_by_text("Remove a player").click()
    owner.get_by_role("combobox", name="Player", exact=True).select_option(label=names[2])
    owner.get_by_role("button", name="Remove").click()
    expect(owner.locator(".people li")).to_have_count(2)
    expect(cat.get_by_role("button", name="Find me a game")).to_be_hidden()
    expect(cat.locator("#announcer")).to_have_text(
        "The host has removed you – ask them to let you back in"
    )
    owner.locator("summary", has_text="Close the room").click()
    owner.get_by_role("button", name="Close the room").click()
    expect(owner.locator("#status")).to_have_text("The room is closed")
    expect(ben.locator("#to-room, #go")).to_be_visible()
    owner.get_by_text("Take the results home").click()
    with owner.expect_download() as download:
        owner.get_by_role("link", name="Download games", exact=True).click()
    assert download.value.suggested_filename.startswith("room-")


def test_all_boards_of_a_class_are_large_on_one_screen(
    new_context: NewContext, server: Server
) -> None:
    count = 15
    owner = open_room(new_context())
    path = f"{server.address}api/v1/rooms/{code(owner).replace(' ', '')}"
    for _ in range(2 * count):
        httpx.post(f"{path}/join", json={}, timeout=60).raise_for_status()
    expect(owner.locator("#room-people h2")).to_have_text(f"{2 * count} players")
    owner.get_by_role("button", name="Pair everyone").click()
    owner.get_by_role("link", name="Show the wall").click()
    boards = owner.locator(".boards li")
    expect(boards).to_have_count(count)
    # Names and the code are drawn: the shortest, and the longest.
    for drawn in (["Calm Cat", "J3J3 J3J3"], ["Fearless Jackdaw", "WWWW MMMM"]):
        owner.evaluate(DRAWN, drawn)
        for width, height in ((1280, 720), (1280, 800), (1366, 768), (1920, 1080)):
            owner.set_viewport_size({"width": width, "height": height})
            bounds = [board.bounding_box() for board in boards.all()]
            bottom = max(each["y"] + each["height"] for each in bounds if each)
            assert 0.8 * height < bottom <= height
            assert owner.evaluate("document.documentElement.scrollWidth") <= width
            assert owner.evaluate(LETTERS) >= 0.02 * height
            assert owner.evaluate(CUT_OFF) == []
    assert faults_in_both_themes(owner) == []


def test_without_script_a_room_works_by_forms(new_context: NewContext) -> None:
    owner = open_room(new_context(java_script_enabled=False))
    ann, ben = (join(new_context(java_script_enabled=False), owner) for _ in range(2))
    for page in (ann, ben):
        page.get_by_role("button", name="Find me a game").click()
    ann.reload()
    to_board(ann)
    expect(status(ann)).to_have_text("Your turn – you're X")
    square(ann, "b2").click()
    owner.get_by_role("link", name="Show the wall").click()
    expect(owner.locator(".boards li")).to_have_count(1)
    to_board(ben)
    expect(square(ben, "b2")).to_have_accessible_name("b2, X, last move")


def test_the_page_of_a_full_room_is_light_and_fetched_once(new_context: NewContext) -> None:
    context = new_context()
    room = context.request.post("/api/v1/rooms", data={}).json()["code"]
    for number in range(40):
        headers = {"Authorization": "Bearer " + f"{number:043d}"}
        context.request.post(f"/api/v1/rooms/{room}/join", data={}, headers=headers)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda data: sizes.append(data["encodedDataLength"]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.goto(f"/r/{room}")
    expect(page.locator(".people li")).to_have_count(40)
    connected(page)
    page.clock.run_for(2_000)  # within which it would be fetched again
    assert asked.count(page.url) == 1
    assert sum(sizes) <= 50_000, json.dumps(sizes)
