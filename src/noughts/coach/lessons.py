"""The four lessons that a beginner needs: each an idea, and a position to find the move in.

There is no list of answers: the coach's findings say whether a move does what the lesson is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from noughts.coach.explanation import Explanation, explain
from noughts.coach.findings import Blocks, Finding, Forks, StopsFork, Wins
from noughts.coach.puzzle import Theme, wrong_text
from noughts.coach.tactics import threats_of
from noughts.coach.text import explanation_text, verdict_text
from noughts.core.bits import Square
from noughts.core.position import Position
from noughts.solver import Limit
from noughts.wording.language import gettext as _


class Lesson(Enum):
    """A lesson, in the order in which they are taken; the value is its name in addresses."""

    WIN = "win"
    BLOCK = "block"
    FORK = "fork"
    STOP = "block-a-fork"

    @property
    def position(self) -> Position:
        """The position in which the learner looks for the move."""
        return Position.parse(_TASKS[self][0])

    @property
    def following(self) -> Lesson | None:
        """The next lesson, if there is one."""
        lessons: list[Lesson | None] = [*Lesson, None]
        return lessons[lessons.index(self) + 1]


# Where the learner looks for the move, and what a right one does, beside keeping the value.
_TASKS: dict[Lesson, tuple[str, type[Finding]]] = {
    Lesson.WIN: ("o.x/.x./.o. x 3", Wins),
    Lesson.BLOCK: ("x.o/.x./..o x 3", Blocks),
    Lesson.FORK: ("xo./.x./..o x 3", Forks),
    Lesson.STOP: ("x../.o./..x o 3", StopsFork),
}

# The puzzles to go on with.
THEMES = {
    Lesson.WIN: Theme.WIN,
    Lesson.BLOCK: Theme.BLOCK,
    Lesson.FORK: Theme.FORK,
    Lesson.STOP: Theme.ONLY,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """What the coach says of a try."""

    is_right: bool
    text: str


def check(lesson: Lesson, move: Square, limit: Limit | None = None) -> Checked:
    """True if a move does what the lesson is about, and why; raises what `Position.play` raises.

    >>> check(Lesson.BLOCK, "b1").text
    'b1 loses: O answers c2 and wins.'
    """
    explanation = explain(lesson.position, move, limit)
    skill = _TASKS[lesson][1]
    does = any(isinstance(finding, skill) for finding in explanation.findings)
    if not does or not explanation.keeps_value:
        return Checked(is_right=False, text=_wrong_text(lesson, explanation))
    reason = explanation_text(explanation)
    return Checked(is_right=True, text=_("Right! {reason}", reason=reason))


def _wrong_text(lesson: Lesson, explanation: Explanation) -> str:
    if lesson is not Lesson.FORK:
        return wrong_text(explanation)
    # What lost the win says why: one threat that is blocked, or none.
    position, verdict = explanation.position, verdict_text(explanation)
    threats = threats_of(position.play(explanation.move), position.turn)
    if not threats:
        return _("{verdict}: it doesn't threaten anything.", verdict=verdict)
    return _(
        "{verdict}: it makes only one threat, and {other} blocks it on {square}.",
        verdict=verdict,
        other=position.turn.other,
        square=position.name(threats[0].square),
    )


def title_text(lesson: Lesson) -> str:
    """The name of a lesson."""
    return {
        Lesson.WIN: _("Win"),
        Lesson.BLOCK: _("Block"),
        Lesson.FORK: _("Make a fork"),
        Lesson.STOP: _("Block a fork"),
    }[lesson]


def summary_text(lesson: Lesson) -> str:
    """What a lesson is about, in a line."""
    return {
        Lesson.WIN: _("See three in a row before it's there."),
        Lesson.BLOCK: _("Take the square your opponent needs."),
        Lesson.FORK: _("Threaten in two places at once."),
        Lesson.STOP: _("See the trap before it shuts."),
    }[lesson]


def idea_text(lesson: Lesson) -> str:
    """The idea of a lesson, to be read before the try."""
    return {
        Lesson.WIN: _(
            "Look for this first on every turn: a row, column or diagonal with two of your"
            " marks and an empty square. Take the square, and you've won."
        ),
        Lesson.BLOCK: _(
            "You can't win at once? Then look with your opponent's eyes. If they have two in a"
            " line and the third square is empty, it has to be yours – now."
        ),
        Lesson.FORK: _(
            "One threat can be blocked. Two can't: whichever square your opponent takes, you"
            " take the other. A move that makes two threats at once is called a fork."
        ),
        Lesson.STOP: _(
            "Your opponent can set up a fork too, a move before you'd notice. Look for the"
            " square they want – or make a threat of your own, so that they've no time for it."
        ),
    }[lesson]


def task_text(lesson: Lesson) -> str:
    """What to find, in a sentence."""
    return {
        Lesson.WIN: _("You're X. Which square wins at once?"),
        Lesson.BLOCK: _("You're X, and O wants to win. Where do you go?"),
        Lesson.FORK: _("You're X. Which square makes two threats at once?"),
        Lesson.STOP: _("You're O, and X plans a fork. Which square stops it?"),
    }[lesson]


def moral_text(lesson: Lesson) -> str:
    """What to remember, once the move is found."""
    return {
        Lesson.WIN: _("Always check for a win first – before you block anything."),
        Lesson.BLOCK: _("Win if you can, block if you must: in that order."),
        Lesson.FORK: _(
            "Against a fork a block comes too late: there are two squares, and only one move."
        ),
        Lesson.STOP: _("That's all four. Look for them in this order, and you're hard to beat."),
    }[lesson]
