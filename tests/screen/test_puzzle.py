"""Puzzles on the full screen, one after another."""

from __future__ import annotations

from random import Random

import pytest

from noughts.coach.puzzle import Theme
from noughts.coach.solving import hint
from noughts.core import Rules
from noughts.core.errors import NotationError
from noughts.screen.learn import PuzzleScreen, Wanted
from tests.screen.showing import Shown, press, said, shown, text_of

LARGE = Rules(9, 9, 5)


def puzzles(wanted: Wanted | None = None) -> PuzzleScreen:
    return PuzzleScreen(wanted or Wanted(), Random(3))


async def solve(pilot: Shown, screen: PuzzleScreen) -> None:
    """Type right squares until all is played out."""
    while not screen.tried.is_done:
        await press(pilot, str(hint(screen.puzzle, screen.tried)[0] + 1))
        assert "Right!" in text_of(pilot)


def wrong(screen: PuzzleScreen) -> str:
    moves = screen.puzzle.position.moves
    return str(next(move for move in moves if move != screen.puzzle.answer) + 1)


@shown(puzzles)
async def test_puzzles_solved_at_once_make_a_streak_that_a_wrong_answer_ends(
    pilot: Shown, screen: PuzzleScreen
) -> None:
    await press(pilot, "h")  # an answer that was shown does not count
    assert screen.board.cursor == screen.puzzle.answer
    await press(pilot, "enter")
    assert screen.game.moves[0] == screen.puzzle.answer
    await solve(pilot, screen)
    assert screen.best == 0
    await press(pilot, "n")
    for _ in range(3):
        await solve(pilot, screen)
        await press(pilot, "n")
    assert (screen.streak, screen.best) == (3, 3)
    await press(pilot, wrong(screen))
    assert not screen.game.moves
    assert screen.streak == 0
    await solve(pilot, screen)
    assert screen.game.moves
    assert (screen.streak, screen.best) == (0, 3)


@shown(puzzles)
async def test_kind_and_board_are_chosen_by_keys(pilot: Shown, screen: PuzzleScreen) -> None:
    await press(pilot, "t", "down", "down", "enter")
    assert screen.puzzle.theme is Theme.FORK
    await press(pilot, "b", "down", "enter")
    assert screen.rules == Rules(4, 4, 4)


@shown(lambda: puzzles(Wanted(LARGE)))
async def test_a_level_that_a_board_has_not_is_refused(pilot: Shown, screen: PuzzleScreen) -> None:
    before = screen.puzzle
    await press(pilot, "l", "end", "enter")
    assert "there's no such puzzle" in said(screen).lower()
    assert screen.puzzle is before
    with pytest.raises(NotationError):
        puzzles(Wanted(LARGE, Theme.ONLY))
