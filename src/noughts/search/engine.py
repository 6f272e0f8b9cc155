"""The search as people call it: an engine for each board, and `best_move` by the one at hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from threading import Lock, get_ident
from weakref import WeakSet

from noughts.core import Move, Position, PositionLike, Rules, as_position
from noughts.core.checks import as_type, check_number, check_type, power_of_two, whole
from noughts.core.errors import IllegalAction, UnsupportedRules
from noughts.core.reachability import check_squares
from noughts.kernels.line_shapes import LONGEST_K
from noughts.search.deepening import Boards, Budget, Searched, deepen
from noughts.search.weights import WEIGHTS
from noughts.solver.verdict import Limit, limit_or_none

SECONDS = 0.5  # of a search without a limit
ENTRIES = 1 << 20  # in the transposition table: 16 MB, allocated as it fills
QUICK_ENTRIES = 1 << 14

_MOST_ENGINES = 3  # that are kept, those used last: 50 MB


def can_search(rules: Rules | str) -> bool:
    """True if the search plays a board: up to nine in a row.

    With more, neither side can force a win from the start of a game: eight in a row are a draw on
    every board (Zetters, 1980). Raises WrongType.

    >>> can_search(Rules(15, 15, 5)), can_search(Rules(12, 12, 10))
    (True, False)
    """
    return as_type(rules, Rules, "the board").k <= LONGEST_K


class Engine:
    """The search on one board; its transposition table is kept from move to move.

    Searches of several threads wait for each other. Raises UnsupportedRules for boards with more
    than nine in a row, IllegalAction for a wrong size of the table or number of weights, and
    WrongType.
    """

    def __init__(
        self, rules: Rules | str, entries: int = ENTRIES, weights: tuple[int, ...] = WEIGHTS
    ) -> None:
        rules = as_type(rules, Rules, "the board")
        if not can_search(rules):
            raise UnsupportedRules(
                f"{rules} needs {rules.k} in a row: the search takes at most {LONGEST_K}"
            )
        # The kernels do not check what they read.
        entries = power_of_two(entries, "the entries of the table", 2)
        check_type(weights, tuple, "the weights")
        if len(weights) != len(WEIGHTS):
            raise IllegalAction(f"an engine takes {len(WEIGHTS)} weights, not {len(weights)}")
        self.rules = rules
        self._entries = entries
        self._weights = tuple(whole(weight, "a weight") for weight in weights)
        self._is_stopped = False
        self._begin()
        _engines.add(self)

    def _begin(self) -> None:
        self._lock = Lock()
        self._thread: int | None = None  # which holds the lock
        self._boards = Boards(self.rules, self._entries, self._weights)

    @contextmanager
    def set_up(self, position: Position) -> Iterator[Boards]:
        """Yield the kernels with a position on their board, for this thread alone.

        Raises UnsupportedRules for another board, InvalidPosition for marks that are on no board,
        and IllegalAction within a search of this engine by the same thread, which would wait for
        itself.
        """
        if position.rules != self.rules:
            raise UnsupportedRules(f"this engine plays {self.rules}, not {position.rules}")
        check_squares(self.rules, position.xs, position.os)
        with self._alone() as boards:
            boards.board.set_up(position, position.turn)
            yield boards

    @contextmanager
    def _alone(self) -> Iterator[Boards]:
        if self._thread == get_ident():
            raise IllegalAction("the engine is searching: ask it again when it has answered")
        with self._lock:
            self._thread = get_ident()
            try:
                yield self._boards
            finally:
                self._thread = None

    def search(
        self,
        position: PositionLike,
        limit: Limit | None = None,
        should_stop: Callable[[], bool] = lambda: False,
        report: Callable[[Searched], object] = lambda _: None,
        *,
        afresh: bool = False,
    ) -> Searched:
        """Return the best move within the limit, or until `should_stop`, which is asked often.

        `report` is given what was found at every depth. Without a limit this takes half a second.
        What was found in earlier positions helps, or is forgotten first if `afresh`. Raises
        UnsupportedRules for a position on another board, IllegalAction when the game is over or
        when `should_stop` or `report` ask this engine, and WrongType.
        """
        position = as_position(position)
        check_type(should_stop, Callable, "what stops the search")
        check_type(report, Callable, "the report")
        if position.is_over:
            raise IllegalAction("the game is over: there is no move to choose")
        within = Limit(SECONDS) if limit is None else limit_or_none(limit)
        # It begins before the search of another thread ends: waiting is part of the limit.
        budget = Budget(within, lambda: self._is_stopped or should_stop())
        with self.set_up(position) as boards:
            if afresh:
                boards.forget()
            self._is_stopped = False
            return deepen(position, boards, budget, report)

    def search_afresh(self, position: PositionLike, nodes: int) -> Searched:
        """Return what a new engine would find within a number of nodes; depends on nothing else."""
        return self.search(position, Limit(nodes=whole(nodes, "the number of nodes")), afresh=True)

    def forget(self) -> None:
        """Forget what was found in earlier positions."""
        with self._alone() as boards:
            boards.forget()

    def stop(self) -> None:
        """End the running search soon, which returns what it has found; from any thread.

        Without a running search this has no effect.
        """
        self._is_stopped = True


_engines: WeakSet[Engine] = WeakSet()


def _after_fork() -> None:
    """Part the engines of a child process from those of its parent."""
    for engine in _engines:
        if engine._lock.locked() and engine._thread != get_ident():
            engine._begin()  # the thread that was searching is not here, and would never end
        else:
            engine._boards.table.clear()  # the parent has the same memory


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_after_fork)

_engine_of_process = lru_cache(_MOST_ENGINES)(Engine)
_own: ContextVar[Callable[[Rules], Engine] | None] = ContextVar("own engines", default=None)


def engine_for(rules: Rules) -> Engine:
    """Return the engine of this process for a board, or of this context; raises what Engine raises.

    The engines of the three boards asked for last are kept.
    """
    return (_own.get() or _engine_of_process)(rules)


def use_own_engines() -> None:
    """Give the current context engines of its own.

    The sides of a match need them: they must not find each other's thoughts in the table.
    """
    _own.set(lru_cache(_MOST_ENGINES)(Engine))


@lru_cache(_MOST_ENGINES)
def quick_engine_for(rules: Rules) -> Engine:
    """Return an engine of this process for short searches that begin afresh, with a small table."""
    return Engine(rules, QUICK_ENTRIES)


def best_move(position: PositionLike, limit: Limit | None = None) -> Searched:
    """Return the best move within the limit, by default half a second; raises what Engine raises.

    >>> best_move("...../.xx../.oo../...../..... x 4", Limit(nodes=100)).value
    Value.WIN
    """
    position = as_position(position)
    return engine_for(position.rules).search(position, limit)


def promises(position: PositionLike, care: float = 1.0) -> dict[Move, float]:
    """Return how promising each move near other marks looks: logarithms of odds; O(squares).

    They were fitted to the moves that the search chose. `care` is the share in which what a move
    takes from the other side counts. Without a mark nearby, every move is as good as any other.
    Raises UnsupportedRules and WrongType.
    """
    position = as_position(position)
    check_number(care, "the care")
    with quick_engine_for(position.rules).set_up(position) as boards:
        return boards.promises(position, care)
