"""A checker of certificates of draws on every board of a family, the infinite one included.

`python -I -S verify_families.py FILE...` never searches; it exits with 0 if all are proved, 1 if
one is refused, 2 if used wrongly. X begins, and k in a row are a line. A board is a rectangle, each
side finite or not. The claim has nothing or one of the words in brackets:

  noughts family certificate 1: k >= N on every board [less than k high | at most H high]: draw

The certificate keeps X from every line of N, and a longer line contains one; O does not win either,
by strategy stealing, the one theorem trusted. A pattern is repeated over the plane, and the board
is a part of that; if it is at most H high, the pattern is H high and the board in its rows. Where
its answer is taken or off the board, O plays anywhere: an O too many never does harm. Less than k
high, all lines are in rows.

*Lemma of the pairs.* Each arrow points at its partner. If each run of N squares contains a pair,
X has no line: whenever X takes one of a pair, O takes the other.

*Lemma of the tiles.* Copies of a tile cover each square once, and words are sets of its squares. If
each run of N squares contains a whole word of one copy, and O, who answers each X in the same copy,
keeps X from every word, X has no line. O does so in the following walk, in which a position, X to
move, is what X lacks of each word without an O. After an X in none of these words O plays anywhere.

- A word that contains another may be left out: who has it has the other.
- Two squares in the same words are a pair, and these words may be left out.
- Parts without a common square are walked one by one: O answers in the part in which X plays.
- Squares may be numbered anew. A position seen before, which is never one above, counts as walked.
- No answer is written if after X's move the sum of 2^-n, for the words of the part that lack n
  squares, is below 1: O takes that with the largest sum, and X's next adds at most what that took.
- Nor is one if all words with X's square hold another square, which is in more words: O answers as
  to that, since to swap the two leaves each word as it is or takes a square more out of it.
"""

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

MOST_BYTES, MOST_LETTERS, MOST_STEPS = 1 << 20, 9, 60_000_000
CLAIM = "k >= (N) on every board(| less than k high| at most (N) high): draw"
HEADER = f"noughts family certificate 1: ({CLAIM})\n".replace("N", "[1-9][0-9]?")
STEALING = "  that O cannot win either is strategy stealing, the one theorem trusted\n"
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
ARROWS = {"→": (1, 0), "←": (-1, 0), "↓": (0, 1), "↑": (0, -1)}
ARROWS |= {"↘": (1, 1), "↖": (-1, -1), "↙": (-1, 1), "↗": (1, -1)}
Square = tuple[int, int]  # column and row
Word = frozenset[int]  # squares of a tile
Position = frozenset[Word]
ONE = 1 << 99


def require(condition: object, reason: str) -> None:
    """Reject a certificate unless a condition holds."""
    if not condition:
        raise ValueError(reason)


class Certificate:
    """A family certificate that proves its claim; any other raises ValueError."""

    def __init__(self, packed: bytes) -> None:
        require(len(packed) <= MOST_BYTES, f"it has more than {MOST_BYTES:,} bytes")
        text = packed.decode()
        if not (header := re.match(HEADER, text)):
            raise ValueError("it does not begin as a family certificate of a draw does")
        self.claim, k, where, most = header.groups()
        self.k, self.body = int(k), text[header.end() :]
        self.positions = self.spent = self.at = 0
        self.steps, self.rows = STEPS if most or not where else STEPS[:1], range(int(most or 0))
        (self.pair_off if self.body[:1] in ARROWS and not most else self.tile)()
        require(self.body[self.at :] == "\n", "it does not end with its last move and a line feed")

    def spend(self, steps: int) -> None:
        """Count looks at lines, words and squares, so that no file takes long."""
        self.spent += steps
        require(self.spent <= MOST_STEPS, f"it takes more than {MOST_STEPS:,} steps")

    def pair_off(self) -> None:
        """Check that the arrows make pairs, and that each run of k squares contains a pair."""
        rows = self.body.removesuffix("\n").split("\n")
        self.at, width, height = len(self.body) - 1, len(rows[0]), len(rows)
        require({len(row) for row in rows} == {width}, "rows differ in length")
        require(max(width, height) <= 64, "the pattern has sides of 64 at most")
        require(set(self.body) <= {*ARROWS, "\n"}, "there is something other than arrows")

        def partner(square: Square) -> Square:
            step = ARROWS[rows[square[1] % height][square[0] % width]]
            return square[0] + step[0], square[1] + step[1]

        for square in ((x, y) for x in range(width) for y in range(height)):
            require(partner(partner(square)) == square, f"no pair at {square}")
            for run in self.runs(square):
                require(any(partner(end) in run for end in run), "a run has no pair")
        self.positions = 1

    def runs(self, square: Square) -> list[list[Square]]:
        """Return the runs of k squares that begin on a square."""
        x, y = square
        runs = [[(x + i * dx, y + i * dy) for i in range(self.k)] for dx, dy in self.steps]
        return [run for run in runs if not self.rows or {y, run[-1][1]} <= {*self.rows}]

    def tile(self) -> None:
        """Check that tiles cover the plane, that runs contain words, and that O stops all words."""
        form = r"([1-9][0-9]?)x([1-9][0-9]?)\n((?:[.0-~]+\n)+)\n([0-~ ]+)\n"
        if not (match := re.match(form, self.body)):
            raise ValueError("there are no period, picture and words")
        self.at, width, height = match.end(), int(match[1]), int(match[2])
        rows = enumerate(match[3].split())
        marks = [((x, y), mark) for y, row in rows for x, mark in enumerate(row) if mark != "."]
        cover = {(x % width, y % height): ((x, y), mark) for (x, y), mark in marks}
        require(len(self.rows) in (0, height), "the period and the boards differ in height")
        require(len(marks) == len(cover) == width * height > 0, "a square is not covered once")
        require(len({mark for _, mark in marks}) == len(marks), "a sign is there twice")
        words = [set(word) for word in match[4].split()]
        require(all(len(word) <= MOST_LETTERS for word in words), "a word has more than 9 signs")
        for run in (run for square in cover for run in self.runs(square)):
            copies = dict[Square, set[str]]()
            for x, y in run:
                (left, top), mark = cover[x % width, y % height]
                copies.setdefault((x - left, y - top), set()).add(mark)
            self.spend(len(copies) * len(words))
            whole = (word <= held for held in copies.values() for word in words)
            require(any(whole), "a run has no word")
        self.spend(len(words) ** 2)
        self.seen = set[Position]()
        self.hold(shortest(frozenset(ord(mark) - ord("0") for mark in word) for word in words))

    def hold(self, words: list[Word]) -> None:
        """Follow O's answers, X to move, in what X lacks of words without an O."""
        for position in positions(words):
            if position in self.seen:
                continue
            self.seen.add(position)
            self.positions += 1
            self.spend(cost(position))
            for lacks in attacks(position):
                require(frozenset() not in lacks, "X has a word")
                self.spend(cost(lacks))
                answer = self.read()
                self.hold([word for word in lacks if answer not in word])

    def read(self) -> int:
        """Read the square that O takes; one that is in no word is a pass."""
        square = ord(self.body[self.at : self.at + 1] or " ") - ord("0")
        require(square >= 0, f"there is no answer at {self.at:,}")
        self.at += 1
        return square


def positions(words: list[Word]) -> Iterator[Position]:
    """Yield what is left for O to stop, X to move, of words that contain no other, by parts."""
    for part in parts(without_pairs(words)):
        with_each = incidence(part)
        if weight(part) + max(map(weight, with_each.values())) >= ONE:
            yield renumbered(with_each)


def attacks(position: Position) -> Iterator[list[Word]]:
    """Yield what X lacks after each mark that needs an answer."""
    with_each, total = incidence(position), weight(position)
    for mark, held in with_each.items():
        is_large = total + weight(held) >= ONE
        if is_large and not any(held < others for others in with_each.values()):
            shrunk = [word - {mark} for word in held]
            yield shrunk + [w for w in position - held if not any(word <= w for word in shrunk)]


def weight(words: Collection[Word]) -> int:
    """Return the sum of 2^-n for words that lack n squares, in units of 2^-99."""
    return sum(ONE >> len(word) for word in words)


def cost(words: Collection[Word]) -> int:
    """Return the steps of comparing words with each other, and of looking at their squares."""
    return len(words) ** 2 + sum(map(len, words))


def shortest(words: Iterable[Word]) -> list[Word]:
    """Return the words that contain no other."""
    kept: list[Word] = []
    for word in sorted({*words}, key=len):
        if not any(shorter <= word for shorter in kept):
            kept.append(word)
    return kept


def incidence(words: Collection[Word]) -> dict[int, Position]:
    """Return the words with each square, in ascending order of squares."""
    by_square = dict[int, set[Word]]()
    for word in words:
        for square in word:
            by_square.setdefault(square, set()).add(word)
    return {square: frozenset(by_square[square]) for square in sorted(by_square)}


def without_pairs(words: list[Word]) -> list[Word]:
    """Return the words without two squares that are in the same words."""
    while paired := {
        word
        for held, squares in Counter(incidence(words).values()).items()
        for word in held
        if squares > 1
    }:
        words = [word for word in words if word not in paired]
    return words


def parts(words: list[Word]) -> Iterator[list[Word]]:
    """Yield the parts without a common square."""
    left = sorted(words, key=lambda word: sorted(word, reverse=True))
    while left:
        part, more = set[int](), {*left[0]}
        while part != more:
            part = more
            more = part.union(*(word for word in left if word & part))
        yield [word for word in left if word & part]
        left = [word for word in left if not word & part]


def renumbered(with_each: dict[int, Position]) -> Position:
    """Return words with squares numbered by colour refinement: most parts alike become equal."""
    part = frozenset[Word]().union(*with_each.values())
    looks = {square: len(held) for square, held in with_each.items()}
    for _ in range(3):
        cubes = {word: sum(looks[square] for square in word) ** 3 for word in part}
        looks = {at: sum(cubes[word] for word in held) % 2**64 for at, held in with_each.items()}
    order = sorted(with_each, key=lambda at: (-weight(with_each[at]), looks[at], at))
    numbers = {square: number for number, square in enumerate(order)}
    return frozenset(frozenset(numbers[square] for square in word) for word in part)


def main(paths: list[str]) -> int:
    """Check files, say what each proves, and return the exit code."""
    codes = [0 if paths else 2]
    for path in paths:
        try:
            with Path(path).open("rb") as file:
                packed = file.read(MOST_BYTES + 1)
            proof = Certificate(packed)
            print(f"{path}: {proof.claim}: proved by {proof.positions:,} positions")
            print(f"{STEALING}  sha256 {hashlib.sha256(packed).hexdigest()}")
        except (OSError, ValueError) as error:
            codes.append(2 if isinstance(error, OSError) else 1)
            print(f"{path}: refused: {error}", file=sys.stderr)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
