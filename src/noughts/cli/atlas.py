"""`noughts atlas`: the proved values of boards."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.cli.files import write_whole, write_whole_bytes
from noughts.cli.parser import Parser, Subparsers, one_line, readable, seconds, writable_file
from noughts.core.errors import NotationError
from noughts.core.rules import Rules

# The atlas takes 30 ms to import, so only this command imports it.
if TYPE_CHECKING:
    from noughts.atlas import Entry

_COLUMNS = ("board", "value", "positions", "bytes", "nodes", "seconds", "sha256")
_WIDTHS = (-7, -8, 10, 8, 11, 9, 18)
_HASH_SHOWN = 16  # of 64 characters; --json shows them all


def add_atlas(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("atlas", help="the proved values of many boards")
    parser.add_argument(
        "boards", nargs="*", type=readable(Rules.parse), metavar="BOARD", help="(all of them)"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="print one JSON object per board")
    what.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    what.add_argument("--verify", action="store_true", help="check the certificates")
    what.add_argument("--picture", type=writable_file, metavar="FILE", help="draw an SVG heat map")
    what.add_argument("--build", type=Path, metavar="FOLDER", help="prove the values again")
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="where the table is (in the package)"
    )
    parser.add_argument(
        "--limit", type=seconds, metavar="SECONDS", help="how long one proof of --build may take"
    )
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: Parser, arguments: Namespace) -> int:
    from noughts.atlas import PROOFS, boards, picture, read_table, wide  # noqa: PLC0415

    if arguments.limit is not None and arguments.build is None:
        parser.error("--limit is for --build")
    if arguments.folder is not None and arguments.build is not None:
        parser.error("--folder is not for --build, which has a folder of its own")
    wanted = [wide(rules) for rules in arguments.boards]
    if arguments.build is not None:
        return _build(arguments.build, wanted or boards(), arguments.limit)
    folder = arguments.folder or PROOFS
    entries = _chosen(parser, read_table(folder), wanted)
    if arguments.verify:
        return _verify(entries, folder)
    if arguments.picture is not None:
        write_whole(arguments.picture, picture(entries))
    elif arguments.json:
        print(*entries, sep="\n")
    else:
        print(*(_markdown if arguments.markdown else _table)(entries), sep="\n")
    return 0


def _chosen(parser: Parser, entries: Sequence[Entry], wanted: Sequence[Rules]) -> Sequence[Entry]:
    found = {entry.rules: entry for entry in entries}
    for rules in wanted:
        if rules not in found:
            parser.error(f"{rules} is not in the atlas; noughts prove {rules} may find its value")
    return [found[rules] for rules in wanted] or entries


def _table(entries: Iterable[Entry]) -> Iterator[str]:
    yield _row(_COLUMNS)
    yield from (_row(_cells(entry)) for entry in entries)


def _row(cells: Sequence[str]) -> str:
    return "".join(
        cell.rjust(width) if width > 0 else cell.ljust(-width)
        for cell, width in zip(cells, _WIDTHS, strict=True)
    ).rstrip()


def _markdown(entries: Iterable[Entry]) -> Iterator[str]:
    yield f"| {' | '.join(_COLUMNS)} |"
    yield "|---|---|--:|--:|--:|--:|---|"
    yield from (f"| {' | '.join(_cells(entry))} |" for entry in entries)


def _cells(entry: Entry) -> tuple[str, ...]:
    board, proof = str(entry.rules), entry.proof
    if proof is None:
        return (board, entry.claim, *[""] * 5)
    figures = (f"{number:,}" for number in (proof.positions, proof.size, proof.nodes))
    return (board, entry.claim, *figures, f"{proof.seconds:,.3f}", proof.sha256[:_HASH_SHOWN])


def _verify(entries: Sequence[Entry], folder: Path) -> int:
    from noughts.atlas import check  # noqa: PLC0415

    code = 0
    for number, entry in enumerate(entries, 1):
        said = entry.claim
        try:
            check(entry, folder)
        except (NotationError, OSError) as error:
            code, said = 1, f"NOT PROVED: {one_line(str(error))}"
        print(f"{number:>3}/{len(entries)}  {entry.rules!s:7} {said}", flush=True)
    print("refused" if code else "all proved", file=sys.stderr)
    return code


def _build(folder: Path, wanted: Iterable[Rules], limit: float | None) -> int:
    """Prove boards one after another, keeping the table in the folder up to date."""
    from noughts.atlas import TABLE, build, order, proof_name, read_table  # noqa: PLC0415
    from noughts.solver import Limit  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    known = read_table(folder) if (folder / TABLE).exists() else ()
    entries = {entry.rules: entry for entry in known}
    print(_row(_COLUMNS))
    for rules in wanted:
        entry, packed = build(rules, Limit(seconds=limit))
        print(_row(_cells(entry)), flush=True)
        if packed:
            write_whole_bytes(folder / proof_name(rules), packed)
        entries[rules] = entry
        table = sorted(entries.values(), key=lambda each: order(each.rules))
        write_whole(folder / TABLE, "".join(f"{each}\n" for each in table))
    return 0
