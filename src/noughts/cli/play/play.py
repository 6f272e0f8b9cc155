"""`noughts play`: a game in the terminal."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from noughts.cli.full_screen import add_plain, is_wanted, show
from noughts.cli.parser import (
    Parser,
    readable,
    seconds,
    seed,
    thinking,
    writable_file,
)
from noughts.cli.streams import standard_console
from noughts.core.errors import UnsupportedRules
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import DEFAULT_LEVEL, Player, UnknownPlayer, check_supports, player
from noughts.solver import Limit
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.questions import ask_side_and_first
from noughts.terminal.session import play_session
from noughts.terminal.styles import STYLES
from noughts.terminal.table import Table, seats_for

# Paths and JSON take 6 ms to import, so only recorded games import them.
if TYPE_CHECKING:
    from pathlib import Path

    from noughts.cli.records import Keeper

_HUMAN = "human"
_SIDES = ("x", "o", "random")

# Options that exclude each other: each with those it cannot be combined with.
_EXCLUSIONS = {
    "x": ("side", "against", "two", "ask"),
    "o": ("side", "against", "two", "ask"),
    "two": ("side", "against", "ask"),
    "ask": ("side", "first", "position"),
    "position": ("first", "board"),
}


def add_play(parser: Parser) -> None:
    """Declare the command."""
    _add_players(parser)
    _add_game(parser)
    parser.set_defaults(run=partial(_run, parser))


def _add_players(parser: Parser) -> None:
    add = parser.add_argument
    add("--side", choices=_SIDES, help="your side (x)")
    add("--against", "--level", metavar="PLAYER", help=f"the opponent ({DEFAULT_LEVEL})")
    add("--two", action="store_true", default=None, help="two people on one screen")
    add("--x", metavar="PLAYER", help="who plays X: a player, or human; with --o")
    add("--o", metavar="PLAYER", help="who plays O; with --x")
    add("--ask", action="store_true", default=None, help="instructions, then ask for your piece")
    add_plain(parser)


def _add_game(parser: Parser) -> None:
    add = parser.add_argument
    add("--first", choices=_SIDES, help="who moves first (x)")
    add("--board", type=readable(Rules.parse), metavar="WxH:K", help="the board (3x3:3)")
    add("--position", type=readable(Position.parse), metavar="TEXT", help="where to start from")
    add("--input", choices=tuple(STYLES), default="auto", help="how squares are typed (auto)")
    add(
        "--seconds",
        type=seconds,
        metavar="S",
        help="the computer's time for a move where values are not proved (half a second)",
    )
    add("--seed", type=seed, metavar="N", help="make random choices repeatable")
    add(
        "--record",
        type=writable_file,
        metavar="FILE",
        help="append each finished game to this file",
    )


def _run(parser: Parser, arguments: Namespace) -> int:
    _check(parser, arguments)
    rng = Random(arguments.seed)
    rules = arguments.position.rules if arguments.position else arguments.board or Rules()
    try:
        players = [_player(name, rules, rng) for name in _names(arguments)]
    except (UnknownPlayer, UnsupportedRules) as error:
        parser.error(str(error))
    console = standard_console(plain=arguments.plain, in_place=True)
    try:
        side, first = _side_and_first(arguments, rules, rng, console)
    except EndOfInput:
        console.say_goodbye()
        return 0
    start = arguments.position or rules.start(first)
    seated = dict(zip(Mark, players, strict=True)) if side is None else _facing(side, players[0])
    keeper = _keeper(arguments.record) if arguments.record else None
    code = 0
    if _is_plain(arguments, seated):
        play_session(_table(arguments, start, seated, keeper), console)
    else:
        code = _play_full_screen(start, seated, thinking(rules, arguments.seconds), keeper)
    return 1 if keeper is not None and keeper.has_failed else code


def _is_plain(arguments: Namespace, seated: Mapping[Mark, Player | None]) -> bool:
    """Whether to play line by line, as where squares are typed in another way, or nobody plays."""
    is_typed = arguments.input != "auto" or arguments.ask is not None
    return is_typed or None not in seated.values() or not is_wanted(arguments)


def _play_full_screen(
    start: Position,
    seated: Mapping[Mark, Player | None],
    limit: Limit | None,
    keeper: Keeper | None,
) -> int:
    from noughts.screen.play import PlayScreen, Settings  # noqa: PLC0415 - 200 ms

    return show(PlayScreen(Settings(start, seated, limit, keeper)))


def _check(parser: Parser, arguments: Namespace) -> None:
    """Reject contradictory or impossible options before the game."""
    for option, others in _EXCLUSIONS.items():
        for other in others:
            if getattr(arguments, option) is not None and getattr(arguments, other) is not None:
                parser.error(f"--{option} and --{other} exclude each other")
    if (arguments.x is None) != (arguments.o is None):
        parser.error("--x and --o go together: name both players")
    if arguments.against == _HUMAN:
        parser.error("two people on one screen play with --two")
    if arguments.position is not None and arguments.position.is_over:
        parser.error("in this position the game is over")


def _names(arguments: Namespace) -> tuple[str, ...]:
    """The names of X and O, or only the name of the opponent if the sides are still open."""
    if arguments.two:
        return _HUMAN, _HUMAN
    if arguments.x is not None:
        return arguments.x, arguments.o
    return (arguments.against or DEFAULT_LEVEL,)


def _facing(side: Mark, opponent: Player | None) -> dict[Mark, Player | None]:
    """A person on `side` and an opponent on the other."""
    return {side: None, side.other: opponent}


def _player(name: str, rules: Rules, rng: Random) -> Player | None:
    if name == _HUMAN:
        return None
    found = player(name, rng.getrandbits(64))
    check_supports(found, rules)
    return found


def _side_and_first(
    arguments: Namespace, rules: Rules, rng: Random, console: Console
) -> tuple[Mark | None, Mark]:
    """The side of the person, if there is only one, and who moves first."""
    if arguments.ask:
        return ask_side_and_first(console, rules, rng)
    one_person = not arguments.two and arguments.x is None
    side = _drawn(arguments.side, rng) if one_person else None
    return side, _drawn(arguments.first, rng)


def _drawn(side: str | None, rng: Random) -> Mark:
    return rng.choice((Mark.X, Mark.O)) if side == "random" else Mark(side or "x")


def _table(
    arguments: Namespace,
    start: Position,
    players: dict[Mark, Player | None],
    keeper: Keeper | None,
) -> Table:
    return Table(
        start=start,
        seats=seats_for(players),
        style=STYLES[arguments.input](start.rules),
        adviser=player("strongest", 0),
        thinking=thinking(start.rules, arguments.seconds),
        keep=keeper,
    )


def _keeper(file: Path) -> Keeper:
    from noughts.cli.records import Keeper  # noqa: PLC0415

    return Keeper(file)
