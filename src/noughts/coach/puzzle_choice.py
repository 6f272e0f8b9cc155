"""Choosing puzzles: one a day on 3×3, the same for everyone, and any number of random ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from hashlib import blake2b
from random import Random

from noughts.coach.only_moves import ONLY_MOVES
from noughts.coach.puzzle import LEVELS, Puzzle, Theme, level_of, positions, puzzle_for
from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import images
from noughts.core.threats import winning_squares
from noughts.language import gettext as _
from noughts.solver import can_solve

_RULES = Rules()
BOARDS = (_RULES, Rules(4, 4, 4), Rules(5, 5, 4), Rules(9, 9, 5))
_FEWEST_PLIES = 4


def themes(rules: Rules) -> tuple[Theme, ...]:
    """The themes of which a board has puzzles: on larger ones what the lines alone prove."""
    return tuple(Theme) if can_solve(rules) else (Theme.WIN, Theme.FORK, Theme.BLOCK)


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day: the levels take turns, and the date seeds the choice."""
    level = LEVELS[day.toordinal() % len(LEVELS)]
    candidates = [each for each in _puzzles() if each.level == level]
    number = int.from_bytes(blake2b(day.isoformat().encode(), digest_size=8).digest())
    return _transformed(candidates[number % len(candidates)], Random(number))


def random_puzzle(
    level: str | None, rng: Random, theme: Theme | None = None, rules: Rules = _RULES
) -> Puzzle:
    """A random puzzle of a level or theme or, without them, of a random theme.

    Raises NotationError where there are none: of a theme that a board does not have, or a level
    that the theme has not.

    >>> random_puzzle("easy", Random(1)).level
    'easy'
    """
    fitting = [each for each in themes(rules) if theme in (None, each)]
    fitting = [each for each in fitting if level in (None, level_of(each))]
    if rules not in BOARDS or not fitting:
        raise NotationError(_("there's no such puzzle – choose another theme, level or board"))
    chosen = rng.choice(fitting)
    if rules != _RULES and chosen is Theme.ONLY:
        return _transformed(puzzle_at(rng.choice(ONLY_MOVES)), rng)
    if rules != _RULES:
        return _sampled(rules, chosen, rng)
    return _transformed(rng.choice([each for each in _all() if each.theme is chosen]), rng)


def puzzle_at(text: str) -> Puzzle:
    """The puzzle at a position; raises NotationError if there is none."""
    puzzle = puzzle_for(Position.parse(text))
    if puzzle is None:
        raise NotationError(_("this position isn't a puzzle – a puzzle has exactly one right move"))
    return puzzle


@cache
def _all() -> tuple[Puzzle, ...]:
    """Every puzzle of 3×3, one per symmetry class."""
    found = map(puzzle_for, positions(_RULES))
    return tuple(puzzle for puzzle in found if puzzle is not None)


@cache
def _puzzles() -> tuple[Puzzle, ...]:
    """The same without wins at once, which are too easy for the puzzle of the day."""
    return tuple(each for each in _all() if each.theme is not Theme.WIN)


def _transformed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle under a random symmetry of the board."""
    return puzzle_at(str(rng.choice(list(images(puzzle.position)))))


def _sampled(rules: Rules, theme: Theme, rng: Random) -> Puzzle:
    """A puzzle of a theme from games played at random; 0.1 s on 9×9, 0.2 s for a fork on 4×4."""
    while True:
        for position in _random_game(rules, rng):
            puzzle = puzzle_for(position)
            if puzzle is not None and puzzle.theme is theme:
                return puzzle


def _random_game(rules: Rules, rng: Random) -> Iterator[Position]:
    """The later positions of a random game in which nobody wins while another move is left."""
    position = rules.start(rng.choice(list(Mark)))
    shown_from = rng.randrange(_FEWEST_PLIES, rules.size // 2)
    while not position.is_over:
        if position.plies >= shown_from:
            yield position
        position = position.play_unchecked(_random_move(position, rng))


def _random_move(position: Position, rng: Random) -> Move:
    """A move beside the marks there are, so that they meet, and without completing a line."""
    moves = position.moves
    winning = winning_squares(position, position.turn)
    quiet = [move for move in moves if not winning >> move & 1] or moves
    near = [move for move in quiet if _is_near(position, move)]
    return rng.choice(near or quiet)


def _is_near(position: Position, move: Move) -> bool:
    """Whether a square has a mark around it."""
    width, (row, column) = position.rules.width, divmod(move, position.rules.width)
    around = ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
    return any(
        0 <= y < position.rules.height and 0 <= x < width and position.occupied >> y * width + x & 1
        for y, x in around
    )
