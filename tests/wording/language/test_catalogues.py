"""Every language has every message, with the same values, and what programs read is up to date."""

from __future__ import annotations

import ast
import gettext
import io
import re
from functools import cache
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

import noughts
from tests.wording.language import catalogues
from tests.wording.language.catalogues import (
    forms,
    is_translated,
    path,
    scripts_json,
    template,
    translated,
    update,
)

_LANGUAGES = list(translated())

# `make translations` writes what a message of the code lacks here.
messages = cache(template)
read = cache(catalogues.read)


@pytest.mark.parametrize("language", _LANGUAGES)
def test_a_language_has_exactly_the_messages_of_the_code_all_translated(language: str) -> None:
    assert _keys(read(language)) == _keys(messages())
    missing = [each.id for each in read(language) if each.id and not is_translated(each)]
    assert missing == []


@pytest.mark.parametrize(("one", "other"), list(combinations(_LANGUAGES, 2)))
def test_no_sentence_is_in_another_language(one: str, other: str) -> None:
    assert _sentences(one) & _sentences(other) == set()


@pytest.mark.parametrize("language", _LANGUAGES)
def test_a_translation_uses_the_values_of_its_message(language: str) -> None:
    wrong = [
        (each.id, form)
        for each in read(language)
        if each.id
        for form in forms(each.string)
        if form and not _is_fitting(each, form)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", _LANGUAGES)
def test_what_programs_and_scripts_read_is_up_to_date(language: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read(language))
    compiled.seek(0)
    with path(language, "noughts.mo").open("rb") as file:
        assert _contents(file) == _contents(compiled)
    found = path(language, "scripts.json").read_text(encoding="utf-8")
    assert found == scripts_json(update(language, messages()))


def test_no_sentence_hides_in_an_f_string() -> None:
    calls = {"_", "addressing", "agreeing", "gettext", "ngettext", "pgettext"}
    hidden = [
        f"{path}:{call.lineno}"
        for path in Path(noughts.__file__).parent.rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in calls
    ]
    assert hidden == []


def test_a_message_has_names_for_its_values() -> None:
    nameless = [each.id for each in messages() for form in forms(each.id) if "" in _names(form)]
    assert nameless == []


def _keys(catalogue: Catalog) -> set[tuple[Any, str | None]]:
    return {(each.id, each.context) for each in catalogue if each.id}


def _sentences(language: str) -> set[str]:
    """The translations of at least three words: shorter ones may be the same in two languages."""
    texts = {text for each in read(language) if each.id for text in forms(each.string)}
    words = re.compile(r"(?<!\{)\b[^\W\d]{2,}\b(?!\})")
    return {text for text in texts if len(words.findall(text)) >= 3}


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _is_fitting(message: Message, translation: str) -> bool:
    """True if a translation names the values of the English; a count may be put in words."""
    english, names = forms(message.id), _names(translation)
    named = set[str]().union(*map(_names, english))
    in_words = {"count", "number"} if len(english) > 1 else set()
    return named - in_words <= names <= named


def _contents(file: Any) -> dict[Any, str]:
    """The messages of a compiled catalogue, without the header, which names its tool."""
    catalogue: dict[Any, str] = vars(gettext.GNUTranslations(file))["_catalog"]
    return {key: text for key, text in catalogue.items() if key}
