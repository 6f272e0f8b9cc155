"""What answers at which address: routes, and how the one of a request is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from noughts.core.errors import NoughtsError
from noughts.site.fields import Field, Fields
from noughts.wording.language import gettext as _

LARGEST_BODY = 16_384  # bytes, as on a server


class NotFound(NoughtsError):
    """An address of the API at which nothing is."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self) -> None:
        super().__init__(_("There's no page at this address"))


class NoSuchMethod(NoughtsError):
    """A method that an address does not have."""

    status = HTTPStatus.METHOD_NOT_ALLOWED

    def __init__(self) -> None:
        super().__init__(_("There's no such method at this address"))


@dataclass(frozen=True, slots=True)
class Route:
    """What answers a method at addresses: their parameters stand in braces."""

    method: str
    path: str
    answer: Callable[[Any], Any]  # of a request
    body: Fields | None = None
    status: int = 200
    query: tuple[Field, ...] = ()
    largest: int = LARGEST_BODY  # bytes of what is sent
    is_embeddable: bool = False  # it has a page for a frame in another page

    def match(self, path: str) -> dict[str, str] | None:
        """Return the parameters in a path, or None if it is another."""
        found = _pattern(self.path).fullmatch(path)
        return None if found is None else found.groupdict()


@cache
def _pattern(path: str) -> re.Pattern[str]:
    numbered = path.replace("{square}", "(?P<square>-?[0-9]{1,9})")
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", numbered))


def parts(address: str) -> tuple[str, dict[str, str]]:
    """Return the path of an address and the fields of its query."""
    split = urlsplit(address)
    return unquote(split.path).rstrip("/"), dict(parse_qsl(split.query, keep_blank_values=True))


def find_route(routes: Sequence[Route], method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return what answers at a path, with the parameters in it; raises NotFound, NoSuchMethod."""
    matching = [(route, found) for route in routes if (found := route.match(path)) is not None]
    if not matching:
        raise NotFound
    first, _found = matching[0]
    for route, found in matching:
        if (route.method, route.path) == (method, first.path):
            return route, found
    raise NoSuchMethod
