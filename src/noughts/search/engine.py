"""The search as people call it: one engine for each board, and `search` by the engine at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from threading import Lock

from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction, UnsupportedRules
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.kernels.alpha_beta import AlphaBeta
from noughts.kernels.forced_wins import ForcedWins
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import Transpositions
from noughts.search.budget import Budget
from noughts.search.deepening import Boards, Searched, deepen
from noughts.search.promise import promises_on
from noughts.search.setup import check_can_search, set_up
from noughts.search.weights import WEIGHTS
from noughts.solver.verdict import Limit, limit_or_none

SECONDS = 0.5  # of a search without a limit
ENTRIES = 1 << 20  # in the transposition table: 16 MB, allocated as it fills
QUICK_ENTRIES = 1 << 14


class Engine:
    """The search on one board; its transposition table is kept from move to move.

    Searches of several threads wait for each other. Raises UnsupportedRules for boards with more
    than nine in a row, IllegalAction for a wrong size of the table or number of weights, and
    WrongType.
    """

    def __init__(self, rules: Rules, entries: int = ENTRIES, weights: tuple[int, ...] = WEIGHTS):
        check_type(rules, Rules, "the board")
        check_can_search(rules)
        _check_sizes(entries, weights)
        self.rules = rules
        self._lock = Lock()
        self._is_stopped = False
        board, table = ThreatBoard(rules, weights), Transpositions(entries)
        self._boards = Boards(board, table, AlphaBeta(board, table), ForcedWins(board))

    @contextmanager
    def set_up(self, position: Position) -> Iterator[Boards]:
        """The kernels with a position on their board; raises UnsupportedRules for another board."""
        if position.rules != self.rules:
            raise UnsupportedRules(f"this engine plays {self.rules}, not {position.rules}")
        with self._lock:
            set_up(self._boards.board, position)
            yield self._boards

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        should_stop: Callable[[], bool] = lambda: False,
        report: Callable[[Searched], object] = lambda _: None,
    ) -> Searched:
        """The best move found within the limit, or until `should_stop`, which is asked often.

        `report` is given what was found at every depth. Without a limit this takes half a second.
        Raises UnsupportedRules for a position on another board, IllegalAction when the game is
        over, and WrongType.
        """
        check_type(position, Position, "the position")
        if position.is_over:
            raise IllegalAction("the game is over: there is no move to choose")
        within = Limit(SECONDS) if limit is None else limit_or_none(limit)
        with self.set_up(position) as boards:
            self._is_stopped = False
            budget = Budget(within, lambda: self._is_stopped or should_stop())
            return deepen(position, boards, budget, report)

    def search_afresh(self, position: Position, nodes: int) -> Searched:
        """What a new engine would find within so many nodes; depends on nothing else."""
        self.forget()
        return self.search(position, Limit(nodes=nodes))

    def forget(self) -> None:
        """Forget what was found in earlier positions."""
        with self._lock:
            self._boards.table.clear()
            self._boards.search.forget()
            self._boards.forced.forget()

    def stop(self) -> None:
        """End the running search soon, which returns what it has found; from any thread.

        Without a running search this has no effect.
        """
        self._is_stopped = True


def _check_sizes(entries: int, weights: tuple[int, ...]) -> None:
    """Refuse what the kernels, which do not check, would read beyond its end."""
    if entries < 2 or entries & (entries - 1):
        raise IllegalAction(f"the entries of the table are a power of two from 2, not {entries}")
    if len(weights) != len(WEIGHTS):
        raise IllegalAction(f"an engine takes {len(WEIGHTS)} weights, not {len(weights)}")


def engine_for(rules: Rules) -> Engine:
    """The engine of this process for a board, or of this context; raises what Engine raises."""
    own = _own.get()
    if own is None:
        return _engine_of_process(rules)
    if rules not in own:
        own[rules] = Engine(rules)
    return own[rules]


def use_own_engines() -> None:
    """Give the current context engines of its own.

    The sides of a match need them: they must not find each other's thoughts in the table.
    """
    _own.set({})


@lru_cache(maxsize=4)
def _engine_of_process(rules: Rules) -> Engine:
    return Engine(rules)


_own: ContextVar[dict[Rules, Engine] | None] = ContextVar("own engines", default=None)


@lru_cache(maxsize=4)
def quick_engine_for(rules: Rules) -> Engine:
    """An engine of this process for short searches that begin afresh, with a small table."""
    return Engine(rules, QUICK_ENTRIES)


def search(position: Position, limit: Limit | None = None) -> Searched:
    """The best move found within the limit, half a second by default; raises what Engine raises.

    >>> search(Position.parse("...../.xx../.oo../...../..... x 4"), Limit(nodes=100)).value
    Value.WIN
    """
    check_type(position, Position, "the position")
    return engine_for(position.rules).search(position, limit)


def promises(position: Position, care: float = 1.0) -> dict[Move, float]:
    """How promising each move near other marks looks: logarithms of odds; O(squares).

    They were fitted to the moves that the search chose. `care` is the share in which what a move
    takes from the other side counts. Without a mark nearby, every move is as good as any other.
    Raises UnsupportedRules and WrongType.
    """
    check_type(position, Position, "the position")
    with quick_engine_for(position.rules).set_up(position) as boards:
        return promises_on(boards.board, position, care)
