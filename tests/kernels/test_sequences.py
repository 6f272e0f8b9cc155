"""Threat sequences, against the checker of certificates and exact values."""

from __future__ import annotations

import lzma
from itertools import islice
from random import Random

import pytest

from noughts.atlas import solve
from noughts.core import Mark, Position, Rules, squares
from noughts.kernels.sequences import Sequences, WindowBoard
from noughts.solver.verdict import Value
from noughts.verifiers.verify_sequences import CROSS, NOUGHT, Board, Certificate
from tests.core import naive
from tests.search.positions import STYLES, anywhere, greedy, positions

ATTACKER, DEFENDER = 0, 1
NONE, SEVERAL = -1, -2
BOARDS = ("7x7:5", "6x6:4", "15x15:5", "5x5:3", "10x6:4", "4x3:3")


def checker(rules: Rules) -> Certificate:
    """A checker that has followed a certificate of a position on this board."""
    board = naive.empty_board(rules.width, rules.height, rules.k)
    for square in range(rules.k - 1):
        board = naive.play(naive.play(board, square), rules.width + square)
    text = f"noughts certificate 3: {board}: x wins\n{chr(47 + rules.k)}"
    return Certificate(lzma.compress(text.encode(), preset=0))


def checkers_board(checker: Certificate, attacker: int, defender: int) -> Board:
    empty = bytes(len(checker.windows)), (1 << checker.size) - 1
    return checker.put(checker.put(empty, attacker, CROSS), defender, NOUGHT)


def zone(sequences: Sequences) -> int:
    return sum(1 << square for square, looked_at in enumerate(sequences.zone) if looked_at)


def found(sequences: Sequences) -> list[int]:
    return list(sequences.moves[: sequences.length])


@pytest.mark.parametrize("count", [12, pytest.param(400, marks=pytest.mark.slow)])
def test_what_is_found_is_accepted_by_the_checker_and_replays_are_as_there(count: int) -> None:
    random, wins = Random(count), 0
    for text in BOARDS:
        rules = Rules.parse(text)
        board, proof = WindowBoard(rules), checker(rules)
        sequences = Sequences(board)
        lot = [islice(positions(text, style, random), count) for style in STYLES]
        for position, side in ((p, side) for drawn in lot for p in drawn for side in Mark):
            marks = position.marks(side), position.marks(side.other)
            board.set_up(*marks)
            before, tried = board.hash, [random.choices(range(rules.size), k=3)]
            if sequences.find(3, 400):
                wins += 1
                moves = found(sequences)
                assert sequences.wins()
                other = random.choices(range(rules.size), k=len(moves))
                mixed = [random.choice(pair) for pair in zip(moves, other, strict=True)]
                tried += [moves, moves[:-1], mixed]
            for moves in tried:
                sequences.load(moves)
                expected = proof.attack(checkers_board(proof, *marks), moves)
                assert sequences.wins() == bool(expected), (position, side, moves)
                assert not expected or zone(sequences) == expected, (position, side, moves)
            assert (board.hash, board.count) == (before, sum(map(int.bit_count, marks)))
    assert wins > count


def test_what_is_found_is_true() -> None:
    wins = 0
    for text in ("3x3:3", "4x3:3", "4x4:4", "4x4:3", "5x3:3"):
        board = WindowBoard(Rules.parse(text))
        sequences = Sequences(board)
        for position in islice(positions(text, anywhere, Random(1)), 60):
            board.set_up(position.marks(position.turn), position.marks(position.turn.other))
            if sequences.find(4, 300):
                assert solve(position).value is Value.WIN, position
                wins += 1
    assert wins > 40


def test_a_sequence_of_threes_is_found_within_its_threes_and_nodes() -> None:
    # X has four marks far from O's, and wins by two threes, the second of which ends the game.
    rows = ["o.........o", *["..........."] * 3, "....x.x....", "...x.x....."]
    rows += ["..........."] * 4 + ["o.........o"]
    position = Position.parse("/".join(rows) + " x 5")
    board = WindowBoard(position.rules)
    board.set_up(position.xs, position.os)
    sequences = Sequences(board)
    assert not sequences.find(0, 1_000)
    assert not sequences.find(5, 0)
    assert sequences.left < 0
    assert sequences.find(5, 1_000)
    assert sequences.left > 900
    assert len(found(sequences)) in (1, 2, 3)


def test_the_board_knows_where_a_side_completes_a_line() -> None:
    random = Random(3)
    for text in BOARDS:
        board = WindowBoard(Rules.parse(text))
        for position in islice(positions(text, greedy, random), 40):
            board.set_up(position.xs, position.os)
            for side, mark in ((ATTACKER, Mark.X), (DEFENDER, Mark.O)):
                expected = naive.winning(naive.board_of(position), mark.value)
                square = expected[0] if expected else NONE
                assert board.completing(side) == (square if len(expected) < 2 else SEVERAL)


def test_a_move_with_more_marks_in_its_windows_promises_more() -> None:
    board = WindowBoard(Rules.parse("7x7:5"))
    empty = [board.promise(square) for square in range(49)]
    assert empty.index(max(empty)) == 24
    board.set_up(0b1101 << 21, 0)
    best = max(set(range(49)) - set(squares(0b1101 << 21)), key=board.promise)
    assert best in (22, 25)
