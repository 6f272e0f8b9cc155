"""Reviews, against minimax on random games and where nothing is proved."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Limit, Mark, Position, Rules
from noughts.coach.explanation import explain
from noughts.coach.reviews import review
from tests.coach import facts
from tests.coach.conftest import forbid_solving
from tests.core import naive


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of 3×3 from anywhere, of random moves, finished or not, or given up."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    start = _played(
        Game(Rules().start(draw(st.sampled_from(Mark)))), draw(st.integers(0, 8)), random
    )
    game = _played(Game(start.position), draw(st.integers(0, 9)), random)
    return game.resign() if game.ending is None and draw(st.booleans()) else game


def _played(game: Game, plies: int, random: Random) -> Game:
    for _ in range(plies):
        if game.ending is not None:
            return game
        game = game.play(random.choice(game.position.moves))
    return game


def kept_values(game: Game) -> list[bool]:
    """For each move, whether it brings what the best would have brought."""
    kept = []
    board = naive.board_of(game.start)
    for move in game.moves:
        kept.append(facts.worth(board, move)[0] == naive.minimax(board).value)
        board = naive.play(board, move)
    return kept


@given(games())
def test_mistakes_turning_point_and_accuracy_are_those_of_the_moves_that_kept_the_value(
    game: Game,
) -> None:
    kept, reviewed = kept_values(game), review(game)
    assert reviewed.game == game
    assert [each.move for each in reviewed.explanations] == list(game.moves)
    assert [each.position for each in reviewed.explanations] == list(game.positions())[:-1]
    mistakes = [ply for ply, each in enumerate(kept) if not each]
    assert list(reviewed.mistakes) == mistakes
    assert reviewed.is_proved
    turning_point = mistakes[-1] if mistakes else None
    assert reviewed.turning_point == reviewed.decided_by == turning_point
    for mark, own in ((game.start.turn, kept[::2]), (game.start.turn.other, kept[1::2])):
        assert reviewed.accuracy(mark) == (Fraction(sum(own), len(own)) if own else None)


def test_a_game_without_moves_has_nothing_to_tell() -> None:
    reviewed = review(Game())
    assert (reviewed.explanations, reviewed.mistakes, reviewed.turning_point) == ((), (), None)
    assert [reviewed.accuracy(mark) for mark in Mark] == [None, None]
    assert reviewed.is_proved


def test_resigning_is_no_move() -> None:
    game = Game().play(0, 4)
    assert review(game.resign()).explanations == review(game).explanations


def test_a_game_may_start_from_a_position_by_either_side() -> None:
    reviewed = review(Game(Position.parse("x../.o./..x o 3")).play(2))
    assert reviewed.mistakes == (0,)
    assert reviewed.accuracy(Mark.O) == 0
    assert reviewed.accuracy(Mark.X) is None


# --- without proofs


def test_where_not_every_move_is_proved_only_mistakes_that_the_lines_show_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first moves of the game are too far from the end to be judged at sight."""
    forbid_solving(monkeypatch)
    unproved = review(Game().play(0, 3, 1, 4, 8, 5))
    assert not unproved.is_proved
    assert unproved.turning_point is None
    assert [unproved.accuracy(mark) for mark in Mark] == [None, None]
    assert unproved.mistakes == (4,)
    assert unproved.decided_by == 4
    assert review(Game().play(0, 4)).decided_by is None
    assert review(Game()).decided_by is None


def test_the_limit_holds_for_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    def watched(position: Position, move: int, limit: Limit | None = None) -> object:
        limits.append(limit)
        return explain(position, move, limit)

    monkeypatch.setattr("noughts.coach.reviews.explain", watched)
    limit = Limit(nodes=10_000)
    review(Game().play(0, 4, 8), limit)
    assert limits == [limit] * 3
