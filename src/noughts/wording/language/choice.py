"""The language a person wants: what a browser accepts, and what a terminal's environment says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from noughts.wording.language import ENGLISH, LANGUAGES

_LONGEST = 200  # characters of a header that are read; browsers send 40
_VARIABLES = ("NOUGHTS_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def known(name: str) -> str | None:
    """The language of ours that the name of a language or a locale means.

    >>> known("de-AT"), known("fr_FR.UTF-8"), known("tlh")
    ('de', 'fr', None)
    """
    code = name.strip().lower().replace("-", "_").partition("_")[0].partition(".")[0]
    return code if code in LANGUAGES else None


@lru_cache(maxsize=256)
def accepted(header: str) -> str:
    """The language that a header `Accept-Language` prefers of ours; English if it has none.

    >>> accepted("pt, fr;q=0.7, de-DE;q=0.9")
    'de'
    """
    preferred = [
        (_quality(parameters), code)
        for name, _, parameters in (item.partition(";") for item in header[:_LONGEST].split(","))
        if (code := ENGLISH if name.strip() == "*" else known(name))
    ]
    quality, code = max(preferred, key=lambda each: each[0], default=(0.0, ENGLISH))
    return code if quality > 0 else ENGLISH


def of_environment(environment: Mapping[str, str]) -> str:
    """The language of a terminal: NOUGHTS_LANGUAGE, or else the locale.

    >>> of_environment({"LANG": "es_ES.UTF-8"})
    'es'
    """
    for variable in _VARIABLES:
        if environment.get(variable):
            return known(environment[variable]) or ENGLISH
    return ENGLISH


def _quality(parameters: str) -> float:
    """The weight of a language in the header, from 0 to 1; 0 where it cannot be read."""
    name, _, value = parameters.partition("=")
    if not name.strip():
        return 1.0
    try:
        quality = float(value) if name.strip().lower() == "q" else 0.0
    except ValueError:
        return 0.0
    return quality if 0 <= quality <= 1 else 0.0
