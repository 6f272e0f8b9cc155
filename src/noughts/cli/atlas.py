"""`noughts atlas` and `noughts verify`: the proved values of boards, and their certificates."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from noughts.atlas import chart, table
from noughts.atlas.families import AtlasBoard, Theorem, families, find_theorem
from noughts.cli.files import write_whole
from noughts.cli.parser import UsageError, as_usage_error, one_line
from noughts.core.errors import InvalidProof, NoughtsError
from noughts.core.rules import LONGEST_SIDE, Rules
from noughts.solver import Limit, Value
from noughts.solver.exact import MOST_PROVED
from noughts.solver.verification import is_of_sequences
from noughts.verifiers import verify, verify_families, verify_sequences, verify_wins

_COLUMNS = ("board", "value", "positions", "bytes", "nodes", "seconds", "sha256")
_WIDTHS = (-7, -8, 10, 8, 11, 9, 18)
_HASH_SHOWN = 16  # of 64 characters; --json shows them all
_LONGEST_CLAIM = 5_000  # bytes: a position of 26 rows with exceptions


def run_atlas(arguments: Namespace) -> int:
    """Show, check, draw or build the table; theorems answer for other boards."""
    if arguments.limit is not None and arguments.build is None:
        raise UsageError("--limit is for --build")
    if arguments.folder is not None and arguments.build is not None:
        raise UsageError("--folder is not for --build, which has a folder of its own")
    if arguments.build is not None:
        with as_usage_error(NoughtsError):
            wanted = [table.wide(Rules.parse(str(board))) for board in arguments.boards]
        # Without names, all that `prove` settles within minutes.
        return _build(arguments.build, wanted or table.boards_to_build(), arguments.limit)
    folder = arguments.folder or table.PROOFS
    entries = table.read_table(folder)
    by_board = {str(entry.rules): entry for entry in entries}
    named = {board: by_board.get(str(board.wide)) for board in arguments.boards}
    if named:
        entries = tuple(entry for entry in named.values() if entry is not None)
    others = [board for board, entry in named.items() if entry is None]
    theorems = {board: theorem for board in others if (theorem := find_theorem(board)) is not None}
    code = 0
    if arguments.verify:
        code = _verify_entries(entries, folder)
        everything = not named and arguments.folder is None
        claimed = families() if everything else theorems.values()
        paths = {
            str(theorem.certificate): None for theorem in claimed if theorem.certificate is not None
        }
        if everything:
            paths |= dict.fromkeys(map(str, sorted(table.POSITIONS.iterdir())))
        code |= _verify(paths)
    elif arguments.picture is not None:
        write_whole(arguments.picture, chart.picture(entries))
    else:
        if entries:
            print(*_lines(entries, arguments), sep="\n")
        for board, theorem in theorems.items():
            _show_theorem(board, theorem, as_json=arguments.json)
    if unknown := [_unknown(board) for board in others if board not in theorems]:
        raise UsageError("; ".join(unknown))
    return code


def _unknown(board: AtlasBoard) -> str:
    """Return the message that a value is not known, and what may find it."""
    if board.longer > LONGEST_SIDE:
        return f"{board} is not in the atlas: its value is not proved"
    command = "prove" if board.width * board.height <= MOST_PROVED else "solve"
    return f"{board} is not in the atlas; noughts {command} {board} may find its value"


def _lines(entries: Sequence[table.Entry], arguments: Namespace) -> list[str]:
    """Return the entries as JSON, or as a table in Markdown or in columns, as asked for."""
    if arguments.json:
        return [str(entry) for entry in entries]
    rows = [_COLUMNS, *map(_cells, entries)]
    if not arguments.markdown:
        return [_row(cells) for cells in rows]
    heads, *others = (f"| {' | '.join(cells)} |" for cells in rows)
    return [heads, "|---|---|--:|--:|--:|--:|---|", *others]


def _row(cells: Sequence[str]) -> str:
    return "".join(
        cell.rjust(width) if width > 0 else cell.ljust(-width)
        for cell, width in zip(cells, _WIDTHS, strict=True)
    ).rstrip()


def _cells(entry: table.Entry) -> tuple[str, ...]:
    board, proof = str(entry.rules), entry.proof
    if proof is None:
        return (board, entry.claim, *[""] * 5)
    figures = (f"{number:,}" for number in (proof.positions, proof.size, proof.nodes))
    return (board, entry.claim, *figures, f"{proof.seconds:,.3f}", proof.sha256[:_HASH_SHOWN])


def _show_theorem(board: AtlasBoard, theorem: Theorem, *, as_json: bool) -> None:
    """Print the value of a board with the theorem and its certificate."""
    name = theorem.certificate.name if theorem.certificate else None
    if as_json:
        value = theorem.value.name.lower()
        about = {"theorem": theorem.claim, "certificate": name}
        print(json.dumps({"board": str(board), "value": value, **about}))
    else:
        claim = "x wins" if theorem.value is Value.WIN else "draw"
        print(f"{board!s:15} {claim:8} {theorem.claim:45} {name or ''}".rstrip())


def _build(folder: Path, wanted: Iterable[Rules], limit: float | None) -> int:
    """Prove boards one after another, keeping the table in the folder up to date."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / table.TABLE
    known = table.read_table(folder) if path.exists() else ()
    entries = {entry.rules: entry for entry in known}
    print(_row(_COLUMNS))
    for rules in wanted:
        entry, packed = table.build(rules, Limit(seconds=limit))
        print(_row(_cells(entry)), flush=True)
        if packed:
            write_whole(folder / table.proof_name(rules), packed)
        entries[rules] = entry
        in_order = sorted(entries.values(), key=lambda entry: table.order(entry.rules))
        write_whole(path, "".join(f"{entry}\n" for entry in in_order))
    return 0


def _verify_entries(entries: Sequence[table.Entry], folder: Path) -> int:
    code = 0
    for number, entry in enumerate(entries, 1):
        claim = entry.claim
        try:
            table.check(entry, folder)
        except (InvalidProof, OSError) as error:
            code, claim = 1, f"NOT PROVED: {one_line(str(error))}"
        print(f"{number:>3}/{len(entries)}  {entry.rules!s:7} {claim}", flush=True)
    if entries:
        print("refused" if code else "all proved", file=sys.stderr)
    return code


def run_verify(arguments: Namespace) -> int:
    """Check certificates of all kinds, each by its own checker."""
    return _verify(arguments.files)


def _verify(paths: Iterable[str]) -> int:
    codes = [0]
    for path in paths:
        if Path(path).is_fifo():  # its first line would be gone before the checker reads it
            print(f"{path}: a pipe can only be read once: save it as a file", file=sys.stderr)
            codes.append(2)
            continue
        codes.append(_checker(path)([path]))
        sys.stdout.flush()
    return max(codes)


def _checker(path: str) -> Callable[[list[str]], int]:
    """Return the checker for a file by its first line; that of boards tells what is none."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(_LONGEST_CLAIM)
    except OSError:
        return verify.main
    if not head.startswith(b"noughts "):  # it is packed, or no certificate
        return verify_sequences.main if is_of_sequences(head) else verify.main
    is_draw = head.partition(b"\n")[0].endswith(b"draw")
    return verify_families.main if is_draw else verify_wins.main
