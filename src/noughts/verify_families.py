"""Checks certificates of draws on every board of a family, of any size, the infinite one included.

`python -I -S verify_families.py FILE...` never searches; it exits with 0 if all are proved, 1 if
one is refused, 2 if used wrongly. X begins, and k in a row are a line. A board is a rectangle, each
side finite or not. The claim has nothing or one of the words in brackets:

  noughts family certificate 1: k >= N on every board [less than k high | at most H high]: draw

The certificate keeps X from every line of N, and a longer line contains one; O does not win either,
by strategy stealing, the one theorem trusted. A pattern covers the plane, and the board is a part
of it, of its first H rows if H is the most. Where its answer is taken or off the board, O plays
anywhere: an O too many never does harm. Less than k high, all lines are in rows.

*Lemma of the pairs.* Each arrow points at its partner. If each run of N squares contains a pair,
X has no line: whenever X takes one of a pair, O takes the other.

*Lemma of the tiles.* Copies of tiles cover each square once. Letters name the squares of a tile;
words are sets of letters. If each run of N squares contains a whole word of one copy, and O, who
answers each X in the same copy, keeps X from every word, X has no line. An X in no live word, one
without an O, is a pass. X gets no word if, X to move, the sum of 2^-n for live words that lack n
letters is below 1/2: X at most doubles it, and the O that lowers it most outdoes the next X.
"""

import hashlib
import re
import sys
from pathlib import Path

MOST_BYTES, MOST_STEPS = 1 << 20, 60_000_000
CLAIM = "k >= (N) on every board(| less than k high| at most (N) high): draw"
HEADER = f"noughts family certificate 1: ({CLAIM})\n".replace("N", "[1-9][0-9]?")
STEALING = "  that O cannot win either is strategy stealing, the one theorem trusted\n"
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
ARROWS = {"→": (1, 0), "←": (-1, 0), "↓": (0, 1), "↑": (0, -1)}
ARROWS |= {"↘": (1, 1), "↖": (-1, -1), "↙": (-1, 1), "↗": (1, -1)}
Square = tuple[int, int]  # column and row


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

    def read(self, free: int) -> int:
        """Read a square that must be free, and return its number; the first is written "0"."""
        square = ord(self.body[self.at : self.at + 1] or " ") - ord("0")
        require(square >= 0 and free >> square & 1, f"character {self.at:,} is no free square")
        self.at += 1
        return square

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
                require(any(partner(each) in run for each in run), "a run has no pair")
        self.positions = 1

    def runs(self, square: Square) -> list[list[Square]]:
        """The runs of k squares that begin on a square."""
        x, y = square
        runs = [[(x + i * dx, y + i * dy) for i in range(self.k)] for dx, dy in self.steps]
        return [run for run in runs if not self.rows or {y, run[-1][1]} <= {*self.rows}]

    def tile(self) -> None:
        """Check that tiles cover the plane, that runs contain words, and that O stops all words."""
        form = r"([1-9][0-9]?)x([1-9][0-9]?)\n((?:[.0-9a-zA-Z]+\n)+)\n([0-9a-z ]+)\n"
        if not (found := re.match(form, self.body)):
            raise ValueError("there are no period, picture and words")
        self.at, width, height = found.end(), int(found[1]), int(found[2])
        rows = enumerate(found[3].split())
        marks = [((x, y), mark) for y, row in rows for x, mark in enumerate(row) if mark != "."]
        cover = {(x % width, y % height): ((x, y), mark) for (x, y), mark in marks}
        require(len(self.rows) in (0, height), "the period and the boards differ in height")
        require(len(marks) == len(cover) == width * height > 0, "a square is not covered once")
        require(len({mark for _, mark in marks}) == len(marks), "a letter is there twice")
        words = [set(word) for word in found[4].split()]
        for run in (run for square in cover for run in self.runs(square)):
            copies = dict[tuple[Square, bool], set[str]]()
            for x, y in run:
                (left, top), mark = cover[x % width, y % height]
                copy = (x - left, y - top), mark.isupper()
                copies.setdefault(copy, set()).add(mark.lower())
            self.spend(len(copies) * len(words))
            whole = (word <= held for held in copies.values() for word in words)
            require(any(whole), "a run has no word")
        self.words = [sum(1 << ord(mark) - 48 for mark in word) for word in words]
        self.seen = set[tuple[int, int]]()
        self.hold(0, 0, sum(1 << ord(mark) - 48 for mark in {mark.lower() for _, mark in marks}))

    def hold(self, crosses: int, noughts: int, free: int) -> None:
        """Follow O's answers in a tile, up to where X has no word for sure."""
        lacks = [word & ~crosses for word in self.words if not word & noughts]
        require(0 not in lacks, "X has a word")
        if (crosses, noughts) in self.seen or sum(0.5 ** x.bit_count() for x in lacks) < 0.5:
            return
        self.seen.add((crosses, noughts))
        self.spend(len(self.words) * 40)  # there are 36 letters, each with a look at all words
        self.positions += 1
        for mark in (1 << at for at in range(75) if any(lack >> at & 1 for lack in lacks)):
            left = free & ~mark
            answer = 1 << self.read(left) if left else 0
            self.hold(crosses | mark, noughts | answer, left & ~answer)


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
