"""A store whose faults a test decides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from noughts.web.storage.sqlite import SqliteStore
from tests.web.aggregates.failing import Failing


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Failing]:
    made = Failing(SqliteStore(tmp_path / "games.db"))
    yield made
    await made.close()
