"""Puzzles, positions with exactly one move that reaches the goal: finding, choosing, wording them.

The solver finds them on small boards. On any board the lines alone prove a win in one or two moves,
and which move stops the opponent's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import cache
from hashlib import blake2b
from itertools import product
from random import Random

from noughts.atlas import values
from noughts.coach import findings
from noughts.coach.explanation import explain
from noughts.coach.forced import worth_of
from noughts.coach.tactics import quick_win
from noughts.coach.text import Voice, clause, explanation_text
from noughts.core import Mark, Move, Position, PositionLike, Rules, as_position, squares
from noughts.core.checks import as_type, check_type, seed_or_none
from noughts.core.errors import NotationError, Unsolved
from noughts.core.symmetry import canonical_marks, images
from noughts.core.threats import forking_squares, winning_squares
from noughts.solver import MOST_SQUARES, Limit, MoveValue, Value, can_solve
from noughts.wording.drawing import draw
from noughts.wording.grammar import sentence
from noughts.wording.language import gettext as _
from noughts.wording.language import pgettext
from noughts.wording.text import Spell

LEVELS = ("easy", "medium", "hard")
_RULES = Rules()
BOARDS = (_RULES, Rules(4, 4, 4), Rules(5, 5, 4), Rules(9, 9, 5))
_FEWEST_PLIES = 4  # of a random game, before a puzzle is looked for
_AROUND = tuple(product((-1, 0, 1), repeat=2))  # rows down and columns to the right


class Goal(Enum):
    """The aim of the right move."""

    WIN_NOW = "win now"
    WIN_IN_2 = "win in two moves"
    WIN_IN_3 = "win in three moves"
    SAVE_DRAW = "save the draw"
    STOP_WIN = "stop the win"
    HOLD_OUT = "hold out longest"


class Theme(Enum):
    """The kind of a puzzle, by its right move."""

    WIN = "win"
    FORK = "fork"
    BLOCK = "block"
    ONLY = "only"  # a move that has to be worked out


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which only `answer` reaches the goal."""

    position: Position
    goal: Goal
    answer: Move

    def __str__(self) -> str:
        """Return the task and the board."""
        return f"{task_text(self)}\n{draw(self.position)}"

    @property
    def theme(self) -> Theme:
        """A win at once, a block of the opponent's line, a fork, or the only move otherwise."""
        if self.goal is Goal.WIN_NOW:
            return Theme.WIN
        opponent = self.position.turn.other
        if winning_squares(self.position, opponent) >> self.answer & 1:
            return Theme.BLOCK
        return Theme.FORK if self.goal is Goal.WIN_IN_2 else Theme.ONLY

    @property
    def level(self) -> str:
        """The level of the puzzle: that of its theme."""
        return level_of(self.theme)


def level_of(theme: Theme) -> str:
    """Return the level of the puzzles of a theme: easy if they win at once or block a line.

    A win in two is a fork and can be seen. A win in three, or a draw saved other than by a block,
    has to be worked out.
    """
    return {Theme.FORK: "medium", Theme.ONLY: "hard"}.get(theme, "easy")


def puzzle_for(position: Position) -> Puzzle | None:
    """Return the puzzle that a position is, if any, proved by the solver or by the lines alone.

    >>> puzzle_for(Position.parse("xx./oo./... x 3")).goal
    <Goal.WIN_NOW: 'win now'>
    """
    if position.is_over:
        return None
    winning = winning_squares(position, position.turn)
    if can_solve(position.rules):
        return puzzle_in(position, values(position)) or _only(position, Goal.WIN_NOW, winning)
    if winning:
        return _only(position, Goal.WIN_NOW, winning)
    threatened = winning_squares(position, position.turn.other)
    if not threatened:
        return _only(position, Goal.WIN_IN_2, forking_squares(position, position.turn))
    puzzle = _only(position, Goal.HOLD_OUT, threatened)
    if puzzle is None:
        return None
    blocked = position.play_unchecked(puzzle.answer)
    if quick_win(blocked):
        return None  # the opponent wins all the same
    worth = worth_of(blocked)
    is_held = worth is not None and worth.value is not Value.LOSS
    return replace(puzzle, goal=Goal.STOP_WIN) if is_held else puzzle


def puzzle_in(position: Position, worths: Mapping[Move, MoveValue]) -> Puzzle | None:
    """Return the puzzle in a position, if there is one, given the values of its moves.

    >>> position = Position.parse("x../.../... o 3")
    >>> puzzle_in(position, values(position)).answer
    4
    """
    best = max(worth.value for worth in worths.values())
    attaining = [move for move, worth in worths.items() if worth.value is best]
    if len(attaining) > 1 or len(worths) == 1 or best is Value.LOSS:
        return None
    answer = attaining[0]
    wins: dict[int | None, Goal] = {3: Goal.WIN_IN_2, 5: Goal.WIN_IN_3}
    goal = Goal.SAVE_DRAW if best is Value.DRAW else wins.get(worths[answer].plies)
    return None if goal is None else Puzzle(position, goal, answer)


def _only(position: Position, goal: Goal, reaching: int) -> Puzzle | None:
    """Return the puzzle of the one square that reaches a goal, if there is one beside others."""
    if reaching.bit_count() != 1 or len(position.moves) == 1:
        return None
    return Puzzle(position, goal, reaching.bit_length() - 1)


def puzzles(rules: Rules | str) -> Iterator[Puzzle]:
    """Return a board's puzzles but wins at once, one per symmetry class, by plies; X moves first.

    Raises Unsolved on boards too large to solve. O(positions): 3×3 takes 0.03 s, 4×4:3 half a
    minute.
    """
    rules = as_type(rules, Rules, "the board")
    if not can_solve(rules):
        raise Unsolved(f"{rules} has {rules.size} squares: {MOST_SQUARES} are the most for puzzles")
    return filter(None, (puzzle_in(position, values(position)) for position in positions(rules)))


def positions(rules: Rules) -> Iterator[Position]:
    """Yield the unfinished positions of a board, one per symmetry class, in order of plies."""
    layer = [rules.start()]
    while layer:
        yield from layer
        played = (position.play_unchecked(move) for position in layer for move in position.moves)
        classes = {
            canonical_marks(rules, position.xs, position.os)
            for position in played
            if not position.is_over
        }
        turn = layer[0].turn.other
        layer = [Position(rules, xs, os, turn) for xs, os in sorted(classes)]


def themes(rules: Rules) -> tuple[Theme, ...]:
    """Return the themes of which a board has puzzles: on larger ones what the lines alone prove."""
    return tuple(Theme) if can_solve(rules) else (Theme.WIN, Theme.FORK, Theme.BLOCK)


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day, on 3×3: the levels take turns, and the date seeds the choice."""
    level = LEVELS[day.toordinal() % len(LEVELS)]
    # A win at once is too easy for the puzzle of the day.
    candidates = [
        candidate
        for candidate in _all()
        if candidate.theme is not Theme.WIN and candidate.level == level
    ]
    number = int.from_bytes(blake2b(day.isoformat().encode(), digest_size=8).digest())
    return _transformed(candidates[number % len(candidates)], Random(number))


def puzzle(
    level: str | None = None, rules: Rules | str = _RULES, *, seed: int | None = None
) -> Puzzle:
    """Return a random puzzle of a level, or of any; raises NotationError where there is none.

    >>> task_text(puzzle("easy", seed=1))
    'X to move: win in one move.'
    """
    check_type(level, str | None, "the level")
    rules = as_type(rules, Rules, "the board")
    return random_puzzle(level, Random(seed_or_none(seed)), rules=rules)


def random_puzzle(
    level: str | None, rng: Random, theme: Theme | None = None, rules: Rules = _RULES
) -> Puzzle:
    """Return a random puzzle of a level or theme or, without them, of a random theme.

    Raises NotationError where there are none: of a theme that a board does not have, or a level
    that the theme has not.

    >>> random_puzzle("easy", Random(1)).level
    'easy'
    """
    fitting = [
        kind for kind in themes(rules) if theme in (None, kind) and level in (None, level_of(kind))
    ]
    if rules not in BOARDS or not fitting:
        raise NotationError(_("there's no such puzzle – choose another theme, level or board"))
    chosen = rng.choice(fitting)
    if rules == _RULES:
        return _transformed(
            rng.choice([candidate for candidate in _all() if candidate.theme is chosen]), rng
        )
    if chosen is Theme.ONLY:
        return _transformed(puzzle_at(rng.choice(ONLY_MOVES)), rng)
    # This takes 0.1 s on 9×9, 0.2 s for a fork on 4×4.
    candidates = map(puzzle_for, sampled(rules, rng))
    return next(
        candidate for candidate in candidates if candidate is not None and candidate.theme is chosen
    )


def puzzle_at(position: PositionLike) -> Puzzle:
    """Return the puzzle at a position; raises NotationError if there is none."""
    puzzle = puzzle_for(as_position(position))
    if puzzle is None:
        raise NotationError(_("this position isn't a puzzle – a puzzle has exactly one right move"))
    return puzzle


@cache
def _all() -> tuple[Puzzle, ...]:
    """Return every puzzle of 3×3, one per symmetry class."""
    return tuple(filter(None, map(puzzle_for, positions(_RULES))))


def _transformed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Return the puzzle under a random symmetry of the board."""
    return puzzle_at(rng.choice(list(images(puzzle.position))))


def sampled(rules: Rules, rng: Random) -> Iterator[Position]:
    """Yield positions of random games, without end; sides win only if they have no other move."""
    while True:
        position = rules.start(rng.choice(list(Mark)))
        shown_from = rng.randrange(_FEWEST_PLIES, rules.size // 2)
        while not position.is_over:
            if position.plies >= shown_from:
                yield position
            position = position.play_unchecked(_random_move(position, rng))


def _random_move(position: Position, rng: Random) -> Move:
    """Return a move beside the marks there are, so that they meet, which completes no line."""
    width, winning = position.rules.width, winning_squares(position, position.turn)
    marks = [divmod(square, width) for square in squares(position.occupied)]
    quiet = [move for move in position.moves if not winning >> move & 1] or list(position.moves)
    around = {(row + down, column + right) for row, column in marks for down, right in _AROUND}
    return rng.choice([move for move in quiet if divmod(move, width) in around] or quiet)


def task_text(puzzle: Puzzle) -> str:
    """Return the task in one sentence.

    >>> task_text(puzzle_for(Position.parse("x../.../... o 3")))
    'O to move: save the draw.'
    """
    side = puzzle.position.turn
    return {
        Goal.WIN_NOW: _("{side} to move: win in one move.", side=side),
        Goal.WIN_IN_2: _("{side} to move: win in two moves.", side=side),
        Goal.WIN_IN_3: _("{side} to move: win in three moves.", side=side),
        Goal.SAVE_DRAW: _("{side} to move: save the draw.", side=side),
        Goal.STOP_WIN: _("{side} to move: stop {other} from winning.", side=side, other=side.other),
        Goal.HOLD_OUT: _("{side} to move: hold out as long as you can.", side=side),
    }[puzzle.goal]


def level_text(level: str) -> str:
    """Return the word for a level."""
    if level == "easy":
        return pgettext("puzzle", "easy")
    return pgettext("puzzle", "medium") if level == "medium" else pgettext("puzzle", "hard")


def theme_text(theme: Theme) -> str:
    """Return the name of a set of puzzles."""
    return {
        Theme.WIN: _("Win in one"),
        Theme.FORK: _("Forks"),
        Theme.BLOCK: _("Blocks"),
        Theme.ONLY: _("Only move"),
    }[theme]


def solution_text(puzzle: Puzzle, spell: Spell | None = None, limit: Limit | None = None) -> str:
    """Return why the right move is right."""
    position = puzzle.position
    explanation = explain(position, puzzle.answer, limit)
    if puzzle.goal not in {Goal.STOP_WIN, Goal.HOLD_OUT}:
        return explanation_text(explanation, spell)
    voice = Voice(spell or position.name)
    (blocked,) = (
        finding for finding in explanation.findings if isinstance(finding, findings.Blocks)
    )
    reason = clause(blocked, position.turn, voice)
    words = {"square": sentence(voice.spell(puzzle.answer)), "reason": reason}
    if puzzle.goal is Goal.HOLD_OUT:
        return _("{square} holds out longest: {reason}.", **words)
    return _("{square} stops {other}: {reason}.", other=position.turn.other, **words)


# Only-move puzzles on 4×4 with four in a row: one is found in two seconds of random games. So these
# were collected beforehand, none a turned or mirrored other; the tests prove each again.
_COLLECTED = """
.oo._xx.._ooxx_.ox._x_4 x.xo_xxoo_..o._...._o_4 .xxo_.xo._..xo_..o._o_4 ..oo_.x.x_x.xo_.oo._x_4
oxxo_.oo._..xx_...._o_4 xxoo_oxoo_o..x_x..._x_4 .xx._..oo_ooxx_..x._o_4 oxox_.x.x_o.xo_...o_x_4
o.ox_.x.o_o.ox_.x.x_x_4 xx.._o.xo_oxxo_...._o_4 oo.x_.oxo_o.xx_...x_x_4 .x.x_x.oo_xoxo_.o.x_o_4
.xx._.oxo_o..o_.x.._o_4 oxxo_o.xx_.xox_..o._o_4 x.ox_o.o._.xx._oo.._x_4 ..o._xx.._x.x._.oo._o_4
.xx._oxox_.oo._...._o_4 ..ox_.o.x_oxo._.x.._x_4 .oo._xoxx_o.o._x..._x_4 .x.._.ox._ox.o_.oxo_x_4
...o_..ox_oxox_xx.o_o_4 ..o._.o.._oxox_.x.x_x_4 .oo._oo.._xxox_x..._x_4 ...._.oox_xoxx_..o._o_4
...._..xo_ox.o_.xx._o_4 x.x._.o.o_x.ox_oox._o_4 oxx._oo.._.x.o_xxo._o_4 ...._...x_xxoo_xo.o_x_4
x..._o..._oxo._xxo._x_4 ..x._oxxo_oxoo_...._x_4 ..x._oxxo_oxoo_..ox_x_4 .x.._xoox_xxo._.o.._o_4
o.x._oo.._ox.._xx.._x_4 ..xx_oxxo_..xo_..oo_x_4 ..oo_...x_.x.x_xxoo_o_4 .oo._xoox_.x.x_...._o_4
...x_.oxx_oo.._oxx._o_4 .o.._.xx._xoxo_.oo._x_4 o.xx_o.o._xo.._xoxo_x_4 .o.x_x.ox_.o.o_x.xo_o_4
"""
ONLY_MOVES = tuple(_COLLECTED.split())
