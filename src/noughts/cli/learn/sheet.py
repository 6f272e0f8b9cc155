"""`noughts puzzle --sheet`: puzzles to print, and their answers on a second page."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from noughts.cli.files import write_whole, write_whole_bytes
from noughts.cli.parser import Parser
from noughts.coach.puzzle import Theme
from noughts.coach.sheets import MOST_PUZZLES, Page, choose_puzzles, pages, pdf_of, svg_of
from noughts.core.errors import NotationError
from noughts.core.extras import require_extra
from noughts.core.rules import Rules
from noughts.language import gettext as _

_PUZZLES = 6  # unless another number is asked for
_SEEDS = 1_000_000  # of which one is drawn


def number_of_puzzles(text: str) -> int:
    """Parse how many puzzles a sheet has; raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_PUZZLES):
        raise argparse.ArgumentTypeError(f"a sheet has 1 to {MOST_PUZZLES} puzzles")
    return int(text)


def write_sheet(parser: Parser, arguments: argparse.Namespace) -> int:
    """Write a sheet of the puzzles asked for, and say where it is."""
    path: Path = arguments.sheet
    kind = path.suffix.lower()
    if kind not in (".pdf", ".svg"):
        parser.error("a sheet is a file whose name ends in .pdf or .svg")
    if kind == ".pdf":
        require_extra("print", "fpdf")
    seed = Random().randrange(_SEEDS) if arguments.seed is None else arguments.seed
    count = arguments.count or _PUZZLES
    theme = None if arguments.theme is None else Theme(arguments.theme)
    rules = Rules.parse(arguments.board)
    try:
        chosen = choose_puzzles(count, Random(seed), arguments.level, theme, rules)
    except NotationError as error:
        parser.error(str(error))
    asked, answered = pages(chosen, note=_command(arguments, count, seed))
    written = "1 puzzle" if count == 1 else f"{count} puzzles"
    if kind == ".pdf":
        write_whole_bytes(path, pdf_of([asked, answered], title=_("Puzzles")))
        print(f"{path}: {written}, and their answers on page 2 (--seed {seed})")
    else:
        _write_pictures(path, asked, answered)
        print(f"{path}: {written} (--seed {seed})\n{_beside(path)}: their answers")
    return 0


def _write_pictures(path: Path, asked: Page, answered: Page) -> None:
    write_whole(path, svg_of(asked))
    write_whole(_beside(path), svg_of(answered))


def _beside(path: Path) -> Path:
    """Where the answers are: an SVG has one page."""
    return path.with_name(f"{path.stem}-answers{path.suffix}")


def _command(arguments: argparse.Namespace, count: int, seed: int) -> str:
    """The command that makes this sheet again."""
    options = {
        "board": arguments.board,
        "theme": arguments.theme,
        "level": arguments.level,
        "count": count,
        "seed": seed,
    }
    given = " ".join(f"--{name} {value}" for name, value in options.items() if value is not None)
    return f"noughts puzzle --sheet sheet{arguments.sheet.suffix.lower()} {given}"
