"""A report in sentences that a student understands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from textwrap import wrap

from noughts.core import Mark, squares
from noughts.core.threats import Line, winning_squares
from noughts.grader import faults
from noughts.grader.faults import Call, Fault, PartReport, Reason, Score
from noughts.grader.grading import Report
from noughts.grader.notation import RULES, Layout, Notation, Squares, board_text
from noughts.grader.questions import Failure, Trouble
from noughts.wording.drawing import Labels, draw, number_labels
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, percent
from noughts.wording.text import printable

_UNBOUNDED, _NARROWEST = 100_000, 40  # columns
_LONGEST = 200  # letters of a value, a line or a message of the program


def fault_text(fault: Fault, notation: Notation | None) -> str:  # noqa: PLR0912 - all kinds
    """Return what is wrong, in one or two sentences."""
    match fault:
        case faults.Wrong():
            return _counted(_wrong(fault, notation), fault.count, fault.tried)
        case faults.Failed(call, failure, reason, count, tried):
            words = {"call": _call(call, notation), "failure": _failure(failure)}
            if isinstance(reason, faults.Typed | faults.GameTyped):
                if failure.trouble is Trouble.INPUT:
                    words["failure"] = _("asks again after that")
                text = _("{call} {failure} – typed: {lines}", lines=_lines(reason.lines), **words)
            else:
                text = _("{call} {failure}", **words)
            return _counted(text, count, tried)
        case faults.Changed(call, value, count, tried):
            text = _(
                "{call} changes the board it is given, to {board}",
                call=_call(call, notation),
                board=_shown(value, notation),
            )
            return _counted(text, count, tried)
        case faults.Unsteady(call, first, second, count, tried):
            text = _(
                "{call} returns {first} at first and {second} the second time, as something is left"
                " from the call before",
                call=_call(call, notation),
                first=_shown(first, notation),
                second=_shown(second, notation),
            )
            return _counted(text, count, tried)
        case faults.Silent(call, count, tried):
            return _counted(_("{call} prints nothing", call=_call(call, notation)), count, tried)
        case faults.PrintsTheSame(call):
            return _("{call} prints the same as for every other board.", call=_call(call, notation))
        case faults.WrongArguments(function, wanted, least, most):
            takes = str(least) if least == most else f"{least}–{most}"
            return ngettext(
                "{function} is called with {count} argument, but takes {takes}.",
                "{function} is called with {count} arguments, but takes {takes}.",
                wanted,
                function=function,
                takes=takes,
            )
        case faults.Missing(name):
            return _("There is no function {name}.", name=name)
        case faults.Loses():
            return _loses(fault, notation)
        case faults.LoadFailed():
            return _load_failed(fault)
        case faults.PrintsWhenLoaded(text):
            return _(
                "The program prints when it is imported, and begins with {text}: put what is to run"
                ' below `if __name__ == "__main__":`.',
                text=_short(repr(text.strip().partition("\n")[0])),
            )


def _counted(text: str, count: int, tried: int) -> str:
    """Return a sentence with how often it is so."""
    if tried <= 1:
        return f"{text}."
    return _(
        "{text}. That is so in {count} of {tried} calls.",
        text=text,
        count=f"{count:,}",
        tried=f"{tried:,}",
    )


def _wrong(fault: faults.Wrong, notation: Notation | None) -> str:
    words = {"call": _call(fault.call, notation), "value": _shown(fault.value, notation)}
    reason = reason_text(fault.reason, notation)
    match fault.reason:
        case faults.GameTyped(winner=winner):
            return _game_wrong(fault, fault.reason, winner)
        case faults.Refuses():
            return _(
                "{call} returns {value} and should raise an exception – {reason}",
                reason=reason,
                **words,
            )
        case faults.SharedRows() | faults.Cells() | faults.EachMarkHalf():
            return _("{call} returns {value} – {reason}", reason=reason, **words)
    if not fault.wanted and reason:
        return _("{call} returns {value} – {reason}", reason=reason, **words)
    if not fault.wanted:
        return _("{call} returns {value}", **words)
    words["wanted"] = listing([_shown(value, notation) for value in fault.wanted], "or")
    if not reason:
        return _("{call} returns {value} instead of {wanted}", **words)
    return _("{call} returns {value} instead of {wanted} – {reason}", reason=reason, **words)


def _game_wrong(fault: faults.Wrong, reason: faults.GameTyped, winner: Mark | None) -> str:
    """Return that a game of the prompt ended too early, or what it took for a move."""
    words = {"call": _call(fault.call, None), "lines": _lines(reason.lines)}
    if reason.wrong is not None:
        words["line"] = _short(repr(reason.lines[reason.wrong]))
        return _("{call} takes {line} for a move, which is none – typed: {lines}", **words)
    if winner is None:
        return _("{call} doesn't end where the game is drawn – typed: {lines}", **words)
    return _("{call} doesn't end where {mark} wins – typed: {lines}", mark=winner, **words)


def reason_text(reason: Reason, notation: Notation | None) -> str:  # noqa: PLR0912 - all kinds
    """Return a reason as a clause; empty for none."""
    spell = Squares.INDEX.spell if notation is None else notation.squares.spell
    match reason:
        case faults.HasLine(mark, line):
            return line_text(mark, line)
        case faults.NoLine(is_full=True):
            return _("the board is full, and nobody has three in a row")
        case faults.NoLine():
            return _("nobody has three in a row, and there are free squares")
        case faults.LacksLine(mark):
            return _("{mark} doesn't have three in a row", mark=mark)
        case faults.IsFree(square):
            return _("{square} is free", square=spell(square))
        case faults.IsTwice(square):
            return _("{square} is in it twice", square=spell(square))
        case faults.IsTaken(square, mark):
            return _("{square} is taken by {mark}", square=spell(square), mark=mark)
        case faults.NoSquare(value):
            return _("{value} is no square of the board", value=_short(repr(value)))
        case faults.MarksOnBoard(xs, os, turn):
            return _(
                "there are {xs} X and {os} O, so it's the turn of {mark}", xs=xs, os=os, mark=turn
            )
        case faults.Cells(None):
            return _("that is no board of nine squares")
        case faults.Cells(count):
            return _("a board has 9 free squares, and this has {count} squares", count=count)
        case faults.SharedRows():
            return _("its rows are one and the same list, so a mark in one is in all of them")
        case faults.OtherMark():
            return _("X and O take turns")
        case faults.EachMarkHalf(share=1):
            return _("it always does, and either mark may go first")
        case faults.EachMarkHalf(share):
            return _("it does so in {share} of all calls, and should in 50%", share=percent(share))
        case faults.Typed(lines):
            return _("typed: {lines}", lines=_lines(lines))
        case faults.MissesLine(mark, line, square):
            return _(
                "{mark} can complete {line} on {square}",
                mark=mark,
                line=listing(map(spell, line)),
                square=spell(square),
            )
        case faults.Worse(text):
            return text.removesuffix(".")
        case faults.Over():
            return _("the game is over")
        case faults.Refuses(why):
            return reason_text(why, notation)
    return ""


def line_text(mark: Mark, line: Line) -> str:
    """Return which line a mark has.

    >>> line_text(Mark.X, (0, 1, 2))
    'X has the top row'
    """
    sentences: dict[Line, str] = {
        (0, 1, 2): _("{mark} has the top row", mark=mark),
        (3, 4, 5): _("{mark} has the middle row", mark=mark),
        (6, 7, 8): _("{mark} has the bottom row", mark=mark),
        (0, 3, 6): _("{mark} has the left column", mark=mark),
        (1, 4, 7): _("{mark} has the middle column", mark=mark),
        (2, 5, 8): _("{mark} has the right column", mark=mark),
        (0, 4, 8): _("{mark} has the diagonal from the top left", mark=mark),
        (2, 4, 6): _("{mark} has the diagonal from the top right", mark=mark),
    }
    return sentences[line]


def _failure(failure: Failure) -> str:
    """Return what came instead of an answer, as the rest of a sentence about a call."""
    text = _short(failure.text)
    what = {
        Trouble.ERROR: _("stops with {error}", error=text),
        Trouble.SYNTAX: _("is no Python: {error}", error=text),
        Trouble.EXIT: _("ends the program"),
        Trouble.INPUT: _("asks for input"),
        Trouble.OUTPUT: _("prints without end"),
        Trouble.DEPTH: _("calls itself without end"),
        Trouble.MEMORY: _("needs too much memory"),
        Trouble.FORBIDDEN: {
            "starts": _("starts another program"),
            "connects": _("opens a connection"),
            "writes": _("writes a file"),
        }.get(failure.text, ""),
        Trouble.TIME: _("takes longer than {seconds} s", seconds=text),
        Trouble.BUDGET: _("had no time left"),
        Trouble.CRASH: _("crashes Python"),
    }[failure.trouble]
    if failure.line is None:
        return what
    return _(
        "{failure} (line {line}: {code})",
        failure=what,
        line=failure.line,
        code=_short(failure.code),
    )


def _load_failed(fault: faults.LoadFailed) -> str:
    failure = fault.failure
    if failure.trouble is Trouble.SYNTAX:
        return _("The file {failure}.", failure=_failure(failure))
    text = _("The program {failure} when it is imported", failure=_failure(failure))
    if failure.trouble is Trouble.ERROR:
        return f"{text}."
    return _(
        '{text}: put what is to run below `if __name__ == "__main__":`.',
        text=text,
    )


def _loses(fault: faults.Loses, notation: Notation | None) -> str:
    """Return how many games are lost, the shortest, and why it is."""
    assert notation is not None
    report, spell = fault.report, notation.squares.spell
    words: dict[str, object] = {
        "function": fault.function,
        "mark": report.mark,
        "moves": ", ".join(map(spell, fault.game.moves)),
    }
    if not fault.is_exact:
        text = _("{function} may lose as {mark}. A game that it lost: {moves}.", **words)
    elif fault.is_random:
        words |= {"best": percent(report.worst_loss), "random": percent(report.against_random.loss)}
        text = _(
            "{function} loses as {mark}: {best} of the games against the best opponent, and"
            " {random} against one who moves at random. The shortest: {moves}.",
            **words,
        )
    else:
        words |= {"lost": f"{report.lines_lost:,}", "lines": f"{report.lines:,}"}
        text = _(
            "{function} loses {lost} of {lines} games as {mark}. The shortest: {moves}.", **words
        )
    mistake = _("The mistake: {why}", why=fault.why)
    return f"{text} {mistake}"


def score_text(score: Score, function: str) -> str:
    """Return what a computer player makes of all games on one side."""
    report = score.report
    words: dict[str, object] = {"function": function, "mark": report.mark}
    if score.is_random:
        chances = report.against_random
        return _(
            "As {mark} {function} draws lots: against one who moves at random it wins {win} of the"
            " games, draws {draw} and loses {loss}; against the best opponent it loses {best}.",
            win=percent(chances.win),
            draw=percent(chances.draw),
            loss=percent(chances.loss),
            best=percent(report.worst_loss),
            **words,
        )
    return _(
        "As {mark} {function} wins {won}, draws {drawn} and loses {lost} of all {lines} games.",
        won=f"{report.lines_won:,}",
        drawn=f"{report.lines_drawn:,}",
        lost=f"{report.lines_lost:,}",
        lines=f"{report.lines:,}",
        **words,
    )


def drawing(fault: faults.Loses, notation: Notation) -> str:
    """Draw the board on which the shortest loss is decided, what threatens in brackets."""
    after = fault.decided
    last = fault.game.moves[min(fault.turned + 1, len(fault.game.moves) - 1)]
    shown = tuple(squares(winning_squares(after, fault.report.mark.other)))
    if after.is_over:
        assert after.outcome is not None
        shown = after.outcome.line
    return draw(after, labels=_labels(notation), line=shown, last=None if last in shown else last)


def _labels(notation: Notation) -> Labels:
    if notation.squares is Squares.PAIR:
        sides = tuple(map(str, range(RULES.width)))
        return Labels(columns=sides, rows=sides)
    return number_labels(RULES, 0 if notation.squares is Squares.INDEX else 1)


def _call(call: Call, notation: Notation | None) -> str:
    """Return a call as it is written, with the board by its rows."""
    given = [_shown(value, notation) for value in call.arguments]
    if call.position is not None:
        given.insert(0, board_text(call.position))
    return f"{call.function}({', '.join(given)})"


def _shown(value: object, notation: Notation | None) -> str:
    return _short(repr(value) if notation is None else notation.shown(value))


def _short(text: str) -> str:
    return printable(text, _LONGEST)


def _lines(lines: tuple[str, ...]) -> str:
    return ", ".join(_short(repr(line)) for line in lines)


# --- the whole


def report_lines(report: Report, width: int = _UNBOUNDED) -> Iterator[str]:
    """Yield the lines of a report, with sentences broken to fit the width."""
    shape, notation = report.shape, report.notation
    yield title_text(report)
    for fault in report.faults:
        yield from _indented(fault_text(fault, notation), 2, width)
    if shape is None or notation is None:
        yield "  " + nothing_text()
        return
    otherwise = _("Options say otherwise.")
    yield from wrap(f"{notation_text(notation)} {otherwise}", max(width, _NARROWEST))
    longest = max((len(part.function) for part in report.parts), default=0)
    parts = [list(_part_lines(part, notation, longest, width)) for part in report.parts]
    for before, lines in pairwise([["", ""], *parts]):
        if len(before) > 1 or len(lines) > 1:
            yield ""
        yield from lines
    if summary := summary_text(report):
        yield ""
        yield summary


def title_text(report: Report) -> str:
    """Return the name of a program, and what kind of program it is."""
    name = printable(report.name)
    if report.shape is None:
        return name
    kind = _(report.shape.title)
    return f"{name}: {kind}"


def nothing_text() -> str:
    """Return what is said of a program of no known shape."""
    return _("There is no function in it that is known.")


def summary_text(report: Report) -> str:
    """Return how many functions are right; nothing where none was tried."""
    judged = [part for part in report.parts if part.tried or part.faults]
    if not judged:
        return ""
    return ngettext(
        "{right} of {count} function is right.",
        "{right} of {count} functions are right.",
        len(judged),
        right=sum(part.is_right for part in judged),
    )


def notation_text(notation: Notation) -> str:
    """Return how boards, marks and squares are written."""
    kind = "tuple" if notation.is_tuple else "list"
    boards = {
        Layout.FLAT: _("a {kind} of nine", kind=kind),
        Layout.ROWS: _("a {kind} of three rows", kind=kind),
        Layout.TEN: _("a {kind} of ten, of which the first is not used", kind=kind),
    }
    cells = dict.fromkeys(map(repr, notation.empty))
    return _(
        "Board: {board}; marks {x} and {o}; empty {empty}; squares {squares}.",
        board=boards[notation.layout],
        x=_short(repr(notation.marks[Mark.X])),
        o=_short(repr(notation.marks[Mark.O])),
        empty=_short(", ".join(cells)),
        squares=notation.squares.value,
    )


def _part_lines(
    part: PartReport, notation: Notation | None, longest: int, width: int
) -> Iterator[str]:
    yield f"{part.function.ljust(longest)}  {verdict_text(part)}"
    for fault, text in told_texts(part, notation):
        yield from _indented(text, 4, width)
        if isinstance(fault, faults.Loses) and notation is not None:
            for row in drawing(fault, notation).splitlines():
                yield f"      {row}"
    for text in score_texts(part):
        yield from _indented(text, 4, width)


def verdict_text(part: PartReport) -> str:
    """Return whether a function is right."""
    if not part.is_right:
        return _("wrong")
    if not part.tried:
        return _("not tried: no game could be played at its prompt")
    return ngettext(
        "right, in {number} call",
        "right, in all {number} calls",
        part.tried,
        number=f"{part.tried:,}",
    )


def told_texts(part: PartReport, notation: Notation | None) -> Iterator[tuple[Fault, str]]:
    """Yield what is told of a function, with its sentence: what is wrong, then what need not be."""
    for fault in part.faults:
        yield fault, fault_text(fault, notation)
    for note in part.notes:
        yield note, _("By the way: {text}", text=fault_text(note, notation))


def score_texts(part: PartReport) -> list[str]:
    """Return what a computer player makes of all games, on the sides of which no loss is told."""
    told = (*part.faults, *part.notes)
    lost = {fault.report.mark for fault in told if isinstance(fault, faults.Loses)}
    scores = (score for score in part.scores if score.report.mark not in lost)
    return [score_text(score, part.function) for score in scores]


def _indented(text: str, columns: int, width: int) -> list[str]:
    indent = " " * columns
    return wrap(
        text,
        max(width, _NARROWEST),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
