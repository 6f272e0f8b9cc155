"""The table of players: a new player takes one file and one line here.

Some are made of others: mixtures, one for each kind of board, and the levels people choose from.
docs/players.md gives the strength of the levels. On boards of up to sixteen squares they are
mixtures, with exact odds. On larger ones easy and medium go by the look of each square, and hard
also searches ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from noughts.core import Move, Position, Rules
from noughts.core.checks import as_type, check_type, seed_or_none, wrong_type
from noughts.core.errors import N_, NoughtsError, UnsupportedRules
from noughts.core.notation import quote
from noughts.players.alert import Alert
from noughts.players.base import BasePlayer, Choice, Player, Policy, check_can_choose
from noughts.players.classic import Classic
from noughts.players.perfect import Perfect
from noughts.players.searcher import Instinct, Searcher
from noughts.players.uniform import Uniform
from noughts.solver import Limit, can_solve
from noughts.wording.language import gettext as _

HARD_NODES = 150
LEVELS = ("easy", "medium", "hard", "perfect")
LEVELS_UNPROVED = ("easy", "medium", "hard", "strongest")  # for boards without a proved value
DEFAULT_LEVEL = "medium"

_STANDARD = Rules()

Factory = Callable[[int | None], Player]


class Mixture:
    """Each move is the choice of one part, drawn in proportion to its weight."""

    def __init__(
        self, name: str, summary: str, seed: int | None, *weights: tuple[Factory, int]
    ) -> None:
        self.name = name
        self._summary = summary
        self._random = Random(seed)
        # Separate seeds: with the mixture's own, parts would repeat its draws.
        self._parts = tuple(
            (make(self._random.getrandbits(64)), weight) for make, weight in weights
        )
        self._total = sum(weight for _, weight in weights)
        # One ticket per unit of weight: whole numbers keep the draw as exact as the policy.
        self._tickets = tuple(part for part, weight in self._parts for _ in range(weight))

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    @property
    def description(self) -> str:
        """The summary and the share of each part."""
        shares = ", ".join(f"{part.name} {weight}/{self._total}" for part, weight in self._parts)
        return _("{summary}: {shares}", summary=_(self._summary), shares=shares)

    def supports(self, rules: Rules) -> bool:
        """True if all parts play the board."""
        rules = as_type(rules, Rules, "the board")
        return all(part.supports(rules) for part, _ in self._parts)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the choice of a part drawn by weight."""
        position = check_can_choose(self, position, limit)
        return self._random.choice(self._tickets).choose(position, limit)

    def policy(self, position: Position) -> Policy:
        """Return the weighted sum of the parts' policies."""
        from fractions import Fraction  # see base.py

        position = check_can_choose(self, position)
        sums: dict[Move, Fraction] = {}
        for part, weight in self._parts:
            for move, probability in part.policy(position).items():
                sums[move] = sums.get(move, Fraction(0)) + probability * weight
        return {move: sums[move] / self._total for move in sorted(sums)}


class ByBoard(BasePlayer):
    """Plays as the first of its players whose condition the board meets, else as the last.

    Each comes with what is said of it.
    """

    def __init__(self, name: str, *players: tuple[Callable[[Rules], bool], Player, str]) -> None:
        self.name = name
        self.description = players[0][2]
        self._players = players

    def supports(self, rules: Rules) -> bool:
        """True if the player for the board plays it."""
        rules = as_type(rules, Rules, "the board")
        return self._player(rules).supports(rules)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the choice of the player for the board."""
        position = check_can_choose(self, position, limit)
        return self._player(position.rules).choose(position, limit)

    def policy(self, position: Position) -> Policy:
        """Return the policy of the player for the board."""
        position = check_can_choose(self, position)
        return self._player(position.rules).policy(position)

    def _player(self, rules: Rules) -> Player:
        return self._part(rules)[0]

    def description_on(self, rules: Rules) -> str:
        """Return what it does on a board."""
        return self._part(rules)[1]

    def _part(self, rules: Rules) -> tuple[Player, str]:
        fitting = ((part, text) for is_met, part, text in self._players if is_met(rules))
        return next(fitting, self._players[-1][1:])


def easy(seed: int | None = None) -> ByBoard:
    """Return a player for a first game."""
    small = Mixture("easy", N_("often overlooks things"), seed, (Uniform, 2), (Alert, 1))
    summary = N_("likes squares near other marks, and overlooks much")
    return _level(small, Instinct(seed, care=0.6, sharpness=0.7), summary)


def medium(seed: int | None = None) -> ByBoard:
    """Return a player for a good game: beatable from either side, and varied."""
    summary = N_("looks one move ahead and slips now and then")
    small = Mixture("medium", summary, seed, (Alert, 5), (Classic, 4), (Uniform, 1))
    large = N_("takes squares that make or stop rows, without looking ahead")
    return _level(small, Instinct(seed, care=1.0, sharpness=2.0), large)


def hard(seed: int | None = None) -> ByBoard:
    """Return a player for those who know how to fork."""
    summary = N_("searches a little ahead and seldom slips")
    ahead, at_sight = partial(Searcher, nodes=HARD_NODES), partial(Instinct, sharpness=2.0)
    small = Mixture("hard", N_("seldom slips"), seed, (Perfect, 3), (Classic, 1))
    return _level(small, Mixture("hard", summary, seed, (ahead, 4), (at_sight, 1)), summary)


def _level(small: Mixture, large: Player, summary: str) -> ByBoard:
    """Return a level that plays as `large` on larger boards that the search takes."""
    text = small.description
    players = (can_solve, small, text), (large.supports, large, summary)
    return ByBoard(small.name, *players, (small.supports, small, text))


def strongest(seed: int | None = None) -> ByBoard:
    """Return perfect where the board's value is proved, else the search, else classic."""
    players = Perfect(seed), Searcher(seed), Classic(seed)
    text = N_("plays as perfect where the value of the board is proved, elsewhere searches ahead")
    return ByBoard("strongest", *((part.supports, part, text) for part in players))


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


class UnknownPlayer(NoughtsError, ValueError):
    """A name that is not in the table."""


def player(name: str, seed: int | None = None) -> Player:
    """Return a new player; without a seed it plays differently each time.

    Raises UnknownPlayer or WrongType.

    >>> from noughts import Position
    >>> player("classic").choose(Position.parse("xx./oo./... x 3")).move
    2
    """
    check_name(name)
    return PLAYERS[name](seed_or_none(seed))


def check_name(name: str, others: tuple[str, ...] = ()) -> None:
    """Raise UnknownPlayer or WrongType unless a player, or one of these others, has this name."""
    check_type(name, str, "the name of a player")
    names = (*PLAYERS, *others)
    if name in names:
        return
    from difflib import get_close_matches  # only after a mistake

    if near := get_close_matches(name[:40], names, n=1):
        raise UnknownPlayer(
            _("there's no player {name}; did you mean {near}?", name=quote(name), near=near[0])
        )
    raise UnknownPlayer(
        _(
            "there's no player {name} – there are {players}",
            name=quote(name),
            players=", ".join(names),
        )
    )


def as_player(given: Player | str, seed: int | None = None, needs: str = "choose") -> Player:
    """Return a player, by its name in the table if need be; raises UnknownPlayer and WrongType."""
    if isinstance(given, str):
        return player(given, seed)
    lacking = [name for name in ("name", "supports", needs) if not hasattr(given, name)]
    if isinstance(given, type) or lacking:
        raise wrong_type(given, "Player or its name", "the player")
    return given


def levels(rules: Rules | str) -> tuple[str, ...]:
    """Return the levels offered on a board, weakest first.

    >>> levels(Rules(15, 15, 5))
    ('easy', 'medium', 'hard', 'strongest')
    """
    rules = as_type(rules, Rules, "the board")
    offered = LEVELS if player("perfect").supports(rules) else LEVELS_UNPROVED
    return tuple(name for name in offered if player(name).supports(rules))


def nearest_level(name: str, rules: Rules | str) -> str:
    """Return the level for a person whose player does not play a board: the highest for a level.

    >>> nearest_level("perfect", Rules(15, 15, 5))
    'strongest'
    """
    check_name(name)
    rules = as_type(rules, Rules, "the board")
    return levels(rules)[-1] if name in (*LEVELS, *LEVELS_UNPROVED) else DEFAULT_LEVEL


def players_of(rules: Rules | str) -> tuple[str, ...]:
    """Return the names of the players that play a board."""
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


def describe(name: str, rules: Rules | str = _STANDARD) -> str:
    """Return what a player does on a board, in one line; raises UnknownPlayer and WrongType.

    >>> describe("random")
    'moves anywhere, every free square equally likely'
    >>> describe("hard", "8x8:5")
    'searches a little ahead and seldom slips'
    """
    chosen, rules = player(name), as_type(rules, Rules, "the board")
    if isinstance(chosen, ByBoard):
        return _(chosen.description_on(rules))
    return _(chosen.description)
