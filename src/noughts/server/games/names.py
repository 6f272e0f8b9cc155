"""Names that people type, and those that a room draws, as readers of each language see them.

A typed name is letters with single spaces, hyphens, apostrophes or full stops between them, so that
it can be no mark-up, no instruction to a terminal and nothing that changes the direction of text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from pathlib import Path

from noughts.core.errors import N_, IllegalAction
from noughts.wording.language import gettext as _

LONGEST = 16  # letters; as long as the longest drawn name
_JOINTS = " -'.·"
_JOINED = re.compile(r"[^ \-'.·]+((\. |[ \-'.·])[^ \-'.·]+)*\.?")
# Letters and marks that are shown as nothing, and marks without a letter or piled up on one.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_STRAY_MARKS = re.compile(r"(^| )[mv]|mmm")
_RESERVED = (
    *("you", "the computer", "computer", "your opponent", "opponent", "player"),
    *("x", "o", "host", "the host", "teacher", "the teacher", "admin"),
    *("du", "der computer", "dein gegner", "gegner", "gastgeber", "der gastgeber", "lehrer"),
    *("lehrerin", "toi", "l'ordinateur", "ordinateur", "ton adversaire", "adversaire", "h\u00f4te"),
    *("l'h\u00f4te", "professeur", "t\u00fa", "el ordenador", "ordenador", "tu rival", "rival"),
    *("anfitri\u00f3n", "el anfitri\u00f3n", "profesor", "profesora"),
)
# The scripts of first names, by the first word of their letters' names. Cherokee, Lisu and
# Canadian syllabics are not among them: their letters look like Latin ones by the dozen.
_SCRIPTS = (
    *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "SYRIAC", "THAANA"),
    *("NKO", "ADLAM", "TIFINAGH", "ETHIOPIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI"),
    *("ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN"),
    *("MYANMAR", "KHMER", "MONGOLIAN", "HANGUL", "BOPOMOFO"),
)
_TOGETHER = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
_CONTAINED = 5  # letters of a rude word that no name may contain; shorter ones are parts of names
# No animal that a child is teased with; each has a picture, by which drawn names are known.
ANIMALS = (
    ("🦡", N_("Badger")), ("🦇", N_("Bat")), ("🐻", N_("Bear")), ("🦫", N_("Beaver")),
    ("🐝", N_("Bee")), ("🦬", N_("Bison")), ("🦋", N_("Butterfly")), ("🐪", N_("Camel")),
    ("🐱", N_("Cat")), ("🦀", N_("Crab")), ("🐊", N_("Crocodile")), ("🦌", N_("Deer")),
    ("🐬", N_("Dolphin")), ("🐉", N_("Dragon")), ("🦆", N_("Duck")), ("🦅", N_("Eagle")),
    ("🐘", N_("Elephant")), ("🦩", N_("Flamingo")), ("🦊", N_("Fox")), ("🐸", N_("Frog")),
    ("🦒", N_("Giraffe")), ("🐐", N_("Goat")), ("🐹", N_("Hamster")), ("🦔", N_("Hedgehog")),
    ("🐴", N_("Horse")), ("🦘", N_("Kangaroo")), ("🐨", N_("Koala")), ("🐞", N_("Ladybird")),
    ("🐆", N_("Leopard")), ("🦁", N_("Lion")), ("🦎", N_("Lizard")), ("🦙", N_("Llama")),
    ("🦞", N_("Lobster")), ("🐭", N_("Mouse")), ("🐙", N_("Octopus")), ("🦦", N_("Otter")),
    ("🦉", N_("Owl")), ("🐼", N_("Panda")), ("🦜", N_("Parrot")), ("🦚", N_("Peacock")),
    ("🐧", N_("Penguin")), ("🐰", N_("Rabbit")), ("🦝", N_("Raccoon")), ("🐓", N_("Rooster")),
    ("🦭", N_("Seal")), ("🦈", N_("Shark")), ("🐑", N_("Sheep")), ("🐿️", N_("Squirrel")),
    ("🦢", N_("Swan")), ("🐯", N_("Tiger")), ("🐢", N_("Turtle")), ("🦄", N_("Unicorn")),
    ("🐳", N_("Whale")), ("🐺", N_("Wolf")), ("🦓", N_("Zebra")),
)  # fmt: skip
_WORDS = dict(ANIMALS)
_MOST_ALIKE = 9  # of one animal: 495 names are more than a room has members


def first_name(typed: str) -> str:
    """Return a typed name as it is shown; raises IllegalAction with what to change.

    >>> first_name("  anna-lena "), first_name("Zoë")
    ('anna-lena', 'Zoë')
    """
    name = " ".join(unicodedata.normalize("NFKC", typed.replace("\u2019", "'")).split())
    if not name:
        raise IllegalAction(_("Type your first name"))
    if len(name) > LONGEST:
        raise IllegalAction(_("Names have at most {count} letters", count=LONGEST))
    if not _is_name(name):
        raise IllegalAction(_("A name has letters only – type your first name"))
    if folded(name) in map(folded, _RESERVED):
        raise IllegalAction(_("That name would confuse the others – choose another"))
    check_decent(name)
    return name


def check_unlike(name: str, others: Collection[str]) -> None:
    """Raise IllegalAction for the name of another player, however it is written."""
    if folded(name) in map(folded, others):
        raise IllegalAction(_("That name is taken here – add a letter to yours"))


def check_decent(name: str) -> None:
    """Raise IllegalAction for a name that is, or contains, a word no wall should show."""
    whole = re.sub(r"(.)\1\1+", r"\1", folded(name))  # three of a letter are one
    parts = {folded(part) for part in re.split(f"[{_JOINTS}]", name)} | {whole, folded(name)}
    for word in _rude_words():
        if word in parts or (len(word) >= _CONTAINED and word in whole):
            raise IllegalAction(_("That name can't be shown to everybody – choose another"))


@cache
def _rude_words() -> frozenset[str]:
    lines = Path(__file__).with_name("rude_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def folded(name: str) -> str:
    """Return the letters of a name alone, without case and accents.

    >>> folded("Zoë"), folded("J. R.")
    ('zoe', 'jr')
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(
        character
        for character in plain
        if not unicodedata.combining(character) and character not in _JOINTS
    )


def _is_name(name: str) -> bool:
    """True if a name is letters of one script, with single joints in between."""
    letters = [character for character in name if character not in _JOINTS]
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in letters if letter.isalpha()}
    return (
        _JOINED.fullmatch(name) is not None
        and not _UNSEEN.search(name)
        and not _STRAY_MARKS.search("".join(map(_kind, name)))
        and all(map(_is_letter, letters))
        and (scripts <= _TOGETHER or (len(scripts) == 1 and scripts.issubset(_SCRIPTS)))
    )


def _kind(character: str) -> str:
    """Return what a character is to the pattern of stray marks: joint, mark or letter."""
    if character in _JOINTS:
        return " "
    return {"Mn": "m", "Mc": "v"}.get(unicodedata.category(character), "l")


def _is_letter(character: str) -> bool:
    """True for a letter, or a mark upon one; NFKC has composed those that Latin names need.

    Latin letters without a capital are phonetic signs, small capitals among them.
    """
    is_latin = unicodedata.name(character, "?").startswith("LATIN")
    if is_latin and character.upper() == character.lower():
        return False
    return unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc")


def free_name(taken: Collection[str], draw: int) -> str:
    """Return the name that a random number picks, or the next one that is not taken.

    >>> free_name((), 2), free_name({"🐻 Bear"}, 2), free_name({"🐻 Bear & 🦊 Fox"}, 2)
    ('🐻 Bear', '🦫 Beaver', '🦫 Beaver')

    Once all animals are taken they are numbered, as in "🐻 Bear 2"; raises StopIteration when there
    are nine of each. O(names taken).
    """
    used = {single for name in taken for single in name.split(" & ")}
    names = (
        " ".join((*ANIMALS[(draw + step) % len(ANIMALS)], *number))
        for number in ((), *((str(count),) for count in range(2, _MOST_ALIKE + 1)))
        for step in range(len(ANIMALS))
    )
    return next(name for name in names if name not in used)


def free_names_of_two(taken: Collection[str], draw: int) -> str:
    """Return the names of two players who share a device.

    >>> free_names_of_two((), 2)
    '🐻 Bear & 🦫 Beaver'
    """
    one = free_name(taken, draw)
    return f"{one} & {free_name({*taken, one}, draw + draw // len(ANIMALS))}"


def shown(name: str) -> str:
    """Return a name as a reader sees it: as it was typed, or drawn and in their language."""
    names = name.split(" & ")
    for place, single in enumerate(names):
        if (word := _WORDS.get(single.partition(" ")[0])) is not None:
            names[place] = single.replace(word, _(word))
    return " & ".join(names)
