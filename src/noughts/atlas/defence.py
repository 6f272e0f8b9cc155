"""How O holds a draw: by the answers in the certificate, and by pairs as soon as they hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from noughts.atlas.strategy import LOCK, strategy_of
from noughts.core.bits import Move, Square, squares
from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.core.reachability import check_squares
from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries, transform
from noughts.kernels.words128 import kernel

if TYPE_CHECKING:
    from noughts.kernels.pairing import Pairing

Pairs = tuple[tuple[Move, Move], ...]


@dataclass(frozen=True, slots=True)
class Defence:
    """A game in which X may play anywhere, after O's answer.

    `pairs` hold from some move on: every line without an O then has a pair with no X. None before.
    """

    position: Position
    pairs: Pairs | None
    reply: Move | None = None  # O's last answer
    is_paired: bool = False  # whether it was the other square of a pair


def defend(rules: Rules, taken: Iterable[Square] = ()) -> Defence:
    """The game after X took these squares in turn; raises what `Position.play` raises.

    Raises Unsolved where the certificate has no answer, as on a board that X wins.

    >>> defend(Rules(5, 5, 5), ["c3"]).position.plies
    2
    """
    start = rules.start()
    found = Defence(start, _pairs_at(start))
    for square in taken:
        found = _answered(found, found.position.square(square))
    return found


def _answered(defence: Defence, move: Move) -> Defence:
    position = defence.position.play(move)
    if position.is_over:
        return replace(defence, position=position, reply=None, is_paired=False)
    if defence.pairs is not None:
        return _paired(defence.pairs, position, move)
    strategy = strategy_of(position.rules)
    reply = None if strategy is None else strategy.answer(position.xs, position.os)
    if reply is None:
        raise Unsolved(f"the atlas has no answer in {position}")
    after = position.play_unchecked(reply)
    return Defence(after, _pairs_at(after), reply)


def _paired(pairs: Pairs, position: Position, move: Move) -> Defence:
    """The answer is the other square of the pair, or any square if that is not needed."""
    partners = [first + second - move for first, second in pairs if move in (first, second)]
    free = [square for square in partners if square in position.moves]
    if free:
        reply = free[0]
    else:  # an O too many never does harm: better on a square outside the pairs
        paired = {square for pair in pairs for square in pair}
        spare = (each for each in position.moves if each not in paired)
        reply = next(spare, position.moves[0])
    return Defence(position.play_unchecked(reply), pairs, reply, is_paired=bool(free))


def _pairs_at(position: Position) -> Pairs | None:
    """Pairs that keep X from every line, if there are any and X is to move.

    The search takes lines in reading order, and may find pairs only on an image of the position.
    """
    if position.is_over:
        return None
    check_squares(position.rules, position.xs, position.os)
    pairing = _pairing(position.rules)
    for image in symmetries(position.rules.width, position.rules.height):
        xs, os = transform(position.xs, image), transform(position.os, image)
        with LOCK:
            if pairing.deficiency(xs, os, 1) == 0:
                found = [squares(pairing.pairs[number]) for number in range(pairing.count)]
                return tuple((image.index(first), image.index(second)) for first, second in found)
    return None


@lru_cache(maxsize=4)
def _pairing(rules: Rules) -> Pairing:
    """The search for pairs on a board; one at a time."""
    grid = kernel("grid", rules.size).Grid(rules, ())
    found: Pairing = kernel("pairing", rules.size).Pairing(grid)
    return found
