"""A small class in real browsers, from the code on the wall to the podium on every screen.

One child comes late, one sits out, one has a phone that sleeps in the middle of a game, one is
removed; on no page is there ever more than one thing to do, and never no word.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import square, status
from tests.browser.rooms.test_rooms import connected, name_of
from tests.browser.test_every_page import faults, faults_in_both_themes

pytestmark = pytest.mark.slow

PHONE = {"width": 390, "height": 844}
MAIN_BUTTONS = """[...document.querySelectorAll(".button.main")]
  .filter((each) => each.checkVisibility()).map((each) => each.textContent.trim())"""

IS_TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def opened(context: BrowserContext, **choices: object) -> Page:
    """The page of a room that is opened with these choices."""
    room = context.request.post("/api/v1/rooms", data=choices).json()
    page = context.new_page()
    page.goto(f"/r/{room['code']}")
    return connected(page)


def child(new_context: NewContext, host: Page, name: str = "", **options: object) -> Page:
    """Somebody whose phone has read the QR code, and who has pressed Join."""
    page = new_context(viewport=PHONE, **options).new_page()
    page.goto(host.url)
    check(page)
    if name:
        page.get_by_role("textbox", name="Your first name").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".you")).to_contain_text("You're ")
    return connected(page)


def check(page: Page) -> None:
    """There is a word about how it is, and at most one thing to do."""
    if page.locator("#room, #table").count():
        expect(status(page)).not_to_be_empty()
    buttons = page.evaluate(MAIN_BUTTONS)
    assert len(buttons) <= 1, buttons


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(status(page)).to_contain_text("you resigned")


def test_a_class_plays_from_the_code_to_the_podium(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss", rounds=2)
    wall = host.context.new_page()
    wall.goto(f"{host.url}/wall")
    expect(wall.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert wall.locator("nav, footer").count() == 0
    children = [child(new_context, host) for _ in range(5)]
    names = [name_of(each) for each in children]
    for name in names:
        expect(wall.locator(".crowd")).to_contain_text(name)
    host.get_by_role("button", name="Start the tournament").click()
    sits_out = next(each for each in children if is_sitting_out(each))
    expect(status(sits_out)).to_have_text("You sit out round 1 – you're in from round 2")
    players = [each for each in children if each is not sits_out]
    for each in players:  # nobody has to tap: their boards open by themselves
        expect(each).to_have_url(re.compile("/g/"))
        check(each)
    late = child(new_context, host)
    expect(status(late)).to_have_text("You're in from round 2")
    removed = players.pop()
    remove(host, name_of(late))
    expect(status(late)).to_have_text("The host has removed you – ask them to let you back in")
    check(late)
    assert late.locator("#own-room").count() == 0
    finish_the_round([*players, removed])
    expect(sits_out).to_have_url(re.compile("/g/"))
    for each in (*players, removed):
        check(each)
    finish_the_round([*players, removed, sits_out])
    for page in (host, wall):
        expect(page.locator(".podium li").first).to_be_visible()
    for each in (*players, removed, sits_out):
        expect(each).to_have_url(host.url, timeout=20_000)  # nobody has to tap
        expect(each.locator(".podium li").first).to_be_visible()
        check(each)
    assert set(wall.locator(".ranks .who").all_inner_texts()) >= set(names)


def is_sitting_out(page: Page) -> bool:
    expect(status(page)).not_to_contain_text("the host starts")
    return status(page).inner_text().startswith("You sit out round 1")


def remove(host: Page, name: str) -> None:
    host.get_by_text("Remove a player").click()
    player = host.get_by_role("combobox", name="Player", exact=True)
    expect(player).to_contain_text(name)
    player.select_option(label=name)
    host.get_by_role("button", name="Remove", exact=True).click()


def finish_the_round(pages: list[Page]) -> None:
    """Whoever has the turn in a game resigns it; then there is a way on for both."""
    for page in pages:
        page.wait_for_function("document.querySelector('#table, #room')")
        button = page.get_by_role("button", name="Resign", exact=True)
        if button.count() and button.is_visible():
            before = page.url
            button.click()
            page.get_by_role("button", name="Yes, resign").click()
            expect(page.locator("#to-room.main")).to_be_visible()
            assert page.url == before
            check(page)


def test_a_phone_that_slept_finds_its_game_and_its_room_again(new_context: NewContext) -> None:
    host = opened(new_context(), way="free")
    ann, ben = child(new_context, host), child(new_context, host)
    asleep = False

    def carry(socket: WebSocketRoute) -> None:
        if not asleep:  # else nothing comes over it
            sockets.append(socket)
            socket.connect_to_server()

    sockets: list[WebSocketRoute] = []
    ann.route_web_socket(re.compile("/live"), carry)
    host.get_by_role("button", name="Pair everyone").click()
    for page in (ann, ben):
        expect(page).to_have_url(re.compile("/g/"))
    expect(status(ann)).to_have_text("Your turn – you're X")
    square(ann, "a1").click()
    expect(status(ben)).to_have_text("Your turn – you're O")
    asleep = True
    ann.context.set_offline(True)
    sockets[-1].close()
    expect(ann.locator("#table")).to_have_attribute("data-lost", "")
    square(ben, "b2").click()
    asleep = False
    ann.context.set_offline(False)
    expect(status(ann)).to_have_text("Your turn – you're X")
    expect(square(ann, "b2")).to_have_accessible_name("b2, O, last move")
    ann.context.set_offline(True)  # and now it sleeps until the game is over
    resign(ben)
    ann.context.set_offline(False)
    expect(status(ann)).to_contain_text("You win!")
    ann.get_by_role("button", name="Find me a game").click()
    expect(status(ann)).to_contain_text("Looking for a game")
    ann.context.set_offline(True)
    expect(ann.locator("#room")).to_have_attribute("data-lost", "")
    ann.context.set_offline(False)
    expect(ann.locator("#announcer")).to_contain_text("You're back – nothing was lost")
    ann.reload()
    expect(host.locator(".people li")).to_have_count(2)  # nobody is there twice


def test_a_first_tap_counts_while_scripts_are_on_their_way(new_context: NewContext) -> None:
    host = opened(new_context(), way="free")
    ann = child(new_context, host, service_workers="block")
    ben = child(new_context, host)
    expect(host.locator(".people li")).to_have_count(2)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.route(re.compile("/game/live"), hold)
    host.get_by_role("button", name="Pair everyone").click()
    with ann.expect_response(re.compile("/api/v1/games/[0-9a-f]+$")) as response:
        ann.get_by_role("link", name="Next:").click()
    response.value.finished()
    asked: list[str] = []
    ann.on("request", lambda request: asked.append(request.url))
    square(ann, "b2").click()
    held[0].fallback()
    ben.get_by_role("link", name="Next:").click()
    expect(square(ben, "b2")).to_have_accessible_name("b2, X, last move")
    assert ann.url not in asked  # it is not loaded again


def test_the_next_game_waits_for_whoever_wants_to_stay(new_context: NewContext) -> None:
    host = opened(new_context(), way="free")
    ann = child(new_context, host)
    child(new_context, host)
    expect(host.locator(".people li")).to_have_count(2)
    host.get_by_role("button", name="Pair everyone").click()
    expect(ann.locator("#announcer")).to_contain_text("press Escape to stay here")
    stay = ann.get_by_role("button", name="Stay here")
    expect(stay).to_be_visible()
    ann.keyboard.press("Escape")
    expect(stay).to_be_hidden()
    expect(ann.locator("#announcer")).to_have_text("You stay here")
    assert "/r/" in ann.url
    ann.goto("/learn")  # elsewhere the way back is in sight, and says that a game waits
    expect(ann.locator("#own-room")).to_contain_text("Next: ")
    check(ann)  # and that comes before the first lesson
    expect(ann.locator("#own-room")).to_have_class(re.compile("main"))
    play = ann.get_by_role("link", name="Play", exact=True)
    expect(play).to_have_attribute("href", re.compile("^/r/"))
    ann.locator("#own-room").click()
    expect(ann).to_have_url(re.compile("/g/"))


def test_the_widest_names_fit_on_the_narrowest_phones_and_the_wall(new_context: NewContext) -> None:
    host = opened(new_context(viewport={"width": 320, "height": 568}), way="swiss", naming="typed")
    wall = new_context(viewport={"width": 1280, "height": 720}).new_page()
    wall.goto(f"{host.url}/wall")
    children = [child(new_context, host, name=letter + "w" * 15) for letter in "WM"]
    for page in children:
        page.set_viewport_size({"width": 320, "height": 568})
    expect(host.locator(".people li")).to_have_count(2)
    host.get_by_role("button", name="Start the tournament").click()
    expect(wall.locator(".ranks .points").first).to_be_in_viewport(ratio=1)
    for page in (host, *children):
        expect(page.locator("#room")).to_contain_text("Round 1 of 5")
        assert not page.evaluate(IS_TOO_WIDE)
    host.get_by_role("button", name="Pause the games").click()
    for page in children:
        expect(page).to_have_url(re.compile("/g/"))
        assert not page.evaluate(IS_TOO_WIDE)
    resign(children[0])
    for page in children:
        expect(page.locator("#room-said")).to_contain_text("paused the games")
        assert not page.evaluate(IS_TOO_WIDE)


def test_whoever_is_left_alone_at_a_board_is_told_that_the_game_does_not_count(
    new_context: NewContext,
) -> None:
    host = opened(new_context(), way="round-robin")
    children = [child(new_context, host) for _ in range(4)]
    expect(host.locator(".people li")).to_have_count(4)
    room = host.url
    host.get_by_role("button", name="Start the round robin").click()
    for page in children:
        expect(page).to_have_url(re.compile("/g/"))
    leaver = children.pop()
    (left,) = (page for page in children if page.url == leaver.url)
    leaver.goto(room)
    leaver.get_by_text("Leave the room").click()
    leaver.get_by_role("button", name="Leave", exact=True).click()
    expect(status(left)).to_have_text("The game was left unfinished – it doesn't count")
    expect(left.locator("#room-said")).to_have_text("You sit out round 1 – you're in from round 2")
    check(left)


def test_axe_finds_nothing_in_a_tournament(new_context: NewContext) -> None:
    host = opened(new_context(reduced_motion="reduce"), way="swiss", rounds=1)
    children = [child(new_context, host, reduced_motion="reduce") for _ in range(3)]
    wall = host.context.new_page()
    wall.goto(f"{host.url}/wall")
    stranger = new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    stranger.goto(host.url)
    for page in (host, wall, stranger, children[0]):
        assert faults_in_both_themes(page) == []
    host.get_by_role("button", name="Start the tournament").click()
    players = [each for each in children if not is_sitting_out(each)]
    for page in players:
        expect(page).to_have_url(re.compile("/g/"))
    for page in (wall, host, *children):
        assert faults_in_both_themes(page) == []
    for details in host.locator("details").all():
        details.evaluate("each => each.open = true")
    assert faults(host) == []
    finish_the_round(players)
    expect(wall.locator(".podium li").first).to_be_visible()
    for page in (wall, host, *children):
        assert faults_in_both_themes(page) == []
