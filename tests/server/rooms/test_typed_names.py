"""Names that are drawn, and first names that people type, hostile ones included."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.errors import IllegalAction
from noughts.server.games.names import LONGEST, check_unlike, first_name, skeleton
from noughts.server.rooms.names import ADJECTIVES, ANIMALS, COUNT, free_name
from noughts.server.rooms.types import Choices, Join, Remove, Rename, Room
from tests.server.rooms.members import OWNER, did, opened

CYRILLIC_MAX = "\u041c\u0430\u0445"
MIXED = "M\u0430x"  # with a Cyrillic a


def test_names_are_as_people_write_them() -> None:
    for typed, name in [
        ("Ann", "Ann"),
        ("  Anna   Lena ", "Anna Lena"),
        ("anne-marie", "anne-marie"),
        ("O\u2019Neil", "O'Neil"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("J. R.", "J. R."),
        ("\u674e\u660e", "\u674e\u660e"),
        ("\u0639\u0644\u064a", "\u0639\u0644\u064a"),
        (CYRILLIC_MAX, CYRILLIC_MAX),
        ("\u30b5\u30ea\u30fc", "\u30b5\u30ea\u30fc"),  # Japanese, with a mark of length
        ("\u4f50\u3005\u6728", "\u4f50\u3005\u6728"),  # and of repetition
        ("\u0e01\u0e34\u0e48\u0e07", "\u0e01\u0e34\u0e48\u0e07"),  # Thai, two marks on a letter
        (
            "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
            unicodedata.normalize("NFKC", "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f"),
        ),
    ]:
        assert first_name(typed) == name


def test_what_is_no_name_or_would_confuse_is_refused() -> None:
    for typed in (
        "", "   ", "<b>Ann</b>", "Ann&amp;", "a" * 17, "a" * 10_000, "\u202eAnn", "Ann\u200b",
        "Ann\x1b[31m", "Ann\n\u0000", "\U0001f600", "1", "Ann2", "-Ann", "''", "A & B", MIXED,
        "\u3164", "\u115f", "Ann\ufe0f", "An\u034fn", "\u17b4", "\u0301\u0301", "A \u0301",
        "a" + "\u0301" * 15,
        "Host", "HOST", "the computer", "you", "X", "H\u043est", "teacher", "Gastgeber",
        "\u029c\u1d0fs\u1d1b", "\u1d00nn", "H\u00d8st", "\u13bb\u13be\u13da\u13a2",
        "\ua4e7\ua4f3\ua4e2\ua4d4", "\u15e9\u144e\u144e", "\u01c0an", "Ma\u02bbx",
        "\U00010330\U00010330",
        "L'h\u00f4te", "Anfitrion", "Du", "\u2067Ann\u2069",
    ):  # fmt: skip
        with pytest.raises(IllegalAction) as caught:
            pytest.fail(f"{typed!r} is taken as {first_name(typed)!r}")
        assert len(str(caught.value)) < 80, typed


@given(st.text(max_size=40))
def test_whatever_is_typed_becomes_a_harmless_name_or_is_refused(typed: str) -> None:
    try:
        name = first_name(typed)
    except IllegalAction:
        return
    assert 1 <= len(name) <= LONGEST
    assert first_name(name) == name
    categories = {unicodedata.category(each) for each in name}
    assert categories <= {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Zs", "Pd", "Po"}
    assert not set(name) & set('<>&"\\/')


def test_look_alikes_of_others_are_refused() -> None:
    assert skeleton(CYRILLIC_MAX) == skeleton("Max") == skeleton("m.ax")
    for name in (CYRILLIC_MAX, "MAX", "M\u00e4x", "M\u0251x"):
        with pytest.raises(IllegalAction):
            check_unlike(name, ["Max", "Ann"])
    check_unlike("Maxi", ["Max"])
    for one, other in (("\u0141ukasz", "Lukasz"), ("\u0131da", "Ida"), ("A\u0261nes", "Agnes")):
        assert skeleton(one) == skeleton(other)


def typed_room() -> Room:
    found = opened()
    return Room(found.owner, found.secret, Choices(naming="typed"))


def test_a_typed_name_is_gone_at_once_when_the_host_wants_that() -> None:
    found = did(did(typed_room(), "1", Join("Ann"), draw=5), "2", Join("Ben", "Cat"), draw=6)
    assert [member.name for member in found.members] == ["Ann", "Ben & Cat"]
    renamed = did(found, OWNER, Rename(0), draw=9)
    removed = did(found, OWNER, Remove(1))
    assert "Ann" not in {member.name for member in renamed.members}
    assert "Ben & Cat" not in {member.name for member in removed.members}
    assert did(renamed, OWNER, Rename(0), draw=9) == renamed


def test_two_at_one_device_have_a_name_together_and_are_one_member() -> None:
    found = did(did(opened(), "1", Join(partner="yes"), draw=5), "1", Join(partner="yes"), draw=6)
    (member,) = found.members
    assert member.name.count(" & ") == 1


def test_there_is_a_drawn_name_for_everybody_and_none_is_long() -> None:
    taken: set[str] = set()
    for number in range(COUNT):
        name = free_name(taken, number)
        assert name not in taken
        taken.add(name)
    assert taken == {f"{adjective} {animal}" for adjective in ADJECTIVES for animal in ANIMALS}
    assert max(map(len, taken)) <= 16


@given(st.integers(0, 2**64), st.sets(st.integers(0, COUNT - 1), max_size=200))
def test_a_draw_gives_a_name_that_is_free(draw: int, others: set[int]) -> None:
    taken = {free_name((), other) for other in others}
    assert free_name(taken, draw) not in taken
