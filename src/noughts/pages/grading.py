"""The report of the grader as a part of a page: the sentences of the command, with boards drawn."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core import squares
from noughts.core.threats import Line, completed_lines, winning_squares
from noughts.grader import text
from noughts.grader.faults import Fault, LoadFailed, Loses, PartReport
from noughts.grader.grading import Report
from noughts.pages.environment import environment

_ABSENT = "ModuleNotFoundError"


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, with the board that it is about, if it is about one, and lines on that."""

    text: str
    board: str = ""
    lines: tuple[Line, ...] = ()


def render(report: Report) -> str:
    """Return what is in place of the last report."""
    notation = report.notation
    return _templates.get_template("learn/report.html").render(
        title=text.title_text(report),
        summary=text.summary_text(report) if notation else text.nothing_text(),
        notation=notation and text.notation_text(notation),
        whole=[text.fault_text(fault, notation) for fault in report.faults],
        is_absent=any(map(_is_absent, report.faults)),
        parts_of=[
            (part, text.verdict_text(part), [*_told(part, report), *_scores(part)])
            for part in report.parts
        ],
    )


def _is_absent(fault: Fault) -> bool:
    return isinstance(fault, LoadFailed) and fault.failure.text.startswith(_ABSENT)


def _told(part: PartReport, report: Report) -> list[Told]:
    told = []
    for fault, sentence in text.told_texts(part, report.notation):
        call = getattr(fault, "call", None)
        if isinstance(fault, Loses):
            told.append(Told(sentence, fault.decided.url, _threats(fault)))
        elif call is not None and call.position is not None:
            told.append(Told(sentence, call.position.url))
        else:
            told.append(Told(sentence))
    return told


def _threats(fault: Loses) -> tuple[Line, ...]:
    """Return the lines by which a game is lost: of a fork two that are still open."""
    after, mark = fault.decided, fault.report.mark.other
    if after.outcome is not None:
        return (after.outcome.line,)
    winning = squares(winning_squares(after, mark))
    return tuple(line for square in winning for line in completed_lines(after, mark, square))


def _scores(part: PartReport) -> list[Told]:
    return [Told(score) for score in text.score_texts(part)]


_templates = environment()
