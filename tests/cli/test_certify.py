"""`noughts certify`: everything that can happen to a player, as text and as data."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from noughts.arena import certify
from noughts.core.record import Record
from noughts.players import player
from tests.cli.conftest import Noughts


def report(noughts: Noughts, *arguments: str) -> Any:
    done = noughts("certify", *arguments, "--json")
    assert (done.code, done.complained) == (0, "")
    return json.loads(done.said)


def test_classic_loses_twelve_lines_and_only_as_o(noughts: Noughts) -> None:
    done = noughts("certify", "classic")
    assert (done.code, done.complained) == (0, "")
    as_x, as_o = done.said.split("\nas O\n")
    assert as_x.startswith("classic on 3x3:3, X first\n\nas X\n")
    assert f"  {'lines lost':28}0\n" in as_x
    assert f"  {'lines lost':28}12\n" in as_o
    assert f"  {'loses to the best opponent':28}1\n" in as_o


def test_the_shortest_loss_is_a_record_that_can_be_replayed(noughts: Noughts) -> None:
    said = noughts("certify", "classic").said
    assert said.count("shortest loss: ") == 1
    record = Record.parse(said.split("shortest loss: ")[1].strip())
    assert record.game.ending is not None
    assert record.game.ending.winner is not None
    assert record.players[record.game.ending.winner] == "refuter"


def test_perfect_loses_nothing(noughts: Noughts) -> None:
    said = noughts("certify", "perfect").said
    assert said.count(f"  {'lines lost':28}0\n") == 2
    assert said.count(f"  {'loses to random':28}0\n") == 2
    assert "shortest loss" not in said


def test_the_data_say_what_the_certification_found(noughts: Noughts) -> None:
    data = report(noughts, "classic")
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


@pytest.mark.parametrize("name", ["random", "classic", "perfect"])
def test_the_probabilities_of_a_side_add_up_to_one(noughts: Noughts, name: str) -> None:
    for side in report(noughts, name)["sides"].values():
        assert sum(map(Fraction, side["against_random"].values())) == 1


def test_a_refutation_in_the_data_is_a_record_or_null(noughts: Noughts) -> None:
    sides = report(noughts, "classic")["sides"]
    assert sides["x"]["refutation"] is None
    record = Record.parse(json.dumps(sides["o"]["refutation"]))
    assert record.game.ending is not None


def test_another_board_can_be_certified(noughts: Noughts) -> None:
    assert report(noughts, "classic", "--board", "2x2:2")["rules"] == "2x2:2"
