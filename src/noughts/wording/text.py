"""The sentences about a game that every front end shares.

`Subjects` say who plays the two sides; a `Spell` function names squares. A sentence that stands
alone has no full stop; `paragraph` joins several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from noughts.core import Ending, Game, Mark, Move, Rules, Termination
from noughts.wording.grammar import agreeing, listing
from noughts.wording.language import gettext as _
from noughts.wording.language import remembered

LONGEST_ECHO = 80  # letters


class Role(Enum):
    """A player named in sentences by the part they have for the reader."""

    YOU = "you"
    COMPUTER = "the computer"
    OPPONENT = "your opponent"

    __hash__ = object.__hash__  # as in Mark


@dataclass(frozen=True, slots=True)
class Named:
    """A person named in sentences by their name, whatever it is: "X" and "you" are names too."""

    name: str


Subject = Role | Named | Mark  # by its mark a side is called of which no more is known
Subjects = Mapping[Mark, Subject]
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
        """Return the number alone."""
        return str(move + self.first)


def squares_text(spell: Spell, squares: Iterable[Move], conjunction: str = "and") -> str:
    """Return squares as a list in a sentence.

    >>> squares_text(Numbers(), (0, 4, 8))
    'squares 1, 5 and 9'
    """
    moves = tuple(squares)
    if isinstance(spell, Numbers) and len(moves) > 1:
        return _("squares {numbers}", numbers=listing(map(spell.bare, moves), conjunction))
    return listing(map(spell, moves), conjunction)


def bare(spell: Spell, move: Move) -> str:
    """Return a square where nothing but squares stands, as in a line of moves."""
    return spell.bare(move) if isinstance(spell, Numbers) else spell(move)


def subjects_for(people: Collection[Mark]) -> dict[Mark, Subject]:
    """Return the subjects for the two sides: their marks, unless one person plays a computer.

    >>> subjects_for([Mark.X])
    {Mark.X: <Role.YOU: 'you'>, Mark.O: <Role.COMPUTER: 'the computer'>}
    """
    if len(people) != 1:
        return {mark: mark for mark in Mark}
    return {mark: Role.YOU if mark in people else Role.COMPUTER for mark in Mark}


def name_of(subject: Subject) -> str:
    """Return a subject as it begins a sentence.

    >>> name_of(Role.COMPUTER), name_of(Mark.X), name_of(Named("you"))
    ('The computer', 'X', 'you')
    """
    match subject:
        case Role.YOU:
            return _("You")
        case Role.COMPUTER:
            return _("The computer")
        case Role.OPPONENT:
            return _("Your opponent")
        case Named(name=name):
            return name
        case Mark():
            return str(subject)


def label_of(subject: Subject) -> str:
    """Return a subject at the score.

    >>> label_of(Role.COMPUTER), label_of(Role.OPPONENT)
    ('Computer', 'Opponent')
    """
    match subject:
        case Role.COMPUTER:
            return _("Computer")
        case Role.OPPONENT:
            return _("Opponent")
    return name_of(subject)


def paragraph(*sentences: str) -> str:
    """Return sentences one after another, those that are not empty.

    >>> paragraph("You win!", "", "Rematch?", "Your opponent is here")
    'You win! Rematch? Your opponent is here.'
    """
    return " ".join(
        sentence if sentence[-1] in ".!?…" else f"{sentence}." for sentence in sentences if sentence
    )


def title(rules: Rules) -> str:
    """Return the name of the game, in one line."""
    return _(
        "Noughts and crosses on {width}x{height}: {count} in a row wins",
        width=rules.width,
        height=rules.height,
        count=rules.k,
    )


def instructions(rules: Rules) -> str:
    """Return how to play, for someone who has never seen the game."""
    if rules.k >= max(rules.width, rules.height):  # no row is longer
        return _(
            "Two players, X and O, take turns to claim a free square.\n"
            "The first to get {count} in a row – across, down or diagonally – wins.\n"
            "If the board fills up first, it's a draw.",
            count=rules.k,
        )
    return _(
        "Two players, X and O, take turns to claim a free square.\n"
        "The first to get {count} or more in a row – across, down or diagonally – wins.\n"
        "If the board fills up first, it's a draw.",
        count=rules.k,
    )


@remembered
def taken(subject: Subject, square: str) -> str:
    """Return the sentence for a move."""
    if subject is Role.YOU:
        return _("You take {square}", square=square)
    return agreeing(
        "{name} takes {square}", "{name} take {square}", name_of(subject), square=square
    )


def starts(subject: Subject) -> str:
    """Return the sentence that says who starts the next game."""
    if subject is Role.YOU:
        return _("You go first this time")
    return agreeing("{name} goes first this time", "{name} go first this time", name_of(subject))


def ending_text(subjects: Subjects, ending: Ending) -> str:
    """Return the sentence that says who won and how, or that nobody did."""
    if ending.winner is None:
        match ending.termination:
            case Termination.AGREEMENT:
                return _("It's a draw – you both agreed")
            case Termination.ABANDONED:
                return _("The game was left unfinished – it doesn't count")
        return _("It's a draw")
    return _decided(ending.termination, subjects[ending.winner], subjects[ending.winner.other])


@remembered
def _decided(termination: Termination, winner: Subject, loser: Subject) -> str:
    """Return the sentence for a game that one side won."""
    name, other = name_of(winner), name_of(loser)
    if loser is Role.YOU:
        resigned, timed_out, left, otherwise = (
            agreeing("{name} wins – you resigned", "{name} win – you resigned", name),
            agreeing("{name} wins – you ran out of time", "{name} win – you ran out of time", name),
            agreeing("{name} wins – you left the game", "{name} win – you left the game", name),
            agreeing("{name} wins", "{name} win", name),
        )
    elif winner is Role.YOU:
        resigned, timed_out, left, otherwise = (
            agreeing("You win! {name} resigned", "You win! {name} resigned", other),
            agreeing("You win! {name} ran out of time", "You win! {name} ran out of time", other),
            agreeing("You win! {name} left the game", "You win! {name} left the game", other),
            _("You beat {name}!", name=other) if isinstance(loser, Named) else _("You win!"),
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
            if isinstance(winner, Named)
            else _("{name} wins!", name=name),
        )
    return {
        Termination.RESIGNATION: resigned,
        Termination.TIME: timed_out,
        Termination.ABANDONED: left,
    }.get(termination, otherwise)


def lines_text(spell: Spell, game: Game) -> str:
    """Return the winning lines of a game in words; empty without one."""
    outcome = game.position.outcome
    won = outcome.lines if outcome is not None else ()
    lines = [listing(bare(spell, square) for square in line) for line in won]
    if len(lines) > 1:
        return _("The winning lines: {lines}", lines="; ".join(lines))
    return _("The winning line: {squares}", squares=lines[0]) if lines else ""


def score_text(subjects: Subjects, score: Mapping[Mark | None, int]) -> str:
    """Return the score of the games so far; the key None counts draws."""
    return _(
        "Score: {first} {wins}, {second} {losses}, draws {draws}",
        first=label_of(subjects[Mark.X]),
        wins=score.get(Mark.X, 0),
        second=label_of(subjects[Mark.O]),
        losses=score.get(Mark.O, 0),
        draws=score.get(None, 0),
    )


def level_name(player: str) -> str:
    """Return the name of a level, or of another computer player."""
    names = {
        "easy": _("Easy"),
        "medium": _("Medium"),
        "hard": _("Hard"),
        "perfect": _("Perfect"),
        "strongest": _("Strongest"),
    }
    return names.get(player) or player.capitalize()


def printable(text: str, longest: int = LONGEST_ECHO) -> str:
    """Return untrusted text without control characters, which could control the terminal.

    >>> printable("a1" + chr(27) + "[2J")
    'a1?[2J'
    """
    shown = text[:longest]
    if not shown.isprintable():
        shown = "".join(letter if letter.isprintable() else "?" for letter in shown)
    return shown if len(text) <= longest else f"{shown}..."
