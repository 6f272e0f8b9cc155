"""Iterative deepening within a budget: a forced win first, then alpha-beta, ever deeper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from noughts.core import Move, Position, Rules
from noughts.core.threats import blocks, wins
from noughts.kernels.alpha_beta import AlphaBeta
from noughts.kernels.compilation import COMPILED
from noughts.kernels.forced_wins import ForcedWins
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import NO_MOVE, SURE, WIN, Transpositions
from noughts.solver.verdict import Limit, Value

# Nodes between readings of the clock, some hundredths of a second.
_SLICE = 8_192 if COMPILED else 64
_FIRST_SLICE = _SLICE // 4  # until the speed is known
_SHORTEST = 0.002  # seconds; less is not worth a slice
_MOST_THREES = 24  # in a row, in a forced win

_FIRST_NODES = 128 if COMPILED else 4  # of a search for forced wins, some 4 ms; then it doubles
_FEWEST_NODES = 16 if COMPILED else 1  # whatever time is left
_LEAST_SPEED = 20_000 if COMPILED else 200  # nodes a second, until it is known
_DEEPEST = 60
# Around the last score, within which the next is expected; 26 Elo (± 13) stronger than 40.
_WINDOW = 100
_INFINITE = 32_000
# The share of the limit spent on a forced win before all else; 25 Elo (± 15) stronger than 0.1.
_FOR_PROOF = 0.05
# The share after which a loss in sight is searched no deeper, but proved. To begin no depth at all
# after it, since few are finished, was 43 Elo (± 15) weaker: what is found of the last counts, too.
_FOR_DEFENCE = 0.6
_LONGEST_LINE = 20

_HUNDREDTHS = 100  # the kernels' unit of how promising a move looks


@dataclass(frozen=True, slots=True)
class Searched:
    """The result of a search for the side to move.

    `score` is an estimate, in which 600 are odds of e to one that this side wins; a win in sight
    has nearly 30,000. `line` is the play expected. `value` is set only where a forced win or loss
    is proved, and then `plies` is how long it takes at most.
    """

    move: Move
    line: tuple[Move, ...]
    score: int
    depth: int
    nodes: int
    seconds: float
    value: Value | None = None
    plies: int | None = None


class Boards:
    """The kernels of one board, which share the position."""

    def __init__(self, rules: Rules, entries: int, weights: tuple[int, ...]) -> None:
        self.board = ThreatBoard(rules, weights)
        self.table = Transpositions(entries)
        self.search = AlphaBeta(self.board, self.table)
        self.forced = ForcedWins(self.board)

    def forget(self) -> None:
        """Forget what was found in earlier positions."""
        self.table.clear()
        self.search.forget()
        self.forced.forget()

    def promises(self, position: Position, care: float = 1.0) -> dict[Move, float]:
        """Return how promising each move near other marks looks in a position that is set up.

        O(squares). Without a mark nearby, every move is as good as any other.
        """
        board = self.board
        making, taking, keys = board.making, board.taking, board.keys
        promises = {
            move: (making[keys[move]] + care * taking[keys[board.size + move]]) / _HUNDREDTHS
            for move in position.moves
            if board.is_near(move)
        }
        return promises or dict.fromkeys(position.moves, 0.0)


class Budget:
    """The rest of a limit, handed out in slices; `nodes` counts those spent."""

    def __init__(self, limit: Limit, should_stop: Callable[[], bool] = lambda: False) -> None:
        self._limit = limit
        self._should_stop = should_stop
        self._began = monotonic()
        self._has_begun = False
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """The time spent."""
        return monotonic() - self._began

    def slice(self) -> int:
        """Return how many nodes to search before asking again; 0 if the limit is reached.

        The first slice is short, and given even when no time is left: a process that had to wait
        for the processor would otherwise make a move that it has not searched at all.
        """
        if self._should_stop():
            return 0
        is_first, self._has_begun = not self._has_begun, True
        left = _FIRST_SLICE if is_first else _SLICE
        if self._limit.nodes is not None:
            left = min(left, self._limit.nodes - self.nodes)
        if self._limit.seconds is not None and not is_first:
            if self._limit.seconds - self.seconds < _SHORTEST:
                return 0
            left = self.in_time(left)
        return max(left, 0)

    def in_time(self, nodes: int) -> int:
        """Return these nodes, or as many as the time left allows if those are fewer."""
        if self._limit.seconds is None:
            return nodes
        left = self._limit.seconds - self.seconds
        speed = self.nodes / max(self.seconds, _SHORTEST) or _LEAST_SPEED
        return min(nodes, max(_FEWEST_NODES, int(speed * left)))

    def rest(self, nodes: int) -> Limit:
        """Return a limit of these nodes, or of what is left of this budget if that is less."""
        of_nodes, of_seconds = self._limit.nodes, self._limit.seconds
        if of_nodes is not None:
            nodes = min(nodes, max(of_nodes - self.nodes, 0))
        seconds = None if of_seconds is None else max(of_seconds - self.seconds, _SHORTEST)
        return Limit(seconds, nodes)

    def is_past(self, share: float) -> bool:
        """True if this share of the limit is spent."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return (seconds is not None and self.seconds > share * seconds) or (
            nodes is not None and self.nodes > share * nodes
        )


def deepen(
    position: Position, boards: Boards, budget: Budget, report: Callable[[Searched], object]
) -> Searched:
    """Search the position, which is set up on the boards, until the budget is spent."""
    if plies := deepen_threes(boards.forced, boards.forced.wins, budget, _FOR_PROOF):
        line = complete_line(position, boards.forced.line)
        return Searched(
            line[0], line, WIN - plies, plies, budget.nodes, budget.seconds, Value.WIN, plies
        )
    boards.table.age()
    boards.search.start()
    promises = boards.promises(position)
    result = Searched(max(promises, key=promises.__getitem__), (), 0, 0, 0, 0.0)
    for depth in range(1, _DEEPEST + 1):
        score = _search_to(depth, result.score, boards.search, budget)
        move = result.move if boards.search.best == NO_MOVE else boards.search.best
        line = _expected_line(position, move, boards)
        spent = budget.nodes, budget.seconds
        if score is None:
            result = Searched(move, line, result.score, result.depth, *spent)
            break
        result = Searched(move, line, score, depth, *spent)
        report(result)
        if score > SURE or (score < -SURE and budget.is_past(_FOR_DEFENCE)):
            break
    if result.score < -SURE and (
        plies := deepen_threes(boards.forced, boards.forced.loses, budget, 1.0)
    ):
        return replace(result, value=Value.LOSS, plies=plies)
    return result


def deepen_threes(
    forced: ForcedWins, ask: Callable[[int, int], int], budget: Budget, share: float
) -> int:
    """Return the plies of a forced win or loss, with ever more threes; 0 if not found in time."""
    threes, nodes = 0, _FIRST_NODES
    while threes <= _MOST_THREES and nodes and not budget.is_past(share):
        most = budget.in_time(nodes)
        plies = ask(threes, most)
        budget.nodes += most - forced.left
        if plies:
            return plies
        if forced.left >= 0 and not forced.was_cut:
            return 0
        threes += forced.left >= 0
        nodes = 2 * nodes if forced.left < 0 else nodes
    return 0


def complete_line(position: Position, line: list[Move]) -> tuple[Move, ...]:
    """Return a line that wins by force, with the moves that then complete it."""
    for move in line:
        position = position.play_unchecked(move)
    rest: list[Move] = []
    while not position.is_over:
        rest.append((wins(position) or blocks(position))[0])
        position = position.play_unchecked(rest[-1])
    return (*line, *rest)


def _search_to(depth: int, guess: int, search: AlphaBeta, budget: Budget) -> int | None:
    """Return the score to a depth, expected near a guess; None if the budget is spent first."""
    window = _WINDOW if depth > 3 and abs(guess) < SURE else _INFINITE
    alpha, beta = max(guess - window, -_INFINITE), min(guess + window, _INFINITE)
    counted = search.nodes

    def slice_after_counting() -> int:
        nonlocal counted
        budget.nodes += search.nodes - counted
        counted = search.nodes
        return budget.slice()

    search.ask = slice_after_counting
    while nodes := slice_after_counting():
        score = search.run(alpha, beta, depth, nodes)
        if search.stopped:
            break
        if alpha < score < beta:
            budget.nodes += search.nodes - counted
            return score
        window *= 4
        alpha, beta = (
            (max(score - window, -_INFINITE), beta)
            if score <= alpha
            else (alpha, min(score + window, _INFINITE))
        )
    return None


def _expected_line(position: Position, move: Move, boards: Boards) -> tuple[Move, ...]:
    """Return a move and the best replies in the table, as far as they go."""
    line = []
    board, table = boards.board, boards.table
    while position.is_legal(move):
        line.append(move)
        position = position.play_unchecked(move)
        board.play(move)
        if position.is_over or len(line) == _LONGEST_LINE or not table.recall(board.hash, 0):
            break
        move = table.move
    for _ in line:
        board.undo()
    return tuple(line)
