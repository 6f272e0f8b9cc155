"""A file that tests may write."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file in a folder with nothing else."""
    return tmp_path / "file"
