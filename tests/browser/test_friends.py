"""Two people at one game, each in their own browser, with real connections and without one."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext, shifts
from tests.browser.playing import (
    UNHURRIED,
    begin,
    box,
    inviting,
    meet,
    resign,
    settings,
    sit,
    square,
    status,
    take,
    visit,
)
from tests.serving import serving

pytestmark = pytest.mark.slow


@pytest.fixture
def ann(new_watched: NewContext) -> Page:
    """Somebody who begins a game against a friend, as X, and waits."""
    return inviting(new_watched())


@pytest.fixture
def ben(new_context: NewContext, ann: Page) -> Page:
    """Somebody who opened the link and took the seat."""
    page = visit(new_context(), ann)
    sit(page)
    expect(status(ann)).to_have_text("Your turn – you're X")
    return page


def announced(page: Page) -> Locator:
    return page.locator("#announcer")


def test_a_game_to_its_end_with_a_rematch_while_a_third_one_watches_and_nothing_jumps(
    new_watched: NewContext, ann: Page
) -> None:
    bens, cats = new_watched(), new_watched()
    for method in ("GET", "HEAD"):  # which take no seat
        assert bens.request.fetch(ann.url, method=method).ok
    ben = visit(bens, ann)
    boxes: dict[Page, list[tuple[str, Any]]] = {page: [] for page in (ann, ben)}

    def note(what: str) -> None:
        for page, seen in boxes.items():
            seen.append((what, box(page)))

    note("waiting")
    expect(ben.get_by_role("heading", name="Your friend wants to play")).to_be_visible()
    expect(status(ann)).to_have_text("Waiting for your friend – send them the link")
    sit(ben)
    note("joined")
    cat = visit(cats, ann)
    expect(status(cat)).to_have_text("X to move")
    expect(cat.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    expect(ann.locator("#presence")).to_have_text("Your opponent is here. 1 person is watching.")
    note("spectator")
    take(ann, "b2", "X", ben, cat)
    expect(announced(cat)).to_have_text("X takes b2. O to move.")
    note("move")
    ann.get_by_role("button", name="Undo").click()
    expect(ben.locator("#offer")).to_be_visible()
    note("offer")
    ben.get_by_role("button", name="Decline").click()
    expect(ann.locator("#offer-text")).to_have_text("Your friend declined the undo")
    note("declined")
    square(cat, "a2").click(force=True)
    take(ben, "a1", "O", ann, cat)
    expect(square(cat, "a2")).to_have_accessible_name("a2, empty")
    cat.close()
    expect(ann.locator("#presence")).to_have_text("Your opponent is here.")
    for x, o in (("a2", "c2"), ("b1", "c1")):
        take(ann, x, "X", ben)
        take(ben, o, "O", ann)
        expect(announced(ann)).to_contain_text(f"Your opponent takes {o}.")
    square(ann, "b3").click()
    expect(status(ann)).to_have_text("You win!")
    expect(status(ben)).to_have_text("Your opponent wins")
    note("ended")
    ben.get_by_role("button", name="Rematch").click()
    expect(ann.locator("#offer-text")).to_have_text("Your opponent wants a rematch")
    expect(announced(ann)).to_have_text("Your opponent wants a rematch.")
    expect(ann.get_by_role("button", name="Accept")).to_be_hidden()  # Rematch does it
    note("rematch")
    for page, seen in boxes.items():
        assert ([each for each in seen if each[1] != seen[0][1]], shifts(page)) == ([], []), seen[0]
    address = ann.url
    ann.get_by_role("button", name="Rematch").click()
    expect(status(ben)).to_have_text("Your turn – you're X")
    expect(status(ann)).to_have_text("Your opponent's turn")
    assert ann.url == ben.url == address
    expect(ann.locator('#score [data-side="o"] dd')).to_have_text("1")
    take(ben, "a3", "X", ann)


def test_a_takeback_and_a_draw_are_agreed_to_or_not(ann: Page, ben: Page) -> None:
    take(ann, "b2", "X", ben)
    for answer in ("Decline", "Accept"):
        ann.get_by_role("button", name="Undo").click()
        expect(ann.get_by_role("button", name="Withdraw")).to_be_visible()
        expect(ben.locator("#offer-text")).to_have_text("Your opponent asks to undo")
        ben.get_by_role("button", name=answer).click()
        expect(ann.get_by_role("button", name="Withdraw")).to_be_hidden()
        name = "b2, X, last move" if answer == "Decline" else "b2, empty"
        expect(square(ann, "b2")).to_have_accessible_name(name)
    take(ann, "a1", "X", ben)
    ben.get_by_role("button", name="Offer a draw").click()
    ann.get_by_role("button", name="Accept").click()
    for page in (ann, ben):
        expect(status(page)).to_have_text("It's a draw – you both agreed")
    ben.get_by_role("link", name="Go through this game").click()
    expect(ben.get_by_role("heading", name="Review")).to_be_visible()
    ben.go_back()
    expect(status(ben)).to_have_text("It's a draw – you both agreed")
    ben.get_by_role("button", name="Rematch").click()
    expect(ann.locator("#offer-text")).to_have_text("Your opponent wants a rematch")


def test_who_watches_reads_that_and_follows_the_rematch(
    new_context: NewContext, ann: Page, ben: Page
) -> None:
    cat = visit(new_context(), ann)
    expect(cat.locator("#presence")).to_have_text("You're watching. Both players are here.")
    take(ann, "b2", "X", ben, cat)
    resign(ben)
    for page in (ann, cat):
        expect(page.locator("#presence")).to_have_attribute("data-series", "Best of five: 1–0")
        expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    for name in ("#rematch", "#other-game"):
        expect(ann.locator(name)).to_be_visible()
        expect(cat.locator(name)).to_be_hidden()
    ann.get_by_role("button", name="Rematch").click()
    expect(cat.locator("#offer-text")).to_have_text("X wants a rematch")
    ben.get_by_role("button", name="Rematch").click()
    expect(announced(cat)).to_have_text("Game 2 – they've swapped sides. X to move.")
    take(ben, "a1", "X", ann, cat)


def test_three_wins_decide_the_best_of_five(ann: Page, ben: Page) -> None:
    for wins in (1, 2, 3):
        resign(ann)
        expect(status(ben)).to_have_text("You win! Your opponent resigned")
        if wins < 3:
            ben.get_by_role("button", name="Rematch").click()
            ann.get_by_role("button", name="Rematch").click()
            expect(ann.get_by_role("button", name="Resign", exact=True)).to_be_visible()
    for page, text in (
        (ben, "You win the best of five, 0–3!"),
        (ann, "Opponent wins the best of five, 0–3"),
    ):
        expect(page.locator("#presence")).to_have_attribute("data-series", text)
        expect(announced(page)).to_contain_text(text)


# A page that is hidden, and notifications that are kept: a headless browser shows none.
HIDDEN = """
let isHidden = false;
Object.defineProperty(document, "hidden", { get: () => isHidden });
globalThis.hide = (now) => {
  isHidden = now;
  document.dispatchEvent(new Event("visibilitychange"));
};
globalThis.shown = [];
globalThis.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() {
    return (Notification.permission = "granted");
  }
  constructor(title, { body }) {
    super();
    shown.push([title, body]);
  }
  close() {
    shown.push("closed");
  }
};
"""


def test_a_hidden_page_calls_its_player(new_context: NewContext) -> None:
    context = new_context()
    context.add_init_script(HIDDEN)
    ann = inviting(context)
    bell = ann.get_by_role("button", name="Tell me when it's my turn")
    expect(bell).to_have_attribute("aria-pressed", "false")
    assert ann.evaluate("Notification.permission") == "default"  # until one presses
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    ann.evaluate("hide(true)")
    ben = visit(new_context(), ann)
    sit(ben)
    expect(ann).to_have_title("● Your turn · Noughts and crosses")
    expect(ann.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("called"))
    ann.evaluate("hide(false)")
    expect(ann).to_have_title("Your turn · Noughts and crosses")
    expect(ann.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("favicon.svg"))
    take(ann, "b2", "X", ben)
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "false")
    ann.evaluate("hide(true)")
    take(ben, "a1", "O")
    expect(ann).to_have_title("● Your turn · Noughts and crosses")
    told = "Your opponent has joined the game. Your turn – you're X."
    assert ann.evaluate("shown") == [["Your turn · Noughts and crosses", told], "closed"]


def test_who_waits_plays_the_computer_and_is_called_and_friends_read_their_names(
    new_watched: NewContext,
) -> None:
    context = new_watched()
    context.add_init_script(UNHURRIED)
    ann = inviting(context)
    address, name = ann.url, ann.get_by_role("textbox", name="Your name")
    ben = visit(new_watched(), ann)
    expect(ben.get_by_role("heading", name="Your friend wants to play – you're O")).to_be_visible()
    name.fill("Ann")
    ann.get_by_role("button", name="OK").click()
    expect(ben.get_by_role("heading", name="Ann wants to play – you're O")).to_be_visible()
    expect(ben.locator("#presence")).to_have_text("Ann is here.")
    expect(ann.locator("#presence")).to_have_text("Your link has been opened.")
    ann.get_by_role("link", name="Play the computer while you wait").click()
    square(ann, "b2").click()
    expect(ann.locator("#record li")).to_have_count(2)
    ben.get_by_role("textbox", name="Your name").fill("Ben")
    ben.get_by_role("button", name="Play", exact=True).click()
    expect(announced(ann)).to_contain_text("It opens in 6 seconds")
    expect(ann.get_by_role("link", name="Your friend is here – play")).to_be_visible()
    assert shifts(ann) == []
    ann.get_by_role("link", name="Your friend is here – play").click()
    ann.wait_for_url(address)
    for page, side, other in ((ann, "o", "Ben"), (ben, "x", "Ann")):
        expect(page.locator(f'#score [data-side="{side}"] .seat')).to_have_text(other)
        expect(page.locator(f'.games [href="/g/{address[-24:]}"]')).to_have_count(0)
    take(ann, "b2", "X", ben)
    expect(announced(ben)).to_contain_text("Ann takes b2.")
    ann.get_by_role("button", name="React").click()
    ann.get_by_role("button", name="Wow!").click()
    for page, said in ((ann, "You: Wow!"), (ben, "Ann: Wow!")):  # which stays longer than is shown
        expect(announced(page)).to_have_text(said)
    assert (shifts(ann), shifts(ben)) == ([], [])
    ann.goto("/?board=3x3:3&opponent=friend", wait_until="networkidle")
    ann.get_by_role("button", name="Start").click()
    expect(name).to_have_value("Ann")


def test_who_leaves_takes_their_offer_along_and_can_lose_the_game_by_it(
    new_context: NewContext, ann: Page
) -> None:
    ben = visit(new_context(), ann)
    sit(ben)
    claim = ann.get_by_role("button", name="Claim the win")
    ben.get_by_role("button", name="Offer a draw").click()
    expect(ann.locator("#offer-text")).to_have_text("Your opponent offers a draw")
    ben.close()
    expect(ann.locator("#presence")).to_have_text("Your opponent is reconnecting…")
    expect(ann.locator("#offer")).to_be_hidden()
    expect(ann.locator("#presence")).to_have_text("Your opponent is away.")
    expect(claim).to_be_hidden()  # it is her own move
    square(ann, "b2").click()
    expect(claim).to_be_visible()
    expect(announced(ann)).to_have_text("Your opponent has been away for a while.")
    ben = visit(ben.context, ann)
    expect(claim).to_be_hidden()
    take(ben, "a1", "O", ann)
    take(ann, "c3", "X", ben)
    ben.close()
    claim.click()
    expect(status(ann)).to_have_text("You win! Your opponent left the game")
    expect(claim).to_be_hidden()


def test_a_line_returns_with_what_was_missed_and_sends_what_waited(ann: Page, ben: Page) -> None:
    take(ann, "b2", "X", ben)
    ann.context.set_offline(True)
    expect(ann.locator("#table")).to_have_attribute("data-lost", "")
    square(ben, "a1").click()
    expect(square(ben, "a1")).to_have_accessible_name("a1, O, last move")
    expect(ben.locator("#presence")).to_contain_text("Your opponent is ")
    expect(square(ann, "a1")).to_have_accessible_name("a1, empty")
    ann.context.set_offline(False)
    expect(square(ann, "a1")).to_have_accessible_name("a1, O, last move")
    expect(announced(ann)).to_have_text("Your opponent takes a1. Your turn – you're X.")
    expect(ann.locator("#table")).not_to_have_attribute("data-lost", "")
    ann.context.set_offline(True)
    square(ann, "c3").click()
    expect(square(ann, "c3")).to_have_attribute("data-pending", "")
    expect(square(ann, "c3")).to_have_accessible_name("c3, empty")  # confirmed is another thing
    expect(square(ben, "c3")).to_have_accessible_name("c3, empty")
    ann.context.set_offline(False)
    for page in (ann, ben):
        expect(square(page, "c3")).to_have_accessible_name("c3, X, last move")
    expect(square(ann, "c3")).not_to_have_attribute("data-pending", "")
    ben.context.set_offline(True)  # whose page does not hear in time that the game is given up
    resign(ann)
    expect(status(ann)).to_have_text("Your opponent wins – you resigned")
    square(ben, "a2").click()
    expect(square(ben, "a2")).to_have_attribute("data-pending", "")
    ben.context.set_offline(False)
    expect(status(ben)).to_have_text("You win! Your opponent resigned")
    expect(square(ben, "a2")).not_to_have_attribute("data-pending", "")
    expect(square(ben, "a2")).to_have_accessible_name("a2, empty")
    expect(ben.get_by_role("alert")).to_contain_text("The game has moved on")


def test_only_against_a_friend_there_is_a_clock_which_runs_once_both_are_there(
    new_context: NewContext, page: Page
) -> None:
    def choose_clock() -> None:
        with settings(page) as sheet:
            clock = sheet.get_by_role("combobox", name="Clock")
            expect(clock).to_have_count(0)
        meet(page, "A friend")
        with settings(page), page.expect_request("**/?*clock=move-15*"):
            clock.select_option("15 seconds a move")

    page.goto("/", wait_until="networkidle")
    choose_clock()
    meet(page, "Computer")
    square(page, "b2").click()
    page.wait_for_url("**/g/*")
    game = page.request.get(f"/api/v1/games/{page.url[-24:]}").json()
    assert (game["clock"], game["seats"]["o"]["is_computer"]) == (None, True)
    page.goto("/?board=3x3:3", wait_until="networkidle")
    choose_clock()
    page.get_by_role("button", name="Start").click()
    own, other = (page.locator(f'[data-clock="{side}"]') for side in "xo")
    expect(own).to_have_text("0:15")
    sit(visit(new_context(), page))
    expect(own).to_have_text(re.compile(r"^1\d\.\d$"))
    expect(own).to_have_attribute("data-running", "")
    expect(other).to_have_text("0:15")


def test_the_focus_does_not_vanish_with_a_button_that_was_pressed(ann: Page, ben: Page) -> None:
    on_board = "document.activeElement.matches('noughts-board .square')"
    take(ann, "b2", "X", ben)
    ben.get_by_role("button", name="Offer a draw").press("Enter")
    ben.get_by_role("button", name="Withdraw").press("Enter")
    expect(ben.locator("#offer")).to_be_hidden()
    assert ben.evaluate(on_board)
    ben.keyboard.press("Control+Home")
    ben.keyboard.press("Enter")
    expect(square(ann, "a1")).to_have_accessible_name("a1, O, last move")
    ann.get_by_role("button", name="Resign", exact=True).press("Enter")
    ann.get_by_role("button", name="Yes, resign").press("Enter")
    expect(status(ann)).to_have_text("Your opponent wins – you resigned")
    assert ann.evaluate(on_board)
    ann.keyboard.press("n")
    expect(ben.locator("#offer-text")).to_have_text("Your opponent wants a rematch")
    ben.keyboard.press("n")  # which agrees
    expect(status(ben)).to_have_text("Your turn – you're X")
    assert ben.evaluate(on_board)


def test_a_reload_a_second_tab_and_the_way_back(ann: Page, ben: Page) -> None:
    take(ann, "b2", "X", ben)
    ann.reload()
    expect(square(ann, "b2")).to_have_accessible_name("b2, X, last move")
    tab = ann.context.new_page()
    tab.goto(ann.url)
    take(ben, "a1", "O", ann, tab)
    square(tab, "c3").click()
    for page in (tab, ann, ben):
        expect(square(page, "c3")).to_have_accessible_name("c3, X, last move")
    ann.get_by_role("link", name="Help", exact=True).click()
    take(ben, "c1", "O", tab)
    ann.go_back()
    expect(square(ann, "c1")).to_have_accessible_name("c1, O, last move")
    take(ann, "a3", "X", ben, tab)


def test_without_websockets_a_game_goes_on_by_requests(new_context: NewContext, ann: Page) -> None:
    context = new_context()
    context.add_init_script("""window.WebSocket = class extends WebSocket {
        constructor(address) { super(String(address).replace(/live/, "nowhere")); }
    };""")
    ben = visit(context, ann)
    sit(ben)
    take(ann, "b2", "X", ben)
    take(ben, "a1", "O", ann)
    take(ann, "c3", "X", ben)
    ben.get_by_role("button", name="Offer a draw").click()
    ann.get_by_role("button", name="Accept").click()
    expect(status(ben)).to_have_text("It's a draw – you both agreed")


def test_two_players_of_a_game_read_their_own_languages(new_context: NewContext, ann: Page) -> None:
    ben = visit(new_context(locale="de-DE"), ann)
    ben.get_by_role("button", name="Spielen", exact=True).click()
    expect(status(ann)).to_have_text("Your turn – you're X")
    expect(status(ben)).to_have_text("Dein Gegner ist dran")  # what came earlier isn't announced
    take(ann, "b2", "X")
    expect(status(ben)).to_have_text("Du bist dran – du spielst O")
    expect(announced(ben)).to_have_text("Dein Gegner setzt auf b2. Du bist dran – du spielst O.")
    expect(status(ann)).to_have_text("Your opponent's turn")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_server_goes_on_where_it_was(new_context: NewContext, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database) as server:
        ann = inviting(new_context(base_url=server.address))
        ben, cat = visit(new_context(), ann), begin(new_context(base_url=server.address))
        sit(ben)
        take(ann, "b2", "X", ben)
        server.process.kill()
        square(cat, "b2").click()  # against the computer
        square(ben, "a1").click()
        expect(square(ben, "a1")).to_have_attribute("data-pending", "")
        expect(ann.locator("#table")).to_have_attribute("data-lost", "")
    port = server.address.strip("/").rpartition(":")[2]
    with serving(database, f"--port={port}"):
        for page in (ann, ben):
            expect(square(page, "a1")).to_have_accessible_name("a1, O, last move")
            expect(page.locator("#table")).not_to_have_attribute("data-lost", "")
        take(ann, "c3", "X", ben)
        expect(cat.locator("#record li")).to_have_count(2)


def test_without_a_connection_a_page_says_so_and_retries_and_no_game_is_cached(page: Page) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/")  # from now on the worker is in charge
    page.locator(".square").nth(4).click()
    expect(page.locator("#record li")).to_have_count(2)
    page.reload()
    page.context.set_offline(True)
    page.goto("/puzzles")
    expect(page.get_by_role("heading", level=1)).to_have_text("You're offline")
    face = page.evaluate("document.fonts.load('1em Fredoka').then((faces) => faces.length)")
    assert face == 1
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page).to_have_url("/puzzles")
    expect(page.locator("noughts-board")).to_be_visible()
    paths = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const kept = await Promise.all(caches_.map((each) => each.keys()));
          return kept.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert "/offline" in paths
    assert all(path == "/offline" or path.startswith("/static/") for path in paths)


def without_live_script(ann: Page) -> None:
    """Load a page whose live script is lost on the way."""
    ann.route(re.compile("/game/live"), lambda route: route.abort())
    ann.reload()
    expect(ann.get_by_role("button", name="Try again")).to_be_visible()
    ann.unroute_all()


def test_a_move_or_the_network_fetches_the_lost_script_of_a_game(new_context: NewContext) -> None:
    ann = inviting(new_context(service_workers="block"))
    ben = visit(new_context(), ann)
    sit(ben)
    without_live_script(ann)
    with ann.expect_navigation():
        square(ann, "b2").click()
    take(ann, "b2", "X", ben)
    without_live_script(ann)
    ann.context.set_offline(True)
    with ann.expect_navigation():
        ann.context.set_offline(False)
    take(ben, "a1", "O", ann)
