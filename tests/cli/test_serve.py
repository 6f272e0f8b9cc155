"""`noughts serve`: its flags and variables, what keeps it from starting, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from noughts.server.settings import Settings
from tests.cli.conftest import Noughts, assert_one_line
from tests.cli.process import COMMAND, run
from tests.server.client import visiting
from tests.serving import serving

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def test_every_setting_is_a_flag_with_its_default_in_the_help(noughts: Noughts) -> None:
    told = noughts("serve", "--help").said
    for name in Settings.__struct_fields__:
        assert f"--{name.replace('_', '-')} " in told
    assert "(8000)" in told


# Values of settings, and what is complained.
INVALID = [
    ("--port", "x", "must be a whole number from 0 to 65535, not 'x'"),
    ("--port", "-1", "must be a whole number from 0 to 65535, not '-1'"),
    ("--port", "65536", "must be a whole number from 0 to 65535, not '65536'"),
    ("--port", "", "must be a whole number from 0 to 65535, not ''"),
    ("--workers", "0", "must be a whole number from 1 to 64, not '0'"),
    ("--workers", "2", "a database in one file serves one process; leave --workers at 1"),
    ("--think-seconds", "0", "must be a number above 0, up to 60, not '0'"),
    ("--think-seconds", "nan", "must be a number above 0, up to 60, not 'nan'"),
    ("--think-seconds", "inf", "must be a number above 0, up to 60, not 'inf'"),
    ("--keep-finished-days", "inf", "must be a number from 0 to 36500, not 'inf'"),
    ("--keep-idle-days", "1e12", "must be a number from 0 to 36500, not '1e12'"),
    ("--games-per-minute", "0", "must be a whole number from 1 to 1000000000, not '0'"),
    ("--moves-per-minute", "1.5", "must be a whole number from 1 to 1000000000, not '1.5'"),
    ("--questions-per-minute", "many", "must be a whole number from 1 to 1000000000, not 'many'"),
    ("--log", "loud", "must be 'json' or 'text', not 'loud'"),
    ("--database", "mysql://host/games", "a database is sqlite:///FILE or postgresql://"),
    ("--database", "sqlite:///", "a database is sqlite:///FILE"),
    ("--database", "sqlite:///:memory:", "a database is sqlite:///FILE"),
    ("--database", "games.db", "a database is sqlite:///FILE"),
    (
        "--site",
        "/nowhere",
        "/nowhere is no built site, it has no service_worker.js: `make site` builds one",
    ),
]


def test_an_invalid_setting_is_one_line_whether_flag_or_variable_and_opens_nothing(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("NOUGHTS_PORT", str(taken.getsockname()[1]))
        for flag, value, complaint in INVALID:
            by_flag = noughts("serve", f"{flag}={value}")
            variable = "NOUGHTS_" + flag.removeprefix("--").replace("-", "_").upper()
            with monkeypatch.context() as patch:
                patch.setenv(variable, value)
                by_variable = noughts("serve")
            assert_one_line(by_flag, f"noughts serve: {flag}")
            for done in (by_flag, by_variable):
                assert_one_line(done, complaint)
    assert list(Path.home().iterdir()) == []


@pytest.mark.slow
def test_a_port_in_use_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", f"--port={port}", f"--database=sqlite:///{tmp_path}/games.db")
    assert done.returncode == 1
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"noughts: cannot listen on 127.0.0.1 port {port}: ")
    assert line.endswith("; choose with --host and --port")


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "a" * 70, "..", "", "\x1b"])
def test_a_host_of_another_machine_is_one_line(noughts: Noughts, host: str) -> None:
    done = noughts("serve", "--port=0", f"--host={host}", "--database=sqlite:////nowhere/games.db")
    assert_one_line(done, "cannot listen" if host else "", code=1)


@pytest.mark.parametrize("command", [("serve", "--port=0"), ("admin", "list")], ids=" ".join)
def test_an_unusable_database_is_one_line(
    noughts: Noughts, tmp_path: Path, command: tuple[str, ...]
) -> None:
    for url in (
        "localhost:1/games",
        "nobody:secret@localhost:1/games",
        "nobody:secret@localhost:1/games?sslmode=require",
        "nobody:secret@localhost:1/games?sslmode=sometimes",
        "nobody:secret@localhost:port/games",
        ":/:/:",
        "%%%:x",
    ):
        done = noughts(*command, f"--database=postgresql://{url}")
        assert_one_line(done, "noughts: ", code=1)
        assert "secret" not in done.complained
    if command[0] == "serve":
        for file in (tmp_path / "missing" / "games.db", tmp_path):
            done = noughts(*command, f"--database=sqlite:///{file}")
            assert_one_line(done, f"noughts: {file} cannot be used: ", code=1)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_of_two_servers_on_one_database_the_second_says_so_and_ends(
    noughts: Noughts, tmp_path: Path, number: int
) -> None:
    file = tmp_path / "games.db"
    link = tmp_path / "link.db"
    with serving(file) as server:
        link.symlink_to(file)
        for name in (file, link):
            done = noughts("serve", "--port=0", f"--database=sqlite:///{name}")
            told = f"another server uses {name}: end it, or name another with --database\n"
            assert_one_line(done, told, code=1)
        assert noughts("admin", "list", f"--database=sqlite:///{file}").code == 0
        play_a_little(server.address)
        server.process.send_signal(number)
        server.process.wait(30)
    with serving(file) as server:
        play_a_little(server.address)


@pytest.mark.slow
def test_variables_configure_it_and_flags_override_them(tmp_path: Path) -> None:
    line = line_of_a_server(
        NOUGHTS_DATABASE=f"sqlite:///{tmp_path}/one.db",
        NOUGHTS_PORT="99999",
        NOUGHTS_HOST="127.0.0.1",
    )
    assert re.fullmatch(
        r"Noughts and crosses at http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)\. "
        rf"Games are in {tmp_path}/one\.db\.\n",
        line,
    )


@pytest.mark.slow
def test_games_are_in_the_users_data_folder_by_default() -> None:
    line = line_of_a_server()
    assert f"Games are in {Path.home()}" in line
    assert len(list(Path.home().rglob("noughts/games.db"))) == 1


@pytest.mark.slow
def test_where_all_may_come_in_it_names_an_address_that_others_can_open(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", "--host=0.0.0.0") as server:
        found = urlsplit(server.address)
        if found.hostname == "0.0.0.0":
            pytest.skip("there is no network here")
        assert not ip_address(str(found.hostname)).is_loopback
        with visiting(f"http://127.0.0.1:{found.port}/") as visitor:
            visitor.begin()


@pytest.mark.slow
@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6 here")
def test_it_listens_on_ipv6_too(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", "--host=::1") as server:
        assert server.address.startswith("http://[::1]:")
        with visiting(server.address) as visitor:
            visitor.begin()


def start(*flags: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND[:1], "-m", "noughts", "serve", *flags],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def line_of_a_server(**environment: str) -> str:
    with start("--port=0", **environment) as process:
        line = first_line(process)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    return line


def play_a_little(address: str) -> None:
    with visiting(address) as visitor:
        visitor.play(visitor.begin(opponent="easy"), 4)


def ended(process: subprocess.Popen[str], *, to_all: bool, number: int) -> tuple[int, str]:
    """The exit code and what was complained after a signal, with no process left."""
    running = psutil.Process(process.pid)
    everybody = [running, *running.children(recursive=True)]
    assert len(everybody) > 1  # a worker, too
    if to_all:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    _, complained = process.communicate(timeout=60)
    _, alive = psutil.wait_procs(everybody, 60)
    assert not alive
    return process.returncode, complained


@pytest.mark.slow
@on_posix
@pytest.mark.parametrize("to_all", [False, True], ids=["it", "its-group"])
@pytest.mark.parametrize(
    ("number", "expected"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGHUP, 0)],
)
def test_a_signal_ends_it_silently(
    tmp_path: Path, number: int, expected: int, to_all: bool
) -> None:
    """A terminal sends Ctrl-C to everybody in the group, so to the workers as well."""
    with start("--port=0", f"--database=sqlite:///{tmp_path}/games.db") as process:
        address = first_line(process).split()[4]
        play_a_little(address)
        code, complained = ended(process, to_all=to_all, number=number)
    assert code == expected
    assert complained.strip() == ""
    assert not list(tmp_path.glob("*-wal"))  # the database was closed


@pytest.mark.slow
@on_posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_right_at_the_start_ends_it_too(tmp_path: Path, number: int) -> None:
    with start("--port=0", f"--database=sqlite:///{tmp_path}/games.db") as process:
        first_line(process)
        os.killpg(process.pid, number)
        _, complained = process.communicate(timeout=60)
    assert process.returncode in (0, 130, -signal.SIGTERM)
    assert "Traceback" not in complained


@pytest.mark.slow
def test_announcements_go_to_standard_output_and_the_log_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        play_a_little(server.address)
    assert (tmp_path / "games.log").read_text().strip() == ""
