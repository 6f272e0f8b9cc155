"""`noughts replay`: recorded games, move by move, or one of them as a film."""

from __future__ import annotations

from argparse import Namespace

from noughts.cli.files import write_whole
from noughts.cli.parser import STANDARD, UsageError, exclusive
from noughts.cli.records import use_each_record, walk_through
from noughts.cli.streams import is_full_screen_wanted, standard_console
from noughts.core.record import Record
from noughts.terminal.replay import cast, show_record
from noughts.wording.language import gettext as _
from noughts.wording.pictures.animation import animate


def run_replay(arguments: Namespace) -> int:
    """Show all games, or one; returns the exit code."""
    is_film = arguments.svg is not None or arguments.cast is not None
    if arguments.svg == arguments.cast == STANDARD:
        raise UsageError(exclusive("--svg -", "--cast -"))
    if arguments.game is None and not is_film:
        if is_full_screen_wanted(arguments):
            return walk_through(arguments.file)
        return use_each_record(arguments.file, _show)
    games = dict[int, Record]()
    code = use_each_record(arguments.file, games.__setitem__)
    if not games:
        return code
    number = len(games) if arguments.game is None else arguments.game
    if number not in games:
        problem = _("there is no game {number} in {file}", number=number, file=arguments.file)
        raise UsageError(problem)
    if not is_film:
        _show(1, games[number])
    if arguments.svg is not None:
        write_whole(arguments.svg, animate(games[number].game))
    if arguments.cast is not None:
        write_whole(arguments.cast, cast(games[number]))
    return code


def _show(number: int, record: Record) -> None:
    console = standard_console()
    if number > 1:
        console.say("\n" + "=" * 40 + "\n")
    show_record(console, record)
