"""Files of records: what is appended is read back, no matter who else is writing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Mark, NotationError
from noughts.core.record import LONGEST_RECORD, Record
from noughts.files.lock import locked
from noughts.files.records import append_record, read_records
from tests.records import records_in


def record_of(name: str, game: Game | None = None) -> Record:
    return Record(game or Game().play(0, 3, 1, 4, 2), {Mark.X: name, Mark.O: "medium"})


FIRST, SECOND = record_of("Ada"), record_of("Béla ⊗", Game().play(4).resign())


def complaint(file: Path) -> str:
    """Return the complaint about the one line that is no record."""
    faults = list[NotationError]()
    assert [*read_records(file, faults.append)] in ([], [FIRST], [FIRST, FIRST])
    (fault,) = faults
    return str(fault)


def test_the_first_record_makes_the_file_and_the_next_extends_it_by_a_line(file: Path) -> None:
    append_record(file, FIRST)
    assert list(read_records(file)) == [FIRST]
    append_record(file, SECOND)
    assert list(read_records(file)) == [FIRST, SECOND]
    lines = file.read_bytes().decode("utf-8").split("\n")
    assert [json.loads(line)["players"]["x"] for line in lines[:2]] == ["Ada", "Béla ⊗"]
    assert lines[2:] == [""]


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_name_comes_back(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    append_record(file, record_of(name))
    append_record(file, FIRST)
    assert list(read_records(file)) == [record_of(name), FIRST]


def test_a_last_line_may_lack_its_end_and_a_bad_one_is_reported_with_its_number(file: Path) -> None:
    file.write_bytes(b"")
    assert list(read_records(file)) == []
    for text in (f"\n{FIRST}\n\n \r\n{SECOND}\r\n\n", f"{FIRST}\n{SECOND}"):
        file.write_text(text, encoding="utf-8")
        assert list(read_records(file)) == [FIRST, SECOND], text
    file.write_text(str(FIRST), encoding="utf-8")
    append_record(file, SECOND)
    assert list(read_records(file)) == [FIRST, SECOND]
    file.write_text(f"{FIRST}\n\nnonsense\n{SECOND}\n", encoding="utf-8")
    faults = list[NotationError]()
    assert list(read_records(file, faults.append)) == [FIRST, SECOND]
    assert [str(fault)[: len(f"{file}, line 3: ")] for fault in faults] == [f"{file}, line 3: "]
    records = read_records(file)
    assert next(records) == FIRST
    with pytest.raises(NotationError, match="line 3: a record is one JSON object"):
        next(records)


def test_a_torn_last_line_is_called_torn_and_ended_so_that_it_spoils_no_other(file: Path) -> None:
    for cut in (1, 20, -2):
        before = f"{FIRST}\n".encode() + str(SECOND).encode()[:cut]
        file.write_bytes(before)
        assert complaint(file).startswith(f"{file}, line 2 (the last line is torn off): "), cut
        append_record(file, FIRST)
        assert file.read_bytes() == before + f"\n{FIRST}\n".encode()
        assert complaint(file).startswith(f"{file}, line 2: "), cut


def test_a_file_of_something_else_is_refused_in_one_line(file: Path) -> None:
    too_long = f": a record has at most {LONGEST_RECORD} characters"
    for content, reason in (
        ('{"version":1,"players":{"x":"⊗'.encode()[:-1], " (the last line is torn off): "),
        (b"5" * 1_000_000, too_long),
        (b"5" * 1_000_000 + b"\n", too_long),
        (b"\xff\xfe\n", ": it isn't text in UTF-8"),
        (str(FIRST).replace('"b1"', '"a1"').encode(), "a1 is already taken by X"),
        *((text, "") for text in (b"\0\n", b"\x7fELF\x02\n", b"[]\n", b"{}\n", b"null\n")),
        (b"[" * 9_999, ""),
    ):
        file.write_bytes(content)
        assert complaint(file).startswith(f"{file}, line 1"), content[:20]
        assert reason in complaint(file), content[:20]
        assert "\n" not in complaint(file), content[:20]


def test_an_unended_line_a_missing_file_and_a_folder_are_given_up(tmp_path: Path) -> None:
    path = Path("/dev/zero")
    if not path.exists():
        pytest.skip("only some systems have such a file")
    assert complaint(path) == "/dev/zero, line 1: it has no end, so nothing more is read"
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(OSError, match=str(path)):
            list(read_records(path))
    for path in (tmp_path, tmp_path / "missing" / "games.jsonl"):
        with pytest.raises(OSError, match=str(path)):
            append_record(path, FIRST)


def test_a_file_that_stays_locked_is_reported_and_left_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_record(file, FIRST)
    monkeypatch.setattr("noughts.files.records._PATIENCE", 0)
    with (
        file.open("ab") as kept,
        locked(kept, 0),
        pytest.raises(OSError, match="is locked by another program"),
    ):
        append_record(file, SECOND)
    assert list(read_records(file)) == [FIRST]


# --- many writers, and little space

# Both are told the file, and a name of a player.
APPENDING = """
import sys
from pathlib import Path
from noughts import Game, Mark
from noughts.core.record import Record
from noughts.files.records import append_record

def append(name):
    append_record(Path(sys.argv[1]), Record(Game(), {Mark.X: name, Mark.O: "medium"}))
"""
APPEND_FIFTY = f"""{APPENDING}
for number in range(50):
    append(f"{{sys.argv[2]}} {{number}}")
"""
APPEND_IN_LITTLE_SPACE = f"""{APPENDING}
import resource

space = Path(sys.argv[1]).stat().st_size + 20
resource.setrlimit(resource.RLIMIT_FSIZE, (space, space))
try:
    append(sys.argv[2])
except OSError:
    sys.exit(9)
"""


def start(program: str, file: Path, name: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", program, str(file), name])


def test_two_processes_appending_at_once_lose_no_record(file: Path) -> None:
    writers = [start(APPEND_FIFTY, file, name) for name in ("left", "right")]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    names = [record.players[Mark.X] for record in records_in(file)]
    for side in ("left", "right"):
        own = [name for name in names if name.startswith(side)]
        assert own == [f"{side} {number}" for number in range(50)]
    assert len(names) == 100


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot limit the size of a file")
def test_a_record_that_does_not_fit_is_refused_and_leaves_no_part(file: Path) -> None:
    append_record(file, FIRST)
    before = file.read_bytes()
    assert start(APPEND_IN_LITTLE_SPACE, file, "Ada").wait(timeout=60) == 9
    assert file.read_bytes() == before
