"""`noughts learn` and `puzzle`: lessons, and the only right move, here or on a sheet to print."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime
from itertools import dropwhile, repeat, starmap
from pathlib import Path
from random import Random

from noughts.cli.files import about, write_whole
from noughts.cli.parser import UsageError, as_usage_error
from noughts.cli.streams import is_full_screen_wanted, standard_console
from noughts.coach.lessons import SEEDS, Lesson
from noughts.coach.puzzle import Theme, random_puzzle
from noughts.coach.sheets import choose_puzzles, pages
from noughts.core import Rules
from noughts.core.errors import NotationError
from noughts.terminal.console import coming_back
from noughts.terminal.learn import pose_each, teach
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext
from noughts.wording.pictures.paper import svg_of
from noughts.wording.pictures.pdf import pdf_of

_PUZZLES = 6  # on a sheet, unless another number is asked for
_SHEETS = 1_000_000  # seeds, of which one is drawn for a sheet


def run_learn(arguments: Namespace) -> int:
    """Give the lessons from one on; returns the exit code."""
    first = Lesson(arguments.lesson)
    today = datetime.now(UTC).date().toordinal()
    seed = (today if arguments.seed is None else arguments.seed) % SEEDS
    if is_full_screen_wanted(arguments):
        from noughts.screen.learn import LessonScreen  # 200 ms

        return LessonScreen(first, seed).run()
    console = standard_console(redraws=not arguments.plain)
    with coming_back(console):
        teach(console, dropwhile(lambda lesson: lesson is not first, Lesson), seed)
    return 0


def run_puzzle(arguments: Namespace) -> int:
    """Pose puzzles, or write a sheet of them; returns the exit code."""
    level, rules = arguments.level, Rules.parse(arguments.board)
    theme = None if arguments.theme is None else Theme(arguments.theme)
    with as_usage_error(NotationError):
        if arguments.sheet is not None:
            return _write_sheet(arguments, theme, rules)
        if arguments.count is not None:
            raise UsageError(_("--count is for a --sheet"))
        rng = Random(arguments.seed)
        if is_full_screen_wanted(arguments):
            from noughts.screen.learn import PuzzleScreen, Wanted  # 200 ms

            return PuzzleScreen(Wanted(rules, theme, level), rng).run()
        console = standard_console(redraws=not arguments.plain)
        with coming_back(console):
            pose_each(console, starmap(random_puzzle, repeat((level, rng, theme, rules))))
    return 0


def _write_sheet(arguments: Namespace, theme: Theme | None, rules: Rules) -> int:
    """Write a sheet of the puzzles asked for, and say where it is."""
    path: Path | str = arguments.sheet
    is_svg = isinstance(path, Path) and path.suffix.lower() == ".svg"
    kind = ".svg" if is_svg else ".pdf"
    seed = Random().randrange(_SHEETS) if arguments.seed is None else arguments.seed
    count = arguments.count or _PUZZLES
    chosen = choose_puzzles(count, Random(seed), arguments.level, theme, rules)
    options = {name: getattr(arguments, name) for name in ("board", "theme", "level")}
    options |= {"count": count, "seed": seed}
    given = " ".join(f"--{name} {value}" for name, value in options.items() if value is not None)
    asked, answered = pages(chosen, note=f"noughts puzzle --sheet sheet{kind} {given}")
    written = ngettext("{count} puzzle", "{count} puzzles", count)
    if isinstance(path, str) or kind == ".pdf":
        write_whole(path, pdf_of([asked, answered], title=_("Puzzles")))
        answers_on = _("{file}: {puzzles}; the answers are on page 2", file=path, puzzles=written)
        print(f"{answers_on} (--seed {seed})", file=about(path))
    else:
        answers = path.with_name(f"{path.stem}-answers{path.suffix}")  # an SVG has one page
        write_whole(path, svg_of(asked))
        write_whole(answers, svg_of(answered))
        answered_in = _("{file}: the answers", file=answers)
        print(f"{path}: {written} (--seed {seed})\n{answered_in}")
    return 0
