"""The command `noughts`: runs a subcommand, and turns every failure into one line and an exit code.

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from noughts import __version__
from noughts.cli import commands
from noughts.cli.parser import INTERRUPTED, Parser, Subparsers, UsageError, one_line
from noughts.cli.streams import allow_any_text, provide_missing_streams
from noughts.core.errors import NoughtsError, UncompiledWarning
from noughts.wording.grammar import worded
from noughts.wording.language import use
from noughts.wording.language.choice import of_environment

_GENERAL_OPTIONS = ("-h", "--help", "--version")
_format_as_usual = warnings.formatwarning


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    provide_missing_streams()
    allow_any_text()
    _warn_in_one_line()
    with use(of_environment(os.environ)):
        try:
            return _run(list(sys.argv[1:] if arguments is None else arguments))
        except NoughtsError as error:
            return _fail(worded(error))
        except BrokenPipeError:
            # The reader of our output has gone away.
            _discard_unwritable_output()
            return 1
        except OSError as error:
            _discard_unwritable_output()
            where = f"{error.filename}: " if error.filename else ""
            return _fail(f"{where}{error.strerror or error}")
        except KeyboardInterrupt:
            print(file=sys.stderr)
            return INTERRUPTED


def _run(arguments: list[str]) -> int:
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in _GENERAL_OPTIONS):
        arguments = ["play", *arguments]
    if arguments[0] == "help":
        arguments = [*arguments[1:2], "--help"]
    try:
        parser, command = _parsers(arguments[0])
        parsed, unknown = parser.parse_known_args(arguments)
        if unknown:
            command.error(commands.unrecognized(unknown, command.options))
        try:
            code = commands.run_command(arguments[0], parsed)
        except UsageError as error:
            parsed.parser.error(str(error))
    finally:
        # Now, while errors can still be reported; --help also gets here, by SystemExit.
        sys.stdout.flush()
    return code


class _Noughts(Parser):
    """The parser of `noughts` itself, whose help is the overview of all commands."""

    def format_help(self) -> str:
        return commands.overview()


def _parsers(command: str) -> tuple[Parser, Parser]:
    """The parser of `noughts`, and that of a command, or the same where there is none."""
    parser = _Noughts(prog="noughts")
    is_known = command in commands.COMMANDS
    if not is_known and not command.startswith("-"):
        parser.exit(2, f"noughts: {one_line(commands.no_such(command))}\n")
    version = ""
    if command == "--version":
        from noughts.kernels import DESCRIPTION

        version = f"noughts {__version__} ({DESCRIPTION})"
    parser.add_argument("--version", action="version", version=version)
    subparsers: Subparsers = parser.add_subparsers(
        prog="noughts", metavar="COMMAND", required=True, parser_class=Parser
    )
    return parser, commands.add_command(subparsers, command) if is_known else parser


def _warn_in_one_line() -> None:
    """Print the warning about uncompiled kernels in one line, without source code."""

    def formatted(message: Any, category: type[Warning], *where: Any, **named: Any) -> str:
        if issubclass(category, UncompiledWarning):
            return f"noughts: {one_line(str(message))}\n"
        return _format_as_usual(message, category, *where, **named)

    warnings.formatwarning = formatted
    warnings.simplefilter("default", UncompiledWarning)  # not an error, even with -W error


def _fail(message: str) -> int:
    print(f"noughts: {one_line(message)}", file=sys.stderr)
    return 1


def _discard_unwritable_output() -> None:
    """Keep the interpreter from trying to write the output again when it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
