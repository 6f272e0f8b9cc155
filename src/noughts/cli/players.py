"""`noughts players` and `gomocup`: who plays, here and for managers of tournaments."""

from __future__ import annotations

import sys
from argparse import Namespace

from noughts import __version__
from noughts.cli.parser import as_usage_error, one_line
from noughts.cli.streams import standard_console
from noughts.players import DEFAULT_LEVEL, PLAYERS, UnknownPlayer, describe, levels, player
from noughts.wording.language import gettext as _

_LONGEST_LINE = 4_096  # bytes of a command of Gomocup's; the rest of a longer one is dropped


def run_players(arguments: Namespace) -> int:
    """List the levels and the players."""
    rules = arguments.board
    named = (
        _("{level} (the default)", level=level) if level == DEFAULT_LEVEL else level
        for level in levels(rules)
    )
    console = standard_console()
    offered = ", ".join(named)
    console.say(_("Levels on {board}: {levels}.", board=rules, levels=offered) + "\n")
    for name in PLAYERS:
        description = describe(name, rules)
        if not player(name).supports(rules):
            words = {"description": description, "board": rules}
            description = _("{description} (not on {board})", **words)
        console.say(f"  {name:11}{description}")
    return 0


def run_gomocup(arguments: Namespace) -> int:
    """Answer a manager of tournaments until a command ends the session."""
    from noughts.engine.session import Session  # 9 ms that a list saves

    with as_usage_error(UnknownPlayer):
        chosen = player(arguments.player, arguments.seed)
    session = Session(chosen, __version__, arguments.k)
    source = sys.stdin.buffer
    while not session.is_over and (line := source.readline(_LONGEST_LINE)):
        rest = line
        while len(rest) == _LONGEST_LINE and not rest.endswith(b"\n"):
            rest = source.readline(_LONGEST_LINE)
        for answer in session.answers(line.decode("utf-8", "replace")):
            print(one_line(answer), flush=True)
    return 0
