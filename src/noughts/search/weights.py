"""The worth of the shapes and threats of an empty square to the side that could make them.

Fitted by `tools/fit_weights.py` to what the search finds from its own leaves on 15×15:5; 600 are
odds of e to one. Shapes that are missing on that board count as the empty line does there.
With the leaves searched less, they scored 62.5 % (53 to 72) in 100 games of 0.15 s a move against
weights fitted to the positions of games, without what kinds of threats are worth together.
"""

from __future__ import annotations

# By the numbers in `noughts.kernels.line_shapes`: the worth of each shape and each threat for the
# side to move, then for the other. Then the worth of the move, and a row for every kind of threat
# from a three to an open four, of the side to move and then of the other: what it is worth to the
# side to move that there is one together with each kind before it, and alone. The zeros: with an
# open four, the side to move has won.
WEIGHTS = (
    *(-57, -57, -58, -57, -57, -56, 0, 7, 30, 20, 50, 122, 0, 0),
    *(-23, -38, -89, 26, 1, 59, 63, 0, 0),
    *(-124, -124, -125, -124, -124, -119, 0, -72, -46, 48, 41, 186, 335, 0),
    *(-25, -52, -91, -108, -99, -104, 355, 125, 0),
    589,
    115,
    *(521, 522),
    *(113, 49, -106),
    *(36, -64, 36, 36),
    *(0, 0, 0, 0, 0),
    *(45, 239, 44, 83, 0, 44),
    *(215, -65, 139, 141, 0, -21, -25),
    *(-96, -367, -96, 36, 0, -132, -192, 345),
    *(-218, -472, 67, -65, 0, 75, -150, -55, 198),
    *(-290, -841, 71, 20, 0, -247, -594, 233, 4, 199),
)
