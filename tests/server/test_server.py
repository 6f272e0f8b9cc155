"""The server's processes: how they are replaced and end, and what they do without a log."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from tests.databases import new_database
from tests.serving import Server, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="has no such signals"),
]

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="has neither /dev/full nor limits of another process"
)
NOUGHTS = (sys.executable, "-m", "noughts")
Output = int | IO[bytes] | None
PIPE = 65_536  # bytes that it takes unread
NOWHERE = f"api/v1/{'x' * 300}"


def wait_until_ready(log: Path, server: Server, count: int) -> None:
    """Wait until so many server processes have been ready."""
    while log.read_text().count("a server process is ready") < count:
        httpx.get(f"{server.address}healthz", timeout=60)


def server_processes(server: Server) -> list[psutil.Process]:
    children = psutil.Process(server.process.pid).children()
    return [each for each in children if any("spawn_main" in part for part in each.cmdline())]


def test_processes_that_served_are_replaced_however_many_end(
    tmp_path: Path, postgresql_server: str
) -> None:
    flags = (f"--database={new_database(postgresql_server)}", "--workers=2")
    with serving(tmp_path / "games.db", *flags) as server:
        for round_ in range(1, 4):
            wait_until_ready(tmp_path / "games.log", server, 2 * round_)
            killed = server_processes(server)
            for process in killed:
                process.kill()
            assert not psutil.wait_procs(killed, 60)[1]
        wait_until_ready(tmp_path / "games.log", server, 2 * round_ + 2)
        assert httpx.get(f"{server.address}readyz", timeout=60).status_code == 200
    assert server.process.returncode == 0


@contextmanager
def started(
    folder: Path, *flags: str, program: Sequence[str] = NOUGHTS, **output: Output
) -> Iterator[tuple[Any, httpx.Client]]:
    """A server, of whose output nothing is read, and a client of it; killed if it does not end."""
    options = ("--port=0", "--log=json", f"--database=sqlite:///{folder}/games.db", *flags)
    with subprocess.Popen([*program, "serve", *options], **output) as process:  # type: ignore[call-overload]
        try:
            with httpx.Client(base_url=address(process), timeout=60) as client:
                yield process, client
        finally:
            process.kill()


def address(process: Any) -> str:
    """The address of a server, whether or not it can be read."""
    if process.stdout is not None:
        return str(process.stdout.readline().split()[4].decode())
    while True:
        for connection in psutil.Process(process.pid).net_connections("tcp"):
            if connection.status == psutil.CONN_LISTEN:
                return f"http://127.0.0.1:{connection.laddr.port}/"


def listens(port: int | None) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def wait_for(condition: Callable[[], bool]) -> None:
    while not condition():
        pass


def ask_for_nothing(client: httpx.Client, count: int) -> None:
    """Ask for pages that there are not, each a line in the log."""
    for _ in range(count):
        assert client.get(NOWHERE).status_code == 404
    assert client.get("healthz").status_code == 200


def end(process: Any, number: int = signal.SIGTERM) -> None:
    process.send_signal(number)
    assert process.wait(60) == (130 if number == signal.SIGINT else 0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_output_that_nobody_reads_holds_up_nothing(tmp_path: Path, number: int) -> None:
    with ExitStack() as stack:
        unread, output = map(stack.enter_context, pipe())
        os.set_blocking(output.fileno(), False)
        while output.write(b"\n" * PIPE):  # so that not even the address of the server has room
            pass
        os.set_blocking(output.fileno(), True)
        with started(tmp_path, stdout=output, stderr=output) as (process, client):
            ask_for_nothing(client, 100)
            end(process, number)
        assert unread.read(1) == b"\n"


def pipe() -> tuple[IO[bytes], IO[bytes]]:
    """The two ends of a pipe."""
    reading, writing = os.pipe()
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb", buffering=0)


@on_linux
def test_a_full_disk_costs_lines_of_the_log_and_it_says_how_many(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    file = tmp_path / "log"
    measured = "--metrics-address=127.0.0.1:0"
    with (
        file.open("ab") as log,
        started(tmp_path, measured, stdout=subprocess.PIPE, stderr=log) as (process, client),
    ):
        metrics = process.stdout.readline().split()[-1].decode().rstrip(".")
        ask_for_nothing(client, 2)
        wait_for(lambda: file.read_text().count("\n") >= 2)
        full = (file.stat().st_size + 10, resource.RLIM_INFINITY)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, full)
        ask_for_nothing(client, 5)
        wait_for(lambda: dropped_lines(metrics) >= 5)
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited)
        end(process)
    _, _, torn, *_, last = file.read_text().splitlines()
    assert len(torn) == 10
    told = json.loads(last)
    assert told["event"] == "lines were left out of the log"
    assert told["since_start"] >= 5  # what says so was left out as well, if it came too early


def dropped_lines(metrics: str) -> int:
    found = re.search(r"^noughts_log_lines_dropped_total (\d+)", httpx.get(metrics).text, re.M)
    assert found
    return int(found[1])


@on_linux
def test_a_log_that_cannot_be_written_fails_no_request(tmp_path: Path) -> None:
    with ExitStack() as stack:
        full = stack.enter_context(Path("/dev/full").open("wb"))
        reading, unread = pipe()
        reading.close()
        stack.enter_context(unread)
        for output in (full, unread):
            with started(tmp_path, stdout=output, stderr=output) as (process, client):
                ask_for_nothing(client, 3)
                end(process)
    closed = f'exec "{sys.executable}" -m noughts "$@" >&- 2>&-'
    program = ("sh", "-c", closed, "sh")
    with started(tmp_path, program=program) as (process, client):
        ask_for_nothing(client, 3)
        end(process)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_what_is_under_way_is_finished_however_often_it_is_told_to_end(
    tmp_path: Path, number: int
) -> None:
    """Here it is a request of which a part is missing; a closing terminal sends SIGHUP."""
    log = subprocess.PIPE
    with started(tmp_path, stdout=subprocess.DEVNULL, stderr=log) as (process, client):
        where = urlsplit(str(client.base_url))
        with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
            head = f"POST /api/v1/games HTTP/1.1\r\nHost: {where.netloc}\r\n"
            kind = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n"
            connection.sendall(f"{head}{kind}{{".encode())
            assert client.get("healthz").status_code == 200  # by now it has the head, too
            process.send_signal(number)
            wait_for(lambda: not listens(where.port))
            process.send_signal(number)
            connection.sendall(b"}")
            assert connection.recv(12) == b"HTTP/1.1 201"
        _, logged = process.communicate(timeout=60)
    assert process.returncode == (130 if number == signal.SIGINT else 0)
    assert logged.strip() == b""
    assert not list(tmp_path.glob("*-wal"))  # the database was closed


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT])
def test_a_terminal_ends_several_processes_and_all_of_them_silently(
    tmp_path: Path, postgresql_server: str, number: int
) -> None:
    flags = (f"--database={new_database(postgresql_server)}", "--workers=2")
    with serving(tmp_path / "games.db", *flags) as server:
        wait_until_ready(tmp_path / "games.log", server, 2)
        processes = server_processes(server)
        for pid in (server.process.pid, *(process.pid for process in processes)):
            os.kill(pid, number)  # as a terminal tells its group
        assert server.process.wait(60) == 0
        assert not psutil.wait_procs(processes, 60)[1]
    assert (tmp_path / "games.log").read_text().count("\n") == 2
