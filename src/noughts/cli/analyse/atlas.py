"""`noughts atlas`: the proved values of boards."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.cli.analyse import theorems
from noughts.cli.files import write_whole, write_whole_bytes
from noughts.cli.parser import Parser, one_line, readable, seconds, writable_file
from noughts.core.errors import NotationError, NoughtsError
from noughts.core.rules import Rules

# The atlas takes 30 ms to import, so only this command imports it.
if TYPE_CHECKING:
    from noughts.atlas import Entry
    from noughts.atlas.families import Board, Theorem

_COLUMNS = ("board", "value", "positions", "bytes", "nodes", "seconds", "sha256")
_WIDTHS = (-7, -8, 10, 8, 11, 9, 18)
_HASH_SHOWN = 16  # of 64 characters; --json shows them all


def add_atlas(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument(
        "boards",
        nargs="*",
        type=readable(_board),
        metavar="BOARD",
        help="of any size, such as 9x4:4, 4xinfinite:4 or infinite:9 (all of the table)",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="print one JSON object per board")
    what.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    what.add_argument("--verify", action="store_true", help="check the certificates")
    what.add_argument(
        "--picture", type=writable_file, metavar="FILE", help="draw the boards as SVG"
    )
    what.add_argument("--build", type=Path, metavar="FOLDER", help="prove the values again")
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="where the table is (in the package)"
    )
    parser.add_argument(
        "--limit", type=seconds, metavar="SECONDS", help="how long one proof of --build may take"
    )
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: Parser, arguments: Namespace) -> int:
    from noughts.atlas import PROOFS, read_table  # noqa: PLC0415

    if arguments.limit is not None and arguments.build is None:
        parser.error("--limit is for --build")
    if arguments.folder is not None and arguments.build is not None:
        parser.error("--folder is not for --build, which has a folder of its own")
    if arguments.build is not None:
        return _build(arguments.build, _wanted(parser, arguments.boards), arguments.limit)
    entries, others = _chosen(read_table(arguments.folder or PROOFS), arguments.boards)
    found, unknown = theorems.theorems(others)
    code = _answer(arguments, entries, found)
    if unknown:
        theorems.refuse(parser, unknown)
    return code


def _answer(
    arguments: Namespace, entries: Sequence[Entry], found: Sequence[tuple[Board, Theorem]]
) -> int:
    from noughts.atlas import PROOFS, picture  # noqa: PLC0415

    if arguments.verify:
        everything = not arguments.boards and arguments.folder is None
        code = _verify(entries, arguments.folder or PROOFS)
        return code | theorems.verify(found, everything=everything)
    if arguments.picture is not None:
        write_whole(arguments.picture, picture(entries))
        return 0
    if entries:
        form = _data if arguments.json else _markdown if arguments.markdown else _table
        print(*form(entries), sep="\n")
    theorems.show(found, as_json=arguments.json)
    return 0


def _board(text: str) -> Board:
    from noughts.atlas.families import Board  # noqa: PLC0415

    return Board.parse(text)


def _wanted(parser: Parser, boards: Sequence[Board]) -> Sequence[Rules]:
    """The boards to prove: those named, or all that `prove` settles within minutes."""
    from noughts.atlas import boards_to_build, wide  # noqa: PLC0415

    try:
        return [wide(Rules.parse(str(board))) for board in boards] or boards_to_build()
    except NoughtsError as error:
        parser.error(str(error))


def _chosen(
    entries: Sequence[Entry], boards: Sequence[Board]
) -> tuple[Sequence[Entry], Sequence[Board]]:
    """The entries for the boards named, or all of them, and the boards that have none."""
    found = {str(entry.rules): entry for entry in entries}
    names = {board: str(board.wide) for board in boards}
    others = [board for board in boards if names[board] not in found]
    chosen = [found[name] for name in names.values() if name in found]
    return chosen if boards else entries, others


def _data(entries: Iterable[Entry]) -> Iterator[str]:
    yield from map(str, entries)


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
    if entries:
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
