"""Answers of the server that come late, after others, twice or never: no mark stays unconfirmed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import square, status

pytestmark = pytest.mark.slow

LOOK = "document.dispatchEvent(new Event('visibilitychange'))"  # whereupon the page asks


@pytest.fixture
def board(page: Page) -> Page:
    """A game against the computer, in which each side has a mark."""
    page.goto("/?board=3x3:3&opponent=easy", wait_until="networkidle")
    square(page, "b2").click()
    expect(page.locator("#record li")).to_have_count(2)
    expect(page.locator("noughts-board")).to_have_attribute("aria-busy", "false")
    return page


def take_free(page: Page) -> None:
    page.get_by_role("gridcell", name=", empty").first.click()


def held(page: Page, address: str, ask: Callable[[], object]) -> Route:
    """The request that is made when the page is asked to, which waits for its answer."""
    routes: list[Route] = []
    page.route(address, lambda route: routes.append(route))  # noqa: PLW0108 - it takes no built-in
    with page.expect_request(address):
        ask()
    page.evaluate("0")  # what is asked later is answered later: the route is known by now
    return routes[0]


def confirmed(page: Page, marks: int) -> None:
    """Check that all marks on the page are the server's."""
    expect(page.locator("#record li")).to_have_count(marks)
    expect(page.locator("[data-pending]")).to_have_count(0)
    expect(page.locator("[data-mark]")).to_have_count(marks)


@pytest.mark.parametrize("is_late", [False, True], ids=["before", "after"])
def test_what_was_asked_for_earlier_is_answered_around_a_move(board: Page, is_late: bool) -> None:
    look = held(board, "**/api/v1/games/*?after=*", lambda: board.evaluate(LOOK))
    earlier = look.fetch()
    move = held(board, "**/play", lambda: take_free(board))
    answers = [(look, earlier), (move, move.fetch())]
    for route, response in reversed(answers) if is_late else answers:
        route.fulfill(response=response)
    confirmed(board, 4)
    board.unroute_all()
    take_free(board)
    expect(board.locator("#record li")).not_to_have_count(4)


def test_a_move_whose_answer_is_lost_is_sent_again_and_made_once(board: Page) -> None:
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.fetch()  # the server has it
            route.abort()

    board.route("**/play", lose)
    take_free(board)
    confirmed(board, 4)
    assert len(lost) == 1


def test_without_a_connection_the_status_tells_of_that_and_not_of_a_thought(board: Page) -> None:
    board.context.set_offline(True)
    take_free(board)
    expect(board.get_by_role("alert")).to_contain_text("Can't reach the server")
    expect(status(board)).to_have_text("Connection lost – reconnecting…")
    expect(board.locator("[data-pending]")).to_have_count(1)
    board.context.set_offline(False)
    confirmed(board, 4)
    expect(board.get_by_role("alert")).to_be_empty()
    expect(status(board)).to_contain_text("Your turn")


def test_a_command_given_during_a_move_waits_for_its_answer(board: Page) -> None:
    move = held(board, "**/play", lambda: take_free(board))
    board.get_by_role("button", name="Undo").click()
    with board.expect_response("**/undo"):
        move.continue_()
    confirmed(board, 2)
