"""`noughts atlas`: the table in every form, and the making of it."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from noughts.atlas.chart import picture
from noughts.atlas.table import PROOFS, TABLE, boards, check, read_table
from noughts.core.errors import NotationError
from tests.cli.conftest import Noughts, assert_one_line, said_by
from tools import build_atlas

DOCS = Path(__file__).parents[2] / "docs"


def test_the_table_has_a_row_for_each_board_and_the_data_whole_hashes(noughts: Noughts) -> None:
    head, *rows = said_by(noughts, "atlas").splitlines()
    assert head.split() == ["board", "value", "positions", "bytes", "nodes", "seconds", "sha256"]
    assert [row.split()[0] for row in rows] == [str(rules) for rules in boards()]
    assert max(map(len, rows)) <= 80
    row = json.loads(noughts("atlas", "7x7:5", "--json").said)
    assert (row["board"], row["value"], len(row["sha256"])) == ("7x7:5", "draw", 64)


def test_boards_can_be_chosen_and_turned_and_answered_by_theorems(noughts: Noughts) -> None:
    asked = ("5x6:4", "3x3:3", "infinite:9", "3xinfinite:4", "2x2:9")
    done = noughts("atlas", *asked, "8x8:5")
    assert done.code == 1  # for the last one
    problem = "8x8:5 is not in the atlas; `noughts prove 8x8:5` searches for a proof"
    assert done.complained == f"noughts: {problem}\n"
    rows = done.said.splitlines()[1:]
    assert [row.split()[:2] for row in rows[:2]] == [["6x5:4", "x"], ["3x3:3", "draw"]]
    assert [row.split()[0] for row in rows[2:]] == list(asked[2:])
    assert rows[2].endswith("pairs-9.txt")
    assert rows[4].endswith("no line fits on the board")
    told = json.loads(noughts("atlas", "infinite:8", "--json").said)
    assert (told["value"], told["certificate"]) == ("draw", "tiles-8.txt")
    for board in ("15x15:5", "infinite:5"):
        done = noughts("atlas", board)
        assert_one_line(done, f"{board} is not in the atlas: its value is not proved", code=1)
    assert noughts("atlas", "--verify", "infinite:9").code == 0


@pytest.mark.slow
def test_what_is_not_proved_is_unknown(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "atlas"
    assert build_atlas.main([str(folder), "--limit", "0.000001", "7x4:4", "8x7:5"]) == 0
    assert [entry.claim for entry in read_table(folder)] == ["unknown", "unknown"]
    assert [path.name for path in folder.iterdir()] == [TABLE]


def test_it_is_built_a_board_at_a_time(noughts: Noughts, tmp_path: Path) -> None:
    for board in ("4x4:4", "3x3:3"):
        assert build_atlas.main([str(tmp_path), board]) == 0
    assert [str(entry.rules) for entry in read_table(tmp_path)] == ["3x3:3", "4x4:4"]
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["3x3-3.xz", "4x4-4.xz", TABLE]
    assert noughts("verify", *(str(tmp_path / name) for name in files[:2])).code == 0


def test_certificates_are_checked_and_a_failure_told(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = noughts("atlas", "--verify", "3x3:3", "5x4:4")
    assert (done.code, done.complained) == (0, "all proved\n")
    assert done.said.split() == ["1/2", "3x3:3", "draw", "2/2", "5x4:4", "draw"]
    for name in ("3x3-3.xz", "4x4-4.xz", TABLE):
        shutil.copy(PROOFS / name, tmp_path)
    (tmp_path / "3x3-3.xz").write_bytes(b"")
    monkeypatch.setattr("noughts.cli.atlas.table.check", partial(check, folder=tmp_path))
    done = noughts("atlas", "--verify", "3x3:3", "4x4:4", "4x3:3")
    assert done.code == 1
    lines = done.said.splitlines()
    assert "3x3:3   NOT PROVED: the certificate is not the one in the table" in lines[0]
    assert lines[1].endswith("4x4:4   draw")
    assert "4x3:3   NOT PROVED" in lines[2]


def test_a_damaged_table_is_refused(tmp_path: Path) -> None:
    for text in (
        *("", "{}", "[]", "3", "x", '{"board":"3x3:3"}', '{"board":1}'),
        '{"board":"3x3:3","value":"loss"}',
        '{"board":"3x3:3","value":"draw","positions":"1"}',
        '{"board":"3x3:3","value":"draw","positions":1,"size":1,"nodes":1,"seconds":1,"sha256":""}',
    ):
        (tmp_path / TABLE).write_text(f"{text}\n", encoding="utf-8")
        with pytest.raises(NotationError, match="is not a table of an atlas"):
            build_atlas.main([str(tmp_path), "3x3:3"])


def test_the_pages_have_the_picture_and_the_table_as_they_are() -> None:
    drawn = (DOCS / "atlas.svg").read_text(encoding="utf-8")
    assert drawn == picture(read_table()), "make docs/atlas.svg by noughts atlas --picture"
    page = (DOCS / "reference" / "boards.md").read_text(encoding="utf-8")
    assert build_atlas.markdown(read_table()) in page
