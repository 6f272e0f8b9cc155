"""The catalogues of translations: extracts the messages, updates each catalogue and compiles it.

`python -m tests.wording.language.catalogues` (`make translations`) writes for each language, in
`src/noughts/wording/language/locales/CODE/LC_MESSAGES`:

- `noughts.po`, for translators: every message, sorted, and the files that it occurs in;
- `noughts.mo`, for programs;
- `scripts.json`, for pages: the messages of the scripts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from noughts.wording.language import ENGLISH, LANGUAGES, LOCALES

ROOT = Path(__file__).parents[3]
_SOURCE = ROOT / "src" / "noughts"
_METHODS = {".py": "python", ".html": "jinja2.ext:babel_extract", ".js": "javascript"}
_KEYWORDS = {
    "N_": None,
    "_": None,
    "_html": None,
    "gettext": None,
    "ngettext": (1, 2),
    "addressing": (1, 1),
    "agreeing": (1, 2),
    "pgettext": ((1, "c"), 2),
}
_DATE = datetime(2026, 11, 22, tzinfo=UTC)  # of every catalogue: history is in the repository
_WIDTH = 100

Forms: TypeAlias = dict[str, str | list[str]]


def path(language: str, name: str) -> Path:
    """Where a file of a language is."""
    return Path(LOCALES, language, "LC_MESSAGES", name)


def translated() -> Iterator[str]:
    """The languages with a catalogue."""
    return (language for language in LANGUAGES if language != ENGLISH)


def template() -> Catalog:
    """Every message of the code, with the files that it occurs in."""
    catalogue = _catalogue()
    for file in sorted(_SOURCE.rglob("*")):
        method = _METHODS.get(file.suffix)
        if method is None or "kernels" in file.parts:
            continue
        name = file.relative_to(ROOT).as_posix()
        for line, message, comments, context in extract_from_file(method, file, _KEYWORDS):
            catalogue.add(message, None, [(name, line)], (), comments, context=context)
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue of a language as it is written; empty for a new language."""
    po = path(language, "noughts.po")
    if not po.exists():
        return _catalogue(language)
    with po.open("rb") as file:
        catalogue = read_po(file, locale=language)
    catalogue.creation_date = catalogue.revision_date = _DATE
    return catalogue


def update(language: str, messages: Catalog) -> Catalog:
    """The catalogue of a language with exactly these messages; new ones are untranslated."""
    catalogue = read(language)
    own = deepcopy(messages)  # else languages would share new messages, and their translations
    catalogue.update(own, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def write(language: str, catalogue: Catalog) -> None:
    """Write all files of a language."""
    path(language, "").mkdir(parents=True, exist_ok=True)
    with path(language, "noughts.po").open("wb") as po:
        write_po(po, catalogue, width=_WIDTH, sort_output=True, include_lineno=False)
    with path(language, "noughts.mo").open("wb") as mo:
        write_mo(mo, catalogue)
    path(language, "scripts.json").write_text(scripts_json(catalogue), encoding="utf-8")


def scripts_json(catalogue: Catalog) -> str:
    """The translations of the scripts' messages, by their English."""
    found: Forms = {}
    for message in sorted(catalogue, key=key):
        if message.string and any(name.endswith(".js") for name, _ in message.locations):
            text = message.string
            found[key(message)] = text if isinstance(text, str) else list(text)
    return json.dumps(found, ensure_ascii=False, indent=0) + "\n"


def key(message: Message) -> str:
    """The English of a message, in the singular."""
    return message.id if isinstance(message.id, str) else message.id[0]


def _catalogue(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        project="noughts",
        version="",
        copyright_holder="The noughts authors",
        msgid_bugs_address="",
        last_translator="",
        language_team="",
        header_comment="# Translations of noughts, under its licence.",
        creation_date=_DATE,
        revision_date=_DATE,
        fuzzy=False,
    )


def main() -> None:
    """Update every language, and say what remains to be translated."""
    messages = template()
    for language in translated():
        catalogue = update(language, messages)
        write(language, catalogue)
        missing = sum(not is_translated(message) for message in catalogue if message.id)
        print(f"{LANGUAGES[language]}: {missing} of {len(catalogue)} to translate")


def is_translated(message: Message) -> bool:
    """True if every form of a message has a translation."""
    return all(forms(message.string)) and not message.fuzzy


def forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """The forms of a message or of its translation."""
    return [text or ""] if text is None or isinstance(text, str) else text


if __name__ == "__main__":
    main()
