"""The review of a game in sentences: each move, the turning point and the accuracy of both sides.

The side `you` is addressed, if there is one; every other side is called by its mark.
"""

from __future__ import annotations

from noughts.coach.clauses import MOST_SQUARES, Voice, clause, joined
from noughts.coach.explanation import Explanation
from noughts.coach.findings import AllowsFork, AllowsLoss
from noughts.coach.reviews import Better, Review
from noughts.coach.text import explanation_text, is_said, names, verdict_text
from noughts.core.bits import Move
from noughts.core.grammar import listing
from noughts.core.mark import Mark
from noughts.language import gettext as _
from noughts.language import ngettext, pgettext
from noughts.solver import Value


def review_text(review: Review) -> str:
    """The review of a game: a line for each move, with reasons for mistakes, then a summary."""
    lines = [_move_text(review, ply) for ply in range(len(review.explanations))]
    if lines:
        lines.append("")
    accuracies = (accuracy_text(review, mark) for mark in Mark)
    return "\n".join([*lines, turning_point_text(review), *accuracies])


def _move_text(review: Review, ply: int) -> str:
    explanation = review.explanations[ply]
    start = f"{ply + 1:3}. {explanation.position.turn}"
    if explanation.keeps_value:
        said = _("{verdict}.", verdict=verdict_text(explanation))
        return f"{start} {said}"
    change = change_text(explanation)
    return f"{start} {explanation_text(explanation)}{f' [{change}]' if change else ''}"


def change_text(explanation: Explanation) -> str:
    """What a mistake threw away; also where a sure win was passed up, or a loss allowed.

    Empty for every other move, as for one of which nothing is proved.
    """
    if explanation.keeps_value:
        return ""
    best, worth = explanation.best, explanation.worth
    is_lost = worth is not None and worth.value is Value.LOSS
    if best is not None and best.value is Value.WIN:
        if worth is None:
            return _("passes up a sure win")
        return _("throws a win away") if is_lost else _("misses a win")
    if is_lost:
        return _("loses") if best is None else _("throws a draw away")
    return ""


def judgement_text(explanation: Explanation, better: Better, you: Mark | None = None) -> str:
    """What to learn from a move: for a mistake, also what would have been right."""
    if not change_text(explanation):
        return explanation_text(explanation, you=you)
    best, squares = explanation.best, _or(explanation, better.moves)
    if best is None or not squares:
        return explanation_text(explanation, you=you)
    if best.value is not Value.WIN:
        if better.is_any:
            return _lost_needlessly_text(explanation, squares, you)
        return _lost_text(explanation, squares, len(better.moves), you)
    missed, harm = _missed_text(explanation, squares, you), _harm(explanation, you)
    return _("{missed} Instead, {harm}.", missed=missed, harm=harm) if harm else missed


def _missed_text(explanation: Explanation, squares: str, you: Mark | None) -> str:
    """That there was a win, which the move gave away or, if it isn't proved, passed up."""
    side = explanation.position.turn
    if explanation.worth is not None:
        if side is you:
            return _("You could have won here: {squares}.", squares=squares)
        return _("{side} could have won here: {squares}.", side=side, squares=squares)
    if side is you:
        return _("You had a sure win here: {squares}.", squares=squares)
    return _("{side} had a sure win here: {squares}.", side=side, squares=squares)


def _lost_text(explanation: Explanation, squares: str, count: int, you: Mark | None) -> str:
    """How a move threw the draw away, and what would have held it."""
    side, harm = explanation.position.turn, _harm(explanation, you)
    square = names(explanation.position.rules)(explanation.move)
    if side is you:
        return ngettext(
            "Your {square} loses: {harm}. {squares} would have held the draw.",
            "Your {square} loses: {harm}. {squares} would have held the draw.",
            count,
            square=square,
            harm=harm,
            squares=squares,
        )
    return ngettext(
        "{side}'s {square} loses: {harm}. {squares} would have held the draw.",
        "{side}'s {square} loses: {harm}. {squares} would have held the draw.",
        count,
        side=side,
        square=square,
        harm=harm,
        squares=squares,
    )


def _lost_needlessly_text(explanation: Explanation, squares: str, you: Mark | None) -> str:
    """The same where anything else would have held the draw, and these set the most traps."""
    side, harm = explanation.position.turn, _harm(explanation, you)
    square = names(explanation.position.rules)(explanation.move)
    if side is you:
        return _(
            "Your {square} loses: {harm}. Any other move would have drawn, such as {squares}.",
            square=square,
            harm=harm,
            squares=squares,
        )
    return _(
        "{side}'s {square} loses: {harm}. Any other move would have drawn, such as {squares}.",
        side=side,
        square=square,
        harm=harm,
        squares=squares,
    )


def _harm(explanation: Explanation, you: Mark | None) -> str:
    """How the move loses, if it does."""
    voice = Voice(names(explanation.position.rules), you)
    said = [
        clause(finding, explanation.position.turn, voice)
        for finding in explanation.findings
        if isinstance(finding, (AllowsFork, AllowsLoss)) and is_said(finding, explanation)
    ]
    return joined(said) if said else ""


def _or(explanation: Explanation, moves: tuple[Move, ...]) -> str:
    named = [names(explanation.position.rules)(move) for move in moves[:MOST_SQUARES]]
    return listing(named, "or") if named else ""


def turning_point_text(review: Review, you: Mark | None = None) -> str:
    """The move after which no move changed the value, as far as proved."""
    if review.decided_by is None:
        if review.is_proved:
            return _("Nobody made a mistake.")
        return _("Where the game turned isn't proved.")
    explanation, number = review.explanations[review.decided_by], review.decided_by + 1
    side, square = explanation.position.turn, names(review.game.rules)(explanation.move)
    is_mistake = explanation.keeps_value is False
    if side is you:
        if is_mistake:
            return _(
                "The game turned on move {number}, your {square}.", number=number, square=square
            )
        return _(
            "If the game turned, it was on move {number}, your {square}, at the latest.",
            number=number,
            square=square,
        )
    if is_mistake:
        return _(
            "The game turned on move {number}, {side}'s {square}.",
            number=number,
            side=side,
            square=square,
        )
    return _(
        "If the game turned, it was on move {number}, {side}'s {square}, at the latest.",
        number=number,
        side=side,
        square=square,
    )


def accuracy_text(review: Review, mark: Mark, you: Mark | None = None) -> str:
    """The share of a side's moves that kept the value, or of those of which it is proved."""
    kept = [move.keeps_value for move in review.explanations if move.position.turn is mark]
    name = _accuracy_name(mark, you)
    if not kept:
        return _("{name}: no moves.", name=name)
    share = review.accuracy(mark)
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
    """The same for a screen reader, with the name of the square."""
    if value is Value.WIN:
        return _("{square}, empty, would have won", square=square)
    return _("{square}, empty, would have held the draw", square=square)


def _accuracy_name(mark: Mark, you: Mark | None) -> str:
    if mark is you:
        return _("Your accuracy")
    return _("Accuracy of {side}", side=mark) if you is None else _("Your opponent's accuracy")
