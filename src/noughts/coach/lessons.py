"""The seven lessons: five positions each that grow harder, what is right in them, what to say.

A lesson has no list of answers. Its positions are those in which the moves that do what it is
about, by the coach's findings, are the moves that keep the proved value: a move is right exactly if
it keeps that. All follows from a seed: a lesson is the same on a page and at a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from random import Random

from noughts.atlas import best_line, keeping_moves, solve
from noughts.coach import findings
from noughts.coach.explanation import explain
from noughts.coach.puzzle import Theme, positions, sampled
from noughts.coach.tactics import dangers, merits, quick_win, threats_of
from noughts.coach.tries import Try, boards
from noughts.core import Mark, Move, Position, Rules, Square, squares
from noughts.core.checks import check_type, whole
from noughts.core.errors import Unsolved
from noughts.core.symmetry import images
from noughts.core.threats import blocks, forking_squares, winning_squares
from noughts.players.perfect import Perfect
from noughts.solver import Limit, Value
from noughts.wording.grammar import listing, numeral
from noughts.wording.language import gettext as _

STEPS = 5  # positions of a lesson
SEEDS = 10_000
_SMALL, _LARGE = Rules(), Rules(5, 5, 4)
# Nodes and not seconds, so that a seed gives the same positions on every machine.
_LIMIT = Limit(nodes=20_000)
_LARGE_SEEDS = 100  # a position takes 0.1 s, some a second: all of them are soon remembered
_LONGEST_OPENING = 3  # plies
_HELD_FROM = (5, 5, 3, 3, 1)  # plies at which the games against Perfect begin


class Lesson(Enum):
    """A lesson, in the order in which they are taken; the value is its name in addresses."""

    WIN = "win"
    BLOCK = "block"
    FORK = "fork"
    STOP = "block-a-fork"
    OPENING = "opening"
    HOLD = "hold-the-draw"
    FOUR = "four-in-a-row"

    @property
    def following(self) -> Lesson | None:
        """The next lesson, if there is one."""
        lessons: list[Lesson | None] = [*Lesson, None]
        return lessons[lessons.index(self) + 1]


# What the larger board asks for, step by step.
_ON_LARGE = (Lesson.WIN, Lesson.BLOCK, Lesson.FORK, Lesson.FORK, Lesson.STOP)

# The puzzles to go on with; after the others, those that have to be worked out.
THEMES = dict.fromkeys(Lesson, Theme.ONLY) | {
    Lesson.WIN: Theme.WIN,
    Lesson.BLOCK: Theme.BLOCK,
    Lesson.FORK: Theme.FORK,
    Lesson.FOUR: Theme.FORK,
}


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position of a lesson, in which the learner is to move."""

    lesson: Lesson
    step: int  # 1 to 5
    position: Position

    @property
    def skill(self) -> Lesson:
        """The lesson whose idea is asked for: on the larger board one of the first four."""
        return _ON_LARGE[self.step - 1] if self.lesson is Lesson.FOUR else self.lesson


def exercise(lesson: Lesson, step: int, seed: int) -> Exercise:
    """Return a position of a lesson, mirrored and turned at random; steps are from 1, seeds from 0.

    The same seed gives the same position. Raises IllegalAction for steps outside 1 to 5 and seeds
    outside 0 to 9,999, and WrongType.

    >>> exercise(Lesson.FORK, 1, 1) == exercise(Lesson.FORK, 1, 1)
    True
    """
    check_type(lesson, Lesson, "the lesson")
    step, seed = whole(step, "the step", 1, STEPS), whole(seed, "the seed", 0, SEEDS - 1)
    return _exercise(lesson, step, seed)


@lru_cache(maxsize=1_024)
def _exercise(lesson: Lesson, step: int, seed: int) -> Exercise:
    rng = Random(f"{lesson.value} {step} {seed}")
    if lesson is Lesson.FOUR:
        candidates = images(_on_large_board(step, seed % _LARGE_SEEDS))
        return Exercise(lesson, step, rng.choice(list(candidates)))
    # The steps that draw from the same positions draw from one part of them each.
    if lesson is Lesson.HOLD:
        plies = _HELD_FROM[step - 1]
        of_step, parts = _held(plies), _HELD_FROM.count(plies)
        at = _HELD_FROM[: step - 1].count(plies)
    else:
        of_step, parts, at = _candidates(lesson), STEPS, step - 1
    count = len(of_step)
    part = of_step[count * at // parts : count * (at + 1) // parts]
    return Exercise(lesson, step, rng.choice(list(images(rng.choice(part)))))


@cache
def _candidates(lesson: Lesson) -> tuple[Position, ...]:
    """Return the positions of 3×3 that fit a lesson, one per symmetry class, the easiest first."""
    fitting = (position for position in positions(_SMALL) if _fits(lesson, position))
    return tuple(sorted(fitting, key=_hardness))


@cache
def _held(plies: int) -> tuple[Position, ...]:
    """Return positions of games that Perfect began: the learner can draw, and could lose."""
    if plies == 1:
        return (_SMALL.start().play(Perfect().choose(_SMALL.start()).move),)
    later = (position for position in positions(_SMALL) if position.plies == plies)
    drawn = (position for position in later if solve(position).value is Value.DRAW)
    open_ = (position for position in drawn if len(keeping(position)) < len(position.moves))
    return tuple(sorted(open_, key=_hardness))


def _hardness(position: Position) -> tuple[int, int]:
    """Count the wrong moves, and those of them that do something for the player."""
    wrong = set(position.moves) - set(keeping(position))
    tempting = [any(merits(position, move, position.play_unchecked(move))) for move in wrong]
    return len(wrong), sum(tempting)


def keeping(position: Position) -> tuple[Move, ...]:
    """Return the moves that keep the value; raises Unsolved where they are not proved soon."""
    return keeping_moves(position, _LIMIT)


def _fits(skill: Lesson, position: Position) -> bool:
    """True if the moves that do what a lesson is about are those that keep the value, but not all.

    To stop a fork, and in an opening, neither side can win at once.
    """
    can_win = any(winning_squares(position, mark) for mark in Mark)
    if skill in (Lesson.STOP, Lesson.OPENING) and can_win:
        return False
    if skill is Lesson.STOP and not forking_squares(position, position.turn.other):
        return False
    if skill is Lesson.OPENING and position.plies > _LONGEST_OPENING:
        return False
    doing = tuple(move for move in position.moves if _does(skill, position, move))
    if not 0 < len(doing) < len(position.moves):
        return False
    with suppress(Unsolved):
        return doing == keeping(position)
    return False


def _does(skill: Lesson, position: Position, move: Move) -> bool:
    """True if the coach finds in a move what a lesson is about."""
    if skill is Lesson.OPENING:
        return not any(
            isinstance(finding, findings.Harm) for finding in explain(position, move).findings
        )
    after = position.play_unchecked(move)
    if skill is Lesson.STOP:
        return not any(dangers(after))
    wanted = {
        Lesson.WIN: findings.Wins,
        Lesson.BLOCK: findings.Blocks,
        Lesson.FORK: findings.Forks,
    }[skill]
    return any(isinstance(finding, wanted) for finding in merits(position, move, after))


@cache
def _on_large_board(step: int, seed: int) -> Position:
    """Return a position of random games on the larger board; of two forks, the harder later."""
    skill, rng = _ON_LARGE[step - 1], Random(seed)
    fitting = (position for position in sampled(_LARGE, rng) if _fits(skill, position))
    if skill is not Lesson.FORK:
        return next(fitting)
    two = sorted((next(fitting), next(fitting)), key=lambda position: len(position.moves))
    return two[_ON_LARGE.index(skill) != step - 1]


def play(exercise: Exercise, moves: Sequence[Square]) -> Try:
    """Return the outcome of the learner's moves; raises what `Position.play` raises.

    A move is right exactly if it keeps the proved value: by the choice of positions, that is what
    the lesson is about. After a wrong one the learner tries again from where it was made; only in
    the last game against Perfect, which has to be held in one go, from the beginning.
    """
    check_type(exercise, Exercise, "the exercise")
    check_type(moves, Sequence, "the moves")
    position, taken = exercise.position, list[Move]()
    last = Try(position, (), position)
    for square in moves:
        move, after = position.square(square), position.play(square)
        if move not in keeping(position):
            line = move, *_refutation(after)
            text = _wrong_text(exercise.skill, position, line)
            if exercise.lesson is Lesson.HOLD and exercise.step == STEPS:
                return Try(position, line, exercise.position, (), text)
            return Try(position, line, position, tuple(taken), text)
        taken.append(move)
        line, before, position = (move,), position, after
        if exercise.lesson is Lesson.HOLD and not after.is_over:
            line = move, Perfect().choose(after).move
            position = after.play(line[1])
        is_done = exercise.lesson is not Lesson.HOLD or position.is_over
        text = _right_text(exercise.skill, before, line, is_done=is_done)
        last = Try(before, line, position, tuple(taken), text, is_right=True, is_done=is_done)
        if is_done:
            break
    return last


def _refutation(after: Position) -> tuple[Move, ...]:
    """Return how a wrong move is made use of: to the end of a win, else the one reply."""
    if line := quick_win(after):
        return line
    try:
        line = best_line(after, _LIMIT)
    except Unsolved:
        return (blocks(after) or after.moves)[:1]
    won = any(position.has_winner for position, _move in boards(after, line))
    return line if won else line[:1]


def title_text(lesson: Lesson) -> str:
    """Return the name of a lesson."""
    return {
        Lesson.WIN: _("Win"),
        Lesson.BLOCK: _("Block"),
        Lesson.FORK: _("Make a fork"),
        Lesson.STOP: _("Block a fork"),
        Lesson.OPENING: _("The opening"),
        Lesson.HOLD: _("Hold the draw"),
        Lesson.FOUR: _("Four in a row"),
    }[lesson]


def summary_text(lesson: Lesson) -> str:
    """Return what a lesson is about, in a line."""
    return {
        Lesson.WIN: _("See three in a row before it's there."),
        Lesson.BLOCK: _("Take the square your opponent needs."),
        Lesson.FORK: _("Threaten in two places at once."),
        Lesson.STOP: _("See the trap before it shuts."),
        Lesson.OPENING: _("Begin well: corner, edge or centre?"),
        Lesson.HOLD: _("Play the computer that never errs."),
        Lesson.FOUR: _("A larger board, and all you've learned."),
    }[lesson]


def idea_text(lesson: Lesson) -> str:
    """Return the idea of a lesson, to be read before the try."""
    return {
        Lesson.WIN: _(
            "Look for this first on every turn: a row, column or diagonal with two of your"
            " marks and an empty square. Take the square, and you've won."
        ),
        Lesson.BLOCK: _(
            "You can't win at once? Then look with your opponent's eyes. If they have two in a"
            " row and the third square is empty, take it now. That's a block."
        ),
        Lesson.FORK: _(
            "One threat can be blocked. Two can't: whichever square your opponent takes, you"
            " take the other. A move that makes two threats at once is called a fork."
        ),
        Lesson.STOP: _(
            "Your opponent can set up a fork too, a move before you'd notice. That's a trap. Take"
            " the square they want – or make a threat of your own, so that they've no time for it."
        ),
        Lesson.OPENING: _(
            "The first moves are the opening. Four lines – rows, columns, diagonals – meet in the"
            " centre, three in a corner, two on an edge. Played well, the game is a draw: nobody"
            " wins."
        ),
        Lesson.HOLD: _(
            "Perfect is a computer that knows every game there is, so you can't beat it. But you"
            " can hold the draw: check every move for threats and for forks."
        ),
        Lesson.FOUR: _(
            "Here it takes four. All you know still counts, and there's one thing more: three in a"
            " row with both ends free is an open three, and that's a fork."
        ),
    }[lesson]


def moral_text(lesson: Lesson) -> str:
    """Return what to remember, once all five positions are solved."""
    return {
        Lesson.WIN: _("Always look for a win first, whatever else there is to see."),
        Lesson.BLOCK: _("Win if you can, block if you must: in that order."),
        Lesson.FORK: _(
            "Against a fork a block comes too late: there are two squares, and only one move."
        ),
        Lesson.STOP: _("Win, block, fork, stop the fork: look for them in this order."),
        Lesson.OPENING: _("Against a corner take the centre; against the centre, a corner."),
        Lesson.HOLD: _("Nobody can do better than that: Perfect never loses."),
        Lesson.FOUR: _("That's all seven. You see what good players see."),
    }[lesson]


def task_text(exercise: Exercise) -> str:
    """Return the task, in a sentence."""
    words = _named(exercise.position)
    match exercise.skill:
        case Lesson.WIN:
            return _("You're {side}. Which square wins at once?", **words)
        case Lesson.BLOCK:
            return _("You're {side}, and {other} wants to win. Where do you go?", **words)
        case Lesson.FORK:
            return _("You're {side}. Which square makes two threats at once?", **words)
        case Lesson.STOP:
            return _("You're {side}, and {other} plans a fork. Which square stops it?", **words)
        case Lesson.HOLD if exercise.step == STEPS:
            return _("You're O, and Perfect is X. Hold the draw in one go.")
        case Lesson.HOLD:
            return _("You're {side}, and Perfect is {other}. Don't let it win.", **words)
    if solve(exercise.position).value is Value.WIN:
        return _("You're {side}. {other} made a mistake: where do you go to win?", **words)
    return _("You're {side}. Which square is safe against {other}?", **words)


def _right_text(skill: Lesson, before: Position, line: Sequence[Move], *, is_done: bool) -> str:
    words = _named(before, line)
    after = before.play_unchecked(line[0])
    threats = [before.name(square) for square in squares(winning_squares(after, before.turn))]
    match skill:
        case Lesson.WIN:
            return _("Right! {square} makes {count} in a row.", **words)
        case Lesson.BLOCK:
            return _("Right! {other} needed {square}, and now it's yours.", **words)
        case Lesson.FORK:
            return _(
                "Right! That's a fork, with threats on {squares}. {other} can block only one.",
                squares=listing(threats),
                **words,
            )
        case Lesson.STOP if threats:
            return _(
                "Right! {other} has no time for a fork: you threaten {squares}.",
                squares=listing(threats),
                **words,
            )
        case Lesson.STOP:
            return _("Right! After {square} {other} can't make a fork.", **words)
        case Lesson.HOLD if is_done:
            return _("It's a draw! Perfect couldn't beat you.")
        case Lesson.HOLD:
            return _("Right! Perfect answers {reply}.", **words)
    if solve(before).value is Value.WIN:
        return _("Right! After {square} you can win, whatever {other} does.", **words)
    return _("Right! After {square} {other} can't force you to lose.", **words)


def _wrong_text(skill: Lesson, before: Position, line: Sequence[Move]) -> str:
    """Return what a wrong move allows, without the right one."""
    after, words = before.play_unchecked(line[0]), _named(before, line, missing=1)
    allowed = len(quick_win(after))
    if skill is Lesson.WIN and allowed == 1:
        return _(
            "{square} lets {other} win on {reply}. Look where you have {count} in a row.", **words
        )
    if skill is Lesson.WIN:
        return _("{square} doesn't win. Look where you have {count} in a row.", **words)
    if allowed == 1:
        return _(
            "{square} lets {other} win on {reply}. Look where {other} has {count} in a row.",
            **words,
        )
    if allowed:
        return _(
            "{square} lets {other} make a fork on {reply}: two threats, and you block only one.",
            **words,
        )
    if skill is Lesson.FORK and not threats_of(after, before.turn):
        return _("After {square} you don't threaten anything.", **words)
    if skill is Lesson.FORK:
        return _("{square} makes only one threat, and {other} blocks it on {reply}.", **words)
    if len(line) > 2:
        return _("{square} loses: watch how {other} wins.", **words)
    return _("After {square} you can't win any more: {other} answers {reply}.", **words)


def _named(before: Position, line: Sequence[Move] = (), missing: int = 0) -> dict[str, object]:
    """Return the names in sentences about a line; `count` is a row with `missing` marks less."""
    moves = dict(zip(("square", "reply"), map(before.name, line), strict=False))
    count = numeral(before.rules.k - missing)
    return {"side": before.turn, "other": before.turn.other, "count": count, **moves}
