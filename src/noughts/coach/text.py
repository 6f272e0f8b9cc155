"""What the coach says of a move, in one sentence.

Squares are written by their names unless `spell` writes them otherwise. A sentence addresses the
side `you`, if there is one; every other side is called by its mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from noughts.coach import findings
from noughts.coach.explanation import Explanation
from noughts.coach.findings import Finding, Harm
from noughts.coach.forced import ForcedValue
from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.mark import Mark
from noughts.core.threats import Line
from noughts.solver import Value
from noughts.wording.grammar import listing, numeral, sentence
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext
from noughts.wording.text import Spell, bare, squares_text

MOST_SQUARES = 6  # that a sentence names
_LONGEST_LINE = 9  # moves that a sentence gives of a line
# Clauses about other moves come last: what follows them would seem to speak of those.
_OF_OTHERS = findings.Forces | findings.OnlyMove | findings.Avoids | findings.LikeAll


@dataclass(frozen=True, slots=True)
class Voice:
    """How sentences name squares, and which side they address as `you`, if any."""

    spell: Spell
    you: Mark | None = None

    def squares(self, squares: Iterable[Move], conjunction: str = "and") -> str:
        """Squares as a list."""
        return squares_text(self.spell, squares, conjunction)


def explanation_text(
    explanation: Explanation, spell: Spell | None = None, you: Mark | None = None
) -> str:
    """What a move is worth and why, in one sentence.

    >>> from noughts.coach.explanation import explain
    >>> explanation_text(explain("x../.o./..x o 3", 2), str)
    '2 loses: X answers 6, which blocks and makes a fork on 3 and 7.'
    """
    check_type(explanation, Explanation, "the explanation")
    check_type(spell, Callable | None, "what spells squares")
    check_type(you, Mark | None, "the side that is you")
    mover, worth = explanation.position.turn, explanation.worth
    voice = Voice(spell or explanation.position.name, you)
    verdict = verdict_text(explanation, voice.spell)
    said = [finding for finding in explanation.findings if is_said(finding, explanation)]
    said.sort(key=lambda finding: isinstance(finding, _OF_OTHERS))
    reasons = joined([clause(each, mover, voice) for each in said if not isinstance(each, Harm)])
    objections = joined([clause(each, mover, voice) for each in said if isinstance(each, Harm)])
    is_good = worth is None or worth.value is Value.WIN  # or the verdict says nothing
    if not reasons and not is_good:
        reasons, objections = objections, ""
    if reasons and worth is None and findings.Chosen() not in explanation.findings:
        verdict = _("{verdict}; {reasons}", verdict=verdict, reasons=reasons)
    elif reasons:
        verdict = _("{verdict}: {reasons}", verdict=verdict, reasons=reasons)
    if objections:
        return _("{verdict}, but {objections}.", verdict=verdict, objections=objections)
    return _("{verdict}.", verdict=verdict)


def verdict_text(explanation: Explanation, spell: Spell | None = None) -> str:
    """What the move is worth, as a clause that begins with its square."""
    square = sentence((spell or explanation.position.name)(explanation.move))
    best, worth = explanation.best, explanation.worth
    if worth is None:
        if findings.Chosen() in explanation.findings:
            return _("{square} seems best, though that isn't proved", square=square)
        return _("{square} isn't proved good or bad", square=square)
    if worth.value is Value.WIN:
        if worth.plies is None:
            return _("{square} keeps the win", square=square)
        return _win_text(square, own_moves(worth.plies), isinstance(worth, ForcedValue))
    if worth.value is Value.LOSS:
        if best is not None and best.value is Value.LOSS:
            return _("{square} loses, as every move does", square=square)
        return _("{square} loses", square=square)
    if best is None:  # there may have been a win
        return _("{square} draws", square=square)
    if best.value is Value.WIN:
        return _("{square} only draws", square=square)
    return _("{square} keeps the draw", square=square)


def _win_text(square: str, count: int, is_bound: bool) -> str:
    said = {"square": square, "number": numeral(count)}
    if is_bound:
        return ngettext(
            "{square} forces a win in {number} move at most",
            "{square} forces a win in {number} moves at most",
            count,
            **said,
        )
    if count == 1:
        return _("{square} wins", square=square)
    return ngettext(
        "{square} wins in {number} move", "{square} wins in {number} moves", count, **said
    )


def is_said(finding: Finding, explanation: Explanation) -> bool:
    """True if a finding is worth mentioning, since others may say more.

    For a mistake only the harm is mentioned. In a lost position a block shows what was tried.
    """
    kinds = {type(other) for other in explanation.findings}
    more: set[type[Finding]] = set()  # kinds that say more
    match finding:
        case findings.AllowsLoss():
            return findings.AllowsFork not in kinds
        case findings.Chosen():
            return False
        case findings.StopsFork():
            more = {findings.Blocks, findings.Forks, findings.StopsForcedWin}
            if explanation.worth is not None and explanation.worth.value is Value.WIN:
                more.add(findings.Forces)
        case findings.Prevents():
            more = {findings.Blocks, findings.Forks, findings.StopsFork, findings.WinsByForce}
        case findings.Makes(rows):
            more = {findings.Forks, findings.Forces} if len(rows) == 1 else {findings.Forks}
        case findings.OnlyMove():
            more = {findings.Wins}
    if kinds & more:
        return False
    if explanation.keeps_value is False:
        return isinstance(finding, Harm)
    is_lost = explanation.worth is not None and explanation.worth.value is Value.LOSS
    return not is_lost or isinstance(finding, findings.Blocks | Harm)


def clause(finding: Finding, mover: Mark, voice: Voice) -> str:  # noqa: PLR0912 - all the findings
    """What a finding says of a move of this side, as part of a sentence."""
    spell, other = voice.spell, mover.other
    match finding:
        case findings.Wins(lines):
            return _("it completes {lines}", lines=_lines(lines, voice))
        case findings.Blocks(lines):
            return _("it blocks {lines}", lines=_lines(lines, voice))
        case findings.Forks(threats):
            squares = voice.squares(threat.square for threat in threats)
            return _("it makes a fork, with threats on {squares}", squares=squares)
        case findings.Forces():
            return _forces(finding, other, voice)
        case findings.StopsFork(moves):
            return _("it prevents a fork on {squares}", squares=voice.squares(moves, "or"))
        case findings.OnlyMove(value):
            return _("no other move wins") if value is Value.WIN else _("every other move loses")
        case findings.OneReply(move):
            return _("it sets a trap – every reply but {square} loses", square=spell(move))
        case findings.FewReplies(moves):
            squares = voice.squares(moves, "or")
            return _("it sets traps – every reply but {squares} loses", squares=squares)
        case findings.Avoids(moves):
            return _("{squares} would lose", squares=voice.squares(moves, "or"))
        case findings.LikeAll(is_last):
            return _("it's the last square") if is_last else _("every other move does so too")
        case findings.MissesWin(line) | findings.DelaysWin(line):
            return _would_have_won(spell(line[0]), len(line), is_bound=False)
        case findings.MissesForcedWin(line, plies):
            return _would_have_won(spell(line[0]), plies, is_bound=True)
        case findings.AllowsFork():
            return _answers_by_fork(finding, other, voice)
        case findings.AllowsLoss(line):
            return _answers_and_wins(line, other, voice)
        case findings.WinsByForce(line) | findings.WinsLike(line):
            if len(line) == 1:
                return _("there's an answer to every reply")
            rest = _line(line[1:], other, spell)
            return _("there's an answer to every reply, for example {line}", line=rest)
        case findings.StopsForcedWin(squares=moves):
            return _stops(moves, other, voice)
        case findings.Makes(rows):
            return _("it makes {rows}", rows=_rows(rows))
        case findings.Prevents(rows) if other is voice.you:
            return _("it keeps you from making {rows}", rows=_rows(rows))
        case findings.Prevents(rows):
            return _("it keeps {side} from making {rows}", side=other, rows=_rows(rows))
        case findings.Chosen():
            return _("it seems best")
        case findings.OpenLines(count):
            return ngettext(
                "it's part of {number} possible row",
                "it's part of {number} possible rows",
                count,
                number=numeral(count),
            )


def joined(clauses: Sequence[str]) -> str:
    """Clauses one after another, as one; empty if there are none."""
    if not clauses:
        return ""
    return reduce(lambda some, more: _("{some}; {more}", some=some, more=more), clauses)


def own_moves(plies: int) -> int:
    """The number of moves a side makes in so many plies, moving first.

    >>> own_moves(1), own_moves(5)
    (1, 3)
    """
    return (plies + 1) // 2


def lines_shown(explanation: Explanation) -> tuple[Line, ...]:
    """The lines on the board that decide, of what a sentence says: won, threatened or blocked."""
    for finding in reversed(explanation.findings):
        if not is_said(finding, explanation):
            continue
        match finding:
            case findings.Wins(lines) | findings.Blocks(lines):
                return lines
            case findings.Forces(threat, threats=()):
                return threat.lines
            case (
                findings.Forks(threats)
                | findings.Forces(threats=threats)
                | findings.AllowsFork(threats=threats)
            ):
                return tuple(line for threat in threats for line in threat.lines)
    return ()


def _lines(lines: tuple[Line, ...], voice: Voice) -> str:
    named = [voice.squares(line) for line in lines]
    return reduce(lambda some, more: _("{some}, and {more}", some=some, more=more), named)


def _would_have_won(square: str, plies: int | None, *, is_bound: bool) -> str:
    """That another move would have won, in so many plies or, if that is a bound, at most."""
    if plies is None:
        return _("{square} would have won", square=square)
    if plies == 1 and not is_bound:
        return _("{square} would have won at once", square=square)
    count = own_moves(plies)
    said = {"square": square, "number": numeral(count)}
    if is_bound:
        return ngettext(
            "{square} would have forced a win in {number} move at most",
            "{square} would have forced a win in {number} moves at most",
            count,
            **said,
        )
    return ngettext(
        "{square} would have won in {number} move",
        "{square} would have won in {number} moves",
        count,
        **said,
    )


def _forces(finding: findings.Forces, side: Mark, voice: Voice) -> str:
    """The only reply, and the fork that wins after it."""
    said = {"side": side, "square": voice.spell(finding.threat.square)}
    if finding.fork is None:
        if side is voice.you:
            return _("you have to block on {square}", **said)
        return _("{side} has to block on {square}", **said)
    squares = voice.squares(threat.square for threat in finding.threats)
    said |= {"fork": voice.spell(finding.fork), "squares": squares}
    if side is voice.you:
        return _("you have to block on {square}, then {fork} makes a fork on {squares}", **said)
    return _("{side} has to block on {square}, then {fork} makes a fork on {squares}", **said)


def _answers_by_fork(finding: findings.AllowsFork, side: Mark, voice: Voice) -> str:
    squares = voice.squares(threat.square for threat in finding.threats)
    said = {"side": side, "square": voice.spell(finding.reply), "squares": squares}
    if finding.blocked:
        if side is voice.you:
            return _("you can answer {square}, which blocks and makes a fork on {squares}", **said)
        return _("{side} answers {square}, which blocks and makes a fork on {squares}", **said)
    if side is voice.you:
        return _("you can answer {square}, which makes a fork on {squares}", **said)
    return _("{side} answers {square}, which makes a fork on {squares}", **said)


def _answers_and_wins(line: tuple[Move, ...], side: Mark, voice: Voice) -> str:
    """The reply that wins, with the rest of the line if there is one."""
    square, rest = voice.spell(line[0]), line[1:]
    if side is voice.you:
        text = _("you can answer {square} and win", square=square)
    else:
        text = _("{side} answers {square} and wins", side=side, square=square)
    return f"{text} ({_line(rest, side.other, voice.spell)})" if rest else text


def _line(moves: Sequence[Move], first: Mark, spell: Spell) -> str:
    """Moves of two sides in turn; the end of a long line is left out."""
    sides = (first, first.other)
    shown = moves[:_LONGEST_LINE]
    line = ", ".join(f"{sides[ply % 2]} {bare(spell, move)}" for ply, move in enumerate(shown))
    return line if len(shown) == len(moves) else _("{line} and so on", line=line)


def _stops(moves: tuple[Move, ...], side: Mark, voice: Voice) -> str:
    """The threat to win by force that the move meets, and what else would."""
    if len(moves) == 1:
        return _("it meets {side}'s threat to force a win – every other move loses", side=side)
    if len(moves) > MOST_SQUARES:
        return _("it meets {side}'s threat to force a win", side=side)
    squares = voice.squares(moves)
    return _(
        "it meets {side}'s threat to force a win, as only {squares} can", side=side, squares=squares
    )


def _rows(rows: tuple[findings.Row, ...]) -> str:
    """Rows by their length: a row of four and two open rows of three."""
    counts = Counter((row.length, row.is_open) for row in rows)
    return listing(_row(length, is_open, count) for (length, is_open), count in counts.items())


def _row(length: int, is_open: bool, count: int) -> str:
    said = {"number": numeral(count), "length": numeral(length)}
    if is_open:
        return ngettext("an open row of {length}", "{number} open rows of {length}", count, **said)
    return ngettext("a row of {length}", "{number} rows of {length}", count, **said)
