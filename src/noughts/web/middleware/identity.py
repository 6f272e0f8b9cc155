"""Who somebody is: whoever has the secret, in a browser's cookie or a program's header.

Only a hash of the secret is ever kept or logged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotAuthorizedException

COOKIE = "noughts"
_SECRET_BYTES = 32
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # so many characters are 32 bytes
_YEAR = 365 * 24 * 3600  # seconds

AnyRequest = Request[None, None, State]
AnySocket = WebSocket[None, None, State]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody by the hash of their secret, and the cookie to set if it is a new one."""

    key: str
    cookie: Cookie | None = None

    @property
    def cookies(self) -> list[Cookie]:
        """What gives a new visitor the secret."""
        return [] if self.cookie is None else [self.cookie]


def known_key(request: AnyRequest) -> str | None:
    """The key of a visitor who was here before; raises NotAuthorizedException for a bad header."""
    return _known_key(request)


def known_key_of_socket(socket: AnySocket) -> str | None:
    """The same for a WebSocket."""
    return _known_key(socket)


def _known_key(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not _SECRET.fullmatch(secret):
            raise NotAuthorizedException(
                "the header is `Authorization: Bearer SECRET`, where SECRET is 32 random bytes "
                "as base64url"
            )
        return _key(secret)
    secret = connection.cookies.get(COOKIE, "")
    return _key(secret) if _SECRET.fullmatch(secret) else None


def visitor(request: AnyRequest) -> Visitor:
    """Whoever asks; a secret is made for one who has none."""
    key = known_key(request)
    if key is not None:
        return Visitor(key)
    secret = token_urlsafe(_SECRET_BYTES)
    is_secure = request.url.scheme == "https"
    cookie = Cookie(
        COOKIE, value=secret, max_age=_YEAR, httponly=True, samesite="lax", secure=is_secure
    )
    return Visitor(_key(secret), cookie)


def _key(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
