"""`noughts doctor`: what is installed and how it is, and what to do."""

from __future__ import annotations

import json
import os
import platform
import sys
import warnings
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import noughts
from noughts.cli.full_screen import can_open
from noughts.cli.parser import Parser, one_line
from noughts.cli.setup.extras import check_extras
from noughts.cli.setup.findings import Check, Finding, State, look
from noughts.cli.setup.server import check_server
from noughts.cli.streams import is_plain_here, standard_console
from noughts.language.choice import of_environment
from noughts.terminal.console import wants_colour

_NAME = 12  # columns


def add_doctor(parser: Parser) -> None:
    """Declare the arguments."""
    database = "the database to look at (that of noughts serve)"
    parser.add_argument("--database", metavar="URL", help=database)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(arguments: Namespace) -> int:
    checks: dict[str, Check] = {
        "noughts": _check_noughts,
        "kernels": _check_kernels,
        "terminal": _check_terminal,
        "extras": check_extras,
        "server": partial(check_server, arguments.database),
    }
    findings = [found for name, check in checks.items() for found in look(name, check)]
    if arguments.json:
        print(json.dumps(_data(findings)))
    else:
        standard_console().say(_text(findings))
    return int(any(found.state is State.BROKEN for found in findings))


def _check_noughts() -> Iterator[Finding]:
    where = Path(noughts.__file__).parent
    yield Finding("noughts", State.OK, f"{noughts.__version__}, in {where}")
    version = platform.python_version()
    yield Finding("Python", State.OK, f"{version} on {platform.system()}, {sys.executable}")


def _check_kernels() -> Iterator[Finding]:
    with warnings.catch_warnings(action="ignore"):
        from noughts.kernels import COMPILED  # noqa: PLC0415 - a fault in them is a finding
    if COMPILED:
        yield Finding("kernels", State.OK, "compiled")
        return
    text = "plain Python: everything works, but proofs and random games in bulk are slow"
    advice = "with a C compiler here, install noughts again; or install a wheel"
    yield Finding("kernels", State.NOTE, text, advice)


def _check_terminal() -> Iterator[Finding]:
    encoding = (sys.stdout.encoding or "unknown").lower()
    language = f"language {of_environment(os.environ)}"
    if not sys.stdout.isatty():
        yield Finding("terminal", State.OK, f"none here, {encoding}, {language}")
        return
    columns, rows = os.get_terminal_size()
    parts = [
        f"{columns}x{rows}, TERM={os.environ.get('TERM', '')}, {encoding}, {language}",
        "colours" if wants_colour(sys.stdout, os.environ, sys.platform) else "no colours",
        _way_of_drawing(),
    ]
    fits = "utf" in encoding
    advice = "" if fits else "some signs are replaced; PYTHONUTF8=1 would show them"
    yield Finding("terminal", State.OK if fits else State.NOTE, ", ".join(parts), advice)


def _way_of_drawing() -> str:
    if can_open():
        return "games open the full screen"
    return "line after line" if is_plain_here() else "boards are drawn in place"


def _text(findings: list[Finding]) -> str:
    lines = []
    for found in findings:
        mark = "BROKEN: " if found.state is State.BROKEN else ""
        lines.append(f"  {found.name:{_NAME}}{one_line(mark + found.text)}")
        if found.advice:
            lines.append(f"  {'':{_NAME}}> {one_line(found.advice)}")
    broken = sum(found.state is State.BROKEN for found in findings)
    ending = (
        "Everything that is installed works." if not broken else "Something is broken: see above."
    )
    return "\n".join([*lines, "", ending])


def _data(findings: list[Finding]) -> dict[str, object]:
    return {
        "works": all(found.state is not State.BROKEN for found in findings),
        "findings": [
            {"name": each.name, "state": each.state.value, "text": each.text, "advice": each.advice}
            for each in findings
        ],
    }
