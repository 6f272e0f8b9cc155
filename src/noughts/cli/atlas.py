"""`noughts atlas`: the proved values of boards, and their certificates."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence

from noughts.atlas import chart, table
from noughts.atlas.families import AtlasBoard, Theorem, families, find_theorem
from noughts.cli.files import write_whole
from noughts.cli.parser import one_line
from noughts.cli.verify import check_files
from noughts.core.errors import InvalidProof
from noughts.core.rules import LONGEST_SIDE
from noughts.solver import Value
from noughts.solver.exact import MOST_PROVED
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _
from noughts.wording.language import pgettext

_WIDTHS = (-8, -10, 11, 9, 12, 10, 18)
_HASH_SHOWN = 16  # of 64 characters; --json shows them all


def run_atlas(arguments: Namespace) -> int:
    """Show, check or draw the table; theorems answer for other boards."""
    entries = table.read_table()
    by_board = {str(entry.rules): entry for entry in entries}
    named = {board: by_board.get(str(board.wide)) for board in arguments.boards}
    if named:
        entries = tuple(entry for entry in named.values() if entry is not None)
    others = [board for board, entry in named.items() if entry is None]
    theorems = {board: theorem for board in others if (theorem := find_theorem(board)) is not None}
    code = 0
    if arguments.verify:
        code = _verify_entries(entries)
        claimed = theorems.values() if named else families()
        certificates = {theorem.certificate: None for theorem in claimed if theorem.certificate}
        if not named:
            certificates |= dict.fromkeys(sorted(table.POSITIONS.iterdir()))
        code |= check_files(certificates)
    elif arguments.picture is not None:
        write_whole(arguments.picture, chart.picture(entries))
    else:
        if entries and not arguments.json:
            print(row(heads()))
        for entry in entries:
            print(entry if arguments.json else row(cells_of(entry)))
        for board, theorem in theorems.items():
            _show_theorem(board, theorem, as_json=arguments.json)
    for board in others:
        if board not in theorems:
            code = 1
            sys.stdout.flush()
            print(f"noughts: {_unknown(board)}", file=sys.stderr)
    return code


def _unknown(board: AtlasBoard) -> str:
    """Return the message that a value is not known, and what may find it."""
    if board.longer > LONGEST_SIDE or board.width * board.height > MOST_PROVED:
        return _("{board} is not in the atlas: its value is not proved", board=board)
    return _(
        "{board} is not in the atlas; `noughts prove {board}` searches for a proof", board=board
    )


def heads() -> tuple[str, ...]:
    """Return the heads of the columns."""
    return (
        _("board"),
        _("value"),
        _("positions"),
        _("bytes"),
        _("nodes"),
        _("seconds"),
        "sha256",
    )


def _value(value: Value | None) -> str:
    """Return the value of a board for people; None is not proved."""
    if value is None:
        return pgettext("value", "unknown")
    return pgettext("value", "x wins") if value is Value.WIN else pgettext("value", "draw")


def row(cells: Sequence[str]) -> str:
    """Return cells in their columns."""
    return "".join(
        cell.rjust(width) if width > 0 else cell.ljust(-width)
        for cell, width in zip(cells, _WIDTHS, strict=True)
    ).rstrip()


def cells_of(entry: table.Entry) -> tuple[str, ...]:
    """Return what the table says of a board."""
    board, proof = str(entry.rules), entry.proof
    if proof is None:
        return (board, _value(None), *[""] * 5)
    figures = (f"{number:,}" for number in (proof.positions, proof.size, proof.nodes))
    return (
        board,
        _value(proof.value),
        *figures,
        f"{proof.seconds:,.3f}",
        proof.sha256[:_HASH_SHOWN],
    )


def _show_theorem(board: AtlasBoard, theorem: Theorem, *, as_json: bool) -> None:
    """Print the value of a board with the theorem and its certificate."""
    name = theorem.certificate.name if theorem.certificate else None
    if as_json:
        value = theorem.value.name.lower()
        about = {"theorem": theorem.claim, "certificate": name}
        print(json.dumps({"board": str(board), "value": value, **about}))
    else:
        claim = _value(theorem.value)
        print(f"{board!s:15} {claim:9} {theorem.claim:45} {name or ''}".rstrip())


def _verify_entries(entries: Sequence[table.Entry]) -> int:
    code = 0
    for number, entry in enumerate(entries, 1):
        claim = _value(None if entry.proof is None else entry.proof.value)
        try:
            table.check(entry)
        except (InvalidProof, OSError) as error:
            reason = worded(error) if isinstance(error, InvalidProof) else str(error)
            code, claim = 1, _("NOT PROVED: {reason}", reason=one_line(reason))
        print(f"{number:>3}/{len(entries)}  {entry.rules!s:7} {claim}", flush=True)
    if entries:
        print(_("not all proved") if code else _("all proved"), file=sys.stderr)
    return code
