"""Iterative deepening: a forced win first, then alpha-beta, one ply deeper at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.threats import blocks, wins
from noughts.kernels.alpha_beta import AlphaBeta
from noughts.kernels.compilation import COMPILED
from noughts.kernels.forced_wins import ForcedWins
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import NO_MOVE, SURE, WIN, Transpositions
from noughts.search.budget import Budget
from noughts.search.promise import most_promising
from noughts.solver.verdict import Value

MOST_THREES = 24  # in a row, in a forced win

_FIRST_NODES = 128 if COMPILED else 4  # of a search for forced wins, some 4 ms; then it doubles
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


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found for the side to move.

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


@dataclass(slots=True)
class Boards:
    """The kernels of one board, which share the position."""

    board: ThreatBoard
    table: Transpositions
    search: AlphaBeta
    forced: ForcedWins


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
    found = Searched(most_promising(boards.board, position), (), 0, 0, 0, 0.0)
    for depth in range(1, _DEEPEST + 1):
        score = _search_to(depth, found.score, boards.search, budget)
        move = found.move if boards.search.best == NO_MOVE else boards.search.best
        line = _expected_line(position, move, boards)
        reached = depth if score is not None else found.depth
        estimate = found.score if score is None else score
        found = Searched(move, line, estimate, reached, budget.nodes, budget.seconds)
        if score is None:
            break
        report(found)
        if score > SURE or (score < -SURE and budget.is_past(_FOR_DEFENCE)):
            break
    return _with_loss(found, boards, budget) if found.score < -SURE else found


def deepen_threes(
    forced: ForcedWins, ask: Callable[[int, int], int], budget: Budget, share: float
) -> int:
    """The plies of a forced win or loss, with ever more threes; 0 if the share is spent first."""
    threes, nodes = 0, _FIRST_NODES
    while threes <= MOST_THREES and nodes and not budget.is_past(share):
        before = forced.nodes
        plies = ask(threes, nodes)
        budget.nodes += forced.nodes - before
        if plies:
            return plies
        if forced.left >= 0 and not forced.was_cut:
            return 0
        threes += forced.left >= 0
        nodes = 2 * nodes if forced.left < 0 else nodes
    return 0


def complete_line(position: Position, line: list[Move]) -> tuple[Move, ...]:
    """A line that wins by force, with the moves that then complete it."""
    for move in line:
        position = position.play_unchecked(move)
    rest: list[Move] = []
    while not position.is_over:
        rest.append((wins(position) or blocks(position))[0])
        position = position.play_unchecked(rest[-1])
    return (*line, *rest)


def _search_to(depth: int, guess: int, search: AlphaBeta, budget: Budget) -> int | None:
    """The score to a depth, expected near a guess; None if the budget is spent first."""
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
    """A move and the best replies in the table, as far as they go."""
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


def _with_loss(found: Searched, boards: Boards, budget: Budget) -> Searched:
    """What was found, with the loss proved if that is possible within a share of the budget."""
    plies = deepen_threes(boards.forced, boards.forced.loses, budget, 1.0)
    return replace(found, value=Value.LOSS, plies=plies) if plies else found
