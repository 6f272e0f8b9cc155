"""The sentences that every front end shares."""

from __future__ import annotations

import pytest

from noughts import Ending, Game, Mark, Rules, Termination
from noughts.core.offer import Offer
from noughts.wording import text as wording
from noughts.wording.game_text import board_text, computer_name, offer_text, status_text, turn_text
from noughts.wording.grammar import listing, numeral, sentence
from noughts.wording.text import (
    Named,
    Role,
    Subject,
    Subjects,
    ending_text,
    paragraph,
    subjects_for,
)

MARKS = subjects_for([])
WON = Game().play(0, 3, 1, 4, 2)
TIME = Game().end(Ending(Termination.TIME, Mark.O))
LEFT = Game().end(Ending(Termination.ABANDONED, Mark.X))


def test_numbers_lists_and_sentences_are_written_as_they_are_said() -> None:
    assert list(map(numeral, (0, 1, 2, 10, 11))) == ["no", "one", "two", "ten", "11"]
    for items, said in (("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")):
        assert listing(list(items)) == listing(iter(items)) == said
        assert listing(items, "or") == said.replace("and", "or")
    texts = ("", "a b", "Ab", "éa")
    assert list(map(sentence, texts)) == ["", "A b", "Ab", "Éa"]
    assert paragraph("You win!", "", "Rematch?", "X to move") == "You win! Rematch? X to move."
    assert paragraph() == ""
    assert wording.printable("Grüße") == "Grüße"
    assert wording.printable("abcdef", 3) == "abc..."


@pytest.mark.parametrize("rules", [Rules(), Rules(26, 26, 26), Rules(1, 1, 1)])
def test_title_and_instructions_fit_a_screen(rules: Rules) -> None:
    for line in f"{wording.title(rules)}\n{wording.instructions(rules)}".splitlines():
        assert len(line) <= 80


def test_boards_subjects_moves_and_scores_are_described() -> None:
    assert wording.title(Rules(15, 10, 5)) == "Noughts and crosses on 15x10: 5 in a row wins"
    assert board_text(Rules(7, 6, 4)) == "7×6, 4 in a row"
    assert subjects_for([Mark.O]) == {Mark.X: Role.COMPUTER, Mark.O: Role.YOU}
    assert MARKS == subjects_for(list(Mark)) == {Mark.X: Mark.X, Mark.O: Mark.O}
    assert wording.taken(Role.COMPUTER, "b2") == "The computer takes b2"
    assert wording.taken(Role.YOU, "b2") == "You take b2"
    assert wording.starts(Role.YOU) == "You go first this time"
    assert wording.starts(Role.OPPONENT) == "Your opponent goes first this time"
    score = {Mark.X: 2, None: 1}
    assert wording.score_text(subjects_for([Mark.X]), score) == "Score: You 2, Computer 0, draws 1"


def test_turns_levels_and_offers_are_said_to_either_side() -> None:
    turns: list[tuple[Subject, str]] = [
        (Role.YOU, "Your turn – you're X"),
        (Role.COMPUTER, "The computer is thinking…"),
        (Role.OPPONENT, "Your opponent's turn"),
        (Named("Mighty Crow"), "Mighty Crow's turn"),
        (Mark.X, "X to move"),
    ]
    for subject, said in turns:
        subjects: Subjects = {Mark.X: subject, Mark.O: Mark.O}
        assert turn_text(subjects, Mark.X) == status_text(subjects, Game()) == said
    for level in ("easy", "medium", "hard", "perfect", "strongest", "classic"):
        assert wording.level_name(level) == level.capitalize()
        assert computer_name(level) == f"Computer · {level.capitalize()}"
    for offer, own, others in [
        (Offer.UNDO, "You asked to undo", "Ben asks to undo"),
        (Offer.DRAW, "You offered a draw", "Ben offers a draw"),
        (Offer.REMATCH, "You asked for a rematch", "Ben wants a rematch"),
    ]:
        subjects = {Mark.X: Role.YOU, Mark.O: Named("Ben")}
        assert (offer_text(subjects, offer, Mark.X), offer_text(subjects, offer, Mark.O)) == (
            own,
            others,
        )


def test_an_ending_says_who_won_and_how_and_spectators_by_name() -> None:
    for game, text in [
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
    ]:
        assert game.ending is not None
        assert ending_text(MARKS, game.ending) == status_text(MARKS, game) == text
    assert WON.ending is not None
    assert ending_text({Mark.X: Named("Ann"), Mark.O: Named("Ben")}, WON.ending) == "Ann beat Ben"


def test_an_ending_speaks_to_the_player() -> None:
    for game, to_winner, to_loser in [
        (WON, "You win!", "Your opponent wins"),
        (LEFT, "You win! Your opponent left the game", "Your opponent wins – you left the game"),
        (
            Game().resign(Mark.O),
            "You win! Your opponent resigned",
            "Your opponent wins – you resigned",
        ),
        (
            TIME,
            "You win! Your opponent ran out of time",
            "Your opponent wins – you ran out of time",
        ),
    ]:
        assert game.ending is not None
        assert game.ending.winner is not None
        winner, loser = game.ending.winner, game.ending.winner.other
        assert ending_text({winner: Role.YOU, loser: Role.OPPONENT}, game.ending) == to_winner
        assert ending_text({winner: Role.OPPONENT, loser: Role.YOU}, game.ending) == to_loser


@pytest.mark.parametrize("name", ["you", "You", "X", "O", "the computer", "your opponent"])
def test_a_name_is_a_name_and_nothing_else(name: str) -> None:
    person, ben = Named(name), Named("Ben")
    named: Subjects = {Mark.X: person, Mark.O: ben}
    won, resigned = WON.ending, Game().resign(Mark.X).ending
    assert won is not None
    assert resigned is not None
    assert [
        wording.name_of(person),
        wording.label_of(person),
        wording.taken(person, "b2"),
        wording.starts(person),
        turn_text(named, Mark.X),
        ending_text(named, won),
        ending_text(named, resigned),
        ending_text({Mark.X: Role.YOU, Mark.O: person}, won),
        ending_text({Mark.X: person, Mark.O: Role.YOU}, resigned),
        offer_text(named, Offer.DRAW, Mark.X),
        wording.score_text(named, {}),
    ] == [
        name,
        name,
        f"{name} takes b2",
        f"{name} goes first this time",
        f"{name}'s turn",
        f"{name} beat Ben",
        f"Ben wins – {name} resigned",
        f"You beat {name}!",
        f"You win! {name} resigned",
        f"{name} offers a draw",
        f"Score: {name} 0, Ben 0, draws 0",
    ]


def test_squares_and_the_lines_of_a_win_are_named() -> None:
    numbers = wording.Numbers(0)
    assert numbers(4) == wording.squares_text(numbers, [4]) == "square 4"
    assert wording.squares_text(numbers, [0, 4, 8], "or") == "squares 0, 4 or 8"
    assert wording.lines_text(numbers, WON) == "The winning line: 0, 1 and 2"
    assert wording.bare(wording.Numbers(), 2) == "3"
    assert wording.squares_text("abc".__getitem__, [0, 1]) == "a and b"
    assert wording.bare("abc".__getitem__, 2) == "c"
    assert wording.lines_text(str, Game().play(0, 3, 1)) == ""
    assert wording.lines_text(str, WON) == "The winning line: 0, 1 and 2"
    two = Game().play(0, 3, 1, 5, 6, 7, 4, 8, 2)
    assert wording.lines_text(str, two) == "The winning lines: 0, 1 and 2; 2, 4 and 6"
