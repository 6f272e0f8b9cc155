"""A board that knows what a mark on each empty square would make, updated move by move.

For each side and empty square it keeps the shapes in the four directions (`line_shapes`), and from
them the square's *threat*: the strongest of what they make together.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from noughts.core.bits import squares
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.kernels.layout import STEPS, cells, neighbours, places_on_lines
from noughts.kernels.line_shapes import (
    BUILDS,
    COMPLETES,
    EMPTY,
    FIVE,
    FOUR,
    MAKES_FOUR,
    MAKES_FOUR_AND_THREE,
    MAKES_OPEN_FOUR,
    MAKES_THREE,
    MAKES_THREES,
    MAKING,
    NOTHING,
    OPEN_FOUR,
    SHAPES,
    TAKING,
    THREATENS_THREE,
    THREATS,
    THREE_CLOSED,
    THREE_HALF,
    TWO_OPEN,
    LineShapes,
)

NEAR = 2  # a move this close to a mark is considered

_UNKNOWN = 255
_MOVING, _WAITING = 1, 2  # after the threat of some shapes, their worth for the side to move or not
_LIVE = 3  # and then the directions in which a line can still be completed through the square
_SUMS = 2 * THREATS + 6
_KINDS = COMPLETES - MAKES_THREE  # of threats that count as such, from a three to an open four
_PRESENT = 2 * (SHAPES + THREATS)  # where their worth begins in the weights
# Quarters of the empty board's live directions, with which a lead is worth all that it seems. With
# all four, it scored 48 % (42 to 54) in 252 games of 3,000 nodes a move on 15x15:5.
_ENOUGH = 3
_CHANGES = 72  # the most that a move makes: 4 lines, k - 1 squares each way, for a side


class ThreatBoard:
    """The position, its threats and its worth for each side.

    `turn` is the side to move. `tally` counts, for each side, the empty squares with each threat.
    `worths` sums what the empty squares are worth to X and O if they are to move, then if they are
    not, and `live` the directions in which each can still complete a line through them.
    `weights` has the worth of every shape and every threat for the side to move, then the same for
    the other; then that of the move, and of each kind of threat that is present, together with
    each one before it and alone, first those of the side to move. `hash` identifies the position,
    with the side to move.
    """

    def __init__(self, rules: Rules, weights: Sequence[int]) -> None:
        self.size = rules.size
        self.k = rules.k
        self.reach = rules.k - 1
        self.shapes = LineShapes(rules.k)
        self.found = self.shapes.found
        self.weights = cells("q", list(weights))
        self.makings, self.takings = cells("q", list(MAKING)), cells("q", list(TAKING))
        self.lives = cells("q", [0] + [1] * (SHAPES - 1) + [0] * THREATS)  # all but DEAD
        # By the shapes of a square, found when first needed. Side by side, since they are read so,
        # and of 32 bits, to stay in the processor's cache: 8 % more positions a second.
        self.facts = cells("i", [_UNKNOWN, 0, 0, 0], 1 << 16)
        self.making, self.taking = (cells("i", [0], 1 << 16) for _ in range(2))
        random = Random(rules.size)
        self.numbers = cells("Q", [random.getrandbits(64) for _ in range(2 * rules.size)])
        self.turn_number = random.getrandbits(64)
        self.steps = cells("q", [across + down * rules.width for across, down in STEPS])
        self.line_of, self.behind, self.ahead, lengths = places_on_lines(rules)
        # Of each line the marks of X and O, from its beginning and from its end; bits beyond it
        # are set in `walls`.
        self.words = cells("Q", [0], 4 * len(lengths))
        self.walls = cells("Q", [(1 << 64) - (1 << length) for length in lengths])
        self.neighbours, self.neighbours_from = neighbours(rules, NEAR)
        self.start()
        # To move on an empty board is worth something only by what the weights happen to add up to.
        self.bias = self.worths[0] - self.worths[3]
        self.enough = max(1, self.live[0] * _ENOUGH // 4)
        self.present = cells("q", [0], 1 << (2 * _KINDS))
        self.combine()

    def combine(self) -> None:
        """Add up what every set of threats is worth."""
        self.present[0] = self.weights[_PRESENT]
        row = _PRESENT + 1
        for kind in range(2 * _KINDS):
            bit = 1 << kind
            for others in range(bit):
                worth = self.present[others] + self.weights[row + kind]
                for other in range(kind):
                    worth += self.weights[row + other] * (others >> other & 1)
                self.present[bit | others] = worth
            row += kind + 1

    def start(self) -> None:
        """Begin with the empty board, and find the threats on it."""
        size = self.size
        self.marks = memoryview(bytearray([EMPTY]) * size)
        self.near = cells("q", [0], size)
        self.keys = cells("q", [0], 2 * size)
        self.threats = memoryview(bytearray(2 * size))
        self.sums = cells("i", [0], _SUMS)
        self.tally, self.worths = self.sums[: 2 * THREATS], self.sums[2 * THREATS : 2 * THREATS + 4]
        self.live = self.sums[2 * THREATS + 4 :]
        self.changed, self.changed_keys = (
            cells("q", [0], 2 * _CHANGES * (size + 1)) for _ in range(2)
        )
        self.earlier = cells("i", [0], _SUMS * (size + 1))
        self.ends = cells("q", [0], size + 2)
        self.moves = cells("q", [0], size + 1)
        self.count = self.turn = self.end = 0
        self.hash = 0
        for square in range(self.size):
            key = 0
            for step in range(4):
                place = 4 * square + step
                wall = self.walls[self.line_of[place]]
                shape = self.shape(0, 0, wall, wall, self.behind[place], self.ahead[place])
                key |= shape << (4 * step)
            threat = self.learn(key)
            for side in range(2):
                place = side * self.size + square
                self.keys[place] = key
                self.threats[place] = threat
                self.tally[side * THREATS + threat] += 1
                self.worths[side] += self.facts[4 * key + _MOVING]
                self.worths[side + 2] += self.facts[4 * key + _WAITING]
                self.live[side] += self.facts[4 * key + _LIVE]

    def vanish(self, side: int, square: int) -> None:
        """Count the threat of a square no more, since it is taken."""
        place = side * self.size + square
        self.tally[side * THREATS + self.threats[place]] -= 1
        self.worths[side] -= self.facts[4 * self.keys[place] + _MOVING]
        self.worths[side + 2] -= self.facts[4 * self.keys[place] + _WAITING]
        self.live[side] -= self.facts[4 * self.keys[place] + _LIVE]
        self.threats[place] = NOTHING

    def shape(
        self, marks: int, marks_back: int, blocks: int, blocks_back: int, behind: int, ahead: int
    ) -> int:
        """Return the shape on a square, by own marks and blocks on its line, from both ends."""
        ending = 1
        ending = ending << self.reach
        blocked = (blocks_back >> (ahead + 1)) | ending
        blocked = blocked & (0 - blocked)
        left = ((marks_back >> (ahead + 1)) & (blocked - 1)) | blocked
        blocked = (blocks >> (behind + 1)) | ending
        blocked = blocked & (0 - blocked)
        right = ((marks >> (behind + 1)) & (blocked - 1)) | blocked
        found = self.found[(left << self.k) | right]
        return self.shapes.shape(left, right) if found == _UNKNOWN else found

    def learn(self, key: int) -> int:
        """Find out what these shapes are worth, four bits each; returns the threat they make."""
        self.facts[4 * key] = self.classify(key)
        self.facts[4 * key + _MOVING] = self.weigh(key, self.weights, 0)
        self.facts[4 * key + _WAITING] = self.weigh(key, self.weights, SHAPES + THREATS)
        self.facts[4 * key + _LIVE] = self.weigh(key, self.lives, 0)
        self.making[key] = self.weigh(key, self.makings, 0)
        self.taking[key] = self.weigh(key, self.takings, 0)
        return self.facts[4 * key]

    def weigh(self, key: int, weights: memoryview[int], first: int) -> int:
        """Return the worth of a square with these shapes, by the weights from the first on."""
        worth = weights[first + SHAPES + self.facts[4 * key]]
        for step in range(4):
            worth += weights[first + (key >> (4 * step) & 15)]
        return worth

    def classify(self, key: int) -> int:
        """Return what these shapes make together."""
        fours = threes = open_twos = others = 0
        while key:
            shape = key & 15
            key = key >> 4
            if shape == FIVE:
                return COMPLETES
            if shape == OPEN_FOUR:
                fours += 2
            elif shape == FOUR:
                fours += 1
            elif shape >= THREE_HALF:
                threes += 1
            elif shape in (THREE_CLOSED, TWO_OPEN):
                open_twos += 1
            elif shape > 0:
                others += 1
        if fours > 1:
            return MAKES_OPEN_FOUR
        if fours == 1:
            return MAKES_FOUR_AND_THREE if threes else MAKES_FOUR
        if threes:
            return MAKES_THREES if threes > 1 else MAKES_THREE
        if open_twos:
            return THREATENS_THREE
        return BUILDS if others else NOTHING

    def set_up(self, position: Position, first: Mark) -> None:
        """Put a position on the board, with these marks as those of side 0, to move; O(marks).

        So the search finds the same whichever mark a side has.
        """
        while self.count:
            self.undo()
        for side, mark in enumerate((first, first.other)):
            for square in squares(position.marks(mark)):
                self.put(side, square)
        self.give_turn(0)

    def put(self, side: int, square: int) -> None:
        """Put a mark of a side on an empty square, whichever side is to move."""
        self.give_turn(side)
        self.play(square)

    def give_turn(self, side: int) -> None:
        """Let this side move next."""
        if self.turn != side:
            self.pass_turn()

    def play(self, square: int) -> None:
        """Make a move of the side to move on an empty square."""
        side = self.turn
        self.moves[self.count] = square
        for place in range(_SUMS):  # for `undo`: faster than to count them again
            self.earlier[_SUMS * self.count + place] = self.sums[place]
        self.count += 1
        self.marks[square] = side
        self.vanish(0, square)
        self.vanish(1, square)
        self.toggle(side, square)
        for step in range(4):
            self.spread(side, square, step, 1)
            self.spread(side, square, step, -1)
        self.ends[self.count] = self.end
        for place in range(self.neighbours_from[square], self.neighbours_from[square + 1]):
            self.near[self.neighbours[place]] += 1
        self.pass_turn()

    def spread(self, side: int, square: int, step: int, way: int) -> None:
        """Update the squares on one side of a new mark, as far as they can see it."""
        place = 4 * square + step
        line = self.line_of[place]
        word, wall = 4 * line, self.walls[line]
        own, own_back = self.words[word + side], self.words[word + 2 + side]
        other, other_back = self.words[word + 1 - side], self.words[word + 3 - side]
        blocks, blocks_back = other | wall, other_back | wall
        limits, limits_back = own | wall, own_back | wall
        behind, ahead = self.behind[place], self.ahead[place]
        stride = self.steps[step] * way
        sees_own = sees_other = True
        for _ in range(min(ahead if way > 0 else behind, self.reach)):
            square += stride
            behind += way
            ahead -= way
            mark = self.marks[square]
            if mark == EMPTY:
                if sees_own:
                    shape = self.shape(own, own_back, blocks, blocks_back, behind, ahead)
                    self.update(side, square, step, shape)
                if sees_other:
                    shape = self.shape(other, other_back, limits, limits_back, behind, ahead)
                    self.update(1 - side, square, step, shape)
            elif mark == side:
                sees_other = False
                if not sees_own:
                    return
            else:
                sees_own = False
                if not sees_other:
                    return

    def update(self, side: int, square: int, step: int, shape: int) -> None:
        """Set a shape of an empty square, and note the change."""
        place = side * self.size + square
        old = self.keys[place]
        if old >> (4 * step) & 15 == shape:
            return
        self.changed[self.end] = place
        self.changed_keys[self.end] = old
        self.end += 1
        key = (old & ~(15 << (4 * step))) | shape << (4 * step)
        threat = self.facts[4 * key]
        if threat == _UNKNOWN:
            threat = self.learn(key)
        self.tally[side * THREATS + self.threats[place]] -= 1
        self.tally[side * THREATS + threat] += 1
        self.worths[side] += self.facts[4 * key + _MOVING] - self.facts[4 * old + _MOVING]
        self.worths[side + 2] += self.facts[4 * key + _WAITING] - self.facts[4 * old + _WAITING]
        self.live[side] += self.facts[4 * key + _LIVE] - self.facts[4 * old + _LIVE]
        self.keys[place] = key
        self.threats[place] = threat

    def undo(self) -> None:
        """Take back the last move; its side is then to move, even after a pass."""
        square = self.moves[self.count - 1]
        side = self.marks[square]
        if self.turn != side:
            self.pass_turn()
        for place in range(self.neighbours_from[square], self.neighbours_from[square + 1]):
            self.near[self.neighbours[place]] -= 1
        self.count -= 1
        began = self.ends[self.count]
        while self.end > began:
            self.end -= 1
            place = self.changed[self.end]
            self.keys[place] = self.changed_keys[self.end]
            self.threats[place] = self.facts[4 * self.keys[place]]
        self.toggle(side, square)
        self.marks[square] = EMPTY
        self.threats[square] = self.facts[4 * self.keys[square]]
        self.threats[self.size + square] = self.facts[4 * self.keys[self.size + square]]
        for place in range(_SUMS):
            self.sums[place] = self.earlier[_SUMS * self.count + place]

    def toggle(self, side: int, square: int) -> None:
        """Set or clear a mark on its lines and in the hash."""
        one = 1
        for place in range(4 * square, 4 * square + 4):
            word = 4 * self.line_of[place] + side
            self.words[word] ^= one << self.behind[place]
            self.words[word + 2] ^= one << self.ahead[place]
        self.hash ^= self.numbers[side * self.size + square]

    def pass_turn(self) -> None:
        """Let the other side move."""
        self.turn = 1 - self.turn
        self.hash ^= self.turn_number

    def evaluate(self) -> int:
        """Return an estimate of the score for the side to move.

        A lead shrinks as the side that has it runs out of lines, without any to 0: a full board is
        a draw.
        """
        worth = self.worths[self.turn] - self.worths[3 - self.turn]
        own = self.turn * THREATS + MAKES_THREE
        other = (1 - self.turn) * THREATS + MAKES_THREE
        kinds = 0  # of threats that are present
        for kind in range(_KINDS):
            kinds |= (self.tally[own + kind] > 0) << kind
            kinds |= (self.tally[other + kind] > 0) << (kind + _KINDS)
        worth += self.present[kinds]
        worth -= self.bias * (self.size - self.count) // self.size
        live = min(self.live[self.turn if worth > 0 else 1 - self.turn], self.enough)
        return worth * live * live // (self.enough * self.enough)

    def is_near(self, square: int) -> bool:
        """True if a square is empty and has a mark near it."""
        return self.marks[square] == EMPTY and self.near[square] > 0

    def gather(self, threat: int, found: memoryview[int], end: int) -> int:
        """Append the squares with a threat for the side to move to a list; returns its new end."""
        base = self.turn * self.size
        for square in range(self.size):
            if self.threats[base + square] == threat:
                found[end] = square
                end += 1
        return end

    def find(self, side: int, threat: int) -> int:
        """Return the first empty square with this threat for a side, or -1."""
        base = side * self.size
        for square in range(self.size):
            if self.threats[base + square] == threat and self.marks[square] == EMPTY:
                return square
        return -1
