"""The atlas in the package: complete, in agreement with the literature, and shown on the pages."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from noughts.atlas import solve
from noughts.atlas.answers import answers_name
from noughts.atlas.chart import picture
from noughts.atlas.table import PROOFS, TABLE, Entry, boards, check, proof_name, read_table
from noughts.core import Rules
from noughts.core.errors import InvalidProof
from noughts.solver import Value, can_solve
from noughts.verifiers.verify import MOST_BYTES, MOST_POSITIONS, MOST_STEPS, MOST_TEXT, Certificate
from noughts.wording.grammar import counted

TABLE_OF_ALL = read_table()
CLAIMS = {str(entry.rules): entry.claim for entry in TABLE_OF_ALL}

# What a test may take: 5,000 positions are checked in a tenth of a second.
SMALL = 5_000


def positions(entry: Entry) -> int:
    return entry.proof.positions if entry.proof else 0


LARGEST = max(TABLE_OF_ALL, key=positions)


def test_every_board_is_there_and_proved_by_a_small_certificate() -> None:
    assert tuple(entry.rules for entry in TABLE_OF_ALL) == boards()
    assert "unknown" not in CLAIMS.values()
    files = {path.name for path in PROOFS.iterdir()}
    others = {TABLE, answers_name(Rules(7, 7, 5))}
    assert files == {*others, *(proof_name(rules) for rules in boards())}
    assert sum(path.stat().st_size for path in PROOFS.iterdir()) <= 20_000_000
    sizes = {str(entry.rules): entry.proof.size for entry in TABLE_OF_ALL if entry.proof}
    assert sizes["9x4:4"] <= 40_000


def test_a_sample_of_the_certificates_holds_and_an_entry_can_be_read_back() -> None:
    for entry in TABLE_OF_ALL:
        if positions(entry) <= SMALL:
            check(entry)
    for entry in (*TABLE_OF_ALL, Entry(Rules(), None)):
        assert Entry.parse(str(entry)) == entry


@pytest.mark.slow
@pytest.mark.parametrize(
    "entry",
    [entry for entry in TABLE_OF_ALL if SMALL < positions(entry) < positions(LARGEST)],
    ids=lambda each: str(each.rules),
)
def test_every_certificate_holds(entry: Entry) -> None:
    check(entry)


@pytest.mark.slow
def test_the_largest_certificate_holds_and_leaves_room_within_the_bounds_of_the_checker() -> None:
    packed = (PROOFS / proof_name(LARGEST.rules)).read_bytes()
    checked = Certificate(packed)
    proof = LARGEST.proof
    assert proof is not None
    assert sha256(packed).hexdigest() == proof.sha256
    found = (checked.claim, len(checked.seen), len(packed))
    assert found == (f"{LARGEST.rules} {LARGEST.claim}", proof.positions, proof.size)
    assert 6 * len(packed) < MOST_BYTES
    assert 6 * len(checked.text) < MOST_TEXT
    assert 2.5 * len(checked.seen) < MOST_POSITIONS
    assert 2.5 * checked.steps < MOST_STEPS


def test_the_values_are_those_of_the_other_solver_and_of_the_literature() -> None:
    for entry in TABLE_OF_ALL:
        if can_solve(entry.rules) and entry.proof:
            assert entry.proof.value is solve(entry.rules.start()).value, entry
    draws = "3x3:3 4x4:4 5x4:4 5x5:4 6x4:4 7x4:4 8x4:4 5x5:5 6x6:5 7x7:5"
    assert {CLAIMS[board] for board in draws.split()} == {"draw"}
    threes = [
        rules for rules in boards() if rules.k == 3 and rules.height >= 3 and rules.width >= 4
    ]
    wins = ["6x5:4", "6x6:4", "9x4:4", *map(str, threes)]
    assert {CLAIMS[board] for board in wins} == {"x wins"}
    assert len(wins) == 17


def copy_of(board: str, folder: Path) -> Entry:
    """The entry of a board, its certificate copied into a folder."""
    entry = next(each for each in TABLE_OF_ALL if str(each.rules) == board)
    shutil.copy(PROOFS / proof_name(entry.rules), folder)
    return entry


def test_an_entry_that_says_something_else_than_its_certificate_is_refused(tmp_path: Path) -> None:
    check(Entry(Rules(), None), tmp_path)  # what is unknown needs no certificate
    entry = copy_of("3x3:3", tmp_path)
    check(entry, tmp_path)
    assert entry.proof is not None
    changes: list[dict[str, Any]] = [
        *({"positions": 1}, {"size": 1}, {"sha256": "0" * 64}, {"value": Value.WIN})
    ]
    for change in changes:
        with pytest.raises(InvalidProof, match="the certificate"):
            check(replace(entry, proof=replace(entry.proof, **change)), tmp_path)
    other = copy_of("4x4:4", tmp_path)
    (tmp_path / "4x4-4.xz").replace(tmp_path / "3x3-3.xz")
    with pytest.raises(InvalidProof, match="proves something else: 4x4:4 draw"):
        check(Entry(Rules(), other.proof), tmp_path)


# The picture.


def test_the_picture_shows_boards_both_ways_up_and_theorems_and_leaves_open_the_rest() -> None:
    titles = picture_titles(TABLE_OF_ALL)
    for entry in TABLE_OF_ALL:
        width, height, k = entry.rules.width, entry.rules.height, entry.rules.k
        for board in (f"{width}x{height}:{k}", f"{height}x{width}:{k}"):
            assert f"{board}: {entry.claim}, {counted(positions(entry), 'position')}" in titles
    titles = picture_titles([])
    assert titles.count("k >= 8 on every board") == len([*range(8, 16), inf])
    assert titles.count("k >= 9 on every board") == len([*range(9, 16), inf])
    assert "k = 4 on every board that holds 6x5" in titles
    titles = picture_titles([Entry(Rules(8, 8, 5), None)])
    assert not any(title.startswith("8x8:5") for title in titles)
    assert {title for title in titles if "k = 5" in title} == set()


def picture_titles(entries: Sequence[Entry]) -> list[str]:
    """What the picture says of its fields, from left to right and from above."""
    elements = ElementTree.fromstring(picture(entries)).iter()
    return [str(each.text) for each in elements if each.tag.endswith("title")]
