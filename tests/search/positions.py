"""Positions in which there is something to find, generated for boards of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from noughts.core import Position, Rules
from noughts.kernels.threat_board import ThreatBoard
from noughts.search.weights import WEIGHTS

BOARDS = ("15x15:5", "10x10:5", "6x6:4", "7x7:4", "19x19:6", "8x8:3", "9x7:5", "12x12:5")
SMALL_BOARDS = ("4x4:4", "5x5:4", "6x5:4", "5x5:3", "7x4:4", "4x4:3")

Style = Callable[[Position, Random], int]


def near_the_fight(position: Position, random: Random) -> int:
    """A free square at most two steps from some mark."""
    rules = position.rules
    if not position.occupied:
        return rules.height // 2 * rules.width + rules.width // 2
    marks = [divmod(at, rules.width) for at in range(rules.size) if position.occupied >> at & 1]
    while True:
        row, column = random.choice(marks)
        row, column = row + random.randint(-2, 2), column + random.randint(-2, 2)
        square = row * rules.width + column
        on_board = 0 <= row < rules.height and 0 <= column < rules.width
        if on_board and not position.occupied >> square & 1:
            return square
        if random.random() < 0.02:  # all around may be taken
            return random.choice(position.moves)


def anywhere(position: Position, random: Random) -> int:
    return random.choice(position.moves)


def greedy(position: Position, random: Random) -> int:
    """One of the squares best for the lines of both sides; now and then one near the fight."""
    if random.random() < 0.2:
        return near_the_fight(position, random)
    own, other = position.marks(position.turn), position.marks(position.turn.other)
    weights = [0.0] * position.rules.size
    for line in position.rules.line_masks:
        mine, theirs = (line & own).bit_count(), (line & other).bit_count()
        if not (mine and theirs):
            weight = 4.0 ** (mine or theirs) * (1 if theirs else 1.5)
            for square in range(line.bit_length()):
                if line >> square & 1:
                    weights[square] += weight
    best = sorted(position.moves, key=weights.__getitem__, reverse=True)
    return random.choice(best[:2])


STYLES: tuple[Style, ...] = (near_the_fight, greedy, anywhere)


def threat_board(position: Position) -> ThreatBoard:
    """Return a board of the search with the marks of a position."""
    board = ThreatBoard(position.rules, WEIGHTS)
    board.set_up(position, position.turn)
    return board


def positions(board: str, style: Style, random: Random) -> Iterator[Position]:
    """Unfinished positions of game after game, without end."""
    while True:
        position = Rules.parse(board).start()
        while not position.is_over:
            yield position
            position = position.play(style(position, random))
