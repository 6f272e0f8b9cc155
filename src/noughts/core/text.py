"""The sentences about a game that every front end shares.

`Subjects` name the two sides, such as `you` and `the computer`; a `Spell` function names squares.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from noughts.core.bits import Move
from noughts.core.ending import Ending, Termination
from noughts.core.grammar import listing, numeral, sentence
from noughts.core.mark import Mark

if TYPE_CHECKING:  # a game draws itself, with these sentences
    from noughts.core.game import Game
    from noughts.core.rules import Rules

Subjects = Mapping[Mark, str]
Spell = Callable[[Move], str]


def subjects_for(people: Collection[Mark]) -> dict[Mark, str]:
    """The subjects for the two sides: their marks, unless one person plays a computer.

    >>> subjects_for([Mark.X])
    {Mark.X: 'you', Mark.O: 'the computer'}
    """
    if len(people) != 1:
        return {mark: str(mark) for mark in Mark}
    return {mark: "you" if mark in people else "the computer" for mark in Mark}


def does(subject: str, verb: str) -> str:
    """A subject with its verb in the present tense.

    >>> does("you", "win"), does("X", "lose on time")
    ('you win', 'X loses on time')
    """
    first, *rest = verb.split()
    return " ".join([subject, first if subject == "you" else f"{first}s", *rest])


def title(rules: Rules) -> str:
    """The name of the game, in one line."""
    return f"Noughts and crosses on {rules.width}x{rules.height}: {numeral(rules.k)} in a row wins."


def instructions(rules: Rules) -> str:
    """How to play, for someone who has never seen the game."""
    return (
        "Two players, X and O, take turns to put their mark on a free square.\n"
        f"Whoever first has {numeral(rules.k)} or more of their own marks in a row, across, down\n"
        "or diagonally, wins. When the board is full and nobody has, the game is a draw."
    )


def taken(subject: str, square: str) -> str:
    """The sentence for a move."""
    return sentence(f"{does(subject, 'take')} {square}.")


def starts(subject: str) -> str:
    """The sentence that says who starts the next game."""
    return sentence(f"{does(subject, 'start')} this time.")


def ending_text(subjects: Subjects, spell: Spell, game: Game, ending: Ending) -> str:
    """The sentence that says who won and how, or that nobody did."""
    if ending.winner is None:
        return _UNWON[ending.termination]
    wins, loser = does(subjects[ending.winner], "win"), subjects[ending.winner.other]
    if ending.termination is Termination.LINE:
        return sentence(f"{wins} along {_lines_text(spell, game)}.")
    return sentence(f"{does(loser, _FAILING[ending.termination])}: {wins}.")


_UNWON = {
    Termination.FULL: "It is a draw: the board is full and nobody has a row.",
    Termination.AGREEMENT: "It is a draw by agreement.",
    Termination.ABANDONED: "The game was left unfinished.",
}
_FAILING = {
    Termination.RESIGNATION: "resign",
    Termination.TIME: "lose on time",
    Termination.ABANDONED: "leave",
}


def _lines_text(spell: Spell, game: Game) -> str:
    outcome = game.position.outcome
    lines = outcome.lines if outcome is not None else ()
    return ", and along ".join(listing(map(spell, line)) for line in lines)


def score_text(subjects: Subjects, score: Mapping[Mark | None, int]) -> str:
    """The score of the games so far; the key None counts draws."""
    sides = ", ".join(f"{subjects[mark]} {score.get(mark, 0)}" for mark in Mark)
    return f"Score: {sides}, drawn {score.get(None, 0)}."
