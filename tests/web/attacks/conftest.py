"""An application in this process, to see what its pages take to make."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from noughts.web.app import create_app
from noughts.web.middleware.language import speak
from noughts.web.settings import Settings
from noughts.web.storage.sqlite import SqliteStore


@pytest.fixture
def here(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A client of an application in this process."""
    app = speak(create_app(Settings(), SqliteStore(tmp_path / "games.db")))
    with TestClient(app) as client:
        yield client
