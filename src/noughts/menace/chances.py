"""The exact chances of a machine against an opponent, computed from its beads, not sampled."""

from __future__ import annotations

from typing import NamedTuple

from noughts.core import Move, Position
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction
from noughts.core.symmetry import canonical
from noughts.menace.boxes import BOARD
from noughts.menace.machine import Machine, Scheme
from noughts.players import Player
from noughts.players.base import policy_of
from noughts.players.table import as_player
from noughts.players.uniform import Uniform


class Chances(NamedTuple):
    """The probability of each result for the machine; a game that it resigns is lost."""

    loss: float
    draw: float
    win: float


_LOST, _DRAWN, _WON = (1.0, 0.0), (0.0, 0.0), (0.0, 1.0)  # the chances of a loss and of a win


class _Node(NamedTuple):
    """A position: who draws the next move, from a box or by fixed shares, and what follows each.

    At the end of a game nothing does, and `end` has its result.
    """

    box: int | None
    shares: tuple[float, ...]
    after: tuple[int, ...]
    end: tuple[float, float] | None = None


class Opposition:
    """An opponent of machines with the same rules, and every game between them.

    All that does not depend on beads is computed here, once. The chances of one machine then take
    0.2 to 3 ms, so that they can be told after every game. Raises UnknownPlayer and WrongType.
    """

    def __init__(self, opponent: Player | str, scheme: Scheme | None = None) -> None:
        self._player = as_player(opponent, needs="policy")
        self._scheme = Scheme() if scheme is None else scheme
        check_type(self._scheme, Scheme, "the rules of the machine")
        # To one who moves anywhere, positions that are alike are one: 765 of 5,478 are left.
        self._merges = type(self._player) is Uniform
        self._nodes: list[_Node] = []  # what follows a position comes before it
        self._numbers: dict[Position, int] = {}
        self._start = self._number(BOARD.start())

    def _number(self, position: Position) -> int:
        """Return where a position is among the nodes; it is added with all that follows."""
        if self._merges:
            position = canonical(position)
        if (number := self._numbers.get(position)) is None:
            node = self._node(position)
            number = self._numbers[position] = len(self._nodes)
            self._nodes.append(node)
        return number

    def _node(self, position: Position) -> _Node:
        is_own = position.turn is self._scheme.mark
        if position.is_over:
            lost_or_won = _LOST if is_own else _WON
            return _Node(None, (), (), lost_or_won if position.has_winner else _DRAWN)
        place = self._scheme.cabinet.place(position)
        if place is not None:
            return _Node(place.box, (), self._after(position, place.squares))
        if is_own:
            return _Node(None, (1.0,), self._after(position, position.moves))
        policy = policy_of(self._player, position)
        shares = tuple(float(share) for share in policy.values())
        return _Node(None, shares, self._after(position, tuple(policy)))

    def _after(self, position: Position, moves: tuple[Move, ...]) -> tuple[int, ...]:
        return tuple(self._number(position.play_unchecked(move)) for move in moves)

    def chances(self, machine: Machine) -> Chances:
        """Return the chances of a machine with these rules; raises WrongType and IllegalAction.

        >>> Opposition("perfect").chances(Machine.new()).win
        0.0
        """
        check_type(machine, Machine, "the machine")
        if machine.scheme.cabinet is not self._scheme.cabinet:
            raise IllegalAction("the machine has other boxes")
        results: list[tuple[float, float]] = []
        for box, shares, after, end in self._nodes:
            weights = shares if box is None else machine.beads[box]
            total = sum(weights)
            loss = win = 0.0
            for weight, number in zip(weights, after, strict=True):
                if weight:
                    loss += weight * results[number][0]
                    win += weight * results[number][1]
            drawn = (loss / total, win / total) if total else _LOST
            results.append(drawn if end is None else end)
        loss, win = results[self._start]
        return Chances(loss, max(0.0, 1 - loss - win), win)
