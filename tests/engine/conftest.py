"""The fake engine's command, and short waits for what will never come."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from noughts.engine import external

FAKE = Path(__file__).parent / "fake.py"


def fake_command(behaviour: str) -> str:
    """The command of an engine that behaves so."""
    return shlex.join([sys.executable, "-I", "-S", str(FAKE), behaviour])


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the waits for an engine that hangs."""
    monkeypatch.setattr(external, "GRACE_SECONDS", 0.1)
    monkeypatch.setattr(external, "_SECONDS_TO_END", 0.1)
