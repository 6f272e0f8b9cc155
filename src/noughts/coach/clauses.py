"""The clause for each finding, as part of a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    Avoids,
    Blocks,
    Chosen,
    DelaysWin,
    FewReplies,
    Finding,
    Forces,
    Forks,
    LikeAll,
    Makes,
    MissesForcedWin,
    MissesWin,
    OneReply,
    OnlyMove,
    OpenLines,
    Prevents,
    StopsForcedWin,
    StopsFork,
    Threat,
    Wins,
    WinsByForce,
    WinsLike,
)
from noughts.coach.rows import Row
from noughts.core.bits import Move
from noughts.core.grammar import listing, numeral
from noughts.core.mark import Mark
from noughts.core.text import Spell, bare, squares_text
from noughts.core.threats import Line
from noughts.language import gettext as _
from noughts.language import ngettext
from noughts.solver import Value

MOST_SQUARES = 6  # that a sentence names
_LONGEST_LINE = 9  # moves that a sentence gives of a line

Unproved = MissesForcedWin | StopsForcedWin | Makes | Prevents | Chosen | OpenLines


@dataclass(frozen=True, slots=True)
class Voice:
    """How sentences name squares, and which side they address as `you`, if any."""

    spell: Spell
    you: Mark | None = None

    def squares(self, squares: Iterable[Move], conjunction: str = "and") -> str:
        """Squares as a list."""
        return squares_text(self.spell, squares, conjunction)


def clause(finding: Finding, mover: Mark, voice: Voice) -> str:
    """What a finding says of a move of this side."""
    spell = voice.spell
    match finding:
        case Wins(lines):
            return _("it completes {lines}", lines=_lines(lines, voice))
        case Blocks(lines):
            return _("it blocks {lines}", lines=_lines(lines, voice))
        case Forks(threats):
            return _("it makes a fork, with threats on {squares}", squares=_on(threats, voice))
        case Forces(threat):
            return _must_block(mover.other, spell(threat.square), voice)
        case StopsFork(squares):
            return _("it prevents a fork on {squares}", squares=voice.squares(squares, "or"))
        case OnlyMove(value):
            return _("no other move wins") if value is Value.WIN else _("every other move loses")
        case OneReply() | FewReplies() | Avoids() | LikeAll():
            return _drawing_clause(finding, voice)
        case MissesWin(line) | DelaysWin(line):
            return _would_have_won(line, spell)
        case AllowsFork():
            return _answers_by_fork(finding, mover.other, voice)
        case AllowsLoss(line):
            return _answers_and_wins(line, mover.other, voice)
        case WinsByForce(line) | WinsLike(line):
            return _goes_on(line[1:], mover.other, spell)
        case _:
            return _unproved_clause(finding, mover, voice)


def _unproved_clause(finding: Unproved, mover: Mark, voice: Voice) -> str:
    """The clause for what is found where the value of the position is not proved."""
    match finding:
        case MissesForcedWin(line, plies):
            return _would_have_forced(voice.spell(line[0]), plies)
        case StopsForcedWin(_line, squares):
            return _stops(squares, mover.other, voice)
        case Makes(rows):
            return _("it makes {rows}", rows=_rows(rows))
        case Prevents(rows) if voice.you is mover.other:
            return _("it keeps you from making {rows}", rows=_rows(rows))
        case Prevents(rows):
            return _("it keeps {side} from making {rows}", side=mover.other, rows=_rows(rows))
        case Chosen():
            return _("it seems best")
        case OpenLines(lines):
            return ngettext(
                "it's part of {number} possible row",
                "it's part of {number} possible rows",
                lines,
                number=numeral(lines),
            )


def joined(clauses: Sequence[str]) -> str:
    """Clauses one after another, as one."""
    return reduce(lambda some, more: _("{some}; {more}", some=some, more=more), clauses)


def _lines(lines: tuple[Line, ...], voice: Voice) -> str:
    named = [voice.squares(line) for line in lines]
    return reduce(lambda some, more: _("{some}, and {more}", some=some, more=more), named)


def _on(threats: tuple[Threat, ...], voice: Voice) -> str:
    return voice.squares(threat.square for threat in threats)


def _must_block(side: Mark, square: str, voice: Voice) -> str:
    if side is voice.you:
        return _("you have to block on {square}", square=square)
    return _("{side} has to block on {square}", side=side, square=square)


def _drawing_clause(finding: OneReply | FewReplies | Avoids | LikeAll, voice: Voice) -> str:
    """What speaks for a move that draws."""
    match finding:
        case OneReply(square):
            text = voice.spell(square)
            return _("it sets a trap – every reply but {square} loses", square=text)
        case FewReplies(squares):
            text = voice.squares(squares, "or")
            return _("it sets traps – every reply but {squares} loses", squares=text)
        case Avoids(squares):
            return _("{squares} would lose", squares=voice.squares(squares, "or"))
        case LikeAll(is_last):
            return _("it's the last square") if is_last else _("every other move does so too")


def _would_have_won(line: tuple[Move, ...], spell: Spell) -> str:
    square, count = spell(line[0]), own_moves(len(line))
    if len(line) == 1:
        return _("{square} would have won at once", square=square)
    return ngettext(
        "{square} would have won in {number} move",
        "{square} would have won in {number} moves",
        count,
        square=square,
        number=numeral(count),
    )


def _would_have_forced(square: str, plies: int | None) -> str:
    if plies is None:
        return _("{square} would have won", square=square)
    count = own_moves(plies)
    return ngettext(
        "{square} would have forced a win in {number} move at most",
        "{square} would have forced a win in {number} moves at most",
        count,
        square=square,
        number=numeral(count),
    )


def _answers_by_fork(finding: AllowsFork, side: Mark, voice: Voice) -> str:
    square, squares = voice.spell(finding.reply), _on(finding.threats, voice)
    if side is voice.you:
        if finding.blocked:
            return _(
                "you can answer {square}, which blocks and makes a fork on {squares}",
                square=square,
                squares=squares,
            )
        return _(
            "you can answer {square}, which makes a fork on {squares}",
            square=square,
            squares=squares,
        )
    if finding.blocked:
        return _(
            "{side} answers {square}, which blocks and makes a fork on {squares}",
            side=side,
            square=square,
            squares=squares,
        )
    return _(
        "{side} answers {square}, which makes a fork on {squares}",
        side=side,
        square=square,
        squares=squares,
    )


def _answers_and_wins(line: tuple[Move, ...], side: Mark, voice: Voice) -> str:
    """The reply that wins, with the rest of the line if there is one."""
    square, rest = voice.spell(line[0]), line[1:]
    if side is voice.you:
        text = _("you can answer {square} and win", square=square)
    else:
        text = _("{side} answers {square} and wins", side=side, square=square)
    return f"{text} ({_line(rest, side.other, voice.spell)})" if rest else text


def _goes_on(rest: tuple[Move, ...], side: Mark, spell: Spell) -> str:
    """How a proved win may go on, as an example."""
    if not rest:
        return _("there's an answer to every reply")
    line = _line(rest, side, spell)
    return _("there's an answer to every reply, for example {line}", line=line)


def _line(moves: Sequence[Move], first: Mark, spell: Spell) -> str:
    """Moves of two sides in turn; the end of a long line is left out."""
    sides = (first, first.other)
    shown = moves[:_LONGEST_LINE]
    line = ", ".join(f"{sides[ply % 2]} {bare(spell, move)}" for ply, move in enumerate(shown))
    return line if len(shown) == len(moves) else _("{line} and so on", line=line)


def _stops(squares: tuple[Move, ...], side: Mark, voice: Voice) -> str:
    """The threat to win by force that the move meets, and what else would."""
    if len(squares) == 1:
        return _("it meets {side}'s threat to force a win – every other move loses", side=side)
    if len(squares) > MOST_SQUARES:
        return _("it meets {side}'s threat to force a win", side=side)
    return _(
        "it meets {side}'s threat to force a win, as only {squares} can",
        side=side,
        squares=voice.squares(squares),
    )


def _rows(rows: tuple[Row, ...]) -> str:
    """Rows by their length: a row of four and two open rows of three."""
    counts = Counter((row.length, row.is_open) for row in rows)
    return listing(_row(length, is_open, count) for (length, is_open), count in counts.items())


def _row(length: int, is_open: bool, count: int) -> str:
    number, name = numeral(count), numeral(length)
    if is_open:
        return ngettext(
            "an open row of {length}",
            "{number} open rows of {length}",
            count,
            number=number,
            length=name,
        )
    return ngettext(
        "a row of {length}", "{number} rows of {length}", count, number=number, length=name
    )


def own_moves(plies: int) -> int:
    """The number of moves a side makes in so many plies, moving first.

    >>> own_moves(1), own_moves(5)
    (1, 3)
    """
    return (plies + 1) // 2
