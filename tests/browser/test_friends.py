"""Two people at one game, each in their own browser: a real server, real connections."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import inviting, sit, square, status, take, visit
from tests.serving import serving

pytestmark = pytest.mark.slow


@pytest.fixture
def ann(new_context: NewContext) -> Page:
    """Somebody who begins a game against a friend, as X, and waits."""
    return inviting(new_context())


@pytest.fixture
def ben(new_context: NewContext, ann: Page) -> Page:
    """Somebody who opened the link and took the seat."""
    page = visit(new_context(), ann)
    sit(page)
    expect(status(ann)).to_have_text("Your turn – you're X")
    return page


def announced(page: Page) -> Any:
    return page.locator("#announcer")


def test_a_link_a_seat_and_a_game_to_its_end_with_a_rematch(ann: Page, ben: Page) -> None:
    for number, name in enumerate(("b2", "a1", "a2", "c2")):
        page, other = (ann, ben) if number % 2 == 0 else (ben, ann)
        take(page, name, "XO"[number % 2], other)
    expect(announced(ann)).to_contain_text("Your opponent takes c2.")
    square(ann, "b1").click()
    expect(square(ben, "b1")).to_have_accessible_name("b1, X, last move")
    square(ben, "c1").click()
    square(ann, "b3").click()
    expect(status(ann)).to_have_text("You win!")
    expect(status(ben)).to_have_text("Your opponent wins")
    ben.get_by_role("button", name="Rematch").click()
    expect(ann.locator("#offer-text")).to_have_text("Your opponent wants a rematch")
    expect(announced(ann)).to_have_text("Your opponent wants a rematch.")
    address = ann.url
    ann.get_by_role("button", name="Accept").click()
    expect(status(ben)).to_have_text("Your turn – you're X")
    expect(status(ann)).to_have_text("Your opponent's turn")
    assert ann.url == ben.url == address
    expect(ann.locator('#score [data-side="o"] dd')).to_have_text("1")
    take(ben, "a3", "X", ann)


def test_looking_takes_no_seat_and_a_third_one_watches(
    new_context: NewContext, ann: Page, ben: Page
) -> None:
    cat = visit(new_context(), ann)
    expect(status(cat)).to_have_text("X to move")
    expect(cat.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    expect(ann.locator("#presence")).to_have_text("Your opponent is here. 1 person is watching.")
    take(ann, "b2", "X", ben, cat)
    expect(announced(cat)).to_have_text("X takes b2. O to move.")
    square(cat, "a1").click(force=True)
    take(ben, "c3", "O", ann, cat)
    expect(square(cat, "a1")).to_have_accessible_name("a1, empty")
    cat.close()
    expect(ann.locator("#presence")).to_have_text("Your opponent is here.")


def test_opening_a_link_again_and_again_takes_no_seat(new_context: NewContext, ann: Page) -> None:
    link = ann.get_by_role("textbox", name="Link").input_value()
    context = new_context()
    for method in ("GET", "HEAD", "GET"):
        assert context.request.fetch(link, method=method).ok
    page = visit(context, ann)
    expect(page.get_by_role("heading", name="Your friend wants to play")).to_be_visible()
    expect(status(ann)).to_have_text("Waiting for your friend – send them the link")
    sit(page)


def test_a_takeback_is_asked_for_and_agreed_to_or_not(ann: Page, ben: Page) -> None:
    take(ann, "b2", "X", ben)
    for answer in ("Decline", "Accept"):
        ann.get_by_role("button", name="Undo").click()
        expect(ann.get_by_role("button", name="Withdraw")).to_be_visible()
        expect(ben.locator("#offer-text")).to_have_text("Your opponent asks to undo")
        ben.get_by_role("button", name=answer).click()
        expect(ann.locator("#offer")).to_be_hidden()
        name = "b2, X, last move" if answer == "Decline" else "b2, empty"
        expect(square(ann, "b2")).to_have_accessible_name(name)
    take(ann, "a1", "X", ben)


def test_a_draw_is_agreed_and_reviewed(ann: Page, ben: Page) -> None:
    take(ann, "b2", "X", ben)
    ben.get_by_role("button", name="Offer a draw").click()
    ann.get_by_role("button", name="Accept").click()
    for page in (ann, ben):
        expect(status(page)).to_have_text("It's a draw – you both agreed")
    ben.get_by_role("link", name="Go through this game").click()
    expect(ben.get_by_role("heading", name="Review")).to_be_visible()
    ben.go_back()
    expect(status(ben)).to_have_text("It's a draw – you both agreed")
    ben.get_by_role("button", name="Rematch").click()
    expect(ann.get_by_role("button", name="Accept")).to_be_visible()


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
    ben.get_by_role("button", name="Accept").press("Enter")
    expect(status(ben)).to_have_text("Your turn – you're X")
    assert ben.evaluate(on_board)


def test_an_offer_dies_when_its_author_leaves(new_context: NewContext, ann: Page) -> None:
    ben = visit(new_context(), ann)
    sit(ben)
    ben.get_by_role("button", name="Offer a draw").click()
    expect(ann.locator("#offer-text")).to_have_text("Your opponent offers a draw")
    ben.close()
    expect(ann.locator("#presence")).to_have_text("Your opponent is reconnecting…")
    expect(ann.locator("#offer")).to_be_hidden()
    expect(ann.locator("#presence")).to_have_text("Your opponent is away.")


def test_a_line_that_breaks_comes_back_with_what_was_missed(ann: Page, ben: Page) -> None:
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
    take(ann, "c3", "X", ben)


def test_a_move_made_without_a_line_is_pending_until_there_is_one(ann: Page, ben: Page) -> None:
    ann.context.set_offline(True)
    square(ann, "b2").click()
    expect(square(ann, "b2")).to_have_attribute("data-pending", "")
    expect(square(ann, "b2")).to_have_accessible_name("b2, empty")  # confirmed is another thing
    expect(square(ben, "b2")).to_have_accessible_name("b2, empty")
    ann.context.set_offline(False)
    for page in (ann, ben):
        expect(square(page, "b2")).to_have_accessible_name("b2, X, last move")
    expect(square(ann, "b2")).not_to_have_attribute("data-pending", "")


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


REFUSED = """
    window.WebSocket = class extends WebSocket {
        constructor(address) { super(String(address).replace(/live/, "nowhere")); }
    };
"""


def test_without_websockets_the_game_goes_on_by_events_and_requests(
    new_context: NewContext, ann: Page
) -> None:
    context = new_context()
    context.add_init_script(REFUSED)
    ben = visit(context, ann)
    sit(ben)
    take(ann, "b2", "X")
    expect(square(ben, "b2")).to_have_accessible_name("b2, X, last move")
    take(ben, "a1", "O", ann)
    take(ann, "c3", "X", ben)
    ben.get_by_role("button", name="Offer a draw").click()
    ann.get_by_role("button", name="Accept").click()
    expect(status(ben)).to_have_text("It's a draw – you both agreed")


IMPATIENT = """
    const later = setTimeout;
    setTimeout = (work, pause, ...rest) => later(work, pause > 5_000 ? pause / 20 : pause, ...rest);
"""


def test_where_sockets_open_and_stay_silent_events_are_heard_until_sockets_are_again(
    new_context: NewContext, ann: Page
) -> None:
    """Some networks let a WebSocket open and pass nothing; this one is mended in mid-game."""
    context = new_context()
    context.add_init_script(IMPATIENT)
    connected: list[Any] = []
    is_mended = False

    def swallow(socket: Any) -> None:
        if is_mended:
            connected.append(socket.connect_to_server())

    context.route_web_socket("**", swallow)
    ben = visit(context, ann)
    sit(ben)
    take(ann, "b2", "X", ben)
    assert not connected
    is_mended = True
    for _ in range(5_000):
        if len(connected) >= 2:  # the one by which the page looked, and the one it uses
            break
        ben.evaluate("() => new Promise(requestAnimationFrame)")
    take(ben, "a1", "O", ann)
    take(ann, "c3", "X", ben)
    assert len(connected) >= 2


def test_a_socket_that_is_cut_in_mid_game_is_opened_again(
    new_context: NewContext, ann: Page
) -> None:
    context = new_context()
    sockets: list[Any] = []

    def keep(socket: Any) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    context.route_web_socket("**", keep)
    ben = visit(context, ann)
    sit(ben)
    take(ann, "b2", "X", ben)
    sockets[-1].close()
    square(ben, "a1").click()
    for page in (ann, ben):
        expect(square(page, "a1")).to_have_accessible_name("a1, O, last move")
    assert len(sockets) > 1


def test_a_move_that_comes_too_late_is_taken_back_with_the_reason(ann: Page, ben: Page) -> None:
    """Ben's page does not hear of it in time that the game was given up."""
    take(ann, "b2", "X", ben)
    ben.context.set_offline(True)
    ann.get_by_role("button", name="Resign", exact=True).click()
    ann.get_by_role("button", name="Yes, resign").click()
    expect(status(ann)).to_have_text("Your opponent wins – you resigned")
    square(ben, "a1").click()
    expect(square(ben, "a1")).to_have_attribute("data-pending", "")
    ben.context.set_offline(False)
    expect(status(ben)).to_have_text("You win! Your opponent resigned")
    expect(square(ben, "a1")).not_to_have_attribute("data-pending", "")
    expect(square(ben, "a1")).to_have_accessible_name("a1, empty")
    expect(ben.get_by_role("alert")).to_contain_text("The game has moved on")


def test_the_win_is_claimed_from_who_has_left(new_context: NewContext, tmp_path: Path) -> None:
    flags = ("--heartbeat-seconds=0.5", "--fair-seconds=1")
    with serving(tmp_path / "games.db", *flags) as server:
        ann = inviting(new_context(base_url=server.address))
        ben = visit(new_context(), ann)
        sit(ben)
        claim = ann.get_by_role("button", name="Claim the win")
        take(ann, "b2", "X", ben)
        ben.close()
        expect(claim).to_be_visible()
        expect(announced(ann)).to_have_text("Your opponent has been away for a while.")
        ben = visit(ben.context, ann)
        expect(claim).to_be_hidden()
        take(ben, "a1", "O", ann)
        ben.close()
        expect(ann.locator("#presence")).to_have_text("Your opponent is away.")
        expect(claim).to_be_hidden()  # it is her own move
        square(ann, "c3").click()
        claim.click()
        expect(status(ann)).to_have_text("You win! Your opponent left the game")
        expect(claim).to_be_hidden()


def test_only_against_a_friend_a_clock_can_be_chosen(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    page.locator("summary", has_text="More options").click()
    clock = page.get_by_role("combobox", name="Clock")
    expect(clock).to_be_hidden()
    page.get_by_role("radio", name="Friend").check(force=True)
    clock.select_option("15 seconds a move")
    page.get_by_role("radio", name="Medium").check(force=True)
    expect(clock).to_be_hidden()
    square(page, "b2").click()
    page.wait_for_url("**/g/*")
    game = page.request.get(f"/api/v1/games/{page.url[-24:]}").json()
    assert (game["clock"], game["seats"]["o"]["is_computer"]) == (None, True)
    page.goto("/?board=3x3:3", wait_until="networkidle")
    page.locator("summary", has_text="More options").click()
    page.get_by_role("radio", name="Friend").check(force=True)
    clock.select_option("15 seconds a move")
    page.get_by_role("button", name="Start").click()
    expect(page.locator('[data-clock="x"]')).to_have_text("0:15")


def test_a_clock_runs_out(new_context: NewContext) -> None:
    ann_context, ben_context = new_context(), new_context()
    new = {"opponent": "friend", "clock": {"per": "move", "seconds": 5}}
    game = ann_context.request.post("/api/v1/games", data=new).json()
    ann, ben = ann_context.new_page(), ben_context.new_page()
    ann.goto(f"/g/{game['id']}")
    ben.goto(f"/g/{game['id']}")
    sit(ben)
    expect(ann.locator('[data-clock="x"]')).to_have_text(re.compile(r"^[0-4]\.\d$"))
    expect(status(ann)).to_have_text("Your opponent wins – you ran out of time")
    expect(status(ben)).to_have_text("You win! Your opponent ran out of time")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_server_that_is_killed_goes_on_where_it_was(
    new_context: NewContext, tmp_path: Path
) -> None:
    database = tmp_path / "games.db"
    with serving(database) as server:
        ann = inviting(new_context(base_url=server.address))
        ben = visit(new_context(), ann)
        sit(ben)
        take(ann, "b2", "X", ben)
        server.process.kill()
        square(ben, "a1").click()
        expect(square(ben, "a1")).to_have_attribute("data-pending", "")
        expect(ann.locator("#table")).to_have_attribute("data-lost", "")
    port = server.address.strip("/").rpartition(":")[2]
    with serving(database, f"--port={port}"):
        for page in (ann, ben):
            expect(square(page, "a1")).to_have_accessible_name("a1, O, last move")
            expect(page.locator("#table")).not_to_have_attribute("data-lost", "")
        take(ann, "c3", "X", ben)
