"""The steps of minimax in sentences, and scores in a word."""

from __future__ import annotations

from noughts.coach.minimax import Bounds, Kind, Node, Step, Trace, score
from noughts.core.mark import Mark
from noughts.language import gettext as _
from noughts.language import ngettext


def number_text(value: int) -> str:
    """A score as it stands in the tree.

    >>> number_text(1), number_text(0)
    ('+1', '0')
    """
    return {1: "+1", 0: "0", -1: "\N{MINUS SIGN}1"}[value]


def score_text(value: int) -> str:
    """A score, and what it means."""
    if value == 0:
        return _("0 (a draw)")
    winner = Mark.X if value > 0 else Mark.O
    return _("{score} ({side} wins)", score=number_text(value), side=winner)


def bounds_text(known: Bounds) -> str:
    """What is known of a score, as it stands in the tree; a question mark if nothing is.

    >>> bounds_text(Bounds(0, 1)), bounds_text(Bounds(0, 0)), bounds_text(Bounds())
    ('≥ 0', '0', '?')
    """
    if known.is_exact:
        return number_text(known.low)
    if known == Bounds():
        return "?"
    return f"≥ {number_text(known.low)}" if known.high == 1 else f"≤ {number_text(known.high)}"


def known_text(known: Bounds) -> str:
    """What is known of a score, in words."""
    if known.is_exact:
        return score_text(known.low)
    if known == Bounds():
        return _("not known yet")
    if known.high == 1:
        return _("at least {score}", score=score_text(known.low))
    return _("at most {score}", score=score_text(known.high))


def step_text(trace: Trace, step: Step) -> str:
    """What the computer does in a step, and why."""
    node = trace.nodes[step.node]
    match step.kind:
        case Kind.TRY:
            return _start_text(node) if node.parent is None else _try_text(trace, node)
        case Kind.BACK:
            return _back_text(trace, step)
        case Kind.SKIP:
            return _skip_text(node, step)
        case Kind.DONE:
            return _done_text(trace, step)


def move_name(trace: Trace, node: Node) -> str:
    """The square of the move that led to a node; nothing at the root."""
    return "" if node.move is None else trace.nodes[0].position.name(node.move)


def _start_text(root: Node) -> str:
    count = len(root.children)
    return ngettext(
        "{side} is to move, and {count} square is free. The computer tries it.",
        "{side} is to move, and {count} squares are free. The computer tries one after another.",
        count,
        side=root.position.turn,
    )


def _try_text(trace: Trace, node: Node) -> str:
    mover, square = node.position.turn.other, move_name(trace, node)
    known = score(node.position)
    if not known.is_exact:
        return _(
            "{side} tries {square}. That doesn't end the game, so the computer looks at {other}'s"
            " answers.",
            side=mover,
            square=square,
            other=mover.other,
        )
    if known.low == 0:
        return _(
            "{side} tries {square}. The board is full: it's a draw, and counts 0.",
            side=mover,
            square=square,
        )
    return _(
        "{side} tries {square}. That's three in a row: it counts {score}.",
        side=mover,
        square=square,
        score=score_text(known.low),
    )


def _back_text(trace: Trace, step: Step) -> str:
    """The score that comes up, and what the side to move makes of it."""
    node, child = trace.nodes[step.node], step.child
    assert child is not None
    came = _(
        "So {square} counts {score}.",
        square=move_name(trace, trace.nodes[child]),
        score=known_text(step.came),
    )
    return f"{came} {_choice_text(node, step.known, is_last=child == node.children[-1])}"


def _choice_text(node: Node, known: Bounds, *, is_last: bool) -> str:
    side, is_x = node.position.turn, node.position.turn is Mark.X
    if len(node.children) == 1:
        return _("{side} had no other move.", side=side)
    if is_last and is_x:
        return _("X has tried everything, and takes the highest: {score}.", score=known_text(known))
    if is_last:
        return _("O has tried everything, and takes the lowest: {score}.", score=known_text(known))
    if known == Bounds():
        return _("{side} hopes for something better.", side=side)
    if is_x:
        return _("X wants the highest, and is sure of {score} now.", score=score_text(known.low))
    return _("O wants the lowest, and is sure of {score} now.", score=score_text(known.high))


def _skip_text(node: Node, step: Step) -> str:
    side, count = node.position.turn, len(step.skipped)
    if step.known.is_exact:
        return ngettext(
            "{side} can't do better than win: {count} more move isn't looked at.",
            "{side} can't do better than win: {count} more moves aren't looked at.",
            count,
            side=side,
        )
    return ngettext(
        "{other} already has a choice at least as good elsewhere, and won't come here: {count}"
        " more move isn't looked at.",
        "{other} already has a choice at least as good elsewhere, and won't come here: {count}"
        " more moves aren't looked at.",
        count,
        other=side.other,
    )


def _done_text(trace: Trace, step: Step) -> str:
    return _(
        "Done: with best play this position counts {score}, and {side} takes {square}.",
        score=score_text(step.known.low),
        side=trace.nodes[0].position.turn,
        square=move_name(trace, trace.best),
    )
