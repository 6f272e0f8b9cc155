"""`noughts serve` and `admin`: the web server, and its games, also while it runs."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import Namespace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import IO

from noughts.cli.files import whole_file
from noughts.cli.parser import as_usage_error, one_line
from noughts.core import Mark
from noughts.core.notation import square_name
from noughts.server import admin
from noughts.server.games.evolve import records
from noughts.server.games.types import Computer, Event, Offered, Person, Played, Seat, Undone
from noughts.server.log.store import Store
from noughts.server.rooms.types import RoomEvent
from noughts.server.settings import InvalidSettings, read_settings
from noughts.wording.drawing import draw
from noughts.wording.grammar import counted

_KEY_SHOWN = 8  # characters of a person's key: enough to tell people apart
_DATABASE = "NOUGHTS_DATABASE"


def run_serve(arguments: Namespace) -> int:
    """Serve until the server is stopped."""
    from noughts.server.server import serve  # half a second that `admin` saves

    with as_usage_error(InvalidSettings):
        serve(read_settings(vars(arguments), os.environ), partial(print, flush=True))
    return 0


def run_admin(arguments: Namespace) -> int:
    """Run one action on the database; returns the exit code."""
    variables = {_DATABASE: os.environ[_DATABASE]} if _DATABASE in os.environ else {}
    with as_usage_error(InvalidSettings):
        settings = read_settings({"database": arguments.database}, variables)
        match arguments.action:
            case "backup":
                copy_to = admin.back_up(settings, arguments.file)
                with whole_file(arguments.file) as temporary:
                    copy_to(temporary)
                print(f"The games are in {arguments.file}.")
            case "migrate":
                before, after = admin.migrate(settings)
                if before == after:
                    print(f"The database is at step {after}, the latest.")
                else:
                    print(f"The database was at step {before or '0'} and is at {after}.")
            case _:
                return asyncio.run(_act(admin.open_existing(settings), arguments))
    return 0


async def _act(store: Store, arguments: Namespace) -> int:
    """Run an action on the logs of the store, and close it."""
    try:
        match arguments.action:
            case "list":
                async for log in admin.logs(store):
                    print(one_line(f"{log.id}  {log.changed[:19] or '-':19}  {_summary(log)}"))
            case "show":
                return await _show(store, arguments.id)
            case "export":
                with whole_file(arguments.out) as file:
                    return await _export(store, file, arguments.game)
            case "purge":
                return await _purge(store, arguments.older_than, is_sure=arguments.yes)
        return 0
    finally:
        await store.close()


def _summary(log: admin.StoredLog) -> str:
    if log.damage:
        return log.damage
    if log.game is None:
        return f"a room, {counted(len(log.appends), 'change')}"
    game = log.game.game
    if game.ending is None:
        status = f"{game.position.turn} to move"
    elif game.ending.winner is None:
        status = "a draw" if game.ending.result == "draw" else "called off"
    else:
        status = f"{game.ending.winner} won"
    players = " v ".join(_name(log.game.seat(mark)) for mark in Mark)
    return f"{game.rules}  {players}  {counted(len(game.moves), 'move')}  {status}"


def _name(seat: Seat) -> str:
    if isinstance(seat, Computer):
        return seat.player
    return f"human {seat.key[:_KEY_SHOWN]}" if isinstance(seat, Person) else "nobody"


async def _show(store: Store, id_: str) -> int:
    log = await admin.find(store, id_)
    print(one_line(_summary(log)))
    width = 0
    if log.game is not None:
        width = log.game.game.rules.width
        print(f"\n{draw(log.game.game.position)}\n")
    for event in log.events:
        print(one_line(f"{event.at[:19]}  {_describe(event, width)}"))
    return 1 if log.damage else 0


def _describe(event: Event | RoomEvent, width: int) -> str:
    """Return an event by its tag in the log, without what identifies a person."""
    text = str(event.__struct_config__.tag).replace("-", " ")
    if isinstance(event, Played) and width:
        return f"{text} {square_name(width, event.square)}"
    if isinstance(event, Undone):
        return f"{text} {event.plies}"
    if isinstance(event, Offered):
        text = f"{text} {event.kind.value}"
    side = getattr(event, "side", None)
    return f"{side.value} {text}" if isinstance(side, Mark) else text


async def _export(store: Store, path: Path, only: str | None) -> int:
    with path.open("w", encoding="ascii") as file:
        if only is not None:
            return _write_record(file, await admin.find(store, only))
        return max([_write_record(file, log) async for log in admin.logs(store)], default=0)


def _write_record(file: IO[str], log: admin.StoredLog) -> int:
    """Write the records of a game's log; returns 1 and prints the reason if it is damaged."""
    if log.damage:
        print(f"noughts: {one_line(f'{log.id}: {log.damage}')}", file=sys.stderr)
        return 1
    if log.game is not None:
        file.writelines(f"{record}\n" for record in records(log.events))
    return 0


async def _purge(store: Store, days: float, *, is_sure: bool) -> int:
    idle = await admin.idle_since(store, datetime.now(UTC) - timedelta(days=days))
    if not idle:
        print("There is nothing so old.")
        return 0
    if not is_sure and not _confirm(len(idle)):
        print("Nothing was deleted.")
        return 1
    print(f"{await admin.purge(store, idle)} deleted.")
    return 0


def _confirm(count: int) -> bool:
    try:
        answer = input(f"Delete {count} games and rooms for good? Type yes: ")
    except (EOFError, UnicodeDecodeError):
        print()
        return False
    return answer.strip().lower() == "yes"
