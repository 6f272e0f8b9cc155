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
from random import Random

from noughts.coach import findings
from noughts.coach.explanation import Explanation, explain
from noughts.coach.tactics import quick_win
from noughts.coach.text import Voice, clause, explanation_text, verdict_text
from noughts.core.bits import Move, squares
from noughts.core.checks import as_type, check_type, seed_or_none
from noughts.core.errors import NotationError
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import canonical_marks, images
from noughts.core.threats import forking_squares, winning_squares
from noughts.solver import Limit, MoveValue, Value, can_solve, values
from noughts.wording.grammar import sentence
from noughts.wording.language import gettext as _
from noughts.wording.language import pgettext
from noughts.wording.text import Spell

LEVELS = ("easy", "medium", "hard")
_RULES = Rules()
BOARDS = (_RULES, Rules(4, 4, 4), Rules(5, 5, 4), Rules(9, 9, 5))
_FEWEST_PLIES = 4  # of a random game, before a puzzle is looked for


class Goal(Enum):
    """What the right move achieves."""

    WIN_NOW = "win now"
    WIN_IN_2 = "win in two moves"
    WIN_IN_3 = "win in three moves"
    SAVE_DRAW = "save the draw"
    STOP_WIN = "stop the win"


class Theme(Enum):
    """What kind of puzzle it is."""

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
        """How hard the puzzle is: that of its theme."""
        return level_of(self.theme)


def level_of(theme: Theme) -> str:
    """How hard the puzzles of a theme are: easy if they win at once or block a line.

    A win in two is a fork and can be seen. A win in three, or a draw saved other than by a block,
    has to be worked out.
    """
    return {Theme.FORK: "medium", Theme.ONLY: "hard"}.get(theme, "easy")


def puzzle_for(position: Position) -> Puzzle | None:
    """The puzzle that a position is, if it is one, proved by the solver or by the lines alone.

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
    puzzle = _only(position, Goal.STOP_WIN, threatened)
    if puzzle is None or quick_win(position.play_unchecked(puzzle.answer)):
        return None  # the opponent wins all the same
    return puzzle


def puzzle_in(position: Position, worths: Mapping[Move, MoveValue]) -> Puzzle | None:
    """The puzzle in a position, if there is one, given the values of its moves.

    >>> position = Position.parse("x../.../... o 3")
    >>> puzzle_in(position, values(position)).answer
    4
    """
    best = max(worth.value for worth in worths.values())
    attaining = [move for move, worth in worths.items() if worth.value is best]
    if len(attaining) > 1 or len(worths) == 1 or best is Value.LOSS:
        return None
    answer, goal = attaining[0], Goal.SAVE_DRAW
    if best is Value.WIN:
        plies = worths[answer].plies
        if plies not in (3, 5):
            return None
        goal = Goal.WIN_IN_2 if plies == 3 else Goal.WIN_IN_3
    return Puzzle(position, goal, answer)


def _only(position: Position, goal: Goal, reaching: int) -> Puzzle | None:
    """The puzzle of the one square that reaches a goal, if there is one beside others."""
    if reaching.bit_count() != 1 or len(position.moves) == 1:
        return None
    return Puzzle(position, goal, reaching.bit_length() - 1)


def puzzles(rules: Rules | str) -> Iterator[Puzzle]:
    """Every puzzle of a board but wins at once, one per symmetry class, by plies; X moves first.

    Raises Unsolved where `solve` does. O(positions): 3×3 takes 0.03 s, 4×4:3 half a minute.
    """
    unfinished = positions(as_type(rules, Rules, "the board"))
    found = (puzzle_in(each, values(each)) for each in unfinished)
    return (each for each in found if each is not None)


def positions(rules: Rules) -> Iterator[Position]:
    """The unfinished positions of a board, one per symmetry class, in order of plies."""
    layer = [rules.start()]
    while layer:
        yield from layer
        played = (position.play_unchecked(move) for position in layer for move in position.moves)
        classes = {canonical_marks(rules, each.xs, each.os) for each in played if not each.is_over}
        turn = layer[0].turn.other
        layer = [Position(rules, xs, os, turn) for xs, os in sorted(classes)]


def themes(rules: Rules) -> tuple[Theme, ...]:
    """The themes of which a board has puzzles: on larger ones what the lines alone prove."""
    return tuple(Theme) if can_solve(rules) else (Theme.WIN, Theme.FORK, Theme.BLOCK)


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day, on 3×3: the levels take turns, and the date seeds the choice."""
    level = LEVELS[day.toordinal() % len(LEVELS)]
    # A win at once is too easy for the puzzle of the day.
    candidates = [each for each in _all() if each.theme is not Theme.WIN and each.level == level]
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
    """A random puzzle of a level or theme or, without them, of a random theme.

    Raises NotationError where there are none: of a theme that a board does not have, or a level
    that the theme has not.

    >>> random_puzzle("easy", Random(1)).level
    'easy'
    """
    fitting = [
        each for each in themes(rules) if theme in (None, each) and level in (None, level_of(each))
    ]
    if rules not in BOARDS or not fitting:
        raise NotationError(_("there's no such puzzle – choose another theme, level or board"))
    chosen = rng.choice(fitting)
    if rules == _RULES:
        return _transformed(rng.choice([each for each in _all() if each.theme is chosen]), rng)
    if chosen is Theme.ONLY:
        return _transformed(puzzle_at(rng.choice(ONLY_MOVES)), rng)
    return _sampled(rules, chosen, rng)


def puzzle_at(position: Position | str) -> Puzzle:
    """The puzzle at a position; raises NotationError if there is none."""
    puzzle = puzzle_for(as_type(position, Position, "the position"))
    if puzzle is None:
        raise NotationError(_("this position isn't a puzzle – a puzzle has exactly one right move"))
    return puzzle


@cache
def _all() -> tuple[Puzzle, ...]:
    """Every puzzle of 3×3, one per symmetry class."""
    found = map(puzzle_for, positions(_RULES))
    return tuple(puzzle for puzzle in found if puzzle is not None)


def _transformed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle under a random symmetry of the board."""
    return puzzle_at(rng.choice(list(images(puzzle.position))))


def _sampled(rules: Rules, theme: Theme, rng: Random) -> Puzzle:
    """A puzzle of a theme from random games; it takes 0.1 s on 9×9, 0.2 s for a fork on 4×4."""
    found = map(puzzle_for, sampled(rules, rng))
    return next(each for each in found if each is not None and each.theme is theme)


def sampled(rules: Rules, rng: Random) -> Iterator[Position]:
    """Positions of random games in which nobody wins while another move is left, for ever."""
    while True:
        position = rules.start(rng.choice(list(Mark)))
        shown_from = rng.randrange(_FEWEST_PLIES, rules.size // 2)
        while not position.is_over:
            if position.plies >= shown_from:
                yield position
            position = position.play_unchecked(_random_move(position, rng))


def _random_move(position: Position, rng: Random) -> Move:
    """A move beside the marks there are, so that they meet, and without completing a line."""
    width, winning = position.rules.width, winning_squares(position, position.turn)
    marks = [divmod(square, width) for square in squares(position.occupied)]
    quiet = [move for move in position.moves if not winning >> move & 1] or list(position.moves)
    near = [
        move
        for move in quiet
        if any(
            abs(move // width - row) <= 1 and abs(move % width - column) <= 1
            for row, column in marks
        )
    ]
    return rng.choice(near or quiet)


def task_text(puzzle: Puzzle) -> str:
    """The task in one sentence.

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
    }[puzzle.goal]


def level_text(level: str) -> str:
    """How hard a puzzle is, in a word."""
    if level == "easy":
        return pgettext("puzzle", "easy")
    return pgettext("puzzle", "medium") if level == "medium" else pgettext("puzzle", "hard")


def theme_text(theme: Theme) -> str:
    """The name of a set of puzzles."""
    return {
        Theme.WIN: _("Win in one"),
        Theme.FORK: _("Forks"),
        Theme.BLOCK: _("Blocks"),
        Theme.ONLY: _("Only move"),
    }[theme]


def answer_text(
    puzzle: Puzzle, move: Move, spell: Spell | None = None, limit: Limit | None = None
) -> str:
    """Why a move is right, or what is wrong with it without giving the answer away."""
    if move == puzzle.answer:
        return _("Right! {reason}", reason=solution_text(puzzle, spell, limit))
    return wrong_text(explain(puzzle.position, move, limit), spell)


def wrong_text(explanation: Explanation, spell: Spell | None = None) -> str:
    """What is wrong with a move, without giving the right one away."""
    if explanation.worth is not None and explanation.worth.value is Value.WIN:
        verdict = verdict_text(explanation, spell)
        return _("{verdict}, but there's a quicker win.", verdict=verdict)
    kept = tuple(each for each in explanation.findings if not isinstance(each, findings.Missed))
    return explanation_text(replace(explanation, findings=kept), spell)


def solution_text(puzzle: Puzzle, spell: Spell | None = None, limit: Limit | None = None) -> str:
    """Why the right move is right."""
    position = puzzle.position
    explanation = explain(position, puzzle.answer, limit)
    if puzzle.goal is not Goal.STOP_WIN:
        return explanation_text(explanation, spell)
    voice = Voice(spell or position.name)
    (blocked,) = (each for each in explanation.findings if isinstance(each, findings.Blocks))
    return _(
        "{square} stops {other}: {reason}.",
        square=sentence(voice.spell(puzzle.answer)),
        other=position.turn.other,
        reason=clause(blocked, position.turn, voice),
    )


# Only-move puzzles on 4×4 with four in a row: one is found in two seconds of random games. So these
# were collected beforehand, none a turned or mirrored other; the tests prove each again.
ONLY_MOVES = (
    ".oo./xx../ooxx/.ox. x 4",
    "x.xo/xxoo/..o./.... o 4",
    ".xxo/.xo./..xo/..o. o 4",
    "..oo/.x.x/x.xo/.oo. x 4",
    "oxxo/.oo./..xx/.... o 4",
    "xxoo/oxoo/o..x/x... x 4",
    ".xx./..oo/ooxx/..x. o 4",
    "oxox/.x.x/o.xo/...o x 4",
    "o.ox/.x.o/o.ox/.x.x x 4",
    "xx../o.xo/oxxo/.... o 4",
    "oo.x/.oxo/o.xx/...x x 4",
    ".x.x/x.oo/xoxo/.o.x o 4",
    ".xx./.oxo/o..o/.x.. o 4",
    "oxxo/o.xx/.xox/..o. o 4",
    "x.ox/o.o./.xx./oo.. x 4",
    "..o./xx../x.x./.oo. o 4",
    ".xx./oxox/.oo./.... o 4",
    "..ox/.o.x/oxo./.x.. x 4",
    ".oo./xoxx/o.o./x... x 4",
    ".x../.ox./ox.o/.oxo x 4",
    "...o/..ox/oxox/xx.o o 4",
    "..o./.o../oxox/.x.x x 4",
    ".oo./oo../xxox/x... x 4",
    "..../.oox/xoxx/..o. o 4",
    "..../..xo/ox.o/.xx. o 4",
    "x.x./.o.o/x.ox/oox. o 4",
    "oxx./oo../.x.o/xxo. o 4",
    "..../...x/xxoo/xo.o x 4",
    "x.../o.../oxo./xxo. x 4",
    "..x./oxxo/oxoo/.... x 4",
    "..x./oxxo/oxoo/..ox x 4",
    ".x../xoox/xxo./.o.. o 4",
    "o.x./oo../ox../xx.. x 4",
    "..xx/oxxo/..xo/..oo x 4",
    "..oo/...x/.x.x/xxoo o 4",
    ".oo./xoox/.x.x/.... o 4",
    "...x/.oxx/oo../oxx. o 4",
    ".o../.xx./xoxo/.oo. x 4",
    "o.xx/o.o./xo../xoxo x 4",
    ".o.x/x.ox/.o.o/x.xo o 4",
)
