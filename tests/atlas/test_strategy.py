"""What certificates answer: every covered position, against the prover and the tables."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from random import Random

import pytest

from noughts import Limit, Mark, NotationError, Position, Rules, Value, prove, solve
from noughts.atlas import PROOFS, boards
from noughts.atlas.known import certified
from noughts.atlas.strategy import strategy_of
from noughts.core.symmetry import images

SMALL = [rules for rules in boards() if rules.size <= 16]
LARGE = [Rules.parse(text) for text in ("5x4:4", "5x5:4", "4x6:4", "6x5:4", "5x6:4", "7x5:5")]
ENOUGH = Limit(nodes=200_000)


def random_positions(rules: Rules, games: int, most: int = 99) -> list[Position]:
    """Positions of games in which one side follows the certificate half the time."""
    random = Random(str(rules))
    found = []
    for number in range(games):
        position = rules.start(Mark.O if number % 2 else Mark.X)
        while not position.is_over and position.plies < most:
            found.append(position)
            keeping = certified(position).keeping
            follows = keeping and random.random() < 0.8
            position = position.play(random.choice(keeping if follows else position.moves))
    return found


def test_on_small_boards_all_it_says_agrees_with_the_tables() -> None:
    for position in chain.from_iterable(random_positions(rules, 12) for rules in SMALL):
        known, value = certified(position), solve(position).value
        assert known.wins in {None, value is Value.WIN}, position
        assert known.loses in {None, value is Value.LOSS}, position
        for move in known.keeping:
            after = -solve(position.play(move)).value
            assert after is Value.WIN if known.wins else after is not Value.LOSS, position


@pytest.mark.parametrize("rules", LARGE, ids=str)
def test_on_large_boards_it_agrees_with_the_prover(rules: Rules) -> None:
    told = 0
    for position in random_positions(rules, 4, most=14):
        known = certified(position)
        told += known.value is not None
        if known.wins is None and known.loses is None:
            continue
        value = prove(position, ENOUGH).value
        assert known.wins in {None, value is Value.WIN}
        assert known.loses in {None, value is Value.LOSS}
        for move in known.keeping[:2]:
            after = position.play(move)
            if not after.has_winner:
                after_value = -prove(after, ENOUGH).value
                assert after_value is Value.WIN if known.wins else after_value is not Value.LOSS
    assert told


@pytest.mark.parametrize("text", ["4x3:3", "3x4:3", "5x4:3", "4x5:3"])
def test_the_winner_that_follows_it_wins_against_every_reply(text: str) -> None:
    for first in Mark:
        position = Rules.parse(text).start(first)
        assert loser_of_all_games(position) == {first.other}


def loser_of_all_games(position: Position) -> set[Mark]:
    """Who loses when the first player follows the certificate and completes lines at sight."""
    if position.is_over:
        assert position.has_winner
        return {position.turn}
    if position.turn is position.first:
        known = certified(position)
        at_once = [move for move in position.moves if position.play(move).has_winner]
        return loser_of_all_games(position.play((at_once or known.keeping)[0]))
    return set().union(*(loser_of_all_games(position.play(move)) for move in position.moves))


@pytest.mark.parametrize("text", ["5x4:4", "5x5:4", "4x6:4", "6x6:5", "7x7:5"])
def test_on_a_drawn_board_both_sides_hold_by_the_second_players_strategy(text: str) -> None:
    rules = Rules.parse(text)
    assert certified(rules.start()).value is Value.DRAW
    assert certified(rules.start()).keeping == rules.start().moves
    for move in rules.start().moves:
        position = rules.start().play(move)
        known = certified(position)
        assert known.value is Value.DRAW
        assert certified(position.play(known.keeping[0])).wins is False


@pytest.mark.parametrize("text", ["5x4:4", "4x5:4", "6x5:4"])
def test_it_tells_the_same_of_every_orientation(text: str) -> None:
    for position in random_positions(Rules.parse(text), 2, most=8):
        known = certified(position)
        for image in images(position):
            assert (certified(image).wins, certified(image).loses) == (known.wins, known.loses)


def test_a_board_without_a_certificate_has_no_strategy() -> None:
    assert strategy_of(Rules.parse("8x8:5")) is None
    assert strategy_of(Rules.parse("15x15:5")) is None
    known = certified(Rules.parse("15x15:5").start())
    assert (known.value, known.keeping) == (None, ())


def test_a_certificate_that_is_not_the_one_in_the_table_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = (PROOFS / "7x3-3.xz").read_bytes()
    (tmp_path / "7x3-3.xz").write_bytes(packed[:-1] + b"!")
    monkeypatch.setattr("noughts.atlas.strategy.PROOFS", tmp_path)
    with pytest.raises(NotationError, match="7x3:3 is not the one in the table"):
        strategy_of.__wrapped__(Rules.parse("3x7:3"))
    (tmp_path / "7x3-3.xz").write_bytes(packed)
    assert strategy_of.__wrapped__(Rules.parse("3x7:3")) is not None
