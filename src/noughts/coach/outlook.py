"""The moves that make a difference in a position, for its player, in one sentence.

Equal moves are not told apart. Where all draw or all win, that is said once, with the moves that
set the most traps or win soonest, if they are few. Where some throw something away, they are named,
or the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from noughts.atlas import keeping_moves
from noughts.coach.text import MOST_SQUARES
from noughts.core import Move, Position, PositionLike, as_position
from noughts.core.checks import check_type
from noughts.core.errors import N_, IllegalAction, Unsolved
from noughts.solver import Limit, MoveValue, Value, can_solve
from noughts.solver.verdict import limit_or_none
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext


class Difference(Enum):
    """The way in which the moves that stand out differ from the others."""

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
    """The value of the best move, and the moves that stand out.

    `is_all` if all moves are worth that, and `is_proved` if the value of each is proved.
    """

    position: Position
    value: Value
    difference: Difference
    moves: tuple[Move, ...]
    is_all: bool
    is_proved: bool


def outlook(
    position: PositionLike, worths: Mapping[Move, MoveValue], limit: Limit | None = None
) -> Outlook:
    """Return what stands out among the proved values of moves, as far as it is found in time.

    The best of them must be proved to be what the position is worth. Raises WrongType, and
    IllegalAction without values.

    >>> from noughts.atlas import values
    >>> position = Position.parse("x../.../... o 3")
    >>> outlook(position, values(position)).moves
    (4,)
    """
    position = as_position(position)
    limit_or_none(limit)
    check_type(worths, Mapping, "the values")
    if not worths:
        raise IllegalAction("without values there is nothing to tell")
    best = max(worth.value for worth in worths.values())
    good = tuple(move for move, worth in worths.items() if worth.value is best)
    rest = tuple(move for move in worths if move not in good)
    is_proved, is_win = len(worths) == len(position.moves), best is Value.WIN
    if is_proved and not rest:
        difference, moves = _equal(position, best, worths, limit)
    elif is_proved and len(rest) < len(good):
        difference, moves = Difference.MISSES if is_win else Difference.LOSES, rest
    else:
        difference, moves = Difference.WINS if is_win else Difference.HOLDS, good
    return Outlook(position, best, difference, moves, is_proved and not rest, is_proved)


def _equal(
    position: Position, best: Value, worths: Mapping[Move, MoveValue], limit: Limit | None
) -> tuple[Difference, tuple[Move, ...]]:
    """Return which of moves of one value win soonest, last longest or set the most traps."""
    if not can_solve(position.rules):
        return Difference.NONE, ()
    if best is Value.DRAW:
        try:
            difference, moves = Difference.TRAPS, most_traps(position, tuple(worths), limit)
        except Unsolved:
            return Difference.NONE, ()
    else:
        difference = Difference.SOONEST if best is Value.WIN else Difference.LASTS
        moves = _lowest({move: best * (worth.plies or 0) for move, worth in worths.items()})
    stands_out = 2 * len(moves) <= len(worths)
    return (difference, moves) if stands_out else (Difference.NONE, ())


def most_traps(
    position: Position, moves: tuple[Move, ...], limit: Limit | None = None
) -> tuple[Move, ...]:
    """Return the drawing moves that leave the opponent the fewest replies that hold the draw.

    All of them on boards too large to solve. Raises Unsolved as `solve` does.
    """
    if not can_solve(position.rules):
        return moves
    after = {move: position.play_unchecked(move) for move in moves}
    return _lowest({move: len(keeping_moves(reached, limit)) for move, reached in after.items()})


def _lowest(ranks: Mapping[Move, int]) -> tuple[Move, ...]:
    return tuple(move for move in ranks if ranks[move] == min(ranks.values()))


def outlook_text(found: Outlook) -> str:
    """Return what stands out, in a sentence for the side to move.

    >>> from noughts.atlas import values
    >>> position = Position.parse(".../.../... x 3")
    >>> outlook_text(outlook(position, values(position)))
    'Every move draws; a corner sets the most traps.'
    """
    check_type(found, Outlook, "the outlook")
    position, is_win, count = found.position, found.value is Value.WIN, len(found.moves)
    if len(position.moves) == 1:
        square = position.name(position.moves[0])
        if is_win:
            return _("Only {square} is left, and it wins.", square=square)
        if found.value is Value.DRAW:
            return _("Only {square} is left, and it draws.", square=square)
        return _("Only {square} is left, and it loses.", square=square)
    if found.is_all:
        return _equal_text(found)
    either, every = _squares(found, "or"), _squares(found, "and")
    if not found.is_proved:
        if is_win:
            return _("You can win with {squares}; no other move is proved to.", squares=either)
        return _(
            "You can hold the draw with {squares}; no other move is proved to.", squares=either
        )
    if found.difference is Difference.MISSES:
        return _("You can win with every move but {squares}.", squares=every)
    if found.difference is Difference.LOSES:
        return ngettext(
            "Careful: {squares} loses. Every other move draws.",
            "Careful: {squares} lose. Every other move draws.",
            count,
            squares=every,
        )
    if is_win and count == 1:
        return _("You can win, but only with {square}.", square=either)
    if is_win:
        return _("You can win with {squares}.", squares=either)
    if count == 1:
        return _("Only {square} holds the draw – every other move loses.", square=every)
    return _("Only {squares} hold the draw – every other move loses.", squares=every)


def _equal_text(found: Outlook) -> str:
    """Return the sentence where all moves are worth the same."""
    squares, count, rules = _squares(found, "and"), len(found.moves), found.position.rules
    corners = {0, rules.width - 1, rules.size - rules.width, rules.size - 1}
    has_centre = rules.width % 2 and rules.height % 2
    match found.difference:
        case Difference.TRAPS if set(found.moves) == corners:
            return _("Every move draws; a corner sets the most traps.")
        case Difference.TRAPS if has_centre and found.moves == (rules.size // 2,):
            return _("Every move draws; the centre sets the most traps.")
        case Difference.TRAPS:
            return ngettext(
                "Every move draws; {squares} sets the most traps.",
                "Every move draws; {squares} set the most traps.",
                count,
                squares=squares,
            )
        case Difference.SOONEST:
            return ngettext(
                "Every move wins; {squares} wins soonest.",
                "Every move wins; {squares} win soonest.",
                count,
                squares=squares,
            )
        case Difference.LASTS:
            return ngettext(
                "Every move loses; {squares} lasts longest.",
                "Every move loses; {squares} last longest.",
                count,
                squares=squares,
            )
    if found.value is Value.WIN:
        return _("Every move wins.")
    if found.value is Value.DRAW:
        return _("Every move draws.")
    return _("Every move loses.")


def _squares(found: Outlook, conjunction: str) -> str:
    """Return the moves that stand out; of many only the first."""
    named = [found.position.name(move) for move in found.moves]
    if len(named) > MOST_SQUARES:
        return _("{squares} and some more", squares=", ".join(named[:MOST_SQUARES]))
    return listing(named, conjunction) if named else ""


def square_texts(difference: Difference, square: str) -> tuple[str, str]:
    """Return what is written in a square that stands out, and its label for screen readers."""
    text, label = {
        Difference.WINS: (pgettext("square", "wins"), N_("{square}, empty, wins")),
        Difference.SOONEST: (pgettext("square", "soonest"), N_("{square}, empty, wins soonest")),
        Difference.MISSES: (pgettext("square", "no win"), N_("{square}, empty, doesn't win")),
        Difference.HOLDS: (pgettext("square", "draws"), N_("{square}, empty, holds the draw")),
        Difference.LOSES: (pgettext("square", "loses"), N_("{square}, empty, loses")),
        Difference.TRAPS: (pgettext("square", "traps"), N_("{square}, empty, sets the most traps")),
        Difference.LASTS: (pgettext("square", "lasts"), N_("{square}, empty, lasts longest")),
    }[difference]
    return text, _(label, square=square)
