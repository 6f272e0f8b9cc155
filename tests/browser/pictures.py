"""Screenshots of the main states of the pages, in both themes, wide and narrow.

As a program it takes them into the folder it is given; given a file, the README's picture alone.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import APIRequestContext, Browser, sync_playwright

from tests.browser import chromium
from tests.serving import serving

_THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_WIDTHS = (1280, 320)
_FIVE = [112, 113, 97, 127, 98, 128, 96, 99, 126, 111]


def states(request: APIRequestContext) -> Iterator[tuple[str, str]]:
    """A name and the path of each state, the games begun by whoever asks."""
    middle = f"/g/{_played(request, '3x3:3', [0, 4, 8])}"
    won = f"/g/{_played(request, '3x3:3', [0, 4, 1, 5, 2])}"
    yield from {
        "game": middle,
        "hint": f"{middle}?show=hint",
        "values": f"{middle}?show=values",
        "won": won,
        "review": f"{won}/review?ply=4",
        "15x15": f"/g/{_played(request, '15x15:5', _FIVE)}",
        "analysis": "/a/x.._.o._..x_o_3?why=2",
        "puzzle": "/puzzles",
        "games": "/games",
        "help": "/help",
        "api": "/api",
        "nowhere": "/nowhere",
        "invitation": f"/g/{Friends(request).id}",
        "seat": f"/g/{Friends(request, FRIEND).id}",
        "friend": f"/g/{Friends(request).sit().play(4).id}",
        "offer": f"/g/{Friends(request).sit().play(4).ask('draw').id}",
        "rematch": f"/g/{Friends(request).sit().play(4).ask('resign').ask('next').id}",
        "rooms": "/rooms",
        "room": f"/r/{_room(request, 'free', 3)}",
        "round-robin": f"/r/{(code := _room(request, 'round-robin', 12))}",
        "wall": f"/r/{code}/wall",
    }.items()


def _room(request: APIRequestContext, way: str, count: int) -> str:
    """A room of whoever asks; in a round-robin, some games of the first round have ended."""
    room: Any = request.post("/api/v1/rooms", data={"way": way}).json()
    path = f"/api/v1/rooms/{room['code']}"
    for number in range(count):
        room = request.post(f"{path}/join", data={}, headers=_member(number)).json()
    if way == "round-robin":
        room = request.post(f"{path}/round", data={"games": 0}).json()
        for number, game in enumerate(room["open"][:4]):
            _advance(request, game["id"], count, "resign" if number % 2 else "moves")
    return str(room["code"])


def _advance(request: APIRequestContext, game: str, count: int, what: str) -> None:
    """The side to move takes the middle, or resigns."""
    path = f"/api/v1/games/{game}"
    for number in range(count):
        seen: Any = request.get(path, headers=_member(number)).json()
        if seen["is_your_turn"]:
            data = {"version": seen["version"], **({"square": 4} if what == "moves" else {})}
            request.post(f"{path}/{what}", data=data, headers=_member(number))
            return


def _member(number: int) -> dict[str, str]:
    return {"Authorization": f"Bearer {number:043d}"}


FRIEND = {"Authorization": f"Bearer {'f' * 43}"}


class Friends:
    """A game between whoever asks and a friend, who answers over the API."""

    def __init__(self, request: APIRequestContext, author: dict[str, str] | None = None) -> None:
        self._request = request
        clock = {"per": "game", "seconds": 240}
        data = {"opponent": "friend", "side": "x", "clock": clock}
        self._game: Any = request.post("/api/v1/games", data=data, headers=author).json()

    @property
    def id(self) -> str:
        return str(self._game["id"])

    def play(self, square: int) -> Friends:
        return self._post("moves", None, square=square)

    def sit(self) -> Friends:
        return self._post("sit", FRIEND)

    def ask(self, what: str) -> Friends:
        return self._post(what, FRIEND)

    def _post(self, what: str, author: dict[str, str] | None, **more: Any) -> Friends:
        path = f"/api/v1/games/{self.id}/{what}"
        data = more if what == "sit" else {"version": self._game["version"], **more}
        response = self._request.post(path, data=data, headers=author)
        assert response.ok, response.text()
        self._game = response.json()
        return self


def _played(request: APIRequestContext, board: str, moves: list[int]) -> str:
    game: Any = request.post("/api/v1/games", data={"board": board, "opponent": None}).json()
    for square in moves:
        data = {"square": square, "version": game["version"]}
        game = request.post(f"/api/v1/games/{game['id']}/moves", data=data).json()
    return str(game["id"])


def take(browser: Browser, address: str, folder: Path) -> None:
    """Take every picture; the empty board as somebody new sees it."""
    for theme in _THEMES:
        for width in _WIDTHS:
            context = browser.new_context(
                base_url=address,
                color_scheme=theme,
                viewport={"width": width, "height": 860},
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto("/")
            page.screenshot(path=folder / f"{theme}-{width}-empty.png", full_page=True)
            for name, path in states(context.request):
                page.goto(path, wait_until="networkidle")
                page.screenshot(path=folder / f"{theme}-{width}-{name}.png", full_page=True)
            context.close()


def take_front(browser: Browser, address: str, path: Path) -> None:
    """Take the one picture that the README shows: a game, and what each move is worth."""
    context = browser.new_context(
        base_url=address,
        color_scheme="light",
        viewport={"width": 1000, "height": 650},
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(dict(states(context.request))["values"], wait_until="networkidle")
    page.screenshot(path=path)
    context.close()


def main() -> int:
    """Take the pictures; 1 where there is no browser."""
    target = Path(sys.argv[1])
    front = target.suffix == ".png"
    (target.parent if front else target).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        path = chromium.find(playwright)
        if path is None:
            print(f"noughts: {chromium.MISSING}", file=sys.stderr)
            return 1
        browser = playwright.chromium.launch(executable_path=path)
        with serving(Path(place, "games.db")) as server:
            (take_front if front else take)(browser, server.address, target)
        browser.close()
    print(f"pictures in {target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
