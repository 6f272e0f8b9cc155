"""A game against the computer or at one screen, as its player and others see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from noughts import Game, Mark, Rules
from noughts.views.game import Solo, SoloView, solo_summary

WON = Game().play("b2", "a1", "c1", "b1", "a3")  # by X


def solo(game: Game, people: tuple[Mark, ...] = (Mark.X,), computer: str | None = "hard") -> Solo:
    return Solo(game, people, (0, 0, 0), len(game.moves) + 1, computer)


def seen(solo: Solo, before: Game | None = None) -> SoloView:
    return SoloView.of("id", solo, before)


def test_a_game_against_the_computer_addresses_its_player() -> None:
    game = Game().play("b2")
    view = seen(solo(game))
    assert (view.is_thinking, view.is_your_turn, view.can_undo) == (True, False, True)
    assert view.status == "The computer is thinking…"
    assert (view.seats["x"].text, view.seats["x"].is_you) == ("You", True)
    assert (view.seats["o"].name, view.seats["o"].text) == ("hard", "Computer · Hard")
    replied = seen(solo(game.play("a1")), game)
    assert (replied.is_thinking, replied.is_your_turn) == (False, True)
    assert replied.announcement == "The computer takes a1. Your turn – you're X."
    assert replied.title == "Your turn · Noughts and crosses"
    undone = seen(solo(Game()), game.play("a1"))
    assert undone.announcement == "2 moves undone. Your turn – you're X."
    assert not undone.can_undo


def test_two_at_one_screen_are_called_by_their_marks_and_play_both() -> None:
    view = seen(solo(Game().play("b2"), tuple(Mark), None))
    assert (view.status, view.is_your_turn, view.is_thinking) == ("O to move", True, False)
    assert [view.seats[side].text for side in ("x", "o")] == ["Player X", "Player O"]
    assert all(seat.is_you for seat in view.seats.values())
    assert solo_summary("id", solo(Game(), tuple(Mark), None), "").opponent == (
        "Two players, same screen"
    )


@pytest.mark.parametrize("people", [(Mark.O,), tuple(Mark)])
def test_a_spectator_can_do_nothing_and_is_not_addressed(people: tuple[Mark, ...]) -> None:
    watched = solo(Game().play("b2"), people, "easy" if len(people) == 1 else None)
    view = seen(replace(watched, is_spectator=True))
    assert not any((view.is_your_turn, view.can_undo, view.can_resign, view.is_thinking))
    assert view.status == "O to move"
    assert not any(seat.is_you for seat in view.seats.values())


def test_a_game_that_ended_on_the_board_can_be_undone_a_resigned_one_cannot() -> None:
    won, resigned = seen(solo(WON)), seen(solo(Game().play("b2", "a1").resign(Mark.X)))
    assert (won.can_undo, won.can_resign, resigned.can_undo) == (True, False, False)
    assert (won.ending and won.ending.winner, resigned.ending and resigned.ending.winner) == (
        "x",
        "o",
    )
    assert won.title == "You win! · Noughts and crosses"
    last = seen(solo(WON), Game(Rules().start(), WON.moves[:-1]))
    assert last.announcement == "You take a3. You win! The winning line: c1, b2 and a3."
    counted = seen(replace(solo(WON), score=(3, 1, 2))).score
    assert counted.text == "Score: You 3, Computer 1, draws 2"


def test_nothing_of_games_between_two_is_told() -> None:
    view = seen(solo(Game()))
    assert not any((view.offer, view.declined, view.clock, view.first_move_in, view.room))
    assert not any((view.can_draw, view.can_rematch, view.can_sit, view.is_shared))
    assert view.round == 1
