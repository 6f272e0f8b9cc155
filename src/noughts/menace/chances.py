"""The exact chances of a machine against an opponent, computed from its beads, not sampled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from noughts.atlas import keeping_moves
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

    Without shares it is chosen. At the end of a game nothing follows, and `end` has its result.
    """

    box: int | None
    shares: tuple[float, ...]
    after: tuple[int, ...]
    end: tuple[float, float] | None = None


class _Games(ABC):
    """Every game of machines with the same rules against some opponent.

    All that does not depend on beads is computed here, once. If it merges, positions that are alike
    are one: 765 of 5,478 are left.
    """

    def __init__(self, scheme: Scheme | None, *, merges: bool) -> None:
        self._scheme = Scheme() if scheme is None else scheme
        check_type(self._scheme, Scheme, "the rules of the machine")
        self._merges = merges
        self._nodes: list[_Node] = []  # what follows a position comes before it
        self._numbers: dict[Position, int] = {}
        self._start = self._number(BOARD.start())

    @abstractmethod
    def _reply(self, position: Position) -> _Node:
        """Return what the opponent may play in a position."""

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
        return self._reply(position)

    def _after(self, position: Position, moves: tuple[Move, ...]) -> tuple[int, ...]:
        return tuple(self._number(position.play_unchecked(move)) for move in moves)

    def _check(self, machine: Machine) -> None:
        check_type(machine, Machine, "the machine")
        if machine.scheme.cabinet is not self._scheme.cabinet:
            raise IllegalAction("the machine has other boxes")


class Opposition(_Games):
    """An opponent of machines with the same rules, and every game between them.

    The chances of one machine then take 0.2 to 3 ms, so that they can be told after every game.
    Raises UnknownPlayer and WrongType.
    """

    def __init__(self, opponent: Player | str, scheme: Scheme | None = None) -> None:
        self._player = as_player(opponent, needs="policy")
        # To one who moves anywhere, positions that are alike are one.
        super().__init__(scheme, merges=type(self._player) is Uniform)

    def _reply(self, position: Position) -> _Node:
        policy = policy_of(self._player, position)
        shares = tuple(float(share) for share in policy.values())
        return _Node(None, shares, self._after(position, tuple(policy)))

    def chances(self, machine: Machine) -> Chances:
        """Return the chances of a machine with these rules; raises WrongType and IllegalAction.

        >>> Opposition("perfect").chances(Machine.new()).win
        0.0
        """
        self._check(machine)
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


class Flawless(_Games):
    """All opponents of machines with the same rules that make no mistake; raises WrongType."""

    def __init__(self, scheme: Scheme | None = None) -> None:
        super().__init__(scheme, merges=True)

    def _reply(self, position: Position) -> _Node:
        return _Node(None, (), self._after(position, keeping_moves(position)))

    def most_lost(self, machine: Machine) -> float:
        """Return how often a machine loses to the one that suits it least.

        That one knows the beads, and of all moves that keep the value of the position plays the
        one by which the machine loses most. Raises WrongType and IllegalAction.

        >>> round(Flawless().most_lost(Machine.new()), 3)
        0.874
        """
        self._check(machine)
        losses: list[float] = []
        for box, shares, after, end in self._nodes:
            weights = shares if box is None else machine.beads[box]
            if end is not None:
                loss, _ = end
            elif not weights:
                loss = max(losses[number] for number in after)
            elif total := sum(weights):
                follow = zip(weights, after, strict=True)
                loss = sum(weight * losses[number] for weight, number in follow) / total
            else:
                loss, _ = _LOST
            losses.append(loss)
        return losses[self._start]
