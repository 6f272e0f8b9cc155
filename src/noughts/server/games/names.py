"""Names that people type: short, of one script, and like no other.

A name is letters with single spaces, hyphens, apostrophes or full stops between them, so that it
can be no mark-up, no instruction to a terminal and nothing that changes the direction of text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from noughts.core.errors import IllegalAction
from noughts.wording.language import gettext as _

LONGEST = 16  # letters; as long as the longest that a room draws
_JOINTS = " -'.·"
_JOINED = re.compile(r"[^ \-'.·]+((\. |[ \-'.·])[^ \-'.·]+)*\.?")
# Letters and marks that are shown as nothing, and marks without a letter or piled up on one.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_STRAY_MARKS = re.compile(r"(^| )m|mmm")
_RESERVED = (
    *("you", "the computer", "computer", "your opponent", "opponent", "player"),
    *("x", "o", "host", "the host", "teacher", "the teacher", "admin"),
    *("du", "der computer", "dein gegner", "gegner", "gastgeber", "der gastgeber", "lehrer"),
    *("lehrerin", "toi", "l'ordinateur", "ordinateur", "ton adversaire", "adversaire", "h\u00f4te"),
    *("l'h\u00f4te", "professeur", "t\u00fa", "el ordenador", "ordenador", "tu rival", "rival"),
    *("anfitri\u00f3n", "el anfitri\u00f3n", "profesor", "profesora"),
)
# In which first names are written, by the first words of their letters' names. Cherokee, Lisu and
# Canadian syllabics are not among them: their letters look like Latin ones by the dozen.
_SCRIPTS = (
    *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "SYRIAC", "THAANA"),
    *("NKO", "ADLAM", "TIFINAGH", "ETHIOPIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI"),
    *("ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN"),
    *("MYANMAR", "KHMER", "MONGOLIAN", "HANGUL", "BOPOMOFO"),
)
_TOGETHER = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
# Capitals of Cyrillic, Greek, Armenian and rarer Latin that look like plain Latin ones, which
# Unicode does not take apart; and a small L, like a capital I.
_LOOK_ALIKES = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420"
    "\u0421\u0422\u0423\u0425\u0406\u0408\u0405"
    "\u04ba\u04c0\u0500\u050c\u051a\u051c\u0474\u04ae"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c"
    "\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03f9\u037f"
    "\u0555\u054d\u054f\u0540\u0548\u0551\u0545\u053c"
    "\u2c6d\ua7ac\u0196\ua7ae\u0141\u00d8\u0110\u00d0\u0126\u0166L",
    "ABEKMHOPCTYXIJSHIDGQWVYABEZHIKMNOPTYXCJOUSHNGJIAGIIIODDHTI",
)


def first_name(typed: str) -> str:
    """A typed name as it is shown; raises IllegalAction with what to change.

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
    if skeleton(name) in map(skeleton, _RESERVED):
        raise IllegalAction(_("That name would confuse the others – choose another"))
    return name


def check_unlike(name: str, others: Collection[str]) -> None:
    """Raise IllegalAction for a name that looks like somebody else's."""
    if skeleton(name) in map(skeleton, others):
        raise IllegalAction(_("Somebody here already has that name – add a letter to yours"))


def skeleton(name: str) -> str:
    r"""What of a name the eye tells apart: names with the same skeleton look alike.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER EM}ax") == skeleton("Max"), skeleton("Zoé")
    (True, 'ZOE')
    """
    plain = unicodedata.normalize("NFKD", name.casefold().upper())
    letters = (each for each in plain if not unicodedata.combining(each))
    seen = "".join(letters).translate(_LOOK_ALIKES)
    return "".join(each for each in seen if each not in _JOINTS)


def _is_name(name: str) -> bool:
    """True if a name is letters of one script, with single joints in between."""
    letters = [each for each in name if each not in _JOINTS]
    scripts = {unicodedata.name(each, "?").split()[0] for each in letters if each.isalpha()}
    kinds = ["m" if unicodedata.category(c) == "Mn" else " " if c in _JOINTS else "l" for c in name]
    return (
        _JOINED.fullmatch(name) is not None
        and not _UNSEEN.search(name)
        and not _STRAY_MARKS.search("".join(kinds))
        and all(map(_is_letter, letters))
        and (scripts <= _TOGETHER or (len(scripts) == 1 and scripts.issubset(_SCRIPTS)))
    )


def _is_letter(character: str) -> bool:
    """True for a letter, or a mark upon one; NFKC has composed those that Latin names need.

    Latin letters without a capital are phonetic signs, small capitals among them.
    """
    is_latin = unicodedata.name(character, "?").startswith("LATIN")
    if is_latin and character.upper() == character.lower():
        return False
    return unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc")
