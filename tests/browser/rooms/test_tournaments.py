"""Tournaments as they are met in browsers: a host in a hurry, phones that die, breaks, latecomers.

Most members play over the API, in games that they resign; a page has whom a test is about.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.browsers import RESENT
from tests.browser.conftest import NewContext
from tests.browser.playing import resign, status
from tests.browser.rooms.test_rooms import (
    REMOVED,
    check,
    name_of,
    opened,
    remove,
    to_board,
    unhurried,
)
from tests.browser.test_every_page import faults, faults_in_both_themes
from tests.server.client import PATIENT

pytestmark = pytest.mark.slow

NEXT = "Start the next round now"
UNTIMED = {"clock": None, **PATIENT}  # no time ends a game
RESTING = "You're taking a break – come back any time"
MISSED = "You made no first move in time – press when you're back"
ASKS_AGAIN = '<meta http-equiv="refresh"'


class Pupils:
    """Members of a room who play over the API: without a page, nobody takes them to be away."""

    def __init__(self, host: Page, number: int) -> None:
        self._request = host.request
        self._path = f"/api/v1/rooms/{host.url.rpartition('/')[2]}"
        self._secrets: dict[str, str] = {}
        for _ in range(number):
            self.join()

    def join(self) -> str:
        """Another one joins, whose name this is."""
        secret = f"{len(self._secrets):043d}"
        name = str(self._post(self._path, "join", secret)["you"]["name"])
        self._secrets[name] = secret
        return name

    def room(self) -> Any:
        return self._request.get(self._path, max_retries=RESENT).json()

    def open(self) -> list[Any]:
        """The games between two of them."""
        return [g for g in self.room()["open"] if {g["x"], g["o"]} <= self._secrets.keys()]

    def resign(self, game: Any) -> None:
        """One of them resigns."""
        secret = next(own for name, own in self._secrets.items() if name in (game["x"], game["o"]))
        path = f"/api/v1/games/{game['id']}"
        headers = {"Authorization": f"Bearer {secret}"}
        shown = self._request.get(path, headers=headers, max_retries=RESENT).json()
        self._post(path, "resign", secret, version=shown["version"])

    def choose(self, **choices: object) -> None:
        """The host changes the settings."""
        assert self._request.post(f"{self._path}/choose", data=choices, max_retries=RESENT).ok

    def finish(self) -> None:
        """End all games between them that go on now."""
        for game in self.open():
            self.resign(game)

    def _post(self, path: str, action: str, secret: str, **data: object) -> Any:
        headers = {"Authorization": f"Bearer {secret}"}
        address = f"{path}/{action}"
        answer = self._request.post(address, data=data, headers=headers, max_retries=RESENT)
        assert answer.ok, answer.text()
        return answer.json()


def begun(host: Page, number: int, name: str) -> Pupils:
    """So many members, whose tournament begins with a press."""
    pupils = Pupils(host, number)
    expect(host.locator(".people li")).to_have_count(len(pupils.room()["members"]))
    host.get_by_role("button", name=name).click()
    expect(status(host)).to_contain_text("in play")
    return pupils


def tournament(new_context: NewContext, way: str) -> Page:
    """The page of a room for tournaments in which no time ends a game."""
    return opened(new_context(reduced_motion="reduce"), way=way, **UNTIMED)


def question(host: Page) -> Locator:
    return host.get_by_role("dialog")


def away(host: Page) -> Locator:
    """Those whom the host sees to be away."""
    return host.locator(".people [data-doing=away] .who")


def has_game(page: Page) -> None:
    """A game is ready, whose board may have opened by itself."""
    expect(page.locator("#go, #table")).to_be_visible()
    check(page)


def game_of(name: str, pupils: Pupils) -> Any:
    """The game of a member that goes on."""
    return next(game for game in pupils.room()["open"] if name in (game["x"], game["o"]))


def test_a_round_begins_while_games_go_on_only_after_a_question(new_context: NewContext) -> None:
    host = tournament(new_context, "swiss")
    pupils = begun(host, 8, "Start the tournament")
    first, second, *last = pupils.open()
    pupils.resign(first)
    pupils.resign(second)
    asked = "2 games are still going on – start without them?"
    begin = host.get_by_role("button", name=NEXT)
    expect(host.locator("#asking-title")).to_have_text(asked)
    begin.press("Enter")
    expect(question(host)).to_be_visible()
    wait = host.get_by_role("button", name="Wait")
    expect(wait).to_be_focused()
    before = pupils.room()
    for _ in range(2):  # with that before three times Enter, of which none begins a round
        host.keyboard.press("Enter")
    expect(question(host)).to_be_visible()
    assert pupils.room()["version"] == before["version"]
    check(host)
    assert faults_in_both_themes(host) == []
    pupils.resign(last[0])
    expect(question(host)).to_contain_text("1 game is still going on – start without it?")
    expect(wait).to_be_focused()
    host.get_by_role("button", name="Start now").click()
    expect(question(host)).to_be_hidden()
    expect(status(host)).to_contain_text("Round 2 of 5")
    pupils.resign(last[1])  # for whose players others may have waited
    expect(host.locator("#room-games li", has_text="Round 2")).to_have_count(4)


def test_a_question_closes_when_the_round_that_it_was_about_begins(
    new_context: NewContext,
) -> None:
    host = tournament(new_context, "swiss")
    pupils = begun(host, 4, "Start the tournament")
    pupils.resign(pupils.open()[0])
    host.get_by_role("button", name=NEXT).click()
    expect(host.get_by_role("button", name="Wait")).to_be_focused()

    def late(route: Route) -> None:
        """Answer when a game of the next round has ended, so that it could be asked again."""
        games = pupils.open()
        if len(games) == 2:  # of the second round
            pupils.resign(games[0])
        route.continue_()

    host.route(host.url, late)
    pupils.finish()
    expect(status(host)).to_contain_text("Round 2 of 5")
    expect(question(host)).to_be_hidden()
    expect(host.locator("#room-now")).to_be_focused()  # where Enter does nothing


def test_without_scripts_a_round_begins_only_after_a_question(new_context: NewContext) -> None:
    context = new_context(java_script_enabled=False)
    context.route("**/r/*", without_asking_again)
    host = context.new_page()
    room = context.request.post("/api/v1/rooms", data={"way": "swiss", **UNTIMED}).json()
    host.goto(f"/r/{room['code']}")
    pupils = Pupils(host, 8)
    host.reload()
    host.get_by_role("button", name="Start the tournament").click()
    expect(status(host)).to_contain_text("Round 1 of 5")
    for game in pupils.open()[1:]:
        pupils.resign(game)
    host.reload()
    begin = host.get_by_role("button", name=NEXT)
    begin.press("Enter")
    expect(question(host)).to_contain_text("1 game is still going on – start without it?")
    expect(host.get_by_role("button", name="Wait")).to_be_focused()
    for _ in range(2):
        host.keyboard.press("Enter")
    expect(question(host)).to_be_visible()
    assert pupils.room()["round"] == 1
    host.get_by_role("button", name="Start now").click()
    expect(status(host)).to_contain_text("Round 2 of 5")


def without_asking_again(route: Route) -> None:
    """Show a page that does not ask for itself again, as others do every ten seconds."""
    if route.request.method != "GET":
        return route.continue_()
    answer = route.fetch()
    return route.fulfill(response=answer, body=answer.text().replace(ASKS_AGAIN, "<meta"))


@pytest.mark.parametrize("way", ["swiss", "arena"])
def test_a_phone_that_dies_gets_no_game_until_it_is_back(new_context: NewContext, way: str) -> None:
    host = tournament(new_context, way)
    ann = unhurried(new_context, host)
    name = name_of(ann)
    pupils = begun(host, 3, "Start the arena" if way == "arena" else "Start the tournament")
    has_game(ann)
    ann.close()
    dead = away(host).filter(has_text=name)  # as are the others, who have no page, without a game
    expect(dead).to_be_visible()  # before its game is over
    pupils.resign(game_of(name, pupils))
    pupils.finish()
    assert len(pupils.open()) == len(pupils.room()["open"]) == 1  # the others go on
    expect(host.locator("#room-games")).to_contain_text("plays")
    expect(dead).to_be_visible()
    back = ann.context.new_page()
    back.goto(host.url)
    expect(dead).to_have_count(0)
    pupils.finish()
    has_game(back)


@pytest.mark.parametrize("where", ["room", "board"])
def test_who_misses_the_first_move_rests_until_they_press(
    new_context: NewContext, where: str
) -> None:
    host = opened(new_context(), way="swiss", clock=None, first_move=1)
    people = [unhurried(new_context, host) for _ in range(2)]
    pupils = Pupils(host, 0)
    expect(host.locator(".people li")).to_have_count(2)
    host.get_by_role("button", name="Start the tournament").click()
    resting = host.locator(".people [data-doing=resting] .who")
    expect(resting).to_have_count(1)
    name = resting.inner_text()
    (ann,) = (page for page in people if name_of(page) == name)
    (ben,) = (page for page in people if page is not ann)
    (game,) = pupils.room()["recent"]
    if where == "board":
        for page in people:
            page.goto(f"/g/{game['id']}")
    said = {"room": "#status", "board": "#room-said"}[where]
    expect(ann.locator(said)).to_have_text(MISSED)
    expect(ben.locator(said)).to_have_text(f"You've finished. Round 2 waits for {name}.")
    for page in people:
        check(page)
    pupils.choose(way="swiss", **UNTIMED)
    ann.get_by_role("button", name="I'm back").click()
    for page in people:
        expect(page.locator("#go, #to-room")).to_contain_text("Next: ")
        check(page)


def test_a_player_takes_a_break_from_a_tournament_and_comes_back(new_context: NewContext) -> None:
    host = tournament(new_context, "swiss")
    ann = unhurried(new_context, host)
    name = name_of(ann)
    pupils = begun(host, 3, "Start the tournament")
    has_game(ann)
    pupils.resign(game_of(name, pupils))
    expect(status(ann)).to_have_text("You've finished. Round 2 starts after 1 more game.")
    ann.get_by_role("button", name="Take a break").click()
    expect(status(ann)).to_have_text(RESTING)
    check(ann)
    expect(ann.locator("#do-rest")).to_have_count(0)
    assert faults(ann) == []
    expect(host.locator(".people [data-doing=resting] .who")).to_have_text(name)
    pupils.finish()
    assert len(pupils.open()) == len(pupils.room()["open"]) == 1  # of the three others
    expect(status(host)).to_contain_text("Round 2 of 5")
    expect(status(ann)).to_have_text(RESTING)
    ann.get_by_role("button", name="I'm back").click()
    expect(status(ann)).not_to_have_text(RESTING)
    pupils.finish()
    has_game(ann)


def test_who_is_removed_at_their_board_is_told_there(new_context: NewContext) -> None:
    host = tournament(new_context, "swiss")
    ann = unhurried(new_context, host)
    name = name_of(ann)
    begun(host, 1, "Start the tournament")
    to_board(ann)
    remove(host, name)
    expect(ann.locator("#room-said")).to_have_text(REMOVED)
    expect(ann.locator("#announcer")).to_contain_text(REMOVED)
    check(ann)
    expect(ann.locator("#to-room.main")).to_have_text("Back to the room")


def test_latecomers_enter_a_round_robin_in_its_first_round_alone(new_context: NewContext) -> None:
    host = tournament(new_context, "round-robin")
    pupils = begun(host, 3, "Start the round robin")
    ann = unhurried(new_context, host)
    has_game(ann)  # against the player who sat out
    assert pupils.room()["rounds"] == 3
    pupils.finish()
    pupils.resign(game_of(name_of(ann), pupils))
    expect(status(host)).to_contain_text("Round 2 of 3")
    ben = unhurried(new_context, host)
    expect(status(ben)).to_have_text(
        "You came after the start – you're in from the next tournament"
    )
    check(ben)


def test_all_are_told_for_whom_a_tournament_waits(new_context: NewContext) -> None:
    host = tournament(new_context, "swiss")
    wall = host.context.new_page()
    wall.goto(f"{host.url}/wall")
    ann, ben = (unhurried(new_context, host) for _ in range(2))
    name = name_of(ann)
    begun(host, 0, "Start the tournament")
    to_board(ben)
    ann.close()
    expect(away(host)).to_have_text(name)
    resign(ben)
    waits = f"Round 2 waits for {name}"
    expect(ben.locator("#room-said")).to_have_text(f"You've finished. {waits}.")
    ben.get_by_role("link", name="Back to the room").click()
    expect(status(ben)).to_have_text(f"You've finished. {waits}.")
    check(ben)
    for page in (host, wall):
        expect(status(page)).to_have_text(f"Round 1 of 5. {waits}.")
    back = ann.context.new_page()
    back.goto(host.url)
    for page in (back, ben):
        has_game(page)
