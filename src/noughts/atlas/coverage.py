"""Which boards the atlas is of."""

from __future__ import annotations

from noughts.core.rules import Rules


def boards() -> tuple[Rules, ...]:
    """All boards to 7×7, those with k = 4 to 8×8, and 9×4:4; the longer side is the width.

    A board is worth as much when it is turned. Sorted by k, width and height.

    >>> len(boards()), str(boards()[-1])
    (149, '7x7:7')
    """
    found = {
        Rules(width, height, k)
        for width in range(1, 8)
        for height in range(1, width + 1)
        for k in range(1, width + 1)
    }
    found |= {Rules(8, height, 4) for height in range(1, 9)} | {Rules(9, 4, 4)}
    return tuple(sorted(found, key=order))


def wide(rules: Rules) -> Rules:
    """The board turned as it stands in the atlas, which is worth the same."""
    return Rules(max(rules.width, rules.height), min(rules.width, rules.height), rules.k)


def order(rules: Rules) -> tuple[int, int, int]:
    """By which boards are sorted: k, width, height."""
    return rules.k, rules.width, rules.height
