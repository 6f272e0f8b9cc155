"""What a notebook shows for a position and a game."""

from __future__ import annotations

from noughts import Game, Rules, draw_svg


def test_a_notebook_shows_a_position_and_a_game_by_its_latest_position_and_move() -> None:
    game, empty = Game().play("b2", "a1"), Rules().start()
    assert game._repr_svg_() == draw_svg(game.position, last=0)
    assert Game()._repr_svg_() == empty._repr_svg_() == draw_svg(empty)
