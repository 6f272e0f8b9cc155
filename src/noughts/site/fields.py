"""The fields of bodies and addresses, and how each is read: what a page sends is checked here too.

What is wrong is told in the words in which the server tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from noughts.wording import faults
from noughts.wording.faults import InvalidInput, Path, WrongField

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")


class Kind(Protocol):
    """What a field may be."""

    def wrong(self, sent: Any, path: Path) -> Iterator[WrongField]:
        """Yield what is wrong with a value."""

    def read(self, text: str) -> Any:
        """Return the value that a text in an address stands for; the text if it is none."""


class _Textual:
    def read(self, text: str) -> Any:
        return text


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def wrong(self, sent: Any, path: Path) -> Iterator[WrongField]:
        if type(sent) is not int or not self.least <= sent <= self.most:
            yield WrongField(path, faults.no_whole(sent, self.least, self.most))

    def read(self, text: str) -> Any:
        return int(text) if _WHOLE.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class Number(_Textual):
    """A number within bounds."""

    least: float
    most: float

    def wrong(self, sent: Any, path: Path) -> Iterator[WrongField]:
        if type(sent) not in (int, float) or not self.least <= sent <= self.most:
            yield WrongField(path, faults.no_number(sent, self.least, self.most))


@dataclass(frozen=True, slots=True)
class Text(_Textual):
    """A text of so many characters at most, or of a pattern."""

    most: int
    pattern: str | None = None

    def wrong(self, sent: Any, path: Path) -> Iterator[WrongField]:
        if self.pattern is None and isinstance(sent, str) and len(sent) > self.most:
            yield WrongField(path, faults.too_long(sent, self.most))
        elif not isinstance(sent, str) or (self.pattern and not re.search(self.pattern, sent)):
            yield WrongField(path, faults.no_text(sent, self.pattern))


@dataclass(frozen=True, slots=True)
class Choice(_Textual):
    """One of some texts."""

    choices: tuple[str, ...]

    def wrong(self, sent: Any, path: Path) -> Iterator[WrongField]:
        if sent not in self.choices:
            yield WrongField(path, faults.no_choice(sent, sorted(self.choices)))


@dataclass(frozen=True, slots=True)
class Field:
    """A field that has a default, or must be there."""

    name: str
    kind: Kind
    is_required: bool = False
    default: Any = None
    is_nullable: bool = False

    def wrong(self, sent: Mapping[str, Any], path: Path) -> Iterator[WrongField]:
        """Yield what is wrong with the field in what was sent."""
        place = (*path, self.name)
        if self.name not in sent:
            if self.is_required:
                yield faults.missing(place)
        elif not (self.is_nullable and sent[self.name] is None):
            yield from self.kind.wrong(sent[self.name], place)


@dataclass(frozen=True, slots=True)
class Fields(_Textual):
    """An object of these fields, and no others; it may say its name, as in a live connection."""

    fields: tuple[Field, ...] = ()
    name: str = ""

    def wrong(self, sent: Any, path: Path = ()) -> Iterator[WrongField]:
        if not isinstance(sent, Mapping):
            yield WrongField(path, faults.no_object(sent))
            return
        fields = self.fields
        if self.name and "type" in sent:
            named = Field("type", Choice((self.name,)))
            if wrong := list(named.wrong(sent, path)):
                yield from wrong
                return
            fields = (*fields, named)
        for field in fields:
            yield from field.wrong(sent, path)
        known = {field.name for field in fields}
        for name in sent:
            if name not in known:
                yield faults.unknown_field(path, name, known)

    def filled(self, sent: Any) -> dict[str, Any]:
        """Return what was sent with the defaults of what was not; raises InvalidInput."""
        if wrong := list(self.wrong(sent)):
            raise InvalidInput(wrong)
        return {field.name: sent.get(field.name, field.default) for field in self.fields}


class InvalidParameters(InvalidInput):
    """An address with wrong parameters, in its path or its query."""


def read_parameters(
    in_path: tuple[Field, ...],
    in_query: tuple[Field, ...],
    path: Mapping[str, str],
    query: Mapping[str, str],
) -> dict[str, Any]:
    """Return the values of an address; others than these are ignored. Raises InvalidParameters."""
    read = _read(in_path, path) | _read(in_query, query)
    wrong = [field for field in (*in_path, *in_query) if any(field.wrong(read, ()))]
    if wrong:
        shown = {**read, **query}  # numbers in a path were read to find the path at all
        raise InvalidParameters(fault for field in wrong for fault in field.wrong(shown, ()))
    return {field.name: read.get(field.name, field.default) for field in (*in_path, *in_query)}


def _read(fields: tuple[Field, ...], sent: Mapping[str, str]) -> dict[str, Any]:
    return {field.name: field.kind.read(sent[field.name]) for field in fields if field.name in sent}
