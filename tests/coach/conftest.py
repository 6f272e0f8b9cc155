"""Every move of 3×3 explained, once for all the tests that look at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest

from noughts import Position, Unsolved
from noughts.coach.explanation import explain
from noughts.coach.forced import proved_worth, threat
from noughts.coach.text import Explanation
from tests.core import naive
from tests.core.naive import Board


class Explained(NamedTuple):
    """A move with its explanation, and the board before and after as strings."""

    board: Board
    after: Board
    explanation: Explanation

    @property
    def move(self) -> int:
        return self.explanation.move

    @property
    def mover(self) -> str:
        return self.board.turn

    @property
    def opponent(self) -> str:
        return self.after.turn


def explain_all(boards: Iterable[Board]) -> list[Explained]:
    """Every move in every position."""
    found = []
    for board in boards:
        position = Position.parse(str(board))
        for move in naive.moves(board):
            explanation = explain(position, move)
            found.append(Explained(board, naive.play(board, move), explanation))
    return found


@pytest.fixture(scope="session")
def explained() -> list[Explained]:
    """Every move of 3×3 with its value proved, but for positions that swap X and O."""
    return explain_all(naive.reachable_by_one_name(3, 3, 3))


@pytest.fixture(scope="session")
def explained_at_sight() -> list[Explained]:
    """The same moves, explained without the solver."""
    with pytest.MonkeyPatch.context() as patch:
        forbid_solving(patch)
        return explain_all(naive.reachable_by_one_name(3, 3, 3))


@pytest.fixture(scope="module")
def without_atlas() -> Iterator[None]:
    """Boards of more than 16 squares without the proofs of the atlas and the prover."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("noughts.coach.forced.solve", _refuse)
        _forget()
        yield
    _forget()


def _refuse(*_: object) -> None:
    raise Unsolved("not in this test")


def _forget() -> None:
    proved_worth.cache_clear()
    threat.cache_clear()


def forbid_solving(patch: pytest.MonkeyPatch) -> None:
    """Make the values of every board unproved, and find no forced wins."""
    patch.setattr("noughts.coach.explanation.oracle_for", _refuse)
    patch.setattr("noughts.coach.forced.can_search", lambda _: False)
    _forget()
