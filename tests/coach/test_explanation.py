"""Every claim of the coach over all positions and moves of 3×3, against naive play and minimax."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from unittest.mock import Mock

import pytest

from noughts import IllegalMove, Limit, NotationError, Position, Unsolved, Value
from noughts.atlas import oracle_for
from noughts.atlas.small import SmallOracle
from noughts.coach import findings
from noughts.coach.explanation import explain
from noughts.solver import MoveValue
from tests.coach import claims
from tests.coach.claims import found
from tests.coach.conftest import Explained, explain_all, forbid_solving
from tests.core import naive


def pair(worth: MoveValue | None) -> tuple[int, int | None] | None:
    return None if worth is None else (worth.value, worth.plies)


def check_each(explained: Iterable[Explained], check: Callable[[Explained], None]) -> None:
    for each in explained:
        try:
            check(each)
        except AssertionError as error:
            error.add_note(f"{each.board}, move {each.move}")
            raise


@pytest.mark.slow
def test_what_a_move_does_is_found_and_nothing_else_whatever_the_sides_are_called() -> None:
    """It wins, blocks, forks, forces the reply and stops forks where naive play says so."""
    explained = explain_all(sorted(naive.reachable(3, 3, 3)))
    assert len({each.board for each in explained}) == 9_040
    assert len(explained) == 32_334
    for check in (claims.check_wins, claims.check_threats_made, claims.check_stops_fork):
        check_each(explained, check)
    assert sum(found(each, findings.StopsFork) is not None for each in explained) > 1_000


def test_it_blocks_where_the_opponent_would_complete_lines(explained: list[Explained]) -> None:
    check_each(explained, claims.check_blocks)


@pytest.mark.slow
def test_the_worth_of_a_move_and_its_replies_is_that_of_minimax(explained: list[Explained]) -> None:
    check_each(explained, check_worth)
    check_each(explained, check_only_move)
    check_each(explained, check_one_reply)


def check_worth(each: Explained) -> None:
    assert pair(each.explanation.worth) == naive.worth(each.board, each.move)
    assert pair(each.explanation.best) == naive.best_worth(each.board)


def check_only_move(each: Explained) -> None:
    finding = found(each, findings.OnlyMove)
    value = naive.worth(each.board, each.move)[0]
    moves = [move for move in naive.moves(each.board) if move != each.move]
    others = [naive.worth(each.board, move)[0] for move in moves]
    assert (finding is not None) == (bool(others) and max(others) < value)
    assert finding is None or finding.value == value


def check_one_reply(each: Explained) -> None:
    finding = found(each, findings.FewReplies)
    replies = naive.moves(each.after)
    holding = [reply for reply in replies if naive.worth(each.after, reply)[0] == 0]
    is_draw = naive.worth(each.board, each.move)[0] == 0
    is_one = is_draw and len(holding) == 1 < len(replies)
    assert (finding is not None) == (is_one and found(each, findings.Forces) is None)
    assert finding is None or list(finding.squares) == holding


def test_what_a_move_wins_misses_or_loses_is_that_of_minimax(explained: list[Explained]) -> None:
    check_each(explained, check_value)
    assert sum(each.explanation.keeps_value is False for each in explained) > 5_000


def check_value(each: Explained) -> None:
    """A fork is a proved win; a win is missed or delayed and a loss allowed along best play."""
    worth, best = naive.worth(each.board, each.move), naive.best_worth(each.board)
    assert each.explanation.keeps_value is (worth[0] == best[0])
    assert (found(each, findings.Forks) is not None) == (worth == (1, 3))
    missed, delayed = found(each, findings.MissesWin), found(each, findings.DelaysWin)
    assert (missed is not None) == (best[0] == 1 and worth[0] < 1)
    assert (delayed is not None) == (best[0] == worth[0] == 1 and best[1] < worth[1])
    for finding in (missed, delayed):
        if finding is not None:
            assert naive.is_best_play_to_a_win(each.board, finding.line, each.mover)
    fork, loss = found(each, findings.AllowsFork), found(each, findings.AllowsLoss)
    assert (fork is not None) == (worth == (-1, 4))
    if fork is not None:
        claims.check_allows_fork(each, fork)
    assert (loss is not None) == (worth[0] == -1)
    if loss is not None:
        assert naive.is_best_play_to_a_win(each.after, loss.line, each.opponent)
    assert missed or loss or each.explanation.keeps_value


# --- asking


def test_a_move_can_be_given_by_its_name_and_an_illegal_one_is_not_explained() -> None:
    position = Position.parse("x../.o./..x o 3")
    assert explain(position, "c1") == explain(position, 2)
    with pytest.raises(NotationError):
        explain(position, "3")
    for move in (0, 4, 9, -1, "a1"):
        with pytest.raises(IllegalMove):
            explain(position, move)
    with pytest.raises(IllegalMove, match="the game is over"):
        explain(Position.parse("xxx/oo./... o 3"), 8)


def test_a_limit_that_runs_out_leaves_the_values_open(monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_solving(monkeypatch)
    explanation = explain(Position.parse("..../..../..../.... x 4"), 5)
    assert (explanation.best, explanation.worth, explanation.keeps_value) == (None, None, None)
    assert explanation.findings == ()


def test_one_limit_holds_for_all_proofs_together(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Mock(wraps=oracle_for)
    monkeypatch.setattr("noughts.coach.explanation.oracle_for", watched)
    position, limit = Position.parse("o.o/.../x.x x 3"), Limit(nodes=10_000)
    assert [type(finding) for finding in explain(position, 4, limit).findings][
        -1
    ] is findings.AllowsLoss
    watched.assert_called_once_with(position.rules, limit)


def test_values_are_no_longer_proved_where_a_line_is_not_found_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refuse = Mock(side_effect=Unsolved("not in this test"))
    monkeypatch.setattr(SmallOracle, "best_line", refuse)
    monkeypatch.setattr("noughts.coach.forced.can_search", lambda _: False)
    assert explain(Position.parse("x../.../... o 3"), 1).worth is None
    assert explain(Position.parse("x../.../... o 3"), 4).worth == MoveValue(Value.DRAW, 8)


def test_a_win_at_once_says_nothing_of_threats() -> None:
    explanation = explain(Position.parse("xx./ox./oo. x 3"), 2)
    assert [type(finding) for finding in explanation.findings] == [findings.Wins]
