"""A checker of certificates: proofs that X, who begins, wins on a board, or that it is a draw.

`python -I -S verify.py FILE...` never searches: it follows the strategy in a certificate against
every reply. Format: docs/reference/certificates.md. Exit codes: 0 proved, 1 refused, 2 misuse.
"""

import hashlib
import lzma
import re
import sys
from operator import or_
from pathlib import Path

MOST_BYTES, MOST_TEXT, MEMORY = 1 << 22, 1 << 24, 1 << 27
MOST_POSITIONS, MOST_STEPS = 5_000_000, 300_000_000
HEADER = "noughts certificate 1: ((N)x(N):(N) (x wins|draw))\n".replace("N", "[1-9][0-9]?")
STEALING = "  that O cannot win either is strategy stealing, the one theorem trusted\n"
CROSS, NOUGHT, STEPS = 0, 1, ((0, 1), (1, 0), (1, 1), (1, -1))
Position = tuple[int, ...]  # its images under the symmetries, itself first: bits of X, then of O


def require(condition: object, reason: str) -> None:
    """Reject a certificate unless a condition holds."""
    if not condition:
        raise ValueError(reason)


class Certificate:
    """A certificate that proves its claim; any other raises ValueError or LZMAError."""

    def __init__(self, packed: bytes) -> None:
        require(len(packed) <= MOST_BYTES, f"it has more than {MOST_BYTES:,} bytes")
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
        self.text = unpacker.decompress(packed, MOST_TEXT).decode()
        require(unpacker.eof and not unpacker.unused_data, "it is cut off, too large or goes on")
        if not (header := re.match(HEADER, self.text)):
            raise ValueError("it does not begin as a certificate of version 1 does")
        self.claim, width, height, k, value = header.groups()
        self.wins, self.at = value == "x wins", header.end()
        self.seen, self.pairs, self.steps = set[int](), list[int](), 0
        self.lay_out(int(width), int(height), int(k))
        self.follow((0,) * 8)
        require(self.at == len(self.text), "it goes on after its end")

    def lay_out(self, width: int, height: int, k: int) -> None:
        """Find the lines of the board, and the bits that a mark on each square sets."""
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
        """Follow the answer in a position, or every move of the side that is answered."""
        self.seen.add(min(position))
        self.steps += self.size
        require(len(self.seen) <= MOST_POSITIONS, f"it has more than {MOST_POSITIONS:,} positions")
        require(self.steps <= MOST_STEPS, f"to follow it takes more than {MOST_STEPS:,} steps")
        noughts, crosses = divmod(position[0], 1 << self.size)
        mark, taken = position[0].bit_count() % 2, crosses | noughts
        free = {s: s for s in range(self.size) if not taken >> s & 1}
        require(free or not self.wins, "the board is full, and X has no line")
        if free and mark == CROSS and not self.wins and self.text.startswith("(", self.at):
            self.pair_off(free, noughts)
            return
        answers = self.wins == (mark == CROSS)
        threats = [s for s in free if mark and self.wins and self.completes(crosses, s)]
        for square in [self.read(free)] if answers and free else free:
            line = self.completes(noughts if mark else crosses, square)
            require(answers or not line, "the side to be answered completes a line")
            # Unless O blocks every threat, X completes a line next. A position seen in any
            # orientation is settled, even while it is still being followed: no game returns to it.
            after = tuple(map(or_, position, self.bits[mark * self.size + square]))
            if not line and threats in ([], [square]) and min(after) not in self.seen:
                self.follow(after)

    def read(self, free: dict[int, int]) -> int:
        """Read a square, which must be free, and take it."""
        square = ord(self.text[self.at : self.at + 1] or " ") - ord("0")
        require(square in free, f"character {self.at:,} is no free square")
        self.at += 1
        return free.pop(square)

    def completes(self, marks: int, square: int) -> bool:
        """True if a mark on this square would complete a line with a side's marks."""
        lines, marks = self.through[square], marks | 1 << square
        self.steps += 8 + len(lines)
        return any(line & marks == line for line in lines)

    def pair_off(self, free: dict[int, int], noughts: int) -> None:
        """Check that each line without an O has a pair of free squares, of which O gets one."""
        self.at, fresh = self.at + 1, list[int]()
        while not self.text.startswith(")", self.at):
            fresh.append(1 << self.read(free) | 1 << self.read(free))
        # Those of the leaf before stay, but for pairs with a square that is taken or paired anew.
        self.at, left = self.at + 1, sum(1 << square for square in free)
        self.pairs = fresh + [pair for pair in self.pairs if pair & left == pair]
        rays = [(pair, line) for pair in self.pairs for line in self.through[pair.bit_length() - 1]]
        held = {line for pair, line in rays if pair & line == pair}
        self.steps += len(rays) + len(self.lines)
        for line in self.lines:
            require(line & noughts or line in held, "a line has neither an O nor a pair")


def main(paths: list[str]) -> int:
    """Check files, say what each proves, and return the exit code."""
    codes = [0 if paths else 2]
    for path in paths:
        try:
            with Path(path).open("rb") as file:
                packed = file.read(MOST_BYTES + 1)
            proof = Certificate(packed)
            print(f"{path}: {proof.claim}: proved by {len(proof.seen):,} positions")
            print(f"{'' if proof.wins else STEALING}  sha256 {hashlib.sha256(packed).hexdigest()}")
        except (OSError, ValueError, lzma.LZMAError) as error:
            codes.append(2 if isinstance(error, OSError) else 1)
            print(f"{path}: refused: {error}", file=sys.stderr)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
