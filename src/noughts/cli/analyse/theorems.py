"""What `noughts atlas` says about boards that are not in its table: theorems about families."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from noughts.cli.parser import Parser
from noughts.core.rules import LONGEST_SIDE
from noughts.solver.verdict import Value

if TYPE_CHECKING:
    from noughts.atlas.families import Board, Theorem

_LONGEST_CLAIM = 5_000  # bytes: a position of 26 rows with exceptions


def theorems(boards: Iterable[Board]) -> tuple[list[tuple[Board, Theorem]], list[Board]]:
    """The theorem for each board that has one, and the boards that have none."""
    from noughts.atlas.families import find_theorem  # noqa: PLC0415

    found = [(board, find_theorem(board)) for board in boards]
    unknown = [board for board, theorem in found if theorem is None]
    return [(board, theorem) for board, theorem in found if theorem is not None], unknown


def refuse(parser: Parser, boards: Iterable[Board]) -> NoReturn:
    """Tell that the values of boards are not known, and what may find them."""
    parser.error("; ".join(map(_unknown, boards)))


def _unknown(board: Board) -> str:
    from noughts.solver.exact import MOST_PROVED  # noqa: PLC0415

    if board.longer > LONGEST_SIDE:
        return f"{board} is not in the atlas: its value is not proved"
    command = "prove" if board.width * board.height <= MOST_PROVED else "solve"
    return f"{board} is not in the atlas; noughts {command} {board} may find its value"


def show(found: Iterable[tuple[Board, Theorem]], *, as_json: bool) -> None:
    """Print the value of each board with the theorem and its certificate."""
    for board, theorem in found:
        name = theorem.certificate.name if theorem.certificate else None
        claim = "x wins" if theorem.value is Value.WIN else "draw"
        if as_json:
            value = theorem.value.name.lower()
            about = {"theorem": theorem.claim, "certificate": name}
            print(json.dumps({"board": str(board), "value": value, **about}))
        else:
            print(f"{board!s:15} {claim:8} {theorem.claim:45} {name or ''}".rstrip())


def verify(found: Iterable[tuple[Board, Theorem]], *, everything: bool) -> int:
    """Check the certificates of theorems, or of all families and positions; returns the code."""
    from noughts.atlas import POSITIONS  # noqa: PLC0415
    from noughts.atlas.families import families  # noqa: PLC0415

    told = [each.theorem for each in families()] if everything else [each for _, each in found]
    paths = {str(each.certificate): None for each in told if each.certificate is not None}
    if everything:
        paths |= dict.fromkeys(map(str, sorted(POSITIONS.iterdir())))
    return verify_files(paths) if paths else 0


def verify_files(paths: Iterable[str]) -> int:
    """Check certificates of all kinds, each by its own checker; returns the exit code."""
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
    """The checker for a file, by its first line; that of boards tells what is no certificate."""
    from noughts import verify, verify_families, verify_wins  # noqa: PLC0415

    try:
        with Path(path).open("rb") as file:
            claim = file.readline(_LONGEST_CLAIM)
    except OSError:
        return verify.main
    if not claim.startswith(b"noughts "):  # it is packed, or no certificate
        return verify.main
    return verify_families.main if claim.endswith(b"draw\n") else verify_wins.main
