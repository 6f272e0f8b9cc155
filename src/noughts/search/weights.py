"""What the shapes and threats of an empty square are worth to the side that could make them.

Fitted by `tools/fit_weights.py` to games that the search played against itself on 15×15:5; 600 are
odds of e to one. Shapes that are missing on that board count as the empty line does there.
"""

from __future__ import annotations

# By the numbers in `noughts.kernels.line_shapes`: the worth of each shape and each threat for the
# side to move, then for the other.
WEIGHTS = (
    *(-60, -62, -60, -62, -62, -55, 0, -2, 26, -51, -16, 117, 0, 0),
    *(-31, -63, -107, 61, -17, -35, 152, 0, 0),
    *(-36, -39, -37, -39, -39, -36, 0, 18, 43, -15, -17, 74, 207, 0),
    *(-133, -155, -206, -61, -25, -73, 453, 239, 0),
)
