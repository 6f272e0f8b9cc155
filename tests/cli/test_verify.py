"""`noughts verify`: the checker as a command."""

from __future__ import annotations

from pathlib import Path

from noughts.atlas import PROOFS
from tests.cli.conftest import Noughts


def test_it_says_what_each_file_proves(noughts: Noughts) -> None:
    done = noughts("verify", str(PROOFS / "3x3-3.xz"), str(PROOFS / "4x3-3.xz"))
    assert (done.code, done.complained) == (0, "")
    assert "3x3:3 draw: proved by" in done.said
    assert "4x3:3 x wins: proved by" in done.said
    assert done.said.count("strategy stealing") == 1
    assert done.said.count("sha256") == 2


def test_a_refused_file_has_a_reason_and_spoils_no_other(noughts: Noughts, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    damaged.write_bytes((PROOFS / "3x3-3.xz").read_bytes()[:-4])
    done = noughts("verify", str(damaged), str(PROOFS / "4x3-3.xz"))
    assert done.code == 1
    assert done.complained == f"{damaged}: refused: it is cut off, too large or goes on\n"
    assert "4x3:3 x wins" in done.said


def test_a_file_that_is_not_there_is_a_wrong_question(noughts: Noughts, tmp_path: Path) -> None:
    for missing in (tmp_path / "missing", tmp_path):
        done = noughts("verify", str(missing))
        assert done.code == 2
        assert done.complained.startswith(f"{missing}: ")
        assert done.complained.count("\n") == 1
    assert noughts("verify").code == 2
