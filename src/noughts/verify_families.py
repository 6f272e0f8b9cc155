"""Checks family certificates: proofs about every board of a family, the infinite one included.

`python -I -S verify_families.py FILE...` never searches; it exits with 0 if all are proved, 1 if
one is refused, 2 if used wrongly. X begins, and k in a row are a line. A board is a rectangle, each
side finite or not. Claims are one of these, with nothing or one of the words in brackets:

  k >= N on every board [less than k high | at most H high]: draw
  k = N on every board [H high] that holds WxH: x wins

**Draw.** The certificate keeps X from every line of N, and a longer line contains one; O does not
win either, by strategy stealing, the one theorem trusted. A pattern covers the plane, and the board
is a part of it, of its first H rows if H is the most. Where its answer is taken or off the board, O
plays anywhere: an O too many never does harm. Less than k high, all lines are in rows.

*Lemma of the pairs.* Each arrow points at its partner. If each run of N squares contains a pair,
X has no line: whenever X takes one of a pair, O takes the other.

*Lemma of the tiles.* Copies of tiles cover each square once. Letters name the squares of a tile;
words are sets of letters. If each run of N squares contains a whole word of one copy, and O, who
answers each X in the same copy, keeps X from every word, X has no line. An X in no live word, one
without an O, is a pass. X gets no word if, X to move, the sum of 2^-n for live words that lack n
letters is below 1/2: X at most doubles it, and the O that lowers it most outdoes the next X.

**X wins.** S is a place of W by H squares on the board. X plays only in S, O anywhere. O's stones
are either known, or loose: all that is said of a loose stone is that it is not in a set, the zone.

*Lemma of the zone.* `attack` gives a zone such that X wins with the known stones given, O to move,
whatever O does, even if there are as many loose stones as given, all outside the zone. Proof:
1. O completes no line at once: at most k - 2 stones are loose, so the line has a known one. It has
   no X and lacks n >= 2 known stones, of which the move is one and the others are loose, so that
   n - 1 are loose at most. But if so, `attack` puts all of what it lacks into the zone.
2. If X could complete a line on two squares of the zone, O cannot take both; if on one, O has to.
3. Otherwise, X's answer to "a loose stone more" comes with a zone of its own. A move of O outside
   of that zone is a loose stone more; each move in it has its own answer. All zones are joined.
An answer of X is a free square of S, and in the zone, so no loose stone is on it. Less board around
S only means fewer moves and lines for O. On a board as high as S, no square is above or below S.
"""

import hashlib
import re
import sys
from pathlib import Path

MOST_BYTES, MOST_STEPS, MARGIN = 1 << 20, 60_000_000, 16
HEADER = "noughts family certificate 1: (k (>=|=) (N) on every board({}): (x wins|draw))\n".format(
    "| less than k high| at most (N) high|(?: (N) high)? that holds (N)x(N)"
).replace("N", "[1-9][0-9]?")
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
            raise ValueError("it does not begin as a family certificate of version 1 does")
        self.claim, sign, k, where, most, high, width, height, value = header.groups()
        self.k, self.wins, self.body = int(k), value == "x wins", text[header.end() :]
        self.positions = self.spent = self.at = 0
        require(self.wins == (sign == "=") == bool(width), "no theorem has this form")
        if self.wins:
            require(high in (None, height), "the board and what it holds differ in height")
            Attack(self, int(width), int(height), is_strip=high is not None)
        else:
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


class Attack:
    """X's strategy in S, checked against O anywhere: a set of squares is an integer of bits."""

    def __init__(self, proof: Certificate, width: int, height: int, *, is_strip: bool) -> None:
        self.proof, self.k = proof, proof.k
        require(max(width, height, self.k) <= MARGIN, f"sides and k are at most {MARGIN}")
        # A part of the plane with room for O's stones; on a strip, the rows are those of S.
        wide, above = width + 2 * MARGIN, 0 if is_strip else MARGIN
        high = height + 2 * above
        plane = {(x, y): 1 << y * wide + x for y in range(high) for x in range(wide)}
        self.inside = [plane[MARGIN + x, above + y] for y in range(height) for x in range(width)]
        self.through = {bit: list[int]() for bit in plane.values()}
        for x, y in plane:
            for dx, dy in STEPS:
                run = [(x + i * dx, y + i * dy) for i in range(self.k)]
                if run[-1] in plane:
                    line = sum(plane[square] for square in run)
                    for square in run:
                        self.through[plane[square]].append(line)
        across = range(self.k - 1, wide - self.k + 1)  # from here no line leaves this part
        down = range(high) if is_strip else range(self.k - 1, high - self.k + 1)
        self.near = sum(plane[x, y] for x, y in plane if x in across and y in down)
        lines = {line for bit in self.inside for line in self.through[bit]}
        self.lines = [line for line in lines if line & sum(self.inside) == line]
        self.seen = dict[tuple[int, int, int], int]()
        self.answer(0, 0, 0)

    def answer(self, crosses: int, noughts: int, loose: int) -> int:
        """Read X's move and follow it; returns the zone, the move included."""
        self.proof.spend(len(self.inside) + len(self.lines))
        free = sum(1 << at for at, bit in enumerate(self.inside) if not bit & (crosses | noughts))
        move = self.inside[self.proof.read(free)]
        return move | self.attack(crosses | move, noughts, loose)

    def attack(self, crosses: int, noughts: int, loose: int) -> int:
        """Follow every move of O; returns the zone of the lemma."""
        lacking = {line & ~crosses for line in self.lines if not line & noughts}
        if 0 in lacking:  # X has a line
            return 0
        if (key := (crosses, noughts, loose)) in self.seen:
            return self.seen[key]
        self.proof.positions += 1
        zone = self.held(crosses, noughts, loose)
        winning = sorted(each for each in lacking if each & (each - 1) == 0)[:2]
        zone |= sum(winning)
        if len(winning) == 1:
            zone |= self.answer(crosses, noughts | winning[0], loose)
        elif not winning:
            default = self.answer(crosses, noughts, loose + 1)
            zone |= default
            for move in self.bits(default & ~(crosses | noughts)):
                zone |= self.answer(crosses, noughts | move, loose)
        self.seen[key] = zone
        return zone

    def held(self, crosses: int, noughts: int, loose: int) -> int:
        """What O's lines lack, if loose stones could matter; O must complete none at once."""
        require(loose <= self.k - 2, "O may have a line of loose stones")
        require(noughts & self.near == noughts, "O's stones go too far from S")
        self.proof.spend(noughts.bit_count() * 4 * self.k + len(self.through) // 8)
        zone = 0
        for stone in self.bits(noughts):
            for line in self.through[stone]:
                if not line & crosses:
                    lack = line & ~noughts
                    require(lack & (lack - 1), "O completes a line")
                    zone |= lack if lack.bit_count() <= loose + 1 else 0
        return zone

    @staticmethod
    def bits(squares: int) -> list[int]:
        """The bits of a set, in ascending order."""
        return [1 << at for at, bit in enumerate(reversed(f"{squares:b}")) if bit == "1"]


def main(paths: list[str]) -> int:
    """Check files, say what each proves, and return the exit code."""
    codes = [0 if paths else 2]
    for path in paths:
        try:
            with Path(path).open("rb") as file:
                packed = file.read(MOST_BYTES + 1)
            proof = Certificate(packed)
            print(f"{path}: {proof.claim}: proved by {proof.positions:,} positions")
            print(f"{'' if proof.wins else STEALING}  sha256 {hashlib.sha256(packed).hexdigest()}")
        except (OSError, ValueError) as error:
            codes.append(2 if isinstance(error, OSError) else 1)
            print(f"{path}: refused: {error}", file=sys.stderr)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
