"""The options of the environments, read in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from noughts.core.checks import check_type
from noughts.core.grammar import listing
from noughts.core.mark import Mark
from noughts.core.notation import quote
from noughts.core.rules import Rules
from noughts.players import Player, check_supports, player
from noughts.rl.errors import InvalidOption

SEATS = {"x": Mark.X, "o": Mark.O, "random": None}


def read_rules(rules: Rules | str) -> Rules:
    """The rules, also from a text such as `4x4:3`; raises what `Rules.parse` raises."""
    read = Rules.parse(rules) if isinstance(rules, str) else rules
    check_type(read, Rules, "the board")
    return read


def read_seat(seat: str) -> Mark | None:
    """The agent's mark, or None for a random one each episode; raises InvalidOption."""
    check_option("seat", seat, SEATS)
    return SEATS[seat]


def read_opponent(name: str | None, rules: Rules, seat: str) -> Callable[[int], Player] | None:
    """The function that makes the opponent from a seed; None for no opponent.

    Raises UnknownPlayer, UnsupportedRules, and InvalidOption if the agent may be O on a board where
    X wins with the first move.
    """
    if name is None:
        return None
    if seat != "x" and (rules.k == 1 or rules.size == 1):
        raise InvalidOption(f"on {rules} the first move ends the game: the seat must be x")
    check_supports(player(name), rules)
    return partial(player, name)


def check_option(name: str, value: str, values: Iterable[str]) -> None:
    """Raise InvalidOption unless the value is one of these."""
    if value not in tuple(values):
        raise InvalidOption(f"{name} is {listing(values, 'or')}, not {quote(str(value))}")
