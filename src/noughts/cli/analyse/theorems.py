"""What `noughts atlas` says about boards that are not in its table: theorems about families."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from noughts.cli.parser import Parser
from noughts.core.rules import LONGEST_SIDE
from noughts.solver.verdict import Value

if TYPE_CHECKING:
    from noughts.atlas.families import Board, Theorem


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
    """Check the certificates of theorems, or of all families; returns the exit code."""
    from noughts.atlas.families import families  # noqa: PLC0415

    told = [each.theorem for each in families()] if everything else [each for _, each in found]
    paths = {str(each.certificate): None for each in told if each.certificate is not None}
    return verify_files(paths) if paths else 0


def verify_files(paths: Iterable[str]) -> int:
    """Check certificates of both kinds, each by its own checker; returns the exit code."""
    from noughts import verify as boards  # noqa: PLC0415
    from noughts import verify_families as families  # noqa: PLC0415

    codes = [0]
    for path in paths:
        check = families.main if _is_of_family(path) else boards.main
        codes.append(check([path]))
        sys.stdout.flush()
    return max(codes)


def _is_of_family(path: str) -> bool:
    beginning = b"noughts family"
    try:
        with Path(path).open("rb") as file:
            return file.read(len(beginning)) == beginning
    except OSError:
        return False  # which the other checker tells
