"""Advice: the adviser's move, unless two moves ahead show a better one."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from noughts import IllegalAction, Position, Rules
from noughts.atlas import values
from noughts.coach.explanation import advise, explain
from noughts.coach.findings import Avoids, LikeAll, OnlyMove, OpenLines
from noughts.coach.forced import proved_worth
from noughts.coach.text import explanation_text
from noughts.players import player
from noughts.solver import MoveValue, Value
from tests.coach.test_tactics import SMALL, moves_in
from tests.core import naive
from tests.search.positions import near_the_fight, positions

PERFECT, CLASSIC = player("perfect"), player("classic")


@pytest.mark.slow
def test_on_3x3_the_advice_is_the_perfect_players_move_or_as_good_as_it() -> None:
    changed = 0
    for board in naive.reachable_by_one_name(3, 3, 3):
        position = Position.parse(str(board))
        if not position.is_over:
            advice = advise(position, PERFECT)
            assert advice.move == PERFECT.choose(position).move
            found = explain(position, advice.move)
            assert advice.findings[: len(found.findings)] == found.findings
            assert replace(advice, findings=(), is_advice=False) == replace(found, findings=())
            # No other adviser can bring it to throw a value away.
            advice = advise(position, CLASSIC)
            worth, best = naive.worth(board, advice.move), naive.best_worth(board)
            assert worth[0] == best[0]
            assert worth == best or best[0] < 1
            changed += advice.move != CLASSIC.choose(position).move
    assert changed > 50


def test_on_a_large_board_a_fork_is_made_or_stopped_where_that_can_be() -> None:
    position = Position.parse("...../.xx../..o../..o../..... x 4")
    assert CLASSIC.choose(position).move != advise(position, CLASSIC).move == 8
    rows = [*["." * 9] * 3, "...ooo...", *["." * 9] * 4, "x......xx"]
    advice = advise(Position.parse(f"{'/'.join(rows)} x 5"), CLASSIC)
    assert (advice.move in (28, 29, 33, 34), advice.worth) == (True, None)
    lost = Position.parse("x..../x..../.ooo./...../x...o x 4")
    advice = advise(lost, CLASSIC)
    assert (advice.move, advice.worth) == (CLASSIC.choose(lost).move, MoveValue(Value.LOSS, 2))
    with pytest.raises(IllegalAction, match="the game is over"):
        advise(Position.parse("xxx/oo./... o 3"), PERFECT)


@given(moves_in(SMALL))
def test_advice_never_passes_over_a_win_that_shows_and_loses_only_where_all_moves_do(
    drawn: tuple[Position, int],
) -> None:
    position, _ = drawn
    advice, proved = advise(position, CLASSIC), proved_worth(position)
    if proved is not None and proved.worth.value is Value.WIN:
        assert advice.worth is not None
        assert advice.worth.value is Value.WIN
    if advice.worth is not None and advice.worth.value is Value.LOSS:
        others = [explain(position, move).worth for move in position.moves]
        assert all(worth is not None and worth.value is Value.LOSS for worth in others)


@given(moves_in([Rules(5, 5, 4), Rules(7, 6, 4), Rules(9, 9, 5)]))
def test_advice_has_a_reason_wherever_a_row_is_open_and_counts_open_lines_where_there_is_no_other(
    drawn: tuple[Position, int],
) -> None:
    position, _ = drawn
    advice = advise(position, CLASSIC)
    assert advice.is_advice
    lines = naive.open_lines(naive.board_of(position), advice.move)
    assert advice.findings or not lines
    for ground in advice.findings:
        if isinstance(ground, OpenLines):
            assert {type(each) for each in advice.findings} <= {OpenLines, LikeAll}
            assert ground.lines == lines > 0
            assert "it's part of " in explanation_text(advice)


def test_what_atlas_and_prover_prove_the_coach_knows_and_else_counts_open_lines() -> None:
    for adviser, board, sentence in [
        (
            "classic",
            "15x15:5",
            "h8 seems best, though that isn't proved: it's part of 20 possible rows.",
        ),
        (
            "perfect",
            "5x5:4",
            "c3 keeps the draw: it's part of eight possible rows; every other move draws too.",
        ),
        (
            "perfect",
            "6x5:4",
            "c3 keeps the win: there's an answer to every reply, for example O a1, X d3, O b1,"
            " X b3, O a3, X e3.",
        ),
    ]:
        advice = advise(Rules.parse(board).start(), player(adviser))
        assert explanation_text(advice) == sentence
    start = Rules(20, 1, 5).start()
    assert explanation_text(explain(start, "a1")) == "a1 keeps the draw."
    assert advise(start, CLASSIC).worth == MoveValue(Value.DRAW, None)


@pytest.mark.parametrize("board", ["4x4:4", "5x4:4", "5x5:4", "6x6:5"])
def test_a_hint_that_draws_says_what_would_become_of_other_moves(board: str) -> None:
    random, seen = Random(board), set()
    for position in islice(positions(board, near_the_fight, random), 0, 120, 3):
        advice = advise(position, CLASSIC)
        if advice.value is not Value.DRAW:
            continue
        others = [move for move in position.moves if move != advice.move]
        proved = values(position)
        for finding in advice.findings:
            match finding:
                case OnlyMove():
                    assert all(proved[move].value is Value.LOSS for move in others)
                case Avoids(moves):
                    assert all(proved[move].value is Value.LOSS for move in moves)
                case LikeAll():
                    assert all(proved[move].value is Value.DRAW for move in others)
            seen.add(type(finding))
        assert "no possible rows" not in explanation_text(advice)
    assert seen & {Avoids, LikeAll}
