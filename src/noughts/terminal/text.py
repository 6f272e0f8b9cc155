"""The squares and the words that you can type, and what line mode says to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from noughts.core import Mark, Move, Position, Rules
from noughts.core.errors import NotationError
from noughts.core.notation import quote, square_name
from noughts.wording.drawing import Labels, name_labels, number_labels
from noughts.wording.grammar import listing, sentence, worded
from noughts.wording.language import gettext as _
from noughts.wording.text import Numbers, Spell, bare, paragraph

LONGEST_INDEXED_SIDE = 9  # squares; on longer ones the numbers don't fit into them
_MOST_SQUARES_LISTED = 16


# --- squares: the program never guesses between the ways to type them


@dataclass(frozen=True, slots=True)
class Style:
    """One way to type and show squares, on one board."""

    rules: Rules
    wanted: str  # the squares to type, as a phrase after the word `type`
    labels: Labels  # on the board, which show what to type
    name: Spell  # the names of squares in sentences, the same everywhere in a game
    also: Spell | None = None  # other names that are read

    def spell(self, move: Move) -> str:
        """Return the square as it is typed."""
        return bare(self.name, move)

    def read(self, text: str) -> Move:
        """Return the square that was typed; raises NotationError."""
        typed = re.sub(r"[\s,]+", " ", re.sub(r"(?<!\w)0+(?=\d)", "", text))
        if typed.isascii():  # in other letters there is no square, though `lower` may make one
            for spell in filter(None, (self.name, self.also)):
                for move in range(self.rules.size):
                    if bare(spell, move) == typed.lower():
                        return move
        raise NotationError(_("{text} isn't a square here", text=quote(text)))


def by_name(rules: Rules) -> Style:
    """Return the style of `b2`: the column's letter and the row's number.

    On 3×3 the numbers 1 to 9 are read too.
    """
    name = partial(square_name, rules.width)
    wanted = _("a square, {first} to {last}", first=name(0), last=name(rules.size - 1))
    return Style(rules, wanted, name_labels(rules), name, Numbers() if rules.is_common else None)


def _by_index(rules: Rules) -> Style:
    """Return the style of `4`: squares numbered in reading order from 0, drawn in the squares."""
    wanted = _("a square, {first} to {last}", first=0, last=rules.size - 1)
    return Style(rules, wanted, number_labels(rules, 0), Numbers(0))


def _by_row_and_column(rules: Rules, *, row_first: bool) -> Style:
    """Return the style of `2 3`: row and column numbered from 1, in either order."""
    rows, columns = rules.height, rules.width
    wanted = _("the column (1-{columns}), then the row (1-{rows})", rows=rows, columns=columns)
    if row_first:
        wanted = _("the row (1-{rows}), then the column (1-{columns})", rows=rows, columns=columns)

    def spell(move: Move) -> str:
        row, column = divmod(move, columns)
        return f"{row + 1} {column + 1}" if row_first else f"{column + 1} {row + 1}"

    numbers = tuple(map(str, range(1, max(rows, columns) + 1)))
    return Style(rules, wanted, Labels(numbers[:columns], numbers[:rows]), spell)


# The ways of other programs, each a choice: the same digits mean another square in each.
INPUTS: dict[str, Callable[[Rules], Style]] = {
    "row-col": partial(_by_row_and_column, row_first=True),
    "col-row": partial(_by_row_and_column, row_first=False),
    "index": _by_index,
}


# --- words in place of a square


class TypedWord(Enum):
    """A word typed instead of a square."""

    HINT = "hint"
    WHY = "why"
    UNDO = "undo"
    BOARD = "board"
    NEW = "new"
    LEVEL = "level"
    HELP = "help"
    RESIGN = "resign"
    QUIT = "quit"

    @property
    def description(self) -> str:
        """The effect of the word, for the help."""
        return {
            TypedWord.HINT: _("see the best square, and why"),
            TypedWord.WHY: _("have the last move explained"),
            TypedWord.UNDO: _("take back your last move"),
            TypedWord.BOARD: _("see the board again"),
            TypedWord.NEW: _("start this game again"),
            TypedWord.LEVEL: _("change the level"),
            TypedWord.HELP: _("read this again"),
            TypedWord.RESIGN: _("give up this game"),
            TypedWord.QUIT: _("leave"),
        }[self]


_WORDS = {word.value: word for word in TypedWord} | {
    "h": TypedWord.HINT,  # the same letters as on the page
    "u": TypedWord.UNDO,
    "n": TypedWord.NEW,
    "l": TypedWord.LEVEL,
    "?": TypedWord.HELP,
    "q": TypedWord.QUIT,
    "exit": TypedWord.QUIT,
}
_LIKENESS = 0.7  # `hnt` is as like `hint` as 0.86, `hello` as like `help` as 0.67


def read_word(text: str) -> TypedWord | None:
    """Return the word that a line is, or None.

    >>> read_word("Undo")
    <TypedWord.UNDO: 'undo'>
    """
    return _WORDS.get(text.lower())


def near_miss(text: str) -> TypedWord | None:
    """Return the word that was probably meant, or None.

    >>> near_miss("hnt")
    <TypedWord.HINT: 'hint'>
    """
    from difflib import get_close_matches  # 2 ms, only after a mistake

    words = [word.value for word in TypedWord]
    near = get_close_matches(text[:20].lower(), words, n=1, cutoff=_LIKENESS)
    return TypedWord(near[0]) if near else None


# --- what is said


def how_to_type(style: Style) -> str:
    """Return all the answers a prompt accepts."""
    words = "\n".join(f"  {word.value:8}{word.description}" for word in TypedWord)
    heading = _("On your turn: {squares}; or a word:", squares=style.wanted)
    return f"{heading}\n{words}"


def thinking(seconds: float) -> str:
    """Return what the computer does, and how to have the move at once."""
    return _(
        "Thinking for up to {seconds} seconds – press Ctrl-C for an answer now",
        seconds=f"{seconds:g}",
    )


def prompt(mark: Mark, *, is_own: bool = False) -> str:
    """Return the prompt for a move; `is_own` where one person plays the computer."""
    return _("Your move ({side}): ", side=mark) if is_own else _("{side}, your move: ", side=mark)


def mistake(style: Style, text: str, error: NotationError) -> str:
    """Return why a line was not understood, and what to type instead."""
    if (meant := near_miss(text)) is not None:
        return paragraph(sentence(worded(error)), _("Did you mean {word}?", word=meant.value))
    wanted = _("Type {squares}; or help.", squares=style.wanted)
    return paragraph(sentence(worded(error)), wanted) if text else wanted


def already_taken(style: Style, position: Position, move: Move, typed: str) -> str:
    """Return why a square cannot be taken, and on a small board which squares are free."""
    square, mark = style.name(move), position.mark_at(move)
    if typed.isdigit() and typed != style.spell(move):
        text = _(
            "{typed} is {square}, which is already taken by {side}.",
            typed=typed,
            square=square,
            side=mark,
        )
    else:
        text = _("{square} is already taken by {side}.", square=sentence(square), side=mark)
    if position.rules.size > _MOST_SQUARES_LISTED:
        return text
    free = listing(map(style.spell, position.moves))
    return paragraph(text, _("Free: {squares}", squares=free))
