"""The searches that found how O draws: pairs that repeat over the plane, and answers in a tile."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

from noughts.core.errors import Unsolved
from noughts.verifiers import verify_families as checker

Square = tuple[int, int]
Pair = tuple[Square, Square]

_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
_ARROWS = {(1, 0): "→←", (0, 1): "↓↑", (1, 1): "↘↖", (-1, 1): "↙↗"}
_NODES = 20_000


def pattern(size: int, seed: int = 0) -> str:
    """Return a pattern for runs of `size + 1`: a pair in each row, column and diagonal of a torus.

    Raises Unsolved if none is found, as on most sizes: only from 8 on are there squares enough.
    """
    search = _Search(size, Random(seed))
    if not search.fill():
        raise Unsolved(f"no pattern of {size}×{size} was found")
    rows = ([search.arrows[column, row] for column in range(size)] for row in range(size))
    return "".join(f"{''.join(row)}\n" for row in rows)


class _Search:
    """A choice of pairs, the circle with the fewest left first."""

    def __init__(self, size: int, random: Random) -> None:
        self.random = random
        self.arrows: dict[Square, str] = {}
        self.open = [(step, pairs) for step in _STEPS for pairs in _circles(size, step)]
        self.nodes = 0

    def fill(self) -> bool:
        """Give each open circle a pair; returns whether that is done."""
        self.nodes += 1
        if not self.open or self.nodes > _NODES:
            return not self.open
        chosen = min(self.open, key=lambda word: len(self.free(word[1])))
        self.open.remove(chosen)
        free = self.free(chosen[1])
        for pair in self.random.sample(free, len(free)):
            self.arrows |= zip(pair, _ARROWS[chosen[0]], strict=True)
            if self.fill():
                return True
            for square in pair:
                del self.arrows[square]
        self.open.append(chosen)
        return False

    def free(self, pairs: list[Pair]) -> list[Pair]:
        """Return the pairs of which neither square is taken."""
        return [pair for pair in pairs if not self.arrows.keys() & set(pair)]


def _circles(size: int, step: Square) -> list[list[Pair]]:
    """Return the neighbours along each row, column or diagonal of the torus."""
    right, down = step
    starts = [(at, 0) if down else (0, at) for at in range(size)]
    steps = range(size + 1)
    runs = [[((x + i * right) % size, (y + i * down) % size) for i in steps] for x, y in starts]
    return [list(pairwise(run)) for run in runs]


def answers(words: str) -> str:
    """Return O's answers in a tile whose words X wants, in the order the checker reads them.

    The walk is the checker's, which says why it holds: only what to answer is decided here. Raises
    Unsolved if O cannot keep X from every word.
    """
    squares: list[int] = []
    seen: set[checker.Position] = set()

    def hold(left: list[checker.Word]) -> None:
        for position in checker.positions(left):
            if position in seen:
                continue
            seen.add(position)
            for lacks in checker.attacks(position):
                answer = _holding_square(frozenset(lacks))
                if answer is None:
                    raise Unsolved("O cannot keep X from every word")
                squares.append(answer)
                hold([word for word in lacks if answer not in word])

    hold(checker.shortest(frozenset(ord(sign) - 48 for sign in word) for word in words.split()))
    return "".join(chr(48 + answer) for answer in squares)


@cache
def _holding_square(lacks: checker.Position) -> int | None:
    """Return the square with which O, to move, keeps X from every word."""
    if frozenset() in lacks:
        return None
    with_each = checker.incidence(lacks)
    forced = {square for word in lacks if len(word) == 1 for square in word}
    squares = forced or sorted(with_each, key=lambda square: -checker.weight(with_each[square]))
    for square in squares:
        left = [word for word in lacks if square not in word]
        if all(
            _holding_square(frozenset(after)) is not None
            for position in checker.positions(left)
            for after in checker.attacks(position)
        ):
            return square
    return None
