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

_PATIENCE = 30.0  # seconds of silence: servers give a sign of life every ten
_LARGEST_LINE = 65_536  # bytes; a full 26x26 game takes 3 kB
_LARGEST_ANSWER = 1_048_576  # bytes; that game as a page shows it takes 20 kB
_NOT_NOW = (429, 502, 503, 504)  # too often, or the server or what stands before it is not ready
_SECRET_BYTES = 32
_GAME = re.compile(r"/g/([0-9a-f]{24})/?")


class Refusal(NoughtsError):
    """What a server refused, in its words, with the HTTP status."""

    def __init__(self, detail: str, status: int) -> None:
        super().__init__(detail)
        self.status = status


class Unreachable(NoughtsError):
    """A server that does not answer, not now, or not as ours do."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A game by its server's address and its id; who holds the secret has the seat."""

    server: str
    game: str
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(_SECRET_BYTES), repr=False)

    def messages(self) -> Iterator[Mapping[str, Any]]:
        """What is told of the game, from its latest state on, until the line breaks.

        Raises Refusal, and Unreachable in the end.
        """
        with self._open("stream", None) as answer:
            try:
                while line := answer.readline(_LARGEST_LINE):
                    if line.strip():
                        yield _object(line)
            except (OSError, HTTPException) as error:
                raise Unreachable(f"{self.server} fell silent: {error}") from None
        raise Unreachable(f"{self.server} has ended")

    def post(self, action: str, **sent: object) -> Mapping[str, Any]:
        """Do something; the game as it then is. Raises Refusal and Unreachable."""
        with self._open(action, {**sent, "command": secrets.token_hex(8)}) as answer:
            try:
                return _object(answer.read(_LARGEST_ANSWER))
            except (OSError, HTTPException) as error:
                raise Unreachable(f"{self.server} fell silent: {error}") from None

    def _open(self, path: str, sent: Mapping[str, object] | None) -> Any:
        request = Request(
            f"{self.server}/api/v1/games/{self.game}/{path}",
            None if sent is None else json.dumps(sent).encode(),
            {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"},
        )
        try:
            return urlopen(request, timeout=_PATIENCE)
        except HTTPError as error:
            with error:
                if error.code in _NOT_NOW:
                    raise Unreachable(f"{self.server} asks to wait: {_detail(error)}") from None
                raise Refusal(_detail(error), error.code) from None
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


def _object(text: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Unreachable("what answers there is no server of noughts and crosses")
    return found


def _detail(error: HTTPError) -> str:
    """The server's words; whatever else answered, only its status is told."""
    try:
        found = json.loads(error.read(_LARGEST_LINE))
        return str(found["detail"])
    except (OSError, HTTPException, ValueError, TypeError, KeyError):
        return f"the server answered {error.code}: is that the address of a game?"
