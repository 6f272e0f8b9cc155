"""`noughts play` and `join`: a game in the terminal, and a seat in one on a server."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress
from functools import partial
from random import Random

from noughts.cli import streams
from noughts.cli.parser import UsageError, as_usage_error, exclusive, thinking
from noughts.core import Mark, Rules
from noughts.core.errors import UnsupportedRules
from noughts.players import DEFAULT_LEVEL, Player, UnknownPlayer, check_supports, player
from noughts.terminal.console import Console, coming_back
from noughts.terminal.session import Table, play_session
from noughts.terminal.text import INPUTS, LONGEST_INDEXED_SIDE, by_name
from noughts.wording.language import gettext as _

_HUMAN = "human"

# Options that exclude each other: each with those it cannot be combined with.
_EXCLUSIONS = {
    "x": ("side", "level", "two"),
    "o": ("side", "level", "two"),
    "two": ("side", "level"),
    "position": ("first", "board"),
}


def run_play(arguments: Namespace) -> int:
    """Play games, on the full screen or line by line; returns the exit code."""
    for option, others in _EXCLUSIONS.items():
        for other in others:
            if getattr(arguments, option) is not None and getattr(arguments, other) is not None:
                raise UsageError(exclusive(f"--{option}", f"--{other}"))
    if (arguments.x is None) != (arguments.o is None):
        raise UsageError(_("--x and --o go together: name both players"))
    if arguments.level == _HUMAN:
        raise UsageError(_("two people on one screen play with --two"))
    if arguments.position is not None and arguments.position.is_over:
        raise UsageError(_("in this position the game is over"))
    rng = Random(arguments.seed)
    rules = arguments.position.rules if arguments.position else arguments.board or Rules()
    if arguments.input == "index" and max(rules.width, rules.height) > LONGEST_INDEXED_SIDE:
        longest = LONGEST_INDEXED_SIDE
        raise UsageError(_("index is for boards of up to {size}", size=f"{longest}x{longest}"))
    with as_usage_error(UnknownPlayer, UnsupportedRules):
        players = [_player(name, rules, rng) for name in _names(arguments)]
    console = streams.standard_console(redraws=not arguments.plain)
    side = None if arguments.two or arguments.x is not None else _drawn(arguments.side, rng)
    first = _drawn(arguments.first, rng)
    start = arguments.position or rules.start(first)
    seated = {side: None, side.other: players[0]} if side else dict(zip(Mark, players, strict=True))
    limit = thinking(rules, arguments.seconds)
    keeper = None
    if arguments.record is not None:
        from noughts.cli.records import Keeper  # paths and JSON take 6 ms

        keeper = Keeper(arguments.record)
    can_be_full = arguments.input is None and None in seated.values()
    code = 0
    if can_be_full and streams.is_full_screen_wanted(arguments):
        from noughts.screen.play import PlayScreen  # 200 ms

        code = PlayScreen(start, seated, limit, keeper).run()
    else:
        style = by_name(rules) if arguments.input is None else INPUTS[arguments.input](rules)
        table = Table(start, seated, style, limit, keeper, make=partial(_made, rng))
        with coming_back(console):
            play_session(table, console)
        if can_be_full and not (arguments.plain or streams.is_plain_here()):
            _mention_full_screen(console)
    return 1 if keeper is not None and keeper.has_failed else code


def _mention_full_screen(console: Console) -> None:
    """Say how to get the full screen, once and never again; `make play` gets it by itself."""
    from importlib.util import find_spec
    from pathlib import Path

    if os.environ.get("MAKELEVEL") or find_spec("textual") is not None:
        return
    states = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.local/state"
    with suppress(OSError, RuntimeError):  # it was said, or that cannot be remembered
        marker = Path(states).expanduser() / "noughts" / "full-screen-mentioned"
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch(exist_ok=False)
        command = 'pip install "noughts[screen]"'
        console.say(_("There's a full screen too, with a mouse: {command}", command=command))


def _names(arguments: Namespace) -> tuple[str, ...]:
    """Return the names of X and O, or only the name of the opponent if the sides are still open."""
    if arguments.two:
        return _HUMAN, _HUMAN
    if arguments.x is not None:
        return arguments.x, arguments.o
    return (arguments.level or DEFAULT_LEVEL,)


def _player(name: str, rules: Rules, rng: Random) -> Player | None:
    if name == _HUMAN:
        return None
    chosen = _made(rng, name)
    check_supports(chosen, rules)
    return chosen


def _made(rng: Random, name: str) -> Player:
    return player(name, rng.getrandbits(64))


def _drawn(side: str | None, rng: Random) -> Mark:
    return rng.choice((Mark.X, Mark.O)) if side == "random" else Mark(side or "x")


def run_join(arguments: Namespace) -> int:
    """Play on the full screen, or let a player play; returns the exit code."""
    from noughts.client import join  # 30 ms

    nothing_named = arguments.player is None and arguments.games is None
    if nothing_named and streams.is_full_screen_wanted(arguments):
        from noughts.screen.friend import FriendScreen  # 200 ms

        return FriendScreen(arguments.address).run()
    with as_usage_error(UnknownPlayer):
        chosen = player(arguments.player or DEFAULT_LEVEL)
    join(arguments.address, chosen, arguments.games or 1, partial(print, flush=True))
    return 0
