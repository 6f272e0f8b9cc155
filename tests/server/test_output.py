"""What is written in the background: in order, whole, bounded, and never waited for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TEXTS = 20_000
LONG = 40_000  # bytes: ten times what a pipe keeps together

WRITING = f"""
import sys
from noughts.server.logging import count_dropped
from noughts.server.output import write_in_background

out = open(sys.argv[1], "w")
write_in_background()
for number in range({TEXTS}):
    print(f"{{number:099}}", file=sys.stderr)
print(count_dropped(), file=out, flush=True)
raise ValueError("at the end")
"""

ALSO_LONG = f"""
import sys
from noughts.server.output import write_in_background

write_in_background()
for _ in range(50):
    sys.stderr.write(sys.argv[1] * {LONG} + "\\n")  # at once, as a line of the log is
"""

LOGGING = """
import logging, structlog
from noughts.server.logging import configure_logging, count_dropped
from noughts.server.settings import Settings

configure_logging(Settings(log="json"))
log = structlog.get_logger()
for _ in range(1_500):
    log.info("refused")
    logging.getLogger("library").warning("odd")
log.error("failed", dropped=count_dropped())
"""


def run(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_what_nobody_reads_is_dropped_and_counted_and_the_process_ends(tmp_path: Path) -> None:
    count = tmp_path / "dropped"
    with run(WRITING, str(count)) as process:
        assert process.wait(60) == 1
        assert process.stderr is not None
        lines = process.stderr.read().split(b"\n")[:-1]  # the last is a part of one
    assert [int(line) for line in lines] == list(range(len(lines)))
    assert TEXTS - 2_000 < int(count.read_text()) < TEXTS


def test_a_traceback_at_the_end_comes_last_and_whole() -> None:
    with run(WRITING.replace(f"range({TEXTS})", "range(9)"), os.devnull) as process:
        _, told = process.communicate(timeout=60)
    lines = told.decode().splitlines()
    assert [int(line) for line in lines[:9]] == list(range(9))
    assert lines[9] == "Traceback (most recent call last):"
    assert lines[-1] == "ValueError: at the end"


@pytest.mark.skipif(sys.platform == "win32", reason="there is but one process")
def test_lines_of_several_processes_stay_whole() -> None:
    reading, writing = os.pipe()
    processes = [
        subprocess.Popen([sys.executable, "-c", ALSO_LONG, letter], stderr=writing)
        for letter in "ab"
    ]
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        lines = file.read().splitlines()
    assert [process.wait(60) for process in processes] == [0, 0]
    assert sorted(lines) == [b"a" * LONG] * 50 + [b"b" * LONG] * 50


def test_so_many_lines_of_one_kind_go_into_the_log() -> None:
    with run(LOGGING) as process:
        _, told = process.communicate(timeout=60)
    *lines, last = map(json.loads, told.splitlines())
    assert last["event"] == "failed"
    assert len(lines) + last["dropped"] == 3_000
    for event in ("refused", "odd"):
        assert 1_000 <= sum(line["event"] == event for line in lines) < 1_500
