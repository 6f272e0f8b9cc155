"""Theorems about families of boards: which boards they answer, and how they are found."""

from __future__ import annotations

from itertools import product
from math import inf
from pathlib import Path

import pytest

from noughts.atlas import solve
from noughts.atlas.families import FAMILIES, AtlasBoard, Family, families, find_family, find_theorem
from noughts.atlas.table import read_table
from noughts.core import Rules
from noughts.core.errors import NotationError, Unsolved
from noughts.solver import Value
from tools.family_draws import answers, pattern
from tools.family_wins import Search

SIDES = [*range(1, 16), 100, inf]


def body(name: str) -> str:
    return (FAMILIES / name).read_text(encoding="utf-8").partition("\n")[2]


def test_families_agree_with_the_certificates_of_single_boards() -> None:
    for entry in read_table():
        board = AtlasBoard.parse(str(entry.rules))
        told = {each.value for each in families() if each.covers(board)}
        assert entry.proof is not None
        assert told <= {entry.proof.value}


@pytest.mark.parametrize("k", [1, 2, 3, 4, 8, 9, 50])
def test_every_board_is_answered_for_these_k(k: int) -> None:
    for width, height in product(SIDES, SIDES):
        longer, shorter = max(width, height), min(width, height)
        won = {
            1: True,
            2: longer >= 3 or shorter >= 2,
            3: longer >= 4 and shorter >= 3,
            4: (shorter >= 5 and longer >= 6) or (shorter == 4 and longer >= 9),
        }
        found = find_theorem(AtlasBoard(width, height, k))
        assert found is not None, (width, height)
        assert found.value is (Value.WIN if won.get(k) else Value.DRAW), (width, height)
        assert found == find_theorem(AtlasBoard(height, width, k)) or found.certificate is not None


def test_the_first_moves_of_a_win_win_on_single_boards_and_in_any_part_of_four_rows() -> None:
    for text in ("3x2:2", "4x3:3", "5x4:3", "6x5:4", "5x6:4", "7x5:4"):
        rules = Rules.parse(text)
        family = find_family(AtlasBoard.of(rules))
        assert family is not None, text
        moves = family.first_moves(rules)
        assert moves, text
        for move in moves:
            assert solve(rules.start().play(move)).value is Value.LOSS, (text, move)
    family = find_family(AtlasBoard.parse("16x4:4"))
    assert family is not None
    middle = [row * 16 + column for row in (1, 2) for column in (6, 7, 8, 9)]
    assert list(family.first_moves(Rules(16, 4, 4))) == middle


def test_six_and_seven_in_a_row_are_draws_on_low_boards_and_what_is_open_is_not_answered() -> None:
    for width, (k, most) in product(SIDES, ((6, 6), (7, 10))):
        for height in range(1, most + 1):
            for board in (AtlasBoard(width, height, k), AtlasBoard(height, width, k)):
                found = find_theorem(board)
                assert found is not None, board
                assert found.value is Value.DRAW, board
    tall = ("11xinfinite:7", "5xinfinite:5", "7xinfinite:6")
    for text in ("15x15:5", "infinite:5", "infinite:6", *tall):
        assert find_theorem(AtlasBoard.parse(text)) is None, text


def test_a_board_is_written_as_it_is_read_and_what_is_none_is_refused() -> None:
    for text in ("infinite:9", "4xinfinite:4", "infinitex4:4", "30x2:5"):
        assert str(AtlasBoard.parse(text)) == text
    for text in ("", "3x3", "0x3:3", "infinite", "3xinf:3", "3x3:0", "infinite:0"):
        with pytest.raises(NotationError, match="WIDTHxHEIGHT:K"):
            AtlasBoard.parse(text)


def test_the_certificates_are_found_again_and_a_search_that_finds_nothing_says_so() -> None:
    assert pattern(8) == body("pairs-9.txt")
    lines = body("tiles-8.txt").splitlines()
    assert answers(lines[-2]) == lines[-1]
    for board in ("1x1:1", "2x2:2", "3x1:2", "4x3:3"):
        name = f"win-{board.replace(':', '-')}.txt"
        search = Search(Rules.parse(board), is_strip=False, limit=1_000)
        assert f"{search.strategy()}\n" == body(name)
    with pytest.raises(Unsolved, match="no win was found in 3x3:3"):
        Search(Rules(3, 3, 3), is_strip=False, limit=1_000).strategy()
    with pytest.raises(Unsolved, match="no pattern"):
        pattern(3)
    with pytest.raises(Unsolved, match="every word"):
        answers("ab bc")


def test_a_claim_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "win.txt"
    for first, reason in (
        ("k = 3 on every board that holds 3x4: x wins", "higher than wide"),
        ("k = 3 on every board: o wins", "does not begin"),
    ):
        path.write_text(f"noughts family certificate 1: {first}\n0\n", encoding="utf-8")
        with pytest.raises(NotationError, match=reason):
            Family.read(path)
