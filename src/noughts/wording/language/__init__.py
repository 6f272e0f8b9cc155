"""The language in which sentences for people are written.

A sentence stands in the code in English, as in `_("{winner} wins", winner="X")`; the catalogues in
`locales/` hold it in the other languages. Programs choose a language with `use` or `choose`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from noughts.core.checks import check_type
from noughts.core.errors import NotationError

if TYPE_CHECKING:
    from fractions import Fraction
    from gettext import GNUTranslations

ENGLISH = "en"
P = ParamSpec("P")
T = TypeVar("T")

LANGUAGES = {  # by code, each as it calls itself
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
}
LOCALES = f"{__path__[0]}/locales"  # text: pathlib would take 3 ms of every start
_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur"})

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current() -> str:
    """Return the code of the language in use.

    >>> current()
    'en'
    """
    return _language.get()


def direction(language: str) -> str:
    """Return the direction in which a language is written, as HTML names it.

    >>> direction("en"), direction("ar")
    ('ltr', 'rtl')
    """
    return "rtl" if language in _RIGHT_TO_LEFT else "ltr"


def decimal_sign() -> str:
    """Return what stands before the decimals of a number in the language in use.

    >>> decimal_sign()
    '.'
    """
    return "." if current() == ENGLISH else ","


def percent(share: Fraction | float) -> str:
    """Return a share in per cent, in the language in use; what is not nothing is not 0.

    >>> percent(0.5849), percent(1), percent(0.0002)
    ('58.5%', '100%', '0.02%')
    """
    number = 100 * float(share)
    written = f"{number:.1g}" if 0 < number < 0.05 else f"{number:.1f}".removesuffix(".0")
    return f"{written}%".replace(".", decimal_sign())


def choose(language: str) -> None:
    """Write in a language from now on, in this thread or task; raises what `use` raises."""
    _language.set(_checked(language))


def _checked(language: str) -> str:
    check_type(language, str, "the language")
    if language not in LANGUAGES:
        raise NotationError(f"the language is one of {', '.join(LANGUAGES)}, not {language!r:.40}")
    return language


class use(AbstractContextManager[None]):  # noqa: N801 - read as a verb, like `suppress`
    """Write in a language, in this thread or task, until the context is left.

    Raises NotationError for a code that is none of `LANGUAGES`, and WrongType.
    """

    # As a generator it would take 3 µs more, twice for each move that pages are told of.
    def __init__(self, language: str) -> None:
        self._written = _checked(language)

    def __enter__(self) -> None:
        self._token = _language.set(self._written)

    def __exit__(self, *_: object) -> None:
        _language.reset(self._token)


def gettext(message: str, /, **values: object) -> str:
    """Return a sentence in the language in use, with values for the names in braces.

    >>> gettext("{winner} wins", winner="X")
    'X wins'
    """
    language = _language.get()
    text = message if language == ENGLISH else _catalogue(language).gettext(message)
    return text.format(**values) if values else text


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Return a sentence in the form for a count, which it may name as `{count}`.

    >>> ngettext("{count} move", "{count} moves", 2)
    '2 moves'
    """
    language = _language.get()
    if language == ENGLISH:
        text = singular if count == 1 else plural
    else:
        text = _catalogue(language).ngettext(singular, plural, count)
    return text.format(count=count, **values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a word or sentence whose translation depends on where it stands.

    >>> pgettext("result", "Draw")
    'Draw'
    """
    language = _language.get()
    text = message if language == ENGLISH else _catalogue(language).pgettext(context, message)
    return text.format(**values) if values else text


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """Have what a function says in a language remembered, by its arguments, which are hashable.

    >>> greet = remembered(lambda name: gettext("{winner} wins", winner=name))
    >>> greet("X")
    'X wins'
    """

    @lru_cache(maxsize=4_096)
    def answer(_language: str, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    @wraps(function)
    def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        return answer(_language.get(), *args, **kwargs)  # type: ignore[arg-type]

    return ask


@cache
def _catalogue(language: str) -> GNUTranslations:
    from gettext import translation  # 1 ms that English does not pay

    return translation("noughts", LOCALES, [language])
