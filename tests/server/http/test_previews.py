"""What other sites show of a link, and pictures to share."""

from __future__ import annotations

import re
import struct
from html import unescape
from io import BytesIO
from itertools import chain
from xml.etree import ElementTree

import httpx
from PIL.GifImagePlugin import GifImageFile

from noughts.core import Game, Mark, Position, Rules, squares
from noughts.server.games.text import result_text
from noughts.server.games.types import Computer, Person, SeriesScore, SharedGame
from noughts.server.http.static_files import FOLDER
from noughts.server.learn.pictures import board_picture, game_film
from noughts.wording.pictures import palette
from noughts.wording.pictures.film import film_of
from noughts.wording.pictures.tile import Window
from tests.server.client import Client

START = "..._..._..._x_3"
WON = (0, 3, 1, 4, 2)


def preview(guest: httpx.Client, path: str) -> dict[str, str]:
    """What is said of a page; its picture is there."""
    page = guest.get(path).raise_for_status().text
    metas = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page)
    found = {name: unescape(content) for name, content in metas}
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


def test_an_invitation_says_by_whom_and_takes_no_seat(guest: httpx.Client, visitor: Client) -> None:
    game = visitor.begin(opponent="friend", board="15x15:5", side="o")
    assert "set-cookie" not in guest.get(f"/g/{game['id']}").headers
    found = preview(guest, f"/g/{game['id']}")
    assert found["og:title"] == "A friend invites you to a game of noughts and crosses"
    assert found["og:description"].startswith("On 15×15, 5 in a row – you're X.")
    assert "_x_5" in found["og:image"]
    assert visitor.get(f"games/{game['id']}")["version"] == game["version"]


def test_a_game_has_a_picture_and_an_animation(guest: httpx.Client, visitor: Client) -> None:
    game = visitor.play(visitor.begin(opponent=None), 4)
    found = preview(guest, f"/g/{game['id']}")
    assert found["og:title"] == "A game of noughts and crosses"
    assert game["board"]["position"] in found["og:image"]
    won = visitor.begin(opponent=None)
    for square in WON:
        won = visitor.play(won, square)
    assert preview(guest, f"/g/{won['id']}")["og:image"].endswith(f"/g/{won['id']}/picture.png")
    shown = guest.get(f"/g/{won['id']}/picture.png").content
    position = Position.parse(won["board"]["position"])
    assert shown == board_picture(position, "X won in five") != board_picture(position)
    answer = guest.get(f"/g/{game['id']}/animation.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(answer.text)
    assert [each.get("class") for each in root.iter() if each.get("class")] == ["x"]
    film = guest.get(f"/g/{won['id']}/animation.gif").raise_for_status()
    assert film.headers["content-type"] == "image/gif"
    frames = GifImageFile(BytesIO(film.content))
    assert (frames.size, frames.n_frames, frames.info["loop"]) == ((480, 540), len(WON) + 2, 0)
    for name in ("svg", "gif"):
        assert guest.get(f"/g/{'0' * 24}/animation.{name}").status_code == 404


def test_pages_have_previews_and_rooms_invite_by_code(guest: httpx.Client, visitor: Client) -> None:
    for path in ("/", "/puzzles", f"/a/{START}", "/rooms", "/help"):
        found = preview(guest, path)
        assert found["og:title"], path
        assert found["og:description"] == found["description"], path
    room = visitor.open_room(board="4x4:3")
    found = preview(guest, f"/r/{room['code']}")
    assert found["og:title"] == f"Join {room['title']} and play noughts and crosses"
    assert "...._...._...._...._x_3" in found["og:image"]


FULL = "/".join(("xo", "xo", "ox", "ox")[row % 4] * 13 for row in range(26))


def test_pictures_of_all_boards_are_small_and_may_be_cached(guest: httpx.Client) -> None:
    for text in (f"{FULL} x 26", ". x 1", "xxx/oo./... o 3"):
        picture = board_picture(Position.parse(text))
        assert size(picture) == (1200, 630), text
        assert len(picture) < 60_000, text
    answer = guest.get(f"/a/{START}/picture.png")
    assert answer.headers["cache-control"] == "max-age=86400, public"
    assert "content-language" not in answer.headers  # it has no words
    assert answer.headers["vary"] == "Accept-Encoding"
    assert guest.get("/a/xxx_xxx_xxx_o_3/picture.png").status_code == 400
    assert guest.get("/a/nonsense/picture.png").status_code == 400


def test_films_of_all_boards_are_small_and_end_as_the_game_did() -> None:
    end = Position.parse(f"{FULL} x 26")
    pairs = zip(squares(end.xs), squares(end.os), strict=True)
    full = Game(end.rules.start()).play(*chain.from_iterable(pairs))
    for game in (Game(), Game(Rules(1, 1, 1).start()).play(0), full):
        film = game_film(game)
        assert len(film) < 300_000
        frames = GifImageFile(BytesIO(film))
        assert frames.n_frames <= 102
        assert sum(frame.seconds for frame in film_of(game)) <= 25


def test_of_a_big_board_a_picture_shows_where_there_was_play() -> None:
    start = Rules.parse("15x15:5").start()
    for played, window in (
        ((), Window(0, 0, 15, 15)),
        (("h8",), Window(4, 4, 7, 7)),
        (("a1", "b2"), Window(0, 0, 7, 7)),
        (("o15",), Window(8, 8, 7, 7)),
        (("c8", "m8"), Window(1, 4, 13, 7)),
        (("a1", "o15"), Window(0, 0, 15, 15)),
    ):
        assert Window.of(Game(start).play(*played).position) == window, played
    small = Rules.parse("9x9:5").start().play("a1")
    assert Window.of(small) == Window(0, 0, 9, 9)


def test_the_result_on_a_picture_is_that_of_whoever_played_the_computer() -> None:
    drawn = (0, 4, 8, 1, 7, 6, 2, 5, 3)
    for moves, level, expected in (
        (drawn, Mark.O, "Drew with Perfect in nine"),
        (WON, Mark.O, "Beat Perfect in five"),
        (WON, Mark.X, "Lost to Perfect in five"),
        (drawn, None, "A draw in nine"),
        (WON[:4], Mark.O, ""),
    ):
        x, o = (Computer("perfect") if mark is level else Person("key") for mark in Mark)
        shared = SharedGame(Game(Rules().start()).play(*moves), x, o, SeriesScore(), "", 1)
        assert result_text(shared) == expected, expected


def test_pictures_have_the_colours_of_the_pages() -> None:
    style = (FOLDER / "styles" / "theme.css").read_text()
    light, dark = style.split("prefers-color-scheme: dark")
    for mark in Mark:
        assert f"--{mark.value}: {palette.MARKS[mark]};" in light
        assert f"--{mark.value}: {palette.DARK_MARKS[mark]}" in dark.partition("}")[0]
    for name in ("PAPER", "INK", "SOFT", "RAISED", "SUNK", "BOARD", "BOARD_EDGE", "LATTICE"):
        assert f"--{name.lower().replace('_', '-')}: light-dark({getattr(palette, name)}, " in light
