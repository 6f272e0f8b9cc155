"""Checks certificates: proofs that on some board X, who begins, wins, or that nobody does.

`python -I -S verify.py FILE...` never searches: it follows the strategy in a certificate against
every reply. docs/atlas.md has the format. Exit codes: 0 proved, 1 one refused, 2 asked wrongly.
"""

import hashlib
import lzma
import re
import sys
from operator import or_
from pathlib import Path

MOST_BYTES, MOST_TEXT, MEMORY, MOST_POSITIONS = 1 << 25, 1 << 26, 1 << 27, 10_000_000
HEADER = re.compile("noughts certificate 1: (([0-9]+)x([0-9]+):([0-9]+) (x wins|draw))\n")
STEALING = "  that O cannot win either is strategy stealing, the one theorem trusted\n"
CROSS, NOUGHT, STEPS = 0, 1, ((0, 1), (1, 0), (1, 1), (1, -1))
Position = tuple[int, ...]  # its images under the symmetries, itself first: bits of X, then of O


def require(condition: object, reason: str) -> None:
    """Refuse a certificate unless a condition holds."""
    if not condition:
        raise ValueError(reason)


class Certificate:
    """A certificate that proves its claim; for any other, ValueError or LZMAError says why not."""

    def __init__(self, packed: bytes) -> None:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
        self.text = unpacker.decompress(packed, MOST_TEXT).decode()
        require(unpacker.eof and not unpacker.unused_data, "it is cut off, too large or goes on")
        if not (header := HEADER.match(self.text)):
            raise ValueError("it does not begin as a certificate of version 1 does")
        self.claim, width, height, k, value = header.groups()
        self.wins, self.at = value == "x wins", header.end()
        self.seen, self.pairs = set[int](), list[int]()
        self.lay_out(int(width), int(height), int(k))
        self.follow((0,) * 8)
        require(self.at == len(self.text), "it goes on after its end")

    def lay_out(self, width: int, height: int, k: int) -> None:
        """Find the lines, and the bits that a mark on each square adds."""
        require(0 < min(width, height, k) <= max(width, height, k) < 27, "sides and k are 1 to 26")
        places = {divmod(square, width): square for square in range(width * height)}
        self.size, self.bits = len(places), list[Position]()
        rays = [{(r + i * d, c + i * e) for i in range(k)} for r, c in places for d, e in STEPS]
        self.lines = [sum(1 << places[p] for p in ray) for ray in rays if ray <= places.keys()]
        self.through = [[n for n in self.lines if n >> s & 1] for s in range(self.size)]
        for row, column in places:
            images = [(r, c) for r in (row, height - 1 - row) for c in (column, width - 1 - column)]
            images += [(c, r) for r, c in images] if width == height else []
            self.bits.append(tuple(1 << places[image] for image in images))
        self.bits += [tuple(bit << self.size for bit in bits) for bits in self.bits]

    def follow(self, position: Position) -> None:
        """Follow the answer to a position, or every move of the side that is to be answered."""
        self.seen.add(min(position))
        require(len(self.seen) <= MOST_POSITIONS, f"it has more than {MOST_POSITIONS:,} positions")
        mark, taken = position[0].bit_count() % 2, position[0] | position[0] >> self.size
        free = [square for square in range(self.size) if not taken >> square & 1]
        require(free or not self.wins, "the board is full, and X has no line")
        if mark == CROSS and not self.wins and self.text.startswith("(", self.at):
            self.pair_off(free, position[0] >> self.size)
            return
        answers = self.wins == (mark == CROSS)
        threats = [s for s in free if mark and self.wins and self.play(position, CROSS, s)[1]]
        for square in [self.read(free)] if answers and free else free:
            after, line = self.play(position, mark, square)
            require(answers or not line, "the side to be answered completes a line")
            # Unless O blocks every threat, X completes a line next. A position seen in any
            # orientation is settled, even while it is still being followed: no game returns to it.
            if not line and threats in ([], [square]) and min(after) not in self.seen:
                self.follow(after)

    def read(self, free: list[int]) -> int:
        """Read a square, which must be free, and is so no longer."""
        square = ord(self.text[self.at : self.at + 1] or " ") - ord("0")
        require(square in free, f"character {self.at:,} is no free square")
        self.at += 1
        return free.pop(free.index(square))

    def play(self, position: Position, mark: int, square: int) -> tuple[Position, bool]:
        """The position with a mark more, and whether its side has a line."""
        after = tuple(map(or_, position, self.bits[mark * self.size + square]))
        marks = after[0] >> mark * self.size
        return after, any(line & marks == line for line in self.through[square])

    def pair_off(self, free: list[int], noughts: int) -> None:
        """See that each line without an O has a pair of free squares, of which O gets one."""
        self.at, fresh = self.at + 1, list[int]()
        while not self.text.startswith(")", self.at):
            fresh.append(1 << self.read(free) | 1 << self.read(free))
        # Those of the leaf before stay, but for pairs with a square that is taken or paired anew.
        self.at, left = self.at + 1, sum(1 << square for square in free)
        self.pairs = fresh + [pair for pair in self.pairs if pair & left == pair]
        for line in self.lines:
            held = line & noughts or any(pair & line == pair for pair in self.pairs)
            require(held, "a line has neither an O nor a pair")


def main(paths: list[str]) -> int:
    """Check files, say what each proves, and return the exit code."""
    codes = [0 if paths else 2]
    for path in paths:
        try:
            with Path(path).open("rb") as file:
                packed = file.read(MOST_BYTES)
            proof = Certificate(packed)
            print(f"{path}: {proof.claim}: proved by {len(proof.seen):,} positions")
            print(f"{'' if proof.wins else STEALING}  sha256 {hashlib.sha256(packed).hexdigest()}")
        except (OSError, ValueError, lzma.LZMAError) as error:
            codes.append(2 if isinstance(error, OSError) else 1)
            print(f"{path}: refused: {error}", file=sys.stderr)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
