"""Every claim of the coach over all positions and moves of 3×3, against naive play and minimax."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from noughts import IllegalMove, Limit, NotationError, Position, Unsolved, Value
from noughts.coach.explanation import explain
from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    DelaysWin,
    Forces,
    Forks,
    Makes,
    MissesWin,
    OneReply,
    OnlyMove,
    Prevents,
    StopsFork,
    Wins,
)
from noughts.solver import MoveValue, best_line, values
from tests.coach import claims, facts
from tests.coach.claims import found
from tests.coach.conftest import Explained, forbid_solving
from tests.core import naive


def pair(worth: MoveValue | None) -> tuple[int, int | None] | None:
    return None if worth is None else (worth.value, worth.plies)


@pytest.mark.slow
def test_every_move_of_both_starters_is_explained(explained: list[Explained]) -> None:
    assert len({each.board for each in explained}) == 9_040
    assert len(explained) == 32_334


@pytest.mark.slow
def test_the_worth_of_the_move_and_of_the_best_is_that_of_minimax(
    explained: list[Explained],
) -> None:
    for each in explained:
        assert pair(each.explanation.worth) == facts.worth(each.board, each.move)
        assert pair(each.explanation.best) == facts.best_worth(each.board)


def test_a_move_keeps_the_value_where_it_is_worth_what_the_best_is(
    explained: list[Explained],
) -> None:
    for each in explained:
        kept = facts.worth(each.board, each.move)[0] == naive.minimax(each.board).value
        assert each.explanation.keeps_value is kept


@pytest.mark.slow
def test_it_wins_where_it_completes_lines_and_all_of_them_are_named(
    explained: list[Explained],
) -> None:
    for each in explained:
        claims.check_wins(each)


def test_it_blocks_where_the_opponent_would_have_completed_lines(
    explained: list[Explained],
) -> None:
    for each in explained:
        claims.check_blocks(each)


@pytest.mark.slow
def test_a_fork_leaves_two_threats_and_one_threat_forces_the_reply(
    explained: list[Explained],
) -> None:
    for each in explained:
        claims.check_threats_made(each)


def test_a_fork_is_a_proved_win_with_the_next_move(explained: list[Explained]) -> None:
    for each in explained:
        is_such_a_win = facts.worth(each.board, each.move) == (1, 3)
        assert (found(each, Forks) is not None) == is_such_a_win


@pytest.mark.slow
def test_it_stops_the_forks_that_the_opponent_had_before_and_has_not_after(
    explained: list[Explained],
) -> None:
    for each in explained:
        claims.check_stops_fork(each)
    assert sum(found(each, StopsFork) is not None for each in explained) > 1_000


@pytest.mark.slow
def test_it_is_the_only_move_where_every_other_brings_less(explained: list[Explained]) -> None:
    for each in explained:
        finding = found(each, OnlyMove)
        value = facts.worth(each.board, each.move)[0]
        others = [
            facts.worth(each.board, move)[0]
            for move in naive.moves(each.board)
            if move != each.move
        ]
        assert (finding is not None) == (bool(others) and max(others) < value)
        if finding is not None:
            assert finding.value == value


@pytest.mark.slow
def test_one_reply_holds_where_all_others_lose_and_no_threat_says_so(
    explained: list[Explained],
) -> None:
    for each in explained:
        finding = found(each, OneReply)
        holding = [
            reply for reply in naive.moves(each.after) if facts.worth(each.after, reply)[0] == 0
        ]
        is_draw = facts.worth(each.board, each.move)[0] == 0
        is_one = is_draw and len(holding) == 1 < len(naive.moves(each.after))
        assert (finding is not None) == (is_one and found(each, Forces) is None)
        if finding is not None:
            assert [finding.square] == holding


def test_a_win_is_missed_where_there_was_one_and_no_longer_is(explained: list[Explained]) -> None:
    for each in explained:
        finding = found(each, MissesWin)
        had, has = naive.minimax(each.board).value, facts.worth(each.board, each.move)[0]
        assert (finding is not None) == (had == 1 and has < 1)
        if finding is not None:
            assert facts.is_best_play_to_a_win(each.board, finding.line, each.mover)


def test_a_win_is_delayed_where_there_was_a_quicker_one(explained: list[Explained]) -> None:
    for each in explained:
        finding = found(each, DelaysWin)
        best, worth = facts.best_worth(each.board), facts.worth(each.board, each.move)
        assert (finding is not None) == (best[0] == worth[0] == 1 and best[1] < worth[1])
        if finding is not None:
            assert facts.is_best_play_to_a_win(each.board, finding.line, each.mover)


def test_a_fork_is_allowed_where_the_move_loses_to_one(explained: list[Explained]) -> None:
    for each in explained:
        finding = found(each, AllowsFork)
        assert (finding is not None) == (facts.worth(each.board, each.move) == (-1, 4))
        if finding is not None:
            claims.check_allows_fork(each, finding)


def test_a_loss_is_allowed_where_the_move_loses_along_a_line_of_best_play(
    explained: list[Explained],
) -> None:
    for each in explained:
        finding = found(each, AllowsLoss)
        assert (finding is not None) == (facts.worth(each.board, each.move)[0] == -1)
        if finding is not None:
            assert facts.is_best_play_to_a_win(each.after, finding.line, each.opponent)


def test_no_move_that_changes_the_value_is_left_unexplained(explained: list[Explained]) -> None:
    changed = [each for each in explained if each.explanation.keeps_value is False]
    assert len(changed) > 10_000
    for each in changed:
        assert found(each, MissesWin) or found(each, AllowsLoss)


# --- where the solver is no help


def is_seen(worth: tuple[int, int]) -> bool:
    """Whether the value of a move shows within the next two moves."""
    value, plies = worth
    return plies == 1 or (value == 1 and plies <= 3) or (value == -1 and plies <= 4)


@pytest.mark.slow
def test_at_sight_a_worth_is_told_exactly_where_the_next_moves_decide(
    explained_at_sight: list[Explained],
) -> None:
    for each in explained_at_sight:
        true = facts.worth(each.board, each.move)
        assert pair(each.explanation.worth) == (true if is_seen(true) else None)


@pytest.mark.slow
def test_at_sight_the_best_is_told_exactly_where_the_next_moves_decide(
    explained_at_sight: list[Explained],
) -> None:
    for each in explained_at_sight:
        value, plies = facts.best_worth(each.board)
        seen = plies == 1 or (value == 1 and plies <= 3) or (value == -1 and plies <= 2)
        assert pair(each.explanation.best) == ((value, plies) if seen else None)


def test_at_sight_what_the_move_does_is_found_all_the_same(
    explained: list[Explained], explained_at_sight: list[Explained]
) -> None:
    proved = (OnlyMove, OneReply, MissesWin, DelaysWin, AllowsFork, AllowsLoss, Makes, Prevents)
    for each, other in zip(explained, explained_at_sight, strict=True):
        merits, others = (
            [finding for finding in one.explanation.findings if not isinstance(finding, proved)]
            for one in (each, other)
        )
        assert merits == others


def test_at_sight_what_speaks_against_a_move_is_true(explained_at_sight: list[Explained]) -> None:
    for each in explained_at_sight:
        worth, best = facts.worth(each.board, each.move), facts.best_worth(each.board)
        assert found(each, OnlyMove) is None or each.explanation.best is not None
        fork, loss = found(each, AllowsFork), found(each, AllowsLoss)
        assert (fork is not None) == (worth == (-1, 4))
        assert (loss is not None) == (worth == (-1, 2))
        if fork is not None:
            claims.check_allows_fork(each, fork)
        if loss is not None:
            claims.check_loss_at_once(each, loss)
        passed_over = found(each, MissesWin) or found(each, DelaysWin)
        quicker_win = best in ((1, 1), (1, 3)) and worth != best
        assert (passed_over is not None) == quicker_win
        if passed_over is not None:
            assert facts.is_best_play_to_a_win(each.board, passed_over.line, each.mover)
        if found(each, MissesWin) is not None:
            assert worth[0] < 1


# --- asking


@pytest.mark.parametrize("move", [0, 4, 9, -1])
def test_an_illegal_move_is_not_explained(move: int) -> None:
    with pytest.raises(IllegalMove):
        explain(Position.parse("x../.o./... x 3"), move)


def test_no_move_of_a_finished_game_is_explained() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        explain(Position.parse("xxx/oo./... o 3"), 8)


def test_a_limit_that_runs_out_leaves_the_values_open(monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_solving(monkeypatch)
    explanation = explain(Position.parse("..../..../..../.... x 4"), 5)
    assert (explanation.best, explanation.worth, explanation.keeps_value) == (None, None, None)
    assert explanation.findings == ()


def test_the_limit_holds_for_every_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(nodes=10_000)
    asked = []

    def watch(name: str, solve: Callable[[Position, Limit | None], object]) -> None:
        def watched(position: Position, given: Limit | None = None) -> object:
            asked.append((name, given))
            return solve(position, given)

        monkeypatch.setattr(f"noughts.coach.explanation.{name}", watched)

    watch("values", values)
    watch("best_line", best_line)
    position = Position.parse("o.o/.../x.x x 3")
    assert explain(position, 4, limit) == explain(position, 4, limit)
    assert {name for name, _ in asked} == {"values", "best_line"}
    assert {given for _, given in asked} == {limit}


def test_values_are_no_longer_proved_where_a_line_is_not_found_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise Unsolved("not in this test")

    monkeypatch.setattr("noughts.coach.explanation.best_line", refuse)
    monkeypatch.setattr("noughts.coach.forced.can_search", lambda _: False)
    assert explain(Position.parse("x../.../... o 3"), 1).worth is None
    assert explain(Position.parse("x../.../... o 3"), 4).worth == MoveValue(Value.DRAW, 8)


def test_a_move_can_be_given_by_its_name() -> None:
    position = Position.parse("x../.o./..x o 3")
    assert explain(position, "c1") == explain(position, 2)
    with pytest.raises(IllegalMove, match="a1 is already taken"):
        explain(position, "a1")
    with pytest.raises(NotationError):
        explain(position, "3")


def test_a_win_at_once_says_nothing_of_threats() -> None:
    explanation = explain(Position.parse("xx./ox./oo. x 3"), 2)
    assert [type(finding) for finding in explanation.findings] == [Wins]
