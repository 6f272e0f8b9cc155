"""Behind the proxies that hosts are shown, all who share a game or a room come to one server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from noughts.server.app import create_app
from noughts.server.log.sqlite import SqliteStore
from noughts.server.settings import Settings
from tests.databases import new_database
from tests.proxies import NAMES, PROXIES
from tests.server.client import visiting
from tests.server.cluster.test_nodes import is_move
from tests.server.games.listening import live
from tests.serving import serving

IDS = [f"{number:024x}" for number in range(6)]
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "x" * 22 + "==",
}


@contextmanager
def named(name: str) -> Iterator[str]:
    """The address of a server that answers every request with its name."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(name)))
            self.end_headers()
            self.wfile.write(name.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    """A proxy in front of two servers that say their names."""
    with ExitStack() as stack:
        servers = [stack.enter_context(named(name)) for name in NAMES]
        start = PROXIES[request.param]
        address = stack.enter_context(start(tmp_path_factory.mktemp("proxy"), servers))
        yield stack.enter_context(httpx.Client(base_url=address))


@pytest.fixture(scope="module")
def shared_paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The addresses of all routes of a game or a room, with an id to be filled in."""
    store = SqliteStore(tmp_path_factory.mktemp("routes") / "games.db")
    paths = {route.path_format for route in create_app(Settings(), store).routes}
    asyncio.run(store.close())
    return sorted(
        re.sub(r"\{(game|code)\}", "{id}", re.sub(r"\{(?!game|code)\w+\}", "1", path))
        for path in paths
        if re.search(r"\{(game|code)\}", path)
    )


def test_all_doors_of_a_game_or_a_room_lead_to_one_server(
    proxy: httpx.Client, shared_paths: list[str]
) -> None:
    assert {"/g/{id}", "/api/v1/games/{id}/live", "/api/v1/rooms/{id}/live-events"} < set(
        shared_paths
    )
    for id_ in IDS:
        doors = [path.format(id=id_) for path in shared_paths]
        names = {proxy.get(door, params={"after": 1}).text for door in doors}
        names.add(proxy.get(f"/api/v1/games/{id_}/live", headers=UPGRADE).text)
        names.add(proxy.get(f"/g/{id_}", headers={"X-Noughts-Id": "another"}).text)
        names.add(proxy.get(f"/r/{id_}-582604/join").text)  # by a long code
        assert len(names) == 1, id_
    # By the ports, which differ from run to run, six ids may well lead to the same one.
    assert {proxy.get(f"/g/{number:024x}").text for number in range(40)} == set(NAMES)


def test_what_has_no_id_goes_to_any_server(proxy: httpx.Client) -> None:
    assert {proxy.get("/").text for _ in range(40)} == set(NAMES)


@pytest.mark.parametrize("id_", ["%0A", "%7F", f"{IDS[0]}%0D%0AX-Evil: 1"])
def test_a_hostile_id_takes_no_server_for_down(proxy: httpx.Client, id_: str) -> None:
    assert proxy.get(f"/g/{id_}").text in NAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", PROXIES)
def test_two_play_through_a_proxy_and_one_server_goes(
    name: str, tmp_path: Path, postgresql_server: str
) -> None:
    database = new_database(postgresql_server)
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving(tmp_path / which, f"--database={database}"))
            for which in ("one", "two")
        ]
        addresses = [re.sub(r"https?://|/", "", server.address) for server in servers]
        proxy = stack.enter_context(PROXIES[name](tmp_path, addresses))
        ann, ben = (stack.enter_context(visiting(proxy)) for _ in range(2))
        game = ann.begin(opponent="friend", side="x", first="x")["id"]
        ben.post(f"games/{game}/sit", {})
        assert ann.http.get(f"/g/{game}").status_code == 200
        with live(proxy, game, ann) as here, live(proxy, game, ben) as there:
            here.presence(o="here")
            here.do("play", square=4, version=2)
            there.until(is_move(4))
            there.do("play", square=0, version=3)
            here.until(is_move(0))
        servers[0].process.kill()
        servers[0].process.wait()
        with live(proxy, game, ann) as here:
            assert here.do("play", square=8, version=4)["type"] == "event"
        moves = ben.get(f"games/{game}")["moves"]
        assert moves == ["b2", "a1", "c3"]
