"""The coach's findings in English.

Squares are written by their names unless `spell` writes them otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.coach.explanation import Explanation
from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    Blocks,
    DelaysWin,
    Finding,
    Forces,
    Forks,
    MissesWin,
    MostLines,
    OneReply,
    OnlyMove,
    StopsFork,
    Threat,
    Wins,
)
from noughts.core.bits import Move
from noughts.core.grammar import listing, numeral
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.text import Spell
from noughts.core.threats import Line
from noughts.solver import MoveValue, Value, Verdict

if TYPE_CHECKING:
    from noughts.coach.reviews import Review

# The findings against a move; the others speak for it.
_HARM = (MissesWin, DelaysWin, AllowsFork, AllowsLoss)


def explanation_text(explanation: Explanation, spell: Spell | None = None) -> str:
    """What a move is worth and why, in one sentence.

    >>> from noughts.coach.explanation import explain
    >>> from noughts.core.position import Position
    >>> explanation_text(explain(Position.parse("x../.o./..x o 3"), 2))
    'c1 loses: X answers a3, which blocks and makes two threats, a2 and b3.'
    """
    spell = spell or _names(explanation.position.rules)
    return f"{spell(explanation.move)} {verdict_text(explanation)}{_reasons(explanation, spell)}."


def verdict_text(explanation: Explanation) -> str:
    """What the move is worth, as a verb phrase to follow its square."""
    best, worth = explanation.best, explanation.worth
    if worth is None:
        return "is not proved good or bad"
    if worth.value is Value.WIN:
        return "wins" if worth.plies == 1 else f"wins in {own_moves(worth.plies)}"
    if worth.value is Value.DRAW:
        return "only draws" if best is not None and best.value is Value.WIN else "keeps the draw"
    lost_before = best is not None and best.value is Value.LOSS
    return "loses, as every move does" if lost_before else "loses"


def _reasons(explanation: Explanation, spell: Spell) -> str:
    """The text after the verdict: reasons after a colon, objections after 'but'."""
    mover = explanation.position.turn
    said = [finding for finding in explanation.findings if _is_said(finding, explanation)]
    for_it = [_clause(finding, mover, spell) for finding in said if not isinstance(finding, _HARM)]
    against = [_clause(finding, mover, spell) for finding in said if isinstance(finding, _HARM)]
    if explanation.worth is None:
        return _after(", but ", [*for_it, *against])
    is_reason = not for_it and explanation.worth.value is not Value.WIN
    return _after(": ", for_it) + _after(": " if is_reason else ", but ", against)


def _after(start: str, clauses: list[str]) -> str:
    return start + "; ".join(clauses) if clauses else ""


def _is_said(finding: Finding, explanation: Explanation) -> bool:
    """Whether to mention a finding, since others may say more.

    For a mistake only the harm is mentioned. In a lost position a block shows what was tried.
    """
    kinds = {type(other) for other in explanation.findings}
    match finding:
        case AllowsLoss():
            return AllowsFork not in kinds
        case StopsFork() if kinds & {Blocks, Forks}:
            return False
        case OnlyMove() if Wins in kinds:
            return False
    if explanation.keeps_value is False:
        return isinstance(finding, _HARM)
    is_lost = explanation.worth is not None and explanation.worth.value is Value.LOSS
    return not is_lost or isinstance(finding, (Blocks, *_HARM))


def worth_text(worth: MoveValue) -> str:
    """A value with its plies, in short: `win in 3`, `draw`, `loss in 2`.

    >>> worth_text(MoveValue(Value.WIN, 3))
    'win in 3'
    """
    name = worth.value.name.lower()
    return name if worth.value is Value.DRAW else f"{name} in {worth.plies}"


def value_text(position: Position, verdict: Verdict) -> str:
    """What a position is worth, in a sentence with the best moves.

    >>> from noughts.solver import solve
    >>> position = Position.parse("x.o/.x./..o x 3")
    >>> value_text(position, solve(position))
    'X to move and draw in 5 plies; best: c2.'
    """
    outcome = position.outcome
    if outcome is not None:
        return f"The game is over: {f'{outcome.winner} has won' if outcome.winner else 'a draw'}."
    verb = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "lose"}[verdict.value]
    plies = "1 ply" if verdict.plies == 1 else f"{verdict.plies} plies"
    best = ", ".join(map(_names(position.rules), verdict.best))
    return f"{position.turn} to move and {verb} in {plies}; best: {best}."


def own_moves(plies: int) -> str:
    """The number of moves a side makes in so many plies, moving first."""
    count = (plies + 1) // 2
    return "one move" if count == 1 else f"{numeral(count)} moves"


def _names(rules: Rules) -> Spell:
    return lambda move: square_name(rules.width, move)


def _clause(finding: Finding, mover: Mark, spell: Spell) -> str:
    opponent = mover.other
    match finding:
        case Wins(lines):
            return f"it completes {_lines(lines, spell)}"
        case Blocks(lines):
            return f"it blocks {_lines(lines, spell)}"
        case Forks(threats):
            return f"it makes {_threats(threats, spell)}"
        case Forces(threat):
            return f"{opponent} must answer {spell(threat.square)}"
        case StopsFork(squares):
            return f"it stops a fork on {listing(map(spell, squares), 'or')}"
        case OnlyMove(value):
            return "no other move wins" if value is Value.WIN else "every other move loses"
        case OneReply(square):
            return f"every reply but {spell(square)} loses"
        case MostLines(lines):
            return f"{lines} open lines run through it, and through no free square more"
        case MissesWin(line) | DelaysWin(line):
            return f"{spell(line[0])} would have won{_when(line)}"
        case AllowsFork(reply, blocked, threats):
            effect = f"{'blocks and ' if blocked else ''}makes {_threats(threats, spell)}"
            return f"{opponent} answers {spell(reply)}, which {effect}"
        case AllowsLoss(line):
            return _loss(line, mover, spell)


def _lines(lines: tuple[Line, ...], spell: Spell) -> str:
    return ", and ".join(listing(map(spell, line)) for line in lines)


def _threats(threats: tuple[Threat, ...], spell: Spell) -> str:
    squares = listing(spell(threat.square) for threat in threats)
    return f"{numeral(len(threats))} threats, {squares}"


def _when(line: tuple[Move, ...]) -> str:
    return " at once" if len(line) == 1 else f" in {own_moves(len(line))}"


def _loss(line: tuple[Move, ...], mover: Mark, spell: Spell) -> str:
    reply, *rest = line
    text = f"{mover.other} answers {spell(reply)} and wins"
    sides = (mover, mover.other)
    after = ", ".join(f"{sides[ply % 2]} {spell(move)}" for ply, move in enumerate(rest))
    return f"{text} ({after})" if after else text


def review_text(review: Review) -> str:
    """The review of a game: a line for each move, with reasons for mistakes, then a summary."""
    spell = _names(review.game.rules)
    lines = [_move_text(review, ply, spell) for ply in range(len(review.explanations))]
    if lines:
        lines.append("")
    accuracies = (accuracy_text(review, mark) for mark in Mark)
    return "\n".join([*lines, turning_point_text(review), *accuracies])


def _move_text(review: Review, ply: int, spell: Spell) -> str:
    explanation = review.explanations[ply]
    start = f"{ply + 1:3}. {explanation.position.turn}"
    if explanation.keeps_value:
        return f"{start} {spell(explanation.move)} {verdict_text(explanation)}."
    return f"{start} {explanation_text(explanation, spell)}{_in_brackets(change_text(explanation))}"


def change_text(explanation: Explanation) -> str:
    """How a mistake changed the value; empty for a move that is not a proved mistake."""
    if explanation.best is None or explanation.worth is None or explanation.keeps_value:
        return ""
    before, after = (worth.value.name.lower() for worth in (explanation.best, explanation.worth))
    return f"{before} to {after}"


def _in_brackets(text: str) -> str:
    return f" [{text}]" if text else ""


def turning_point_text(review: Review) -> str:
    """The move after which no move changed the value, as far as proved."""
    spell = _names(review.game.rules)
    if review.decided_by is None:
        reason = "none, no move gave anything away" if review.is_proved else "unknown"
        return f"Turning point: {reason}."
    explanation = review.explanations[review.decided_by]
    move = f"{explanation.position.turn} {spell(explanation.move)}"
    doubt = "" if review.is_proved else ", or an earlier one that is not proved"
    return f"Turning point: move {review.decided_by + 1}, {move}{doubt}."


def accuracy_text(review: Review, mark: Mark) -> str:
    """The share of a side's moves that kept the value."""
    share = review.accuracy(mark)
    if not any(explanation.position.turn is mark for explanation in review.explanations):
        return f"Accuracy of {mark}: it made no move."
    return f"Accuracy of {mark}: {'unknown' if share is None else f'{float(share):.0%}'}."
