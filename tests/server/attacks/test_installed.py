"""An installed package, without the source that it was made of, has no link that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from noughts.server.learn import pages as tutorial


@pytest.fixture
def installed(
    here: TestClient[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient[Any]]:
    """An application beside which the tutorial is not."""
    monkeypatch.setattr(tutorial, "_FOLDER", tmp_path / "docs" / "tutorial")
    tutorial.rungs.cache_clear()
    yield here
    tutorial.rungs.cache_clear()


def test_what_is_not_there_is_not_found_and_no_page_links_to_it(installed: TestClient[Any]) -> None:
    for name in ("index.md", "01_two_people.md", "06_minimax.py", "..%2Findex.md"):
        assert installed.get(f"/learn/tutorial/{name}").status_code == 404, name
    assert "/learn/tutorial/" not in installed.get("/learn").text
