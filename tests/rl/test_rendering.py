"""The board in each render mode."""

from __future__ import annotations

import numpy as np
import pytest

from noughts import Position
from noughts.rl import NoughtsAEC, NoughtsEnv
from noughts.rl.rendering import SQUARE_PIXELS, picture

WON = """\
[X]|[X]|[X]
---+---+---
 O | O | 5
---+---+---
 6 | 7 | 8"""


def played(env: NoughtsEnv | NoughtsAEC) -> NoughtsEnv | NoughtsAEC:
    env.reset()
    for move in (0, 3, 1, 4, 2):
        env.step(move)
    return env


def test_text_shows_marks_actions_and_the_winning_line() -> None:
    assert played(NoughtsEnv(opponent=None, render_mode="ansi")).render() == WON


def test_to_a_person_it_is_printed_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for env in (NoughtsEnv(opponent=None, render_mode="human"), NoughtsAEC(render_mode="human")):
        played(env)
        shown = capsys.readouterr().out
        assert shown.count("\n\n") == 6
        assert shown.endswith(WON + "\n\n")
        assert env.render() is None
        assert capsys.readouterr().out == WON + "\n\n"


def test_a_picture_shows_every_square_as_it_is() -> None:
    shown = picture(Position.parse("x.../.o../.... x 3"))
    side = SQUARE_PIXELS
    assert shown.shape == (3 * side, 4 * side, 3)
    assert shown.dtype == np.uint8
    tiles = [
        shown[row * side : (row + 1) * side, column * side : (column + 1) * side]
        for row in range(3)
        for column in range(4)
    ]
    empty = tiles[1]
    for square, tile in enumerate(tiles):
        assert np.array_equal(tile, empty) == (square not in (0, 5))
    assert not np.array_equal(tiles[0], tiles[5])


def test_a_picture_marks_the_winning_line() -> None:
    shown = picture(Position.parse("xxx/oo./... o 3"))
    corners = shown[3::SQUARE_PIXELS, 3::SQUARE_PIXELS]
    ground = [[tuple(corner) for corner in row] for row in corners.tolist()]
    assert len(set(ground[0])) == 1
    assert {*ground[1], *ground[2]} == {(255, 255, 255)}
    assert ground[0][0] != (255, 255, 255)


def test_without_a_mode_there_is_a_warning_and_nothing_to_see() -> None:
    env = NoughtsEnv()
    env.reset()
    with pytest.warns(UserWarning, match="shows nothing without a render_mode"):
        assert env.render() is None
