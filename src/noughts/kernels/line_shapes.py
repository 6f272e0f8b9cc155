"""The shapes that a mark would make in one line, by a table over the squares around it, for any k.

The names are those of five in a row; on other boards a *five* is a completed line, a *four* lacks
one mark, a *three* two. Open means that one more mark makes the next open shape: an open three
becomes an open four, which can be completed on two squares. The shapes, weakest first:

DEAD      no line can be completed here        FAR         more than four marks are missing
ONE_…     four are missing                     TWO_…       three are missing
THREE_…   two are missing                      FOUR        one is missing
OPEN_FOUR one is missing, in two ways          FIVE        the line is complete

Of ONE, TWO and THREE there are a CLOSED kind, a HALF open one, which grows into an open shape in
one way, and an OPEN one, which does so in several.
"""

from __future__ import annotations

from noughts.kernels.layout import cells

DEAD, FAR = 0, 1
ONE_CLOSED, ONE_HALF, ONE_OPEN = 2, 3, 4
TWO_CLOSED, TWO_HALF, TWO_OPEN = 5, 6, 7
THREE_CLOSED, THREE_HALF, THREE_OPEN = 8, 9, 10
FOUR, OPEN_FOUR, FIVE = 11, 12, 13
SHAPES = 14

# The strongest of what a mark makes in all directions. Two fours at once are as good as an open
# four: both can be completed on two squares.
NOTHING, BUILDS, THREATENS_THREE, MAKES_THREE, MAKES_THREES = 0, 1, 2, 3, 4
MAKES_FOUR, MAKES_FOUR_AND_THREE, MAKES_OPEN_FOUR, COMPLETES = 5, 6, 7, 8
THREATS = 9

EMPTY = 2  # the mark of an empty square; 0 is X's and 1 is O's

# How promising a move is by the shapes and threats it makes, and by those it takes from the other
# side: logarithms of odds times 100, fitted to the moves that the search chose. Moves that decide
# the game are not among those; their figures, the last ones, are set by hand.
MAKING = (
    *(-121, 0, -89, 0, -79, -80, 0, 59, 72, 31, 156, 150, 0, 0),
    *(-67, -90, -108, 114, 99, 122, 175, 400, 800),
)
TAKING = (
    *(-59, 0, -48, 0, -79, -74, 0, -38, 23, 20, 134, 117, 217, 0),
    *(-254, -125, -136, -4, 51, -29, 212, 225, 600),
)

LONGEST_K = 9  # the table has 4**k bytes: 256 kB

_UNKNOWN = 255

# The group of each shape; then, by the best group that one more mark leads to, the shape it grows
# from if there is a single way to do so, and if there are several.
_GROWTH = (
    [0, 1, 1, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8],
    [DEAD, FAR, ONE_CLOSED, ONE_HALF, TWO_CLOSED, TWO_HALF, THREE_CLOSED, THREE_HALF, FOUR],
    [DEAD, FAR, ONE_CLOSED, ONE_OPEN, TWO_CLOSED, TWO_OPEN, THREE_CLOSED, THREE_OPEN, OPEN_FOUR],
)


class LineShapes:
    """The shapes of one k, by the codes of both sides of a square, each found when first needed.

    The code of a side has a bit for each of the k - 1 squares next to the square, the nearest
    lowest: 1 for an own mark, 0 for an empty square. A further bit ends it at the first square that
    is blocked, or after the last of the k - 1.
    """

    def __init__(self, k: int) -> None:
        self.k = k
        self.found = memoryview(bytearray([_UNKNOWN]) * (1 << (2 * k)))
        self.groups, self.single, self.several = (cells("q", numbers) for numbers in _GROWTH)

    def shape(self, left: int, right: int) -> int:
        """Return the shape that a mark makes between two sides."""
        place = (left << self.k) | right
        if self.found[place] == _UNKNOWN:
            self.found[place] = self.find(left, right)
        return self.found[place]

    def find(self, left: int, right: int) -> int:
        """Return a shape from the best of those that one more mark would make of it."""
        if self.adjacent(left) + self.adjacent(right) + 1 >= self.k:
            return FIVE
        best = ways = 0
        for side in range(2):
            bit = 1
            code = right if side else left
            while 2 * bit <= code:
                if code & bit == 0:
                    grown = self.shape(left, code | bit) if side else self.shape(code | bit, right)
                    group = self.groups[grown]
                    if group > best:
                        best = group
                        ways = 0
                    if group == best:
                        ways += 1
                bit = 2 * bit
        return self.several[best] if ways > 1 else self.single[best]

    def adjacent(self, side: int) -> int:
        """Return the own marks next to the square on one side."""
        marks = 0
        while side > 1 and side & 1:
            marks += 1
            side = side >> 1
        return marks
