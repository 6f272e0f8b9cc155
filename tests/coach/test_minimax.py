"""The trace of minimax: every score against an independent minimax, and what pruning may skip."""

from __future__ import annotations

from functools import cache

import pytest

from noughts import Position
from noughts.atlas import solve
from noughts.coach import minimax
from noughts.coach.minimax import Bounds, Kind, path, seen, trace
from noughts.core.errors import NotationError
from tests.core import naive
from tests.core.naive import Board

MOST_STEPS = 652
# Of all positions every 19th in the fast tests, which takes a second.
ALL = pytest.mark.parametrize("stride", [19, pytest.param(1, marks=pytest.mark.slow)])
EXAMPLE = Position.parse(".xx/xo./o.. o 3")


def score(board: Board) -> int:
    """The value for X."""
    return naive.minimax(board).value * (1 if board.turn == "x" else -1)


@cache
def size(board: Board) -> int:
    return 1 + sum(size(naive.play(board, move)) for move in naive.moves(board))


def alpha_beta(board: Board, low: int, high: int) -> tuple[int, int]:
    """The score, and how many positions were looked at."""
    if naive.is_over(board):
        return score(board), 1
    x_moves = board.turn == "x"
    count, best = 1, -2 if x_moves else 2
    for move in naive.moves(board):
        found, visited = alpha_beta(naive.play(board, move), low, high)
        count += visited
        best = max(best, found) if x_moves else min(best, found)
        low, high = (max(low, best), high) if x_moves else (low, min(high, best))
        if low >= high:
            break
    return best, count


@cache
def positions() -> tuple[Position, ...]:
    """Every position that can be stepped through, whoever began."""
    boards = sorted(naive.reachable(3, 3, 3))
    return tuple(
        Position.parse(str(board))
        for board in boards
        if 1 <= len(naive.moves(board)) <= minimax.MOST_EMPTY
    )


@ALL
def test_every_score_that_flows_up_is_that_of_an_independent_minimax(stride: int) -> None:
    for position in positions()[::stride]:
        found = minimax._trace.__wrapped__(position, prunes=False)
        known, _ = seen(found, len(found.steps))
        assert len(known) == len(found.nodes) == found.visited == size(naive.board_of(position))
        for number, bounds in known.items():
            value = score(naive.board_of(found.nodes[number].position))
            assert bounds == Bounds(value, value)
        assert len(found.steps) <= MOST_STEPS
        assert solve(found.best.position).value == -solve(position).value


@ALL
def test_pruning_skips_what_alpha_beta_skips_and_claims_nothing_wrong(stride: int) -> None:
    for position in positions()[::stride]:
        found = minimax._trace.__wrapped__(position, prunes=True)
        value, visited = alpha_beta(naive.board_of(position), -1, 1)
        assert found.steps[-1].known == Bounds(value, value)
        assert found.visited == visited <= len(found.nodes)
        for number, bounds in seen(found, len(found.steps))[0].items():
            assert bounds.low <= score(naive.board_of(found.nodes[number].position)) <= bounds.high
        assert solve(found.best.position).value == -solve(position).value


def test_every_step_follows_from_the_one_before() -> None:
    """A try goes one down, a score one up; nothing is known before it was looked at."""
    found = trace(EXAMPLE, prunes=True)
    visited, at = {0}, 0
    for step in found.steps[1:]:
        node = found.nodes[step.node]
        match step.kind:
            case Kind.TRY:
                assert node.parent == at
                assert step.node not in visited
                visited.add(step.node)
            case Kind.BACK:
                assert found.nodes[at].parent == step.node
                assert step.child == at
            case Kind.SKIP:
                assert step.node == at
                assert not visited & set(step.skipped)
        at = step.node
    assert found.steps[-1].kind is Kind.DONE
    assert path(found, 3) == (0, 1, 2, 3)


def test_what_is_seen_grows_with_the_steps() -> None:
    found = trace(EXAMPLE, prunes=True)
    assert seen(found, 1) == ({0: Bounds()}, frozenset())
    known, skipped = seen(found, len(found.steps))
    assert known[0] == Bounds(0, 0)
    assert skipped
    assert not skipped & set(known)


def test_other_positions_are_refused() -> None:
    for text, reason in (
        ("x../.../... o 3", "too large"),
        ("xxx/oo./... o 3", "game is over"),
        ("xoxo/xoxo/oxox/.... x 4", "only positions of 3×3"),
        (".../.../... x 2", "only positions of 3×3"),
    ):
        with pytest.raises(NotationError, match=reason):
            trace(Position.parse(text))


def test_the_steps_say_what_the_computer_does_and_knows() -> None:
    found = trace(EXAMPLE, prunes=True)
    said = [minimax.step_text(found, step) for step in found.steps]
    assert said[0] == (
        "O is to move, and 4 squares are free. The computer tries one after another."
    )
    assert said[4] == "X tries c3. That's three in a row: it counts +1 (X wins)."
    assert "X can't do better than win: 2 more moves aren't looked at." in said
    assert said[-1] == "Done: with best play this position counts 0 (a draw), and O takes a1."
    found = trace(Position.parse("x.o/..x/xo. o 3"), prunes=True)
    said = [minimax.step_text(found, step) for step in found.steps]
    assert any("already has a choice at least as good elsewhere" in text for text in said)
    told = [minimax.bounds_text(each) for each in (Bounds(), Bounds(0, 1), Bounds(-1, 0))]
    assert told == ["?", "≥ 0", "≤ 0"]
    assert minimax.known_text(Bounds(-1, 0)) == "at most 0 (a draw)"
    assert minimax.known_text(Bounds(1, 1)) == "+1 (X wins)"
