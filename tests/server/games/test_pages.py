"""The forms of games without script."""

from __future__ import annotations

import html
import re
from itertools import chain
from typing import Any

import pytest

from tests.server.client import Client, text_of

ADDED = {"added": "by an extension"}


def sent(visitor: Client, path: str, form: dict[str, Any]) -> str:
    """Where a form leads."""
    answer = visitor.http.post(path, data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def played(visitor: Client, form: dict[str, Any]) -> Any:
    """The game that a form begins."""
    return visitor.get(f"games/{sent(visitor, '/play', form).removeprefix('/g/')}")


def test_a_game_begins_with_the_pressed_square_if_that_can_be_taken(visitor: Client) -> None:
    for opponent, version in (("two", 2), ("friend", 1)):
        assert played(visitor, {"opponent": opponent, "square": 4})["version"] == version, opponent
    other = {"board": "4x4:3", "shown": "3x3:3", "opponent": "two", "square": 4}
    game = played(visitor, other)  # a square of another board than the chosen one
    assert (game["board"]["board"], game["moves"]) == ("4x4:3", [])
    game = played(visitor, {"board": "15x15:5", "opponent": "perfect"})  # of another board
    assert game["seats"]["o"]["name"] == "strongest"


def test_fields_that_nobody_asked_for_are_ignored(visitor: Client) -> None:
    game = f"/g/{visitor.begin(opponent=None)['id']}"
    assert sent(visitor, f"{game}/play", {"square": 4, "version": 1, **ADDED}) == game
    assert sent(visitor, f"{game}/resign", {"version": 2, **ADDED}) == game
    puzzle = visitor.get("puzzles/today")
    square = puzzle["board"]["marks"].index("")
    answer = visitor.http.post(f"/puzzles/{puzzle['id']}", data={"square": square, **ADDED})
    assert answer.is_success
    room = sent(visitor, "/rooms", {"way": "free", **ADDED})
    assert sent(visitor, f"{room}/join", ADDED) == room
    assert sent(visitor, f"{room}/look", ADDED) == room


def test_a_time_is_chosen_for_a_computer_only(visitor: Client) -> None:
    for opponent, chosen, seconds in (
        ("strongest", "1", 1),
        ("strongest", "", None),
        ("two", "3", None),
    ):
        form = {"board": "15x15:5", "opponent": opponent, "side": "x", "seconds": chosen}
        game = played(visitor, form)
        assert game["seats"]["o"]["seconds"] == seconds, (opponent, chosen)
        option = f'<option value="{chosen}" selected>'
        assert (option in visitor.page(f"/g/{game['id']}")) == (seconds is not None)


def first_page(visitor: Client, **chosen: Any) -> str:
    return visitor.page("/", **{"board": "3x3:3", **chosen})


@pytest.mark.parametrize(
    ("chosen", "status", "has_start"),
    [
        ({}, "You're X – pick any square", False),
        ({"side": "o", "first": "o"}, "You're O – pick any square", False),
        ({"side": "o"}, "You're O – press Start, and the computer begins", True),
        ({"side": "lot"}, "Press Start, and see who begins", True),
        ({"first": "lot"}, "Press Start, and see who begins", True),
        ({"opponent": "two", "side": "lot"}, "X begins – pick any square", False),
        ({"opponent": "two", "first": "lot"}, "Press Start, and see who begins", True),
        ({"opponent": "friend"}, "Press Start, and send your friend the link", True),
    ],
    ids=str,
)
def test_the_first_screen_says_what_begins_the_chosen_game(
    visitor: Client, chosen: dict[str, str], status: str, has_start: bool
) -> None:
    page = first_page(visitor, **chosen)
    assert text_of(page, "status") == status
    (start,) = re.findall(r'<button[^>]*id="start"[^>]*>', page)
    assert ("hidden" not in start) == has_start
    assert ("data-open" in page) != has_start


def test_the_first_screen_names_the_players_and_shows_the_chosen_board(visitor: Client) -> None:
    page = first_page(visitor, board="15x15:5", opponent="perfect")
    assert "Computer · Strongest" in page
    assert 'data-columns="15"' in page
    assert "Your friend" in first_page(visitor, opponent="friend")


def test_a_board_that_cannot_be_is_refused_with_the_reason(visitor: Client) -> None:
    for board in ("40x40:5", "three", "3x3:9", "0x0:0", ""):
        width, _, rest = board.partition("x")
        height, _, k = rest.partition(":")
        custom = {"board": "custom", "width": width, "height": height, "k": k}
        for answer in (
            visitor.http.get("/", params={"board": board}),
            visitor.http.get("/", params=custom),
            visitor.http.post("/play", data=custom),
        ):
            assert answer.status_code == 400, board
            assert re.search(r'id="alert"[^>]*><p>[^<]+</p>', answer.text), board
            assert 'data-columns="3"' in answer.text
        for name, typed in (("width", width), ("height", height), ("k", k)):  # it is kept
            assert re.search(f'name="{name}"[^>]* value="{typed}"', answer.text), board


def test_any_part_of_the_settings_is_an_address(visitor: Client) -> None:
    visitor.begin(opponent="classic")  # which goes on
    assert "Press Start, and send your friend the link" in visitor.page("/", opponent="friend")
    assert "Computer · Easy" in visitor.page("/", opponent="easy")
    assert "You're O" in visitor.page("/", side="o")
    assert "data-game" in visitor.page("/", source="elsewhere")


def test_a_setting_that_cannot_be_is_an_error_that_says_so(visitor: Client) -> None:
    settings = {"board": "3x3:3", "side": "both"}
    assert "Part of this address isn't right" in visitor.page("/", 400, **settings)
    sent = visitor.http.post("/play", data=settings)
    assert sent.status_code == 400
    assert "Something in the form isn't right" in html.unescape(sent.text)


def test_the_first_screen_comes_as_the_last_game_left_it(visitor: Client) -> None:
    game = visitor.begin(board="4x4:3", opponent="easy", side="o", first="o")
    assert f'data-game="{game["id"]}"' in visitor.page("/")
    visitor.post(f"games/{game['id']}/resign", {"version": game["version"]})
    page = visitor.page("/")
    assert 'data-columns="4"' in page
    assert "Computer · Easy" in page
    assert text_of(page, "status") == "You're O – pick any square"
    game = visitor.begin(side="o", first="o")
    visitor.post(f"games/{game['id']}/resign", {"version": game["version"]})
    # On 3×3 X begins, as is usual.
    begins = "You're O – press Start, and the computer begins"
    assert text_of(visitor.page("/"), "status") == begins


def test_beside_a_later_game_is_the_awaited_friend_and_no_card_of_itself(visitor: Client) -> None:
    earlier, waiting, later = (visitor.begin(opponent=each) for each in ("easy", "friend", "easy"))
    for game, is_told in ((earlier, False), (waiting, False), (later, True)):
        page = visitor.page(f"/g/{game['id']}")
        assert (f'id="waiting" data-game="{waiting["id"]}"' in page) is is_told
        assert f'<a href="/g/{game["id"]}"' not in page
    visitor.post(f"games/{waiting['id']}/forget", {})
    assert 'id="waiting"' not in visitor.page("/")


def test_games_that_go_on_are_listed_first_and_each_can_be_deleted(visitor: Client) -> None:
    unfinished, finished = (visitor.begin(opponent=None) for _ in range(2))
    visitor.act(finished, "resign")
    page = visitor.page("/games")
    links = [f'href="/g/{game["id"]}"' for game in (unfinished, finished)]
    assert 0 < page.index("Unfinished") < page.index(links[0])
    assert page.index(links[0]) < page.index("Finished") < page.index(links[1])
    assert page.count(f'datetime="{visitor.get("games")[0]["began"]}"') == 1
    reviews = [f'{link[:-1]}/review"' for link in links]
    assert [review in page for review in reviews] == [False, True]
    assert "/forget" not in page
    assert 'href="/games?deleting=on"' in page
    page = visitor.page("/games", deleting="on")
    assert page.count("/forget") == 2
    assert reviews[1] not in page
    assert sent(visitor, f"/games/{finished['id']}/forget", {}) == "/games?deleting=on"
    assert sent(visitor, f"/games/{finished['id']}/forget", {}) == "/games?deleting=on"
    page = visitor.page("/games")
    assert links[0] in page
    assert links[1] not in page
    sent(visitor, f"/games/{unfinished['id']}/forget", {})
    assert "No games yet" in visitor.page("/games")


def test_a_page_has_thirty_games_and_leads_to_the_earlier_ones(visitor: Client) -> None:
    begun = [str(visitor.begin(opponent=None)["id"]) for _ in range(65)]
    path = "/games"
    pages: list[list[str]] = []
    while path:
        page = visitor.page(path)
        pages.append(re.findall(r'<a href="/g/(\w+)"', page))
        more = re.search(r'href="(/games\?before=\w+)"', page)
        path = more[1] if more else ""
    assert [len(listed) for listed in pages] == [30, 30, 5]
    assert list(chain(*pages)) == begun[::-1]
    listed = visitor.get("games", before=pages[0][-1])
    assert [game["id"] for game in listed] == pages[1]


def test_the_games_of_a_page_can_be_deleted_and_then_it_leads_to_the_first(visitor: Client) -> None:
    begun = [visitor.begin(opponent=None)["id"] for _ in range(31)]
    last = f"/games?before={begun[1]}"
    form = f'action="/games/{begun[0]}/forget?before={begun[1]}"'
    assert form in visitor.page(f"{last}&deleting=on")
    assert sent(visitor, form.split('"')[1], {}) == f"{last}&deleting=on"
    for path in (last, f"/games?before={'0' * 24}"):
        answer = visitor.http.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/games"), path


@pytest.mark.parametrize(
    "before",
    ["", "1", "0" * 23, "0" * 25, "A" * 24, "' OR 1=1", "\x00", "é" * 24, "\n", f"{'0' * 24}\n"],
)
def test_no_game_is_before_what_is_no_id(visitor: Client, before: str) -> None:
    assert "Part of this address isn't right" in visitor.page("/games", 400, before=before)
    (wrong,) = visitor.get("games", 400, before=before)["errors"]
    assert wrong["parameter"] == "before"
    forget = f"/games/{'0' * 24}/forget"
    assert visitor.http.post(forget, params={"before": before}).status_code == 400
