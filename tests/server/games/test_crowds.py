"""Many, fast, slow and silent connections: each costs little, and none harms another."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from noughts.core import Mark
from noughts.core.offer import Offer
from noughts.server.games.types import Began, Declined, Event, Offered, Person
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append
from tests.server.client import API, Client, content, visiting
from tests.server.games.listening import PATIENCE, Live, command, live, sit_down, streamed
from tests.serving import Server, serving

NOW = "2026-01-02T03:04:05+00:00"
MOST_SOCKETS = 4
LARGEST_BOARD = "26x26:5"
KILOBYTE = 1_024
MANY, ROUNDS = 15, 16


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets in few, who say little."""
    flags = (f"--sockets-per-address={MOST_SOCKETS}", "--moves-per-minute=60")
    with serving(tmp_path_factory.mktemp("strict") / "games.db", *flags) as running:
        yield running


@pytest.mark.slow
def test_one_address_has_so_many_live_connections_of_all_kinds_together(strict: Server) -> None:
    with visiting(strict.address) as visitor, ExitStack() as stack:
        id_ = visitor.begin()["id"]
        counting = stack.enter_context(live(strict.address, id_, visitor))
        others = [stack.enter_context(live(strict.address, id_)) for _ in range(MOST_SOCKETS - 2)]
        stack.enter_context(streamed(visitor, id_))
        counting.presence(spectators=len(others))
        with live(strict.address, id_) as late:
            assert late.closed() == (1008, "Too many open games from your address – close one")
            assert late.messages == []
        answer = visitor.http.get(f"{API}/games/{id_}/stream")
        assert "close one" in content(answer, 429)["detail"]
        assert int(answer.headers["retry-after"]) > 0
        others[0].socket.close()
        counting.presence(spectators=len(others) - 1)
        with live(strict.address, id_) as late:
            assert late.next()["type"] == "hello"
        assert visitor.get(f"games/{id_}")["id"] == id_  # who only looks is never too many


@pytest.mark.slow
def test_a_place_is_free_again_however_a_connection_ended(strict: Server) -> None:
    with visiting(strict.address) as visitor:
        id_ = visitor.begin()["id"]
        with streamed(visitor, id_) as counting:
            for _ in range(2 * MOST_SOCKETS):
                with live(strict.address, id_) as other:
                    counting.presence(spectators=1)
                    other.socket.socket.shutdown(sockets.SHUT_RDWR)  # without a word
                counting.presence(spectators=0)
                with visiting(strict.address) as onlooker:
                    with streamed(onlooker, id_):
                        counting.presence(spectators=1)
                    counting.presence(spectators=0)


@pytest.mark.slow
def test_a_flood_closes_the_socket_it_came_over_and_no_other(strict: Server) -> None:
    with visiting(strict.address) as ann, visiting(strict.address) as ben:
        id_ = ann.begin(opponent="friend", side="x", first="x")["id"]
        ben.post(f"games/{id_}/sit", {})
        german = live(strict.address, id_, ann, {"Accept-Language": "de"})
        with german as flooding, live(strict.address, id_, ben) as other:
            for _ in range(30):  # a burst is answered
                assert flooding.do("decline", version=2)["status"] == 422
            with suppress(ConnectionClosed):  # that it is, may be known before all is said
                for _ in range(100):
                    flooding.say("decline", version=2)
            assert flooding.closed() == (1008, "Das war zu schnell – mach etwas langsamer")
            assert other.do("decline", version=2)["status"] == 422
            with live(strict.address, id_, ann) as again:
                assert again.do("play", square=4, version=2)["version"] == 3
            assert other.next_change()["version"] == 3


# Who does not take what is sent.


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def deaf(address: str, path: str, more: str) -> sockets.socket:
    """A connection on which an answer was begun to be read, and nothing more is."""
    parts = urlsplit(address)
    assert parts.hostname is not None
    opened = sockets.socket()
    opened.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4 * KILOBYTE)
    if sys.platform == "linux":  # else the kernel buffers 2.6 MB for whoever sends on a loopback
        opened.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_MAXSEG, 536)
    opened.settimeout(PATIENCE)
    opened.connect((parts.hostname, parts.port))
    opened.sendall(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n{more}\r\n".encode())
    assert opened.recv(12) in (b"HTTP/1.1 101", b"HTTP/1.1 200")
    return opened


LONG = 100  # moves, of which none wins
DEAF = pytest.mark.parametrize(("path", "more"), [("live", UPGRADE), ("stream", "")])


@contextmanager
def listening_to_nothing(
    server: Server, visitor: Client, path: str, more: str
) -> Iterator[tuple[Live, sockets.socket]]:
    """A player in a long game on the largest board, and somebody who reads none of it."""
    game = visitor.begin(board=LARGEST_BOARD, opponent=None, first="x")["id"]
    with live(server.address, game, visitor) as ann:
        for square in range(LONG):
            ann.do("play", square=square, version=square + 1)
        with closing(deaf(server.address, f"{API}/games/{game}/{path}", more)) as line:
            ann.presence(spectators=1)
            yield ann, line


def play_until_cut_off(player: Live) -> None:
    """Two changes at a time; a thousand are more than any buffer holds."""
    for version in range(LONG + 1, LONG + 1_600, 2):
        assert player.do("play", square=LONG, version=version)["type"] == "event"
        assert player.do("undo", version=version + 1)["type"] == "event"
        received = [each for each in player.messages[-6:] if each["type"] == "presence"]
        if received and not received[-1]["spectators"]:
            return
    raise AssertionError("it was never cut off")


@DEAF
def test_who_does_not_listen_is_cut_off_and_hurts_nobody(
    server: Server, visitor: Client, path: str, more: str
) -> None:
    with listening_to_nothing(server, visitor, path, more) as (ann, _):
        play_until_cut_off(ann)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="others wait for as long as they like")
@DEAF
def test_the_line_of_who_does_not_listen_does_not_stay_open(
    server: Server, visitor: Client, path: str, more: str
) -> None:
    with listening_to_nothing(server, visitor, path, more) as (ann, line):
        play_until_cut_off(ann)
        address, lines = line.getsockname(), psutil.Process(server.process.pid).net_connections
        for _ in range(9):  # heartbeats of 10 s; nothing ends this connection
            if address not in [each.raddr for each in lines()]:
                return
            ann.until(lambda received: received["type"] == "heartbeat")
    raise AssertionError("it stayed open")


@pytest.mark.slow
def test_lines_that_break_all_at_once_hinder_no_other(tmp_path: Path) -> None:
    """Each that goes is told of to those that are gone too, but not yet known to be."""
    with serving(tmp_path / "games.db") as server, ExitStack() as stack:
        friends = sit_down(lambda: stack.enter_context(visiting(server.address)))
        ann = stack.enter_context(live(server.address, friends.id, friends.ann))
        others = [stack.enter_context(live(server.address, friends.id)) for _ in range(MANY)]
        ann.presence(spectators=MANY)
        for other in others:
            other.socket.socket.shutdown(sockets.SHUT_RDWR)
        assert ann.do("play", square=4, version=2)["event"]["square"] == 4
        ann.presence(spectators=0)
    assert "Traceback" not in (tmp_path / "games.log").read_text()


# Who comes back after long.


def test_a_long_game_is_caught_up_with(server: Server, database: Path) -> None:
    """2,000 events at once are no reason to think that somebody is slow."""
    ann, ben = Person("ann"), Person("ben")
    pair = (Offered(Offer.DRAW, Mark.X, NOW), Declined(NOW))
    events: tuple[Event, ...] = tuple(pair[number % 2] for number in range(1_998))
    began = Began(".../.../... x 3", ann, ben, NOW)

    async def write() -> None:
        store = SqliteStore(database)
        await store.append(Append("1" * 24, 0, (began,), "begin", (), 2**40))
        await store.append(Append("1" * 24, 1, events, "all-at-once"))
        await store.close()

    asyncio.run(write())
    with live(server.address, "1" * 24, after=1) as socket:
        assert [socket.next()["type"], socket.next()["type"]] == ["hello", "view"]
        versions = [socket.next()["version"] for _ in events]
        assert versions == list(range(2, 2_000))
        socket.presence()


@pytest.mark.slow
def test_idle_sockets_cost_little_and_leave_nothing_behind(tmp_path: Path) -> None:
    """50 games with 6 sockets each, opened and closed again and again; measured: 30 kB a socket.

    What closed ones leave is found by the search for garbage, at 110 MB: after 12 rounds.
    """
    with (
        serving(tmp_path / "games.db", "--sockets-per-address=1000") as server,
        visiting(server.address) as visitor,
    ):
        process = psutil.Process(server.process.pid)
        games = [visitor.begin(opponent="friend")["id"] for _ in range(50)]

        def come_and_go() -> int:
            with ExitStack() as stack:
                for game in games * 6:
                    stack.enter_context(live(server.address, game)).presence()
                return int(process.memory_info().rss)

        before, files = process.memory_info().rss, process.num_fds()
        peaks = [come_and_go() for _ in range(ROUNDS)]
        assert peaks[0] - before < 6 * len(games) * 100 * KILOBYTE
        assert peaks[-1] - peaks[ROUNDS // 2] < 8_000 * KILOBYTE
        with ExitStack() as stack:  # none of them is still counted, at any game
            listening = [stack.enter_context(live(server.address, game)) for game in games]
            for each in listening:
                each.presence(spectators=0)  # besides oneself
        assert process.num_fds() <= files + len(games) + 10


# The end of the server.


@pytest.mark.slow
def test_the_server_ends_and_with_it_all_that_is_open(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with ExitStack() as stack:
        with serving(database) as server:
            friends = sit_down(lambda: stack.enter_context(visiting(server.address)))
            watching = [
                stack.enter_context(live(server.address, friends.id, who))
                for who in (friends.ann, friends.ben, None)
            ]
            streams = [
                stack.enter_context(streamed(who, friends.id)) for who in (friends.ann, friends.ben)
            ]
            for each in [*watching, *streams]:
                each.presence()
            friends.play(4, 0)
        for socket in watching:
            assert socket.closed()[0] in (1001, 1012)
        for stream in streams:
            with pytest.raises(StopIteration):
                stream.until(lambda _: False)
        for received in [*watching, *streams]:  # earlier events were still sent
            versions = [(each.get("game") or each).get("version") for each in received.messages]
            assert 4 in versions
    said = database.with_suffix(".log").read_text()
    assert "Traceback" not in said
    assert "exceeded" not in said  # nobody was waited for until patience ended
    assert server.process.returncode in (0, 130)


@pytest.mark.slow
def test_an_address_gives_so_many_commands_over_all_its_sockets(tmp_path: Path) -> None:
    flag = "--moves-per-minute=3"
    with serving(tmp_path / "games.db", flag) as server, visiting(server.address) as visitor:
        id_ = visitor.begin()["id"]
        for status in (422, 422, 422, 429):
            with live(server.address, id_, visitor) as socket:
                refused = socket.do("decline", version=1)
                assert (refused["type"], refused["status"]) == ("refused", status)
        assert refused["detail"] == "That was too fast – slow down a little"
        assert visitor.http.post(f"{API}/games/{id_}/decline", json={}).status_code == 429


STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 9, 676, 2**31, 2**63, 2**64, -(2**63), 10**300, 0.5, 1e308, -0.0,
    "", "1", "\0", "\ud7ff\uffff", "🦊" * 9, "x" * 65, "computer:1", "clock:1", [], {}, [[]],
    {"type": "play"},
)  # fmt: skip


def hostile(chance: Random) -> bytes:
    """Garbage, or a command in which a value cannot be and some bytes are others or missing."""
    if chance.random() < 0.1:
        return chance.choice([chance.randbytes(chance.randrange(200)), b'[{"version":' * 80])
    kind = chance.choice(["play", "undo", "draw", "resign", "rematch", "decline", "claim", "away"])
    sent = {"type": kind, "version": chance.randrange(1, 9), "command": command(), "square": 4}
    if kind != "play":
        del sent["square"]
    if chance.random() < 0.5:
        sent[chance.choice([*sent, "key", "side", "by", "game"])] = chance.choice(STRANGE)
    text = bytearray(json.dumps(sent, ensure_ascii=chance.random() < 0.5).encode())
    for _ in range(chance.randrange(3)):
        place = chance.randrange(len(text))
        text[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    return bytes(text)


@pytest.mark.slow
def test_a_game_goes_on_unhurt_whatever_others_send(tmp_path: Path) -> None:
    """Two who watch a game send 5,000 messages, and so do two who play another."""
    chance = Random(1)
    with serving(tmp_path / "games.db") as server, ExitStack() as stack:
        friends, others = (
            sit_down(lambda: stack.enter_context(visiting(server.address))) for _ in range(2)
        )
        ann, ben, *hostiles = (
            stack.enter_context(live(server.address, game.id, who))
            for game, who in (
                (friends, friends.ann),
                (friends, friends.ben),
                (friends, None),
                (friends, None),
                (others, others.ann),
                (others, others.ben),
            )
        )
        for _ in range(50):
            for each in hostiles:
                for _ in range(50):
                    each.socket.send(hostile(chance))
            assert ann.do("draw", version=2)["event"]["type"] == "offered"
            assert ben.do("decline", version=2)["event"]["type"] == "declined"
            for each in hostiles:  # what was sent before is answered before
                assert each.do("resign", version=10**6)["status"] in (403, 409)
        assert friends.now()["version"] == 102
        assert ann.do("play", square=4, version=2)["version"] == 103
    log = (tmp_path / "games.log").read_text()
    assert "Traceback" not in log, log
    assert "[error" not in log, log
