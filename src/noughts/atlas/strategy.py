"""The strategies in the certificates of the atlas: what they answer, and how O holds by them."""

from __future__ import annotations

import lzma
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from noughts.atlas.answers import Answers, read_answers
from noughts.atlas.table import PROOFS, Certified, Entry, find_entry, proof_name, wide
from noughts.core import Move, Position, Rules, Square, squares
from noughts.core.errors import NotationError, Unsolved
from noughts.core.reachability import check_squares
from noughts.core.symmetry import Symmetry, canonical, symmetries, transform
from noughts.kernels.compilation import COMPILED
from noughts.kernels.walk import NO_ANSWER, UNREACHED
from noughts.kernels.words128 import kernel
from noughts.solver.verdict import Value

if TYPE_CHECKING:
    from noughts.kernels.pairing import Pairing
    from noughts.kernels.walk import Walk

Pairs = tuple[tuple[Move, Move], ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast certificates are read, in positions times squares of the board."""

    most: int  # of a certificate that is read at all
    a_second: int

    def allows(self, entry: Entry, seconds: float | None = None) -> bool:
        """True if an entry has a certificate that is read, and within the seconds."""
        if entry.proof is None:
            return False
        squares = entry.proof.positions * entry.rules.size
        return squares <= self.most and (seconds is None or squares <= seconds * self.a_second)


# Plain Python reads the most in some two seconds, and twice as fast on an idle machine; as
# WebAssembly it takes three times as long. Compiled, the largest takes 0.8 s.
IN_A_PAGE = Pace(650_000, 120_000)
if COMPILED:
    _PACE = Pace(1 << 27, 64_000_000)
else:
    _PACE = IN_A_PAGE if sys.platform == "emscripten" else Pace(2_100_000, 350_000)

# A kernel uses its own variables. One lock for all, since it is held for a few µs: a process
# that forks waits for it, since the thread that holds it would never end in the child.
LOCK = Lock()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release
    )


class Strategy:
    """A certificate's strategy: the first player's that wins, or the second's that holds a draw."""

    def __init__(self, rules: Rules, entry: Entry, proof: Certified, packed: bytes) -> None:
        self.wins = proof.value is Value.WIN
        self._rules = rules
        stored = entry.rules  # the board with its longer side as the width
        self._turned = None if rules == stored else _transposition(rules)
        self._back = None if self._turned is None else _transposition(stored)
        text = lzma.decompress(packed).decode().partition("\n")[2].encode("latin-1")
        entries = 1 << (proof.positions * 5 // 4).bit_length()
        grid = kernel("grid", stored.size).Grid(stored, symmetries(stored.width, stored.height))
        self._walk: Walk = kernel("walk", stored.size).Walk(grid, text, self.wins, entries)
        if not self._walk.follow_all():
            raise NotationError(f"the certificate of {stored} is damaged")

    def covers(self, first: int, second: int) -> bool:
        """True if the strategy reaches a position, the marks of the player who began first."""
        return self._look_up(first, second) != UNREACHED

    def answer(self, first: int, second: int) -> Move | None:
        """Return the strategy's move, or None where it is not to move or does not lead."""
        answer = self._look_up(first, second)
        if answer in {UNREACHED, NO_ANSWER}:
            return None
        return answer if self._back is None else self._back[answer]

    def _look_up(self, first: int, second: int) -> int:
        check_squares(self._rules, first, second)
        if self._turned is not None:
            first, second = transform(first, self._turned), transform(second, self._turned)
        with LOCK:
            return self._walk.answer(first, second)


# 8×4:4 takes 36 MB, any other at most 3.
@lru_cache(maxsize=4)
def strategy_of(rules: Rules) -> Strategy | None:
    """Return the strategy of the board's certificate, if the atlas has one; raises NotationError.

    Reading one takes at most 0.03 s, but 0.8 s for 8×4:4.
    """
    entry = find_entry(rules)
    if entry is None or entry.proof is None or not _PACE.allows(entry):
        return None
    packed = (PROOFS / proof_name(wide(rules))).read_bytes()
    if sha256(packed).hexdigest() != entry.proof.sha256:
        raise NotationError(f"the certificate of {entry.rules} is not the one in the table")
    strategy = _at_hand[rules] = Strategy(rules, entry, entry.proof, packed)
    return strategy


_at_hand: WeakValueDictionary[Rules, Strategy] = WeakValueDictionary()


def strategy_within(rules: Rules, seconds: float | None) -> Strategy | None:
    """Return the strategy of the board's certificate, unless reading it may take longer."""
    entry = find_entry(rules)
    if entry is None or not (rules in _at_hand or _PACE.allows(entry, seconds)):
        return None
    return strategy_of(rules)


def _transposition(rules: Rules) -> Symmetry:
    """Return where each square goes when a board is reflected so that rows become columns."""
    places = (divmod(square, rules.width) for square in range(rules.size))
    return tuple(column * rules.height + row for row, column in places)


# --- how O holds a draw: by these answers, and by pairs as soon as they hold


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
    """Return the game after X took these squares in turn; raises what `Position.play` raises.

    Raises Unsolved where the certificate has no answer, as on a board that X wins.

    >>> defend(Rules(5, 5, 5), ["c3"]).position.plies
    2
    """
    start = rules.start()
    defence = Defence(start, _pairs_at(start))
    for square in taken:
        defence = _answered(defence, defence.position.square(square))
    return defence


def _answered(defence: Defence, move: Move) -> Defence:
    position = defence.position.play(move)
    if position.is_over:
        return replace(defence, position=position, reply=None, is_paired=False)
    if defence.pairs is None:
        reply = _reply(position)
        if reply is None:
            raise Unsolved(f"the atlas has no answer in {position.notation}")
        after = position.play_unchecked(reply)
        return Defence(after, _pairs_at(after), reply)
    partner = next((sum(pair) - move for pair in defence.pairs if move in pair), -1)
    is_paired = partner in position.moves
    if not is_paired:  # an O too many never does harm: better on a square outside the pairs
        paired = {square for pair in defence.pairs for square in pair}
        free = (square for square in position.moves if square not in paired)
        partner = next(free, position.moves[0])
    return Defence(position.play_unchecked(partner), defence.pairs, partner, is_paired)


def _reply(position: Position) -> Move | None:
    """Return O's answer, by the certificate or the file of answers, if there is one."""
    rules = position.rules
    if (strategy := strategy_of(rules)) is not None:
        return strategy.answer(position.xs, position.os)
    answers = read_answers(rules)
    for image in symmetries(rules.width, rules.height):
        answer = answers.get((transform(position.xs, image), transform(position.os, image)))
        if answer is not None:
            return image.index(answer)
    return None


def every_answer(rules: Rules) -> Answers:
    """Return all answers that games against a certificate need; 4 s for 7×7:5, compiled."""
    answers: dict[tuple[int, int], Move] = {}
    waiting = [rules.start()]
    while waiting:
        position = waiting.pop()
        for move in () if _pairs_at(position) else position.moves:
            asked = canonical(position.play_unchecked(move))
            marks = asked.xs, asked.os
            if marks not in answers and (reply := _reply(asked)) is not None:
                answers[marks] = reply
                waiting.append(asked.play_unchecked(reply))
    return answers


def _pairs_at(position: Position) -> Pairs | None:
    """Return pairs that keep X from every line, if there are any and X is to move.

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
                pairs = [squares(pairing.pairs[number]) for number in range(pairing.count)]
                return tuple((image.index(first), image.index(second)) for first, second in pairs)
    return None


@lru_cache(maxsize=4)
def _pairing(rules: Rules) -> Pairing:
    """Return the search for pairs on a board; one at a time."""
    grid = kernel("grid", rules.size).Grid(rules, ())
    pairing: Pairing = kernel("pairing", rules.size).Pairing(grid)
    return pairing
