# cython: cdivision=True
"""Threat sequences: the attacker's moves of a win in which all else is forced, found and replayed.

`noughts.verifiers.verify_sequences` says what a sequence proves, and why. Here are the same rules,
made fast: a board that knows how many marks of each side every window has (k squares in a row), and
a search in which only the attacker chooses (threat-space search: Allis, van den Herik and Huntjens,
1993).
After a three the defender has all its defences at once.
"""

from __future__ import annotations

from itertools import accumulate
from random import Random

from noughts.core.bits import squares
from noughts.core.rules import Rules
from noughts.kernels.layout import cells

_ATTACKER, _DEFENDER = 0, 1
_NONE, _SEVERAL = -1, -2  # instead of a square
_MOST_THREES = 12  # in a sequence

_FREE = 2
_CLOSED = -1
_FAILED = 1 << 14  # positions remembered as not won
_LONGEST = 64  # moves of a sequence


class WindowBoard:
    """The marks on a board, and the windows open to each side by the number of its marks.

    The windows of a side with n marks are the first `counts[row + n]` of `lists` from where that
    row begins; those without any mark are in the first row. `sums` adds up the empty squares of
    each window, which is the square itself if there is one.
    """

    def __init__(self, rules: Rules) -> None:
        size, k, lines = rules.size, rules.k, rules.line_masks
        self.size = size
        self.k = k
        self.windows = len(lines)
        self.at = cells("q", [square for line in lines for square in squares(line)])
        through = [[n for n, line in enumerate(lines) if line >> at & 1] for at in range(size)]
        self.through = cells("q", [number for numbers in through for number in numbers])
        self.ends = cells("q", accumulate(map(len, through), initial=0))
        rows = [_CLOSED] * ((k + 1) * (k + 1))
        for marks in range(k + 1):
            rows[marks], rows[(k + 1) * marks] = marks, marks + k if marks else 0
        self.rows = cells("q", rows)
        worths = [0] * ((k + 1) * (k + 1))
        for marks in range(k):
            worths[marks], worths[(k + 1) * marks] = 4 << 2 * marks, 3 << 2 * marks
        self.worths = cells("q", worths)
        self.lists = cells("q", [0], (2 * k + 1) * self.windows)
        self.counts = cells("q", [0], 2 * k + 1)
        self.places = cells("q", [0], self.windows)
        self.states = cells("q", [0], self.windows)
        self.sums = cells("q", [sum(squares(line)) for line in lines])
        self.counts[0] = self.windows
        for number in range(self.windows):
            self.lists[number] = self.places[number] = number
        self.marks = cells("q", [_FREE], size)
        self.moves = cells("q", [0], size)
        self.count = 0
        random = Random(size)
        self.numbers = cells("Q", [random.getrandbits(64) for _ in range(2 * size)])
        self.hash = 0

    def set_up(self, attacker: int, defender: int) -> None:
        """Place these marks instead of those on the board."""
        while self.count > 0:
            self.undo()
        for side, marks in ((_ATTACKER, attacker), (_DEFENDER, defender)):
            for square in squares(marks):
                self.put(side, square)

    def put(self, side: int, square: int) -> None:
        """Place a mark on a free square."""
        self.marks[square] = side
        self.moves[self.count] = square
        self.count += 1
        self.hash ^= self.numbers[side * self.size + square]
        step = self.k + 1 if side == _DEFENDER else 1
        for place in range(self.ends[square], self.ends[square + 1]):
            self.sums[self.through[place]] -= square
            self.shift(self.through[place], step)

    def undo(self) -> None:
        """Take back the last mark."""
        self.count -= 1
        square = self.moves[self.count]
        side = self.marks[square]
        self.marks[square] = _FREE
        self.hash ^= self.numbers[side * self.size + square]
        step = self.k + 1 if side == _DEFENDER else 1
        for place in range(self.ends[square], self.ends[square + 1]):
            self.sums[self.through[place]] += square
            self.shift(self.through[place], -step)

    def shift(self, window: int, step: int) -> None:
        """Change the state of a window, and move it to the list of the new one."""
        row = self.rows[self.states[window]]
        if row != _CLOSED:
            self.counts[row] -= 1
            last = self.lists[row * self.windows + self.counts[row]]
            self.lists[row * self.windows + self.places[window]] = last
            self.places[last] = self.places[window]
        self.states[window] += step
        row = self.rows[self.states[window]]
        if row != _CLOSED:
            self.lists[row * self.windows + self.counts[row]] = window
            self.places[window] = self.counts[row]
            self.counts[row] += 1

    def row(self, side: int, lacks: int) -> int:
        """Return the row of the windows open to a side that lack so many squares."""
        marks = self.k - lacks
        return marks + self.k if side == _DEFENDER and marks > 0 else marks

    def has_line(self, side: int) -> bool:
        """True if a side has a line."""
        return self.counts[self.row(side, 0)] > 0

    def completing(self, side: int) -> int:
        """Return the square on which a side completes a line, or _NONE or _SEVERAL."""
        row = self.row(side, 1)
        square = _NONE
        for place in range(row * self.windows, row * self.windows + self.counts[row]):
            if square == _NONE:
                square = self.sums[self.lists[place]]
            elif self.sums[self.lists[place]] != square:
                return _SEVERAL
        return square

    def promise(self, square: int) -> int:
        """Return what a move of the attacker on a free square seems to be worth."""
        worth = 0
        for place in range(self.ends[square], self.ends[square + 1]):
            worth += self.worths[self.states[self.through[place]]]
        return worth

    def lowest(self, row: int) -> int:
        """Return the lowest square that a window of this row lacks, each of which lacks one."""
        square = self.size
        for place in range(row * self.windows, row * self.windows + self.counts[row]):
            square = min(square, self.sums[self.lists[place]])
        return square


class Sequences:
    """Searches for sequences with which the attacker, to move, wins, and replays them.

    The sequence is `moves`, of `length`. A replay adds to `zone`, which has 1 for the squares that
    it looked at. `left` is how many nodes are left; positions that are not won are remembered.
    """

    def __init__(self, board: WindowBoard) -> None:
        size = board.size
        self.board = board
        self.moves = cells("q", [0], _LONGEST)
        self.length = 0
        self.zone = cells("q", [0], size)
        self.left = 0
        self.failed = cells("Q", [0], _FAILED)
        random = Random(size)
        self.salts = cells("Q", [random.getrandbits(64) for _ in range(_MOST_THREES + 1)])
        # For each square with the latest stamp: one or two that windows lack with it.
        self.stamp = 0
        self.stamps, self.first, self.second = (cells("q", [0], size) for _ in range(3))
        self.paired = cells("q", [0], size)
        self.pairs = 0
        self.needed = cells("q", [0], 3)
        self.needs = 0
        self.stack = cells("q", [0], size * (size + 2 * _LONGEST))  # lists of moves on the way
        self.top = 0

    def find(self, threes: int, nodes: int) -> bool:
        """True if a sequence with at most so many threes was found with so many nodes."""
        self.left = nodes
        last = min(threes, _MOST_THREES)
        most = 0
        while most <= last and not self.attack(most, 0):
            most += 1
        return most <= last

    def load(self, moves: list[int]) -> None:
        """Make this the sequence."""
        self.length = min(len(moves), _LONGEST)
        for number in range(self.length):
            self.moves[number] = moves[number]

    def wins(self) -> bool:
        """True if the sequence wins; what that rests on is the zone."""
        for square in range(self.board.size):
            self.zone[square] = 0
        return self.follows(0)

    # The search.

    def attack(self, threes: int, ply: int) -> bool:
        """True if the attacker, to move, wins with at most so many threes."""
        board = self.board
        if board.counts[board.row(_ATTACKER, 1)] > 0:
            self.length = ply
            return True
        self.left -= 1
        if self.left < 0 or ply >= _LONGEST - 1 or board.has_line(_DEFENDER):
            return False
        danger = board.completing(_DEFENDER)
        if danger == _SEVERAL:
            return False
        if danger != _NONE:
            return self.tries(danger, threes, ply)
        fork = self.find_forks()
        if fork != _NONE:
            self.moves[ply] = fork
            self.length = ply + 1
            return True
        key = board.hash ^ self.salts[threes]
        if self.failed[key & (_FAILED - 1)] == key:
            return False
        begin = self.top
        self.stamp += 1
        self.list_moves(board.row(_ATTACKER, 2))
        if threes > 0:
            self.list_moves(board.row(_ATTACKER, 3))
        end = self.top
        won = False
        for place in range(begin, end):
            if self.tries(self.stack[place], threes, ply):
                won = True
                break
        self.top = begin
        if not won and self.left > 0:
            self.failed[key & (_FAILED - 1)] = key
        return won

    def tries(self, move: int, threes: int, ply: int) -> bool:
        """True if a move wins."""
        self.board.put(_ATTACKER, move)
        won = self.defend(threes, ply + 1)
        self.board.undo()
        if won:
            self.moves[ply] = move
        return won

    def defend(self, threes: int, ply: int) -> bool:
        """True if the attacker wins after its move, whatever the defender does."""
        board = self.board
        threat = board.completing(_ATTACKER)
        if threat == _SEVERAL:
            self.length = ply
            return True
        if threat != _NONE:
            board.put(_DEFENDER, threat)
            won = self.attack(threes, ply)
            board.undo()
            return won
        if threes == 0 or self.find_forks() == _NONE:
            return False
        begin = self.top
        middle = self.list_defences()
        won = self.meets(begin, middle, threes, ply)
        self.top = begin
        return won

    def meets(self, begin: int, middle: int, threes: int, ply: int) -> bool:
        """True if the attacker wins after each four, and after all other defences at once."""
        board = self.board
        end = self.top
        is_known = False  # the rest of the sequence
        if end > middle:
            for place in range(middle, end):
                board.put(_DEFENDER, self.stack[place])
            is_known = self.attack(threes - 1, ply)
            for _ in range(middle, end):
                board.undo()
            if not is_known:
                return False
        for place in range(begin, middle):
            board.put(_DEFENDER, self.stack[place])
            answer = board.completing(_DEFENDER)
            won = False
            if answer != _SEVERAL:
                board.put(_ATTACKER, answer)
                won = self.answers(ply) if is_known else self.defend(threes, ply)
                is_known = True
                board.undo()
            board.undo()
            if not won:
                return False
        if not is_known:
            self.length = ply
        return True

    # The replay.

    def follows(self, ply: int) -> bool:
        """True if the attacker, to move, wins by the rest of the sequence."""
        board = self.board
        if board.counts[board.row(_ATTACKER, 1)] > 0:
            self.zone[board.lowest(board.row(_ATTACKER, 1))] = 1
            return True
        danger = board.completing(_DEFENDER)
        if board.has_line(_DEFENDER) or danger == _SEVERAL or ply >= self.length:
            return False
        move = self.moves[ply]
        if board.marks[move] != _FREE or danger not in (_NONE, move):
            return False
        self.zone[move] = 1
        board.put(_ATTACKER, move)
        won = self.answers(ply + 1)
        board.undo()
        self.look_at(board.row(_DEFENDER, 2))
        return won

    def answers(self, ply: int) -> bool:
        """True if the attacker wins by the rest of the sequence, the defender to move."""
        board = self.board
        threat = board.completing(_ATTACKER)
        if threat != _NONE:
            self.look_at(board.row(_ATTACKER, 1))
            if threat == _SEVERAL:
                return True
            board.put(_DEFENDER, threat)
            won = self.follows(ply)
            board.undo()
            return won
        if self.find_forks() == _NONE:
            return False
        self.look_at_forks()
        self.look_at(board.row(_DEFENDER, 2))
        self.look_at(board.row(_DEFENDER, 3))
        begin = self.top
        middle = self.list_defences()
        won = self.replays(begin, middle, ply)
        self.top = begin
        return won

    def replays(self, begin: int, middle: int, ply: int) -> bool:
        """True if the rest wins after each four, and after all other defences at once."""
        board = self.board
        end = self.top
        for place in range(begin, middle):
            board.put(_DEFENDER, self.stack[place])
            answer = board.completing(_DEFENDER)
            won = False
            if answer != _SEVERAL:
                board.put(_ATTACKER, answer)
                won = self.answers(ply)
                board.undo()
            board.undo()
            if not won:
                return False
        if end == middle:
            return True
        for place in range(middle, end):
            board.put(_DEFENDER, self.stack[place])
        won = self.follows(ply)
        for _ in range(middle, end):
            board.undo()
        return won

    # What both look at.

    def find_forks(self) -> int:
        """Return a square on which the attacker makes a fork, or _NONE; sets what is `needed`.

        These are the squares, at most three, one of which is in each fork.
        """
        board = self.board
        row = board.row(_ATTACKER, 2)
        self.stamp += 1
        self.pairs = 0
        for place in range(row * board.windows, row * board.windows + board.counts[row]):
            window = board.lists[place]
            one = self.free_square(window)
            self.pair(one, board.sums[window] - one)
            self.pair(board.sums[window] - one, one)
        fork = _NONE
        for place in range(self.pairs):
            square = self.paired[place]
            if self.second[square] != _NONE:
                self.narrow(square, fork == _NONE)
                fork = square
        return fork

    def pair(self, square: int, partner: int) -> None:
        """Note that a window lacks these two squares."""
        if self.stamps[square] != self.stamp:
            self.stamps[square] = self.stamp
            self.first[square] = partner
            self.second[square] = _NONE
            self.paired[self.pairs] = square
            self.pairs += 1
        elif self.first[square] != partner and self.second[square] == _NONE:
            self.second[square] = partner
        elif self.first[square] != partner and self.second[square] != partner:
            self.second[square] = _SEVERAL

    def narrow(self, square: int, is_first: bool) -> None:
        """Leave of what is needed only what meets the forks on a square, too."""
        if is_first:
            self.needed[0] = square
            self.needs = 1
            if self.second[square] != _SEVERAL:
                self.needed[1] = self.first[square]
                self.needed[2] = self.second[square]
                self.needs = 3
            return
        kept = 0
        for place in range(self.needs):
            meets = self.needed[place]
            if meets == square or (
                self.second[square] != _SEVERAL
                and (meets == self.first[square] or meets == self.second[square])
            ):
                self.needed[kept] = meets
                kept += 1
        self.needs = kept

    def list_defences(self) -> int:
        """List the defender's fours, then what else is needed; return where that begins."""
        self.stamp += 1
        self.list_moves(self.board.row(_DEFENDER, 2))
        middle = self.top
        for place in range(self.needs):
            if self.stamps[self.needed[place]] != self.stamp:
                self.stack[self.top] = self.needed[place]
                self.top += 1
        return middle

    def list_moves(self, row: int) -> None:
        """List the free squares of the windows of a row that are not listed yet."""
        board = self.board
        for number in range(row * board.windows, row * board.windows + board.counts[row]):
            window = board.lists[number]
            for place in range(window * board.k, (window + 1) * board.k):
                square = board.at[place]
                if board.marks[square] == _FREE and self.stamps[square] != self.stamp:
                    self.stamps[square] = self.stamp
                    self.stack[self.top] = square
                    self.top += 1

    def look_at(self, row: int) -> None:
        """Add the free squares of the windows of a row to the zone."""
        board = self.board
        for number in range(row * board.windows, row * board.windows + board.counts[row]):
            window = board.lists[number]
            for place in range(window * board.k, (window + 1) * board.k):
                if board.marks[board.at[place]] == _FREE:
                    self.zone[board.at[place]] = 1

    def look_at_forks(self) -> None:
        """Add all forks found last to the zone."""
        board = self.board
        row = board.row(_ATTACKER, 2)
        for place in range(row * board.windows, row * board.windows + board.counts[row]):
            one = self.free_square(board.lists[place])
            other = board.sums[board.lists[place]] - one
            if self.second[one] != _NONE or self.second[other] != _NONE:
                self.zone[one] = 1
                self.zone[other] = 1

    def free_square(self, window: int) -> int:
        """Return the first free square of a window that has one."""
        board = self.board
        place = window * board.k
        while board.marks[board.at[place]] != _FREE:
            place += 1
        return board.at[place]
