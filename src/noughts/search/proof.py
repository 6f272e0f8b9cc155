"""Proofs that a side wins from a position on any board, written down for anyone to check.

A proof is a strategy with an answer to everything the other side can do. Forced wins by fours and
threes (VCT) come from the kernels. Around them are quiet moves, after which the attacker would win
if the defender passed; the replies that matter are the squares that this win depends on, its zone
(relevance zones: Wu and Lin, 2010). `verifiers/verify_wins.py`, which follows proofs, says why no
others do, and what is meant by a loose stone; docs/reference/certificates.md describes the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from noughts.core import Mark, Move, Position, PositionLike, as_position, squares
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction, Unsolved
from noughts.core.notation import square_name
from noughts.files.paths import StrPath, as_path
from noughts.kernels.line_shapes import COMPLETES, THREATS
from noughts.search.deepening import Boards, Budget, deepen_threes
from noughts.search.engine import engine_for
from noughts.solver.verdict import Limit, limit_or_none
from noughts.wording.grammar import counted

_ATTACKER, _DEFENDER = 0, 1  # sides of the board
_QUIET_MOVES = 8  # tried in a position, the most promising first
_FIRST = ord("0")  # the character of square 0; the other squares follow
_MOST_STEPS = 60_000_000  # that the checker takes for a file
_MOST_QUIET = 2  # quiet moves in a line of play


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
    certificate: bytes = field(repr=False)
    positions: int
    nodes: int

    def __str__(self) -> str:
        """Return who wins, and the moves by which the other side may still escape.

        It need not be the side to move that wins, nor the one that is ahead.
        """
        winner, other = self.winner, self.winner.other
        if not self.exceptions:
            return f"{winner} wins, whatever {other} plays"
        names = ", ".join(map(self.position.name, self.exceptions))
        unless = f"{winner} wins unless {other} plays one of these"
        return f"{unless}; what follows is not known: {names}"

    def save(self, path: StrPath) -> None:
        """Write the certificate to a file, whole or not at all.

        Raises OSError, which names the file, and WrongType.
        """
        from noughts.files.whole import write_whole  # 5 ms, rarely needed

        write_whole(as_path(path), self.certificate)


def prove_win(
    position: PositionLike,
    limit: Limit | None = None,
    report: Callable[[int], object] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> WinProof:
    """Prove that one of the sides wins by fours and threes, with a quiet move or two.

    If the other side is to move, some of its moves may be left as exceptions at the end of the
    limit; without one this may never end. `report` is given the nodes so far. Raises Unsolved when
    nothing is proved, IllegalAction when the game is over, UnsupportedRules and WrongType.

    >>> prove_win("...../.xx../.oo../...../..... x 4").winner
    Mark.X
    """
    position = as_position(position)
    check_type(report, Callable, "the report")
    check_type(should_stop, Callable, "what stops the search")
    if position.is_over:
        raise IllegalAction("the game is over: there is nothing to prove")

    def ask() -> bool:
        report(budget.nodes)
        return should_stop()

    budget = Budget(limit_or_none(limit), ask)
    with engine_for(position.rules).set_up(position) as boards:
        own = _Attack(position, position.turn, boards, budget)
        other = _Attack(position, position.turn.other, boards, budget)
        try:
            proved = _prove(own, other, budget)
        except Unsolved:
            if not other.is_proved_in_part:
                raise
            proved = other
        return proved.proof(budget.nodes)


class _Stones(NamedTuple):
    """The attacker's stones, the defender's known ones, and how many others are loose."""

    attacker: int
    defender: int
    loose: int = 0

    def attack(self, move: Move) -> _Stones:
        """Return the stones after a move of the attacker."""
        return self._replace(attacker=self.attacker | 1 << move)

    def defend(self, move: Move) -> _Stones:
        """Return the stones after a known move of the defender."""
        return self._replace(defender=self.defender | 1 << move)

    def pass_over(self) -> _Stones:
        """Return the stones after one more loose stone."""
        return self._replace(loose=self.loose + 1)


class _Effort(NamedTuple):
    """The effort of a search: nodes for each question to the kernels, and quiet moves left."""

    nodes: int
    quiet: int


_NONE = _Effort(0, -1)
# Each search for a forced win has four times the nodes of the one before.
_EFFORTS = tuple(_Effort(1_000 << 2 * step, min(step, _MOST_QUIET)) for step in range(20))


def _prove(own: _Attack, other: _Attack, budget: Budget) -> _Attack:
    """Return the attack that is proved to win.

    Raises Unsolved once the budget is spent, or if more nodes would prove neither.
    """
    for effort in _EFFORTS:
        for attack in (own, other):
            if attack.prove(effort):
                return attack
        if effort.quiet == _MOST_QUIET and not (own.was_cut or other.was_cut):
            break
    spent = counted(budget.nodes, "node")
    raise Unsolved(f"no win was found with {spent}, and more would find none")


class _Attack:
    """The search for a strategy with which `winner`, the attacker, wins from a position.

    `moves` has its answers where it is to move, `zones` what it rests on where it is not. The board
    holds the stones that are asked about. If `was_cut` is False, more nodes would have found no
    more. Raises Unsolved once the budget is spent.
    """

    def __init__(self, position: Position, winner: Mark, boards: Boards, budget: Budget) -> None:
        self.position, self.winner, self.rules = position, winner, position.rules
        self.start = _Stones(position.marks(winner), position.marks(winner.other))
        self.moves: dict[_Stones, Move] = {}
        self.zones: dict[_Stones, int] = {}
        self.was_cut = False
        self._boards, self._budget = boards, budget
        self._failed: dict[_Stones, _Effort] = {}
        lines, size = self.rules.line_masks, self.rules.size
        self._through = [[line for line in lines if line >> at & 1] for at in range(size)]

    @property
    def is_proved_in_part(self) -> bool:
        """True if the other side, to move, loses but for some, not all, of its moves."""
        if self.start.pass_over() not in self.moves:
            return False
        answered = [self.start.defend(move) in self.moves for move in self.replies(self.start)]
        return answered.count(False) < len(self.position.moves)

    def prove(self, effort: _Effort) -> bool:
        """Try to prove the win; returns whether that worked."""
        start = self.start
        self.was_cut = False
        self._boards.board.set_up(self.position, self.winner)
        if self.position.turn is self.winner:
            return self.answer(start, effort) is not None
        if self.zone_of_lines(start) is None:
            return False
        threats = self.completing(start)
        if len(threats) > 1:
            return True
        if not threats and self.answer(start.pass_over(), effort) is None:
            return False
        return None not in [self.answer_reply(start, move, effort) for move in self.replies(start)]

    def proof(self, nodes: int) -> WinProof:
        """Return the proof, with an exception for each move without an answer or that is too long.

        Raises Unsolved if it is too long without them.
        """
        writer = _Writer(self)
        if self.position.turn is self.winner:
            writer.answer(self.start)
        else:
            writer.follow_start()
        if writer.steps > _MOST_STEPS:
            raise Unsolved(f"a win was found, but its proof takes {writer.steps:,} steps to check")
        names = " ".join(square_name(self.rules.width, move) for move in writer.exceptions)
        unless = f" unless {self.winner.other.value} plays {names}" if names else ""
        claim = f"{self.position.notation}: {self.winner.value} wins{unless}"
        text = f"noughts certificate 2: {claim}\n{''.join(writer.letters)}\n"
        exceptions = tuple(writer.exceptions)
        return WinProof(
            self.position, self.winner, exceptions, text.encode(), len(writer.seen), nodes
        )

    def answer(self, stones: _Stones, effort: _Effort) -> int | None:
        """Return the zone of a win of the attacker, to move; None if it is not found."""
        if stones in self.moves:
            return self.zone_of_answer(stones)
        failed = self._failed.get(stones, _NONE)
        if failed.nodes >= effort.nodes and failed.quiet >= effort.quiet:
            return None
        for move, quiet in self._candidates(stones, effort):
            self._boards.board.put(_ATTACKER, move)
            zone = self._follow(stones.attack(move), effort._replace(quiet=quiet))
            self._boards.board.undo()
            if zone is not None:
                self.moves[stones] = move
                return zone | 1 << move
        self._failed[stones] = effort
        return None

    def answer_reply(self, stones: _Stones, reply: Move, effort: _Effort) -> int | None:
        """Return the zone of a win after a reply of the defender to these stones, or None."""
        self._boards.board.put(_DEFENDER, reply)
        zone = self.answer(stones.defend(reply), effort)
        self._boards.board.undo()
        return zone

    def zone_of_answer(self, stones: _Stones) -> int:
        """Return what the answer found rests on, the move included."""
        move = self.moves[stones]
        return 1 << move | self.zones[stones.attack(move)]

    def replies(self, stones: _Stones) -> tuple[Move, ...]:
        """Return the replies that need an answer, if there is one to a loose stone."""
        forced = self.completing(stones)
        if forced:
            return forced
        free = ~(stones.attacker | stones.defender)
        return squares(self.zone_of_answer(stones.pass_over()) & free)

    def completing(self, stones: _Stones) -> tuple[Move, ...]:
        """Return at most two squares on which the attacker would complete a line, ascending."""
        free = ~(stones.attacker | stones.defender)
        return squares(self.rules.lines.completing(stones.attacker, free))[:2]

    def zone_of_lines(self, stones: _Stones) -> int | None:
        """Return what the defender's lines lack where loose stones could matter.

        None if it could complete one at once.
        """
        if stones.loose > self.rules.k - 2:
            return None
        zone = 0
        for square in squares(stones.defender):
            for line in self._through[square]:
                if not line & stones.attacker:
                    lack = line & ~stones.defender
                    if lack & (lack - 1) == 0:
                        return None
                    zone |= lack if lack.bit_count() <= stones.loose + 1 else 0
        return zone

    def _candidates(self, stones: _Stones, effort: _Effort) -> list[tuple[Move, int]]:
        """Return the moves to try, with the quiet moves that may follow; a forced one is first."""
        boards, budget = self._boards, self._budget
        if not budget.slice():
            raise Unsolved(f"no win was found with {counted(budget.nodes, 'node')}")
        boards.board.give_turn(_ATTACKER)
        own = Budget(budget.rest(effort.nodes))
        plies = deepen_threes(boards.forced, boards.forced.wins, own, 1.0)
        budget.nodes += own.nodes
        self.was_cut |= not plies and (boards.forced.was_cut or boards.forced.left < 0)
        forced = boards.forced.line[0] if plies else None
        candidates = [] if forced is None else [(forced, effort.quiet)]
        board = self._boards.board
        if board.tally[_DEFENDER * THREATS + COMPLETES]:
            block = board.find(_DEFENDER, COMPLETES)
            return candidates if block == forced else [*candidates, (block, effort.quiet)]
        if effort.quiet and stones.loose < self.rules.k - 2:
            near = [square for square in range(board.size) if board.is_near(square)]
            quiet = sorted(near, key=self._promise, reverse=True)[:_QUIET_MOVES]
            candidates += [(move, effort.quiet - 1) for move in quiet if move != forced]
        return candidates

    def _follow(self, stones: _Stones, effort: _Effort) -> int | None:
        """Return the zone of a win after a move of the attacker; None if it is not found."""
        if stones in self.zones:
            return self.zones[stones]
        zone = self._zone_of_replies(stones, effort)
        if zone is not None:
            self.zones[stones] = zone
        return zone

    def _zone_of_replies(self, stones: _Stones, effort: _Effort) -> int | None:
        """Return the joined zones of the answers to every reply; None if one is missing."""
        if self.rules.lines.has_line(stones.attacker):
            return 0
        zone = self.zone_of_lines(stones)
        if zone is None:
            return None
        winning = self.completing(stones)
        zone |= sum(1 << square for square in winning)
        if len(winning) > 1:  # nobody can stop both
            return zone
        if not winning and self.answer(stones.pass_over(), effort) is None:
            return None
        replies = sorted(self.replies(stones), key=self._promise_of_reply, reverse=True)
        for reply in replies:
            answer = self.answer_reply(stones, reply, effort)
            if answer is None:
                return None
            zone |= answer
        return zone if winning else zone | self.zone_of_answer(stones.pass_over())

    def _promise(self, move: Move) -> int:
        board = self._boards.board
        return board.making[board.keys[move]] + board.taking[board.keys[board.size + move]] // 2

    def _promise_of_reply(self, move: Move) -> int:
        board = self._boards.board
        return board.making[board.keys[board.size + move]] + board.taking[board.keys[move]]


class _Writer:
    """A writer of a strategy's answers, in the order in which the checker reads them."""

    def __init__(self, attack: _Attack) -> None:
        self.letters: list[str] = []
        self.exceptions: list[Move] = []
        self.steps = 0  # as the checker counts them
        self.seen: dict[_Stones, None] = {}  # the positions in which the other side is to move
        self._attack = attack

    def answer(self, stones: _Stones) -> None:
        """Write the answers from a position with the attacker to move, to every reply."""
        move = self._attack.moves[stones]
        self.letters.append(chr(_FIRST + move))
        self.steps += self._attack.rules.size + len(self._attack.rules.line_masks)
        for reply in self._replies(stones.attack(move)):
            self.answer(reply)

    def follow_start(self) -> None:
        """Write the answers in the first position, in which a reply may be left out."""
        start = self._attack.start
        for reply in self._replies(start):
            if reply.loose:
                self.answer(reply)
            elif not self._answers(reply):
                self.exceptions.append((reply.defender & ~start.defender).bit_length() - 1)

    def _replies(self, stones: _Stones) -> Iterator[_Stones]:
        """Yield the positions after the replies to follow, if this position is new."""
        attack, rules = self._attack, self._attack.rules
        if stones in self.seen or rules.lines.has_line(stones.attacker):
            return
        self.seen[stones] = None
        self.steps += stones.defender.bit_count() * 4 * rules.k + rules.size // 8
        threats = attack.completing(stones)
        if len(threats) > 1:
            return
        if not threats:
            yield stones.pass_over()
        yield from map(stones.defend, attack.replies(stones))

    def _answers(self, stones: _Stones) -> bool:
        """Write the answers from a position, if there are any and they do not take too long."""
        if stones not in self._attack.moves:
            return False
        before = len(self.letters), len(self.seen), self.steps
        self.answer(stones)
        if self.steps <= _MOST_STEPS:
            return True
        del self.letters[before[0] :]
        while len(self.seen) > before[1]:
            self.seen.popitem()
        self.steps = before[2]
        return False
