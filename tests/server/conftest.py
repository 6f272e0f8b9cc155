"""Visitors to the server that all tests share, and parts of one in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from noughts.server.app import create_app
from noughts.server.games.repository import Games
from noughts.server.http.middleware import wrap
from noughts.server.log.sqlite import SqliteStore
from noughts.server.metrics import Counters
from noughts.server.settings import Settings
from tests.server.client import Client, NewVisitor, visiting
from tests.server.games.listening import Friends, Live, live, sit_down
from tests.server.log.failing import Failing, games_on, pool
from tests.serving import Server


@pytest.fixture(scope="session")
def guest(server: Server) -> Iterator[httpx.Client]:
    """Somebody who only looks, and may be shared."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        yield client


@pytest.fixture
def new_visitor(server: Server) -> Iterator[NewVisitor]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(visiting(server.address))


@pytest.fixture
def visitor(new_visitor: NewVisitor) -> Client:
    return new_visitor()


@pytest.fixture
def friends(new_visitor: NewVisitor) -> Friends:
    return sit_down(new_visitor)


@pytest.fixture
def ann(server: Server, friends: Friends) -> Iterator[Live]:
    """Ann's socket, after the first messages."""
    with live(server.address, friends.id, friends.ann) as socket:
        socket.presence()
        yield socket


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Failing]:
    made = Failing(tmp_path / "games.db")
    yield made
    await made.close()


@pytest.fixture
def games(store: Failing) -> Games:
    return games_on(store, pool())


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A client of an application in this process, with a worker of its own."""
    store = SqliteStore(tmp_path_factory.mktemp("here") / "games.db")
    app = wrap(create_app(Settings(), store), Counters())
    with TestClient(app) as client:
        yield client
