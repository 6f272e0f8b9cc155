"""Proofs of wins by threat sequences, and their certificates for `verify_sequences`.

Where the loser is to move, sequences of the winner cover most of its replies, and only the others
are searched. The search is depth-first by proof numbers (df-pn: Nagai, 2002): the number of a
position says how much is left to prove, 0 that all is. What is not proved is never settled, since
only some of the winner's moves are tried; so there are no disproof numbers, and of the replies to
be answered the hardest comes first.
"""

from __future__ import annotations

import heapq
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from noughts.core import Mark, Move, Position, squares
from noughts.core.errors import Unsolved
from noughts.core.symmetry import canonical_marks
from noughts.kernels.sequences import Sequences, WindowBoard

Moves = tuple[Move, ...]

_ATTACKER, _DEFENDER = 0, 1  # the sides of the kernel's board; the attacker is to win
_NOWHERE, _SEVERAL = -1, -2  # what it says instead of a square
_NEVER = 1e9  # the number of a position that is lost, or has no promising move
_LITTLE = 0.001  # what the limit exceeds a number by, whatever rounding does
_MARGIN = 1.25  # a move is searched until its number exceeds the second best by a quarter
_FIRST = ord("0")  # the character of square 0; the other squares follow


@dataclass(frozen=True, slots=True)
class Settings:
    """How a proof is searched. Results differ much: for a stubborn position try others.

    `candidates` are the winner's moves in a position that are tried, `threes` and `nodes` limit the
    search for one sequence. Of the numbers of several replies the largest counts, and one part in
    `share` of the others. `weak` is the number of a position in which the winner has no sequence
    even if the loser passes.
    """

    candidates: int = 16
    threes: int = 5
    nodes: int = 150
    share: int = 8
    weak: int = 60


@dataclass(slots=True)
class _Replies:
    """A position with the loser to move: the sequences that cover replies, and what is left.

    `left` is None until all replies have been looked at.
    """

    number: float
    sequences: list[Moves] = field(default_factory=list)
    left: dict[Move, _Answers] | None = None
    won_by: Move | None = None  # the move that answered the reply proved last


@dataclass(slots=True)
class _Answers:
    """A position with the winner to move, and its moves, the best first; None if not yet tried."""

    number: float = 1
    moves: list[tuple[Move, _Replies]] | None = None

    def proved(self) -> tuple[Move, _Replies]:
        """Return the move that is proved to win."""
        return next(move for move in self.moves or () if move[1].number == 0)


class SequenceSearch:
    """The search for a proof that `winner` wins from a position; `nodes` counts its positions.

    Positions are kept in memory, about a kilobyte each.
    """

    def __init__(self, position: Position, winner: Mark, settings: Settings = Settings()) -> None:
        self.position, self.winner, self.settings = position, winner, settings
        self.nodes = 0
        self._start = position.marks(winner), position.marks(winner.other)
        self._full = position.rules.full
        self._board = WindowBoard(position.rules)
        self._sequences = Sequences(self._board)
        self._known: dict[tuple[int, int], _Replies] = {}
        self._until = 0
        self._board.set_up(*self._start)
        begins = position.turn is winner
        self._root = _Answers() if begins else self._look(*self._start)

    @property
    def is_proved(self) -> bool:
        """True if the win is proved."""
        return self._root.number == 0

    @property
    def is_hopeless(self) -> bool:
        """True if none of the moves that are tried can win."""
        return self._root.number >= _NEVER

    def run(self, nodes: int) -> None:
        """Search so many positions more, or until the win is proved or hopeless."""
        self._until = self.nodes + nodes
        self._board.set_up(*self._start)
        if isinstance(self._root, _Answers):
            self._answer(self._root, *self._start, _NEVER)
        else:
            self._reply(self._root, *self._start, _NEVER)

    def certificate(self) -> bytes:
        """Return the proof as a certificate; raises Unsolved without one."""
        if not self.is_proved:
            raise Unsolved("the win is not proved")
        claim = f"{self.position.notation}: {self.winner.value} wins"
        letters = "".join(_Writer(self.position, self.winner).letters(self._root))
        return lzma.compress(f"noughts certificate 3: {claim}\n{letters}".encode())

    def _answer(
        self, answers: _Answers, xs: int, os: int, limit: float, first: Move | None = None
    ) -> None:
        """Search the winner's moves until their number is 0 or reaches a limit."""
        if answers.moves is None:
            answers.moves = list(self._candidates(xs, os, first))
        while True:
            best = heapq.nsmallest(2, answers.moves, key=_number)
            answers.number = best[0][1].number if best else _NEVER
            if not 0 < answers.number < limit or self.nodes >= self._until:
                return
            move, replies = best[0]
            second = best[1][1].number if len(best) > 1 else _NEVER
            self._board.put(_ATTACKER, move)
            self._reply(replies, xs | 1 << move, os, min(limit, second * _MARGIN + 1))
            self._board.undo()

    def _candidates(self, xs: int, os: int, first: Move | None) -> Iterator[tuple[Move, _Replies]]:
        """Yield the moves to try, up to one that wins at once."""
        board = self._board
        wins = board.completing(_ATTACKER) != _NOWHERE  # at the start only
        danger = _NOWHERE if wins else board.completing(_DEFENDER)
        free = squares(self._full & ~(xs | os))
        best = sorted(free, key=board.promise, reverse=True)[: self.settings.candidates]
        best.sort(key=lambda move: move != first)
        for move in best if danger == _NOWHERE else (danger,) if danger != _SEVERAL else ():
            board.put(_ATTACKER, move)
            replies = self._look(xs | 1 << move, os)
            board.undo()
            yield move, replies
            if replies.number == 0:
                return

    def _reply(self, replies: _Replies, xs: int, os: int, limit: float) -> None:
        """Search the replies left until their number is 0 or reaches a limit."""
        if replies.left is None and 0 < replies.number < limit:
            self._cover(replies, squares(self._full & ~(xs | os)))
        left = replies.left or {}
        while left:
            hardest = max(left, key=lambda reply: left[reply].number)
            answers = left[hardest]
            others = sum(other.number for other in left.values()) - answers.number
            share = others / self.settings.share
            replies.number = min(answers.number + share, _NEVER)
            if not 0 < replies.number < limit or self.nodes >= self._until:
                return
            rest = max(limit - share, answers.number + _LITTLE)
            self._board.put(_DEFENDER, hardest)
            self._answer(answers, xs, os | 1 << hardest, rest, replies.won_by)
            self._board.undo()
            if answers.number == 0:
                replies.won_by = answers.proved()[0]

    def _look(self, xs: int, os: int) -> _Replies:
        """Return what is known of a position with the loser to move, or look at it."""
        known = self._known.get((xs, os))
        if known is None:
            self.nodes += 1
            known = self._known[xs, os] = self._new(squares(self._full & ~(xs | os)))
        return known

    def _new(self, free: Moves) -> _Replies:
        """Return a position with the loser to move, the replies covered if it is not weak."""
        board, sequences = self._board, self._sequences
        threat = board.completing(_ATTACKER)
        if board.has_line(_ATTACKER):
            return _Replies(0, left={})
        if not free or board.completing(_DEFENDER) != _NOWHERE:
            return _Replies(_NEVER)
        if threat == _SEVERAL:
            return _Replies(0, left={})
        replies = _Replies(self.settings.weak)
        if threat != _NOWHERE:
            self._cover(replies, (threat,))
        elif self._find():
            first = self._moves()
            sequences.wins()
            inside = [reply for reply in free if sequences.zone[reply]]
            failed = self._not_covered(inside)
            replies.sequences += [first] if len(failed) < len(free) else []
            self._cover(replies, failed)
        return replies

    def _cover(self, replies: _Replies, rest: Iterable[Move]) -> None:
        """Cover replies by sequences, each of which is found for one and tried for the others."""
        rest, left = list(rest), list[Move]()
        while rest:
            reply = rest.pop(0)
            self._board.put(_DEFENDER, reply)
            is_covered = self._find()
            self._board.undo()
            if is_covered:
                replies.sequences.append(self._moves())
                rest, left = self._not_covered(rest), self._not_covered(left)
            else:
                left.append(reply)
        replies.left = {reply: _Answers() for reply in left}
        replies.number = 1 + (len(left) - 1) / self.settings.share if left else 0

    def _not_covered(self, rest: Iterable[Move]) -> list[Move]:
        """Return the replies after which the sequence found last does not win."""
        failed = []
        for reply in rest:
            self._board.put(_DEFENDER, reply)
            if not self._sequences.wins():
                failed.append(reply)
            self._board.undo()
        return failed

    def _find(self) -> bool:
        return self._sequences.find(self.settings.threes, self.settings.nodes)

    def _moves(self) -> Moves:
        return tuple(self._sequences.moves[: self._sequences.length])


def _number(move: tuple[Move, _Replies]) -> float:
    return move[1].number


class _Writer:
    """Writes a proof in the order in which the checker reads it."""

    def __init__(self, position: Position, winner: Mark) -> None:
        self.rules = position.rules
        self.start = position.marks(winner), position.marks(winner.other)
        self.seen: set[tuple[int, int]] = set()

    def letters(self, root: _Answers | _Replies) -> Iterator[str]:
        """Yield the characters of a proof."""
        if isinstance(root, _Answers):
            yield from self.answers(root, *self.start)
        else:
            yield from self.replies(root, *self.start)

    def answers(self, answers: _Answers, xs: int, os: int) -> Iterator[str]:
        """Yield the winner's move, and the rest if it leads to a new position."""
        move, replies = answers.proved()
        yield chr(_FIRST + move)
        xs |= 1 << move
        marks = canonical_marks(self.rules, xs, os)
        if marks not in self.seen and not self.rules.lines.has_line(xs):
            self.seen.add(marks)
            yield from self.replies(replies, xs, os)

    def replies(self, replies: _Replies, xs: int, os: int) -> Iterator[str]:
        """Yield the sequences, and the answers to the replies that they leave."""
        for moves in replies.sequences:
            yield "," + "".join(chr(_FIRST + move) for move in moves)
        yield "."
        for reply, answers in sorted((replies.left or {}).items()):
            yield from self.answers(answers, xs, os | 1 << reply)
