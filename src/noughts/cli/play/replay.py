"""`noughts replay`: recorded games, move by move, or one of them as a film."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from functools import partial
from pathlib import Path

from noughts.cli.files import write_whole
from noughts.cli.full_screen import add_plain, is_wanted
from noughts.cli.parser import Parser, writable_file
from noughts.cli.records import use_each_record, walk_through
from noughts.cli.streams import standard_console
from noughts.core.record import Record
from noughts.terminal.replay import show_record


def add_replay(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument("file", type=Path, help="a file of records, as --record writes it")
    add = parser.add_argument
    add("--svg", type=writable_file, metavar="FILE", help="write an animated picture of one game")
    add("--cast", type=writable_file, metavar="FILE", help="write one game as asciinema shows it")
    add("--game", type=_number, metavar="N", help="which game, counted from 1 (the last)")
    add_plain(parser)
    parser.set_defaults(run=partial(_run, parser))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise ArgumentTypeError("games are counted from 1")
    return int(text)


def _run(parser: Parser, arguments: Namespace) -> int:
    records: list[Record] = []
    is_film = arguments.svg is not None or arguments.cast is not None
    if arguments.game is None and not is_film:
        if is_wanted(arguments):
            return walk_through(arguments.file)
        return use_each_record(arguments.file, _show)

    def keep(number: int, record: Record) -> None:
        if arguments.game in (None, number):
            records[:] = [record]

    code = use_each_record(arguments.file, keep)
    if not records:
        wanted = "no game" if arguments.game is None else f"no game {arguments.game}"
        parser.error(f"there is {wanted} in {arguments.file}")
    if not is_film:
        _show(1, records[0])
    _write(records[0], arguments)
    return code


def _write(record: Record, arguments: Namespace) -> None:
    if arguments.svg is not None:
        from noughts.core.pictures.animation import animate  # noqa: PLC0415 - only for a picture

        write_whole(arguments.svg, animate(record.game))
    if arguments.cast is not None:
        from noughts.terminal.cast import cast  # noqa: PLC0415 - only for a recording

        write_whole(arguments.cast, cast(record))


def _show(number: int, record: Record) -> None:
    console = standard_console()
    if number > 1:
        console.say("\n" + "=" * 40 + "\n")
    show_record(console, record)
