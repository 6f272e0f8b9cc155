"""The programs of the tutorial know what the library knows, of every position."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from noughts import Mark, Position, Rules, Value, solve
from noughts.arena import certify
from noughts.atlas import keeping_moves
from noughts.coach.puzzle import positions
from noughts.core.symmetry import images
from noughts.players import player
from tests.tutorial.steps import names, program, solution

RULES = Rules()


@cache
def everything() -> list[Position]:
    """All 5,478 positions, in some order."""
    found = {RULES.start()}
    layer = set(found)
    while layer:
        layer = {each.play(move) for each in layer for move in each.moves}
        found |= layer
    assert len(found) == 5_478
    return list(found)


def value_for_x(position: Position) -> int:
    """What a position is worth to X, by the solver."""
    if position.outcome is not None:
        return {Mark.X: 1, None: 0, Mark.O: -1}[position.outcome.winner]
    return int(solve(position).value) * (1 if position.turn is Mark.X else -1)


def board_of(position: Position, empty: str = " ") -> list[str]:
    """A position as the programs have it."""
    marks = position.notation.split()[0].replace("/", "").upper()
    return [empty if mark == "." else mark for mark in marks]


def test_step_6_knows_every_value_and_never_gives_anything_away() -> None:
    defined = names(program(6))
    minimax, computer_move = defined["minimax"], defined["computer_move"]
    for position in list(positions(RULES))[1:]:  # of the start, the page shows the move
        assert minimax(board_of(position), str(position.turn))[0] == value_for_x(position)
        move, count = computer_move(board_of(position), str(position.turn))
        assert move in keeping_moves(position)
        assert count > 1
    # The example of the page is a tie by one move.
    position = Position.parse("xox/oox/.x. o 3")
    assert minimax(board_of(position), "O") == (0, 5)
    assert keeping_moves(position) == (8,)


@pytest.mark.parametrize("order", [None, "7_1"])
def test_alpha_beta_knows_every_value_and_looks_at_less_than_minimax(order: str | None) -> None:
    defined = names(program(7), *([solution(order)] if order else []))
    for position in everything():
        value, count = defined["alpha_beta"](board_of(position), str(position.turn))
        assert value == value_for_x(position)
        assert count <= 16_811
    for position in list(positions(RULES))[1:] if order is None else []:
        board, turn = board_of(position), str(position.turn)
        assert defined["alpha_beta"](board, turn)[1] <= defined["minimax"](board, turn)[1]


@pytest.mark.parametrize("standing_for", ["itself", "smallest_image"])
def test_a_table_knows_the_value_of_every_position(standing_for: str) -> None:
    defined = names(program(8))
    table: dict[str, int] = {}
    for position in everything():
        board = "".join(board_of(position, "."))
        value = defined["solve"](board, str(position.turn), table, defined[standing_for])
        assert value == value_for_x(position)


def test_the_images_of_step_8_are_those_of_the_library() -> None:
    find = names(program(8))["images"]
    for position in everything():
        expected = {"".join(board_of(image, ".")) for image in images(position)}
        assert set(find("".join(board_of(position, ".")))) == expected


@pytest.mark.parametrize("solutions", [(), (solution("9_2"),)])
def test_minimax_on_any_board_knows_the_value_of_every_position(solutions: Any) -> None:
    minimax = names(program(9), *solutions)["minimax"]
    table: dict[Position, Value] = {}
    for position in everything():
        ours = minimax(position, table)
        assert int(ours) * (1 if position.turn is Mark.X else -1) == value_for_x(position)


def test_the_computer_of_step_4_is_our_classic_player() -> None:
    classic, computer_move = player("classic"), names(program(4))["computer_move"]
    for position in everything():
        if not position.is_over:
            move = computer_move(board_of(position), str(position.turn))
            assert move == classic.choose(position).move


def test_step_5_finds_every_game_that_classic_loses() -> None:
    every_game = names(program(5))["every_game"]
    for side in certify(player("classic")).sides:
        games = every_game([" "] * 9, "X", str(side.mark), [])
        assert len(games) == side.lines
        assert sum(won == str(side.mark.other) for _, won in games) == side.lines_lost


def test_the_answers_of_step_12_keep_the_draw_and_others_are_refused() -> None:
    defined = names(program(12))
    answers: dict[str, int] = {}
    defined["find_answers"](RULES.start(), "O", answers)
    for text, move in answers.items():
        assert solve(Position.parse(text).play(move)).value in (Value.DRAW, Value.LOSS)
    for text in list(answers)[:40]:
        kept = answers.pop(text)
        with pytest.raises(ValueError, match="no answer"):
            defined["check"](RULES.start(), "O", answers)
        answers[text] = kept
