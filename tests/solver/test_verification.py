"""Proofs in files: written by what proves them, checked by what the library calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import noughts
from noughts import InvalidProof, Limit, Mark, NoughtsError, Position, Rules, WrongType
from noughts.atlas.families import FAMILIES
from noughts.search import prove_win

OPEN_THREE = "...../.xx../.oo../...../..... x 4"


@pytest.mark.parametrize(
    ("board", "claim"),
    [("3x3:3", "3x3:3 draw"), ("4x3:3", "4x3:3 x wins"), ("1x1:1", "1x1:1 x wins")],
)
def test_the_proof_of_a_board_is_saved_and_checked(board: str, claim: str, tmp_path: Path) -> None:
    file, proof = tmp_path / "proof.xz", noughts.prove(board)
    proof.save(file)
    verified = noughts.verify(file)
    assert verified == noughts.verify(str(file)) == noughts.verify(proof.certificate)
    assert (verified.claim, verified.size) == (claim, file.stat().st_size)
    assert str(verified).startswith(f"{claim}, proved by {verified.positions:,} position")
    assert str(proof) == claim.replace(" ", ": ", 1).replace(" x ", " X ").replace(
        " draw", " a draw"
    )


def test_a_win_from_a_position_and_the_draws_of_a_family_are_checked_too(tmp_path: Path) -> None:
    file, proof = tmp_path / "win", prove_win(OPEN_THREE)
    proof.save(str(file))
    assert noughts.verify(file).claim == f"{OPEN_THREE}: x wins"
    assert str(proof) == "X wins, whatever O plays"
    assert "certificate" not in repr(proof)
    family = next(path for path in sorted(FAMILIES.iterdir()) if "draw" in path.read_text("utf-8"))
    assert noughts.verify(family).claim.endswith("draw")


def test_a_certificate_that_proves_nothing_is_refused_with_the_reason(tmp_path: Path) -> None:
    packed = noughts.prove("4x3:3").certificate
    for wrong, reason in {
        packed[:-1]: "it is cut off, too large or goes on",
        b"": "it is empty",
        b"noughts": "",
        b"noughts certificate 2: x wins\n": "it does not begin as a certificate of a win does",
        b"noughts \xff draw\n": "",
        b"0" * 5_000_000: "it has more than 4,194,304 bytes",
    }.items():
        file = tmp_path / "wrong"
        file.write_bytes(wrong)
        for given in (wrong, file):
            with pytest.raises(InvalidProof, match=f"^refused: {reason}"):
                noughts.verify(given)


def test_a_path_without_a_certificate_is_refused_as_files_are(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        noughts.verify(tmp_path / "none")
    with pytest.raises(NoughtsError, match="no null character"):
        noughts.verify("\0")
    given: Any
    for given in (3, None, Rules()):
        with pytest.raises(WrongType, match="the path: expected str or PathLike, got"):
            noughts.verify(given)


def test_a_proof_that_is_not_of_a_start_has_no_certificate_and_leaves_the_file(
    tmp_path: Path,
) -> None:
    file = tmp_path / "proof.xz"
    file.write_text("before")
    for position in ("x../.../... o 3", ".../.../... o 3", "xxx/oo./... o 3"):
        proof = noughts.prove(position, Limit(seconds=60))
        with pytest.raises(noughts.IllegalAction, match="only the proof of a board's start"):
            proof.save(file)
    assert file.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["proof.xz"]
    printed = "xx./oo./... x 3: X wins", "xxx/oo./... o 3: X wins", "xo./.../... x 3: X wins"
    assert tuple(str(noughts.prove(text[:17].split(":")[0])) for text in printed) == printed
    assert str(noughts.prove(Position.parse("x../.../... o 3"))) == "x../.../... o 3: a draw"
    assert noughts.prove(Rules().start(Mark.O)).value is noughts.Value.DRAW
