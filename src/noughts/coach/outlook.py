"""What makes a difference in a position: for somebody who plays, in one sentence.

Equal moves are not told apart. Where all draw or all win, that is said once, with the moves that
set the most traps or win soonest, if they are few. Where some throw something away, they are named,
or the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from noughts.coach.clauses import MOST_SQUARES
from noughts.coach.text import names
from noughts.core.bits import Move
from noughts.core.grammar import listing
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.language import gettext as _
from noughts.language import ngettext, pgettext
from noughts.solver import Limit, MoveValue, Value, can_solve, keeping_moves


class Difference(Enum):
    """How the moves that stand out differ from the others."""

    WINS = "wins"  # others do not
    SOONEST = "soonest"  # all win, and these take the fewest moves
    MISSES = "misses"  # the others win
    HOLDS = "holds"  # all others lose
    LOSES = "loses"  # the others draw
    TRAPS = "traps"  # all draw, and these leave the opponent the fewest replies that do
    LASTS = "lasts"  # all lose, and these take longest
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the best move is worth, and the moves that stand out.

    `is_all` if all moves are worth that, and `is_proved` if the value of each is proved.
    """

    position: Position
    value: Value
    difference: Difference
    moves: tuple[Move, ...]
    is_all: bool
    is_proved: bool


def outlook(
    position: Position, worths: Mapping[Move, MoveValue], limit: Limit | None = None
) -> Outlook:
    """What stands out among the proved values of moves; raises Unsolved as `solve` does.

    The best of them must be proved to be what the position is worth.

    >>> from noughts.solver import values
    >>> position = Position.parse("x../.../... o 3")
    >>> outlook(position, values(position)).moves
    (4,)
    """
    best = max(worth.value for worth in worths.values())
    good = tuple(move for move, worth in worths.items() if worth.value is best)
    rest = tuple(move for move in worths if move not in good)
    if len(worths) < len(position.moves):
        difference = Difference.WINS if best is Value.WIN else Difference.HOLDS
        return Outlook(position, best, difference, good, is_all=False, is_proved=False)
    if rest:
        difference, moves = _unequal(best, good, rest)
    else:
        difference, moves = _equal(position, best, worths, limit)
    return Outlook(position, best, difference, moves, not rest, is_proved=True)


def _unequal(
    best: Value, good: tuple[Move, ...], rest: tuple[Move, ...]
) -> tuple[Difference, tuple[Move, ...]]:
    """The moves that keep the value, or those that do not: whichever are fewer."""
    if len(rest) < len(good):
        return (Difference.MISSES if best is Value.WIN else Difference.LOSES), rest
    return (Difference.WINS if best is Value.WIN else Difference.HOLDS), good


def _equal(
    position: Position, best: Value, worths: Mapping[Move, MoveValue], limit: Limit | None
) -> tuple[Difference, tuple[Move, ...]]:
    """Which of moves of one value win soonest, last longest or set the most traps."""
    if not can_solve(position.rules):
        return Difference.NONE, ()
    if best is Value.DRAW:
        difference, moves = Difference.TRAPS, most_traps(position, tuple(worths), limit)
    else:
        difference = Difference.SOONEST if best is Value.WIN else Difference.LASTS
        moves = _lowest({move: best * (worth.plies or 0) for move, worth in worths.items()})
    stands_out = 2 * len(moves) <= len(worths)
    return (difference, moves) if stands_out else (Difference.NONE, ())


def most_traps(
    position: Position, moves: tuple[Move, ...], limit: Limit | None = None
) -> tuple[Move, ...]:
    """Which of some drawing moves leave the opponent the fewest replies that hold the draw.

    All of them on boards too large to solve. Raises Unsolved as `solve` does.
    """
    if not can_solve(position.rules):
        return moves
    after = {move: position.play_unchecked(move) for move in moves}
    return _lowest({move: len(keeping_moves(each, limit)) for move, each in after.items()})


def _lowest(ranks: Mapping[Move, int]) -> tuple[Move, ...]:
    return tuple(move for move in ranks if ranks[move] == min(ranks.values()))


def outlook_text(found: Outlook) -> str:
    """What stands out, in a sentence for the side to move.

    >>> from noughts.solver import values
    >>> position = Rules(3, 3, 3).start()
    >>> outlook_text(outlook(position, values(position)))
    'Every move draws if both play well; a corner sets the most traps.'
    """
    if len(found.position.moves) == 1:
        return _last_text(found)
    if not found.is_proved:
        return _partial_text(found)
    if found.is_all:
        return _equal_text(found)
    if found.difference in (Difference.LOSES, Difference.MISSES):
        return _careful_text(found)
    is_win, count = found.value is Value.WIN, len(found.moves)
    squares = _squares(found, "or" if is_win else "and")
    if is_win:
        if count == 1:
            return _("You can win, but only with {square}.", square=squares)
        return _("You can win with {squares}.", squares=squares)
    if count == 1:
        return _("Only {square} holds the draw – every other move loses.", square=squares)
    return _("Only {squares} hold the draw – every other move loses.", squares=squares)


def _partial_text(found: Outlook) -> str:
    squares = _squares(found, "or")
    if found.value is Value.WIN:
        return _("You can win with {squares}; no other move is proved to.", squares=squares)
    return _("You can hold the draw with {squares}; no other move is proved to.", squares=squares)


def _last_text(found: Outlook) -> str:
    square = names(found.position.rules)(found.position.moves[0])
    if found.value is Value.WIN:
        return _("Only {square} is left, and it wins.", square=square)
    if found.value is Value.DRAW:
        return _("Only {square} is left, and it draws.", square=square)
    return _("Only {square} is left, and it loses.", square=square)


def _equal_text(found: Outlook) -> str:
    squares, count = _squares(found, "and"), len(found.moves)
    if found.difference is Difference.TRAPS:
        return _traps_text(found, squares)
    if found.difference is Difference.SOONEST:
        return ngettext(
            "Every move wins if you play on well; {squares} wins soonest.",
            "Every move wins if you play on well; {squares} win soonest.",
            count,
            squares=squares,
        )
    if found.difference is Difference.LASTS:
        return ngettext(
            "Every move loses if your opponent plays well; {squares} lasts longest.",
            "Every move loses if your opponent plays well; {squares} last longest.",
            count,
            squares=squares,
        )
    if found.value is Value.WIN:
        return _("Every move wins if you play on well.")
    if found.value is Value.DRAW:
        return _("Every move draws if both play well.")
    return _("Every move loses if your opponent plays well.")


def _traps_text(found: Outlook, squares: str) -> str:
    place = set(found.moves)
    if place == _corners(found.position.rules):
        return _("Every move draws if both play well; a corner sets the most traps.")
    if place == _centre(found.position.rules):
        return _("Every move draws if both play well; the centre sets the most traps.")
    return ngettext(
        "Every move draws if both play well; {squares} sets the most traps.",
        "Every move draws if both play well; {squares} set the most traps.",
        len(place),
        squares=squares,
    )


def _careful_text(found: Outlook) -> str:
    if found.difference is Difference.MISSES:
        return _("You can win with every move but {squares}.", squares=_squares(found, "and"))
    return ngettext(
        "Careful: {squares} loses. Every other move draws if both play well.",
        "Careful: {squares} lose. Every other move draws if both play well.",
        len(found.moves),
        squares=_squares(found, "and"),
    )


def _squares(found: Outlook, conjunction: str) -> str:
    """The moves that stand out; of many only the first."""
    named = [names(found.position.rules)(move) for move in found.moves]
    if len(named) > MOST_SQUARES:
        first = ", ".join(named[:MOST_SQUARES])
        return _("{squares} and some more", squares=first)
    return listing(named, conjunction) if named else ""


def _corners(rules: Rules) -> set[Move]:
    last = rules.size - 1
    return {0, rules.width - 1, rules.size - rules.width, last}


def _centre(rules: Rules) -> set[Move]:
    """The middle square, if there is one."""
    return {rules.size // 2} if rules.width % 2 and rules.height % 2 else set()


def square_text(difference: Difference) -> str:
    """What stands in a square that stands out, in a word or two."""
    match difference:
        case Difference.WINS:
            return pgettext("square", "wins")
        case Difference.SOONEST:
            return pgettext("square", "soonest")
        case Difference.MISSES:
            return pgettext("square", "no win")
        case Difference.HOLDS:
            return pgettext("square", "draws")
        case Difference.LOSES:
            return pgettext("square", "loses")
        case Difference.TRAPS:
            return pgettext("square", "traps")
        case _:
            return pgettext("square", "lasts")


def square_label(difference: Difference, square: str) -> str:
    """The same for a screen reader, with the name of the square."""
    match difference:
        case Difference.WINS:
            return _("{square}, empty, wins", square=square)
        case Difference.SOONEST:
            return _("{square}, empty, wins soonest", square=square)
        case Difference.MISSES:
            return _("{square}, empty, doesn't win", square=square)
        case Difference.HOLDS:
            return _("{square}, empty, holds the draw", square=square)
        case Difference.LOSES:
            return _("{square}, empty, loses", square=square)
        case Difference.TRAPS:
            return _("{square}, empty, sets the most traps", square=square)
        case _:
            return _("{square}, empty, lasts longest", square=square)
