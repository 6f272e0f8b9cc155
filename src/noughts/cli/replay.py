"""`noughts replay`: recorded games, move by move."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from noughts.cli.parser import Subparsers
from noughts.cli.records import use_each_record
from noughts.cli.streams import standard_console
from noughts.core.record import Record
from noughts.terminal.replay import show_record


def add_replay(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("replay", help="show recorded games move by move")
    parser.add_argument("file", type=Path, help="a file of records, as --record writes it")
    parser.set_defaults(run=_run)


def _run(arguments: Namespace) -> int:
    console = standard_console()

    def show(number: int, record: Record) -> None:
        if number > 1:
            console.say("\n" + "=" * 40 + "\n")
        show_record(console, record)

    return use_each_record(arguments.file, show)
