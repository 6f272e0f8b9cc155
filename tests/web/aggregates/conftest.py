"""A store whose faults a test decides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from noughts.web.aggregates.games import Games
from noughts.web.storage.sqlite import SqliteStore
from tests.web.aggregates.failing import Failing, games_on, pool


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Failing]:
    made = Failing(SqliteStore(tmp_path / "games.db"))
    yield made
    await made.close()


@pytest.fixture
def games(store: Failing) -> Games:
    return games_on(store, pool())
