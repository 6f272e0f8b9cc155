"""`noughts serve` and `join`: the web server, and a seat in a game on one."""

from __future__ import annotations

import os
from argparse import Namespace
from functools import partial

from noughts.cli.parser import as_usage_error
from noughts.cli.streams import is_full_screen_wanted, show_full_screen
from noughts.players import DEFAULT_LEVEL, UnknownPlayer, player


def run_serve(arguments: Namespace) -> int:
    """Serve until the server is stopped."""
    from noughts.server.server import serve  # half a second, and an extra
    from noughts.server.settings import InvalidSettings, read_settings

    with as_usage_error(InvalidSettings):
        serve(read_settings(vars(arguments), os.environ), partial(print, flush=True))
    return 0


def run_join(arguments: Namespace) -> int:
    """Play on the full screen, or let a player play; returns the exit code."""
    from noughts.client import join  # of which the server has no use

    nothing_named = arguments.player is None and arguments.games is None
    if nothing_named and is_full_screen_wanted(arguments):
        from noughts.screen.friend import FriendScreen  # 200 ms

        return show_full_screen(FriendScreen(arguments.address))
    with as_usage_error(UnknownPlayer):
        chosen = player(arguments.player or DEFAULT_LEVEL)
    join(arguments.address, chosen, arguments.games or 1, partial(print, flush=True))
    return 0
