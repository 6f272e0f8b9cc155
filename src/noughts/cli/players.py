"""`noughts rules` and `noughts players`: how a game is played, and who plays it."""

from __future__ import annotations

from argparse import Namespace

from noughts.players import DEFAULT_LEVEL, PLAYERS, describe, levels, player
from noughts.wording.text import instructions, title


def run_rules(arguments: Namespace) -> int:
    """Print how the game is played."""
    print(f"{title(arguments.board)}.\n\n{instructions(arguments.board)}")
    return 0


def run_players(arguments: Namespace) -> int:
    """List the levels and the players."""
    rules = arguments.board
    named = (f"{each} (the default)" if each == DEFAULT_LEVEL else each for each in levels(rules))
    print(f"Levels on {rules}: {', '.join(named)}.\n")
    for name in PLAYERS:
        absent = "" if player(name).supports(rules) else f" (not on {rules})"
        print(f"{name:11}{describe(name)}{absent}")
    return 0
