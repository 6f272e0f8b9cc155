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
from unittest.mock import Mock

import pytest

from noughts.cli.files import write_whole

OLD, NEW = "the old\n", "the new: noughts ⊗\n"
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


def folder_of(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.iterdir())


def test_a_file_holds_the_text_or_the_old_one_and_nothing_else_is_left(file: Path) -> None:
    for before in (None, OLD, OLD * 100):
        if before is not None:
            file.write_text(before)
        write_whole(file, NEW)
        assert file.read_bytes() == NEW.encode()
        assert folder_of(file) == [file.name]
    file.write_text(OLD)
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "\ud800")
    assert file.read_text() == OLD
    assert folder_of(file) == [file.name]


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace", "pathlib.Path.chmod"])
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_no_matter_what_fails_the_old_text_stands_and_nothing_is_left(
    file: Path, call: str, error: type[BaseException]
) -> None:
    for before in ([], [file.name]):
        if before:
            file.write_text(OLD)
        elif call == "pathlib.Path.chmod":
            continue  # a new file has no permissions to keep
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(call, Mock(side_effect=error))
            with pytest.raises(error):
                write_whole(file, NEW)
        assert folder_of(file) == before
    assert file.read_text() == OLD


def test_a_failure_names_the_file_asked_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    missing = file.parent / "missing" / "picture.svg"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(missing, NEW)
    assert caught.value.filename == str(missing)
    monkeypatch.setattr(os, "fsync", Mock(side_effect=full))
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)) as broken:
        write_whole(file, NEW)
    assert (broken.value.errno, broken.value.filename) == (errno.ENOSPC, str(file))


@posix
def test_an_old_file_keeps_its_permissions_and_a_new_one_has_those_of_any(tmp_path: Path) -> None:
    plain, whole = tmp_path / "plain", tmp_path / "whole"
    for mode in (0o600, 0o644, 0o666):
        plain.write_text(OLD)
        plain.chmod(mode)
        write_whole(plain, NEW)
        assert stat.S_IMODE(plain.stat().st_mode) == mode
    for mask in (0o022, 0o077, 0o002):
        plain.unlink()
        whole.unlink(missing_ok=True)
        before = os.umask(mask)
        try:
            write_whole(whole, NEW)
            plain.write_text(NEW)
            assert os.umask(mask) == mask
        finally:
            os.umask(before)
        assert whole.stat().st_mode == plain.stat().st_mode


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


def test_what_a_killed_process_left_is_removed_and_nothing_in_use_or_foreign(file: Path) -> None:
    foreign = file.parent / ".other.partial"
    foreign.mkdir()
    (foreign / "lock").touch()
    (foreign / "mine").touch()
    for other in (file, file.with_name("of-the-next-day")):
        with writing(file) as process:
            process.kill()
            process.wait(30)
        kept = {foreign.name, file.name} & set(folder_of(file))
        (left,) = set(folder_of(file)) - kept
        with writing(file):
            (running,) = set(folder_of(file)) - kept
            assert running != left
            write_whole(other, NEW)
            assert set(folder_of(file)) == kept | {running, other.name}
        write_whole(other, NEW)
        assert set(folder_of(file)) == kept | {other.name}


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
