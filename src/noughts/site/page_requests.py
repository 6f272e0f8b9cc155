"""A request for a page, and what may be the answer besides a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from noughts.site.fields import Field, Fields
from noughts.site.games import LocalGame
from noughts.site.requests import EVERY, Needed, Request


@dataclass(frozen=True, slots=True)
class Redirect:
    """Another address to go to."""

    address: str


@dataclass(frozen=True, slots=True)
class File:
    """What is no page: to show in one, or to save under the name that its address has."""

    content: bytes
    type: str

    @classmethod
    def named(cls, name: str, content: bytes) -> File:
        """Return a file to print, whose kind its name says."""
        return cls(content, "application/pdf" if name.endswith(".pdf") else "image/svg+xml")

    @classmethod
    def svg(cls, picture: str) -> File:
        """Return a picture as a file."""
        return cls(picture.encode(), "image/svg+xml")


@dataclass(slots=True)
class PageRequest(Request):
    """A request for a page: its query, a form as text, and the absolute address of the site."""

    query: Mapping[str, str] = field(default_factory=dict)
    form: str = ""
    address: str = ""
    is_embedded: bool = False  # in a page of another site

    def listed(self) -> Iterator[tuple[str, LocalGame]]:
        """Return the games on the list, latest first, all of which the request has to bring."""
        self.need_every_game()
        return Request.listed(self)  # a class with slots has no `super()` before Python 3.14

    def need_every_game(self) -> None:
        """Raise Needed if the request does not bring every game."""
        if EVERY not in self.kept:
            raise Needed(EVERY)

    def about(self, id_: str, body: Mapping[str, Any]) -> PageRequest:
        """Return the request, now about a game and with the body of a command."""
        self.values, self.body = {**self.values, "game": id_}, body
        return self

    def read_form(self, fields: tuple[Field, ...]) -> dict[str, Any]:
        """Return these fields of the form; raises InvalidInput."""
        return read_form(fields, dict(parse_qsl(self.form, keep_blank_values=True)))


def read_form(fields: tuple[Field, ...], sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a form, others of which are ignored; raises InvalidInput."""
    read = {known.name: known.kind.read(sent[known.name]) for known in fields if known.name in sent}
    return Fields(fields).filled(read)
