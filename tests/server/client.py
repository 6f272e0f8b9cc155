"""A browser as far as HTTP goes: it keeps its cookie, and looks at the form of every answer."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from random import Random
from typing import Any

import httpx

API = "/api/v1"
JSON = "application/json"
PROBLEM = "application/problem+json"
HTML = "text/html; charset=utf-8"
# How rooms of tests are opened: the first move in a game may take a slow machine its time.
PATIENT = {"first_move": 0}

_UNUSED = ssl.create_default_context()  # a client makes one otherwise, which takes it 20 ms


class Client:
    """Somebody who plays through the API; what the API answers comes as the JSON it is."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60, verify=_UNUSED)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return content(self.http.get(f"{API}/{path}", params=query), status)

    def post(self, path: str, sent: object, status: int = 200) -> Any:
        return content(self.http.post(f"{API}/{path}", json=sent), status)

    def page(self, path: str, status: int = 200, **query: Any) -> str:
        """Return the text of a page, as a person reads it."""
        answer = self.http.get(path, params=query or None)
        assert answer.status_code == status, answer.text
        return unescape(answer.text)

    def begin(self, status: int = 201, **new: Any) -> Any:
        return self.post("games", new, status)

    def open_room(self, **choices: Any) -> Any:
        return self.post("rooms", {**PATIENT, **choices}, 201)

    def play(self, game: Any, square: int, status: int = 200, **more: Any) -> Any:
        """Take a square from the version in a game."""
        sent = {"square": square, "version": game["version"], **more}
        return self.post(f"games/{game['id']}/play", sent, status)

    def act(self, game: Any, action: str, status: int = 200, **more: Any) -> Any:
        """Undo, resign or next, from the version in a game."""
        sent = {"version": game["version"], **more}
        return self.post(f"games/{game['id']}/{action}", sent, status)

    def play_on(self, game: Any, chance: Random) -> Any:
        """Play a game to its end, for whoever of its people is to move, at random."""
        while game["ending"] is None:
            assert game["is_your_turn"]
            game = self.play(game, chance.choice(free(game)))
        return game


NewVisitor = Callable[[], Client]


@contextmanager
def visiting(address: str) -> Iterator[Client]:
    """Somebody who was never here."""
    client = Client(address)
    with client.http:
        yield client


def free(game: Any) -> list[int]:
    return [square for square, mark in enumerate(game["board"]["marks"]) if not mark]


def text_of(page: str, id_: str) -> str:
    """Return the text at the beginning of an element of a page."""
    found = re.search(f'id="{id_}"[^>]*>(.*?)</', page)
    assert found, id_
    return found[1]


def content(answer: httpx.Response, status: int) -> Any:
    """What was answered, with this status, in the form in which it belongs."""
    assert answer.status_code == status, answer.text
    found = answer.json()
    if status < 400:
        assert answer.headers["content-type"] == JSON
        return found
    assert answer.headers["content-type"] == PROBLEM
    assert found["status"] == status
    assert found["type"] == "about:blank"
    assert found["title"] == httpx.codes.get_reason_phrase(status)
    assert found["detail"].isprintable()
    assert "Traceback" not in answer.text
    return found
