"""Files of records: what is appended is read back, whoever else is writing."""

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
from noughts.file_lock import locked
from noughts.terminal.record_file import append_record, read_records
from tests.records import records_in

GAME = Game().play(0, 3, 1, 4, 2)


def record_of(name: str, game: Game = GAME) -> Record:
    return Record(game, {Mark.X: name, Mark.O: "medium"})


FIRST, SECOND = record_of("Ada"), record_of("Béla ⊗", Game().play(4).resign())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def complaint(file: Path) -> str:
    """What is said of the one line that is no record."""
    (fault,) = (each for each in read_records(file) if isinstance(each, NotationError))
    return str(fault)


# --- appending and reading


def test_the_first_record_makes_the_file_and_the_next_extends_it(file: Path) -> None:
    append_record(file, FIRST)
    assert list(read_records(file)) == [FIRST]
    append_record(file, SECOND)
    assert list(read_records(file)) == [FIRST, SECOND]


def test_a_record_is_one_line_of_json_in_utf_8(file: Path) -> None:
    append_record(file, FIRST)
    append_record(file, SECOND)
    lines = file.read_bytes().decode("utf-8").split("\n")
    assert [json.loads(line)["players"]["x"] for line in lines[:2]] == ["Ada", "Béla ⊗"]
    assert lines[2:] == [""]


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_name_comes_back(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    append_record(file, record_of(name))
    append_record(file, FIRST)
    assert list(read_records(file)) == [record_of(name), FIRST]


def test_empty_lines_and_an_empty_file_hold_no_records(file: Path) -> None:
    file.write_bytes(b"")
    assert list(read_records(file)) == []
    file.write_text(f"\n{FIRST}\n\n \r\n{SECOND}\r\n\n", encoding="utf-8")
    assert list(read_records(file)) == [FIRST, SECOND]


def test_a_last_line_that_lacks_only_its_end_is_read(file: Path) -> None:
    file.write_text(f"{FIRST}\n{SECOND}", encoding="utf-8")
    assert list(read_records(file)) == [FIRST, SECOND]


def test_records_around_a_bad_line_are_read(file: Path) -> None:
    file.write_text(f"{FIRST}\nnonsense\n{SECOND}\n", encoding="utf-8")
    before, fault, after = read_records(file)
    assert (before, after) == (FIRST, SECOND)
    assert isinstance(fault, NotationError)


# --- what is wrong with a line


def test_a_bad_line_is_reported_with_the_file_and_its_number(file: Path) -> None:
    file.write_text(f"{FIRST}\n\nnonsense\n{SECOND}\n", encoding="utf-8")
    assert complaint(file).startswith(f"{file}, line 3: ")


@pytest.mark.parametrize("cut", [1, 20, -2])
def test_a_torn_last_line_is_called_torn(file: Path, cut: int) -> None:
    file.write_bytes(f"{FIRST}\n".encode() + str(SECOND).encode()[:cut])
    assert complaint(file).startswith(f"{file}, line 2 (the last line is torn off): ")


def test_a_line_torn_within_a_character_is_called_torn(file: Path) -> None:
    file.write_bytes('{"version":1,"players":{"x":"⊗'.encode()[:-1])
    assert complaint(file).startswith(f"{file}, line 1 (the last line is torn off): ")


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_an_endless_line_is_refused_as_too_long_and_not_called_torn(file: Path, end: bytes) -> None:
    file.write_bytes(b"5" * 1_000_000 + end)
    assert complaint(file) == f"{file}, line 1: a record has at most {LONGEST_RECORD} characters"


def test_a_file_whose_first_line_has_no_end_is_given_up() -> None:
    path = Path("/dev/zero")
    if not path.exists():
        pytest.skip("only some systems have such a file")
    assert complaint(path) == "/dev/zero, line 1: it has no end, so nothing more is read"


def test_what_is_no_text_is_told_in_plain_words(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\n")
    assert complaint(file) == f"{file}, line 1: it isn't text in UTF-8"


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\n", b"\0\n", b"\x7fELF\x02\n", b"[]\n", b"{}\n", b"null\n", b"[" * 9_999]
)
def test_a_file_of_something_else_is_refused_in_one_line(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert complaint(file).startswith(f"{file}, line 1")
    assert "\n" not in complaint(file)


def test_a_record_of_an_illegal_game_is_refused(file: Path) -> None:
    file.write_text(str(FIRST).replace('"b1"', '"a1"') + "\n", encoding="utf-8")
    assert "a1 is already taken by X" in complaint(file)


def test_a_missing_file_and_a_folder_are_no_files_of_records(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(OSError, match=str(path)):
            list(read_records(path))


# --- appending where something is wrong


@pytest.mark.parametrize("cut", [1, 20, -1])
def test_a_torn_line_is_ended_so_that_it_spoils_no_other(file: Path, cut: int) -> None:
    torn = str(SECOND).encode()[:cut]
    file.write_bytes(f"{FIRST}\n".encode() + torn)
    append_record(file, FIRST)
    assert file.read_bytes() == f"{FIRST}\n".encode() + torn + f"\n{FIRST}\n".encode()
    assert complaint(file).startswith(f"{file}, line 2: ")


def test_a_whole_line_that_lacks_its_end_stays_a_record(file: Path) -> None:
    file.write_text(str(FIRST), encoding="utf-8")
    append_record(file, SECOND)
    assert list(read_records(file)) == [FIRST, SECOND]


def test_a_folder_or_a_place_in_none_cannot_be_appended_to(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "games.jsonl"):
        with pytest.raises(OSError, match=str(path)):
            append_record(path, FIRST)


def test_a_file_that_stays_locked_is_reported_and_left_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_record(file, FIRST)
    monkeypatch.setattr("noughts.terminal.record_file._PATIENCE", 0)
    with (
        file.open("ab") as kept,
        locked(kept, 0),
        pytest.raises(OSError, match="is locked by another program"),
    ):
        append_record(file, SECOND)
    assert list(read_records(file)) == [FIRST]


APPEND_IN_LITTLE_SPACE = """
import resource, sys
from pathlib import Path
from noughts import Game, Mark
from noughts.core.record import Record
from noughts.terminal.record_file import append_record

file = Path(sys.argv[1])
space = file.stat().st_size + 20
resource.setrlimit(resource.RLIMIT_FSIZE, (space, space))
try:
    append_record(file, Record(Game(), {Mark.X: "Ada", Mark.O: "medium"}))
except OSError:
    print("refused")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot limit the size of a file")
def test_a_record_that_does_not_fit_is_refused_and_leaves_no_part(file: Path) -> None:
    append_record(file, FIRST)
    before = file.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", APPEND_IN_LITTLE_SPACE, str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "refused\n"
    assert file.read_bytes() == before


# --- many writers

APPEND_FIFTY = """
import sys
from pathlib import Path
from noughts import Game, Mark
from noughts.core.record import Record
from noughts.terminal.record_file import append_record

for number in range(50):
    name = f"{sys.argv[2]} {number}"
    append_record(Path(sys.argv[1]), Record(Game(), {Mark.X: name, Mark.O: "medium"}))
"""


def test_two_processes_appending_at_once_lose_no_record(file: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", APPEND_FIFTY, str(file), name])
        for name in ("left", "right")
    ]
    codes = [writer.wait(timeout=60) for writer in writers]
    names = [record.players[Mark.X] for record in records_in(file)]
    assert codes == [0, 0]
    for side in ("left", "right"):
        own = [name for name in names if name.startswith(side)]
        assert own == [f"{side} {number}" for number in range(50)]
    assert len(names) == 100
