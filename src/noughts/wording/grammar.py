"""Numbers and lists within sentences."""

from __future__ import annotations

from collections.abc import Iterable

from noughts.core.checks import check_type
from noughts.core.errors import NoughtsError
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext


def numeral(number: int) -> str:
    """Return a small number as a word, a larger one in digits.

    >>> numeral(3), numeral(12)
    ('three', '12')
    """
    words = (
        pgettext("number", "no"),
        pgettext("number", "one"),
        pgettext("number", "two"),
        pgettext("number", "three"),
        pgettext("number", "four"),
        pgettext("number", "five"),
        pgettext("number", "six"),
        pgettext("number", "seven"),
        pgettext("number", "eight"),
        pgettext("number", "nine"),
        pgettext("number", "ten"),
    )
    return words[number] if number < len(words) else str(number)


def counted(count: int, noun: str) -> str:
    """Return a count with a regular noun, for figures, which are not translated.

    >>> counted(1, "node"), counted(5_478, "position")
    ('1 node', '5,478 positions')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def agreeing(singular: str, plural: str, name: str, /, **values: object) -> str:
    """Return a sentence about a name, of one person or of two who share a device.

    >>> [agreeing("{name} wins", "{name} win", each) for each in ("Mia", "Mia & Ben")]
    ['Mia wins', 'Mia & Ben win']
    """
    return ngettext(singular, plural, name.count(" & ") + 1, name=name, **values)


def addressing(sentence: str, name: str, /, **values: object) -> str:
    """Return a sentence that says "you" to a player, or to two who share a device.

    English has one word for both; where a language has two, the name decides.
    """
    return ngettext(sentence, sentence, name.count(" & ") + 1, **values)


def listing(items: Iterable[str], conjunction: str = "and") -> str:
    """Items joined as in a sentence, by `and` or `or`.

    >>> listing(["1", "5", "9"])
    '1, 5 and 9'
    """
    *most, last = items
    if not most:
        return last
    first = ", ".join(most)
    if conjunction == "or":
        return _("{items} or {last}", items=first, last=last)
    return _("{items} and {last}", items=first, last=last)


def sentence(text: str) -> str:
    """Return a text with its first letter in upper case, unless that begins the name of a square.

    >>> sentence("the room is full"), sentence("b2 is taken")
    ('The room is full', 'b2 is taken')
    """
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def worded(error: NoughtsError) -> str:
    """Return what an error says, in the language in use.

    >>> worded(NoughtsError("{side} has moved", side="X"))
    'X has moved'
    """
    check_type(error, NoughtsError, "the error")
    return _(error.message, **error.values) if error.message else ""
