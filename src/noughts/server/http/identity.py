"""Authentication: visitors prove who they are by a secret, in a cookie or a header.

Only a hash of the secret, the visitor's key, is ever stored or logged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from http import HTTPStatus
from secrets import token_urlsafe
from sys import intern
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.types import Scope

from noughts.pages.embedded import FLAG
from noughts.server.http.language import named_language
from noughts.server.http.limits import AnyConnection, address_of
from noughts.server.http.requests import Rejected
from noughts.server.ids import read_code
from noughts.wording.language import gettext as _

COOKIE = "noughts"
ROOM_COOKIE = "room"  # the code of the room that the visitor is in
_SECRET_BYTES = 32
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 bytes as base64url
_SECURE = ("https", "wss")  # schemes
YEAR = 365 * 24 * 3600  # seconds
_DAY = 24 * 3600  # a lesson, or an evening at a club

# An option of routes: they have a page for a frame in another site's page.
EMBEDDABLE: dict[str, Any] = {"embeddable": True}


def is_embedded(scope: Scope) -> bool:
    """True if a request asks for the page of a route for a frame; no other may be framed."""
    has_route = "route_handler" in scope
    if not has_route or not scope["route_handler"].opt.get("embeddable"):
        return False
    return FLAG in ASGIConnection(scope).query_params


@dataclass(frozen=True, slots=True)
class RequestContext:
    """The visitor, the address and the path of a request; `key` is empty without a secret."""

    key: str
    address: str
    path: str
    base_url: str  # of the server, as the client addresses it
    room: str = ""  # the code of the room they are in, as their cookie has it
    cookies: tuple[Cookie, ...] = ()  # to set in the response: the secret of a new visitor
    is_embedded: bool = False  # in a page of another site
    language: str = ""  # that the address names

    @property
    def scheme(self) -> str:
        """The scheme of the server's address, as the client has it."""
        return self.base_url.partition(":")[0]

    def cookie(self, name: str, value: str, seconds: int) -> Cookie:
        """Return a cookie that the browser sends to this server alone, and shows to no script."""
        is_secure = self.scheme in _SECURE
        return Cookie(
            name, value=value, max_age=seconds, httponly=True, samesite="lax", secure=is_secure
        )

    def own_cookie(self, name: str, value: str, seconds: int) -> Cookie:
        """Return a cookie that, over HTTPS, no other host of the same domain can set."""
        return self.cookie(_own_name(name, self.scheme), value, seconds)

    def identified(self) -> RequestContext:
        """Return the context with a key; a visitor without a secret gets one."""
        if self.key:
            return self
        secret = token_urlsafe(_SECRET_BYTES)
        cookies = (*self.cookies, self.own_cookie(COOKIE, secret, YEAR))
        return replace(self, key=_key(secret), cookies=cookies)

    def in_room(self, code: str) -> RequestContext:
        """Return the context in a room, or in none; a cookie has every page lead back to it."""
        cookie = self.own_cookie(ROOM_COOKIE, code, _DAY if code else 0)
        return replace(self, room=code, cookies=(*self.cookies, cookie))


def request_context(scope: Scope) -> RequestContext:
    """Return the context of a request or a WebSocket; raises Rejected for a bad header."""
    connection: AnyConnection = ASGIConnection(scope)
    base_url, address = str(connection.base_url), address_of(connection)
    if is_embedded(scope):  # as a stranger: what is pressed there may not be what is seen
        return RequestContext("", address, scope["path"], base_url, is_embedded=True)
    header = connection.headers.get("authorization")
    cookies, name = _cookies(connection), _own_name(COOKIE, scope["scheme"])
    secret = _secret_of(header) if header is not None else _secret_in(cookies, name)
    room, key = _room_in(cookies, scope["scheme"]), _key(secret) if secret else ""
    named = named_language(scope)
    context = RequestContext(key, address, scope["path"], base_url, room, language=named)
    if header is None and secret and cookies.get(name) != secret:  # from before it had this name
        context = replace(context, cookies=(context.own_cookie(COOKIE, secret, YEAR),))
    return context


def _secret_of(header: str) -> str:
    scheme, _space, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not _SECRET.fullmatch(secret):
        raise Rejected(
            _(
                "The header is Authorization: Bearer SECRET, where SECRET is 32 random bytes "
                "as base64url"
            ),
            status_code=HTTPStatus.UNAUTHORIZED,
        )
    return secret


def _secret_in(cookies: Mapping[str, str], name: str) -> str:
    """Return the secret in the cookie of this name, or of the one that it had over HTTPS before."""
    values = (cookies.get(cookie, "") for cookie in (name, COOKIE))
    return next(filter(_SECRET.fullmatch, values), "")


def room_of(connection: AnyConnection) -> str:
    """Return the code of the room that a visitor is in, or empty."""
    return _room_in(_cookies(connection), connection.scope["scheme"])


def _room_in(cookies: Mapping[str, str], scheme: str) -> str:
    return read_code(cookies.get(_own_name(ROOM_COOKIE, scheme), ""))[0]


def _cookies(connection: AnyConnection) -> dict[str, str]:
    """Return the cookies of a request; one with two values is empty: none is known to be ours."""
    cookies: dict[str, str] = {}
    for header in connection.headers.getall("cookie", []):
        for part in header.split(";"):
            name, _sign, value = part.strip().partition("=")
            if cookies.setdefault(name, value) != value:
                cookies[name] = ""
    return cookies


def _own_name(name: str, scheme: str) -> str:
    """Return the name of a cookie; browsers take __Host- from this very host alone, over HTTPS."""
    return f"__Host-{name}" if scheme in _SECURE else name


def _key(secret: str) -> str:
    # One string for all connections of a person, and for the seats that they take.
    return intern(sha256(secret.encode()).hexdigest())


ContextDep = NamedDependency[RequestContext]
