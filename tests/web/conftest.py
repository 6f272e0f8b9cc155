"""One real server for all tests that do not spoil it, and visitors to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.serving import Server, serving
from tests.web.client import Client, visiting

NewVisitor = Callable[[], Client]


@pytest.fixture
def anyio_backend() -> str:
    """The loop of tests that are coroutines."""
    return "asyncio"


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the server; its log lies beside it."""
    return tmp_path_factory.mktemp("web") / "games.db"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[Server]:
    with serving(database) as running:
        yield running


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
