"""Alpha-beta search for good moves on any board; selective, so what it finds is not proved.

The parts are those of most game programs: principal variation search, a transposition table,
reverse futility, null move, razoring, internal iterative reduction, futility, late-move pruning and
reductions, singular extensions, and killers and history in the order of the moves
(chessprogramming.org describes each); and at the leaves a search for wins by fours (VCF). That
threats decide which moves are tried comes from threat-space search (Allis, van den Herik and
Huntjens, 1993) and from the classical search of Rapfi (arXiv 2503.13178).
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

from noughts.kernels.forced_wins import FourSearch
from noughts.kernels.layout import cells
from noughts.kernels.line_shapes import (
    COMPLETES,
    EMPTY,
    MAKES_FOUR,
    MAKES_FOUR_AND_THREE,
    MAKES_OPEN_FOUR,
    MAKES_THREE,
    THREATS,
)
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import EXACT, LOWER, NO_MOVE, SURE, UPPER, WIN, Transpositions

_MOST_PLIES = 120
_DEEPEST = 64  # in the tables by depth
_NO_SCORE = 1 << 20  # where a step of the search does not settle a position
# How far from the bounds an estimate decides: so much, and so much more for each ply of depth.
# Above beta, reverse futility takes it for the score, and its reduction searches moves a ply less
# deep; below alpha, razoring makes a leaf, and futility leaves out all moves but threats. What each
# is worth was found in 1,000 games of 2,500 to 5,000 positions a move, of which a random half
# had it on one side and the rest on the other; ± is one standard error.
_REVERSE_FUTILITY_DEPTH, _REVERSE_FUTILITY = 5, 100  # 27 Elo (± 13) stronger than 60
_REVERSE_REDUCTION, _REVERSE_REDUCTION_PLY = 100, 50  # 18 Elo (± 11)
_RAZORING_DEPTH, _RAZORING, _RAZORING_PLY = 3, 100, 200  # 32 Elo (± 13)
_FUTILITY_DEPTH, _FUTILITY, _FUTILITY_PLY = 3, 150, 150  # 17 Elo (± 11)
_ITERATIVE_REDUCTION_DEPTH = 4
_SINGULAR_DEPTH = 6
_SINGULAR = 10  # for each ply, by which a move is better than all others; 32 Elo (± 11)
_WIDER = 4  # moves more with a window; 45 Elo (± 13) stronger than twice as many and these
_MOST_HISTORY = 4_096
_HISTORY_SHARE = 32  # of which, and of follow-ups (23 Elo, ± 11), this part counts in the order
_KILLER, _KNOWN = 60, 1 << 20  # what a killer and the move in the table are preferred by
_FOURS, _FOURS_NODES = 8, 16  # in the search at a leaf; 12 % more positions a second than 40


class Candidates:
    """The moves to consider, the most promising first.

    Moves that refuted other positions are promising here: the killers, those of the same ply, by
    the history of each square, and as follow-ups of the side's last move. `moves` has a list for
    every ply, one after another, `board.size` places for each.
    """

    def __init__(self, board: ThreatBoard, plies: int) -> None:
        self.board = board
        self.moves, self.orders = (cells("q", [0], board.size * plies) for _ in range(2))
        self.killers = cells("q", [NO_MOVE], 2 * plies)
        self.history = cells("q", [0], 2 * board.size)
        self.follow_ups = cells("i", [0], 2 * board.size * board.size)

    def start(self) -> None:
        """Begin with a new position: forget most of what was good in another."""
        for place in range(len(self.killers)):
            self.killers[place] = NO_MOVE
        for place in range(len(self.history)):
            self.history[place] = self.history[place] // 2

    def forget(self) -> None:
        """Forget all that was good in earlier positions."""
        for place in range(len(self.history)):
            self.history[place] = 0
        for place in range(len(self.follow_ups)):
            self.follow_ups[place] = 0

    def gather(self, ply: int, known: int) -> int:
        """List the moves to search, with their order; returns their number.

        Against a five it is the block; against a threatened open four the moves that can stop one,
        and fours. Without a mark near any empty square it is all of them.
        """
        board = self.board
        other = (1 - board.turn) * THREATS
        if board.tally[other + COMPLETES] > 0:
            self.moves[ply * board.size] = board.find(1 - board.turn, COMPLETES)
            self.orders[ply * board.size] = 0
            return 1
        least = MAKES_FOUR if board.tally[other + MAKES_OPEN_FOUR] > 0 else 0
        count = self.list_moves(ply, known, least, 1)
        return count if count > 0 else self.list_moves(ply, known, 0, 0)

    def list_moves(self, ply: int, known: int, least: int, near: int) -> int:
        """List the moves with a threat of either side and at least so many marks near."""
        board = self.board
        own = board.turn * board.size
        other = board.size - own
        base = ply * board.size
        row = self.row()
        count = 0
        for square in range(board.size):
            if board.marks[square] != EMPTY or board.near[square] < near:
                continue
            if board.threats[own + square] < least and board.threats[other + square] < least:
                continue
            order = (
                board.making[board.keys[own + square]]
                + board.taking[board.keys[other + square]]
                + (self.history[own + square] + self.follow_ups[row + square]) // _HISTORY_SHARE
            )
            if square == known:
                order += _KNOWN
            elif square == self.killers[2 * ply] or square == self.killers[2 * ply + 1]:
                order += _KILLER
            self.moves[base + count] = square
            self.orders[base + count] = order
            count += 1
        return count

    def pick(self, ply: int, number: int, count: int) -> int:
        """Move the best of the remaining moves to this place."""
        base = ply * self.board.size
        best = base + number
        for place in range(best + 1, base + count):
            if self.orders[place] > self.orders[best]:
                best = place
        move = self.moves[best]
        order = self.orders[best]
        self.moves[best] = self.moves[base + number]
        self.orders[best] = self.orders[base + number]
        self.moves[base + number] = move
        self.orders[base + number] = order
        return move

    def reward(self, ply: int, depth: int, number: int) -> None:
        """Remember that the last of these moves refuted the position, and the others did not."""
        board = self.board
        base = ply * board.size
        move = self.moves[base + number - 1]
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        row = self.row()
        bonus = min(depth * depth * 4, 400)
        for place in range(base, base + number):
            entry = board.turn * board.size + self.moves[place]
            change = bonus if self.moves[place] == move else -bonus
            self.history[entry] += change - self.history[entry] * bonus // _MOST_HISTORY
            entry = row + self.moves[place]
            self.follow_ups[entry] += change - self.follow_ups[entry] * bonus // _MOST_HISTORY

    def row(self) -> int:
        """Return where the follow-ups of the last move of the side to move begin."""
        board = self.board
        last = board.moves[board.count - 2] if board.count > 1 else 0
        return (board.turn * board.size + last) * board.size


class AlphaBeta:
    """A search on a board, which it leaves as it was, with a table that it shares.

    `best` is the best move at the root, and `nodes` counts the positions visited. When those of a
    run are spent, `ask` says how many more it may visit; begun again after every 8,192, a search
    visited 8 % more to the same depth. With `every` set, `leaves` collects the leaves at about one
    node in so many: the side to move, and the marks.
    """

    def __init__(self, board: ThreatBoard, table: Transpositions) -> None:
        self.board = board
        self.table = table
        self.fours = FourSearch(board)
        self.candidates = Candidates(board, _MOST_PLIES + 2)
        self.estimates = cells("q", [0], _MOST_PLIES + 2)
        depths = [max(depth, 1) for depth in range(_DEEPEST)]
        logs = [log(depth) for depth in depths]
        # How much less deep late moves are searched, by depth and number, and how many at a depth.
        self.reductions = cells("q", [int(0.5 + deep * late) for deep in logs for late in logs])
        self.widths = cells("q", [3 + int(depth**1.35) for depth in depths])
        self.every = 0
        self.leaves: list[tuple[int, bytes]] = []
        self.ask: Callable[[], int] = int  # none
        self.error: BaseException | None = None
        self.nodes = self.until = 0
        self.best = self.chosen = NO_MOVE
        self.stopped = False

    def start(self) -> None:
        """Begin with a new position: forget most of what was good in another."""
        self.best = NO_MOVE
        self.candidates.start()

    def forget(self) -> None:
        """Forget all that was good in earlier positions."""
        self.fours.forget()
        self.candidates.forget()

    def run(self, alpha: int, beta: int, depth: int, nodes: int) -> int:
        """Return the score to this depth, unless `stopped` when the nodes are spent; sets `best`.

        Raises what `ask` raises.
        """
        self.until = self.nodes + nodes
        self.stopped = False
        score = self.search(alpha, beta, depth, 0, False)
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return score

    def goes_on(self) -> bool:
        """True if there are more nodes; an error has to wait until the board is as it was."""
        try:
            nodes = self.ask()
        except BaseException as error:  # such as an interrupt by the keyboard
            self.error = error
            nodes = 0
        self.until = self.nodes + nodes
        return nodes > 0

    def search(self, alpha: int, beta: int, depth: int, ply: int, may_pass: bool) -> int:
        """Return the score of the position, within the bounds."""
        self.nodes += 1
        if self.nodes >= self.until and not self.goes_on():
            self.stopped = True
            return 0
        score = self.score_at_sight(ply)
        if score != _NO_SCORE:
            return score
        if ply > 0:  # no win is sooner, and no loss
            alpha = max(alpha, ply + 2 - WIN)
            beta = min(beta, WIN - ply - 3)
            if alpha >= beta:
                return alpha
        known = NO_MOVE
        table = self.table
        if table.recall(self.board.hash, ply):
            known = table.move
            if (
                ply > 0
                and beta - alpha == 1
                and table.depth >= depth
                and (
                    table.bound == EXACT
                    or (table.bound == LOWER and table.score >= beta)
                    or (table.bound == UPPER and table.score <= alpha)
                )
            ):
                return table.score
        self.estimates[ply] = self.board.evaluate()
        if self.board.tally[(1 - self.board.turn) * THREATS + COMPLETES] == 0:
            if depth <= 0 and ply > 0:
                return self.quiesce(beta, ply)
            if ply > 0 and beta - alpha == 1:
                score = self.prune(alpha, beta, depth, ply, known, may_pass)
                if score != _NO_SCORE:
                    return score
            if known == NO_MOVE and depth >= _ITERATIVE_REDUCTION_DEPTH:
                depth -= 1
        return self.expand(alpha, beta, depth, ply, known, 0)

    def score_at_sight(self, ply: int) -> int:
        """Return the score of a draw, or of a line that cannot be stopped; else none.

        At the root, `best` becomes the move that completes a line.
        """
        board = self.board
        own = board.turn * THREATS
        if board.count == board.size:
            return 0
        if board.tally[own + COMPLETES] > 0:
            if ply == 0:
                self.best = board.find(board.turn, COMPLETES)
            return WIN - ply - 1
        if ply == 0:
            return _NO_SCORE
        fives = board.tally[THREATS - own + COMPLETES]
        if fives > 1:
            return ply + 2 - WIN
        if fives == 0 and board.tally[own + MAKES_OPEN_FOUR] > 0:
            return WIN - ply - 3
        return board.evaluate() if ply >= _MOST_PLIES else _NO_SCORE

    def prune(self, alpha: int, beta: int, depth: int, ply: int, known: int, may_pass: bool) -> int:
        """Return the score that reverse futility, null move or razoring settles; else none."""
        score = _NO_SCORE
        other = (1 - self.board.turn) * THREATS
        if beta > -SURE and self.board.tally[other + MAKES_OPEN_FOUR] == 0:
            estimate = self.refined(ply, known)
            if depth <= _REVERSE_FUTILITY_DEPTH and estimate - _REVERSE_FUTILITY * depth >= beta:
                return estimate
            if may_pass and depth >= 3 and estimate >= beta:
                score = self.null_move(beta, depth, ply)
        margin = _RAZORING + _RAZORING_PLY * depth
        if (
            score == _NO_SCORE
            and depth <= _RAZORING_DEPTH
            and self.estimates[ply] + margin <= alpha
        ):  # only a win by fours could help
            score = self.quiesce(alpha + 1, ply)
            if score > alpha:
                return _NO_SCORE
        return score

    def null_move(self, beta: int, depth: int, ply: int) -> int:
        """Return the score after passing, at most a sure win's, if it is beta or more; else none.

        A four that also makes a three is too strong a threat to pass.
        """
        board = self.board
        if board.tally[(1 - board.turn) * THREATS + MAKES_FOUR_AND_THREE] > 0:
            return _NO_SCORE
        board.pass_turn()
        score = -self.search(-beta, 1 - beta, depth - 3 - depth // 4, ply + 1, False)
        board.pass_turn()
        return min(score, SURE) if self.stopped or score >= beta else _NO_SCORE

    def refined(self, ply: int, known: int) -> int:
        """Return the estimate, or the score in the table where that says more: 28 Elo (± 11)."""
        estimate = self.estimates[ply]
        score, bound = self.table.score, self.table.bound
        if known == NO_MOVE or score > SURE or score < -SURE:
            return estimate
        if bound == EXACT:
            return score
        return max(score, estimate) if bound == LOWER else min(score, estimate)

    def quiesce(self, beta: int, ply: int) -> int:
        """Return the score of a leaf: a win by fours (VCF), or the estimate.

        A win is not looked for where the estimate is enough: a quarter more positions a second.
        """
        board = self.board
        if self.every > 0 and self.nodes % self.every == 0:
            self.leaves.append((board.turn, bytes(board.marks)))
        estimate = self.estimates[ply]
        if estimate >= beta:
            return estimate
        own = board.turn * THREATS
        makes = board.tally[own + MAKES_FOUR] + board.tally[own + MAKES_FOUR_AND_THREE]
        if makes > 0 and self.fours.wins(_FOURS, _FOURS_NODES):
            return WIN - ply - self.fours.length - 2  # the last four leaves two squares for a line
        return estimate

    def expand(self, alpha: int, beta: int, depth: int, ply: int, known: int, skipped: int) -> int:
        """Return the score from those of the moves, which it keeps in the table.

        With one move `skipped`, it is the score without the known one, and not kept.
        """
        key = self.board.hash
        extension = 0 if skipped else self.singular_extension(depth, ply, known)
        if self.stopped:
            return 0
        count = self.candidates.gather(ply, known)
        if skipped:
            self.candidates.pick(ply, 0, count)
        best = self.try_moves(alpha, beta, depth, ply, skipped, count, extension)
        if not skipped and not self.stopped:
            bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
            self.table.keep(key, self.chosen, best, ply, max(depth, 0), bound)
        return best

    def try_moves(
        self, alpha: int, beta: int, depth: int, ply: int, first: int, count: int, extension: int
    ) -> int:
        """Return the score of the best of the moves from the first on, which is then `chosen`.

        Only the first is extended.
        """
        board = self.board
        best = -WIN
        best_move = NO_MOVE
        estimate = self.estimates[ply]
        other = (1 - board.turn) * THREATS
        width = board.size  # of late-move pruning: all at the root and against threats
        if ply > 0 and board.tally[other + MAKES_OPEN_FOUR] + board.tally[other + COMPLETES] == 0:
            width = self.widths[max(0, min(depth, _DEEPEST - 1))]
            width += _WIDER if beta - alpha > 1 else 0
        is_narrow = beta - alpha == 1 and width < board.size
        is_futile = (
            is_narrow
            and depth <= _FUTILITY_DEPTH
            and estimate + _FUTILITY + _FUTILITY_PLY * depth <= alpha
        )
        is_reduced = (
            is_narrow
            and depth > 1
            and estimate >= beta + _REVERSE_REDUCTION + _REVERSE_REDUCTION_PLY * depth
        )
        for number in range(first, count):
            move = self.candidates.pick(ply, number, count)
            threat = board.threats[board.turn * board.size + move]
            is_four = threat >= MAKES_FOUR
            if number >= width and best > -SURE and not is_four:
                break
            if is_futile and threat < MAKES_THREE and best > -SURE:
                continue
            following = depth + extension - (is_reduced and not is_four)
            score = self.follow(alpha, beta, following, ply, number)
            if self.stopped:
                return 0
            extension = 0
            if score > best:
                best = score
                best_move = move
                if ply == 0 and (score > alpha or number == 0):
                    self.best = move
            alpha = max(alpha, score)
            if alpha >= beta:
                if count > 1 and not is_four:
                    self.candidates.reward(ply, depth, number + 1)
                break
        self.chosen = best_move
        return best

    def singular_extension(self, depth: int, ply: int, known: int) -> int:
        """One ply more for a known move that is much better than all others seem to be."""
        table = self.table
        other = (1 - self.board.turn) * THREATS
        if (
            ply == 0
            or known == NO_MOVE
            or depth < _SINGULAR_DEPTH
            or self.board.tally[other + COMPLETES] > 0
            or not table.recall(self.board.hash, ply)
            or table.depth < depth - 3
            or table.bound == UPPER
            or table.score > SURE
            or table.score < -SURE
        ):
            return 0
        limit = table.score - _SINGULAR * depth
        return self.expand(limit - 1, limit, (depth - 1) // 2, ply, known, 1) < limit

    def follow(self, alpha: int, beta: int, depth: int, ply: int, number: int) -> int:
        """Return the score of a move: the first in full, the others first by a test against alpha.

        A reply to a four takes no depth, since it is forced.
        """
        board = self.board
        move = self.candidates.moves[ply * board.size + number]
        is_forced = board.tally[(1 - board.turn) * THREATS + COMPLETES] > 0
        following = depth if is_forced else depth - 1
        reduced = self.late_move_reduction(beta - alpha > 1, depth, move, number)
        board.play(move)
        if number == 0:
            score = -self.search(-beta, -alpha, following, ply + 1, True)
        else:
            score = -self.search(-alpha - 1, -alpha, following - reduced, ply + 1, True)
            if score > alpha and reduced > 0 and not self.stopped:
                score = -self.search(-alpha - 1, -alpha, following, ply + 1, True)
            if alpha < score < beta and not self.stopped:
                score = -self.search(-beta, -alpha, following, ply + 1, True)
        board.undo()
        return score

    def late_move_reduction(self, is_principal: bool, depth: int, move: int, number: int) -> int:
        """Return how much less deep a move is searched at first: quiet and late ones more."""
        board = self.board
        own = board.turn * board.size
        other = board.size - own
        makes = board.threats[own + move]
        if (
            depth < 2
            or number < 1
            or makes >= MAKES_FOUR
            or board.tally[(1 - board.turn) * THREATS + MAKES_OPEN_FOUR] > 0
        ):
            return 0
        row = min(depth, _DEEPEST - 1) * _DEEPEST
        reduced = self.reductions[row + min(number, _DEEPEST - 1)]
        if is_principal:
            reduced -= 1
        if makes < MAKES_THREE and board.threats[other + move] < MAKES_THREE:
            reduced += 1
        return max(0, min(reduced, depth - 2))
