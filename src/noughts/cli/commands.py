"""The table of commands: what each takes and is for. Parsers, help and completion come from it.

A command `NAME` runs by `run_NAME` of its module, which is imported only then.
"""

from __future__ import annotations

import re
from argparse import Action, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import groupby
from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from noughts.cli.parser import Parser, Subparsers, number, readable, whole, writable_file
from noughts.core import Position, Rules
from noughts.core.errors import MissingExtra, NoughtsError
from noughts.core.notation import quote
from noughts.core.rules import LONGEST_SIDE

if TYPE_CHECKING:
    from noughts.atlas.families import AtlasBoard

T = TypeVar("T")
Declare: TypeAlias = Callable[[Parser], None]
Settings: TypeAlias = dict[str, Any]  # of an argument, for argparse

SHELLS = ("bash", "fish", "powershell", "tcsh", "zsh")
MATCH_SECONDS = 0.5  # a move, unless the nodes are limited

_SIDES = ("x", "o", "random")
_MOST_GAMES = 1_000  # of a series on a server
_MOST_WORKERS = 256
_MOST_MEGABYTES = 1 << 20

_INTRODUCTION = """\
usage: noughts [COMMAND] [OPTION ...]

Noughts and crosses. Without a command: play against the computer."""
_ENDING = """\
`noughts COMMAND --help` lists the options of a command, with an example.
`noughts --version` prints the version."""

# --- arguments of several commands

_seconds = number(float, float_info.min, float_info.max, "a limit is a number of seconds above 0")
_seed = number(whole, 0, 10**18 - 1, "a seed is a whole number from 0, of at most 18 digits")

_FLAG: Settings = {"action": "store_true"}
_JSON: Settings = {**_FLAG, "help": "print one JSON object"}
_PLAIN: Settings = {**_FLAG, "help": "lines of text, even where the full screen could open"}
_FILE: Settings = {"metavar": "FILE", "type": writable_file}
_BOARD: Settings = {"type": readable(Rules.parse)}
_SECONDS: Settings = {"metavar": "S", "type": _seconds}
_LIMIT: Settings = {"metavar": "SECONDS", "type": _seconds}
_SEED: Settings = {"type": _seed}


def _add_position(parser: Parser) -> None:
    """Add a position, or a board, which means its start."""

    def read(text: str) -> Position:
        return Rules.parse(text).start() if ":" in text else Position.parse(text)

    example = 'such as "x.o/.x./..o x 3", or a board as 3x3:3'
    parser.add_argument("position", type=readable(read), help=example)


def _add_records(parser: Parser) -> None:
    from pathlib import Path  # 4 ms that a game saves

    parser.add_argument("file", type=Path, help="a file of records, as --record writes it")


# --- the table


class Subcommand(NamedTuple):
    """A command: what it does, an example, the module that runs it, and what it takes."""

    group: str
    help: str
    example: str
    module: str
    declare: Declare


COMMANDS: dict[str, Subcommand] = {}  # by name, in the order of the help


def _command(group: str, module: str, example: str) -> Callable[[Declare], Declare]:
    """Put a command `NAME` into the table: `_NAME` says what it does and declares what it takes."""

    def add(declare: Declare) -> Declare:
        purpose = (declare.__doc__ or "").removesuffix(".")
        command = Subcommand(group, purpose[:1].lower() + purpose[1:], example, module, declare)
        COMMANDS[declare.__name__.removeprefix("_")] = command
        return declare

    return add


@_command("Play", "play", "noughts --level hard")
def _play(parser: Parser) -> None:
    """Play in the terminal (the default command)."""
    from noughts.players import DEFAULT_LEVEL
    from noughts.terminal.text import STYLES

    add = parser.add_argument
    add("--side", choices=_SIDES, help="your side (x)")
    add("--level", metavar="PLAYER", help=f"the opponent ({DEFAULT_LEVEL})")
    add("--against", metavar="PLAYER", help="the same as --level")
    add("--two", action="store_true", default=None, help="two people on one screen")
    add("--x", metavar="PLAYER", help="who plays X: a player, or human; with --o")
    add("--o", metavar="PLAYER", help="who plays O; with --x")
    add("--ask", action="store_true", default=None, help="instructions, then ask for your piece")
    add("--plain", **_PLAIN)
    add("--first", choices=_SIDES, help="who moves first (x)")
    add("--board", **_BOARD, metavar="WxH:K", help="the board (3x3:3)")
    add("--position", type=readable(Position.parse), metavar="TEXT", help="where to start from")
    add("--input", choices=tuple(STYLES), default="auto", help="how squares are typed (auto)")
    time = "the computer's time for a move where values are not proved (half a second)"
    add("--seconds", **_SECONDS, help=time)
    add("--seed", **_SEED, metavar="N", help="make random choices repeatable")
    add("--record", **_FILE, help="append each finished game to this file")


@_command("Play", "play", "noughts join http://localhost:8000/g/0123456789abcdef01234567")
def _join(parser: Parser) -> None:
    """Let a player take a seat in a game on a server."""
    from noughts.client import game_at
    from noughts.players import DEFAULT_LEVEL

    games = number(whole, 1, _MOST_GAMES, f"the number of games is from 1 to {_MOST_GAMES}")
    without = f"you play yourself, or {DEFAULT_LEVEL} where the full screen can't open"
    add = parser.add_argument
    add("address", type=readable(game_at), metavar="URL", help="the link of the game's page")
    add("--player", metavar="NAME", help=f"which player; without one {without}")
    add("--games", type=games, metavar="N", help="how many games of a series (1)")
    add("--plain", **_PLAIN)


@_command("Play", "replay", "noughts replay games.jsonl")
def _replay(parser: Parser) -> None:
    """Show recorded games move by move."""
    game = number(whole, 1, 10**9 - 1, "games are counted from 1")
    _add_records(parser)
    add = parser.add_argument
    add("--svg", **_FILE, help="write an animated picture of one game")
    add("--cast", **_FILE, help="write a recording of one game for asciinema")
    add("--game", type=game, metavar="N", help="which game, counted from 1 (the last)")
    add("--plain", **_PLAIN)


@_command("Play", "players", "noughts players 15x15:5")
def _players(parser: Parser) -> None:
    """List the computer players and the levels."""
    parser.add_argument("board", **_BOARD, nargs="?", default=Rules(), help="such as 5x5:4")


@_command("Play", "players", "noughts rules 15x15:5")
def _rules(parser: Parser) -> None:
    """Print how the game is played."""
    _players(parser)


@_command("Learn", "puzzle", "noughts learn fork")
def _learn(parser: Parser) -> None:
    """Take the seven lessons, one after another."""
    from noughts.coach.lessons import Lesson

    lessons = [lesson.value for lesson in Lesson]
    add = parser.add_argument
    add("lesson", nargs="?", choices=lessons, default=lessons[0], help="the first one (win)")
    add("--seed", **_SEED, metavar="N", help="choose the same positions again (those of the day)")
    add("--plain", **_PLAIN)


@_command("Learn", "puzzle", "noughts puzzle --theme fork")
def _puzzle(parser: Parser) -> None:
    """Find the one right move."""
    from noughts.coach.puzzle import BOARDS, LEVELS, Theme
    from noughts.coach.sheets import MOST_PUZZLES

    themes = [theme.value for theme in Theme]
    count = number(whole, 1, MOST_PUZZLES, f"a sheet has 1 to {MOST_PUZZLES} puzzles")
    add = parser.add_argument
    add("--level", choices=LEVELS, help="how hard (any)")
    add("--theme", choices=themes, help="what kind of puzzle (any)")
    add("--board", choices=list(map(str, BOARDS)), default="3x3:3", help="the board (3x3:3)")
    add("--seed", **_SEED, metavar="N", help="choose the same puzzles again")
    add("--sheet", **_FILE, help="write a printable sheet instead, .pdf or .svg")
    add("--count", type=count, metavar="N", help="puzzles on the sheet (6)")
    add("--plain", **_PLAIN)


@_command("Learn", "coach", 'noughts hint "x../.o./..x o 3"')
def _hint(parser: Parser) -> None:
    """Name the best move of a position, and why."""
    _add_position(parser)
    time = "the time to think where values are not proved (half a second)"
    parser.add_argument("--seconds", **_SECONDS, help=time)


@_command("Learn", "coach", 'noughts explain "x../.o./..x o 3" c1')
def _explain(parser: Parser) -> None:
    """Say what a move is worth, and why."""
    _add_position(parser)
    parser.add_argument("move", help="such as b2")


@_command("Learn", "coach", "noughts review games.jsonl")
def _review(parser: Parser) -> None:
    """Review recorded games, move by move."""
    _add_records(parser)
    parser.add_argument("--json", **_FLAG, help="print one JSON object per game")
    parser.add_argument("--plain", **_PLAIN)


@_command("Analyse", "solve", 'noughts solve "x../.o./... x 3"')
def _solve(parser: Parser) -> None:
    """Prove the value of a position and of each move."""
    _add_position(parser)
    parser.add_argument("--json", **_JSON)
    parser.add_argument("--limit", **_LIMIT, help="how long one proof may take")


@_command("Analyse", "solve", 'noughts draw "x../.o./... x 3" --values --out position.svg')
def _draw(parser: Parser) -> None:
    """Draw a position as SVG."""
    _add_position(parser)
    parser.add_argument("--values", **_FLAG, help="show the value of each free square")
    parser.add_argument("--out", **_FILE, required=True, help="the file to write")


@_command("Analyse", "atlas", "noughts atlas 6x6:4 7x7:5")
def _atlas(parser: Parser) -> None:
    """List the proved values of many boards."""
    from pathlib import Path

    def read(text: str) -> AtlasBoard:
        from noughts.atlas.families import AtlasBoard

        return AtlasBoard.parse(text)

    boards = "of any size, such as 9x4:4, 4xinfinite:4 or infinite:9 (all of the table)"
    parser.add_argument("boards", nargs="*", type=readable(read), metavar="BOARD", help=boards)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", **_FLAG, help="print one JSON object per board")
    what.add_argument("--markdown", **_FLAG, help="print the table in Markdown")
    what.add_argument("--verify", **_FLAG, help="check the certificates")
    what.add_argument("--picture", **_FILE, help="draw the boards as SVG")
    what.add_argument("--build", type=Path, metavar="FOLDER", help="prove the values again")
    add = parser.add_argument
    add("--folder", type=Path, metavar="FOLDER", help="where the table is (in the package)")
    add("--limit", **_LIMIT, help="how long one proof of --build may take")


@_command("Serve", "serve", "noughts serve --port 8080")
def _serve(parser: Parser) -> None:
    """Play in the browser: start the web server."""
    from noughts.server.settings import flags  # half a second

    for name, value, help_ in flags():
        parser.add_argument(f"--{name.replace('_', '-')}", metavar=value, help=help_)


@_command("Serve", "serve", "noughts admin list")
def _admin(parser: Parser) -> None:
    """Look after the games of a server."""
    actions: Subparsers = parser.add_subparsers(metavar="ACTION", dest="action", required=True)

    def action(name: str, help_: str) -> Parser:
        added = actions.add_parser(name, help=help_)
        added.set_defaults(parser=added)
        database = "the database of noughts serve (a file in your user-data folder)"
        added.add_argument("--database", metavar="URL", help=database)
        return added

    action("list", "list all games and rooms")
    show = action("show", "show a game and its events")
    show.add_argument("id", metavar="ID", help="the last part of its page's address")
    export = action("export", "write games as records, which noughts replay reads")
    export.add_argument("--game", metavar="ID", help="this game only")
    export.add_argument("--out", **_FILE, required=True, help="the file to write")
    purge = action("purge", "delete games and rooms left unchanged")
    days = number(float, 0.0, 36_500, "an age is a number of days from 0")
    age = "delete what has not changed for this many days"
    purge.add_argument("--older-than", metavar="DAYS", type=days, required=True, help=age)
    purge.add_argument("--yes", **_FLAG, help="do not ask")
    backup = action("backup", "copy the database, also while the server runs")
    backup.add_argument("file", **_FILE, help="the file to write")
    action("migrate", "upgrade the database to this version of noughts")


@_command("Research", "match", "noughts match perfect classic --games 20")
def _match(parser: Parser) -> None:
    """Let two players or engines play, and report the score."""
    nodes = _number_of("nodes", 10**12)
    several = "an engine that speaks the Gomocup protocol; may be repeated"
    time = f"seconds a move ({MATCH_SECONDS} unless --nodes is given); A,B gives each its own"
    openings = "plies of the random openings, or a file with a position a line"
    add = parser.add_argument
    add("player", nargs="*", help="one that `noughts players` lists; two with the engines")
    add("--engine", action="append", default=[], metavar="COMMAND", help=several)
    add("--board", **_BOARD, default=Rules(), metavar="WxH:K", help="the board (3x3:3)")
    add("--games", type=_even_games, default=100, metavar="N", help="an even number (100)")
    add("--seed", **_SEED, default=0, help="for the openings and the players (0)")
    add("--seconds", type=_each(_seconds), metavar="S", help=time)
    add("--nodes", type=_each(nodes), metavar="N", help="positions a move; A,B as above")
    add("--openings", type=_openings, metavar="N|FILE", help=openings)
    jobs = _number_of("jobs", _MOST_WORKERS)
    add("--jobs", type=jobs, default=1, metavar="N", help="games at a time, each in a process (1)")
    add("--records", **_FILE, help="append the games here")
    sprt = "stop once one of these differences is refuted"
    add("--sprt", type=_differences, metavar="ELO0,ELO1", help=sprt)
    add("--watch", **_FLAG, help="watch the games on the full screen meanwhile")
    add("--json", **_JSON)


def _number_of(what: str, most: int) -> Callable[[str], int]:
    return number(whole, 1, most, f"the number of {what} is 1 to {most:,}")


def _even_games(text: str) -> int:
    games = _number_of("games", 1_000_000)(text)
    if games % 2:
        raise ArgumentTypeError("the number of games is even: each opening is played by both sides")
    return games


def _each(read: Callable[[str], T]) -> Callable[[str], tuple[T, T]]:
    """Read one value for both players, or two with a comma between them."""

    def argument(text: str) -> tuple[T, T]:
        first, comma, second = text.partition(",")
        return read(first), read(second if comma else first)

    return argument


def _openings(text: str) -> int | tuple[Position, ...]:
    from pathlib import Path

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


def _differences(text: str) -> tuple[float, float]:
    low, _, high = text.partition(",")
    try:
        return float(low), float(high)
    except ValueError:
        raise ArgumentTypeError("an SPRT is two differences in Elo, such as 0,30") from None


@_command("Research", "players", "noughts gomocup --player strongest")
def _gomocup(parser: Parser) -> None:
    """Run as a Gomocup engine on standard input and output."""
    k = number(whole, 1, LONGEST_SIDE, f"the number in a row is 1 to {LONGEST_SIDE}")
    add = parser.add_argument
    add("--player", default="strongest", metavar="PLAYER", help="who plays (strongest)")
    add("--k", type=k, default=5, metavar="K", help="how many in a row win (5)")
    add("--seed", **_SEED, help="for the player's random choices")


@_command("Research", "match", "noughts certify classic")
def _certify(parser: Parser) -> None:
    """Play every line against a player, and report the exact results."""
    add = parser.add_argument
    add("player", help="a name that `noughts players` lists")
    add("--board", **_BOARD, default=Rules(), metavar="WxH:K", help="the board (3x3:3)")
    add("--json", **_JSON)


@_command("Research", "prove", "noughts prove 6x6:5 --out 6x6-5.xz")
def _prove(parser: Parser) -> None:
    """Prove the value of a board of up to 128 squares."""

    def read(text: str) -> Rules | Position:
        return Position.parse(text) if " " in text or "_" in text else Rules.parse(text)

    what = 'a board as 7x7:5, or a position as "x.o/.x./..o x 3"'
    workers = number(whole, 1, _MOST_WORKERS, f"workers are 1 to {_MOST_WORKERS}")
    shares = "processes that share the work (1)"
    dask = "the scheduler of a Dask cluster that shares the work, such as tcp://10.0.0.1:8786"
    add = parser.add_argument
    add("board", type=readable(read), metavar="BOARD", help=what)
    add("--limit", **_LIMIT, help="how long it may take")
    add("--seed", **_SEED, default=0, help="for the order of equal moves (0)")
    add("--memory", type=_megabytes, default=128, metavar="MB", help="size of the table (128)")
    shared = parser.add_mutually_exclusive_group()
    shared.add_argument("--workers", type=workers, default=1, metavar="N", help=shares)
    shared.add_argument("--dask", type=_address, metavar="ADDRESS", help=dask)
    add("--checkpoint", **_FILE, help="save progress here and resume")
    add("--out", **_FILE, help="write the certificate here")


def _megabytes(text: str) -> int:
    """Return the largest power of two up to a number of megabytes."""
    refusal = f"memory is 1 to {_MOST_MEGABYTES} megabytes"
    return 1 << number(whole, 1, _MOST_MEGABYTES, refusal)(text).bit_length() - 1


def _address(text: str) -> str:
    if not re.fullmatch(r"([a-z]+://)?[\w.:\[\]-]+:\d{1,5}", text):
        raise ArgumentTypeError("the address of a scheduler is like tcp://10.0.0.1:8786")
    return text


@_command("Research", "atlas", "noughts verify 6x6-5.xz")
def _verify(parser: Parser) -> None:
    """Check certificates, the proofs of `prove --out`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate")


@_command("Research", "solve", "noughts perft 3x3:3")
def _perft(parser: Parser) -> None:
    """Count all games of a board, ply by ply."""
    depth = number(whole, 0, 999, "a depth is a number of plies, from 0")
    parser.add_argument("board", **_BOARD, help="such as 3x3:3")
    parser.add_argument("depth", nargs="?", type=depth, help="the last ply to count")


@_command("Set up", "doctor", "noughts doctor")
def _doctor(parser: Parser) -> None:
    """Report what is installed and whether it works."""
    database = "the database to look at (that of noughts serve)"
    parser.add_argument("--database", metavar="URL", help=database)
    parser.add_argument("--json", **_JSON)


@_command("Set up", "commands", "noughts completion bash")
def _completion(parser: Parser) -> None:
    """Print a script that completes commands in your shell."""
    parser.add_argument("shell", choices=SHELLS, help="whose script to print")


# --- what is made of the table


def parser_of(name: str) -> Parser:
    """Return the parser of a command, which imports only what that needs; raises MissingExtra."""
    command = COMMANDS[name]
    parser = Parser(prog=f"noughts {name}", epilog=f"Example: {command.example}")
    parser.set_defaults(parser=parser)
    command.declare(parser)
    return parser


def run_command(name: str, arguments: Namespace) -> int:
    """Run a command; returns its exit code, raises UsageError and whatever it raises."""
    module = import_module(f"noughts.cli.{COMMANDS[name].module}")
    code: int = getattr(module, f"run_{name}")(arguments)
    return code


def run_completion(arguments: Namespace) -> int:
    """Print the script by which a shell completes commands, options and players."""
    from noughts.core.extras import extra
    from noughts.players import PLAYERS

    with extra("completion"):
        import shtab

    parser = Parser(prog="noughts")  # of a game, and of all commands whose libraries are installed
    COMMANDS["play"].declare(parser)
    subparsers: Subparsers = parser.add_subparsers()
    for name, command in COMMANDS.items():
        with suppress(MissingExtra):
            parts = [parser_of(name)]
            subparsers.add_parser(name, help=command.help, parents=parts, add_help=False)
    # The shell offers files, folders and players where an argument is one. Only here are players
    # choices: the commands refuse others in their own words.
    for action in _actions(parser):
        name = str(action.metavar or action.dest).upper()
        if name.endswith("FILE"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif name == "FOLDER":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif name == "PLAYER" or action.dest == "player":
            action.choices = list(PLAYERS)
    print(shtab.complete(parser, arguments.shell))
    return 0


def _actions(parser: Parser) -> Iterator[Action]:
    for action in parser._actions:
        yield action
        if isinstance(action.choices, dict):
            for part in action.choices.values():
                yield from _actions(part)


# --- the help of `noughts` as a whole, and what to say about what does not exist


def overview() -> str:
    """Return the commands in groups, each with the example of its first command."""
    groups = [_INTRODUCTION]
    for title, members in groupby(COMMANDS.items(), lambda item: item[1].group):
        commands = dict(members)
        example = next(iter(commands.values())).example
        lines = [f"  {name:10}  {command.help}" for name, command in commands.items()]
        groups.append("\n".join([f"{title}, for example: {example}", *lines]))
    return "\n\n".join([*groups, _ENDING]) + "\n"


def no_such(name: str) -> str:
    """Return the error for an unknown command, with the one that was probably meant."""
    near = _nearest(name, ("help", *COMMANDS))
    suggestion = f"did you mean {quote(near)}?" if near else "`noughts --help` lists them"
    return f"there is no command {quote(name)}; {suggestion}"


def unrecognized(arguments: Sequence[str], options: Iterable[str]) -> str:
    """Return the error for unknown arguments, with the option that was probably meant."""
    near = _nearest(arguments[0].partition("=")[0], options)
    suggestion = f"; did you mean {near}?" if near else ""
    return f"unrecognized arguments: {' '.join(arguments)}{suggestion}"


def _nearest(name: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches  # only after a mistake

    near = get_close_matches(name[:40], list(known), n=1)
    return near[0] if near else None
