"""The table of players: a new player takes one file and one line here."""

from __future__ import annotations

from noughts.core.checks import check_type, whole
from noughts.core.errors import NoughtsError, UnsupportedRules
from noughts.core.notation import quote
from noughts.core.rules import Rules
from noughts.players.alert import Alert
from noughts.players.base import Player
from noughts.players.classic import Classic
from noughts.players.mixtures import Factory, easy, hard, medium, strongest
from noughts.players.perfect import Perfect
from noughts.players.uniform import Uniform
from noughts.wording.language import gettext as _

PLAYERS: dict[str, Factory] = {
    "random": Uniform,
    "alert": Alert,
    "classic": Classic,
    "perfect": Perfect,
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "strongest": strongest,
}

LEVELS = ("easy", "medium", "hard", "perfect")
LEVELS_UNPROVED = ("easy", "medium", "hard", "strongest")  # for boards without a proved value
DEFAULT_LEVEL = "medium"


class UnknownPlayer(NoughtsError, ValueError):
    """A name that is not in the table."""


def player(name: str, seed: int | None = None) -> Player:
    """A new player; without a seed it plays differently each time.

    Raises UnknownPlayer or WrongType.

    >>> from noughts import Position
    >>> player("classic").choose(Position.parse("xx./oo./... x 3")).move
    2
    """
    check_type(name, str, "the name of a player")
    if name not in PLAYERS:
        raise UnknownPlayer(
            _(
                "there's no player {name} – there are {players}",
                name=quote(name),
                players=", ".join(PLAYERS),
            )
        )
    return PLAYERS[name](None if seed is None else whole(seed, "the seed"))


def levels(rules: Rules) -> tuple[str, ...]:
    """The levels offered on a board, weakest first.

    >>> levels(Rules(15, 15, 5))
    ('easy', 'medium', 'hard', 'strongest')
    """
    offered = LEVELS if player("perfect").supports(rules) else LEVELS_UNPROVED
    return tuple(name for name in offered if player(name).supports(rules))


def nearest_level(name: str, rules: Rules) -> str:
    """The level for somebody whose player does not play a board: the highest for a level.

    >>> nearest_level("perfect", Rules(15, 15, 5))
    'strongest'
    """
    return levels(rules)[-1] if name in (*LEVELS, *LEVELS_UNPROVED) else DEFAULT_LEVEL


def players_of(rules: Rules) -> tuple[str, ...]:
    """The names of the players that play a board."""
    return tuple(name for name in PLAYERS if player(name).supports(rules))


def check_supports(player: Player, rules: Rules) -> None:
    """Raise UnsupportedRules, which names the players that play this board, unless it does."""
    if not player.supports(rules):
        raise UnsupportedRules(
            _(
                "{player} doesn't play {board}, but these do: {others}",
                player=player.name,
                board=rules,
                others=", ".join(players_of(rules)),
            )
        )


def describe(name: str) -> str:
    """What a player does, in one line; raises UnknownPlayer.

    >>> describe("random")
    'moves anywhere, every free square equally likely'
    """
    return player(name).description
