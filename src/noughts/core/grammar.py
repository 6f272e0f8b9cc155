"""Small pieces of English that several packages use."""

from __future__ import annotations

from collections.abc import Iterable

_NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def numeral(number: int) -> str:
    """A small number as a word, a larger one in digits."""
    return _NUMERALS[number] if number < len(_NUMERALS) else str(number)


def listing(items: Iterable[str], conjunction: str = "and") -> str:
    """Items joined as in a sentence.

    >>> listing(["1", "5", "9"])
    '1, 5 and 9'
    """
    *most, last = items
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def sentence(text: str) -> str:
    """A text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
