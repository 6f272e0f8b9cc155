"""The help of `noughts` as a whole, and what to say about what does not exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from noughts.cli.commands import COMMANDS, GROUPS
from noughts.core.notation import quote

_INTRODUCTION = """\
usage: noughts [COMMAND] [OPTION ...]

Noughts and crosses. Without a command: play against the computer."""

_ENDING = """\
`noughts COMMAND --help` lists the options of a command, with an example.
`noughts --version` prints the version."""


def overview() -> str:
    """The commands in groups, each with the example of its first command."""
    return "\n\n".join([_INTRODUCTION, *map(_group, GROUPS), _ENDING]) + "\n"


def _group(group: str) -> str:
    return "\n".join(_lines(group))


def _lines(group: str) -> Iterator[str]:
    commands = {name: command for name, command in COMMANDS.items() if command.group == group}
    example = next(iter(commands.values())).example
    yield f"{GROUPS[group]}, for example: {example}"
    for name, command in commands.items():
        yield f"  {name:10}  {command.help}"


def no_such(name: str) -> str:
    """Why a command cannot be run, and the one that was probably meant."""
    near = _nearest(name, ("help", *COMMANDS))
    suggestion = f"did you mean {quote(near)}?" if near else "`noughts --help` lists them"
    return f"there is no command {quote(name)}; {suggestion}"


def unrecognized(arguments: Sequence[str], options: Iterable[str]) -> str:
    """What a command does not take, and the option that was probably meant."""
    near = _nearest(arguments[0].partition("=")[0], options)
    suggestion = f"; did you mean {near}?" if near else ""
    return f"unrecognized arguments: {' '.join(arguments)}{suggestion}"


def _nearest(name: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415 - only after a mistake

    near = get_close_matches(name[:40], list(known), n=1)
    return near[0] if near else None
