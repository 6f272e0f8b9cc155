"""`noughts match`: games between two players or engines, and what the score says."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from noughts.cli.full_screen import INTERRUPTED, can_open
from noughts.cli.parser import Parser, readable, seconds, seed, writable_file
from noughts.core.errors import IllegalAction, NotationError, NoughtsError, UnsupportedRules
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.players import UnknownPlayer
from noughts.solver import Limit

# The arena takes 10 ms to import, so only this command imports it.
if TYPE_CHECKING:
    from noughts.arena import Contender, Pair, Plan, Sprt, Tally
    from noughts.cli.records import Keeper
    from noughts.core.position import Position

T = TypeVar("T")

_SECONDS = 0.5  # a move, unless the nodes are limited
_MOST_GAMES = 1_000_000
_MOST_JOBS = 256
_MOST_NODES = 10**12


def add_match(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument(
        "player", nargs="*", help="one that `noughts players` lists; two with the engines"
    )
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="COMMAND",
        help="an engine that speaks the Gomocup protocol; may be repeated",
    )
    parser.add_argument(
        "--board", type=readable(Rules.parse), default=Rules(), metavar="WxH:K", help="(3x3:3)"
    )
    parser.add_argument("--games", type=_games, default=100, metavar="N", help="even (100)")
    parser.add_argument("--seed", type=seed, default=0, help="for everything random (0)")
    _add_limits(parser)
    _add_course(parser)
    parser.add_argument(
        "--watch", action="store_true", help="watch the games on the full screen meanwhile"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=partial(_run, parser))


def _add_limits(parser: Parser) -> None:
    """The options for how long a move may take."""
    parser.add_argument(
        "--seconds",
        type=_each(seconds),
        metavar="S",
        help=f"a move ({_SECONDS} unless --nodes is given); A,B gives each its own",
    )
    parser.add_argument(
        "--nodes",
        type=_each(partial(_number, "nodes", _MOST_NODES)),
        metavar="N",
        help="a move; A,B gives each its own",
    )


def _add_course(parser: Parser) -> None:
    """The options for how the match goes on, and when it ends."""
    parser.add_argument(
        "--openings",
        type=_openings,
        metavar="N|FILE",
        help="plies of the random openings, or a file with a position a line",
    )
    parser.add_argument(
        "--jobs",
        type=partial(_number, "jobs", _MOST_JOBS),
        default=1,
        metavar="N",
        help="games at a time, each in a process (1)",
    )
    parser.add_argument(
        "--records", type=writable_file, metavar="FILE", help="append the games here"
    )
    parser.add_argument(
        "--sprt",
        type=_differences,
        metavar="ELO0,ELO1",
        help="stop once one of these differences is refuted",
    )


def _number(name: str, most: int, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and 1 <= int(text) <= most):
        raise ArgumentTypeError(f"the number of {name} is 1 to {most:,}")
    return int(text)


def _games(text: str) -> int:
    games = _number("games", _MOST_GAMES, text)
    if games % 2:
        raise ArgumentTypeError("the number of games is even: each opening is played by both sides")
    return games


def _each(read: Callable[[str], T]) -> Callable[[str], tuple[T, T]]:
    """Read one value for both contenders, or two with a comma between them."""

    def argument(text: str) -> tuple[T, T]:
        first, comma, second = text.partition(",")
        return read(first), read(second if comma else first)

    return argument


def _differences(text: str) -> tuple[float, float]:
    low, _, high = text.partition(",")
    try:
        return float(low), float(high)
    except ValueError:
        raise ArgumentTypeError("an SPRT is two differences in Elo, such as 0,30") from None


def _openings(text: str) -> int | tuple[Position, ...]:
    from noughts.core.position import Position  # noqa: PLC0415

    if text.isascii() and text.isdigit():
        return int(text[:4])
    try:
        lines = Path(text).read_text(encoding="utf-8").split("\n")
        starts = tuple(Position.parse(line.strip()) for line in lines if line.strip())
    except (OSError, UnicodeDecodeError, NoughtsError) as error:
        raise ArgumentTypeError(f"{text}: {getattr(error, 'strerror', error)}") from None
    if not starts or any(start.is_over for start in starts):
        raise ArgumentTypeError(f"{text} has no position, or one in which the game is over")
    return starts


def _run(parser: Parser, arguments: Namespace) -> int:
    from noughts.cli.records import Keeper  # noqa: PLC0415
    from noughts.cli.research.match_report import as_json, as_text  # noqa: PLC0415
    from noughts.cli.research.watch import watch  # noqa: PLC0415

    plan, sprt = _plan(parser, arguments), _sprt(parser, arguments)
    if arguments.watch and not can_open():
        parser.error('--watch needs an interactive terminal, and pip install "noughts[screen]"')
    keeper = None if arguments.records is None else Keeper(arguments.records)
    play = watch if arguments.watch else _play
    tally, code = play(plan, _pairs(plan, keeper, arguments), arguments.games, sprt)
    report = as_json if arguments.json else as_text
    print(report(plan, tally, sprt))
    return 1 if keeper is not None and keeper.has_failed else code


def _pairs(plan: Plan, keeper: Keeper | None, arguments: Namespace) -> Generator[Pair, None, None]:
    """The pairs of the match, whose games are recorded."""
    from noughts.arena import play_pairs  # noqa: PLC0415

    with closing(play_pairs(plan, arguments.games // 2, arguments.jobs)) as pairs:
        yield from _kept(pairs, plan, keeper)


def _play(
    plan: Plan,  # noqa: ARG001 - what watching needs
    pairs: Generator[Pair, None, None],
    games: int,
    sprt: Sprt | None,
) -> tuple[Tally, int]:
    """Play the match; returns the tally at its end, and the exit code."""
    from noughts.arena import Stopped, Tally  # noqa: PLC0415

    tally = Tally()
    try:
        with closing(pairs), closing(_tallies(pairs, sprt, games)) as tallies:
            for tally in tallies:
                if sprt is not None and sprt.accepted(tally.pairs) is not None:
                    break
    except Stopped as error:
        print(f"noughts: {error}; the score so far:", file=sys.stderr)
        return tally, 1
    except KeyboardInterrupt:
        print("noughts: interrupted; the score so far:", file=sys.stderr)
        return tally, INTERRUPTED
    return tally, 0


def _tallies(pairs: Iterator[Pair], sprt: Sprt | None, games: int) -> Generator[Tally, None, None]:
    """The tally after each pair, which is shown."""
    from noughts.arena import Tally  # noqa: PLC0415
    from noughts.cli.research.match_report import figures  # noqa: PLC0415
    from noughts.cli.research.progress import shown  # noqa: PLC0415

    tally = Tally()
    with shown(in_pipe=False) as show:
        for pair in pairs:
            tally = tally.add(pair)
            show(partial(figures, tally, games, sprt))
            yield tally


def _kept(pairs: Iterator[Pair], plan: Plan, keeper: Keeper | None) -> Iterator[Pair]:
    """The pairs, whose games are appended to the records."""
    from noughts.cli.research.watch import names_of  # noqa: PLC0415

    for pair in pairs:
        now = datetime.now(UTC)
        for played, mark in zip(pair.games, pair.firsts, strict=True):
            if keeper is not None:
                keeper(Record.played(played.game, names_of(plan, mark), None, now))
        yield pair


def _sprt(parser: Parser, arguments: Namespace) -> Sprt | None:
    from noughts.arena import Sprt  # noqa: PLC0415

    try:
        return None if arguments.sprt is None else Sprt(*arguments.sprt)
    except NoughtsError as error:
        parser.error(str(error))


def _plan(parser: Parser, arguments: Namespace) -> Plan:
    from noughts.arena import Plan  # noqa: PLC0415

    if len(arguments.player) + len(arguments.engine) != 2:
        parser.error("a match is between two: players, engines (--engine), or one of each")
    openings = arguments.openings
    plies, starts = (openings, ()) if isinstance(openings, int) else (None, openings or ())
    if any(start.rules != arguments.board for start in starts):
        parser.error(f"not every opening is on {arguments.board}")
    contenders = _contenders(parser, arguments)
    plan = Plan(contenders, arguments.board, arguments.seed, plies, starts)
    try:
        plan.opening(0)
        for contender in contenders:
            contender.check(arguments.board)
    except (IllegalAction, UnknownPlayer, UnsupportedRules) as error:
        parser.error(str(error))
    return plan


def _contenders(parser: Parser, arguments: Namespace) -> tuple[Contender, Contender]:
    from noughts.arena import Contender  # noqa: PLC0415

    limits = iter(_limits(arguments))
    try:
        first, second = (
            *(Contender.named(name, next(limits)) for name in arguments.player),
            *(Contender.engine(command, next(limits)) for command in arguments.engine),
        )
    except NotationError as error:
        parser.error(str(error))
    if first.name == second.name:
        second = Contender(f"{second.name} (2)", second.make, second.limit)
    return first, second


def _limits(arguments: Namespace) -> list[Limit]:
    nodes = arguments.nodes or (None, None)
    times = arguments.seconds or ((None, None) if arguments.nodes else (_SECONDS, _SECONDS))
    return [Limit(*limit) for limit in zip(times, nodes, strict=True)]
