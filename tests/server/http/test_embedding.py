"""What other sites may show in a frame: a few addresses with `embed`, as a stranger sees them."""

from __future__ import annotations

import re

import httpx
import pytest

from noughts.coach.lessons import Lesson
from noughts.pages.embedded import embedded
from tests.server.client import API, Client
from tests.server.http.test_security_headers import HEADERS, POLICY, check_headers

POSITION = "x.o_.x._..o_x_3"
PUZZLE = "xx._oo._..._x_3"
NOWHERE = "0" * 24

FRAMED = [
    *(("GET", f"/learn/{lesson.value}", 200) for lesson in Lesson),
    ("GET", "/learn/win?step=2&seed=3", 200),
    ("GET", f"/a/{POSITION}", 200),
    ("GET", f"/a/{POSITION}?why=1", 200),
    ("GET", "/a/15x15:5", 303),
    ("GET", f"/a?position={POSITION}&square=1", 303),
    ("GET", "/a?position=4x4:3", 303),
    ("GET", "/puzzles", 200),
    ("GET", f"/puzzles/{PUZZLE}", 200),
    ("GET", "/puzzles/random?board=4x4:4&theme=fork", 303),
    # What went wrong is told in the frame.
    ("GET", "/a/huh", 400),
    ("GET", f"/a/{POSITION}?why=x", 400),
    ("GET", "/learn/nothing", 404),
    ("GET", "/learn/win?step=9", 400),
    ("GET", "/puzzles/huh", 400),
    ("GET", f"/g/{NOWHERE}", 404),
    ("POST", f"/puzzles/{PUZZLE}", 400),
]
OTHERS = [
    *((path, 200) for path in ("/", "/games", "/help", "/rooms", "/api", "/offline")),
    *((path, 200) for path in ("/learn", "/learn/minimax", "/learn/proof", "/learn/badge")),
    *((path, 200) for path in ("/learn/tutorial", "/puzzles/sheet", f"{API}/puzzles/today")),
    (f"/a/{POSITION}/picture.png", 200),
    (f"/g/{NOWHERE}/review", 404),
    ("/r/417293", 404),
    ("/nowhere", 404),
]


def check_framed(answer: httpx.Response) -> None:
    """Check the headers of a page for a frame: they are the usual ones but for two."""
    assert "x-frame-options" not in answer.headers
    (policy,) = answer.headers.get_list("content-security-policy")
    parts = dict(part.split(" ", 1) for part in policy.split("; "))
    assert parts == {**POLICY, "frame-ancestors": "*"}
    for name in HEADERS.keys() - {"x-frame-options"}:
        assert answer.headers[name] == HEADERS[name]
    assert "set-cookie" not in answer.headers


def check_bare(page: str) -> None:
    """Check that a page is only what belongs into a frame, and that what leaves it opens beside."""
    assert "<header" not in page
    assert "<footer" not in page
    assert 'name="robots" content="noindex"' in page
    assert "og:" not in page
    for link in re.findall(r"<a [^>]*>", page):
        assert 'target="_blank"' in link or re.search(r'href="([^"]*embed)?"', link), link


@pytest.mark.parametrize(("method", "path", "status"), FRAMED)
def test_every_site_may_frame_an_address_with_embed_and_no_other(
    visitor: Client, method: str, path: str, status: int
) -> None:
    answer = visitor.http.request(method, embedded(path))
    assert answer.status_code == status, answer.text
    check_framed(answer)
    if status != 303:
        check_bare(answer.text)
    else:
        assert answer.headers["location"].endswith("embed")
    whole = visitor.http.request(method, path)
    check_headers(whole)
    assert whole.status_code == status


@pytest.mark.parametrize(("path", "status"), OTHERS)
def test_no_other_address_may_be_framed_whatever_it_asks_for(
    visitor: Client, path: str, status: int
) -> None:
    for query in ("?embed", "?embed=1", "?x=embed", "?EMBED"):
        answer = visitor.http.get(path + query)
        assert answer.status_code in (status, 400)
        check_headers(answer)


def test_nothing_is_done_in_a_frame_but_at_addresses_that_hold_all_there_is(
    visitor: Client,
) -> None:
    game = visitor.begin(opponent=None)
    for action in ("play", "undo", "resign", "rematch", "sit", "react", "try"):
        answer = visitor.http.post(f"/g/{game['id']}/{action}?embed", data={"version": "1"})
        check_headers(answer)
    for path in ("/play?embed", f"/games/{game['id']}/forget?embed", "/language?embed"):
        check_headers(visitor.http.post(path))
    check_headers(visitor.http.delete(f"/a/{POSITION}?embed"))


def test_a_game_in_a_frame_is_what_a_stranger_sees_and_can_only_be_stepped_through(
    visitor: Client, guest: httpx.Client
) -> None:
    game = visitor.begin(opponent=None)
    for square in (0, 3, 1, 4):
        game = visitor.play(game, square)
    address = f"/g/{game['id']}?embed"
    own = visitor.http.get(address)
    check_framed(own)
    check_bare(own.text)
    assert own.text == guest.get(address).text
    assert '<p class="status">X to move</p>' in own.text
    assert not re.search(r'<button class="square"[^>]*name="square"', own.text)
    assert "Your turn" not in own.text
    visitor.play(game, 2)
    page = visitor.http.get(address).text
    assert '<p class="status">X wins!</p>' in page
    links = re.findall(r'href="(/g/[^"]*)" rel', page)
    assert links == [f"/g/{game['id']}{query}" for query in steps(0, 4, 5)]
    for ply, said in ((0, "Before the first move."), (1, "X takes a1"), (2, "O takes a2")):
        page = visitor.page(f"/g/{game['id']}", ply=ply, embed="")
        assert f'<p class="status">{said}</p>' in page
        assert page.count("data-mark=") == ply
    assert "X wins!" in visitor.page(f"/g/{game['id']}", ply=99, embed="")
    assert visitor.page(f"/g/{game['id']}", ply=2, show="hint") == visitor.page(
        f"/g/{game['id']}", show="hint"
    )


def steps(*plies: int) -> list[str]:
    """Return the queries of the links to steps, of which the last is the game as it stands."""
    return [*(f"?ply={ply}&amp;embed" for ply in plies), "?embed"]


def test_a_game_with_a_friend_is_followed_without_the_right_to_their_seat(
    visitor: Client, guest: httpx.Client
) -> None:
    game = visitor.begin(opponent="friend", side="x")
    page = visitor.http.get(f"/g/{game['id']}?embed").text
    assert page == guest.get(f"/g/{game['id']}?embed").text
    assert f'"game": "{game["id"]}"' in page
    assert f"/g/{game['id']}/sit" not in page
    assert f'"game": "{game["id"]}"' not in visitor.page(f"/g/{game['id']}?ply=0&embed")


def test_a_position_is_played_on_by_a_form(visitor: Client) -> None:
    page = visitor.http.get(f"/a/{POSITION}?embed").text
    form = re.search(r'<form class="place" method="get" action="/a[^"]*">.*?</form>', page, re.S)
    assert form
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', form[0]))
    assert fields == {"position": POSITION, "embed": ""}
    answer = visitor.http.get("/a", params={**fields, "square": "5"}, follow_redirects=True)
    assert answer.url.path == "/a/x.o_.xx_..o_o_3"
    assert "O to move" in answer.text
    check_bare(answer.text)


def test_a_puzzle_is_answered_until_it_is_solved(visitor: Client) -> None:
    address = f"/puzzles/{PUZZLE}?embed"
    wrong = visitor.http.post(address, data={"square": "8"}).text
    assert 'data-right="no"' in wrong
    assert "try another square" in wrong
    assert f'action="{address}"' in wrong
    right = visitor.http.post(address, data={"square": "2"}).text
    assert 'data-right="yes"' in right
    assert 'class="button main" href="/puzzles/random?board=3x3%3A3&amp;embed"' in right
    for page in (wrong, right):
        check_bare(page)
        assert f'href="/puzzles/{PUZZLE}" target="_blank"' in page


def test_a_lesson_goes_on_in_its_frame(visitor: Client) -> None:
    address = "/learn/win?step=1&seed=1&embed"
    page = visitor.http.get(address).text
    assert f'action="{address.replace("&", "&amp;")}"' in page
    answers = [visitor.http.post(address, data={"square": str(square)}) for square in range(9)]
    pages = [answer.text for answer in answers if answer.status_code == 200]
    wrong = next(page for page in pages if 'data-right="no"' in page)
    right = next(page for page in pages if 'data-right="yes"' in page)
    assert 'href="/learn/win?step=1&amp;seed=1&amp;embed"' in wrong
    assert 'href="/learn/win?step=2&amp;seed=1&amp;embed"' in right
    for page in (wrong, right):
        check_bare(page)
