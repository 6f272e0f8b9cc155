"""What the coach says about moves on boards too large for proofs: little, but all of it true."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Limit, Position, Rules, Value
from noughts.coach import findings, forced
from noughts.coach.explanation import explain
from noughts.coach.tactics import quick_win
from noughts.coach.text import explanation_text
from noughts.solver import MoveValue
from tests.coach import claims
from tests.coach.claims import check_forced, found
from tests.coach.conftest import Explained
from tests.core import naive
from tests.search.oracle import Referee
from tests.search.positions import greedy, positions

pytestmark = pytest.mark.usefixtures("without_atlas")

SMALL = [Rules(5, 4, 3), Rules(6, 3, 3), Rules(5, 5, 4), Rules(7, 6, 4), Rules(18, 1, 2)]
LARGE = [Rules(15, 15, 5), Rules(19, 19, 6)]


@st.composite
def moves_in(draw: st.DrawFn, boards: list[Rules]) -> tuple[Position, int]:
    """A move in a game crowded into a corner, so that there are threats: seldom at random, often
    the square that wins or blocks."""
    rules, random = draw(st.sampled_from(boards)), Random(draw(st.integers(0, 2**32 - 1)))
    near = [
        row * rules.width + column
        for row in range(min(rules.height, rules.k + 1))
        for column in range(min(rules.width, rules.k + 2))
    ]
    position = rules.start()
    for _ in range(draw(st.integers(0, len(near) - 1))):
        move = random.choice([square for square in near if not position.occupied >> square & 1])
        after = position.play(move)
        if after.is_over:
            break
        position = after
    board = naive.board_of(position)
    urgent = naive.winning(board, "x") + naive.winning(board, "o")
    forking = sorted(naive.forking(board, "x") | naive.forking(board, "o"))
    choices = [moves for moves in (urgent, forking, position.moves) if moves]
    return position, draw(st.sampled_from(draw(st.sampled_from(choices))))


def check(position: Position, move: int) -> None:
    """Every finding and every proved worth, against walking along the rows."""
    board = naive.board_of(position)
    each = Explained(board, naive.play(board, move), explain(position, move))
    assert found(each, findings.OnlyMove) is None
    missed = found(each, findings.MissesForcedWin)
    if missed is not None:
        assert missed.plies is not None
        claims.check_win_along(each.board, missed.line)
        Referee(claims.forced_move, may_lengthen=True).check(position, missed.plies)
    check_each(each)


def check_each(each: Explained) -> None:
    claims.check_wins(each)
    claims.check_blocks(each)
    claims.check_threats_made(each)
    claims.check_stops_fork(each)
    fork, loss = found(each, findings.AllowsFork), found(each, findings.AllowsLoss)
    if fork is not None:
        claims.check_allows_fork(each, fork)
    if loss is not None:
        claims.check_win_along(each.after, loss.line)
    _check_worth(each)
    _check_win_passed_over(each)
    assert explanation_text(each.explanation).endswith(".")


def _check_worth(each: Explained) -> None:
    """A value is given if the game ends within four moves; any other is a win by force."""
    worth, seen = each.explanation.worth, _seen_worth(each)
    if isinstance(worth, forced.ForcedValue):
        assert seen is None
        claims.check_forced(Position.parse(str(each.after)), worth)
    else:
        assert (None if worth is None else (int(worth.value), worth.plies)) == seen


def _seen_worth(each: Explained) -> tuple[int, int] | None:
    if naive.is_over(each.after):
        return (1 if naive.has_won(each.after, each.mover) else 0), 1
    if naive.winning(each.after, each.opponent):
        return -1, 2
    if len(naive.winning(each.after, each.mover)) >= 2:
        return 1, 3
    return (-1, 4) if winning_forks(each.after) else None


def winning_forks(board: naive.Board) -> list[int]:
    """The forks of the side to move that leave the other nothing to win with."""
    forks = sorted(naive.forking(board, board.turn))
    return [
        fork
        for fork in forks
        if not naive.winning(naive.play(board, fork), naive.other(board.turn))
    ]


def _check_win_passed_over(each: Explained) -> None:
    missed, delayed = found(each, findings.MissesWin), found(each, findings.DelaysWin)
    assert missed is None or delayed is None
    worth, best = each.explanation.worth, each.explanation.best
    if missed is not None:
        assert worth is not None
        assert worth.value < Value.WIN
    passed_over = missed or delayed
    if naive.winning(each.board, each.mover):
        assert best is not None
        assert (best.value, best.plies) == (Value.WIN, 1)
        assert (passed_over is None) == naive.has_won(each.after, each.mover)
    if passed_over is not None:
        _check_quick_win(each.board, passed_over.line)


def _check_quick_win(board: naive.Board, line: tuple[int, ...]) -> None:
    """A line of one move, or of a fork, a reply and the win that no reply can stop."""
    if len(line) > 1:
        fork, reply, _ = line
        assert fork in winning_forks(board)
        assert reply in naive.winning(naive.play(board, fork), board.turn)
        board = naive.play(naive.play(board, fork), reply)
    assert line[-1] in naive.winning(board, board.turn)


@settings(max_examples=150)
@given(moves_in(SMALL))
def test_all_that_is_found_on_boards_of_some_size_is_true(drawn: tuple[Position, int]) -> None:
    check(*drawn)


@pytest.mark.slow
@settings(max_examples=15)
@given(moves_in(LARGE))
def test_all_that_is_found_on_large_boards_is_true(drawn: tuple[Position, int]) -> None:
    check(*drawn)


@pytest.mark.slow
def test_all_that_is_found_at_sight_on_3x3_is_true_and_what_shows_is_found(
    explained_at_sight: list[Explained],
) -> None:
    for each in explained_at_sight:
        check_each(each)
        value, plies = naive.best_worth(each.board)
        worth, best = naive.worth(each.board, each.move), each.explanation.best
        if plies <= {1: 3, 0: 1, -1: 2}[value]:
            assert best is not None
            assert (best.value, best.plies) == (value, plies)
        else:
            assert best is None
        assert found(each, findings.OnlyMove) is None or best is not None
        assert (found(each, findings.AllowsFork) is not None) == (worth == (-1, 4))
        assert (found(each, findings.AllowsLoss) is not None) == (worth == (-1, 2))
        passed_over = found(each, findings.MissesWin) or found(each, findings.DelaysWin)
        shows_win = value == 1 and best is not None
        assert (passed_over is not None) == (shows_win and (value, plies) != worth)


def test_a_fork_on_a_large_board_is_a_proved_win() -> None:
    position = Position.parse("...../.xx../..o../..o../..... x 4")
    assert quick_win(position) == (8, 5, 9)
    for text in (  # a fork that leaves the opponent a win is none
        "...../.xx../ooo../..o../....x x 4",
        "..x../..x../ooo../...../..... x 4",
    ):
        assert quick_win(Position.parse(text)) == ()
    assert explain(position, 8).worth == explain(position, 8).best == MoveValue(Value.WIN, 3)
    # To let it go by is not proved to miss the win.
    explanation = explain(position, 24)
    assert explanation.findings == (findings.DelaysWin((8, 5, 9)),)
    assert (explanation.worth, explanation.keeps_value) == (None, None)


def test_where_any_move_is_as_good_as_the_best_and_what_is_a_sooner_win() -> None:
    explanation = explain(Position.parse("x..../x..../.ooo./...../x...o x 4"), 10)
    assert explanation.best == explanation.worth == MoveValue(Value.LOSS, 2)
    assert explanation.keeps_value is True
    explanation = explain(Position.parse("xoxoxoxoxoxoxoxoxox. o 4"), 19)
    assert explanation.best == explanation.worth == MoveValue(Value.DRAW, 1)
    three, five = MoveValue(Value.WIN, 3), forced.ForcedValue(Value.WIN, 5)
    unknown = MoveValue(Value.WIN, None)
    assert forced.is_sooner(three, five)
    assert forced.is_sooner(five, unknown)
    assert not any(
        forced.is_sooner(*pair) for pair in [(five, three), (unknown, three), (three, three)]
    )


@pytest.mark.parametrize("board", ["7x7:4", "9x9:5"])
def test_every_move_with_a_value_wins_or_loses_by_force(board: str) -> None:
    random, seen = Random(board), set()
    for position in islice(positions(board, greedy, random), 0, 60, 3):
        worths = forced.forced_values(position)
        assert list(worths) == [move for move in position.moves if move in worths]
        for move in random.sample(list(worths), min(len(worths), 4)):
            after = position.play(move)
            if worths[move].plies == 1:
                assert after.has_winner == (worths[move].value is Value.WIN)
            else:
                check_forced(after, worths[move])
            seen.add(worths[move].value)
    assert seen == {Value.WIN, Value.LOSS}


def test_a_quiet_position_or_no_time_has_no_values_and_makes_none_up() -> None:
    explanation = explain(Rules(15, 15, 5).start(), 112)
    assert (explanation.best, explanation.worth, explanation.findings) == (None, None, ())
    assert explanation.keeps_value is None
    start = explanation.position.play("h8")
    assert forced.forced_values(start) == {}
    assert forced.proved_worth(start) is None
    assert forced.threat(start) is None
    assert forced.worth_of(start) is None
    found = islice(positions("9x9:5", greedy, Random(5)), 30)
    for position in found:
        some, all_ = (forced.forced_values(position, each) for each in (Limit(seconds=0), None))
        assert {move: worth.value for move, worth in some.items()}.items() <= {
            (move, worth.value) for move, worth in all_.items()
        }


def test_at_sight_a_finished_game_is_lost_and_a_board_beyond_the_search_may_be_won() -> None:
    proved = forced.proved_worth(Position.parse("xxxx./ooo../...../...../..... o 4"))
    assert proved is not None
    assert (proved.worth, proved.line) == (MoveValue(Value.LOSS, 0), ())
    row = "/".join(["." * 12] * 4 + ["ooooooooo..."] + ["." * 12] * 6 + ["xxxxxxxxx..."])
    position = Position.parse(f"{row} x 10")
    proved = forced.proved_worth(position)
    assert proved is not None
    assert (proved.worth, proved.is_at_sight) == (MoveValue(Value.WIN, 1), True)
    assert forced.threat(position) is None
