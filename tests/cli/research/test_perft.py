"""`noughts perft`: the numbers that must come out."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Noughts


def rows(said: str) -> dict[str, list[int]]:
    """The numbers of each row by its first word."""
    table = [line.split() for line in said.splitlines()]
    return {head: [int(cell.replace(",", "")) for cell in cells] for head, *cells in table[1:]}


def test_all_games_of_the_common_board_are_counted_ply_by_ply(noughts: Noughts) -> None:
    done = noughts("perft", "3x3:3")
    assert (done.code, done.complained) == (0, "")
    counted = rows(done.said)
    assert list(counted) == [*map(str, range(10)), "all", "games:"]
    assert counted["0"] == [1, 0, 0, 0, 1, 1]
    assert counted["5"] == [15_120, 1_440, 0, 0, 1_260, 174]
    assert counted["9"][0] == 127_872
    assert counted["all"] == [549_946, 131_184, 77_904, 46_080, 5_478, 765]
    assert counted["games:"] == [255_168]
    lines = done.said.splitlines()
    heads = ("ply", "sequences", "X wins", "O wins", "draws", "positions", "classes")
    assert " ".join(lines[0].split()) == " ".join(heads)
    assert len({len(line) for line in lines[:-1]}) == 1
    assert len(lines[0]) <= 100


def test_counting_stops_at_the_depth_or_the_longest_game(noughts: Noughts) -> None:
    for depth in (0, 1, 4):
        counted = rows(noughts("perft", "3x3:3", str(depth)).said)
        assert list(counted) == [*map(str, range(depth + 1)), "all", "games:"]
        assert counted["games:"] == [0]
    assert noughts("perft", "2x2:2", "999") == noughts("perft", "2x2:2")
    counted = rows(noughts("perft", "15x15:5", "1").said)
    assert [counted[ply][0] for ply in "01"] == [1, 225]
    assert counted["1"][-1] == 36


def test_more_positions_than_memory_holds_are_a_failure_in_one_line(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.core.perft.LARGEST_PLY", 100)
    done = noughts("perft", "3x3:3")
    assert done.code == 1
    told = "noughts: the next ply has more than 100 positions; ask for fewer plies\n"
    assert done.complained == told
