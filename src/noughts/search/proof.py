"""Proofs that a side wins from a position on any board, written down for anybody to check.

`noughts.verify_wins` follows them; docs/atlas.md describes the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction, Unsolved
from noughts.core.grammar import counted
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.search.attack import Attack, Effort, Stones
from noughts.search.budget import Budget
from noughts.search.engine import engine_for
from noughts.solver.verdict import Limit, limit_or_none

_FIRST = ord("0")  # the character of square 0; the other squares follow
_MOST_STEPS = 60_000_000  # that the checker takes for a file
_MOST_QUIET = 2  # quiet moves in a line of play
# Each search for a forced win has four times the nodes of the one before.
_EFFORTS = tuple(Effort(1_000 << 2 * step, min(step, _MOST_QUIET)) for step in range(20))


@dataclass(frozen=True, slots=True)
class WinProof:
    """A proof that `winner` wins from a position, whatever the other side does.

    If the other side is to move, it may have `exceptions`: moves about which nothing is known, or
    which would make the proof longer than the checker takes.
    `certificate` is the proof, and `positions` counts those in it; `nodes` those of the search.
    """

    position: Position
    winner: Mark
    exceptions: tuple[Move, ...]
    certificate: str
    positions: int
    nodes: int


def prove_win(
    position: Position,
    limit: Limit | None = None,
    report: Callable[[int], object] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> WinProof:
    """Prove that one of the sides wins by fours and threes, with a quiet move or two.

    If the other side is to move, some of its moves may be left as exceptions at the end of the
    limit; without one this may never end. `report` is given the nodes so far. Raises Unsolved when
    nothing is proved, IllegalAction when the game is over, UnsupportedRules and WrongType.

    >>> prove_win(Position.parse("...../.xx../.oo../...../..... x 4")).winner
    Mark.X
    """
    check_type(position, Position, "the position")
    if position.is_over:
        raise IllegalAction("the game is over: there is nothing to prove")

    def ask() -> bool:
        report(budget.nodes)
        return should_stop()

    budget = Budget(limit_or_none(limit), ask)
    with engine_for(position.rules).set_up(position) as boards:
        own = _Claim(position, position.turn, Attack(position.rules, boards, budget))
        other = _Claim(position, position.turn.other, Attack(position.rules, boards, budget))
        hint = ""
        try:
            claim = _proved(own, other)
            hint = ", and more would find none"
        except Unsolved:
            claim = None
        if claim is None and other.is_proved_in_part:
            claim = other
        if claim is None:
            raise Unsolved(f"no win was found with {counted(budget.nodes, 'node')}{hint}")
        return claim.proof(budget.nodes)


def _proved(own: _Claim, other: _Claim) -> _Claim | None:
    """The claim that is proved; None if more nodes would prove neither.

    Raises Unsolved once the budget is spent.
    """
    for effort in _EFFORTS:
        for claim in (own, other):
            if claim.prove(effort):
                return claim
        if effort.quiet == _MOST_QUIET and not (own.was_cut or other.was_cut):
            return None
    return None


class _Claim:
    """That one side wins from a position."""

    def __init__(self, position: Position, winner: Mark, attack: Attack) -> None:
        self._position, self._winner, self._attack = position, winner, attack
        self._start = Stones(position.marks(winner), position.marks(winner.other))

    @property
    def was_cut(self) -> bool:
        """True if the last attempt might have succeeded with more nodes."""
        return self._attack.was_cut

    @property
    def is_proved_in_part(self) -> bool:
        """True if the other side, to move, loses but for some, not all, of its moves."""
        attack, start = self._attack, self._start
        if start.pass_over() not in attack.moves:
            return False
        answered = [start.defend(move) in attack.moves for move in attack.replies(start)]
        return answered.count(False) < len(self._position.moves)

    def prove(self, effort: Effort) -> bool:
        """Try to prove it; returns whether that worked."""
        attack, start = self._attack, self._start
        attack.set_up(start)
        if self._position.turn is self._winner:
            return attack.answer(start, effort) is not None
        if attack.zone_of_lines(start) is None:
            return False
        threats = attack.completing(start)
        if len(threats) > 1:
            return True
        if not threats and attack.answer(start.pass_over(), effort) is None:
            return False
        answers = [attack.answer_reply(start, move, effort) for move in attack.replies(start)]
        return None not in answers

    def proof(self, nodes: int) -> WinProof:
        """The proof, with an exception for each move that has no answer or makes it too long.

        Raises Unsolved if it is too long without them.
        """
        writer = _Writer(self._position.rules, self._attack)
        is_to_move = self._position.turn is self._winner
        (writer.answer if is_to_move else writer.follow_start)(self._start)
        if writer.steps > _MOST_STEPS:
            raise Unsolved(f"a win was found, but its proof takes {writer.steps:,} steps to check")
        exceptions = tuple(writer.exceptions)
        text = f"{self._header(exceptions)}\n{''.join(writer.letters)}\n"
        return WinProof(self._position, self._winner, exceptions, text, writer.positions, nodes)

    def _header(self, exceptions: tuple[Move, ...]) -> str:
        width, winner = self._position.rules.width, self._winner
        names = " ".join(square_name(width, move) for move in exceptions)
        unless = f" unless {winner.other.value} plays {names}" if exceptions else ""
        return f"noughts certificate 2: {self._position}: {winner.value} wins{unless}"


class _Writer:
    """Writes the answers of a strategy in the order in which the checker reads them."""

    def __init__(self, rules: Rules, attack: Attack) -> None:
        self.letters: list[str] = []
        self.exceptions: list[Move] = []
        self.steps = 0  # as the checker counts them
        self._rules, self._attack = rules, attack
        self._seen: dict[Stones, None] = {}

    @property
    def positions(self) -> int:
        """How many positions there are in which the other side is to move."""
        return len(self._seen)

    def answer(self, stones: Stones) -> None:
        """Write the answers from a position with the attacker to move."""
        move = self._attack.moves[stones]
        self.letters.append(chr(_FIRST + move))
        self.steps += self._rules.size + len(self._rules.line_masks)
        self.follow(stones.attack(move))

    def follow(self, stones: Stones) -> None:
        """Write the answers to every reply."""
        for reply in self._replies(stones):
            self.answer(reply)

    def follow_start(self, stones: Stones) -> None:
        """The same for the first position, in which a reply may be left out."""
        for reply in self._replies(stones):
            if reply.loose:
                self.answer(reply)
            elif not self._answers(reply):
                self.exceptions.append((reply.defender & ~stones.defender).bit_length() - 1)

    def _replies(self, stones: Stones) -> Iterator[Stones]:
        """The positions after the replies to follow, if this position is new."""
        attack = self._attack
        if stones in self._seen or attack.has_line(stones):
            return
        self._seen[stones] = None
        self.steps += stones.defender.bit_count() * 4 * self._rules.k + self._rules.size // 8
        threats = attack.completing(stones)
        if len(threats) > 1:
            return
        if not threats:
            yield stones.pass_over()
        yield from map(stones.defend, attack.replies(stones))

    def _answers(self, stones: Stones) -> bool:
        """Write the answers from a position, if there are any and they do not take too long."""
        if stones not in self._attack.moves:
            return False
        before = len(self.letters), len(self._seen), self.steps
        self.answer(stones)
        if self.steps <= _MOST_STEPS:
            return True
        del self.letters[before[0] :]
        while len(self._seen) > before[1]:
            self._seen.popitem()
        self.steps = before[2]
        return False
