"""Plays a strategy against every reply, by the rules of the core only."""

from __future__ import annotations

from noughts import Mark, Position
from noughts.core.symmetry import canonical
from noughts.core.threats import winning_squares
from noughts.solver.certificate import Fours, Pairs, Play
from tests.solver.writing import Strategy


def assert_wins(strategy: Strategy, position: Position, seen: set[Position]) -> None:
    """The side to move completes a line whatever the other side plays."""
    if canonical(position) in seen:
        return
    seen.add(canonical(position))
    match strategy.answer(position.xs, position.os):
        case Play(square):
            after = position.play(square)
            assert after.has_winner or not after.is_over
            for reply in after.moves:
                assert not after.play(reply).is_over
                assert_wins(strategy, after.play(reply), seen)
        case Fours(moves):
            assert_wins_by_fours(position, moves)
        case other:
            raise AssertionError(other)


def assert_wins_by_fours(position: Position, moves: tuple[int, ...]) -> None:
    winner = position.turn
    for number, move in enumerate(moves):
        position = position.play(move)
        assert not winning_squares(position, winner.other)
        threats = winning_squares(position, winner)
        if number == len(moves) - 1:
            assert threats.bit_count() >= 2
        else:
            assert threats.bit_count() == 1
            position = position.play(threats.bit_length() - 1)
            assert not position.is_over


def assert_holds(strategy: Strategy, position: Position, seen: set[Position]) -> None:
    """The other side, `maker`, completes no line whatever it plays."""
    if canonical(position) in seen or position.is_over:
        return
    seen.add(canonical(position))
    maker = position.turn
    match strategy.answer(position.xs, position.os):
        case None:
            for move in position.moves:
                after = position.play(move)
                assert not after.has_winner
                if not after.is_over:
                    answer = strategy.answer(after.xs, after.os)
                    assert isinstance(answer, Play)
                    assert_holds(strategy, after.play(answer.square), seen)
        case Pairs(pairs):
            assert_pairs_hold(position, maker, pairs)
        case other:
            raise AssertionError(other)


def assert_pairs_hold(position: Position, maker: Mark, pairs: tuple[tuple[int, int], ...]) -> None:
    squares = [square for pair in pairs for square in pair]
    assert len(set(squares)) == len(squares)
    assert all(position.is_legal(square) for square in squares)
    for line in position.rules.line_masks:
        is_closed = line & position.marks(maker.other)
        assert is_closed or any(line >> one & 1 and line >> two & 1 for one, two in pairs)
