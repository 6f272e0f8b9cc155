"""The sentences that every front end shares."""

from __future__ import annotations

import pytest

from noughts import Ending, Game, Mark, Rules, Termination
from noughts.core.text import (
    does,
    ending_text,
    instructions,
    score_text,
    starts,
    subjects_for,
    taken,
    title,
)

MARKS = subjects_for([])


@pytest.mark.parametrize("rules", [Rules(), Rules(26, 26, 26), Rules(1, 1, 1)])
def test_title_and_instructions_fit_a_screen(rules: Rules) -> None:
    for line in f"{title(rules)}\n{instructions(rules)}".splitlines():
        assert len(line) <= 80


def test_the_title_says_what_wins() -> None:
    assert title(Rules(15, 10, 5)) == "Noughts and crosses on 15x10: five in a row wins."


def test_a_verb_agrees_with_its_subject() -> None:
    assert does("you", "lose on time") == "you lose on time"
    assert does("the computer", "lose on time") == "the computer loses on time"


def test_only_who_plays_a_computer_is_you() -> None:
    assert subjects_for([Mark.O]) == {Mark.X: "the computer", Mark.O: "you"}
    assert MARKS == subjects_for(list(Mark)) == {Mark.X: "X", Mark.O: "O"}


def test_a_move_and_the_next_starter_are_sentences() -> None:
    assert taken("the computer", "b2") == "The computer takes b2."
    assert starts("you") == "You start this time."


def test_the_score_counts_each_side_and_the_drawn_games() -> None:
    score = {Mark.X: 2, None: 1}
    assert score_text(subjects_for([Mark.X]), score) == "Score: you 2, the computer 0, drawn 1."


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Game().play(0, 3, 1, 4, 2), "X wins along 0, 1 and 2."),
        (Game().play(0, 1, 2, 3, 5, 4, 6, 8, 7), "It is a draw: the board is full"),
        (Game().resign(Mark.X), "X resigns: O wins."),
        (Game().end(Ending(Termination.TIME, Mark.O)), "X loses on time: O wins."),
        (Game().end(Ending(Termination.ABANDONED, Mark.X)), "O leaves: X wins."),
        (Game().end(Ending(Termination.ABANDONED)), "The game was left unfinished."),
        (Game().end(Ending(Termination.AGREEMENT)), "It is a draw by agreement."),
    ],
)
def test_an_ending_says_who_won_and_how(game: Game, text: str) -> None:
    assert game.ending is not None
    assert ending_text(MARKS, str, game, game.ending).startswith(text)
