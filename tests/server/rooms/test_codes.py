"""Wrong codes, tried from many addresses, and what they cost those who have a right one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.server.http.qr import qr_code
from tests.server.client import API, Client, visiting
from tests.serving import Server, serving

pytestmark = pytest.mark.anyio

HERE = "203.0.113.5"  # where the host of a room is
NOWHERE = "KTRF7WX4"  # no room has such a code any more
DOORS = [
    *(f"{API}/rooms/{{}}{what}" for what in ("", "/boards", "/table", "/live-events")),
    *("/r/{}", "/r/{}/wall", "/r/{}/qr.svg", "/r?code={}", "/join?code={}"),
]
POSTED = ["/r/{}/join", "/r/{}/pair-all"]


@contextmanager
def at(server: Server, address: str) -> Iterator[Client]:
    """A visitor from an address, as a proxy says."""
    with visiting(server.address) as client:
        client.http.headers["X-Forwarded-For"] = address
        yield client


async def answered(server: Server, code: str, addresses: Iterable[str]) -> list[int]:
    """The status with which a code is answered at each address, all at once."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        asked = (
            http.get(f"{API}/rooms/{code}", headers={"X-Forwarded-For": each}) for each in addresses
        )
        return [answer.status_code for answer in await asyncio.gather(*asked)]


async def wrong(server: Server, addresses: Iterable[str]) -> int:
    """How many addresses are told that a code is wrong; the others are refused."""
    found = await answered(server, NOWHERE, addresses)
    assert set(found) <= {404, 429}
    return found.count(404)


def refused(answer: httpx.Response) -> bool:
    return answer.status_code == 429 and int(answer.headers["retry-after"]) > 0


def test_no_visitor_knows_the_code_of_a_room_before_it_is_opened(tmp_path: Path) -> None:
    """What they send decides nothing: another server answers it with another code."""
    codes, headers = set(), {"Authorization": f"Bearer {'a' * 43}"}
    for name in ("here.db", "there.db"):
        with serving(tmp_path / name) as server, visiting(server.address) as visitor:
            visitor.http.headers.update(headers)
            codes.add(visitor.open_room(command="command1")["code"])
    assert len(codes) == 2


async def test_many_addresses_share_their_wrong_codes(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", "--codes-per-hour=5") as server:
        # A token or two may come back meanwhile.
        household = (f"2001:db8:1:1::{n:x}" for n in range(20))
        assert await wrong(server, household) in (5, 6)
        street = (f"2001:db8:1:{n:x}::1" for n in range(2, 30))
        assert await wrong(server, street) in (5, 6)
        town = (f"2001:db8:1:{n:x}00::1" for n in range(1, 30))
        assert await wrong(server, town) in (5, 6)
        world = (f"192.0.2.{n}" for n in range(40))
        assert await wrong(server, world) in (10, 11)
        assert await wrong(server, ["2001:db8:2::1", "198.51.100.1"]) in (0, 1)


async def test_once_too_many_codes_are_wrong_nothing_tells_a_right_one(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", "--codes-per-hour=5") as server, at(server, HERE) as host:
        code = host.open_room()["code"]
        await wrong(server, (f"192.0.2.{number}" for number in range(60)))
        with at(server, "198.51.100.1") as stranger:
            tried = [NOWHERE] * 4 + [code] + [NOWHERE] * 3
            answers = [stranger.http.get(f"{API}/rooms/{each}") for each in tried]
    assert all(refused(answer) for answer in answers)
    first, last = (int(answers[place].headers["retry-after"]) for place in (0, -1))
    assert last <= first  # they cost the address nothing, whichever is right


async def test_a_class_comes_in_while_strangers_guess(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "games.db", "--codes-per-hour=1") as server,
        at(server, HERE) as host,
        at(server, "198.51.100.7") as stranger,
    ):
        room = host.open_room()
        code, long_code = room["code"], room["long_code"]
        # The next one is allowed in twelve minutes.
        await wrong(server, (f"192.0.2.{n}" for n in range(20)))
        for door in DOORS:
            assert refused(stranger.http.get(door.format(code))), door
        for door in POSTED:
            assert refused(stranger.http.post(door.format(code), data={})), door
        assert 'name="code"' in stranger.page("/join", 429, code=code)
        for _ in range(30):
            with at(server, "203.0.113.5") as pupil:
                pupil.post(f"rooms/{code}/join", {})
        check_comes_in_by(long_code, stranger, code)


def check_comes_in_by(long_code: str, stranger: Client, code: str) -> None:
    """The page that the QR code leads to lets a stranger in."""
    picture = stranger.http.get(f"/r/{long_code}/qr.svg").content
    assert picture == qr_code(f"{stranger.http.base_url}r/{long_code}")
    typed = stranger.http.get("/join", params={"code": f"{code[:3]} {code[3:]} {long_code[6:]}"})
    assert typed.headers["location"] == f"/r/{long_code}"
    assert f'action="/r/{long_code}/join"' in stranger.page(f"/r/{long_code}")
    assert not stranger.http.get(f"{API}/rooms/{long_code}/boards").json()
    joined = stranger.http.post(f"/r/{long_code}/join", data={})
    assert joined.headers["location"] == f"/r/{code}"
    stranger.page(f"/r/{code}")


def test_the_log_has_no_long_code(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", "--log-level=info") as server, at(server, HERE) as host:
        room = host.open_room()
        with at(server, HERE) as stranger:
            path = f"{API}/rooms/{room['long_code']}/begin-round"
            assert stranger.http.post(path, json={"games": 0}).is_client_error
    told = (tmp_path / "games.log").read_text()
    assert f"/rooms/{room['code']}/begin-round" in told
    assert room["long_code"] not in told


async def test_a_long_code_of_another_room_is_a_wrong_code(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "games.db", "--codes-per-hour=5") as server,
        visiting(server.address) as host,
    ):
        first, second = (host.open_room() for _ in range(2))
        mixed = first["code"] + second["long_code"][6:]
        with at(server, "192.0.2.1") as stranger:
            assert stranger.get(f"rooms/{mixed}", 404) == stranger.get(f"rooms/{NOWHERE}", 404)
        found = await answered(server, mixed, ["192.0.2.1"] * 5)
        assert found.count(404) in (3, 4)
        host.get(f"rooms/{first['code']}")


def test_a_wrong_code_counts_at_every_door(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "games.db", f"--codes-per-hour={len(DOORS + POSTED)}") as server,
        visiting(server.address) as client,
    ):
        for door in DOORS:
            assert client.http.get(door.format("000000")).status_code == 404, door
        for door in POSTED:
            assert client.http.post(door.format("000000"), data={}).status_code == 404, door
        tries: Any = (client.http.get(door.format("000000")) for door in DOORS)
        assert any(map(refused, tries))
