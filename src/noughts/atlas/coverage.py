"""The boards the atlas covers."""

from __future__ import annotations

from noughts.core.rules import Rules

_FOUND_ELSEWHERE = tuple(Rules(width, 4, 4) for width in range(10, 14))  # `docs/atlas.md` says how


def boards() -> tuple[Rules, ...]:
    """All boards up to 7×7, for k = 4 up to 8×8 and 13×4, and for k = 5 up to 8×7.

    The longer side is the width: turning a board does not change its value. Sorted by k, width and
    height.

    >>> len(boards()), str(boards()[-1])
    (160, '7x7:7')
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
    return tuple(sorted(found, key=order))


def wide(rules: Rules) -> Rules:
    """The board turned as in the atlas, with the longer side as the width."""
    return Rules(max(rules.width, rules.height), min(rules.width, rules.height), rules.k)


def order(rules: Rules) -> tuple[int, int, int]:
    """The key that sorts boards: k, width, height."""
    return rules.k, rules.width, rules.height
