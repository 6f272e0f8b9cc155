"""Servers as separate processes: started, measured from outside, ended."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL

import psutil

HERE = Path(__file__).parent
PEER = HERE.parent / "peers" / "boardgame.io"
CHECKOUT = HERE.parents[1]
INSTALLED = CHECKOUT / "build" / "peers" / "boardgame.io"

_PORTS = range(20_000, 32_768)  # below the ephemeral ports, of which clients take up to 4,000
_PLENTY = 1_000_000_000  # for every rate limit: all players here have one address
_PATIENCE = 30.0  # seconds for a server to start, or to end


@dataclass(frozen=True, slots=True)
class Usage:
    """A moment, and the seconds of processor time spent until then."""

    at: float
    server: float
    services: float  # databases and buses
    client: float
    machine: float

    def __sub__(self, before: Usage) -> Usage:
        return Usage(
            self.at - before.at,
            self.server - before.server,
            self.services - before.services,
            self.client - before.client,
            self.machine - before.machine,
        )

    @property
    def served(self) -> float:
        """The time of the servers and their services."""
        return self.server + self.services

    @property
    def others(self) -> float:
        """The time of everything but the servers and the client."""
        return max(0.0, self.machine - self.served - self.client)


@dataclass(frozen=True, slots=True)
class Running:
    """Servers that listen on loopback, each on its port, and the services they use."""

    servers: tuple[psutil.Process, ...]
    ports: tuple[int, ...]
    services: tuple[psutil.Process, ...] = ()
    is_routed: bool = False  # whether both players of a game come to the same server

    def ports_of(self, table: int) -> tuple[int, ...]:
        """Return the ports to which the two players at a table connect."""
        first, second = (self.ports[(table + player) % len(self.ports)] for player in (0, 1))
        return (first, first if self.is_routed else second)

    def usage(self) -> Usage:
        """Return the processor time of them, this process and the whole machine so far."""
        machine = psutil.cpu_times()
        return Usage(
            time.perf_counter(),
            _spent(self.servers),
            _spent(self.services),
            time.process_time(),
            machine.user + machine.nice + machine.system + machine.irq + machine.softirq,
        )

    def resident(self) -> int:
        """Return the memory of the servers, in bytes."""
        return sum(process.memory_info().rss for process in _with_children(self.servers))


def _spent(processes: Iterable[psutil.Process]) -> float:
    """Return the time of processes and their children, ended ones included."""
    return sum(sum(process.cpu_times()[:4]) for process in _with_children(processes))


def _with_children(processes: Iterable[psutil.Process]) -> Iterator[psutil.Process]:
    for process in processes:
        yield from (process, *process.children(recursive=True))


@contextmanager
def noughts(database: str, *flags: str, checkout: Path = CHECKOUT) -> Iterator[Running]:
    """Yield our server as a host starts it, with rate limits out of reach."""
    limits = ("games-per-minute", "moves-per-minute", "sockets-per-address")
    command = [
        *(sys.executable, "-m", "noughts", "serve", "--port={port}", f"--database={database}"),
        *(f"--{limit}={_PLENTY}" for limit in limits),
        *flags,
    ]
    with _started(command, {"PYTHONPATH": str(checkout.resolve() / "src")}) as running:
        yield running


@contextmanager
def noughts_in_a_file(folder: Path, checkout: Path = CHECKOUT) -> Iterator[Running]:
    """Yield the server of a checkout, by default ours, on a new file."""
    with noughts(f"sqlite:///{folder / 'games.db'}", checkout=checkout) as running:
        yield running


def open_many_files() -> None:
    """Raise the limit of open files to what the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def boardgame_io(_folder: Path) -> Iterator[Running]:
    """Yield the peer, keeping its games in memory."""
    command = ["node", str(INSTALLED / "server.js"), "{port}"]
    with _started(command, {"NODE_ENV": "production"}) as running:
        yield running


@contextmanager
def echo(_folder: Path) -> Iterator[Running]:
    """Yield a bare uvicorn that echoes messages."""
    with _started([sys.executable, str(HERE / "echo.py"), "{port}"]) as running:
        yield running


def install_peer() -> str:
    """Install the peer where Git ignores it, unless it is there; return its version. Needs npm."""
    lock = "package-lock.json"
    stamp = INSTALLED / "node_modules" / lock  # copied last: it marks a finished installation
    if not stamp.exists() or stamp.read_bytes() != (PEER / lock).read_bytes():
        INSTALLED.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", lock):
            shutil.copy(PEER / name, INSTALLED)
        subprocess.run(
            ["npm", "ci", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts"],
            check=True,
            cwd=INSTALLED,
            stdin=DEVNULL,
            stdout=DEVNULL,
        )
        shutil.copy(PEER / lock, stamp)
    shutil.copy(PEER / "server.js", INSTALLED)
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True)
    package = json.loads((INSTALLED / "node_modules/boardgame.io/package.json").read_text())
    return f"boardgame.io {package['version']}, Node {node.stdout.strip()}"


@contextmanager
def _started(
    command: Sequence[str], variables: Mapping[str, str] | None = None
) -> Iterator[Running]:
    port = _free_port()
    process = subprocess.Popen(
        [part.format(port=port) for part in command],
        env={**os.environ, **(variables or {})},
        stdin=DEVNULL,
        stdout=DEVNULL,
    )
    try:
        _wait_for(port, process)
        yield Running((psutil.Process(process.pid),), (port,))
    finally:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    for port in random.sample(_PORTS, len(_PORTS)):
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)):
                return port
    raise OSError(f"no port is free from {_PORTS.start} to {_PORTS.stop - 1}")


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < until:
        with socket.socket() as trial:
            if not trial.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.02)
    raise OSError("the server did not start: see above")
