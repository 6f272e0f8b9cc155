"""Prove the values of the atlas again, and print its table for the page that shows it.

`python -m tools.build_atlas FOLDER [BOARD ...]` proves boards one after another, and keeps the
table in the folder up to date; `--markdown` prints the table as docs/reference/boards.md has it,
and `--answers` writes those of certificates that plain Python doesn't read in a page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from noughts.atlas import table
from noughts.atlas.answers import answers_file, answers_name
from noughts.atlas.strategy import IN_A_PAGE, every_answer
from noughts.cli.atlas import cells_of, heads, row
from noughts.cli.files import write_whole
from noughts.core import Rules
from noughts.solver import Limit
from noughts.views.proof import BOARDS


def build(folder: Path, boards: Iterable[Rules], limit: Limit) -> None:
    """Prove boards; one that is not proved within the limit is `unknown` in the table."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / table.TABLE
    known = table.read_table(folder) if path.exists() else ()
    entries = {entry.rules: entry for entry in known}
    print(row(heads()))
    for rules in boards:
        entry, packed = table.build(rules, limit)
        print(row(cells_of(entry)), flush=True)
        if packed:
            write_whole(folder / table.proof_name(rules), packed)
        entries[rules] = entry
        in_order = sorted(entries.values(), key=lambda entry: table.order(entry.rules))
        write_whole(path, "".join(f"{entry}\n" for entry in in_order))


def build_answers(folder: Path) -> None:
    """Write the answers of certificates that people play against and a page is too slow to read."""
    for rules in map(Rules.parse, BOARDS):
        entry = table.find_entry(rules)
        if entry is not None and not IN_A_PAGE.allows(entry):
            write_whole(folder / answers_name(rules), answers_file(every_answer(rules)))


def markdown(entries: Iterable[table.Entry]) -> str:
    """Return the table in Markdown."""
    head, *others = (f"| {' | '.join(cells)} |" for cells in (heads(), *map(cells_of, entries)))
    return "\n".join([head, "|---|---|--:|--:|--:|--:|---|", *others])


def main(arguments: Sequence[str]) -> int:
    """Do what is asked; returns the exit code."""
    parser = argparse.ArgumentParser(description="Prove the values of the atlas again.")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("boards", nargs="*", type=Rules.parse)
    parser.add_argument("--limit", type=float, help="seconds that one proof may take")
    parser.add_argument("--markdown", action="store_true", help="print the package's table")
    parser.add_argument("--answers", action="store_true", help="write files of answers instead")
    chosen = parser.parse_intermixed_args(arguments)
    if chosen.markdown:
        print(markdown(table.read_table()))
    elif chosen.folder is None:
        parser.error("name a folder")
    elif chosen.answers:
        build_answers(chosen.folder)
    else:
        # Without names, all that `prove` settles within minutes.
        boards = [table.wide(rules) for rules in chosen.boards] or table.boards_to_build()
        build(chosen.folder, boards, Limit(seconds=chosen.limit))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
