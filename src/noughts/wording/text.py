"""The sentences about a game that every front end shares.

`Subjects` say who plays the two sides; a `Spell` function names squares. A sentence that stands
alone has no full stop; `paragraph` joins several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.core import Ending, Mark, Move, Termination
from noughts.wording.grammar import agreeing, listing
from noughts.wording.language import gettext as _
from noughts.wording.language import remembered

if TYPE_CHECKING:  # a game draws itself, with these sentences
    from noughts.core.game import Game
    from noughts.core.rules import Rules

YOU, COMPUTER, OPPONENT = "you", "the computer", "your opponent"

LONGEST_ECHO = 80  # letters

Subjects = Mapping[Mark, str]  # one of these three, the name of the mark, or a person's name
Spell = Callable[[Move], str]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A `Spell` that calls squares by numbers in reading order, counted from `first`.

    A number alone could be a count, so it says what it is.

    >>> Numbers()(4)
    'square 5'
    """

    first: int = 1

    def __call__(self, move: Move) -> str:
        return _("square {number}", number=self.bare(move))

    def bare(self, move: Move) -> str:
        """The number alone."""
        return str(move + self.first)


def squares_text(spell: Spell, squares: Iterable[Move], conjunction: str = "and") -> str:
    """Squares as a list in a sentence.

    >>> squares_text(Numbers(), (0, 4, 8))
    'squares 1, 5 and 9'
    """
    moves = tuple(squares)
    if isinstance(spell, Numbers) and len(moves) > 1:
        return _("squares {numbers}", numbers=listing(map(spell.bare, moves), conjunction))
    return listing(map(spell, moves), conjunction)


def bare(spell: Spell, move: Move) -> str:
    """A square where nothing but squares stands, as in a line of moves."""
    return spell.bare(move) if isinstance(spell, Numbers) else spell(move)


def subjects_for(people: Collection[Mark]) -> dict[Mark, str]:
    """The subjects for the two sides: their marks, unless one person plays a computer.

    >>> subjects_for([Mark.X])
    {Mark.X: 'you', Mark.O: 'the computer'}
    """
    if len(people) != 1:
        return {mark: str(mark) for mark in Mark}
    return {mark: YOU if mark in people else COMPUTER for mark in Mark}


def is_name(subject: str) -> bool:
    """True if a subject is a person's own name.

    >>> is_name("Mighty Crow"), is_name("X"), is_name("you")
    (True, False, False)
    """
    return subject not in (YOU, COMPUTER, OPPONENT, *map(str, Mark))


def name_of(subject: str) -> str:
    """A subject as it begins a sentence.

    >>> name_of("the computer"), name_of("X")
    ('The computer', 'X')
    """
    names = {YOU: _("You"), COMPUTER: _("The computer"), OPPONENT: _("Your opponent")}
    return names.get(subject, subject)


def label_of(subject: str) -> str:
    """A subject at the score.

    >>> label_of("the computer"), label_of("your opponent")
    ('Computer', 'Opponent')
    """
    labels = {COMPUTER: _("Computer"), OPPONENT: _("Opponent")}
    return labels.get(subject) or name_of(subject)


def paragraph(*sentences: str) -> str:
    """Sentences one after another, those that are not empty.

    >>> paragraph("You win!", "", "Rematch?", "Your opponent is here")
    'You win! Rematch? Your opponent is here.'
    """
    return " ".join(each if each[-1] in ".!?…" else f"{each}." for each in sentences if each)


def title(rules: Rules) -> str:
    """The name of the game, in one line."""
    return _(
        "Noughts and crosses on {width}x{height}: {count} in a row wins",
        width=rules.width,
        height=rules.height,
        count=rules.k,
    )


def instructions(rules: Rules) -> str:
    """Return how to play, for someone who has never seen the game."""
    return _(
        "Two players, X and O, take turns to claim a free square.\n"
        "The first to get {count} or more in a row – across, down or diagonally – wins.\n"
        "If the board fills up first, it's a draw.",
        count=rules.k,
    )


@remembered
def taken(subject: str, square: str) -> str:
    """The sentence for a move."""
    if subject == YOU:
        return _("You take {square}", square=square)
    return agreeing(
        "{name} takes {square}", "{name} take {square}", name_of(subject), square=square
    )


def starts(subject: str) -> str:
    """The sentence that says who starts the next game."""
    if subject == YOU:
        return _("You go first this time")
    return agreeing("{name} goes first this time", "{name} go first this time", name_of(subject))


def ending_text(subjects: Subjects, ending: Ending) -> str:
    """The sentence that says who won and how, or that nobody did."""
    if ending.winner is None:
        match ending.termination:
            case Termination.AGREEMENT:
                return _("It's a draw – you both agreed")
            case Termination.ABANDONED:
                return _("The game was left unfinished – it doesn't count")
        return _("It's a draw")
    return _decided(ending.termination, subjects[ending.winner], subjects[ending.winner.other])


@remembered
def _decided(termination: Termination, winner: str, loser: str) -> str:
    """The sentence for a game that one side won."""
    name, other = name_of(winner), name_of(loser)
    if loser == YOU:
        resigned, timed_out, left, otherwise = (
            agreeing("{name} wins – you resigned", "{name} win – you resigned", name),
            agreeing("{name} wins – you ran out of time", "{name} win – you ran out of time", name),
            agreeing("{name} wins – you left the game", "{name} win – you left the game", name),
            agreeing("{name} wins", "{name} win", name),
        )
    elif winner == YOU:
        resigned, timed_out, left, otherwise = (
            agreeing("You win! {name} resigned", "You win! {name} resigned", other),
            agreeing("You win! {name} ran out of time", "You win! {name} ran out of time", other),
            agreeing("You win! {name} left the game", "You win! {name} left the game", other),
            _("You beat {name}!", name=other) if is_name(loser) else _("You win!"),
        )
    else:
        resigned, timed_out, left, otherwise = (
            agreeing(
                "{name} wins – {loser} resigned",
                "{name} win – {loser} resigned",
                name,
                loser=other,
            ),
            agreeing(
                "{name} wins – {loser} ran out of time",
                "{name} win – {loser} ran out of time",
                name,
                loser=other,
            ),
            agreeing(
                "{name} wins – {loser} left the game",
                "{name} win – {loser} left the game",
                name,
                loser=other,
            ),
            agreeing("{name} beat {loser}", "{name} beat {loser}", name, loser=other)
            if is_name(name)
            else _("{name} wins!", name=name),
        )
    return {
        Termination.RESIGNATION: resigned,
        Termination.TIME: timed_out,
        Termination.ABANDONED: left,
    }.get(termination, otherwise)


def lines_text(spell: Spell, game: Game) -> str:
    """The winning lines of a game in words; empty without one."""
    outcome = game.position.outcome
    won = outcome.lines if outcome is not None else ()
    lines = [listing(bare(spell, square) for square in line) for line in won]
    if len(lines) > 1:
        return _("The winning lines: {lines}", lines="; ".join(lines))
    return _("The winning line: {squares}", squares=lines[0]) if lines else ""


def score_text(subjects: Subjects, score: Mapping[Mark | None, int]) -> str:
    """The score of the games so far; the key None counts draws."""
    return _(
        "Score: {first} {wins}, {second} {losses}, draws {draws}",
        first=label_of(subjects[Mark.X]),
        wins=score.get(Mark.X, 0),
        second=label_of(subjects[Mark.O]),
        losses=score.get(Mark.O, 0),
        draws=score.get(None, 0),
    )


def level_name(player: str) -> str:
    """The name of a level, or of another computer player."""
    names = {
        "easy": _("Easy"),
        "medium": _("Medium"),
        "hard": _("Hard"),
        "perfect": _("Perfect"),
        "strongest": _("Strongest"),
    }
    return names.get(player) or player.capitalize()


def printable(text: str, longest: int = LONGEST_ECHO) -> str:
    """Untrusted text without control characters, which could control the terminal.

    >>> printable("a1" + chr(27) + "[2J")
    'a1?[2J'
    """
    shown = text[:longest]
    if not shown.isprintable():
        shown = "".join(letter if letter.isprintable() else "?" for letter in shown)
    return shown if len(text) <= longest else f"{shown}..."
