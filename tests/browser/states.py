"""The states of the pages that pictures are taken of and that every page's tests go through."""

from __future__ import annotations

from itertools import product
from typing import Any

from playwright.sync_api import APIRequestContext

from tests.server.client import PATIENT

_FIVE = [112, 113, 97, 127, 98, 128, 96, 99, 126, 111]


def states(request: APIRequestContext) -> dict[str, str]:
    """The path of each state by its name, the games begun by whoever asks."""
    middle = played(request, [0, 8], opponent="classic")
    # The classic player replies 4, 2 and 3 as O, then 4, 0 and 8, and then 0, 2, 7 and 5.
    won = played(request, [0, 8, 6, 7], opponent="classic")
    lost = played(request, [3, 5, 7], opponent="classic")
    drawn = played(request, [4, 8, 1, 3, 6], opponent="classic")
    round_robin = _room(request, 12, way="round-robin")
    over = _room(request, 6, way="swiss", rounds=1)
    return {
        "game": middle,
        "hint": f"{middle}?show=hint",
        "values": f"{middle}?show=values",
        "won": won,
        "lost": lost,
        "drawn": drawn,
        "two-people": played(request, [0, 4, 1, 5, 2]),
        "review": f"{lost}/review",
        "review-move": f"{lost}/review?ply=2",
        "15x15": played(request, _FIVE, board="15x15:5"),
        "analysis": "/a/x.._.o._..x_o_3?why=2",
        "analysis-over": "/a/x.o_.x._..o_x_3",
        "analysis-15x15": "/a/" + "_".join(["." * 15] * 15) + "_x_5",
        "learn": "/learn",
        "lesson": "/learn/fork?step=4&seed=7",
        "badge": "/learn/badge?position=xox_oox_xxo_o_3",
        "grade": "/learn/grade",
        "minimax": "/learn/minimax?pruning=on&step=33",
        "menace": "/learn/menace?history=r20",
        "menace-new": "/learn/menace",
        "menace-boxes": "/learn/menace/boxes?history=r20&rules=every&move=2",
        "menace-sheets": "/learn/menace/sheets",
        "tutorial": "/learn/tutorial",
        "step": "/learn/tutorial/06_minimax",
        "program": "/learn/tutorial/06_minimax.py",
        "proof": "/learn/proof",
        "proof-over": "/learn/proof?board=5x5:4&moves=c3.b2.d3.b1&check=on",
        "puzzles": "/puzzles",
        "sheet": "/puzzles/sheet?theme=fork&seed=1",
        "puzzle": "/puzzles/x.._..._..._o_3",
        "embedded-position": "/a/x.._.o._..x_o_3?embed",
        "embedded-15x15": "/a/15x15:5?embed",
        "embedded-puzzle": "/puzzles?embed",
        "embedded-lesson": "/learn/four-in-a-row?embed",
        "embedded-game": f"{won}?embed",
        "embedded-nowhere": f"/g/{'0' * 24}?embed",
        "games": "/games",
        "help": "/help",
        "nowhere": "/nowhere",
        "invitation": Friends(request).path,
        "seat": Friends(request, FRIEND).path,
        "friend": Friends(request).sit().play(4).path,
        "offer": Friends(request).sit().play(4).ask("draw").path,
        "declined": Friends(request).sit().ask("draw", None).ask("decline").path,
        "rematch": Friends(request).sit().play(4).ask("resign").ask("rematch").path,
        "waiting": played(request, [4], opponent="classic"),  # since the invitation above
        "rooms": "/rooms",
        "room": _room(request, 3, way="free"),
        "round-robin": round_robin,
        "wall": f"{round_robin}/wall",
        "room-door": _room_of_friend(request, "typed"),
        "room-child": _room_of_friend(request, "drawn"),
        "podium": over,
        "podium-wall": f"{over}/wall",
    }


def _room(request: APIRequestContext, count: int, **choices: object) -> str:
    """A room of whoever asks; where games come in rounds, some of the first have ended."""
    room: Any = request.post("/api/v1/rooms", data={**PATIENT, **choices}).json()
    path = f"/api/v1/rooms/{room['code']}"
    for number in range(count):
        room = request.post(f"{path}/join", data={}, headers=_member(number)).json()
    if choices["way"] != "free":
        room = request.post(f"{path}/begin-round", data={"games": 0}).json()
        for number, game in enumerate(room["open"][:4]):
            is_move = choices["way"] == "round-robin" and number % 2 == 0
            _advance(request, game["id"], count, [4] if is_move else [0, 3, 1, 4, 2])
    return f"/r/{room['code']}"


def _room_of_friend(request: APIRequestContext, naming: str) -> str:
    """A room of somebody else: whoever asks is at its door, or in where names are drawn."""
    choices = {**PATIENT, "naming": naming}
    room: Any = request.post("/api/v1/rooms", data=choices, headers=FRIEND).json()
    if naming == "drawn":
        request.post(f"/api/v1/rooms/{room['code']}/join", data={})
    return f"/r/{room['code']}"


def _advance(request: APIRequestContext, game: str, count: int, squares: list[int]) -> None:
    """Have squares taken in turn, each by whoever is to move."""
    path = f"/api/v1/games/{game}"
    for square, number in product(squares, range(count)):
        seen: Any = request.get(path, headers=_member(number)).json()
        if seen["is_your_turn"] and len(seen["moves"]) == squares.index(square):
            data = {"version": seen["version"], "square": square}
            request.post(f"{path}/play", data=data, headers=_member(number))


def _member(number: int) -> dict[str, str]:
    return {"Authorization": f"Bearer {number:043d}"}


FRIENDS_SECRET = "f" * 43
FRIEND = {"Authorization": f"Bearer {FRIENDS_SECRET}"}


class Friends:
    """A game between whoever asks and a friend, who answers over the API."""

    def __init__(
        self,
        request: APIRequestContext,
        author: dict[str, str] | None = None,
        board: str = "3x3:3",
    ) -> None:
        self._request = request
        clock = {"per": "game", "seconds": 240}
        data = {"opponent": "friend", "side": "x", "clock": clock, "board": board}
        self._game: Any = request.post("/api/v1/games", data=data, headers=author).json()

    @property
    def path(self) -> str:
        return f"/g/{self._game['id']}"

    def play(self, square: int) -> Friends:
        return self.ask("play", None, square=square)

    def sit(self) -> Friends:
        return self.ask("sit")

    def ask(self, what: str, author: dict[str, str] | None = FRIEND, **data: object) -> Friends:
        if what != "sit":
            data = {"version": self._game["version"], **data}
        path = f"/api/v1/games/{self._game['id']}/{what}"
        response = self._request.post(path, data=data, headers=author)
        assert response.ok, response.text()
        self._game = response.json()
        return self


def played(request: APIRequestContext, moves: list[int], **new: object) -> str:
    """A game after moves of whoever asks, who plays both sides unless there is an opponent."""
    game: Any = request.post("/api/v1/games", data={"opponent": None, **new}).json()
    for square in moves:
        data = {"square": square, "version": game["version"]}
        game = request.post(f"/api/v1/games/{game['id']}/play", data=data).json()
    return f"/g/{game['id']}"
