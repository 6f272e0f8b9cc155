"""`noughts certify` and `noughts perft`: everything that can happen, counted."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from noughts import Mark
from noughts.arena import certify
from noughts.core.record import Record
from noughts.players import player
from tests.cli.conftest import Noughts, data_of, said_by


def test_classic_loses_12_lines_as_o_perfect_none_and_random_nearly_all(noughts: Noughts) -> None:
    said = said_by(noughts, "certify", "classic")
    as_x, as_o = said.split("\nas O\n")
    assert as_x.startswith("classic on 3x3:3, X first\n\nas X\n")
    assert f"  {'lines lost':28}0\n" in as_x
    assert f"  {'lines lost':28}12\n" in as_o
    assert f"  {'loses to the best opponent':28}1\n" in as_o
    (moves,) = re.findall("shortest loss: (.*)\n", said)
    assert moves == "X a1, O b2, X b3, O c1, X a3, O a2, X c3"
    assert said.endswith(
        "\n\nAs X, classic can't be beaten: it loses none of 94 lines.\n"
        "As O, classic can be beaten: the best opponent wins every game, "
        "one who moves at random 1.3% of the games.\n"
    )
    said = noughts("certify", "perfect").said
    assert said.count(f"  {'lines lost':28}0\n") == 2
    assert said.count(f"  {'loses to random':28}0\n") == 2
    assert "shortest loss" not in said
    assert "the best opponent wins 99.5% of the games" in noughts("certify", "random").said


def test_the_data_say_what_the_certification_found(noughts: Noughts) -> None:
    data = data_of(noughts, "certify", "classic")
    found = certify(player("classic"))
    assert (data["player"], data["rules"], data["first"]) == ("classic", "3x3:3", "x")
    assert list(data["sides"]) == ["x", "o"]
    for side in found.sides:
        told = data["sides"][side.mark.value]
        assert told["positions"] == side.positions
        assert sum(told["lines"].values()) == side.lines
        assert told["lines"]["lost"] == side.lines_lost
        assert Fraction(told["worst_loss"]) == side.worst_loss
        assert Fraction(told["against_random"]["loss"]) == side.against_random.loss
    for name in ("random", "classic", "perfect"):
        for told in data_of(noughts, "certify", name)["sides"].values():
            assert sum(map(Fraction, told["against_random"].values())) == 1


def test_a_refutation_in_the_data_is_a_record_or_null_on_any_board(noughts: Noughts) -> None:
    sides = data_of(noughts, "certify", "classic")["sides"]
    assert sides["x"]["refutation"] is None
    record = Record.parse(json.dumps(sides["o"]["refutation"]))
    assert record.game.ending is not None
    assert record.game.ending.winner is Mark.X
    assert data_of(noughts, "certify", "classic", "--board", "2x2:2")["rules"] == "2x2:2"


# --- perft


def rows(said: str) -> dict[str, list[int]]:
    """The numbers of each row by its first word."""
    table = [line.split() for line in said.splitlines()]
    return {head: [int(cell.replace(",", "")) for cell in cells] for head, *cells in table[1:]}


def test_all_games_of_the_common_board_are_counted_ply_by_ply(noughts: Noughts) -> None:
    said = said_by(noughts, "perft", "3x3:3")
    counted = rows(said)
    assert list(counted) == [*map(str, range(10)), "all", "games:"]
    assert counted["0"] == [1, 0, 0, 0, 1, 1]
    assert counted["5"] == [15_120, 1_440, 0, 0, 1_260, 174]
    assert counted["9"][0] == 127_872
    assert counted["all"] == [549_946, 131_184, 77_904, 46_080, 5_478, 765]
    assert counted["games:"] == [255_168]
    lines = said.splitlines()
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
