"""Openings: positions a few moves into a game, from which each player plays both sides.

An opening is drawn at random, the first mark within two squares of the centre and each later one
within two squares of another. Of many draws one is taken in which the search sees equal chances.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from statistics import mean

from noughts.core import Mark, Move, Position, Rules, squares
from noughts.core.checks import as_type, check_type, whole
from noughts.core.errors import IllegalAction
from noughts.core.threats import winning_squares
from noughts.kernels.compilation import COMPILED
from noughts.search import Engine, can_search, forced_loss, forced_win, threatened_win
from noughts.solver import Limit

MOST_PLIES = 20
_REACH = 2  # squares between neighbours
_DRAWS = 24  # among which a balanced one is looked for
_FEW_DRAWS = 6  # if it has one or two marks: there are so few that they would all be alike
_MOST_DRAWS = 96  # after which fewer will do
_GLANCE, _LOOK = (1_000, 20_000) if COMPILED else (20, 100)  # nodes
_MOST_LOOKS = 8  # at the draws that seem most balanced at a glance
_EVEN = 100  # a score for which the odds are 54 to 46
_DECIDED = 1e6  # more than any score
_ENTRIES = 1 << 15  # a table of its own: what was searched before must not matter


def usual_plies(rules: Rules) -> tuple[int, int]:
    """Return the shortest and the longest opening that suits a board: none on the smallest.

    >>> usual_plies(Rules()), usual_plies(Rules(6, 6, 4)), usual_plies(Rules(15, 15, 5))
    ((0, 0), (1, 2), (3, 6))
    """
    most = min(6, rules.size // 16)
    return (most + 1) // 2, most


def random_opening(rules: Rules | str, random: Random, plies: int | None = None) -> Position:
    """Return a position after some plies, by default as many as suit the board, fair to both.

    Neither side can complete a line at once, and a search of 20,000 positions finds the odds
    between 46 and 54 to 100. If it finds that of none of the eight likeliest of 24 draws, it is the
    nearest of them; one with a forced win for either side only if all have one. With one or two
    marks there are only six draws. Takes some tenths of a second.
    Raises IllegalAction for another number of plies than 0 to 20, and where there is no such
    position; and WrongType.
    """
    rules = as_type(rules, Rules, "the board")
    check_type(random, Random, "the source of chance")
    wanted = random.randint(*usual_plies(rules)) if plies is None else whole(plies, "the plies")
    if not 0 <= wanted <= MOST_PLIES:
        raise IllegalAction(f"an opening has 0 to {MOST_PLIES} plies")
    if not wanted:
        return rules.start()
    draws = (_draw(rules, random, wanted) for _ in range(_MOST_DRAWS))
    enough = _DRAWS if wanted > 2 else _FEW_DRAWS
    openings = list(islice(filter(None, draws), enough))
    if not openings:
        raise IllegalAction(f"{rules} has no undecided opening of {wanted} plies")
    if not can_search(rules):
        return openings[0]
    engine = Engine(rules, _ENTRIES)
    likely = sorted(openings, key=lambda opening: _imbalance(opening, engine, _GLANCE))
    nearest, least = likely[0], _DECIDED * 3
    for opening in likely[:_MOST_LOOKS]:
        finds = (forced_win, forced_loss, threatened_win)
        is_forced = any(find(opening) is not None for find in finds)
        imbalance = _imbalance(opening, engine, _LOOK) + _DECIDED * is_forced
        if imbalance < least:
            nearest, least = opening, imbalance
        if least <= _EVEN:
            break
    return nearest


def _draw(rules: Rules, random: Random, plies: int) -> Position | None:
    """Return a position after some plies, unless the game is over, or can be a move later."""
    position = rules.start()
    for _ in range(plies):
        if position.is_over:
            return None
        position = position.play_unchecked(random.choice(_candidates(position)))
    is_decided = position.is_over or any(winning_squares(position, mark) for mark in Mark)
    return None if is_decided else position


def _candidates(position: Position) -> tuple[Move, ...]:
    """Return the empty squares near a mark; at first those near the centre."""
    rules, near = position.rules, 0
    centre = rules.height // 2 * rules.width + rules.width // 2
    for square in squares(position.occupied) or (centre,):
        row, column = divmod(square, rules.width)
        left, right = max(0, column - _REACH), min(rules.width, column + _REACH + 1)
        for other in range(max(0, row - _REACH), min(rules.height, row + _REACH + 1)):
            near |= ((1 << right) - (1 << left)) << other * rules.width
    return squares(position.empty & near)


def _imbalance(position: Position, engine: Engine, nodes: int) -> float:
    """Return how far one side is ahead.

    By the mean of the last two depths, since each side seems better off after a move of its own.
    """
    scores = [0]
    result = engine.search(position, Limit(nodes=nodes), report=lambda at: scores.append(at.score))
    return abs(mean(scores[-2:])) if result.value is None else _DECIDED
