"""Positions: moves, outcomes and the properties of values."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.core import Mark, Outcome, Position, Rules
from noughts.core.errors import IllegalMove, NotationError
from tests.core import naive
from tests.core.strategies import boards, marks, positions


class NumPyLike:
    """An integer that is not an int, like NumPy's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


# --- outcomes


@settings(deadline=None, max_examples=2 * settings().max_examples)
@given(boards(), marks, st.integers(0, 2**32 - 1))
def test_outcomes_agree_with_a_scan_on_any_board(rules: Rules, first: Mark, seed: int) -> None:
    for number, position in enumerate(naive.playout(rules.start(first), Random(seed))):
        if number % 16 and not position.is_over:
            continue
        board = naive.board_of(position)
        last = naive.runs(board, naive.other(board.turn))
        assert not naive.has_won(board, board.turn)
        empty = [square for square, letter in enumerate(board.cells) if letter == "."]
        outcome = position.outcome
        assert position.is_over == (outcome is not None) == (bool(last) or not empty), str(board)
        assert list(position.moves) == ([] if outcome else empty), str(board)
        if outcome is not None:
            assert outcome.winner is (position.turn.other if last else None), str(board)
            assert set(outcome.lines) == last, str(board)
            assert len(outcome.lines) == len(last), str(board)


def test_every_line_the_last_move_completed_is_given_at_full_length() -> None:
    for text, lines in [
        ("xxxxx/oo.oo o 3", ((0, 1, 2, 3, 4),)),
        ("xxx/xoo/xoo o 3", ((0, 1, 2), (0, 3, 6))),
        ("xxxoo/o.xxo/.oxox o 3", ((0, 1, 2), (2, 7, 12), (2, 8, 14))),
        ("oxxo/oo../oxx. x 3", ((0, 4, 8),)),
        ("x o 1", ((0,),)),
        (".o. x 1", ((1,),)),
        ("xxo/oox/xxo o 3", ()),
    ]:
        position = Position.parse(text)
        outcome = position.outcome
        assert outcome == Outcome(position.turn.other if lines else None, lines)
        assert outcome is not None
        assert outcome.line == (lines[0] if lines else ())
        assert outcome.squares == {square for line in lines for square in line}


# --- moves


@given(positions())
def test_playing_puts_one_mark_and_passes_the_turn_checked_or_not(position: Position) -> None:
    for move in position.moves:
        after = position.play(move)
        assert after.turn is position.turn.other
        assert after.first is position.first
        assert after.plies == position.plies + 1
        assert naive.board_of(after) == naive.play(naive.board_of(position), move)
        fresh = Position(after.rules, after.xs, after.os, after.turn)
        assert position.play_unchecked(move) == after == fresh
        assert hash(position.play_unchecked(move)) == hash(fresh)
        assert after.has_winner == fresh.has_winner


@given(positions(), st.integers(-3, 700))
def test_a_move_is_legal_exactly_when_it_can_be_played(position: Position, move: int) -> None:
    legal = move in position.moves
    assert position.is_legal(move) == legal
    if not legal:
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert (caught.value.position, caught.value.move) == (position, move)
        assert str(caught.value) == caught.value.reason


@given(positions())
def test_every_square_can_be_given_by_its_name(position: Position) -> None:
    assert [position.square(name) for name in position.move_names] == list(position.moves)
    for square in range(position.rules.size):
        name = position.name(square)
        assert position.is_legal(f" {name.upper()} ") == position.is_legal(square)
        if position.is_legal(square):
            assert position.play(name) == position.play(square)


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("x.o/.x./..o x 3", 0, "a1 is already taken by X"),
        ("x.o/.x./..o x 3", 8, "c3 is already taken by O"),
        ("x.o/.x./..o x 3", 9, "9 is off the board – its squares are 0 to 8"),
        ("x.o/.x./..o x 3", -1, "-1 is off the board – its squares are 0 to 8"),
        ("x.o/.x./..o x 3", 10**30, f"{10**30} is off the board – its squares are 0 to 8"),
        ("x.o/.x./..o x 3", "C3", "c3 is already taken by O"),
        ("x.o/.x./..o x 3", "d1", "d1 is off the board – its squares are a1 to c3"),
        ("x.o/.x./..o x 3", " A4", "A4 is off the board – its squares are a1 to c3"),
        ("xxx/oo./... o 3", 8, "the game is over"),
        ("xxx/oo./... o 3", 0, "the game is over"),
        ("ooo/xx./x.. x 3", 8, "the game is over"),
        ("xxo/oox/xxo o 3", 0, "the game is over"),
    ],
)
def test_an_illegal_move_is_refused_with_a_reason(text: str, move: int | str, reason: str) -> None:
    position = Position.parse(text)
    assert not position.is_legal(move)
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert caught.value.reason == reason
    assert caught.value.move == (8 if move == "C3" else move)


def test_integers_that_are_no_int_are_squares_and_moves_too() -> None:
    """Squares beyond 63 are where NumPy's own shifts would overflow."""
    numbers: list[Any] = list(map(NumPyLike, range(226)))
    start = Rules(15, 15, 5).start()
    after = start.play(numbers[200])
    assert after == start.play(200)
    assert type(after.xs) is int
    with pytest.raises(IllegalMove) as caught:
        start.play(numbers[225])
    assert type(caught.value.move) is int
    assert [after.is_legal(numbers[move]) for move in (199, 200, 225)] == [True, False, False]
    position = Position(start.rules, numbers[1], numbers[2], Mark.X)
    assert position == Position(start.rules, 1, 2, Mark.X)
    assert (type(position.xs), type(position.os)) == (int, int)


@pytest.mark.parametrize("text", ["", "5", "b", "2b", "b0", "b 2", "bb2", "b2\n3", "\u0131\u0661"])
def test_a_text_that_names_no_square_is_refused_by_every_door(text: str) -> None:
    position = Rules().start()
    for ask in (position.play, position.is_legal, position.square, position.name):
        with pytest.raises(NotationError, match="a square is a letter and a number, as in a1"):
            ask(text)


@pytest.mark.parametrize("square", [-1, 9, 10**30, NumPyLike(-1), "a4"])
def test_a_square_off_the_board_has_neither_index_nor_name_nor_mark(square: Any) -> None:
    for position in (Rules().start(), Position.parse("xxx/oo./... o 3")):
        for ask in (position.square, position.name, position.mark_at):
            if ask != position.mark_at or square != "a4":
                with pytest.raises(IllegalMove, match="is off the board – its squares are "):
                    ask(square)


@given(positions())
def test_every_square_holds_x_o_or_nothing(position: Position) -> None:
    assert position.xs | position.os == position.occupied
    assert position.occupied ^ position.empty == position.rules.full
    assert position.occupied & position.empty == 0
    assert position.occupied.bit_count() == position.plies
    assert (position.marks(Mark.X), position.marks(Mark.O)) == (position.xs, position.os)
    for square in range(position.rules.size):
        mark = position.mark_at(square)
        held = [m for m in Mark if position.marks(m) >> square & 1]
        assert held == ([] if mark is None else [mark])


# --- values


@given(positions())
def test_a_position_equals_its_copies_and_stands_for_itself_in_a_set(position: Position) -> None:
    copies = [
        Position.parse(position.notation),
        pickle.loads(pickle.dumps(position)),
        copy.copy(position),
        copy.deepcopy(position),
        replace(position),
        eval(repr(position)),
    ]
    for twin in copies:
        assert twin == position
        assert (twin.moves, twin.outcome) == (position.moves, position.outcome)
    assert len({position, *copies}) == 1


def test_positions_and_outcomes_are_values_that_differ_in_any_part_and_do_not_change() -> None:
    texts = [
        *(".../.../... x 3", ".../.../... o 3", ".../.../... x 2", ".../... x 3", "../../.. x 3"),
        *("x../.../... o 3", "o../.../... x 3", ".x./.../... o 3"),
    ]
    assert len(set(map(Position.parse, texts))) == len(texts)
    assert Position.parse(texts[0]) != object()
    for position in (Rules().start(), Rules().start().play(4)):
        for name in ("rules", "xs", "os", "turn", "has_winner"):
            with pytest.raises(FrozenInstanceError):
                setattr(position, name, 1)
        assert not hasattr(position, "__dict__")
    outcome = Position.parse("xxx/oo./... o 3").outcome
    assert pickle.loads(pickle.dumps(outcome)) == outcome == Outcome(Mark.X, ((0, 1, 2),))
    assert hash(outcome) == hash(Outcome(Mark.X, ((0, 1, 2),)))
    assert outcome != Outcome(Mark.O, ((0, 1, 2),))
