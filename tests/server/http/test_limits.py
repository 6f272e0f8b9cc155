"""Token buckets: so much at once, and then by the rate."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from litestar.testing import TestClient

from noughts.server.app import create_app
from noughts.server.http import limits
from noughts.server.http.limits import AddressBuckets, RateLimited, TokenBucket
from noughts.server.http.middleware import wrap
from noughts.server.http.static_files import SITE, static
from noughts.server.log.sqlite import SqliteStore
from noughts.server.metrics import Counters
from noughts.server.settings import Settings
from tests.server.client import API, content, visiting
from tests.serving import serving


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A time that passes when it is told to."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(limits, "monotonic", lambda: clock.now)
    return clock


def test_a_bucket_is_emptied_at_once_and_refills_by_its_rate(clock: SimpleNamespace) -> None:
    bucket = TokenBucket(0.5, 3, lambda: "slow down")
    for _ in range(3):
        bucket.take()
    with pytest.raises(RateLimited, match="slow down") as refused:
        bucket.take()
    assert refused.value.retry_seconds == 3  # whole seconds, at least the two that it takes
    clock.now += 2
    bucket.take()
    clock.now += 1_000
    for _ in range(3):
        bucket.take()
    with pytest.raises(RateLimited):
        bucket.take()


@pytest.mark.usefixtures("clock")
def test_no_number_of_other_addresses_makes_an_empty_bucket_full_again() -> None:
    bucket_of = AddressBuckets(3, lambda: "wait")
    for _ in range(3):
        bucket_of("ann").take()
    for number in range(20_001):
        bucket_of(str(number)).take()
    with pytest.raises(RateLimited, match="wait"):
        bucket_of("ann").take()


@pytest.mark.usefixtures("clock")
def test_of_too_many_buckets_the_fullest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MAX_ADDRESSES", 4)
    bucket_of = AddressBuckets(3, lambda: "wait")
    bucket_of("ann").take()
    for number in range(4):
        bucket_of(str(number)).take(2)
    for _ in range(3):
        bucket_of("ann").take()
    bucket_of("3").take()
    with pytest.raises(RateLimited):
        bucket_of("3").take()


def test_an_address_begins_so_many_games_a_day_in_rooms_and_elsewhere(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "games.db", "--games-per-day=20") as server,
        visiting(server.address) as visitor,
        visiting(server.address) as neighbour,
    ):
        neighbour.http.headers["X-Forwarded-For"] = "192.0.2.1"
        room = f"{API}/rooms/{visitor.open_room()['code']}"
        for member in (visitor, neighbour):
            assert member.http.post(f"{room}/join", json={}).is_success
        game = visitor.begin(opponent="friend")
        begun = 0  # in the room
        while (paired := visitor.http.post(f"{room}/pair", json={"x": 0, "o": 1})).is_success:
            assert visitor.http.post(f"{room}/annul", json={"game": begun}).is_success
            begun += 1
        assert begun in (18, 19)  # for one may have come back meanwhile
        assert 60 < int(paired.headers["retry-after"]) <= 4_320
        assert visitor.http.post(f"{API}/games", json={}).status_code == 429
        assert visitor.http.post("/rooms", data={}).status_code == 429
        visitor.get(f"games/{game['id']}")
        neighbour.begin()
        neighbour.open_room()


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/api/v1/nowhere", {}, 404),
        ("GET", "/static/nothing.css", {}, 404),
        ("GET", f"{static('nothing.css')}", {}, 404),
        ("PUT", "/api/v1/games", {}, 405),
        ("GET", "/help", {"Host": "not a host"}, 400),
        ("POST", "/api/v1/games", {"Origin": "http://elsewhere"}, 403),
    ],
)
def test_requests_that_reach_no_route_count_as_reads(
    tmp_path: Path, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    app = create_app(Settings(moves_per_minute=1), SqliteStore(tmp_path / "games.db"))
    with TestClient(wrap(app, Counters())) as client:
        for expected in (status, status, status, status, 429, 429):
            answer = client.request(method, path, headers=headers)
            assert answer.status_code == expected
        assert answer.headers["retry-after"] == "16"
        content(client.get(f"/api/v1/games/{24 * '0'}"), 429)
        for unlimited in (static(SITE), "/healthz"):
            assert client.get(unlimited).status_code == 200
