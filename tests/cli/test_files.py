"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from noughts.cli.files import write_whole

OLD, NEW = "the old\n", "the new: noughts ⊗\n"
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "picture.svg"


def folder_of(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.iterdir())


def break_off(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_new_file_holds_the_text_and_nothing_else_is_left(file: Path) -> None:
    write_whole(file, NEW)
    assert file.read_bytes() == NEW.encode()
    assert folder_of(file) == [file.name]


def test_an_old_file_is_replaced_also_by_a_shorter_text(file: Path) -> None:
    file.write_text(OLD * 100)
    write_whole(file, NEW)
    assert file.read_bytes() == NEW.encode()
    assert folder_of(file) == [file.name]


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace", "pathlib.Path.chmod"])
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_whatever_fails_the_old_text_stands_and_nothing_is_left(
    file: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: type[BaseException]
) -> None:
    def fail(*_: object) -> None:
        raise error

    file.write_text(OLD)
    monkeypatch.setattr(call, fail)
    with pytest.raises(error):
        write_whole(file, NEW)
    monkeypatch.undo()
    assert file.read_text() == OLD
    assert folder_of(file) == [file.name]


def test_where_nothing_was_a_failure_leaves_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", break_off)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, NEW)
    assert folder_of(file) == []


def test_a_text_that_cannot_be_encoded_leaves_the_old_one(file: Path) -> None:
    file.write_text(OLD)
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "\ud800")
    assert file.read_text() == OLD
    assert folder_of(file) == [file.name]


def test_a_failure_names_the_file_and_not_a_temporary_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = file.parent / "missing" / "picture.svg"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(missing, NEW)
    assert caught.value.filename == str(missing)
    monkeypatch.setattr(os, "fsync", break_off)
    with pytest.raises(OSError, match="No space left") as broken:
        write_whole(file, NEW)
    assert (broken.value.errno, broken.value.filename) == (errno.ENOSPC, str(file))


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o666])
def test_an_old_file_keeps_its_permissions(file: Path, mode: int) -> None:
    file.write_text(OLD)
    file.chmod(mode)
    write_whole(file, NEW)
    assert stat.S_IMODE(file.stat().st_mode) == mode


@posix
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "whole", NEW)
        (tmp_path / "plain").write_text(NEW)
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode


@posix
def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "target", tmp_path / "link"
    target.write_text(OLD)
    link.symlink_to(target)
    write_whole(link, NEW)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == NEW


WRITE_AND_WAIT = """
import sys
from pathlib import Path
from noughts.cli.files import whole_file

with whole_file(Path(sys.argv[1])) as temporary:
    temporary.write_text("a part")
    print("writing", flush=True)
    sys.stdin.read()
"""


@contextmanager
def writing(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has written a part of a file."""
    command = [sys.executable, "-c", WRITE_AND_WAIT, str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        try:
            yield process
        finally:
            process.kill()


@posix
def test_a_process_that_is_told_to_end_leaves_nothing(file: Path) -> None:
    with writing(file) as process:
        assert len(folder_of(file)) == 1
        process.terminate()
        assert process.wait(30) == 128 + signal.SIGTERM
    assert folder_of(file) == []


def test_what_a_killed_process_left_is_removed_and_what_a_running_one_writes_is_not(
    file: Path,
) -> None:
    with writing(file) as process:
        process.kill()
        process.wait(30)
    (left,) = folder_of(file)
    with writing(file):
        (other,) = folder_of(file)
        assert other != left
        write_whole(file, NEW)
        assert folder_of(file) == sorted([other, file.name])
    write_whole(file, NEW)
    assert folder_of(file) == [file.name]


def test_what_a_killed_process_left_is_removed_by_one_that_writes_another_file(
    file: Path,
) -> None:
    foreign = file.parent / ".other.partial"
    foreign.mkdir()
    (foreign / "lock").touch()
    (foreign / "mine").touch()
    with writing(file) as process:
        process.kill()
        process.wait(30)
    other = file.with_name("of-the-next-day")
    with writing(file):
        write_whole(other, NEW)
        assert len(folder_of(file)) == 3  # the running one's, somebody else's, and the file
    write_whole(other, NEW)
    assert folder_of(file) == [foreign.name, other.name]


@posix
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_whole(pipe, NEW)
        assert reader.communicate(timeout=60)[0] == NEW.encode()
    assert pipe.is_fifo()
    assert folder_of(pipe) == ["pipe"]


def test_a_device_that_takes_nothing_is_named() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("only some systems have such a device")
    with pytest.raises(OSError, match="/dev/full"):
        write_whole(full, "text")
