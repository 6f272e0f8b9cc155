"""The review of a game: mistakes, the turning point, how well each side played, in sentences too.

A sentence addresses the side `you`, if there is one; every other side is called by its mark.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from noughts.atlas import keeping_moves, solve
from noughts.coach import findings, text
from noughts.coach.explanation import Explanation, explain
from noughts.coach.outlook import most_traps
from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.errors import Unsolved
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.solver import Limit, Value, can_solve
from noughts.solver.verdict import limit_or_none
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext

_FEW = 3  # right moves that are named, even if every other one is right


@dataclass(frozen=True, slots=True)
class Review:
    """A game with the explanations of its moves, in order."""

    game: Game
    explanations: tuple[Explanation, ...]

    def __str__(self) -> str:
        """Return the review in sentences."""
        return review_text(self)

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The plies, counted from 0, whose move is proved to have worsened the value."""
        return tuple(ply for ply, move in enumerate(self.explanations) if move.keeps_value is False)

    @property
    def turning_point(self) -> int | None:
        """The ply of the last mistake, after which no move changed the value.

        None if no move changed the value, or if some move's value is not proved.
        """
        return self.mistakes[-1] if self.mistakes and self.is_proved else None

    @property
    def decided_by(self) -> int | None:
        """The ply after which every move is proved to have kept the value.

        If that move is a mistake, it is the turning point. If its value is not proved, the turning
        point is this ply or an earlier one, or there is none. None if no move changed the value, or
        the end of the game is not proved.
        """
        is_open = [move.keeps_value is not True for move in self.explanations]
        last = max((ply for ply, each in enumerate(is_open) if each), default=None)
        return None if last is None or self.explanations[last].worth is None else last

    @property
    def is_proved(self) -> bool:
        """True if it is proved for every move whether it kept the value."""
        return all(move.keeps_value is not None for move in self.explanations)

    def kept(self, mark: Mark) -> list[bool | None]:
        """True for each move of a side that kept the value; None where that is not proved."""
        check_type(mark, Mark, "the mark")
        return [move.keeps_value for move in self.explanations if move.position.turn is mark]

    def accuracy(self, mark: Mark) -> Fraction | None:
        """The share of a side's moves that kept the value.

        None if the side made no move, or if some move's value is not proved.
        """
        kept = self.kept(mark)
        if not kept or None in kept:
            return None
        return Fraction(sum(map(bool, kept)), len(kept))


def review(game: Game, limit: Limit | None = None) -> Review:
    """Explain every move of a game; the limit applies to each. Raises WrongType."""
    check_type(game, Game, "the game")
    limit_or_none(limit)
    explanations = tuple(
        explain(position, move, limit)
        for position, move in zip(game.positions(), game.moves, strict=False)
    )
    return Review(game, explanations)


@dataclass(frozen=True, slots=True)
class Better:
    """The moves proved to be right where another was a mistake, as far as they are known.

    If `is_any`, every other move would have been, and these set the most traps.
    """

    moves: tuple[Move, ...]
    is_any: bool = False


def better_moves(explanation: Explanation, limit: Limit | None = None) -> Better:
    """What would have been right instead of a mistake: the soonest wins, or the draws.

    No moves for any other move, and where none is known.

    >>> better_moves(explain(Position.parse("xx./oo./... x 3"), "c2")).moves
    (2,)
    """
    position, worth = explanation.position, explanation.worth
    is_won = worth is not None and worth.value is Value.WIN
    missed = next(
        (each for each in explanation.findings if isinstance(each, findings.Missed)), None
    )
    if missed is not None and not is_won:
        if can_solve(position.rules):
            verdict = solve(position, limit)
            if verdict.value is Value.WIN:
                return Better(verdict.best)
        return Better(missed.line[:1])
    if explanation.keeps_value is not False:
        return Better(())
    moves = _keeping(position, limit)
    if len(moves) < max(len(position.moves) - 1, _FEW):
        return Better(moves)
    return Better(most_traps(position, moves, limit), is_any=True)


def _keeping(position: Position, limit: Limit | None) -> tuple[Move, ...]:
    """The moves that hold a draw, or those of them that are proved within the limit."""
    with suppress(Unsolved):
        return keeping_moves(position, limit)
    with suppress(Unsolved):
        return solve(position, limit).best
    return ()


def retry_from(game: Game, ply: int, you: Mark | None = None) -> Position:
    """The position from which to try again, after so many moves or just before.

    The side `you` is to move there, unless its opponent began and nothing was played yet; without
    one, whoever made the last of those moves is.

    >>> game = Game().play("a1", "b2", "b1", "c2", "c1")
    >>> [retry_from(game, ply, Mark.O).notation for ply in (3, 4, 5)]
    ['xx./.o./... o 3', 'xx./.o./... o 3', 'xx./.o./... o 3']
    """
    played = list(game.positions())[: ply + 1]
    last, *earlier = reversed(played)
    choices = earlier if you is None or last.is_over else [last, *earlier]
    return next((each for each in choices if you in (None, each.turn)), played[0])


def review_text(review: Review) -> str:
    """The review of a game: a line for each move, with reasons for mistakes, then a summary."""
    check_type(review, Review, "the review")
    lines = []
    for number, explanation in enumerate(review.explanations, 1):
        if explanation.keeps_value:
            said = _("{verdict}.", verdict=text.verdict_text(explanation))
        else:
            change = change_text(explanation)
            said = text.explanation_text(explanation) + (f" [{change}]" if change else "")
        lines.append(f"{number:3}. {explanation.position.turn} {said}")
    if lines:
        lines.append("")
    accuracies = (accuracy_text(review, mark) for mark in Mark)
    return "\n".join([*lines, turning_point_text(review), *accuracies])


def change_text(explanation: Explanation) -> str:
    """What a mistake threw away, or allowed; empty for every other move.

    A win that is proved may still come after a move of which nothing is proved.
    """
    if explanation.keeps_value:
        return ""
    best, worth = explanation.best, explanation.worth
    is_lost = worth is not None and worth.value is Value.LOSS
    if best is not None and best.value is Value.WIN:
        return _("misses a win")
    if is_lost:
        return _("loses") if best is None else _("throws a draw away")
    return ""


def judgement_text(explanation: Explanation, better: Better, you: Mark | None = None) -> str:
    """What to learn from a move: for a mistake, also what would have been right."""
    best, position = explanation.best, explanation.position
    if best is None or not better.moves or not change_text(explanation):
        return text.explanation_text(explanation, you=you)
    is_you, voice = position.turn is you, text.Voice(position.name, you)
    harm = text.joined(
        [  # how the move loses, if it does
            text.clause(finding, position.turn, voice)
            for finding in explanation.findings
            if isinstance(finding, findings.AllowsFork | findings.AllowsLoss)
            and text.is_said(finding, explanation)
        ]
    )
    said = {
        "side": position.turn,
        "square": position.name(explanation.move),
        "squares": listing(map(position.name, better.moves[: text.MOST_SQUARES]), "or"),
        "harm": harm,
    }
    if best.value is Value.WIN:
        may_win = explanation.worth is None  # still, as nothing is proved of the move
        if is_you and may_win:
            missed = _("You had a sure win here: {squares}.", **said)
        elif is_you:
            missed = _("You could have won here: {squares}.", **said)
        elif may_win:
            missed = _("{side} had a sure win here: {squares}.", **said)
        else:
            missed = _("{side} could have won here: {squares}.", **said)
        return _("{missed} Instead, {harm}.", missed=missed, harm=harm) if harm else missed
    if better.is_any and is_you:
        return _(
            "Your {square} loses: {harm}. Any other move would have drawn, such as {squares}.",
            **said,
        )
    if better.is_any:
        return _(
            "{side}'s {square} loses: {harm}. Any other move would have drawn, such as {squares}.",
            **said,
        )
    if is_you:
        return ngettext(
            "Your {square} loses: {harm}. {squares} would have held the draw.",
            "Your {square} loses: {harm}. {squares} would have held the draw.",
            len(better.moves),
            **said,
        )
    return ngettext(
        "{side}'s {square} loses: {harm}. {squares} would have held the draw.",
        "{side}'s {square} loses: {harm}. {squares} would have held the draw.",
        len(better.moves),
        **said,
    )


def turning_point_text(review: Review, you: Mark | None = None) -> str:
    """The move after which no move changed the value, as far as proved."""
    if review.decided_by is None:
        if review.is_proved:
            return _("Nobody made a mistake.")
        return _("Where the game turned isn't proved.")
    explanation = review.explanations[review.decided_by]
    side, square = explanation.position.turn, explanation.position.name(explanation.move)
    said = {"number": review.decided_by + 1, "side": side, "square": square}
    if explanation.keeps_value is False:
        if side is you:
            return _("The game turned on move {number}, your {square}.", **said)
        return _("The game turned on move {number}, {side}'s {square}.", **said)
    if side is you:
        return _(
            "If the game turned, it was on move {number}, your {square}, at the latest.", **said
        )
    return _(
        "If the game turned, it was on move {number}, {side}'s {square}, at the latest.", **said
    )


def accuracy_text(review: Review, mark: Mark, you: Mark | None = None) -> str:
    """The share of a side's moves that kept the value, or of those of which it is proved."""
    if mark is you:
        name = _("Your accuracy")
    elif you is None:
        name = _("Accuracy of {side}", side=mark)
    else:
        name = _("Your opponent's accuracy")
    kept, share = review.kept(mark), review.accuracy(mark)
    if not kept:
        return _("{name}: no moves.", name=name)
    if share is not None:
        return _("{name}: {percent}%.", name=name, percent=round(100 * share))
    proved = [each for each in kept if each is not None]
    if not proved:
        return _("{name}: not proved.", name=name)
    return _(
        "{name}: not proved; of the proved moves, {good} of {count} gave nothing away.",
        name=name,
        good=sum(proved),
        count=len(proved),
    )


def better_text(value: Value) -> str:
    """What stands in a square that would have been right."""
    return pgettext("square", "wins") if value is Value.WIN else pgettext("square", "draws")


def better_label(value: Value, square: str) -> str:
    """What a screen reader is told of a square that would have been right."""
    if value is Value.WIN:
        return _("{square}, empty, would have won", square=square)
    return _("{square}, empty, would have held the draw", square=square)
