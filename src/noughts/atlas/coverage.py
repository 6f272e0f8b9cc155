"""The boards the atlas covers."""

from __future__ import annotations

from noughts.core.rules import Rules

_FOUND_ELSEWHERE = tuple(Rules(width, 4, 4) for width in range(10, 14))  # `docs/atlas.md` says how


def boards() -> tuple[Rules, ...]:
    """All boards up to 7×7, and larger ones where k is 4, 5 or 6.

    For k = 4 up to 8×8 and 13×4, for k = 5 up to 8×7, and for k = 6 up to 12×7, 11×8 and 9×9. The
    longer side is the width: turning a board does not change its value. Sorted by k, width and
    height.

    >>> len(boards()), str(boards()[-1])
    (170, '7x7:7')
    """
    return tuple(sorted({*boards_to_build(), *_FOUND_ELSEWHERE}, key=order))


def boards_to_build() -> tuple[Rules, ...]:
    """Those of them that `prove` settles within minutes."""
    found = {
        Rules(width, height, k)
        for width in range(1, 8)
        for height in range(1, width + 1)
        for k in range(1, width + 1)
    }
    found |= {Rules(8, height, 4) for height in range(1, 9)} | {Rules(9, 4, 4)}
    found |= {Rules(8, height, 5) for height in range(1, 8)}
    # Up to six rows, a theorem about families says the same.
    found |= {Rules(width, 7, 6) for width in range(8, 13)}
    found |= {Rules(width, 8, 6) for width in range(8, 12)} | {Rules(9, 9, 6)}
    return tuple(sorted(found, key=order))


def wide(rules: Rules) -> Rules:
    """The board turned as in the atlas, with the longer side as the width."""
    return Rules(max(rules.width, rules.height), min(rules.width, rules.height), rules.k)


def order(rules: Rules) -> tuple[int, int, int]:
    """The key that sorts boards: k, width, height."""
    return rules.k, rules.width, rules.height
