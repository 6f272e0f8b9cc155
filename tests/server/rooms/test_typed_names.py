"""Names that are drawn, and first names that people type, hostile ones included."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core import Ending, Mark, Rules, Termination
from noughts.core.errors import IllegalAction
from noughts.core.offer import Offer
from noughts.server.games.evolve import begin
from noughts.server.games.names import ANIMALS, LONGEST, check_unlike, first_name, free_name, shown
from noughts.server.games.types import Began, Person
from noughts.server.rooms.commands import Choose, Finish, Join, Leave, Pair, Remove, Rename
from noughts.server.rooms.decide import MOST_MEMBERS
from noughts.server.rooms.standings import standings
from noughts.server.rooms.text import situation
from noughts.server.rooms.types import Choices, Joined, Naming, Result, Room, Way
from noughts.server.rooms.views import room_game, wall_board
from noughts.wording.game_text import offer_text
from noughts.wording.language import LANGUAGES, use
from noughts.wording.text import Named, ending_text
from tests.server.games.people import NOW
from tests.server.rooms.members import OWNER, did, evolved, opened

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
        "\u029c\u1d0fs\u1d1b", "\u1d00nn", "\u13bb\u13be\u13da\u13a2",
        "\ua4e7\ua4f3\ua4e2\ua4d4", "\u15e9\u144e\u144e", "\u01c0an", "Ma\u02bbx",
        "\U00010330\U00010330",
        "L'h\u00f4te", "Anfitrion", "Du", "\u2067Ann\u2069", "\u093e\u0940", "A \u093e",
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


def test_no_two_have_the_same_name_however_it_is_written() -> None:
    for name in ("MAX", "M\u00e4x", "m.ax"):
        with pytest.raises(IllegalAction):
            check_unlike(name, ["Max", "Ann"])
    for name in ("Maxi", "Lan", CYRILLIC_MAX):  # what looks alike and is not, the host decides
        check_unlike(name, ["Max", "Ann", "Ian"])


def names_in(file: str) -> list[str]:
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    return [name.strip() for name in re.split("[,\n]", text) if name.strip()]


def test_usual_names_come_in_and_rude_ones_do_not() -> None:
    usual, rude = names_in("usual_names.txt"), names_in("rude_names.txt")
    assert (len({*usual}), len({*rude})) == (len(usual), len(rude))
    assert (len(usual) >= 500, len(rude) >= 200) == (True, True)
    assert [name for name in usual if not is_let_in(name)] == []
    assert [name for name in rude if is_let_in(name)] == []


def is_let_in(name: str) -> bool:
    try:
        return bool(first_name(name))
    except IllegalAction:
        return False


def test_a_typed_name_is_gone_at_once_when_the_host_wants_that() -> None:
    found = Room(OWNER, opened().secret, Choices(naming=Naming.TYPED))
    found = did(did(found, "1", Join("Ann"), draw=5), "2", Join("Ben", "Cat"), draw=6)
    assert [member.name for member in found.members] == ["Ann", "Ben & Cat"]
    renamed = did(found, OWNER, Rename(0), draw=9)
    removed = did(found, OWNER, Remove(1))
    assert "Ann" not in {member.name for member in renamed.members}
    assert "Ben & Cat" not in {member.name for member in removed.members}
    assert did(renamed, OWNER, Rename(0, "Bob"), draw=9).members[0].name == "Bob"
    with pytest.raises(IllegalAction, match="letters only"):
        did(renamed, OWNER, Rename(0, "Ben & Cat"))


def test_two_at_one_device_have_a_name_together_and_are_one_member() -> None:
    found = did(did(opened(), "1", Join(partner="yes"), draw=5), "1", Join(partner="yes"), draw=6)
    (member,) = found.members
    assert member.name.count(" & ") == 1
    pair, ending = (
        {Mark.X: Named("Mia & Ben"), Mark.O: Named("Tom")},
        Ending(Termination.RESIGNATION, Mark.X),
    )
    for language, offer, win in (
        ("en", "Mia & Ben offer a draw", "Mia & Ben win – Tom resigned"),
        ("de", "Mia & Ben bieten Remis an", "Mia & Ben gewinnen durch Aufgabe von Tom"),
        ("fr", "Mia & Ben proposent le match nul", "Mia & Ben gagnent par abandon contre Tom"),
        ("es", "Mia & Ben ofrecen un empate", "Mia & Ben ganan por abandono de Tom"),
    ):
        with use(language):
            assert (offer_text(pair, Offer.DRAW, Mark.X), ending_text(pair, ending)) == (offer, win)


def test_the_room_says_you_to_one_and_to_two_at_one_device() -> None:
    alone, two = (did(opened(), "1", Join(partner=partner), draw=5) for partner in ("", "yes"))
    gathered = "%s dabei – der Gastgeber startet die Partien bald"
    with use("de"):
        for found, you, has in ((alone, "Du bist", "Du hast"), (two, "Ihr seid", "Ihr habt")):
            in_rounds = did(found, OWNER, Choose(way=Way.SWISS))
            assert situation(in_rounds, "1").text == gathered % you
            gone = did(found, "1", Leave())
            assert situation(gone, "1").text.startswith(f"{has} den Raum verlassen")


@pytest.mark.parametrize("name", ["you", "X", "the computer", "your opponent"])
def test_whoever_has_the_name_of_a_part_is_called_by_it_in_a_room(name: str) -> None:
    """None of these can be typed today, but a log may have them."""
    names = {"1": name, "2": "Ben"}
    joined = [Joined(key, each, at=NOW, is_typed=True) for key, each in names.items()]
    found = did(evolved(opened(), (*joined,)), OWNER, Pair(0, 1))
    assert situation(found, "2").text == f"You're playing {name} – your board is ready"
    assert room_game("K7M2QXA9", found, 0).text == f"{name} plays Ben"
    start = Rules().start().notation
    began = Began(start, Person("1"), Person("2"), NOW, room="K7M2QXA9", names=(name, "Ben"))
    board = wall_board(room_game("K7M2QXA9", found, 0), begin(began), NOW)
    assert board.status == f"{name}'s turn"
    over = did(found, "", Finish(0, Result.X))
    assert room_game("K7M2QXA9", over, 0).text == f"{name} beat Ben"
    assert [line.name for line in standings(over).values()] == [name, "Ben"]


def test_there_is_a_drawn_name_for_everybody_in_every_language() -> None:
    taken: set[str] = set()
    for number in range(MOST_MEMBERS):
        name = free_name(taken, number)
        assert name not in taken
        taken.add(name)
    assert len(taken) == MOST_MEMBERS
    for language in LANGUAGES:
        with use(language):
            said = {name: shown(name) for name in taken}
            assert shown("🦊 Fox & 🐻 Bear 2") == f"{shown('🦊 Fox')} & {shown('🐻 Bear 2')}"
        assert len({*said.values()}) == len(said)
        assert all(said[name].split(" ")[0] == name.split(" ")[0] for name in said)
    with use("de"):
        assert (shown("🐻 Bear 2"), shown("Bear")) == ("🐻 Bär 2", "Bear")


@given(st.integers(0, 2**64), st.sets(st.integers(0, len(ANIMALS) - 1), max_size=200))
def test_a_draw_gives_a_name_that_is_free(draw: int, others: set[int]) -> None:
    taken = {free_name((), other) for other in others}
    assert free_name(taken, draw) not in taken
