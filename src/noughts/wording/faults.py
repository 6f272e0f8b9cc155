"""What is wrong with input, field by field in our own words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from noughts.core.errors import NoughtsError
from noughts.core.notation import quote
from noughts.wording.grammar import listing, sentence
from noughts.wording.language import gettext as _

_MOST = 10  # wrong fields that an error names
_LONGEST_NAME = 64  # characters of a field that is none of ours

Path = tuple[str, ...]


class WrongField(NamedTuple):
    """A wrong field: its path in what was sent, and what is wrong with it."""

    path: Path
    detail: str

    def __str__(self) -> str:
        name = ".".join(quote(step)[1:-1] for step in self.path)
        return f"{name}: {self.detail}" if self.path else sentence(self.detail)


class InvalidInput(NoughtsError):
    """Input that is not of the type it should be: the wrong `fields`, or else a reason."""

    def __init__(self, fields: Iterable[WrongField] = (), reason: str = "") -> None:
        self.fields = tuple(islice(fields, _MOST))
        usual = _("What was sent can't be understood")
        super().__init__(reason or "; ".join(map(str, self.fields)) or usual)


def nothing_sent() -> InvalidInput:
    """Return the error for an empty body."""
    return InvalidInput(reason=_("Nothing was sent"))


def parse_json(text: str) -> Any:
    """Return what JSON says; raises InvalidInput, which tells where it can't go on."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        reason = _("What was sent isn't JSON – see line {line}, column {column}", **place)
        raise InvalidInput(reason=reason) from None
    except RecursionError:
        raise InvalidInput(reason=_("What was sent is nested too deeply")) from None
    except ValueError:  # a number of thousands of digits
        raise InvalidInput from None


def missing(path: Path) -> WrongField:
    """Return the fault of a field that is not there."""
    return WrongField(path, _("is missing"))


def unknown_field(path: Path, name: str, known: Iterable[str]) -> WrongField:
    """Return the fault of a field that is none of those known."""
    names = ", ".join(sorted(known))
    return WrongField(
        (*path, name[:_LONGEST_NAME]), _("isn't one of the fields {names}", names=names)
    )


def no_object(sent: Any) -> str:
    """Tell that something should be an object."""
    return _("must be an object, not {sent}", sent=shown(sent))


def too_long(text: str, most: int) -> str:
    """Tell that a text is too long, not what is in it: it may be a name, and this is logged."""
    return _("must have at most {most} characters, not {count}", most=most, count=len(text))


def no_text(sent: Any, pattern: str | None = None) -> str:
    """Tell that something should be text, perhaps of a pattern."""
    if pattern is None:
        return _("must be text, not {sent}", sent=shown(sent))
    return _("must be text that matches {pattern}, not {sent}", pattern=pattern, sent=shown(sent))


def no_choice(sent: Any, choices: Iterable[object]) -> str:
    """Tell that something should be one of some choices."""
    return _(
        "must be {choices}, not {sent}",
        choices=listing(map(shown, choices), "or"),
        sent=shown(sent),
    )


def no_whole(sent: Any, least: int, most: int) -> str:
    """Tell that something should be a whole number within bounds."""
    return _(
        "must be a whole number from {least} to {most}, not {sent}",
        least=least,
        most=most,
        sent=shown(sent),
    )


def no_number(sent: Any, least: float, most: float) -> str:
    """Tell that something should be a number within bounds."""
    return _(
        "must be a number from {least} to {most}, not {sent}",
        least=least,
        most=most,
        sent=shown(sent),
    )


def shown(sent: Any) -> str:
    """Return a value as JSON has it, on one line and short; text is in single quotes."""
    match sent:
        case str():
            return quote(sent)
        case dict():
            return "{…}"
        case list():
            return "[…]"
    return quote(json.dumps(sent))[1:-1]  # a number may have thousands of digits
