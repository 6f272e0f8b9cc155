"""What other sites show of a link, and pictures to share."""

from __future__ import annotations

import struct
from html.parser import HTMLParser
from xml.etree import ElementTree

import httpx
import pytest

from noughts.core.mark import Mark
from noughts.core.pictures import palette
from noughts.core.position import Position
from noughts.web.pages.board_picture import board_picture
from noughts.web.pages.static_files import FOLDER
from tests.web.client import Client

START = "..._..._..._x_3"


class Head(HTMLParser):
    """The properties in the head of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("property") or found.get("name")
        if tag == "meta" and name:
            self.properties[name] = found.get("content") or ""


def preview(guest: httpx.Client, path: str) -> dict[str, str]:
    """What is said of a page; its picture is there."""
    found = Head(guest.get(path).raise_for_status().text).properties
    assert found["twitter:card"] == "summary_large_image"
    assert found["og:url"] == str(guest.base_url.join(path))
    picture = guest.get(found["og:image"]).raise_for_status()
    assert picture.headers["content-type"] == "image/png"
    assert size(picture.content) == (1200, 630)
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    return found


def size(picture: bytes) -> tuple[int, ...]:
    assert picture.startswith(b"\x89PNG")
    return struct.unpack(">II", picture[16:24])


def test_an_invitation_says_who_invites_to_what(guest: httpx.Client, visitor: Client) -> None:
    game = visitor.begin(opponent="friend", board="15x15:5", side="o")
    found = preview(guest, f"/g/{game['id']}")
    assert found["og:title"] == "A friend invites you to a game of noughts and crosses"
    assert found["og:description"].startswith("On 15×15, 5 in a row – you're X.")
    assert "_x_5" in found["og:image"]


def test_a_preview_takes_no_seat_and_leaves_no_trace(guest: httpx.Client, visitor: Client) -> None:
    game = visitor.begin(opponent="friend")
    answer = guest.get(f"/g/{game['id']}")
    assert "set-cookie" not in answer.headers
    preview(guest, f"/g/{game['id']}")
    assert visitor.get(f"games/{game['id']}")["version"] == game["version"]


def test_a_game_shows_its_board(guest: httpx.Client, visitor: Client) -> None:
    game = visitor.play(visitor.begin(opponent=None), 4)
    found = preview(guest, f"/g/{game['id']}")
    assert found["og:title"] == "A game of noughts and crosses"
    assert game["board"]["position"] in found["og:image"]


@pytest.mark.parametrize("path", ["/", "/puzzles", f"/a/{START}", "/rooms", "/help"])
def test_every_page_has_a_preview(guest: httpx.Client, path: str) -> None:
    found = preview(guest, path)
    assert found["og:title"]
    assert found["og:description"] == found["description"]


def test_a_room_invites_by_its_code(guest: httpx.Client, visitor: Client) -> None:
    room = visitor.post("rooms", {"board": "4x4:3"}, 201)
    found = preview(guest, f"/r/{room['code']}")
    assert found["og:title"] == f"Join {room['title']} and play noughts and crosses"
    assert "...._...._...._...._x_3" in found["og:image"]


FULL = "/".join(("xo", "xo", "ox", "ox")[row % 4] * 13 for row in range(26))


@pytest.mark.parametrize("text", [f"{FULL} x 26", ". x 1", "xxx/oo./... o 3"])
def test_pictures_of_all_boards_are_small(text: str) -> None:
    picture = board_picture(Position.parse(text))
    assert size(picture) == (1200, 630)
    assert len(picture) < 60_000


def test_a_picture_may_be_cached_and_only_of_what_can_be(guest: httpx.Client) -> None:
    answer = guest.get(f"/a/{START}/picture.png")
    assert answer.headers["cache-control"] == "max-age=86400, public"
    assert guest.get("/a/xxx_xxx_xxx_o_3/picture.png").status_code == 400
    assert guest.get("/a/nonsense/picture.png").status_code == 400


def test_a_game_can_be_saved_as_an_animation(guest: httpx.Client, visitor: Client) -> None:
    game = visitor.play(visitor.begin(opponent=None), 4)
    answer = guest.get(f"/g/{game['id']}/animation.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(answer.text)
    assert [each.get("class") for each in root.iter() if each.get("class")] == ["x"]
    assert guest.get(f"/g/{'0' * 24}/animation.svg").status_code == 404


@pytest.mark.parametrize("mark", Mark)
def test_pictures_have_the_colours_of_the_pages(mark: Mark) -> None:
    style = (FOLDER / "styles" / "theme.css").read_text()
    light, dark = style.split("prefers-color-scheme: dark")
    assert f"--{mark.value}: {palette.MARKS[mark]};" in light
    assert f"--{mark.value}: {palette.DARK_MARKS[mark]};" in dark
    for name in ("PAPER", "INK", "SOFT", "RAISED", "SUNK", "BOARD", "BOARD_EDGE", "LATTICE"):
        assert f"--{name.lower().replace('_', '-')}: {getattr(palette, name)};" in light
