"""What the coach says of a move, in one sentence.

Squares are written by their names unless `spell` writes them otherwise. A sentence addresses the
side `you`, if there is one; every other side is called by its mark.
"""

from __future__ import annotations

from noughts.coach.clauses import Voice, clause, joined, own_moves
from noughts.coach.explanation import Explanation
from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    Blocks,
    Chosen,
    DelaysWin,
    Finding,
    Forces,
    Forks,
    Makes,
    MissesForcedWin,
    MissesWin,
    OnlyMove,
    Prevents,
    StopsForcedWin,
    StopsFork,
    Wins,
    WinsByForce,
)
from noughts.coach.forced import ForcedValue
from noughts.core.grammar import numeral, sentence
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.rules import Rules
from noughts.core.text import Spell
from noughts.language import gettext as _
from noughts.language import ngettext
from noughts.solver import Value

# The findings against a move; the others speak for it.
HARM = (MissesWin, MissesForcedWin, DelaysWin, AllowsFork, AllowsLoss)


def explanation_text(
    explanation: Explanation, spell: Spell | None = None, you: Mark | None = None
) -> str:
    """What a move is worth and why, in one sentence.

    >>> from noughts.coach.explanation import explain
    >>> from noughts.core.position import Position
    >>> explanation_text(explain(Position.parse("x../.o./..x o 3"), 2))
    'c1 loses: X answers a3, which blocks and makes a fork on a2 and b3.'
    """
    voice = Voice(spell or names(explanation.position.rules), you)
    verdict = verdict_text(explanation, voice.spell)
    reasons, objections = _grounds(explanation, voice)
    if not reasons and objections and not _is_good(explanation):
        reasons, objections = objections, ""
    if reasons and (explanation.worth is not None or _is_chosen(explanation)):
        verdict = _("{verdict}: {reasons}", verdict=verdict, reasons=reasons)
    elif reasons:
        verdict = _("{verdict}; {reasons}", verdict=verdict, reasons=reasons)
    if objections:
        return _("{verdict}, but {objections}.", verdict=verdict, objections=objections)
    return _("{verdict}.", verdict=verdict)


def verdict_text(explanation: Explanation, spell: Spell | None = None) -> str:
    """What the move is worth, as a clause that begins with its square."""
    square = sentence((spell or names(explanation.position.rules))(explanation.move))
    best, worth = explanation.best, explanation.worth
    if worth is None:
        if _is_chosen(explanation):
            return _("{square} seems best, though that isn't proved", square=square)
        return _("{square} isn't proved good or bad", square=square)
    if worth.value is Value.WIN:
        return _win_text(square, worth.plies, isinstance(worth, ForcedValue))
    if worth.value is Value.LOSS:
        if best is not None and best.value is Value.LOSS:
            return _("{square} loses, as every move does", square=square)
        return _("{square} loses", square=square)
    if best is None:  # there may have been a win
        return _("{square} draws", square=square)
    if best.value is Value.WIN:
        return _("{square} only draws", square=square)
    return _("{square} keeps the draw", square=square)


def _win_text(square: str, plies: int | None, is_bound: bool) -> str:
    count = own_moves(plies or 1)
    if is_bound:
        return ngettext(
            "{square} forces a win in {number} move at most",
            "{square} forces a win in {number} moves at most",
            count,
            square=square,
            number=numeral(count),
        )
    if count == 1:
        return _("{square} wins", square=square)
    return ngettext(
        "{square} wins in {number} move",
        "{square} wins in {number} moves",
        count,
        square=square,
        number=numeral(count),
    )


def _grounds(explanation: Explanation, voice: Voice) -> tuple[str, str]:
    """What speaks for a move, and what against it."""
    said = [finding for finding in explanation.findings if is_said(finding, explanation)]
    harm: list[Finding] = [finding for finding in said if isinstance(finding, HARM)]
    good = [finding for finding in said if not isinstance(finding, HARM)]
    reasons, objections = (
        [clause(finding, explanation.position.turn, voice) for finding in findings]
        for findings in (good, harm)
    )
    return joined(reasons) if reasons else "", joined(objections) if objections else ""


def _is_chosen(explanation: Explanation) -> bool:
    return any(isinstance(finding, Chosen) for finding in explanation.findings)


def _is_good(explanation: Explanation) -> bool:
    """Whether the verdict itself speaks for the move, or says nothing."""
    return explanation.worth is None or explanation.worth.value is Value.WIN


def is_said(finding: Finding, explanation: Explanation) -> bool:
    """Whether to mention a finding, since others may say more.

    For a mistake only the harm is mentioned. In a lost position a block shows what was tried.
    """
    kinds = {type(other) for other in explanation.findings}
    match finding:
        case AllowsLoss():
            return AllowsFork not in kinds
        case StopsFork() if kinds & {Blocks, Forks, StopsForcedWin}:
            return False
        case Prevents() if kinds & {Blocks, Forks, StopsFork, WinsByForce}:
            return False
        case Makes(rows) if Forks in kinds or (Forces in kinds and len(rows) == 1):
            return False
        case Chosen():
            return False
        case OnlyMove() if Wins in kinds:
            return False
    if explanation.keeps_value is False:
        return isinstance(finding, HARM)
    is_lost = explanation.worth is not None and explanation.worth.value is Value.LOSS
    return not is_lost or isinstance(finding, (Blocks, *HARM))


def names(rules: Rules) -> Spell:
    """The function that names the squares of a board."""
    return lambda move: square_name(rules.width, move)
