from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from noughts.arena import odds
from noughts.core import Mark, Position
from noughts.menace.chances import Flawless, Opposition
from noughts.menace.machine import Machine, Scheme
from noughts.menace.training import Matchboxes, Michie, train
from noughts.players import player
from noughts.wording.language import percent
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


def worst(machine: Machine) -> Fraction:
    """How often a machine loses to the answers, all without a mistake, that suit it least."""
    mark = machine.scheme.mark.value

    @cache
    def value(board: str) -> int:
        if naive.winner(board) is not None:
            return -1
        return max((-value(naive.put(board, square)) for square in naive.free(board)), default=0)

    @cache
    def lost(board: str) -> Fraction:
        won = naive.winner(board)
        if won is not None or "." not in board:
            return Fraction(won not in (None, mark))
        after = {square: naive.put(board, square) for square in naive.free(board)}
        if naive.to_move(board) != mark:
            return max(lost(then) for then in after.values() if -value(then) == value(board))
        opened = machine.open(position_of(board))
        beads = dict.fromkeys(after, 1) if opened is None else opened[1]
        if not sum(beads.values()):
            return Fraction(1)
        counted = (count * lost(after[square]) for square, count in beads.items())
        return sum(counted, Fraction(0)) / sum(beads.values())

    return lost("." * 9)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_worst_that_players_without_a_mistake_do_is_that_of_an_enumeration(
    scheme: Scheme,
) -> None:
    *_, trained = train(Machine.new(scheme), "easy", 60, seed=3)
    emptied = tuple(
        (0,) * len(beads) if number % 7 == 6 else beads
        for number, beads in enumerate(trained.machine.beads)
    )
    for machine in (Machine.new(scheme), trained.machine, Machine(scheme, emptied)):
        most = Flawless(scheme).most_lost(machine)
        assert most == pytest.approx(float(worst(machine)), abs=1e-12)
        assert most >= Opposition("perfect", scheme).chances(machine).loss - 1e-12


def test_another_opponent_without_a_mistake_can_do_better_than_perfect() -> None:
    """The figures are those of docs/menace.md."""
    *_, last = train(Machine.new(), Michie(seed=99), 220, seed=99)
    assert percent(1 - Opposition("perfect").chances(last.machine).loss) == "98%"
    assert percent(1 - Flawless().most_lost(last.machine)) == "96.1%"
