"""The metrics: their values, in the format that Prometheus reads, at their own address."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families

from noughts import __version__
from noughts.server.app import create_app
from noughts.server.cluster.transport import Receive, Sent, Transport
from noughts.server.log.sqlite import SqliteStore
from noughts.server.metrics import Counters, read_address, serve_metrics
from noughts.server.settings import InvalidSettings, Settings
from tests.databases import new_database
from tests.server.client import API, Client, visiting
from tests.server.games.listening import live, streamed
from tests.serving import Server, serving

Samples = Counter[tuple[str, tuple[tuple[str, str], ...]]]
ANYWHERE = "--metrics-address=127.0.0.1:0"


@dataclass(frozen=True)
class Measured:
    """A server, and where its metrics are."""

    server: Server
    metrics: str

    def read(self) -> Samples:
        answer = httpx.get(self.metrics, timeout=60)
        assert answer.status_code == 200
        return Counter(
            {
                (sample.name, tuple(sorted(sample.labels.items()))): sample.value
                for family in text_string_to_metric_families(answer.text)
                for sample in family.samples
            }
        )


@contextmanager
def start(folder: Path) -> Iterator[Measured]:
    with serving(folder / "games.db", ANYWHERE) as server:
        assert server.process.stdout is not None
        found = re.fullmatch(r"Metrics are at (\S+)\.\n", server.process.stdout.readline())
        assert found
        yield Measured(server, found.group(1))


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    with start(tmp_path_factory.mktemp("measured")) as running:
        yield running


@pytest.fixture
def player(measured: Measured) -> Iterator[Client]:
    with visiting(measured.server.address) as client:
        yield client


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples[f"noughts_{name}", tuple(sorted(labels.items()))]


@pytest.mark.slow
def test_commands_are_counted_and_gauges_are_now(measured: Measured, player: Client) -> None:
    before = measured.read()
    game = player.begin(opponent="easy", side="x", first="x")
    after = player.play(game, 4)
    player.play(game, 0, 409)
    player.play(after, 4, 422)
    for path in ("a", "b", "c"):
        assert player.http.get(f"/nowhere/{path}").status_code == 404
    grown = measured.read()
    assert value(grown, "appends_waiting") == 0
    assert value(grown, "build_info", version=__version__) == 1
    assert grown["process_resident_memory_bytes", ()] > 0
    grown.subtract(before)
    assert value(grown, "games_in_memory") == 1
    assert value(grown, "moves_total") == 2
    assert value(grown, "append_seconds_count") == 3
    assert value(grown, "append_seconds_bucket", le="+Inf") == 3
    assert value(grown, "append_batch_size_sum") == 3
    assert value(grown, "commands_refused_total", reason="Stale") == 1
    assert value(grown, "commands_refused_total", reason="IllegalMove") == 1
    moves = {"method": "POST", "route": f"{API}/games/{{game}}/play"}
    for status in ("200", "409", "422"):
        assert value(grown, "response_seconds_count", **moves, status=status) == 1
    lost = {"method": "GET", "route": "other", "status": "404"}
    assert value(grown, "response_seconds_count", **lost) == 3


SOCKETS = {"protocol": "websocket", "subject": "game"}
STREAMS = {"protocol": "stream", "subject": "game"}


@pytest.mark.slow
def test_subscribers_are_counted_by_their_door(measured: Measured, player: Client) -> None:
    game = player.begin(opponent=None)["id"]
    with live(measured.server.address, game) as socket, streamed(player, game) as stream:
        socket.next()
        stream.next()
        samples = measured.read()
        assert [value(samples, "subscribers", **each) for each in (SOCKETS, STREAMS)] == [1, 1]
    while any(value(samples, "subscribers", **each) for each in (SOCKETS, STREAMS)):
        samples = measured.read()


def test_the_game_s_address_serves_no_metrics_and_unknown_methods_share_a_label(
    measured: Measured, player: Client
) -> None:
    assert player.http.get("/metrics").status_code == 404
    assert httpx.post(measured.metrics).status_code == 405
    for method in ("PROPFIND", "TRACE"):
        assert player.http.request(method, "/").status_code == 405
    methods = {dict(labels).get("method") for _, labels in measured.read()} - {None}
    assert methods <= {"GET", "POST", "other"}


class Echo(Transport):
    """A transport with one node."""

    async def _connect(self, receive: Receive, connected: Callable[[], None]) -> None:
        self.receive = receive
        connected()
        await asyncio.Event().wait()

    async def _send(self, messages: Sequence[Sent]) -> None:
        self.receive("\n".join(sent.message for sent in messages))


def test_the_latency_of_the_transport_is_measured(tmp_path: Path) -> None:
    app = create_app(Settings(), SqliteStore(tmp_path / "games.db"), Echo("here"))
    with TestClient(app) as client:
        bus = app.state["games"].log.counters.transport_latency
        while not any(each.value for family in bus.collect() for each in family.samples):
            assert client.get("/healthz").status_code == 200


def test_a_further_process_takes_a_higher_port(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serve_metrics(f"127.0.0.1:{port - 3}", 3, Counters(), store.batches) as url:
        assert url == f"http://127.0.0.1:{port}/metrics"
        assert httpx.get(url).status_code == 200
        asyncio.run(store.close())


@pytest.mark.slow
def test_each_of_several_processes_has_metrics(tmp_path: Path, postgresql_server: str) -> None:
    flags = (f"--database={new_database(postgresql_server)}", "--workers=2", ANYWHERE)
    with serving(tmp_path / "games.db", *flags) as server:
        found: list[str] = []
        while len(found) < 2:
            httpx.get(f"{server.address}healthz", timeout=60)
            found = re.findall(r"Metrics are at (\S+)\.", (tmp_path / "games.log").read_text())
        with visiting(server.address) as visitor:
            visitor.begin(opponent=None)
        received = [Measured(server, each).read() for each in found]
    assert sum(value(each, "append_seconds_count") for each in received) == 1


def fail(database: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """Run the server with flags with which it does not start."""
    flags = ("serve", "--port=0", f"--database=sqlite:///{database}", *flags)
    command = [sys.executable, "-m", "noughts", *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def test_an_invalid_address_is_refused() -> None:
    addresses = ("", "9100", "localhost", ":9100", "::1:9100", "a b:1", "h:123456", "h:٣", "h:1\n")
    for address in addresses:
        with pytest.raises(InvalidSettings, match="an address is HOST:PORT"):
            read_address(address)


@pytest.mark.slow
def test_an_address_that_is_none_or_in_use_is_reported_by_one_process_and_by_several(
    tmp_path: Path, postgresql_server: str, measured: Measured
) -> None:
    database = tmp_path / "games.db"
    taken = measured.metrics.removeprefix("http://").removesuffix("/metrics")
    shared = f"--database={new_database(postgresql_server)}"
    several = (shared, "--workers=2", "--log-level=error")
    for flags in ((), several):
        done = fail(database, *flags, "--metrics-address=9100")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), flags
        assert done.stderr.startswith("noughts serve: --metrics-address: an address is HOST:PORT")
    done = fail(database, f"--metrics-address={taken}")
    assert done.returncode == 1
    assert re.fullmatch(
        rf"noughts: cannot listen on {re.escape(taken)}: .+; choose with --metrics-address\n",
        done.stderr,
    )
    done = fail(database, *several, f"--metrics-address={taken}")
    assert done.returncode == 1
    *reasons, last = done.stderr.splitlines()
    assert last == "noughts: the server processes end as soon as they start: the log says why"
    assert all(f"cannot listen on {taken}: " in reason for reason in reasons)


@pytest.mark.slow
def test_metrics_end_with_the_server(tmp_path: Path) -> None:
    with start(tmp_path) as measured:
        measured.server.process.send_signal(signal.SIGTERM)
        measured.server.process.wait(30)
        with pytest.raises(httpx.ConnectError):
            measured.read()
    assert (tmp_path / "games.log").read_text().strip() == ""
