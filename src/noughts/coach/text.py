"""An explanation as a value and in words, and sentences about the values of positions and moves.

Squares are written by their names unless `spell` writes them otherwise. A sentence addresses the
side `you`, if there is one; every other side is called by its mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from noughts.coach import findings
from noughts.coach.findings import Finding, Harm
from noughts.coach.forced import ForcedValue
from noughts.core import Mark, Move, Position
from noughts.core.checks import check_type
from noughts.core.threats import Line
from noughts.solver import MoveValue, Value, Verdict
from noughts.solver.verdict import SEARCH
from noughts.wording.grammar import listing, numeral, sentence
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext
from noughts.wording.text import Spell, bare, squares_text

MOST_SQUARES = 6  # that a sentence names
_LONGEST_LINE = 9  # moves that a sentence gives of a line
# Clauses about other moves come last: what follows them would seem to speak of those.
_OF_OTHERS = findings.Forces | findings.OnlyMove | findings.Avoids | findings.LikeAll

# The kinds of findings beside which one of another kind is not worth mentioning.
_SAYS_MORE: dict[type[Finding], set[type[Finding]]] = {
    findings.AllowsLoss: {
        findings.AllowsFork,
        findings.AllowsThreat,
        findings.AllowsForkThreat,
    },
    findings.StopsFork: {findings.Blocks, findings.Forks, findings.StopsForcedWin},
    findings.Prevents: {findings.Blocks, findings.Forks, findings.StopsFork, findings.WinsByForce},
    findings.Makes: {findings.Forks},
    findings.OnlyMove: {findings.Wins},
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """The value of a move for the side that makes it, and the reasons.

    `best` is the value of the best move and `worth` that of this one, each with the plies to the
    end including this move, or None where it is not proved.
    """

    position: Position
    move: Move
    best: MoveValue | None
    worth: MoveValue | None
    findings: tuple[Finding, ...]
    is_advice: bool = False  # whether an adviser chose the move

    def __str__(self) -> str:
        """Return the explanation in one sentence."""
        return explanation_text(self)

    @property
    def value(self) -> Value | None:
        """The value of the move, or None where it is not proved."""
        return None if self.worth is None else self.worth.value

    @property
    def keeps_value(self) -> bool | None:
        """True if the move keeps the value; None where that is not proved."""
        if self.best is None or self.worth is None:
            return None
        return self.worth.value is self.best.value

    @property
    def said(self) -> tuple[Finding, ...]:
        """The findings worth mentioning, beside others that may say more.

        For a mistake only the harm is mentioned. In a lost position a block shows what was tried.
        """
        return tuple(finding for finding in self.findings if self._is_said(finding))

    def _is_said(self, finding: Finding) -> bool:
        more = _SAYS_MORE.get(type(finding), set())
        match finding:
            case findings.Makes(rows) if len(rows) == 1:
                more = more | {findings.Forces}
            case findings.StopsFork() if self.value is Value.WIN:
                more = more | {findings.Forces}
        if not more.isdisjoint(map(type, self.findings)):
            return False
        if self.keeps_value is False:
            return isinstance(finding, Harm)
        return self.value is not Value.LOSS or isinstance(finding, findings.Blocks | Harm)


@dataclass(frozen=True, slots=True)
class Voice:
    """The way sentences name squares, and the side they address as `you`, if any."""

    spell: Spell
    you: Mark | None = None

    def squares(self, squares: Iterable[Move], conjunction: str = "and") -> str:
        """Return squares as a list in words."""
        return squares_text(self.spell, squares, conjunction)


def explanation_text(
    explanation: Explanation, spell: Spell | None = None, you: Mark | None = None
) -> str:
    """Return what a move is worth and why, in one sentence.

    >>> from noughts.coach.explanation import explain
    >>> explanation_text(explain("x../.o./..x o 3", 2), str)
    '2 loses: X answers 6, which blocks and makes a fork on 3 and 7.'
    """
    check_type(explanation, Explanation, "the explanation")
    check_type(spell, Callable | None, "what spells squares")
    check_type(you, Mark | None, "the side that is you")
    mover = explanation.position.turn
    voice = Voice(spell or explanation.position.name, you)
    verdict = verdict_text(explanation, voice.spell)
    in_order = sorted(explanation.said, key=lambda finding: isinstance(finding, _OF_OTHERS))
    reasons = joined(
        [clause(finding, mover, voice) for finding in in_order if not isinstance(finding, Harm)]
    )
    objections = joined(
        [clause(finding, mover, voice) for finding in in_order if isinstance(finding, Harm)]
    )
    if not reasons and explanation.value in (Value.DRAW, Value.LOSS):  # which say something
        reasons, objections = objections, ""
    if reasons and explanation.value is None and not explanation.is_advice:
        verdict = _("{verdict}; {reasons}", verdict=verdict, reasons=reasons)
    elif reasons:
        verdict = _("{verdict}: {reasons}", verdict=verdict, reasons=reasons)
    if objections:
        return _("{verdict}, but {objections}.", verdict=verdict, objections=objections)
    return _("{verdict}.", verdict=verdict)


def verdict_text(explanation: Explanation, spell: Spell | None = None) -> str:
    """Return what the move is worth, as a clause that begins with its square."""
    square = sentence((spell or explanation.position.name)(explanation.move))
    best, worth = explanation.best, explanation.worth
    if worth is None:
        if explanation.is_advice:
            return _("{square} seems best, though that isn't proved", square=square)
        return _("{square} isn't proved good or bad", square=square)
    if worth.value is Value.WIN:
        if worth.plies is None:
            return _("{square} keeps the win", square=square)
        count = own_moves(worth.plies)
        words = {"square": square, "number": numeral(count)}
        if isinstance(worth, ForcedValue):
            return ngettext(
                "{square} forces a win in {number} move at most",
                "{square} forces a win in {number} moves at most",
                count,
                **words,
            )
        if count == 1:
            return _("{square} wins", **words)
        return ngettext(
            "{square} wins in {number} move", "{square} wins in {number} moves", count, **words
        )
    if worth.value is Value.LOSS:
        if best is not None and best.value is Value.LOSS:
            return _("{square} loses, as every move does", square=square)
        return _("{square} loses", square=square)
    if best is None:  # there may have been a win
        return _("{square} draws", square=square)
    if best.value is Value.WIN:
        return _("{square} only draws", square=square)
    return _("{square} keeps the draw", square=square)


def clause(finding: Finding, mover: Mark, voice: Voice) -> str:  # noqa: PLR0912 - all the findings
    """Return what a finding says of a move of this side, as part of a sentence."""
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
        case findings.FewReplies((move,)):
            return _("it sets a trap – every reply but {square} loses", square=spell(move))
        case findings.FewReplies(moves):
            squares = voice.squares(moves, "or")
            return _("it sets traps – every reply but {squares} loses", squares=squares)
        case findings.Avoids(moves) if len(moves) > MOST_SQUARES:
            return _("{number} other moves would lose", number=numeral(len(moves)))
        case findings.Avoids(moves):
            return _("{squares} would lose", squares=voice.squares(moves, "or"))
        case findings.LikeAll(is_last):
            return _("it's the last square") if is_last else _("every other move draws too")
        case findings.MissesWin(line) | findings.DelaysWin(line):
            return _would_have_won(spell(line[0]), len(line), is_bound=False)
        case findings.MissesForcedWin(line, plies):
            return _would_have_won(spell(line[0]), plies, is_bound=True)
        case findings.AllowsFork():
            return _answers_by_fork(finding, other, voice)
        case findings.AllowsThreat():
            return _answers_by_threat(finding, other, voice)
        case findings.AllowsForkThreat(line, moves):
            return _answers_before_fork(line, moves, other, voice)
        case findings.AllowsLoss(line):
            return _answers_and_wins(line, other, voice)
        case findings.WinsByForce((_move,)):
            return _("there's an answer to every reply")
        case findings.WinsByForce(line):
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
        case findings.OpenLines(count):
            return ngettext(
                "it's part of {number} possible row",
                "it's part of {number} possible rows",
                count,
                number=numeral(count),
            )


def joined(clauses: Sequence[str]) -> str:
    """Join clauses into one; empty if there are none."""
    if not clauses:
        return ""
    return reduce(lambda some, more: _("{some}; {more}", some=some, more=more), clauses)


def own_moves(plies: int) -> int:
    """Return the number of moves that a side makes in a number of plies, moving first.

    >>> own_moves(1), own_moves(5)
    (1, 3)
    """
    return (plies + 1) // 2


def lines_shown(reasons: Sequence[findings.Finding]) -> tuple[Line, ...]:
    """Return the deciding lines of what is said of a move: those won, threatened or blocked."""
    for finding in reversed(reasons):
        match finding:
            case findings.Wins(lines) | findings.Blocks(lines):
                return lines
            case findings.Forces(threat, threats=()):
                return threat.lines
            case findings.AllowsThreat(threat=threat, threats=()):
                return threat.lines
            case (
                findings.Forks(threats)
                | findings.Forces(threats=threats)
                | findings.AllowsFork(threats=threats)
                | findings.AllowsThreat(threats=threats)
            ):
                return tuple(line for threat in threats for line in threat.lines)
    return ()


def _lines(lines: tuple[Line, ...], voice: Voice) -> str:
    named = [voice.squares(line) for line in lines]
    return reduce(lambda some, more: _("{some}, and {more}", some=some, more=more), named)


def _would_have_won(square: str, plies: int | None, *, is_bound: bool) -> str:
    """Return that another move would have won, in this many plies or, as a bound, at most."""
    if plies is None:
        return _("{square} would have won", square=square)
    if plies == 1 and not is_bound:
        return _("{square} would have won at once", square=square)
    count = own_moves(plies)
    words = {"square": square, "number": numeral(count)}
    if is_bound:
        return ngettext(
            "{square} would have forced a win in {number} move at most",
            "{square} would have forced a win in {number} moves at most",
            count,
            **words,
        )
    return ngettext(
        "{square} would have won in {number} move",
        "{square} would have won in {number} moves",
        count,
        **words,
    )


def _forces(finding: findings.Forces, side: Mark, voice: Voice) -> str:
    """Return the only reply, and the fork that wins after it."""
    words = {"side": side, "square": voice.spell(finding.threat.square)}
    if finding.fork is None:
        if side is voice.you:
            return _("you have to block on {square}", **words)
        return _("{side} has to block on {square}", **words)
    squares = voice.squares(threat.square for threat in finding.threats)
    words |= {"fork": voice.spell(finding.fork), "squares": squares}
    if side is voice.you:
        return _("you have to block on {square}, then {fork} makes a fork on {squares}", **words)
    return _("{side} has to block on {square}, then {fork} makes a fork on {squares}", **words)


def _answers_by_fork(finding: findings.AllowsFork, side: Mark, voice: Voice) -> str:
    squares = voice.squares(threat.square for threat in finding.threats)
    words = {"side": side, "square": voice.spell(finding.reply), "squares": squares}
    if finding.blocked:
        if side is voice.you:
            return _("you can answer {square}, which blocks and makes a fork on {squares}", **words)
        return _("{side} answers {square}, which blocks and makes a fork on {squares}", **words)
    if side is voice.you:
        return _("you can answer {square}, which makes a fork on {squares}", **words)
    return _("{side} answers {square}, which makes a fork on {squares}", **words)


def _answers_and_wins(line: tuple[Move, ...], side: Mark, voice: Voice) -> str:
    """Return the reply that wins, with the rest of the line if there is one."""
    square = voice.spell(line[0])
    if side is voice.you:
        text = _("you can answer {square} and win", square=square)
    else:
        text = _("{side} answers {square} and wins", side=side, square=square)
    return _with_rest(text, line, side, voice)


def _answers_by_threat(finding: findings.AllowsThreat, side: Mark, voice: Voice) -> str:
    """Return the reply, the block it forces, and the fork that then wins, or the line that does."""
    line, spell = finding.line, voice.spell
    words = {"side": side, "square": spell(line[0]), "block": spell(finding.threat.square)}
    if finding.fork is None:
        text = (
            _("you can answer {square}, which forces a block on {block}, and win", **words)
            if side is voice.you
            else _("{side} answers {square}, which forces a block on {block}, and wins", **words)
        )
        return _with_rest(text, line, side, voice)
    squares = voice.squares(threat.square for threat in finding.threats)
    words |= {"fork": spell(finding.fork), "squares": squares}
    if side is voice.you:
        return _(
            "you can answer {square}, which forces a block on {block}, and then {fork} makes a fork"
            " on {squares}",
            **words,
        )
    return _(
        "{side} answers {square}, which forces a block on {block}, and then {fork} makes a fork on"
        " {squares}",
        **words,
    )


def _answers_before_fork(
    line: tuple[Move, ...], forks: tuple[Move, ...], side: Mark, voice: Voice
) -> str:
    """Return the reply that wins, the forks that it threatens, and the rest of the line."""
    squares = voice.squares(forks, "or")
    words = {"side": side, "square": voice.spell(line[0]), "squares": squares}
    if side is voice.you:
        text = _("you can answer {square}, which threatens a fork on {squares}, and win", **words)
    else:
        text = _("{side} answers {square}, which threatens a fork on {squares}, and wins", **words)
    return _with_rest(text, line, side, voice)


def _with_rest(text: str, line: tuple[Move, ...], side: Mark, voice: Voice) -> str:
    """Return what is said of the first move of a line, with the rest of the line if any."""
    return f"{text} ({_line(line[1:], side.other, voice.spell)})" if len(line) > 1 else text


def _line(moves: Sequence[Move], first: Mark, spell: Spell) -> str:
    """Return moves of two sides in turn; the end of a long line is left out."""
    sides = (first, first.other)
    shown = moves[:_LONGEST_LINE]
    line = ", ".join(f"{sides[ply % 2]} {bare(spell, move)}" for ply, move in enumerate(shown))
    return line if len(shown) == len(moves) else _("{line} and so on", line=line)


def _stops(moves: tuple[Move, ...], side: Mark, voice: Voice) -> str:
    """Return the threat to win by force that the move meets, and what else would."""
    if len(moves) == 1:
        return _("it meets {side}'s threat to force a win – every other move loses", side=side)
    if len(moves) > MOST_SQUARES:
        return _("it meets {side}'s threat to force a win", side=side)
    squares = voice.squares(moves)
    return _(
        "it meets {side}'s threat to force a win, as only {squares} can", side=side, squares=squares
    )


def _rows(rows: tuple[findings.Row, ...]) -> str:
    """Return rows by their length: a row of four and two open rows of three."""
    named = []
    for (length, is_open), count in Counter((row.length, row.is_open) for row in rows).items():
        words = {"number": numeral(count), "length": numeral(length)}
        row = ngettext("a row of {length}", "{number} rows of {length}", count, **words)
        if is_open:
            row = ngettext(
                "an open row of {length}", "{number} open rows of {length}", count, **words
            )
        named.append(row)
    return listing(named)


def worth_text(worth: MoveValue) -> str:
    """Return a value with the side's own moves to the end, if known, in short: `win in 2`, `draw`.

    >>> worth_text(MoveValue(Value.WIN, 3))
    'win in 2'
    >>> worth_text(ForcedValue(Value.WIN, 9))
    'win in at most 5'
    """
    value, plies = worth.value, worth.plies
    if value is Value.DRAW or plies is None:
        return value_word(value)
    number = own_moves(plies)
    if isinstance(worth, ForcedValue):
        if value is Value.WIN:
            return _("win in at most {number}", number=number)
        return _("loss in at most {number}", number=number)
    if value is Value.WIN:
        return _("win in {number}", number=number)
    return _("loss in {number}", number=number)


def value_word(value: Value) -> str:
    """Return a value in one word, as written in a square."""
    if value is Value.DRAW:
        return pgettext("value", "draw")
    return pgettext("value", "win") if value is Value.WIN else pgettext("value", "loss")


def value_text(position: Position, verdict: Verdict) -> str:
    """Return what a position is worth, in a sentence with the best moves.

    >>> from noughts.atlas import solve
    >>> position = Position.parse("x.o/.x./..o x 3")
    >>> value_text(position, solve(position))
    'Only c2 holds the draw – every other move loses.'
    """
    outcome, side, value, best = position.outcome, position.turn, verdict.value, verdict.best
    if outcome is not None:
        if outcome.winner is None:
            return _("The game is over: a draw.")
        return _("The game is over: {side} has won.", side=outcome.winner)
    count = own_moves(verdict.plies or 0)
    words = {"side": side, "number": numeral(count), "squares": _squares(position, best)}
    if value is Value.LOSS and count:
        words |= {"side": side.other, "other": side}
        return ngettext(
            "{side} wins in {number} move at most, whatever {other} plays.",
            "{side} wins in {number} moves at most, whatever {other} plays.",
            count,
            **words,
        )
    if value is Value.LOSS:
        return _("{side} can force a win, whatever {other} plays.", side=side.other, other=side)
    if value is Value.WIN and count:
        return ngettext(
            "{side} can win in {number} move with {squares}.",
            "{side} can win in {number} moves with {squares}.",
            count,
            **words,
        )
    if len(best) == len(position.moves):
        return _("Every move draws.") if value is Value.DRAW else _("Every move wins.")
    if value is Value.WIN and verdict.best_complete:
        return _("{side} can force a win with {squares}.", **words)
    if value is Value.WIN:
        return _("{side} can force a win with {squares}; no other move is proved to win.", **words)
    if not verdict.best_complete:
        return _("{side} can hold the draw with {squares}; no other move is proved to.", **words)
    if len(best) > MOST_SQUARES:
        return _("{side} can hold the draw with {squares}.", **words)
    if len(best) == 1:
        return _("Only {square} holds the draw – every other move loses.", square=words["squares"])
    squares = listing(map(position.name, best))
    return _("Only {squares} hold the draw – every other move loses.", squares=squares)


def _squares(position: Position, moves: Sequence[Move]) -> str:
    """Return moves one may choose from; of many only the first."""
    named = list(map(position.name, moves[:MOST_SQUARES]))
    if len(moves) > MOST_SQUARES:
        return _("{squares} and others", squares=", ".join(named))
    return listing(named, "or") if named else ""


def forced_text(position: Position, worths: Mapping[Move, MoveValue]) -> str:
    """Return what is proved of some moves of an unproved position, in a sentence.

    >>> from noughts.core.rules import Rules
    >>> forced_text(Rules(15, 15, 5).start(), {})
    'Neither side has a forced win in sight; nothing is proved.'
    """
    unproved = [position.name(move) for move in position.moves if move not in worths]
    value = max((worth.value for worth in worths.values()), default=Value.LOSS)
    best = tuple(move for move, worth in worths.items() if worth.value is value)
    if not worths:
        return _("Neither side has a forced win in sight; nothing is proved.")
    if value is Value.WIN or not unproved:
        verdict = Verdict(value, None, best, not unproved, SEARCH, 0, position.rules)
        return value_text(position, verdict)
    if value is Value.DRAW:  # one of the others may win
        squares = _squares(position, best)
        return _(
            "{side} has at least a draw with {squares}; a win isn't proved.",
            side=position.turn,
            squares=squares,
        )
    other = position.turn.other
    if len(unproved) > MOST_SQUARES:
        return _("{side} threatens to force a win, and not every move stops it.", side=other)
    return _(
        "{side} threatens to force a win: every move but {squares} loses, and those aren't proved.",
        side=other,
        squares=listing(unproved, "or"),
    )
