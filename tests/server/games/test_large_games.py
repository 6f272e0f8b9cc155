"""The review and the analysis of the largest board stay small enough to send."""

from __future__ import annotations

from random import Random

import msgspec

from noughts.core import Game, Rules
from noughts.solver import Limit
from noughts.views.analysis import analyse
from noughts.views.board import board_view
from noughts.views.review import board_after, review_game

_MOST = 1_000_000  # bytes
_LIMIT = Limit(seconds=0.1)
_RULES = Rules(26, 26, 26)


def test_the_review_of_a_game_that_filled_the_largest_board() -> None:
    game = Game(_RULES.start()).play(*Random(1).sample(range(_RULES.size), _RULES.size))
    view = review_game(game, _LIMIT)
    assert len(view.moves) == _RULES.size
    assert len(msgspec.json.encode(view)) <= _MOST
    assert view.end == board_view(game.position, game.last_move)
    positions = list(game.positions())
    for plies in (0, 1, 338, 676):
        last = game.moves[plies - 1] if plies else None
        assert board_after(view, plies) == board_view(positions[plies], last)


def test_the_labels_of_reviewed_moves_lead_from_each_board_to_the_next() -> None:
    game = Game(Rules().start()).play("b2", "a1", "c3", "b1", "a3", "c1")
    view = review_game(game, Limit(seconds=1))
    labels = view.start.labels
    for plies, move in enumerate(view.moves, 1):
        labels = [move.labels.get(square, label) for square, label in enumerate(labels)]
        assert labels == board_after(view, plies).labels


def test_the_analysis_of_the_largest_board() -> None:
    assert len(msgspec.json.encode(analyse(_RULES.start(), _LIMIT))) <= _MOST
