"""The table of commands: what each takes and is for. Parsers, help and completion are made of it.

A command `NAME` runs by `run_NAME` of its module, which is imported only then.
"""

from __future__ import annotations

import re
from argparse import SUPPRESS, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from noughts.cli.parser import (
    STANDARD,
    Parser,
    Subparsers,
    nearest,
    number,
    one_of,
    output,
    readable,
    readable_file,
    whole,
    writable_file,
)
from noughts.core import Position, Rules
from noughts.core.errors import N_
from noughts.core.notation import quote
from noughts.core.rules import LONGEST_SIDE
from noughts.wording.language import gettext as _

if TYPE_CHECKING:
    from pathlib import Path

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

PLAY, STUDY, PROVE, PROGRAMS, HOST = GROUPS = "Play", "Study", "Prove", "Programs", "Host"
_FOR_FEW = ""  # the group of commands that are not on the first page

_PURPOSE = """\
Noughts and crosses on any board: play, learn, and know what is proved.

usage: noughts [COMMAND] [OPTION ...]
       noughts help COMMAND

Without a command you play against the computer."""
_EXAMPLES = """\
examples:
  noughts --level hard
  noughts explain "x../.o./..x o 3" c1"""

# --- arguments of several commands

_seconds = number(float, float_info.min, float_info.max, N_("a number of seconds above 0"))
_seed = number(whole, 0, 10**18 - 1, N_("a seed is a whole number from 0, of at most 18 digits"))

_FLAG: Settings = {"action": "store_true"}
_JSON: Settings = {**_FLAG, "help": "print one JSON object"}
_PLAIN: Settings = {**_FLAG, "help": "lines of text, even where the full screen could open"}
_FILE: Settings = {"metavar": "FILE", "type": writable_file}
_BOARD: Settings = {"metavar": "BOARD", "type": readable(Rules.parse)}
_PLAYER: Settings = {"metavar": "PLAYER"}
_SECONDS: Settings = {"metavar": "SECONDS", "type": _seconds}
_SEED: Settings = {"metavar": "N", "type": _seed}


def _output(*endings: str) -> Settings:
    return {"metavar": "FILE", "type": output(*endings)}


def _choice(metavar: str, known: Sequence[str]) -> Settings:
    """Return the settings of an argument that is one of some words."""
    return {"metavar": metavar, "type": one_of(known), "choices": known}


def _add_position(parser: Parser) -> None:
    """Add a position, or a board, which means its start."""

    def read(text: str) -> Position:
        return Rules.parse(text).start() if ":" in text else Position.parse(text)

    example = 'such as "x.o/.x./..o x 3", or a board as 3x3:3'
    parser.add_argument("position", metavar="POSITION", type=readable(read), help=example)


def _add_records(parser: Parser) -> None:
    records = "a file of records, as --record writes it; - is standard input"
    parser.add_argument("file", metavar="FILE", type=readable_file, help=records)


# --- the table


class Subcommand(NamedTuple):
    """A command: its group, what it does, examples, the module that runs it, and what it takes."""

    group: str
    purpose: str
    examples: tuple[str, ...]
    module: str
    declare: Declare

    @property
    def summary(self) -> str:
        """The purpose as a row of a list."""
        return self.purpose[:1].lower() + self.purpose[1:].partition("\n")[0].removesuffix(".")


COMMANDS: dict[str, Subcommand] = {}  # by name, in the order of the help


def _command(group: str, module: str, *examples: str) -> Callable[[Declare], Declare]:
    """Put a command `NAME` into the table: `_NAME` says what it does and declares what it takes."""

    def add(declare: Declare) -> Declare:
        command = Subcommand(group, declare.__doc__ or "", examples, module, declare)
        COMMANDS[declare.__name__.removeprefix("_")] = command
        return declare

    return add


@_command(PLAY, "play", "noughts play --level hard", "noughts play --two --board 5x5:4")
def _play(parser: Parser) -> None:
    """Play against the computer, or two people on one screen."""
    from noughts.players import DEFAULT_LEVEL
    from noughts.terminal.text import INPUTS
    from noughts.wording.text import instructions

    parser.purpose += f"\n\n{instructions(Rules())}"
    add = parser.add_argument
    add("--side", **_choice("SIDE", _SIDES), help="your side: x, o or random (x)")
    add("--level", **_PLAYER, help=f"a level, or one of `noughts players` ({DEFAULT_LEVEL})")
    add("--two", action="store_true", default=None, help="two people on one screen")
    add("--x", **_PLAYER, help="who plays X: a player, or human; with --o")
    add("--o", **_PLAYER, help="who plays O; with --x")
    add("--first", **_choice("SIDE", _SIDES), help="who moves first: x, o or random (x)")
    add("--board", **_BOARD, help="the board, such as 5x5:4 (3x3:3)")
    where: Settings = {"metavar": "POSITION", "type": readable(Position.parse)}
    add("--position", **where, help='where to start from, such as "x../.o./... x 3"')
    inputs = "type squares as row-col or col-row, from 1, or index, from 0 (by name)"
    add("--input", **_choice("STYLE", list(INPUTS)), help=inputs)
    time = "the computer's time for a move where values are not proved (half a second)"
    add("--seconds", **_SECONDS, help=time)
    add("--seed", **_SEED, help="make random choices repeatable")
    add("--record", **_FILE, help="append each finished game to this file")
    add("--plain", **_PLAIN)


_LINK = "http://localhost:8000/g/0123456789abcdef01234567"


@_command(PLAY, "play", f"noughts join {_LINK}", f"noughts join {_LINK} --player hard")
def _join(parser: Parser) -> None:
    """Take a seat in a game on a server, or let a player take it."""
    from noughts.client import game_at
    from noughts.players import DEFAULT_LEVEL

    refusal = _("the number of games is from 1 to {most}", most=_MOST_GAMES)
    games = number(whole, 1, _MOST_GAMES, refusal)
    without = f"you play yourself, or {DEFAULT_LEVEL} where the full screen can't open"
    add = parser.add_argument
    add("address", type=readable(game_at), metavar="URL", help="the link of the game's page")
    add("--player", **_PLAYER, help=f"which player; without one {without}")
    add("--games", type=games, metavar="N", help="how many games of a series (1)")
    add("--plain", **_PLAIN)


@_command(PLAY, "replay", "noughts replay games.jsonl", "noughts replay games.jsonl --svg game.svg")
def _replay(parser: Parser) -> None:
    """Show recorded games move by move."""
    game = number(whole, 1, 10**9 - 1, N_("games are counted from 1"))
    _add_records(parser)
    add = parser.add_argument
    add("--game", type=game, metavar="N", help="which game, counted from 1 (the last)")
    add("--svg", **_output(".svg"), help="write an animated picture of one game")
    add("--cast", **_output(), help="write a recording of one game for asciinema")
    add("--plain", **_PLAIN)


@_command(STUDY, "puzzle", "noughts learn", "noughts learn fork")
def _learn(parser: Parser) -> None:
    """Take the seven lessons, one after another."""
    from noughts.coach.lessons import Lesson

    lessons = [lesson.value for lesson in Lesson]
    first = f"the first one: {', '.join(lessons)} ({lessons[0]})"
    add = parser.add_argument
    add("lesson", nargs="?", **_choice("LESSON", lessons), default=lessons[0], help=first)
    add("--seed", **_SEED, help="choose the same positions again (those of the day)")
    add("--plain", **_PLAIN)


@_command(STUDY, "puzzle", "noughts puzzle --theme fork", "noughts puzzle --sheet sheet.svg")
def _puzzle(parser: Parser) -> None:
    """Find the one right move, or print a sheet of such puzzles."""
    from noughts.coach.puzzle import BOARDS, LEVELS, Theme
    from noughts.coach.sheets import MOST_PUZZLES

    themes = [theme.value for theme in Theme]
    boards = [str(rules) for rules in BOARDS]
    refusal = _("a sheet has 1 to {most} puzzles", most=MOST_PUZZLES)
    count = number(whole, 1, MOST_PUZZLES, refusal)
    add = parser.add_argument
    add("--level", **_choice("LEVEL", LEVELS), help=f"how hard: {', '.join(LEVELS)} (any)")
    add("--theme", **_choice("THEME", themes), help=f"what kind: {', '.join(themes)} (any)")
    add("--board", **_choice("BOARD", boards), default="3x3:3", help=f"{', '.join(boards)} (3x3:3)")
    add("--seed", **_SEED, help="choose the same puzzles again")
    sheet = "write a printable sheet instead, .pdf or .svg"
    add("--sheet", **_output(".pdf", ".svg"), help=sheet)
    add("--count", type=count, metavar="N", help="puzzles on the sheet (6)")
    add("--plain", **_PLAIN)


@_command(
    STUDY,
    "menace",
    "noughts menace --opponent random --games 500",
    "noughts menace --games 100 --play --save machine.json",
)
def _menace(parser: Parser) -> None:
    """Train the machine of matchboxes, look into its boxes, or play it."""
    from noughts.menace.machine import MOST_CHANGE, MOST_FIRST
    from noughts.menace.training import MOST_GAMES

    def counts(number_of: int, low: int, high: int, refusal: str) -> Callable[[str], Any]:
        read = number(int, low, high, refusal)

        def argument(text: str) -> tuple[int, ...]:
            numbers = tuple(map(read, text.split(",")))
            if len(numbers) != number_of:
                raise ArgumentTypeError(_(refusal))
            return numbers

        return argument

    four = _("beads are four numbers from 1 to {most}, such as 4,3,2,1", most=MOST_FIRST)
    three = _("rewards are three numbers from -{most} to {most}, such as 3,1,-1", most=MOST_CHANGE)
    refusal = _("the number of games is from 0 to {most}", most=f"{MOST_GAMES:,}")
    games = number(whole, 0, MOST_GAMES, refusal)
    sides = ("x", "o")
    who = "a player, michie, or menace: another machine (random)"
    add = parser.add_argument
    add("--opponent", **_PLAYER, help=who)
    add("--games", type=games, metavar="N", help="how many it plays (220)")
    add("--seed", **_SEED, help="make the draws repeatable")
    add("--side", **_choice("SIDE", sides), help="its side, x or o (x)")
    beads = "of each kind in new boxes, by move (4,3,2,1)"
    add("--beads", type=counts(4, 1, MOST_FIRST, four), metavar="N,N,N,N", help=beads)
    rewards = "beads for a win, a draw and a loss (3,1,-1)"
    add(
        "--rewards",
        type=counts(3, -MOST_CHANGE, MOST_CHANGE, three),
        metavar="N,N,N",
        help=rewards,
    )
    every = "beads for every free square, also for those that are alike"
    add("--every-square", **_FLAG, help=every)
    add("--load", type=readable_file, metavar="FILE", help="go on with a saved machine")
    add("--save", **_FILE, help="save the machine")
    what = parser.add_mutually_exclusive_group()
    where: Settings = {"metavar": "POSITION", "type": readable(Position.parse)}
    what.add_argument("--box", **where, help="show the box for a position")
    what.add_argument("--play", **_FLAG, help="play it; it learns from each game")
    sheets = "write its boxes to print, .pdf or .svg"
    what.add_argument("--sheets", **_output(".pdf", ".svg"), help=sheets)
    what.add_argument("--json", **_JSON)


_FORK = '"x../.o./..x o 3"'


@_command(STUDY, "coach", f"noughts explain {_FORK}", f"noughts explain {_FORK} c1")
def _explain(parser: Parser) -> None:
    """Say what a move is worth, and why; without one, which move is best."""
    _add_position(parser)
    parser.add_argument("move", metavar="MOVE", nargs="?", help="such as b2 (the best one)")
    time = "how long to think where values are not proved (half a second; 10 for MOVE)"
    parser.add_argument("--seconds", **_SECONDS, help=time)


@_command(STUDY, "coach", "noughts review games.jsonl", "noughts review games.jsonl --json")
def _review(parser: Parser) -> None:
    """Say what each move of recorded games was worth, and why."""
    _add_records(parser)
    parser.add_argument("--json", **_FLAG, help="print one JSON object per game")
    parser.add_argument("--plain", **_PLAIN)


@_command(PROVE, "solve", 'noughts solve "x../.o./... x 3"', "noughts solve 6x6:4 --json")
def _solve(parser: Parser) -> None:
    """Tell what is proved of a position and of each move."""
    _add_position(parser)
    parser.add_argument("--limit", **_SECONDS, help="how long it may take (about 1)")
    parser.add_argument("--json", **_JSON)


@_command(PROVE, "prove", "noughts prove 6x6:5 --out 6x6-5.xz", "noughts prove 8x8:5 --workers 4")
def _prove(parser: Parser) -> None:
    """Prove the value of a board or a position, with a certificate."""

    def read(text: str) -> Rules | Position:
        return Position.parse(text) if " " in text or "_" in text else Rules.parse(text)

    what = 'such as "x.o/.x./..o x 3", or a board of up to 128 squares as 7x7:5'
    refusal = _("workers are 1 to {most}", most=_MOST_WORKERS)
    workers = number(whole, 1, _MOST_WORKERS, refusal)
    shares = "processes that share the work (1)"
    dask = "the scheduler of a Dask cluster that shares the work, such as tcp://10.0.0.1:8786"
    add = parser.add_argument
    add("board", type=readable(read), metavar="POSITION", help=what)
    add("--limit", **_SECONDS, help="how long it may take")
    add("--out", **_output(), help="write the certificate here")
    add("--verbose", **_FLAG, help="tell the figures of the search at its end")
    add("--seed", **_SEED, default=0, help="for the order of equal moves (0)")
    add("--memory", type=_megabytes, default=128, metavar="MB", help="size of the table (128)")
    shared = parser.add_mutually_exclusive_group()
    shared.add_argument("--workers", type=workers, default=1, metavar="N", help=shares)
    shared.add_argument("--dask", type=_address, metavar="ADDRESS", help=dask)
    add("--checkpoint", **_FILE, help="save progress here and resume")


def _megabytes(text: str) -> int:
    """Return the largest power of two up to a number of megabytes."""
    refusal = _("memory is 1 to {most} megabytes", most=_MOST_MEGABYTES)
    return 1 << number(whole, 1, _MOST_MEGABYTES, refusal)(text).bit_length() - 1


def _address(text: str) -> str:
    if not re.fullmatch(r"([a-z]+://)?[\w.:\[\]-]+:\d{1,5}", text):
        raise ArgumentTypeError(_("the address of a scheduler is like tcp://10.0.0.1:8786"))
    return text


@_command(PROVE, "verify", "noughts verify 6x6-5.xz", "noughts verify -")
def _verify(parser: Parser) -> None:
    """Check certificates, the proofs that `noughts prove --out` writes."""
    files = "a certificate; - is standard input"
    parser.add_argument("files", nargs="+", metavar="FILE", type=readable_file, help=files)


@_command(PROVE, "atlas", "noughts atlas 6x6:4 7x7:5", "noughts atlas --picture atlas.svg")
def _atlas(parser: Parser) -> None:
    """List the proved values of many boards."""

    def read(text: str) -> AtlasBoard:
        from noughts.atlas.families import AtlasBoard

        return AtlasBoard.parse(text)

    boards = "of any size, such as 9x4:4, 4xinfinite:4 or infinite:9 (all of the table)"
    parser.add_argument("boards", nargs="*", type=readable(read), metavar="BOARD", help=boards)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", **_FLAG, help="print one JSON object per board")
    what.add_argument("--verify", **_FLAG, help="check the certificates")
    what.add_argument("--picture", **_output(".svg"), help="draw the boards")


@_command(
    PROVE,
    "solve",
    'noughts draw "x../.o./... x 3" --out position.svg',
    'noughts draw "x../.o./... x 3" --values --out -',
)
def _draw(parser: Parser) -> None:
    """Draw a position as SVG."""
    _add_position(parser)
    parser.add_argument("--values", **_FLAG, help="show the value of each free square")
    out = "the file to write (standard output)"
    parser.add_argument("--out", **_output(".svg"), default=STANDARD, help=out)


@_command(PROGRAMS, "players", "noughts players", "noughts players 15x15:5")
def _players(parser: Parser) -> None:
    """List the computer players and the levels."""
    parser.add_argument("board", **_BOARD, nargs="?", default=Rules(), help="such as 5x5:4 (3x3:3)")


@_command(
    PROGRAMS,
    "match",
    "noughts match perfect classic --games 20",
    'noughts match hard --engine "./my-engine" --board 15x15:5',
)
def _match(parser: Parser) -> None:
    """Let two players or engines play, and report the score."""
    most = 10**12
    nodes = number(whole, 1, most, _("the number of nodes is 1 to {most}", most=f"{most:,}"))
    several = "an engine that speaks the Gomocup protocol; may be repeated"
    time = f"seconds a move ({MATCH_SECONDS} unless --nodes is given); A,B gives each its own"
    openings = "plies of the random openings, or a file with a position a line"
    add = parser.add_argument
    add("player", nargs="*", **_PLAYER, help="one that `noughts players` lists")
    add("--engine", action="append", default=[], metavar="COMMAND", help=several)
    add("--board", **_BOARD, default=Rules(), help="the board (3x3:3)")
    add("--games", type=_even_games, default=100, metavar="N", help="an even number (100)")
    add("--seed", **_SEED, default=0, help="for the openings and the players (0)")
    add("--seconds", type=_each(_seconds), metavar="SECONDS", help=time)
    add("--nodes", type=_each(nodes), metavar="N", help="positions a move; A,B as above")
    add("--openings", type=_openings, metavar="N|FILE", help=openings)
    refusal = _("the number of jobs is 1 to {most}", most=_MOST_WORKERS)
    jobs = number(whole, 1, _MOST_WORKERS, refusal)
    add("--jobs", type=jobs, default=1, metavar="N", help="games at a time, each in a process (1)")
    add("--records", **_output(), help="append the games here")
    sprt = "stop once one of these differences is refuted"
    add("--sprt", type=_differences, metavar="ELO,ELO", help=sprt)
    add("--watch", **_FLAG, help="watch the games on the full screen meanwhile")
    add("--json", **_JSON)


def _even_games(text: str) -> int:
    most = 1_000_000
    refusal = _("the number of games is from 1 to {most}", most=f"{most:,}")
    games = number(whole, 1, most, refusal)(text)
    if games % 2:
        reason = _("the number of games is even: each opening is played by both sides")
        raise ArgumentTypeError(reason)
    return games


def _each(read: Callable[[str], T]) -> Callable[[str], tuple[T, T]]:
    """Read one value for both players, or two with a comma between them."""

    def argument(text: str) -> tuple[T, T]:
        first, comma, second = text.partition(",")
        return read(first), read(second if comma else first)

    return argument


def _openings(text: str) -> int | Path | str:
    return int(text[:4]) if text.isascii() and text.isdigit() else readable_file(text)


def _differences(text: str) -> tuple[float, float]:
    low, _comma, high = text.partition(",")
    try:
        return float(low), float(high)
    except ValueError:
        problem = _("an SPRT is two differences in Elo, such as 0,30")
        raise ArgumentTypeError(problem) from None


@_command(PROGRAMS, "match", "noughts certify classic", "noughts certify hard --json")
def _certify(parser: Parser) -> None:
    """Play every line against a player, and report the exact results."""
    add = parser.add_argument
    add("player", **_PLAYER, help="one that `noughts players` lists")
    add("--board", **_BOARD, default=Rules(), help="the board (3x3:3)")
    add("--json", **_JSON)


@_command(PROGRAMS, "grade", "noughts grade tictactoe.py", "noughts grade game.py --json")
def _grade(parser: Parser) -> None:
    """Say what is wrong with a program for this game."""
    from noughts.grader.notation import Layout, Squares
    from noughts.grader.shapes import SHAPES, Role, Strength

    roles = {name: part.role for shape in SHAPES for part in shape.parts for name in part.names}
    roles |= {role.value: role for role in Role}

    def function(text: str) -> tuple[Role, str]:
        role, _sign, name = text.partition("=")
        if not name.isidentifier():
            raise ArgumentTypeError(_("a function is ROLE=NAME, such as winner=who_won"))
        return roles[one_of(roles)(role)], name

    shapes = [shape.name for shape in SHAPES]
    strengths, layouts, squares = (
        [known.value for known in kind] for kind in (Strength, Layout, Squares)
    )
    asked = f"what is asked of its computer: {', '.join(strengths)} (alert for cpuMove)"
    named = "a function that has another name, such as winner=who_won; may be repeated"
    refusal = _("memory is 64 to {most} megabytes", most=_MOST_MEGABYTES)
    memory = number(whole, 64, _MOST_MEGABYTES, refusal)
    add = parser.add_argument
    add("file", type=readable_file, metavar="FILE", help="a Python program")
    add("--shape", **_choice("SHAPE", shapes), help=f"its kind: {', '.join(shapes)}")
    add(
        "--function",
        type=function,
        action="append",
        default=[],
        metavar="ROLE=NAME",
        help=named,
    )
    add("--only", action="append", default=[], metavar="NAME", help="only the function NAME")
    add("--strength", **_choice("STRENGTH", strengths), help=asked)
    boards = f"how it has boards: {', '.join(layouts)}"
    add("--board", **_choice("BOARD", layouts), dest="layout", help=boards)
    add("--squares", **_choice("SQUARES", squares), help=f"its squares: {', '.join(squares)}")
    add("--marks", type=_marks, metavar="X,O", help="its marks, such as x,o or 1,-1")
    empty = "its empty squares, such as - or None"
    add("--empty", type=_cell, default=SUPPRESS, metavar="TEXT", help=empty)
    add("--seconds", **_SECONDS, help="how long one call may take (10)")
    add("--memory", type=memory, default=1_024, metavar="MB", help="how much it may need (1024)")
    add("--json", **_JSON)


def _marks(text: str) -> tuple[object, object]:
    x, comma, o = text.partition(",")
    if not comma or x == o:
        raise ArgumentTypeError(_("marks are two, such as x,o or 1,-1"))
    return _cell(x), _cell(o)


def _cell(text: str) -> object:
    """Return what stands in a square: None, a whole number, or text."""
    if text == "None":
        return None
    return int(text) if re.fullmatch(r"-?\d{1,3}", text) else text


@_command(HOST, "serve", "noughts serve --port 8080", "noughts serve --host 0.0.0.0")
def _serve(parser: Parser) -> None:
    """Start the web server, to play in the browser."""
    from noughts.server.settings import flags  # half a second

    for name, value, help_ in flags():
        parser.add_argument(f"--{name.replace('_', '-')}", metavar=value, help=help_)


@_command(HOST, "serve", "noughts admin list", "noughts admin backup games.backup")
def _admin(parser: Parser) -> None:
    """Look after the games of a server."""
    actions: Subparsers = parser.add_subparsers(metavar="ACTION", dest="action", required=True)

    def action(name: str, purpose: str, *examples: str) -> Parser:
        summary = purpose[:1].lower() + purpose[1:].removesuffix(".")
        commands = [f"noughts admin {name}{example}" for example in examples]
        added = actions.add_parser(name, help=summary, purpose=purpose, examples=commands)
        added.set_defaults(parser=added)
        database = "the database of noughts serve (a file in your user-data folder)"
        added.add_argument("--database", metavar="URL", help=database)
        return added

    elsewhere = " --database sqlite:///games.db"
    action("list", "List all games and rooms.", "", elsewhere)
    show = action("show", "Show a game and its events.", " ID", f" ID{elsewhere}")
    show.add_argument("id", metavar="ID", help="the last part of its page's address")
    export = action(
        "export",
        "Write games as records, which noughts replay reads.",
        " --out games.jsonl",
        " --game ID --out game.jsonl",
    )
    export.add_argument("--game", metavar="ID", help="this game only")
    export.add_argument("--out", **_FILE, required=True, help="the file to write")
    purge = action(
        "purge",
        "Delete games and rooms left unchanged.",
        " --older-than 365",
        " --older-than 30 --yes",
    )
    days = number(float, 0.0, 36_500, N_("an age is a number of days from 0"))
    age = "delete what has not changed for this many days"
    purge.add_argument("--older-than", metavar="DAYS", type=days, required=True, help=age)
    purge.add_argument("--yes", **_FLAG, help="do not ask")
    copies = " games.backup", f" games.backup{elsewhere}"
    backup = action("backup", "Copy the database, also while the server runs.", *copies)
    backup.add_argument("file", **_FILE, help="the file to write")
    migrate = "Upgrade the database to this version of noughts."
    action("migrate", migrate, "", elsewhere)


@_command(HOST, "doctor", "noughts doctor", "noughts doctor --json")
def _doctor(parser: Parser) -> None:
    """Report what is installed and whether it works."""
    database = "the database to look at (that of noughts serve)"
    parser.add_argument("--database", metavar="URL", help=database)
    parser.add_argument("--json", **_JSON)


@_command(HOST, "completion", "noughts completion bash", "noughts completion zsh")
def _completion(parser: Parser) -> None:
    """Print a script that completes commands in your shell."""
    shells = f"whose script to print: {', '.join(SHELLS)}"
    parser.add_argument("shell", **_choice("SHELL", SHELLS), help=shells)


@_command(_FOR_FEW, "players", "noughts gomocup", "noughts gomocup --player hard --k 4")
def _gomocup(parser: Parser) -> None:
    """Run as a Gomocup engine on standard input and output."""
    refusal = _("the number in a row is 1 to {most}", most=LONGEST_SIDE)
    k = number(whole, 1, LONGEST_SIDE, refusal)
    add = parser.add_argument
    add("--player", **_PLAYER, default="strongest", help="who plays (strongest)")
    add("--k", type=k, default=5, metavar="N", help="how many in a row win (5)")
    add("--seed", **_SEED, help="for the player's random choices")


@_command(_FOR_FEW, "solve", "noughts perft 3x3:3", "noughts perft 4x4:4 8")
def _perft(parser: Parser) -> None:
    """Count all games of a board, ply by ply."""
    depth = number(whole, 0, 999, N_("a depth is a number of plies, from 0"))
    parser.add_argument("board", **_BOARD, help="such as 3x3:3")
    parser.add_argument("depth", metavar="N", nargs="?", type=depth, help="the last ply to count")


# --- what is made of the table


def parser_of(name: str) -> Parser:
    """Return the parser of a command, which imports only what that needs; raises MissingExtra."""
    command = COMMANDS[name]
    purpose, examples = command.purpose, command.examples
    parser = Parser(prog=f"noughts {name}", purpose=purpose, examples=examples)
    parser.set_defaults(parser=parser)
    command.declare(parser)
    return parser


def run_command(name: str, arguments: Namespace) -> int:
    """Run a command; returns its exit code, raises UsageError and whatever it raises."""
    module = import_module(f"noughts.cli.{COMMANDS[name].module}")
    code: int = getattr(module, f"run_{name}")(arguments)
    return code


# --- the help of `noughts` as a whole, and what to say about what does not exist


def overview() -> str:
    """Return the commands in groups, between what the program is for and examples."""
    groups = []
    for group in GROUPS:
        members = [
            f"  {name:10}  {command.summary}"
            for name, command in COMMANDS.items()
            if command.group == group
        ]
        groups.append("\n".join([f"{group}:", *members]))
    return "\n\n".join([_PURPOSE, *groups, _EXAMPLES]) + "\n"


def no_such(name: str) -> str:
    """Return the error for an unknown command, with the one that was probably meant."""
    near = nearest(name, ("help", *COMMANDS))
    if near is None:
        return _("there is no command {name}; `noughts --help` lists them", name=quote(name))
    return _("there is no command {name}; did you mean {near}?", name=quote(name), near=quote(near))


def unrecognized(arguments: Sequence[str], options: Iterable[str]) -> str:
    """Return the error for unknown arguments, with the option that was probably meant."""
    near = nearest(arguments[0].partition("=")[0], list(options))
    unknown = " ".join(arguments)
    if near is None:
        return _("unknown: {arguments}", arguments=unknown)
    return _("unknown: {arguments}; did you mean {near}?", arguments=unknown, near=near)


def unquoted(position: str) -> str:
    """Return the error for a position that the shell took apart."""
    return _("put a position into quotes: {position}", position=f'"{position}"')
