"""The trace of minimax: every score against an independent minimax, and what pruning may skip."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from noughts import Mark, Position, Rules
from noughts.coach.minimax import MOST_EMPTY, Bounds, Kind, Trace, path, seen, trace
from noughts.coach.minimax_text import bounds_text, known_text, step_text
from noughts.core.errors import NotationError
from noughts.solver import Value, solve

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
MOST_STEPS = 652
# Of all positions every 19th in the fast tests, which takes a second.
ALL = pytest.mark.parametrize("stride", [19, pytest.param(1, marks=pytest.mark.slow)])
EXAMPLE = Position.parse(".xx/xo./o.. o 3")


# An independent minimax and alpha-beta, on strings.
def winner(board: str) -> str:
    for line in LINES:
        a, b, c = (board[int(square)] for square in line)
        if a == b == c != ".":
            return a
    return ""


def played(board: str, turn: str) -> Iterator[str]:
    for at, mark in enumerate(board):
        if mark == ".":
            yield board[:at] + turn + board[at + 1 :]


def other(turn: str) -> str:
    return "o" if turn == "x" else "x"


@cache
def minimax(board: str, turn: str) -> int:
    if winner(board):
        return 1 if winner(board) == "x" else -1
    scores = [minimax(after, other(turn)) for after in played(board, turn)]
    return 0 if not scores else max(scores) if turn == "x" else min(scores)


@cache
def size(board: str, turn: str) -> int:
    if winner(board):
        return 1
    return 1 + sum(size(after, other(turn)) for after in played(board, turn))


def alpha_beta(board: str, turn: str, low: int, high: int) -> tuple[int, int]:
    """The score, and how many positions were looked at."""
    if winner(board):
        return (1 if winner(board) == "x" else -1), 1
    if "." not in board:
        return 0, 1
    count, best = 1, -2 if turn == "x" else 2
    for after in played(board, turn):
        found, visited = alpha_beta(after, other(turn), low, high)
        count += visited
        best = max(best, found) if turn == "x" else min(best, found)
        low, high = (max(low, best), high) if turn == "x" else (low, min(high, best))
        if low >= high:
            break
    return best, count


def shown(position: Position) -> tuple[str, str]:
    rows, turn, _ = str(position).split()
    return rows.replace("/", ""), turn


@cache
def positions() -> tuple[Position, ...]:
    """Every position that can be stepped through, whoever began."""
    found: set[Position] = set()
    layer = {Rules().start(mark) for mark in Mark}
    while layer:
        found |= {each for each in layer if not each.is_over and len(each.moves) <= MOST_EMPTY}
        layer = {each.play(move) for each in layer for move in each.moves}
    return tuple(sorted(found, key=str))


def sure(found: Trace) -> dict[int, Bounds]:
    return seen(found, len(found.steps))[0]


@ALL
def test_every_score_that_flows_up_is_that_of_an_independent_minimax(stride: int) -> None:
    for position in positions()[::stride]:
        found = trace.__wrapped__(position)
        known = sure(found)
        assert len(known) == len(found.nodes) == found.visited == size(*shown(position))
        for number, bounds in known.items():
            score = minimax(*shown(found.nodes[number].position))
            assert bounds == Bounds(score, score)
        assert len(found.steps) <= MOST_STEPS


@ALL
def test_pruning_skips_what_alpha_beta_skips_and_claims_nothing_wrong(stride: int) -> None:
    for position in positions()[::stride]:
        found = trace.__wrapped__(position, prunes=True)
        score, visited = alpha_beta(*shown(position), -1, 1)
        assert found.steps[-1].known == Bounds(score, score)
        assert found.visited == visited <= len(found.nodes)
        for number, bounds in sure(found).items():
            assert bounds.low <= minimax(*shown(found.nodes[number].position)) <= bounds.high


def test_the_best_move_keeps_what_the_solver_proves() -> None:
    for position in positions()[::19]:
        for prunes in (False, True):
            best = trace.__wrapped__(position, prunes=prunes).best.position
            assert solve(best).value == -solve(position).value


def test_the_root_agrees_with_the_solver() -> None:
    for position in positions()[::19]:
        sign = 1 if position.turn is Mark.X else -1
        assert Value(sign * trace(position).steps[-1].known.low) is solve(position).value


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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x../.../... o 3", "too large"),
        ("xxx/oo./... o 3", "game is over"),
        ("xoxo/xoxo/oxox/.... x 4", "only positions of 3×3"),
        (".../.../... x 2", "only positions of 3×3"),
    ],
)
def test_other_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        trace(Position.parse(text))


def test_the_steps_say_what_the_computer_does() -> None:
    found = trace(EXAMPLE, prunes=True)
    said = [step_text(found, step) for step in found.steps]
    assert said[0] == (
        "O is to move, and 4 squares are free. The computer tries one after another."
    )
    assert said[4] == "X tries c3. That's three in a row: it counts +1 (X wins)."
    assert "X can't do better than win: 2 more moves aren't looked at." in said
    assert said[-1] == "Done: with best play this position counts 0 (a draw), and O takes a1."


def test_a_skip_for_the_other_sides_sake_says_so() -> None:
    found = trace(Position.parse("x.o/..x/xo. o 3"), prunes=True)
    said = [step_text(found, step) for step in found.steps]
    assert any("already has a choice at least as good elsewhere" in text for text in said)


def test_what_is_known_in_signs_and_in_words() -> None:
    assert [bounds_text(each) for each in (Bounds(), Bounds(0, 1), Bounds(-1, 0))] == [
        "?",
        "≥ 0",
        "≤ 0",
    ]
    assert known_text(Bounds(-1, 0)) == "at most 0 (a draw)"
    assert known_text(Bounds(1, 1)) == "+1 (X wins)"
