from __future__ import annotations

from fractions import Fraction

import pytest

from noughts.arena import odds
from noughts.core import Mark, Position
from noughts.menace.chances import Opposition
from noughts.menace.machine import Machine, Scheme
from noughts.menace.training import Matchboxes, train
from noughts.players import player
from tests.menace import naive

OPPONENTS = ("perfect", "random", "classic")


def position_of(board: str) -> Position:
    rows = "/".join((board[:3], board[3:6], board[6:]))
    return Position.parse(f"{rows} {naive.to_move(board)} 3")


def enumerated(machine: Machine, opponent: str) -> naive.Odds:
    someone, mark = player(opponent), machine.scheme.mark

    def beads(board: str) -> dict[int, int] | None:
        opened = machine.open(position_of(board))
        return None if opened is None else opened[1]

    def replies(board: str) -> dict[int, Fraction]:
        return {**someone.policy(position_of(board))}

    return naive.odds(mark.value, beads, replies)


SCHEMES = [
    Scheme(),
    Scheme(Mark.O),
    Scheme(first=(8, 4, 2, 1), shares=False),
    Scheme(Mark.O, (2, 2, 2, 2), 1, 0, -2),
]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_chances_are_those_of_an_enumeration_of_all_games(
    scheme: Scheme, opponent: str
) -> None:
    *_, trained = train(Machine.new(scheme), "easy", 60, seed=3)
    emptied = tuple(
        (0,) * len(beads) if number % 7 == 6 else beads
        for number, beads in enumerate(trained.machine.beads)
    )  # where it resigns, which is lost
    for machine in (Machine.new(scheme), trained.machine, Machine(scheme, emptied)):
        exact = enumerated(machine, opponent)
        assert sum(exact) == 1
        assert Opposition(opponent, scheme).chances(machine) == pytest.approx(
            tuple(map(float, exact)), abs=1e-12
        )


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_chances_are_those_of_the_engine_that_certifies(opponent: str) -> None:
    for mark in Mark:
        scheme = Scheme(mark)
        machine = Machine.new(scheme)  # of which no box is empty
        exact = odds(Matchboxes(machine), opponent, mark=mark)
        assert Opposition(opponent, scheme).chances(machine) == pytest.approx(
            (float(exact.loss), float(exact.draw), float(exact.win)), abs=1e-12
        )


def test_all_chances_are_gone_when_the_first_box_is_empty() -> None:
    new = Machine.new()
    empty = Machine(new.scheme, ((0, 0, 0), *new.beads[1:]))
    assert Opposition("random").chances(empty) == (1.0, 0.0, 0.0)
