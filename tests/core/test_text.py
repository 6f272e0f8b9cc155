"""The sentences that every front end shares."""

from __future__ import annotations

import pytest

from noughts import Ending, Game, Mark, Rules, Termination
from noughts.core.text import (
    OPPONENT,
    YOU,
    Numbers,
    bare,
    ending_text,
    instructions,
    lines_text,
    paragraph,
    score_text,
    squares_text,
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
    assert title(Rules(15, 10, 5)) == "Noughts and crosses on 15x10: 5 in a row wins"


def test_a_sentence_ends_once() -> None:
    assert paragraph("You win!", "", "Rematch?", "X to move") == "You win! Rematch? X to move."
    assert paragraph() == ""


def test_only_who_plays_a_computer_is_you() -> None:
    assert subjects_for([Mark.O]) == {Mark.X: "the computer", Mark.O: "you"}
    assert MARKS == subjects_for(list(Mark)) == {Mark.X: "X", Mark.O: "O"}


def test_a_move_and_the_next_starter_are_sentences() -> None:
    assert taken("the computer", "b2") == "The computer takes b2"
    assert taken("you", "b2") == "You take b2"
    assert starts("you") == "You go first this time"
    assert starts("your opponent") == "Your opponent goes first this time"


def test_the_score_counts_each_side_and_the_drawn_games() -> None:
    score = {Mark.X: 2, None: 1}
    assert score_text(subjects_for([Mark.X]), score) == "Score: You 2, Computer 0, draws 1"


WON = Game().play(0, 3, 1, 4, 2)
TIME = Game().end(Ending(Termination.TIME, Mark.O))
LEFT = Game().end(Ending(Termination.ABANDONED, Mark.X))


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (WON, "X wins!"),
        (Game().play(0, 1, 2, 3, 5, 4, 6, 8, 7), "It's a draw"),
        (Game().resign(Mark.X), "O wins – X resigned"),
        (TIME, "O wins – X ran out of time"),
        (LEFT, "X wins – O left the game"),
        (
            Game().end(Ending(Termination.ABANDONED)),
            "The game was left unfinished – it doesn't count",
        ),
        (Game().end(Ending(Termination.AGREEMENT)), "It's a draw – you both agreed"),
    ],
)
def test_an_ending_says_who_won_and_how(game: Game, text: str) -> None:
    assert game.ending is not None
    assert ending_text(MARKS, game.ending) == text


@pytest.mark.parametrize(
    ("game", "to_x", "to_o"),
    [
        (WON, "You win!", "Your opponent wins"),
        (
            Game().resign(Mark.O),
            "You win! Your opponent resigned",
            "Your opponent wins – you resigned",
        ),
        (LEFT, "You win! Your opponent left the game", "Your opponent wins – you left the game"),
        (
            TIME,
            "Your opponent wins – you ran out of time",
            "You win! Your opponent ran out of time",
        ),
    ],
)
def test_an_ending_speaks_to_the_player(game: Game, to_x: str, to_o: str) -> None:
    assert game.ending is not None
    assert ending_text({Mark.X: YOU, Mark.O: OPPONENT}, game.ending) == to_x
    assert ending_text({Mark.X: OPPONENT, Mark.O: YOU}, game.ending) == to_o


def test_numbers_in_a_sentence_say_that_they_are_squares() -> None:
    numbers = Numbers(0)
    assert numbers(4) == "square 4"
    assert squares_text(numbers, [4]) == "square 4"
    assert squares_text(numbers, [0, 4, 8], "or") == "squares 0, 4 or 8"
    assert lines_text(numbers, WON) == "The winning line: 0, 1 and 2"


def test_names_say_so_themselves() -> None:
    assert squares_text("abc".__getitem__, [0, 1]) == "a and b"
    assert bare("abc".__getitem__, 2) == "c"
    assert bare(Numbers(), 2) == "3"


def test_the_lines_of_a_win_are_named() -> None:
    assert lines_text(str, Game().play(0, 3, 1)) == ""
    assert lines_text(str, WON) == "The winning line: 0, 1 and 2"
    two = Game().play(0, 3, 1, 5, 6, 7, 4, 8, 2)
    assert lines_text(str, two) == "The winning lines: 0, 1 and 2; 2, 4 and 6"
