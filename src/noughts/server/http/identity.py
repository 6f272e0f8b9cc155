"""Authentication: visitors prove who they are by a secret, in a cookie or a header.

Only a hash of the secret, the visitor's key, is ever stored or logged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import token_urlsafe
from sys import intern

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException
from litestar.types import Scope

from noughts.server.http.limits import AnyConnection, address_of
from noughts.server.log.ids import read_code

COOKIE = "noughts"
ROOM_COOKIE = "room"  # the code of the room that the visitor is in
_SECRET_BYTES = 32
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # so many characters are 32 bytes
YEAR = 365 * 24 * 3600  # seconds
_DAY = 24 * 3600  # a lesson, or an evening at a club


@dataclass(frozen=True, slots=True)
class RequestContext:
    """The visitor, the address and the path of a request; `key` is empty without a secret."""

    key: str
    address: str
    path: str
    base_url: str  # of the server, as the client addresses it
    room: str = ""  # the code of the room they are in, as their cookie has it
    cookies: tuple[Cookie, ...] = ()  # to set in the response: the secret of a new visitor

    def cookie(self, name: str, value: str, seconds: int) -> Cookie:
        """A cookie that the browser sends to this server alone, and shows to no script."""
        is_secure = self.base_url.startswith("https:")
        return Cookie(
            name, value=value, max_age=seconds, httponly=True, samesite="lax", secure=is_secure
        )

    def identified(self) -> RequestContext:
        """Return the context with a key; a visitor without a secret gets one."""
        if self.key:
            return self
        secret = token_urlsafe(_SECRET_BYTES)
        cookies = (*self.cookies, self.cookie(COOKIE, secret, YEAR))
        return replace(self, key=_key(secret), cookies=cookies)

    def in_room(self, code: str) -> RequestContext:
        """Return the context in a room, or in none; a cookie has every page lead back to it."""
        cookie = self.cookie(ROOM_COOKIE, code, _DAY if code else 0)
        return replace(self, room=code, cookies=(*self.cookies, cookie))


def request_context(scope: Scope) -> RequestContext:
    """The context of a request or a WebSocket; raises NotAuthorizedException for a bad header."""
    connection: AnyConnection = ASGIConnection(scope)
    header = connection.headers.get("authorization")
    if header is None:
        secret = connection.cookies.get(COOKIE, "")
        key = _key(secret) if _SECRET.fullmatch(secret) else ""
    else:
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not _SECRET.fullmatch(secret):
            raise NotAuthorizedException(
                "the header is `Authorization: Bearer SECRET`, where SECRET is 32 random bytes "
                "as base64url"
            )
        key = _key(secret)
    base_url, address = str(connection.base_url), address_of(connection)
    return RequestContext(key, address, scope["path"], base_url, room_of(connection))


def room_of(connection: AnyConnection) -> str:
    """The code of the room that a visitor is in, or empty."""
    return read_code(connection.cookies.get(ROOM_COOKIE, "")) or ""


def _key(secret: str) -> str:
    # One string for all connections of a person, and for the seats that they take.
    return intern(sha256(secret.encode()).hexdigest())


ContextDep = NamedDependency[RequestContext]
