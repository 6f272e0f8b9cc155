"""Authentication: visitors prove who they are by a secret, in a cookie or a header.

Only a hash of the secret, the visitor's key, is ever stored or logged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException
from litestar.types import Scope

from noughts.server.http.token_bucket import network
from noughts.server.log.ids import read_code

COOKIE = "noughts"
ROOM_COOKIE = "room"  # the code of the room that the visitor is in
_SECRET_BYTES = 32
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # so many characters are 32 bytes
_YEAR = 365 * 24 * 3600  # seconds
_DAY = 24 * 3600  # a lesson, or an evening at a club

AnyConnection = ASGIConnection[None, None, None, State]


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Who asks for what, and from where; `key` is empty for a visitor without a secret."""

    key: str
    address: str
    path: str
    base_url: str  # of the server, as the client addresses it
    room: str = ""  # the code of the room they are in, as their cookie has it
    cookies: tuple[Cookie, ...] = ()  # to set in the response: the secret of a new visitor

    def identified(self) -> RequestContext:
        """The same with a key: makes a secret for a visitor without one."""
        if self.key:
            return self
        secret = token_urlsafe(_SECRET_BYTES)
        cookie = Cookie(
            COOKIE,
            value=secret,
            max_age=_YEAR,
            httponly=True,
            samesite="lax",
            secure=self.base_url.startswith("https:"),
        )
        return replace(self, key=_key(secret), cookies=(*self.cookies, cookie))

    def in_room(self, code: str) -> RequestContext:
        """The same in a room, or in none: sets the cookie that has every page lead back there."""
        cookie = Cookie(
            ROOM_COOKIE,
            value=code,
            max_age=_DAY if code else 0,
            httponly=True,
            samesite="lax",
            secure=self.base_url.startswith("https:"),
        )
        return replace(self, room=code, cookies=(*self.cookies, cookie))


def request_context(scope: Scope) -> RequestContext:
    """The context of a request or a WebSocket; raises NotAuthorizedException for a bad header."""
    connection: AnyConnection = ASGIConnection(scope)
    base_url = str(connection.base_url)
    key, address = _known_key(connection), address_of(connection)
    return RequestContext(key, address, scope["path"], base_url, room_of(connection))


def room_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The code of the room that a visitor is in, or empty."""
    return read_code(connection.cookies.get(ROOM_COOKIE, "")) or ""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address of a client, as limits count it."""
    return "" if connection.client is None else network(connection.client.host)


def _known_key(connection: AnyConnection) -> str:
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
    return _key(secret) if _SECRET.fullmatch(secret) else ""


def _key(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


ContextDep = NamedDependency[RequestContext]
