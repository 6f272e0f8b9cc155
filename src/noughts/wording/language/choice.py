"""The language a person wants: what a browser accepts, and what a terminal's environment says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter

from noughts.wording.language import ENGLISH, LANGUAGES

_LONGEST = 200  # characters of a header that are read; browsers send 40
_PREFERENCE = r"\s*(?P<name>[\w*-]+)\s*(;\s*[qQ]\s*=\s*(?P<quality>0(\.\d*)?|1(\.0*)?)\s*)?"
_VARIABLES = ("NOUGHTS_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def known(name: str) -> str | None:
    """Return the language of ours that the name of a language or a locale means.

    >>> known("de-AT"), known("fr_FR.UTF-8"), known("tlh")
    ('de', 'fr', None)
    """
    code = name.strip().lower().replace("-", "_").partition("_")[0].partition(".")[0]
    return code if code in LANGUAGES else None


@lru_cache(maxsize=256)
def accepted(header: str) -> str:
    """Return the language that a header `Accept-Language` prefers of ours; English if it has none.

    >>> accepted("pt, fr;q=0.7, de-DE;q=0.9")
    'de'
    """
    items = (re.fullmatch(_PREFERENCE, item) for item in header[:_LONGEST].split(","))
    preferred = [
        (float(item["quality"] or 1), code)
        for item in items
        if item and (code := ENGLISH if item["name"] == "*" else known(item["name"]))
    ]
    quality, code = max(preferred, key=itemgetter(0), default=(0.0, ENGLISH))
    return code if quality > 0 else ENGLISH


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language of a terminal: NOUGHTS_LANGUAGE, or else the locale.

    >>> of_environment({"LANG": "es_ES.UTF-8"})
    'es'
    """
    for variable in _VARIABLES:
        if environment.get(variable):
            return known(environment[variable]) or ENGLISH
    return ENGLISH
