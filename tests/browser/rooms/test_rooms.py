"""A class in a room, each in their own browser: its host, its members on phones, and the wall.

On no page is there ever more than one thing to do, and never no word.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import (
    APIRequestContext,
    BrowserContext,
    Locator,
    Page,
    Response,
    Route,
    expect,
)

from tests.browser.conftest import NewContext
from tests.browser.playing import UNHURRIED, resign, square, status
from tests.browser.test_every_page import faults, faults_in_both_themes
from tests.browser.test_keyboard import tab_to
from tests.server.client import PATIENT

pytestmark = pytest.mark.slow

PHONE = {"width": 390, "height": 844}
REMOVED = "The host has removed you – ask them to let you back in"
IS_ONE_AT_MOST = """[...document.querySelectorAll(".button.main")]
  .filter((each) => each.checkVisibility()).length <= 1"""
# True on the board, too: it is asked again on a page to which one goes on by itself meanwhile.
GO = "() => { document.getElementById('go')?.click(); return true; }"
IS_TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
DRAWN = """([name, code]) => {
  for (const player of document.querySelectorAll(".players .name")) player.textContent = name;
  document.querySelector(".big-code").textContent = code;
}"""
# The height of the smallest letters of names, and the names that do not fit.
LETTERS = """Math.min(...[...document.querySelectorAll(".players .name")].map(
  (each) => Number.parseFloat(getComputedStyle(each).fontSize)))"""
CUT_OFF = """[...document.querySelectorAll(".players .name")].filter(
  (each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


def opened(context: BrowserContext, **choices: object) -> Page:
    """The page of a room that is opened with these choices, by default for free play."""
    room = context.request.post("/api/v1/rooms", data={"way": "free", **PATIENT, **choices}).json()
    page = context.new_page()
    page.goto(f"/r/{room['code']}")
    return connected(page)


def connected(page: Page) -> Page:
    """A page whose connection is open."""
    expect(page.locator("#room")).to_have_attribute("data-connected", "")
    return page


def child(new_context: NewContext, host: Page, name: str = "", **options: object) -> Page:
    """Somebody whose phone has read the QR code, and who has pressed Join."""
    page = new_context(viewport=PHONE, **options).new_page()
    page.goto(host.url)
    check(page)
    if name:
        first_name(page).fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".you")).to_contain_text("You're ")
    return connected(page)


def unhurried(new_context: NewContext, host: Page) -> Page:
    """The phone of a child who is taken nowhere by itself."""

    def make(**options: object) -> BrowserContext:
        context = new_context(**options)
        context.add_init_script(UNHURRIED)
        return context

    return child(make, host)


def fill(request: APIRequestContext, room: str, count: int) -> None:
    """Let so many join over the API."""
    for number in range(count):
        headers = {"Authorization": f"Bearer {number:043d}"}
        assert request.post(f"/api/v1/rooms/{room}/join", data={}, headers=headers).ok


def check(page: Page) -> None:
    """There is a word about how it is, and at most one thing to do."""
    if page.locator("#room, #table").count():
        expect(status(page)).not_to_be_empty()
    page.wait_for_function(IS_ONE_AT_MOST)  # which bears that the page goes on by itself


def code(page: Page) -> str:
    return page.locator(".big-code").inner_text()


def name_of(page: Page) -> str:
    return page.locator(".you strong").inner_text()


def first_name(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your first name")


def person(host: Page, name: str) -> Locator:
    """What the host opens at a name on the list."""
    found = host.locator(".people > li > details", has=host.get_by_text(name, exact=True))
    if found.get_attribute("open") is None:
        found.locator("summary").first.click()
    return found


def remove(host: Page, name: str) -> None:
    found = person(host, name)
    found.get_by_text(f"Remove {name}?").click()
    found.get_by_role("button", name="Remove", exact=True).click()


def pair_everyone(host: Page, count: int) -> None:
    """Begin games as soon as so many have come."""
    expect(host.locator(".people li")).to_have_count(count)
    host.get_by_role("button", name="Pair everyone").click()


def follow(page: Page) -> None:
    """Press the link to the next board, where the page has not gone by itself after six seconds."""
    page.locator("#go, #table").first.wait_for()
    page.wait_for_function(GO)


def to_board(page: Page) -> None:
    follow(page)
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()  # before, a click is a form that is sent


def at_boards(wall: Page, children: dict[str, Page], number: int) -> list[Page]:
    """The four who play in a round of two games, once their boards have opened by themselves."""
    expect(wall.locator("#room-status")).to_contain_text(f"Round {number} of")
    boards = wall.locator(".boards li:not(.over)")
    expect(boards).to_have_count(2)
    texts = boards.locator(".players > span").all_inner_texts()
    players = [page for name, page in children.items() if any(name in text for text in texts)]
    assert len(players) == 4
    for each in players:
        expect(status(each)).to_contain_text("turn")
        check(each)
    return players


def finish_the_round(players: list[Page]) -> None:
    """Those who have the turn resign; while the other game goes on, there is a way on for them."""
    first, last = (each for each in players if status(each).inner_text().startswith("Your turn"))
    resign(first)
    expect(first.locator("#to-room.main")).to_be_visible()
    check(first)
    resign(last)
    check(last)


def test_a_class_plays_from_code_to_podium_without_a_fault_for_axe(new_context: NewContext) -> None:
    choices = {"way": "swiss", "rounds": 2, "board": "4x4:3", "clock": None}
    host = opened(new_context(reduced_motion="reduce"), **choices)
    wall = host.context.new_page()
    wall.goto(f"{host.url}/wall")
    expect(wall.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert wall.locator("nav, footer").count() == 0
    everyone = [child(new_context, host, reduced_motion="reduce") for _ in range(5)]
    children = {name_of(each): each for each in everyone}
    for name in children:
        expect(wall.locator(".crowd")).to_contain_text(name)
    stranger = new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    stranger.goto(host.url)
    assert faults_in_both_themes(wall) == []  # test_every_page.py looks at the others
    host.get_by_role("button", name="Start the tournament").click()
    players = at_boards(wall, children, 1)
    (sits_out,) = (each for each in everyone if each not in players)
    expect(status(sits_out)).to_have_text("You sit out round 1 – you're in from round 2")
    name = name_of(sits_out)
    late = unhurried(new_context, host)
    expect(status(late)).to_contain_text(f"You're playing {name}")
    remove(host, name_of(late))
    expect(status(late)).to_have_text(REMOVED)
    check(late)
    assert late.locator("#own-room").count() == 0
    assert faults_in_both_themes(players[0]) == faults(late) == []
    for details in host.locator("details").all():
        details.evaluate("each => each.open = true")
    assert faults(host) == []
    finish_the_round(players)
    players = at_boards(wall, children, 2)
    assert sits_out in players
    finish_the_round(players)
    for each in everyone:
        expect(each).to_have_url(host.url)  # nobody has to tap
        check(each)
    for page in (host, wall, *everyone):
        expect(page.locator(".podium li").first).to_be_visible()
    assert faults_in_both_themes(everyone[0]) == []
    assert set(wall.locator(".ranks .who").all_inner_texts()) >= set(children)


def test_two_find_each_other_play_and_one_stays_while_a_game_waits(new_context: NewContext) -> None:
    host, stranger = opened(new_context(), board="4x4:3"), new_context()
    for method in ("GET", "HEAD"):  # which join nobody
        assert stranger.request.fetch(host.url, method=method).ok
    expect(host.locator("#room-people h2")).to_have_text("0 players")
    ann, ben = (child(new_context, host) for _ in range(2))
    ann_name, ben_name = name_of(ann), name_of(ben)
    for name in (ann_name, ben_name):
        expect(host.locator(".people")).to_contain_text(name)
    ann.get_by_role("button", name="Find me a game").click()
    expect(status(ann)).to_contain_text("Looking for a game")
    expect(host.locator(".people")).to_contain_text("looking for a game")
    ben.get_by_role("button", name="Find me a game").click()
    for page, other in ((ben, ann_name), (ann, ben_name)):
        expect(status(page)).to_have_text(f"You're playing {other} – your board is ready")
        expect(page.locator("#announcer")).to_contain_text(f"Next: {other} →")
        to_board(page)
    expect(status(ann)).to_have_text("Your turn – you're X")
    resign(ben)
    expect(host.locator(".standings")).to_contain_text(ann_name)
    expect(host.locator("#room-games")).to_contain_text(f"{ann_name} beat {ben_name}")
    ann.evaluate("document.getElementById('claiming').hidden = false")  # of who is away, and left
    check(ann)
    ann.get_by_role("link", name="Back to the room").click()
    connected(ann)
    for page, part in ((ann, "#room"), (ben, "#table")):
        page.context.set_offline(True)
        expect(page.locator(part)).to_have_attribute("data-lost", "")
        page.context.set_offline(False)
    expect(ann.locator("#announcer")).to_contain_text("You're back – nothing was lost")
    ann.reload()  # and is not there twice
    pair_everyone(host, 2)
    expect(ann.locator("#announcer")).to_contain_text(f"Next: {ben_name} →")
    expect(ann.locator("#announcer")).to_contain_text("press Escape to stay here")
    expect(ann.get_by_role("button", name="Stay here")).to_be_visible()
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("button", name="Stay here")).to_be_hidden()
    expect(ann.locator("#announcer")).to_have_text("You stay here")
    assert "/r/" in ann.url
    ann.goto("/learn")  # elsewhere the way back is in sight, and says that a game waits
    expect(ann.locator("#own-room")).to_contain_text("Next: ")
    check(ann)  # and that comes before the first lesson
    expect(ann.locator("#own-room")).to_have_class(re.compile("main"))
    play = ann.get_by_role("link", name="Play", exact=True)
    expect(play).to_have_attribute("href", re.compile("^/r/"))
    ann.locator("#own-room").click()
    expect(status(ann)).to_have_text(f"{ben_name}'s turn")
    ann.get_by_role("link", name="Back to the room").click()
    expect(ann.get_by_role("link", name=f"Next: {ben_name} →")).to_be_visible()


def test_a_clock_shows_what_is_left_for_a_first_move(new_context: NewContext) -> None:
    clock = {"per": "move", "seconds": 7_200}
    host = opened(new_context(), board="4x4:3", clock=clock, first_move=600)
    players = [child(new_context, host) for _ in range(2)]
    pair_everyone(host, 2)
    for page in players:
        to_board(page)
    is_first = status(players[0]).inner_text().startswith("Your turn")
    x, o = players if is_first else players[::-1]
    minutes, hours = re.compile(r"^(10:00|\d:\d\d|\d+\.\d)$"), re.compile(r"^[12]:\d\d:\d\d$")
    for mover, side in ((x, "x"), (o, "o")):
        for page in players:
            for each in "xo":
                shown = page.locator(f".clock[data-clock={each}]")
                expect(shown).to_have_text(minutes if each == side else hours)
        square(mover, "b2" if mover is x else "a1").click()
    for page in players:
        expect(page.locator(".clock")).to_have_text([hours, hours])


def test_a_wall_shows_the_moves_and_the_rounds_go_on_by_themselves(new_context: NewContext) -> None:
    host = opened(new_context(), way="round-robin", board="4x4:3")
    people = [child(new_context, host) for _ in range(3)]
    wall = host.context.new_page()
    wall.goto(f"{host.url}/wall")
    expect(wall.locator(".crowd li")).to_have_count(3)
    host.get_by_role("button", name="Start the round robin").click()
    board = wall.locator(".boards li:not(.over)")
    expect(board).to_have_count(1)
    texts = board.locator(".players > span").all_inner_texts()
    x, o = (next(page for page in people if name_of(page) in text) for text in texts)
    to_board(x)
    to_board(o)
    before = board.locator(".thumbnail").inner_html()
    square(x, "b2").click()
    expect(square(x, "b2")).to_have_accessible_name("b2, X, last move")
    expect(board.locator(".thumbnail path.x")).not_to_have_attribute("d", "")
    assert before != board.locator(".thumbnail").inner_html()
    resign(o)
    expect(status(host)).to_contain_text("Round 2 of 3")
    expect(wall.locator("#room-status")).to_contain_text("Round 2 of 3")
    expect(board).to_have_count(1)


def test_the_host_pairs_two_and_closes_the_room(new_context: NewContext) -> None:
    host = opened(new_context())
    host.get_by_text("Call off a game").click()
    call_off = host.get_by_role("button", name="Call it off")
    call_off.press("Enter")
    expect(host.get_by_role("alert")).to_have_text("Choose a game")
    expect(call_off).to_be_focused()
    host.get_by_role("button", name="Pause the games").focus()
    ann, ben = (child(new_context, host) for _ in range(2))
    expect(host.locator(".people li")).to_have_count(2)
    expect(host.get_by_role("button", name="Pause the games")).to_be_focused()
    host.get_by_text("Pair two players").click()
    for side, page in (("X", ann), ("O", ben)):
        seat = host.get_by_role("combobox", name=side, exact=True)
        expect(seat).to_contain_text(name_of(page))
        seat.select_option(label=name_of(page))
    names = name_of(ann), name_of(ben)
    host.get_by_role("button", name="Pair them").click()
    expect(status(ann)).to_have_text(f"You're playing {names[1]} – your board is ready")
    expect(host.locator("#room-games")).to_contain_text(f"{names[0]} plays {names[1]}")
    host.locator("summary", has_text="Close the room").click()
    host.get_by_role("button", name="Close the room").click()
    expect(status(host)).to_have_text("The room is closed")
    expect(ben.locator("#to-room, #go")).to_be_visible()
    host.get_by_text("Take the results home").click()
    host.get_by_text("For programmers").click()
    with host.expect_download() as download:
        host.get_by_role("link", name="Download games", exact=True).click()
    assert download.value.suggested_filename.startswith("room-")


# The button at a place, once what was pressed there has changed the page.
AT = """([x, y]) => document.elementFromPoint(x, y)?.closest("form button")?.id ?? "" """
# Read at once, for the page changes by itself too: its status and buttons; the place of a button.
STAGE = r"""() => [document.getElementById("status").innerText.replaceAll(/\d+/g, ""),
  Array.from(document.querySelectorAll("#room form button"),
    (each) => [each.id, Boolean(each.closest("#room-now"))])]"""
# What a tap hits. Its time is given, so that a second one comes at once on the slowest machine.
TAPS = """addEventListener("click", (event) => {
  window.hit ||= event.target.closest("button")?.id;
  Object.defineProperty(event, "timeStamp", { value: window.now });
}, true)"""
SHOW = """(id) => {
  const button = document.getElementById(id);
  if (!button) return null;
  for (const each of document.querySelectorAll("details")) each.open = each.contains(button);
  button.scrollIntoView({ block: "center" });
  window.hit = "";
  window.now = (window.now ?? 0) + 60_000;
  const { x, y, width, height } = button.getBoundingClientRect();
  return { x, y, width, height, isPlain: Boolean(button.closest("form[data-plain]")) };
}"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def is_answer(response: Response) -> bool:
    """To a form, after the redirection if there is one."""
    asked = response.request
    return response.status != 303 and (asked.method == "POST" or asked.redirected_from is not None)


@pytest.mark.parametrize("way", ["free", "arena", "swiss", "round-robin"])
def test_no_button_of_the_host_comes_under_a_pointer(new_context: NewContext, way: str) -> None:
    """In every stage each button that there is now, and each of the others once, closing last."""
    host = opened(new_context(), way=way, is_guarded=True)
    host.add_init_script(TAPS)
    host.reload()
    fill(host.request, host.url.rpartition("/")[2], 5)
    expect(host.locator(".door li")).to_have_count(5)
    sent: list[str] = []
    host.on("request", lambda request: sent.append(request.method))
    seen: set[str] = set()
    while True:
        stage, buttons = host.evaluate(STAGE)
        found = {}
        for id_, is_now in buttons:
            found[f"{stage} {id_}" if is_now else re.sub(r"[1-9]", "0", id_)] = id_
        new = sorted({*found} - seen, key=lambda each: (each == "do-close", each))
        if not new:
            break
        pressed = found[new[0]]
        box = host.evaluate(SHOW, pressed)
        if box is None:
            continue  # it has gone meanwhile: the end of a game is told after the answer
        place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        sent.clear()
        answer = host.expect_navigation() if box["isPlain"] else host.expect_response(is_answer)
        try:
            with answer:
                host.mouse.dblclick(*place)  # of which the second tap does nothing
                hit = pressed if box["isPlain"] else host.evaluate("window.hit")
                if not hit:
                    raise LookupError("it has gone since its place was read")
                assert hit == pressed, stage
        except LookupError:
            continue
        seen.add(new[0])
        connected(host)
        host.evaluate(PAINTED)
        assert sent.count("POST") == 1, (stage, pressed)
        now = host.evaluate(AT, place)
        # Who is let in makes way for the next at the door, and a new name has another place.
        if not pressed.startswith("rename"):
            assert re.sub(r"\d", "", now) in (re.sub(r"\d", "", pressed), ""), (stage, pressed, now)
    assert {"do-close", "admit-0", "remove-0"} <= seen, seen


def test_no_name_moves_under_the_pointer_of_a_host_while_others_join(
    new_context: NewContext,
) -> None:
    host = opened(new_context())
    room = host.url.rpartition("/")[2]
    fill(host.request, room, 1)
    expect(host.locator(".people li")).to_have_count(1)
    move = "document.getElementById('room-people').dispatchEvent(new Event('pointermove'))"
    host.evaluate(f"window.moving = setInterval(() => {move}, 100)")
    fill(host.request, room, 3)
    expect(status(host)).to_have_text("3 players have joined")
    assert host.locator(".people li").count() == 1
    host.evaluate("clearInterval(window.moving)")
    expect(host.locator(".people li")).to_have_count(3)


def test_all_boards_of_a_class_are_large_on_one_screen(new_context: NewContext) -> None:
    count = 15
    host = opened(new_context())
    fill(host.request, host.url.rpartition("/")[2], 2 * count)
    pair_everyone(host, 2 * count)
    host.get_by_role("link", name="Show the wall").click()
    boards = host.locator(".boards li")
    expect(boards).to_have_count(count)
    # Names and the code are drawn: the shortest, and the longest.
    for drawn in (["Calm Cat", "J3J3 J3J3"], ["Fearless Jackdaw", "WWWW MMMM"]):
        host.evaluate(DRAWN, drawn)
        for width, height in ((1280, 720), (1280, 800), (1366, 768), (1920, 1080)):
            host.set_viewport_size({"width": width, "height": height})
            bounds = [board.bounding_box() for board in boards.all()]
            bottom = max(each["y"] + each["height"] for each in bounds if each)
            assert 0.8 * height < bottom <= height
            assert not host.evaluate(IS_TOO_WIDE)
            assert host.evaluate(LETTERS) >= 0.02 * height
            assert host.evaluate(CUT_OFF) == []
    assert faults_in_both_themes(host) == []


def test_the_page_of_a_full_room_is_light_and_fetched_once(new_context: NewContext) -> None:
    context = new_context()
    room = context.request.post("/api/v1/rooms", data=PATIENT).json()["code"]
    fill(context.request, room, 40)
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
    # The host's page: 53.4 kB, of which a form at each of forty names takes 0.9, and the module
    # through which pages reach the server 0.8.
    assert sum(sizes) <= 54_000, json.dumps(sizes)


def test_without_script_a_room_works_by_forms(new_context: NewContext) -> None:
    host, ann, ben = (new_context(java_script_enabled=False).new_page() for _ in range(3))
    for page in (host, ann, ben):
        page.goto("/rooms")
    host.get_by_label("Time for the first move").select_option("No limit")
    host.get_by_role("button", name="Open").click()
    for page in (ann, ben):
        page.get_by_role("textbox", name="Code").fill(code(host).lower())
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="Find me a game").click()
    ann.reload()
    to_board(ann)
    expect(status(ann)).to_have_text("Your turn – you're X")
    square(ann, "b2").click()
    host.get_by_role("link", name="Show the wall").click()
    expect(host.locator(".boards li")).to_have_count(1)
    to_board(ben)
    expect(square(ben, "b2")).to_have_accessible_name("b2, X, last move")


def test_a_first_tap_counts_while_scripts_are_on_their_way(new_context: NewContext) -> None:
    host = opened(new_context())
    ann = child(new_context, host, service_workers="block")
    ben = child(new_context, host)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.route(re.compile("/game/live"), hold)
    pair_everyone(host, 2)
    with ann.expect_response(re.compile(r"/api/v1/games/[0-9a-f]+\?after")) as response:
        follow(ann)
    response.value.finished()
    asked: list[str] = []
    ann.on("request", lambda request: asked.append(request.url))
    square(ann, "b2").click()
    held[0].fallback()
    follow(ben)
    expect(square(ben, "b2")).to_have_accessible_name("b2, X, last move")
    assert ann.url not in asked  # it is not loaded again


def test_the_widest_names_fit_on_the_narrowest_phones_and_the_wall(new_context: NewContext) -> None:
    narrow = {"width": 320, "height": 568}
    host = opened(new_context(viewport=narrow), way="swiss", naming="typed", board="4x4:3")
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
        page.wait_for_load_state()  # until then the style sheets may be missing
        assert not page.evaluate(IS_TOO_WIDE)
    resign(children[0])
    for page in children:
        expect(page.locator("#room-said")).to_contain_text("paused the games")
        assert not page.evaluate(IS_TOO_WIDE)


def test_tapping_twice_removes_one_child_who_can_be_let_back_in(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss")
    ann, *_others = (child(new_context, host) for _ in range(3))
    name = name_of(ann)
    expect(host.locator(".people li")).to_have_count(3)
    person(host, name).get_by_text(f"Remove {name}?").click()
    host.get_by_role("button", name="Remove", exact=True).dblclick()
    expect(status(ann)).to_have_text(REMOVED)
    expect(ann.locator("#announcer")).to_have_text(REMOVED)
    expect(ann.get_by_text("Leave the room")).to_be_hidden()
    expect(host.locator(".people li")).to_have_count(2)
    host.get_by_text("Let a player back in").click()
    host.locator("#readmitting").get_by_role("combobox").select_option(label=name)
    host.get_by_role("button", name="Let them back in").click()
    ann.get_by_role("button", name="Come back").click()
    expect(host.locator(".people")).to_contain_text(name)
    expect(host.get_by_text("Let a player back in")).to_be_hidden()


def test_who_is_removed_while_the_connection_is_lost_is_told(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss")
    ann = child(new_context, host)
    ann.route("**/live-events*", lambda route: route.abort())
    ann.reload()
    remove(host, name_of(ann))
    expect(status(ann)).to_have_text(REMOVED)


def test_typed_names_stay_while_others_come_refused_mended_or_gone(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss", naming="typed")
    pair, page = (new_context(viewport=PHONE).new_page() for _ in range(2))
    pair.goto(host.url)
    host.get_by_text("Join in yourself").click()
    pair.get_by_text("Two of you at this device?").click()
    for each in (host, pair):
        first_name(each).fill("Mia")
    pair.get_by_role("textbox", name="The other first name").fill("Ben")
    tom = child(new_context, host, name="Tom")
    expect(status(host)).to_have_text("1 player has joined")
    for each in (host, pair):
        expect(first_name(each)).to_have_value("Mia")
        expect(first_name(each)).to_be_visible()
    pair.get_by_role("button", name="Join", exact=True).click()
    expect(pair.locator(".you strong")).to_have_text("Mia & Ben")
    page.goto(host.url)
    for name in ("<b>Tom</b>", "\u202eTom", "Host", "tom", "tom b."):
        first_name(page).fill(name)
        page.get_by_role("button", name="Join", exact=True).click()
        if name != "tom b.":
            expect(page.get_by_role("alert")).not_to_be_empty()
            check(page)
        if name == "tom":
            expect(first_name(page)).to_have_value("tom")
            expect(first_name(page)).to_be_focused()
            expect(page.get_by_role("alert")).to_contain_text("add a letter to yours")
    expect(page.locator(".you strong")).to_have_text("tom b.")
    remove(host, "tom b.")
    expect(status(page)).to_have_text(REMOVED)
    person(host, "Tom").get_by_role("button", name="Give another name").click()
    expect(host.locator(".people")).not_to_contain_text("Tom ")
    expect(tom.locator(".you strong")).not_to_have_text("Tom")


def press(page: Page, target: Locator) -> None:
    """Reach something by Tab, and press Enter."""
    expect(target).to_be_visible()
    tab_to(page, target)
    page.keyboard.press("Enter")


def joined_by_keys(context: BrowserContext, host: Page) -> Page:
    """The room as somebody sees it who has typed the code and pressed Enter twice."""
    page = context.new_page()
    page.add_init_script(UNHURRIED)
    page.goto("/rooms")
    tab_to(page, page.get_by_role("textbox", name="Code"))
    page.keyboard.type(code(host).lower())
    page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name="Join", exact=True))
    expect(page.locator(".you")).to_contain_text("You're ")
    return connected(page)


def test_a_host_and_two_players_need_no_mouse(new_context: NewContext) -> None:
    host = new_context().new_page()
    host.goto("/rooms")
    tab_to(host, host.locator("input[name=way]:checked"))
    host.keyboard.press("ArrowDown")
    host.keyboard.press("ArrowUp")
    expect(host.get_by_role("radio", name="Free play")).to_be_checked()
    tab_to(host, host.get_by_label("Time for the first move"))
    host.keyboard.press("Home")  # no limit
    press(host, host.get_by_role("button", name="Open"))
    expect(host.get_by_role("heading", name="Join with this code")).to_be_visible()
    connected(host)
    ann, ben = joined_by_keys(new_context(), host), joined_by_keys(new_context(), host)
    expect(host.locator(".people li")).to_have_count(2)
    press(host, host.get_by_role("button", name="Pair everyone"))
    for page in (ann, ben):
        press(page, page.get_by_role("link", name="Next:"))
        expect(status(page)).to_contain_text("turn")
    x, o = (ann, ben) if status(ann).inner_text().startswith("Your turn") else (ben, ann)
    for number, key in enumerate("14253"):
        mover, other = (x, o) if number % 2 == 0 else (o, x)
        mover.keyboard.press(key)
        taken = other.locator("noughts-board .square").nth(int(key) - 1)
        expect(taken).to_have_attribute("data-mark", "xo"[number % 2])
    expect(status(x)).to_contain_text("You beat")
    expect(o.get_by_role("button", name="Undo")).to_be_hidden()
    check(x)
    press(x, x.get_by_role("button", name="Find me a game"))
    expect(status(x)).to_contain_text("Looking for a game")
    press(o, o.get_by_role("link", name="Back to the room"))
    expect(host.locator("#room-games")).to_contain_text("beat")
    found = host.locator(".people > li > details", has_text=name_of(o))
    press(host, found.locator("summary").first)
    press(host, found.get_by_text(f"Remove {name_of(o)}?"))
    press(host, host.get_by_role("button", name="Remove", exact=True))
    expect(status(o)).to_have_text(REMOVED)
    press(host, host.get_by_role("link", name="Show the wall"))
    expect(host.locator(".boards li")).to_have_count(1)
