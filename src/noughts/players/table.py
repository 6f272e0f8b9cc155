"""The table of players: a new player takes one file and one line here."""

from __future__ import annotations

from noughts.core.checks import as_type, check_type, seed_or_none, wrong_type
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
    check_name(name)
    return PLAYERS[name](seed_or_none(seed))


def check_name(name: str) -> None:
    """Raise UnknownPlayer or WrongType unless a player has this name."""
    check_type(name, str, "the name of a player")
    if name not in PLAYERS:
        raise UnknownPlayer(
            _(
                "there's no player {name} – there are {players}",
                name=quote(name),
                players=", ".join(PLAYERS),
            )
        )


def as_player(given: Player | str, seed: int | None = None, needs: str = "choose") -> Player:
    """Return a player, by its name in the table if need be; raises UnknownPlayer and WrongType."""
    if isinstance(given, str):
        return player(given, seed)
    lacking = [each for each in ("name", "supports", needs) if not hasattr(given, each)]
    if isinstance(given, type) or lacking:
        raise wrong_type(given, "Player or its name", "the player")
    return given


def levels(rules: Rules | str) -> tuple[str, ...]:
    """The levels offered on a board, weakest first.

    >>> levels(Rules(15, 15, 5))
    ('easy', 'medium', 'hard', 'strongest')
    """
    rules = as_type(rules, Rules, "the board")
    offered = LEVELS if player("perfect").supports(rules) else LEVELS_UNPROVED
    return tuple(name for name in offered if player(name).supports(rules))


def nearest_level(name: str, rules: Rules | str) -> str:
    """The level for a person whose player does not play a board: the highest for a level.

    >>> nearest_level("perfect", Rules(15, 15, 5))
    'strongest'
    """
    check_name(name)
    rules = as_type(rules, Rules, "the board")
    return levels(rules)[-1] if name in (*LEVELS, *LEVELS_UNPROVED) else DEFAULT_LEVEL


def players_of(rules: Rules | str) -> tuple[str, ...]:
    """The names of the players that play a board."""
    rules = as_type(rules, Rules, "the board")
    return tuple(name for name in PLAYERS if player(name).supports(rules))


def check_supports(player: Player | str, rules: Rules | str) -> None:
    """Raise UnsupportedRules, which names the players that play this board, unless it does."""
    player, rules = as_player(player), as_type(rules, Rules, "the board")
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
    """Return what a player does, in one line; raises UnknownPlayer.

    >>> describe("random")
    'moves anywhere, every free square equally likely'
    """
    return player(name).description
