"""The command `noughts`: runs a subcommand, and turns every failure into one line and an exit code.

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from noughts import __version__
from noughts.cli.parser import Parser, Subparsers, one_line
from noughts.cli.streams import provide_missing_streams
from noughts.core.errors import MissingExtra, NoughtsError, UncompiledWarning
from noughts.core.notation import quote

# The module here that defines `add_COMMAND(subparsers)`; only that of the command is imported.
COMMANDS = {
    "play": "play",
    "puzzle": "puzzle",
    "serve": "serve",
    "admin": "admin",
    "join": "join",
    "hint": "coach",
    "explain": "coach",
    "review": "coach",
    "solve": "solve",
    "prove": "prove",
    "verify": "verify",
    "atlas": "atlas",
    "draw": "solve",
    "replay": "replay",
    "rules": "rules",
    "players": "players",
    "certify": "certify",
    "perft": "perft",
}
_GENERAL_OPTIONS = ("-h", "--help", "--version")
_format_as_usual = warnings.formatwarning


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    provide_missing_streams()
    _warn_in_one_line()
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except NoughtsError as error:
        return _fail(str(error))
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
        return 130


def _run(arguments: list[str]) -> int:
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in _GENERAL_OPTIONS):
        arguments = ["play", *arguments]
    if arguments == ["help"]:
        arguments = ["--help"]
    try:
        parser = _parser(arguments[0])
        parsed, unknown = parser.parse_known_args(arguments)
        if unknown:
            parser.prog = f"{parser.prog} {arguments[0]}"  # whose help lists the options
            parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        code: int = parsed.run(parsed)
    finally:
        # Now, while errors can still be reported; --help also gets here, by SystemExit.
        sys.stdout.flush()
    return code


def _parser(command: str) -> Parser:
    parser = Parser(
        prog="noughts",
        description="Noughts and crosses. Without a command: play against the computer.",
        epilog="`noughts play --help` lists the options of a game.",
    )
    if not command.startswith("-") and command not in COMMANDS:
        parser.error(f"there is no command {quote(command)}; there are {', '.join(COMMANDS)}")
    version = _version() if command == "--version" else ""
    parser.add_argument("--version", action="version", version=version)
    subparsers: Subparsers = parser.add_subparsers(
        prog="noughts", title="commands", metavar="COMMAND", required=True
    )
    if command in COMMANDS:
        _add(subparsers, command)
        return parser
    for name in COMMANDS if command != "--version" else ():
        with suppress(MissingExtra):  # its entry in the list has been added by then
            _add(subparsers, name)
    return parser


def _add(subparsers: Subparsers, command: str) -> None:
    module = import_module(f"noughts.cli.{COMMANDS[command]}")
    getattr(module, f"add_{command}")(subparsers)


def _version() -> str:
    # A game does not need the kernels.
    from noughts.kernels import DESCRIPTION  # noqa: PLC0415

    return f"noughts {__version__} ({DESCRIPTION})"


def _warn_in_one_line() -> None:
    """Print the warning about uncompiled kernels in one line, without source code."""
    warnings.formatwarning = _formatted
    warnings.simplefilter("default", UncompiledWarning)  # not an error, even with -W error


def _formatted(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    line: str | None = None,
) -> str:
    if issubclass(category, UncompiledWarning):
        return f"noughts: {one_line(str(message))}\n"
    return _format_as_usual(message, category, filename, lineno, line)


def _fail(message: str) -> int:
    print(f"noughts: {one_line(message)}", file=sys.stderr)
    return 1


def _discard_unwritable_output() -> None:
    """Keep the interpreter from trying to write the output again when it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
