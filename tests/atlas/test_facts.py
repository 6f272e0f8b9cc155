"""What certificates answer, and conclusions for large boards, drawn where the truth is known."""

from __future__ import annotations

from functools import cache
from itertools import chain, product
from pathlib import Path
from random import Random

import pytest

from noughts import Limit, Mark, NotationError, Position, Rules, Value, prove, solve
from noughts.atlas.facts import Facts, certified, learn, verdict_of
from noughts.atlas.strategy import strategy_of
from noughts.atlas.table import PROOFS, boards
from noughts.core.symmetry import images
from noughts.solver import can_solve, exact
from noughts.solver.question import Inquiry
from tests.core import naive

SMALL = [rules for rules in boards() if rules.size <= 16]
LARGE = [Rules.parse(text) for text in ("5x4:4", "5x5:4", "4x6:4", "6x5:4", "5x6:4", "7x5:5")]


def assert_true(position: Position, known: Facts, most: int = 99) -> None:
    """All that is said to be known of a position, and of so many of its moves, is so."""
    value = value_of(position)
    assert known.wins in {None, value is Value.WIN}, position
    assert known.loses in {None, value is Value.LOSS}, position
    assert known.value in {None, value}, position
    least = Value.WIN if known.wins else Value.DRAW
    for move in known.keeping[:most]:
        assert -value_of(position.play(move)) >= least, (position, move)
    for move in known.dropping[:most]:
        assert -value_of(position.play(move)) < least, (position, move)


@cache
def value_of(position: Position) -> Value:
    """Return the value by the tables, or on a larger board by the prover."""
    if can_solve(position.rules):  # the value alone takes a fifth of what a verdict does
        search = exact.Search(exact.tables_of(position.rules), Limit())
        return search.value(*exact.sides(position))
    return prove(position, Limit(nodes=200_000)).value


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


def test_on_small_boards_all_that_is_known_within_any_limit_agrees_with_the_tables() -> None:
    every = chain.from_iterable(random_positions(rules, 5) for rules in SMALL)
    for number, position in enumerate(every):
        assert_true(position, certified(position))
        for nodes in (0, 3, 40) if number % 8 == 0 else ():
            assert_true(position, learn(position, Inquiry(position.rules, Limit(nodes=nodes))))


@pytest.mark.parametrize("rules", LARGE, ids=str)
def test_on_large_boards_all_that_certificates_say_agrees_with_the_prover(rules: Rules) -> None:
    told = 0
    for position in random_positions(rules, 4, most=14):
        known = certified(position)
        told += known.value is not None
        if known.wins is not None or known.loses is not None:
            assert_true(position, known, most=2)
    assert told


@pytest.mark.parametrize("text", ["3x3:3", "4x2:3", "3x3:2"])
def test_every_position_of_a_little_board_is_known_as_it_is(text: str) -> None:
    rules = Rules.parse(text)
    reached = naive.reachable_by_one_name(rules.width, rules.height, rules.k)
    every = [Position.parse(str(board)) for board in reached if not naive.is_over(board)]
    certain = 0
    for position in every:
        assert_true(position, certified(position))
    for position in every[:: max(1, len(every) // 600)]:
        known = learn(position, Inquiry(rules))
        assert_true(position, known)
        verdict = verdict_of(position, known)
        certain += verdict is not None
        if verdict is not None and verdict.plies is None and verdict.best_complete:
            keeping = [m for m in position.moves if -solve(position.play(m)).value is known.value]
            assert list(verdict.best) == keeping, position
    assert certain


def test_the_winner_that_follows_a_certificate_wins_against_every_reply() -> None:
    for text, first in product(("4x3:3", "3x4:3", "5x4:3", "4x5:3"), Mark):
        position = Rules.parse(text).start(first)
        assert loser_of_all_games(position) == {first.other}, text


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


def test_on_a_drawn_board_both_sides_hold_by_the_second_players_strategy() -> None:
    for text in ("5x4:4", "5x5:4", "4x6:4", "6x6:5", "7x7:5"):
        start = Rules.parse(text).start()
        assert certified(start).value is Value.DRAW, text
        assert certified(start).keeping == start.moves, text
        for position in map(start.play, start.moves):
            known = certified(position)
            assert known.value is Value.DRAW, position
            assert certified(position.play(known.keeping[0])).wins is False, position


def test_certificates_tell_the_same_of_every_orientation() -> None:
    for text in ("5x4:4", "4x5:4", "6x5:4"):
        for position in random_positions(Rules.parse(text), 2, most=8):
            known = certified(position)
            for image in map(certified, images(position)):
                assert (image.wins, image.loses) == (known.wins, known.loses), position


def test_a_certificate_is_the_one_in_the_table_and_read_where_there_is_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert strategy_of(Rules.parse("8x8:5")) is None
    assert strategy_of(Rules.parse("15x15:5")) is None
    known = certified(Rules.parse("15x15:5").start())
    assert (known.value, known.keeping) == (None, ())
    strategy_of.cache_clear()  # with one, it is read only where there is time for it
    position = Rules.parse("7x7:5").start().play("d4")
    for seconds, value in ((0.0, None), (60.0, Value.DRAW), (0.0, Value.DRAW)):
        assert certified(position, seconds).value is value
    packed = (PROOFS / "7x3-3.xz").read_bytes()
    (tmp_path / "7x3-3.xz").write_bytes(packed[:-1] + b"!")
    monkeypatch.setattr("noughts.atlas.strategy.PROOFS", tmp_path)
    with pytest.raises(NotationError, match="7x3:3 is not the one in the table"):
        strategy_of.__wrapped__(Rules.parse("3x7:3"))
    (tmp_path / "7x3-3.xz").write_bytes(packed)
    assert strategy_of.__wrapped__(Rules.parse("3x7:3")) is not None
