"""One game on a server: its stream of messages, and the actions in it."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from noughts.core.checks import check_type
from noughts.core.errors import NotationError, NoughtsError
from noughts.wording.language import current
from noughts.wording.language import gettext as _

TIMEOUT = 30.0  # seconds of silence; servers send a heartbeat every ten
LARGEST_MESSAGE = 1_048_576  # bytes; a full 26x26 game takes 36 kB in German
_UNAVAILABLE = (429, 502, 503, 504)  # rate limited, or the server or its proxy is not ready
LATE = (409, 422)  # no longer possible; the next message says why
COMMAND_BYTES = 8  # of the id by which the server recognises a command sent twice
_GAME = re.compile(r"/g/([0-9a-f]{24})/?")


class Refusal(NoughtsError):
    """An action the server refused, with its explanation and the HTTP status."""

    def __init__(self, detail: str, status: int) -> None:
        super().__init__(detail)
        self.status = status


class Unreachable(NoughtsError):
    """A server that does not answer, is not available, or is not one of ours."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A game by the address of its server and its id; the holder of the secret has the seat."""

    server: str
    game: str
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    def __post_init__(self) -> None:
        for name in ("server", "game", "secret"):
            check_type(getattr(self, name), str, f"the {name}")

    @property
    def headers(self) -> dict[str, str]:
        """The headers that authenticate the player, and ask for their language."""
        return {"Authorization": f"Bearer {self.secret}", "Accept-Language": current()}

    def messages(self) -> Iterator[Mapping[str, Any]]:
        """Yield messages about the game from its latest state; raises Refusal and Unreachable."""
        with self._open("stream", None) as answer:
            while line := answer.readline(LARGEST_MESSAGE):
                if line.strip():
                    yield read_object(line)
        raise Unreachable(_("{server} closed the connection", server=self.server))

    def post(self, action: str, **sent: object) -> Mapping[str, Any]:
        """Send an action; returns the game after it. Raises Refusal and Unreachable."""
        with self._open(action, {**sent, "command": secrets.token_hex(COMMAND_BYTES)}) as answer:
            return read_object(answer.read(LARGEST_MESSAGE))

    def failure(self, status: int, detail: str) -> Refusal | Unreachable:
        """Return the error for a response with this status."""
        if status in _UNAVAILABLE:
            return Unreachable(f"{self.server} asks to wait: {detail}")
        return Refusal(detail, status)

    @contextmanager
    def _open(self, path: str, sent: Mapping[str, object] | None) -> Iterator[Any]:
        """Open a path of the game, by POST if something is sent; raises Refusal and Unreachable.

        What the body of the `with` raises while it reads counts as the server's silence.
        """
        request = Request(
            f"{self.server}/api/v1/games/{self.game}/{path}",
            None if sent is None else json.dumps(sent).encode(),
            {**self.headers, "Content-Type": "application/json"},
        )
        try:
            response = urlopen(request, timeout=TIMEOUT)
        except HTTPError as error:
            explained = b""
            with error, suppress(OSError, HTTPException):
                explained = error.read(LARGEST_MESSAGE)
            raise self.failure(error.code, detail_in(explained, error.code)) from None
        except (OSError, HTTPException, ValueError) as error:
            raise unreached(self.server, getattr(error, "reason", None) or error) from None
        with response:
            try:
                yield response
            except (OSError, HTTPException):
                raise Unreachable(_("{server} stopped answering", server=self.server)) from None


def unreached(server: str, error: object) -> Unreachable:
    """Return the error for a server that cannot be reached, without the system's number."""
    reason = getattr(error, "strerror", None) or error
    return Unreachable(_("{server} can't be reached: {reason}", server=server, reason=reason))


def game_at(address: str) -> Connection:
    """Return the game whose page has this address; raises NotationError.

    >>> game_at("http://example.org:8000/g/0123456789abcdef01234567").server
    'http://example.org:8000'
    """
    check_type(address, str, "the address")
    with suppress(ValueError):
        parts = urlsplit(address.strip())
        match = _GAME.fullmatch(parts.path)
        if parts.scheme in ("http", "https") and parts.hostname and match is not None:
            return Connection(f"{parts.scheme}://{parts.netloc}", match.group(1))
    shown = repr(address)
    raise NotationError(
        _("{address} isn't a game – copy the address of its page, http://…/g/…", address=shown)
    )


def read_object(text: str | bytes) -> Mapping[str, Any]:
    """Return a JSON object; raises Unreachable for anything else."""
    with suppress(ValueError):
        value = json.loads(text)
        if isinstance(value, dict):
            return value
    raise Unreachable(_("There's no noughts and crosses server at that address"))


def detail_in(answer: bytes | bytearray, status: int) -> str:
    """Return the server's explanation, or just the status if some other server answered."""
    try:
        return str(json.loads(answer)["detail"])
    except (ValueError, TypeError, KeyError):
        return _("The server answered {status} – is that the address of a game?", status=status)
