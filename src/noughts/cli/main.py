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
from noughts.cli.parser import INTERRUPTED, UsageError, one_line, unquoted_position
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
    name, *rest = arguments or ["play"]
    if name == "help" and rest:
        name, rest = rest[0], ["--help"]
    elif name.startswith("-") and name not in _GENERAL_OPTIONS:
        name, rest = "play", arguments
    try:
        if name == "--version":
            from noughts.kernels import DESCRIPTION

            print(f"noughts {__version__} ({DESCRIPTION})")
            return 0
        if name.startswith("-") or name == "help":
            print(commands.overview(), end="")
            return 0
        if name not in commands.COMMANDS:
            return _fail(commands.no_such(name), 2)
        parser = commands.parser_of(name)
        if (position := unquoted_position(rest)) is not None:
            parser.error(commands.unquoted(position))
        parsed, unknown = parser.parse_known_args(rest)
        if unknown:
            parser.error(commands.unrecognized(unknown, parser.options))
        try:
            code = commands.run_command(name, parsed)
        except UsageError as error:
            parsed.parser.error(str(error))
        return code
    finally:
        # Now, while errors can still be reported; --help also gets here, by SystemExit.
        sys.stdout.flush()


def _warn_in_one_line() -> None:
    """Print the warning about uncompiled kernels in one line, without source code."""

    def formatted(message: Any, category: type[Warning], *where: Any, **named: Any) -> str:
        if issubclass(category, UncompiledWarning):
            return f"noughts: {one_line(str(message))}\n"
        return _format_as_usual(message, category, *where, **named)

    warnings.formatwarning = formatted
    warnings.simplefilter("default", UncompiledWarning)  # not an error, even with -W error


def _fail(message: str, code: int = 1) -> int:
    print(f"noughts: {one_line(message)}", file=sys.stderr)
    return code


def _discard_unwritable_output() -> None:
    """Keep the interpreter from trying to write the output again when it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
