"""A strategy that wins from a position, with an answer to everything the other side can do.

Forced wins come from the kernels. Around them are quiet moves, after which the attacker would win
if the defender passed; the replies that matter are the squares that this win depends on, its zone
(relevance zones: Wu and Lin, 2010). `noughts.verify_wins` says why no others do, and what is meant
by a loose stone.
"""

from __future__ import annotations

from typing import NamedTuple

from noughts.core.bits import Move, squares
from noughts.core.errors import Unsolved
from noughts.core.grammar import counted
from noughts.core.rules import Rules
from noughts.kernels.line_shapes import COMPLETES, THREATS
from noughts.search.budget import Budget
from noughts.search.deepening import Boards, deepen_threes
from noughts.search.setup import give_turn, put, set_up_marks

_ATTACKER, _DEFENDER = 0, 1  # sides of the board
_QUIET_MOVES = 8  # tried in a position, the most promising first


class Stones(NamedTuple):
    """The attacker's stones, the defender's known ones, and how many others are loose."""

    attacker: int
    defender: int
    loose: int = 0

    @property
    def taken(self) -> int:
        """The squares known to be taken."""
        return self.attacker | self.defender

    def attack(self, move: Move) -> Stones:
        """After a move of the attacker."""
        return self._replace(attacker=self.attacker | 1 << move)

    def defend(self, move: Move) -> Stones:
        """After a known move of the defender."""
        return self._replace(defender=self.defender | 1 << move)

    def pass_over(self) -> Stones:
        """After a loose stone more."""
        return self._replace(loose=self.loose + 1)


class Effort(NamedTuple):
    """How hard to look: nodes for each question to the kernels, and quiet moves left."""

    nodes: int
    quiet: int


_NONE = Effort(0, -1)


class Attack:
    """The search for a strategy of the attacker.

    `moves` has its answers where it is to move, `zones` what it rests on where it is not. The board
    holds the stones that are asked about. If `was_cut` is False, more nodes would have found no
    more. Raises Unsolved once the budget is spent.
    """

    def __init__(self, rules: Rules, boards: Boards, budget: Budget) -> None:
        self.moves: dict[Stones, Move] = {}
        self.zones: dict[Stones, int] = {}
        self.was_cut = False
        self._rules = rules
        self._boards, self._budget = boards, budget
        self._failed: dict[Stones, Effort] = {}
        lines = rules.line_masks
        self._through = [
            [line for line in lines if line >> square & 1] for square in range(rules.size)
        ]

    def set_up(self, stones: Stones) -> None:
        """Put stones on the board, the attacker's as those of side 0, and begin to search."""
        self.was_cut = False
        set_up_marks(self._boards.board, stones.attacker, stones.defender)

    def answer(self, stones: Stones, effort: Effort) -> int | None:
        """The zone of a win of the attacker, to move; None if it is not found."""
        if stones in self.moves:
            return self.zone_of_answer(stones)
        failed = self._failed.get(stones, _NONE)
        if failed.nodes >= effort.nodes and failed.quiet >= effort.quiet:
            return None
        for move, quiet in self._candidates(stones, effort):
            put(self._boards.board, _ATTACKER, move)
            zone = self._follow(stones.attack(move), effort._replace(quiet=quiet))
            self._boards.board.undo()
            if zone is not None:
                self.moves[stones] = move
                return zone | 1 << move
        self._failed[stones] = effort
        return None

    def answer_reply(self, stones: Stones, reply: Move, effort: Effort) -> int | None:
        """The same after a reply of the defender to these stones."""
        put(self._boards.board, _DEFENDER, reply)
        zone = self.answer(stones.defend(reply), effort)
        self._boards.board.undo()
        return zone

    def zone_of_answer(self, stones: Stones) -> int:
        """What the answer found rests on, the move included."""
        move = self.moves[stones]
        return 1 << move | self.zones[stones.attack(move)]

    def replies(self, stones: Stones) -> list[Move]:
        """The replies that need an answer, if there is one to a loose stone."""
        forced = self.completing(stones)
        if forced:
            return forced
        return list(squares(self.zone_of_answer(stones.pass_over()) & ~stones.taken))

    def completing(self, stones: Stones) -> list[Move]:
        """Up to two squares on which the attacker would complete a line, in ascending order."""
        lacks = {
            line & ~stones.attacker for line in self._rules.line_masks if not line & stones.defender
        }
        return sorted(lack.bit_length() - 1 for lack in lacks if lack.bit_count() == 1)[:2]

    def has_line(self, stones: Stones) -> bool:
        """True if the attacker has a line."""
        return any(line & stones.attacker == line for line in self._rules.line_masks)

    def zone_of_lines(self, stones: Stones) -> int | None:
        """What the defender's lines lack where loose stones could matter.

        None if it could complete one at once.
        """
        if stones.loose > self._rules.k - 2:
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

    def _candidates(self, stones: Stones, effort: Effort) -> list[tuple[Move, int]]:
        """The moves to try, with the quiet moves that may follow; a forced win comes first."""
        forced = self._forced_move(effort.nodes)
        found = [] if forced is None else [(forced, effort.quiet)]
        board = self._boards.board
        if board.tally[_DEFENDER * THREATS + COMPLETES]:
            block = board.find(_DEFENDER, COMPLETES)
            return found if block == forced else [*found, (block, effort.quiet)]
        if effort.quiet and stones.loose < self._rules.k - 2:
            found += [(move, effort.quiet - 1) for move in self._quiet_moves() if move != forced]
        return found

    def _follow(self, stones: Stones, effort: Effort) -> int | None:
        """The zone of a win after a move of the attacker; None if it is not found."""
        if stones in self.zones:
            return self.zones[stones]
        zone = 0 if self.has_line(stones) else self._zone_of_replies(stones, effort)
        if zone is not None:
            self.zones[stones] = zone
        return zone

    def _zone_of_replies(self, stones: Stones, effort: Effort) -> int | None:
        """The joined zones of the answers to every reply; None if one is missing."""
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

    def _forced_move(self, nodes: int) -> Move | None:
        """The first move of a forced win of the attacker; None if none is found."""
        boards, budget = self._boards, self._budget
        if not budget.slice():
            raise Unsolved(f"no win was found with {counted(budget.nodes, 'node')}")
        give_turn(boards.board, _ATTACKER)
        own = Budget(budget.rest(nodes), lambda: False)
        plies = deepen_threes(boards.forced, boards.forced.wins, own, 1.0)
        budget.nodes += own.nodes
        self.was_cut |= not plies and (boards.forced.was_cut or boards.forced.left < 0)
        return boards.forced.line[0] if plies else None

    def _quiet_moves(self) -> list[Move]:
        """The most promising moves, which need not threaten anything."""
        board = self._boards.board
        near = [square for square in range(self._rules.size) if board.is_near(square)]
        return sorted(near, key=self._promise, reverse=True)[:_QUIET_MOVES]

    def _promise(self, move: Move) -> int:
        board = self._boards.board
        return board.making[board.keys[move]] + board.taking[board.keys[board.size + move]] // 2

    def _promise_of_reply(self, move: Move) -> int:
        board = self._boards.board
        return board.making[board.keys[board.size + move]] + board.taking[board.keys[move]]
