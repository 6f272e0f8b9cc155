"""One game on a server: what happens in it as it is told, and what is done in it."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from noughts.core.errors import NotationError, NoughtsError

PATIENCE = 30.0  # seconds of silence: servers give a sign of life every ten
LARGEST_LINE = 65_536  # bytes; a full 26x26 game takes 3 kB
_LARGEST_ANSWER = 1_048_576  # bytes; that game as a page shows it takes 20 kB
_NOT_NOW = (429, 502, 503, 504)  # too often, or the server or what stands before it is not ready
_LATE = (409, 422)  # what was asked for can no longer be done: what is told next says why
_SECRET_BYTES = 32
_GAME = re.compile(r"/g/([0-9a-f]{24})/?")


class Refusal(NoughtsError):
    """What a server refused, in its words, with the HTTP status."""

    def __init__(self, detail: str, status: int) -> None:
        super().__init__(detail)
        self.status = status

    @property
    def is_late(self) -> bool:
        """Whether it only says that something else came before."""
        return self.status in _LATE


class Unreachable(NoughtsError):
    """A server that does not answer, not now, or not as ours do."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A game by its server's address and its id; who holds the secret has the seat."""

    server: str
    game: str
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(_SECRET_BYTES), repr=False)

    @property
    def headers(self) -> dict[str, str]:
        """What tells the server who this is."""
        return {"Authorization": f"Bearer {self.secret}"}

    def messages(self) -> Iterator[Mapping[str, Any]]:
        """What is told of the game, from its latest state on, until the line breaks.

        Raises Refusal, and Unreachable in the end.
        """
        with self._open("stream", None) as answer:
            try:
                while line := answer.readline(LARGEST_LINE):
                    if line.strip():
                        yield read_object(line)
            except (OSError, HTTPException) as error:
                raise Unreachable(f"{self.server} fell silent: {error}") from None
        raise Unreachable(f"{self.server} has ended")

    def post(self, action: str, **sent: object) -> Mapping[str, Any]:
        """Do something; the game as it then is. Raises Refusal and Unreachable."""
        with self._open(action, {**sent, "command": new_command()}) as answer:
            try:
                return read_object(answer.read(_LARGEST_ANSWER))
            except (OSError, HTTPException) as error:
                raise Unreachable(f"{self.server} fell silent: {error}") from None

    def failure(self, status: int, detail: str) -> Refusal | Unreachable:
        """What an answer with this status is to be raised as."""
        if status in _NOT_NOW:
            return Unreachable(f"{self.server} asks to wait: {detail}")
        return Refusal(detail, status)

    def _open(self, path: str, sent: Mapping[str, object] | None) -> Any:
        request = Request(
            f"{self.server}/api/v1/games/{self.game}/{path}",
            None if sent is None else json.dumps(sent).encode(),
            {**self.headers, "Content-Type": "application/json"},
        )
        try:
            return urlopen(request, timeout=PATIENCE)
        except HTTPError as error:
            with error:
                raise self.failure(error.code, _detail_in(error)) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise Unreachable(f"{self.server} cannot be reached: {reason}") from None


def game_at(address: str) -> Connection:
    """The game whose page has this address; raises NotationError.

    >>> game_at("http://example.org:8000/g/0123456789abcdef01234567").server
    'http://example.org:8000'
    """
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        parts = urlsplit("")
    found = _GAME.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.hostname or found is None:
        raise NotationError(
            f"{address!r} is no game: copy the address of its page, http://…/g/ and 24 characters"
        )
    return Connection(f"{parts.scheme}://{parts.netloc}", found.group(1))


def new_command() -> str:
    """An id by which a command is known when it is sent again."""
    return secrets.token_hex(8)


def read_object(text: str | bytes) -> Mapping[str, Any]:
    """A JSON object; raises Unreachable for anything else."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Unreachable("what answers there is no server of noughts and crosses")
    return found


def _detail_in(error: HTTPError) -> str:
    try:
        return detail_in(error.read(LARGEST_LINE), error.code)
    except (OSError, HTTPException):
        return detail_in(b"", error.code)


def detail_in(answer: bytes | bytearray, status: int) -> str:
    """The server's words; whatever else answered, only its status is told."""
    try:
        return str(json.loads(answer)["detail"])
    except (ValueError, TypeError, KeyError):
        return f"the server answered {status}: is that the address of a game?"
