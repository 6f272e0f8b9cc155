"""`noughts admin`: looks after the games of a server, also while it runs."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Coroutine
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from noughts.cli.files import whole_file
from noughts.cli.parser import Parser, Subparsers, one_line, writable_file
from noughts.core.drawing import draw
from noughts.core.mark import Mark
from noughts.core.notation import square_name

if TYPE_CHECKING:  # half a second, which the help and other commands need not pay
    from noughts.core.game import Game
    from noughts.server.admin import StoredLog
    from noughts.server.games.types import Event, Seat
    from noughts.server.log.store import Store
    from noughts.server.rooms.types import RoomEvent
    from noughts.server.settings import Settings

_KEY_SHOWN = 8  # characters of a person's key: enough to tell people apart

Action = Callable[["Store", Namespace], Coroutine[Any, Any, int]]


def add_admin(parser: Parser) -> None:
    """Declare the command and its actions."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    _add(actions, "list", "list all games and rooms", _on_store(_list))
    show = _add(actions, "show", "show a game and its events", _on_store(_show))
    show.add_argument("id", metavar="ID", help="the last part of its page's address")
    export = _add(actions, "export", "write games as records, which noughts replay reads", _export)
    export.add_argument("--game", metavar="ID", help="this game only")
    out = "the file to write"
    export.add_argument("--out", metavar="FILE", type=writable_file, required=True, help=out)
    purge = _add(actions, "purge", "delete games and rooms left unchanged", _on_store(_purge))
    help_ = "delete what has not changed for this many days"
    purge.add_argument("--older-than", metavar="DAYS", type=_days, required=True, help=help_)
    purge.add_argument("--yes", action="store_true", help="do not ask")
    backup = _add(actions, "backup", "copy the database, also while the server runs", _back_up)
    backup.add_argument("file", metavar="FILE", type=writable_file, help="the file to write")
    _add(actions, "migrate", "upgrade the database to this version of noughts", _migrate)


def _add(actions: Subparsers, name: str, help_: str, run: Callable[[Namespace], int]) -> Parser:
    parser = actions.add_parser(name, help=help_)
    database = "the database of noughts serve (a file in your user-data folder)"
    parser.add_argument("--database", metavar="URL", help=database)
    parser.set_defaults(run=partial(_run, parser, run))
    return parser


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= 36_500:
        raise argparse.ArgumentTypeError("an age is a number of days from 0")
    return days


def _run(parser: Parser, run: Callable[[Namespace], int], arguments: Namespace) -> int:
    from noughts.server.settings import InvalidSettings  # noqa: PLC0415

    try:
        return run(arguments)
    except InvalidSettings as error:
        parser.error(str(error))


def _settings(arguments: Namespace) -> Settings:
    from noughts.server.settings import read_settings  # noqa: PLC0415

    variable = "NOUGHTS_DATABASE"
    variables = {variable: os.environ[variable]} if variable in os.environ else {}
    return read_settings({"database": arguments.database}, variables)


def _on_store(action: Action) -> Callable[[Namespace], int]:
    """Open the store, run an action on it and close it."""

    def run(arguments: Namespace) -> int:
        from noughts.server.admin import open_existing  # noqa: PLC0415

        return asyncio.run(_run_and_close(open_existing(_settings(arguments)), action, arguments))

    return run


async def _run_and_close(store: Store, action: Action, arguments: Namespace) -> int:
    try:
        return await action(store, arguments)
    finally:
        await store.close()


async def _list(store: Store, _arguments: Namespace) -> int:
    from noughts.server.admin import logs  # noqa: PLC0415

    async for log in logs(store):
        print(one_line(f"{log.id}  {log.changed[:19] or '-':19}  {_summary(log)}"))
    return 0


def _summary(log: StoredLog) -> str:
    if log.damage:
        return log.damage
    if log.game is None:
        return f"a room, {_count(len(log.appends), 'change')}"
    game = log.game.game
    players = " v ".join(_name(log.game.seat(mark)) for mark in Mark)
    return f"{game.rules}  {players}  {_count(len(game.moves), 'move')}  {_status(game)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _status(game: Game) -> str:
    if game.ending is None:
        return f"{game.position.turn} to move"
    if game.ending.winner is None:
        return "a draw" if game.ending.result == "draw" else "called off"
    return f"{game.ending.winner} won"


def _name(seat: Seat) -> str:
    from noughts.server.games.types import Computer, Person  # noqa: PLC0415

    if isinstance(seat, Computer):
        return seat.player
    return f"human {seat.key[:_KEY_SHOWN]}" if isinstance(seat, Person) else "nobody"


async def _show(store: Store, arguments: Namespace) -> int:
    from noughts.server.admin import find  # noqa: PLC0415

    log = await find(store, arguments.id)
    print(one_line(_summary(log)))
    width = 0
    if log.game is not None:
        width = log.game.game.rules.width
        print(f"\n{draw(log.game.game.position)}\n")
    for event in log.events:
        print(one_line(f"{event.at[:19]}  {_describe(event, width)}"))
    return 1 if log.damage else 0


def _describe(event: Event | RoomEvent, width: int) -> str:
    """An event by its tag in the log, without what identifies somebody."""
    from noughts.server.games.types import Offered, Played, Undone  # noqa: PLC0415

    text = str(event.__struct_config__.tag).replace("-", " ")
    if isinstance(event, Played) and width:
        return f"{text} {square_name(width, event.square)}"
    if isinstance(event, Undone):
        return f"{text} {event.plies}"
    if isinstance(event, Offered):
        text = f"{text} {event.kind}"
    side = getattr(event, "side", None)
    return text if side is None else f"{side} {text}"


def _export(arguments: Namespace) -> int:
    with whole_file(arguments.out) as file:
        arguments.file = file
        return _on_store(_write_records)(arguments)


async def _write_records(store: Store, arguments: Namespace) -> int:
    from noughts.server.admin import find, logs  # noqa: PLC0415

    with arguments.file.open("w", encoding="ascii") as file:
        if arguments.game is not None:
            return _write_record(file, await find(store, arguments.game))
        return max([_write_record(file, log) async for log in logs(store)], default=0)


def _write_record(file: IO[str], log: StoredLog) -> int:
    """Write the records of a game's log; returns 1 and prints the reason if it is damaged."""
    from noughts.server.games.evolve import records  # noqa: PLC0415

    if log.damage:
        print(f"noughts: {one_line(f'{log.id}: {log.damage}')}", file=sys.stderr)
        return 1
    if log.game is not None:
        file.writelines(f"{record}\n" for record in records(log.events))
    return 0


async def _purge(store: Store, arguments: Namespace) -> int:
    from datetime import UTC, datetime, timedelta  # noqa: PLC0415

    from noughts.server.admin import idle_since, purge  # noqa: PLC0415

    found = await idle_since(store, datetime.now(UTC) - timedelta(days=arguments.older_than))
    if not found:
        print("There is nothing so old.")
        return 0
    if not arguments.yes and not _confirm(len(found)):
        print("Nothing was deleted.")
        return 1
    print(f"{await purge(store, found)} deleted.")
    return 0


def _confirm(count: int) -> bool:
    try:
        answer = input(f"Delete {count} games and rooms for good? Type yes: ")
    except (EOFError, UnicodeDecodeError):
        print()
        return False
    return answer.strip().lower() == "yes"


def _back_up(arguments: Namespace) -> int:
    from noughts.server.admin import back_up  # noqa: PLC0415

    copy_to = back_up(_settings(arguments), arguments.file)
    with whole_file(arguments.file) as temporary:
        copy_to(temporary)
    print(f"The games are in {arguments.file}.")
    return 0


def _migrate(arguments: Namespace) -> int:
    from noughts.server.admin import migrate  # noqa: PLC0415

    before, after = migrate(_settings(arguments))
    if before == after:
        print(f"The database is at step {after}, the latest.")
    else:
        print(f"The database was at step {before or '0'} and is at {after}.")
    return 0
