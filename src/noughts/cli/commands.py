"""The table of commands: what each is for, with an example."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from noughts.cli.parser import Parser, Subparsers

GROUPS = {  # in the order of the help
    "play": "Play",
    "learn": "Learn",
    "analyse": "Analyse",
    "serve": "Serve",
    "research": "Research",
    "setup": "Set up",
}


class Command(NamedTuple):
    """A command: `noughts.cli.GROUP.MODULE` defines its `add_COMMAND(parser)`."""

    group: str
    module: str
    help: str
    example: str


COMMANDS = {
    "play": Command(
        "play", "play", "play in the terminal (the default command)", "noughts --level hard"
    ),
    "join": Command(
        "play",
        "join",
        "let a player take a seat in a game on a server",
        "noughts join http://localhost:8000/g/0123456789abcdef01234567",
    ),
    "replay": Command(
        "play", "replay", "show recorded games move by move", "noughts replay games.jsonl"
    ),
    "players": Command(
        "play", "players", "list the computer players and the levels", "noughts players 15x15:5"
    ),
    "rules": Command("play", "players", "print how the game is played", "noughts rules 15x15:5"),
    "puzzle": Command("learn", "puzzle", "find the one right move", "noughts puzzle --theme fork"),
    "hint": Command(
        "learn",
        "coach",
        "the best move of a position, with its reason",
        'noughts hint "x../.o./..x o 3"',
    ),
    "explain": Command(
        "learn",
        "coach",
        "what a move is worth, and why",
        'noughts explain "x../.o./..x o 3" c1',
    ),
    "review": Command(
        "learn", "coach", "review recorded games, move by move", "noughts review games.jsonl"
    ),
    "solve": Command(
        "analyse",
        "solve",
        "the exact value of a position and of each move",
        'noughts solve "x../.o./... x 3"',
    ),
    "draw": Command(
        "analyse",
        "solve",
        "a picture of a position, as SVG",
        'noughts draw "x../.o./... x 3" --values --out position.svg',
    ),
    "atlas": Command(
        "analyse", "atlas", "the proved values of many boards", "noughts atlas 6x6:4 7x7:5"
    ),
    "serve": Command(
        "serve",
        "serve",
        "play in the browser: start the web server",
        "noughts serve --port 8080",
    ),
    "admin": Command("serve", "admin", "look after the games of a server", "noughts admin list"),
    "match": Command(
        "research",
        "match",
        "let two players or engines play, and report the score",
        "noughts match perfect classic --games 20",
    ),
    "gomocup": Command(
        "research",
        "gomocup",
        "be an engine: the Gomocup protocol on standard input and output",
        "noughts gomocup --player strongest",
    ),
    "certify": Command(
        "research",
        "certify",
        "play every line against a player, and report the exact results",
        "noughts certify classic",
    ),
    "prove": Command(
        "research",
        "prove",
        "prove the value of a board of up to 128 squares",
        "noughts prove 6x6:5 --out 6x6-5.xz",
    ),
    "verify": Command(
        "research",
        "prove",
        "check certificates, the proofs of `prove --out`",
        "noughts verify 6x6-5.xz",
    ),
    "perft": Command(
        "research", "perft", "count all games of a board, ply by ply", "noughts perft 3x3:3"
    ),
    "doctor": Command(
        "setup", "doctor", "what is installed and how it is, and what to do", "noughts doctor"
    ),
    "completion": Command(
        "setup",
        "completion",
        "a script by which your shell completes commands and options",
        "noughts completion bash",
    ),
}


def add_command(subparsers: Subparsers, name: str) -> Parser:
    """Declare a command, and import only what that needs; raises MissingExtra."""
    command = COMMANDS[name]
    parser = subparsers.add_parser(name, help=command.help, epilog=f"Example: {command.example}")
    module = import_module(f"noughts.cli.{command.group}.{command.module}")
    getattr(module, f"add_{name}")(parser)
    return parser
