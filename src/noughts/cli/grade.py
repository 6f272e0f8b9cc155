"""`noughts grade`: what is wrong with a program that somebody wrote for this game."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from noughts.cli.files import opened
from noughts.cli.parser import UsageError
from noughts.grader.faults import Fault, Loses, PartReport, word_of
from noughts.grader.grading import Report, grade
from noughts.grader.inference import Wishes
from noughts.grader.notation import Layout, Squares, board_text
from noughts.grader.process import ProgramProcess
from noughts.grader.questions import Limits
from noughts.grader.shapes import Strength
from noughts.grader.text import fault_text, report_lines, score_text
from noughts.wording.language import gettext as _
from noughts.wording.text import printable

_LARGEST_FILE = 1_000_000  # bytes


def run_grade(arguments: Namespace) -> int:
    """Grade a program; returns 1 if something is wrong with it."""
    limits = Limits(arguments.seconds or Limits().seconds, megabytes=arguments.memory)
    with _program_file(arguments.file) as file, ProgramProcess(file, limits) as program:
        report = grade(program, Path(arguments.file).name, _wishes(arguments), _show)
    _show("")
    if arguments.json:
        print(json.dumps(_data(report), indent=2, ensure_ascii=False))
    else:
        width = [os.get_terminal_size().columns - 1] if sys.stdout.isatty() else []
        print("\n".join(report_lines(report, *width)))
    return 0 if report.is_right else 1


@contextmanager
def _program_file(file: Path | str) -> Iterator[Path]:
    """Yield the file of a program; a copy of it, if it can be read only once."""
    with opened(file) as stream:
        source = stream.read(_LARGEST_FILE + 1)
    if len(source) > _LARGEST_FILE:
        raise UsageError(_("{file} is too large for a program of a game", file=file))
    if isinstance(file, Path) and file.is_file():
        yield file
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder, "program.py")
        copy.write_bytes(source)
        yield copy


def _show(function: str) -> None:
    """Show on a terminal which function is tried: minimax may take a minute."""
    if sys.stderr.isatty():
        text = f"{printable(function)} …" if function else ""
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def _wishes(arguments: Namespace) -> Wishes:
    return Wishes(
        shape=arguments.shape,
        only=tuple(arguments.only),
        functions=tuple(arguments.function),
        layout=arguments.layout and Layout(arguments.layout),
        squares=arguments.squares and Squares(arguments.squares),
        marks=arguments.marks,
        empty=getattr(arguments, "empty", None),
        has_empty="empty" in arguments,
        strength=arguments.strength and Strength(arguments.strength),
    )


def _data(report: Report) -> dict[str, Any]:
    notation = report.notation

    def fault_data(fault: Fault, *, is_note: bool = False) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": word_of(fault),
            "text": fault_text(fault, notation),
            "is_note": is_note,
        }
        call = getattr(fault, "call", None)
        if call is not None and call.position is not None:
            data["board"] = board_text(call.position)
        count = getattr(fault, "count", None)
        if count is not None:
            data |= {"count": count, "tried": getattr(fault, "tried", count)}
        if isinstance(fault, Loses):
            data |= {"side": fault.report.mark.value, "first": fault.game.start.turn.value}
            data |= {"moves": list(fault.game.moves), "lost": fault.report.lines_lost}
            data |= {"games": fault.report.lines}
        return data

    def part_data(part: PartReport) -> dict[str, Any]:
        notes = [fault_data(note, is_note=True) for note in part.notes]
        scores = [score_text(score, part.function) for score in part.scores]
        return {
            "function": part.function,
            "role": part.role.value,
            "is_right": part.is_right,
            "tried": part.tried,
            "faults": [*map(fault_data, part.faults), *notes],
            "games": scores,
        }

    return {
        "file": report.name,
        "shape": None if report.shape is None else report.shape.name,
        "is_right": report.is_right,
        "faults": list(map(fault_data, report.faults)),
        "functions": list(map(part_data, report.parts)),
    }
