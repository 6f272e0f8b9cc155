"""Lines that are there no more, and what goes out over the others meanwhile."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.serving import serving
from tests.web.client import visiting
from tests.web.live.listening import live, sit_down

pytestmark = pytest.mark.slow

MANY = 15


def test_lines_that_break_all_at_once_hinder_no_other(tmp_path: Path) -> None:
    """Each that goes is told of to those that are gone too, but not yet known to be."""
    with serving(tmp_path / "games.db") as server, ExitStack() as stack:
        friends = sit_down(lambda: stack.enter_context(visiting(server.address)))
        ann = stack.enter_context(live(server.address, friends.id, friends.ann))
        others = [stack.enter_context(live(server.address, friends.id)) for _ in range(MANY)]
        ann.presence(spectators=MANY)
        for other in others:
            other.socket.socket.shutdown(socket.SHUT_RDWR)
        version = friends.now()["version"]
        assert ann.do("play", square=4, version=version)["event"]["square"] == 4
        ann.presence(spectators=0)
    assert "Traceback" not in (tmp_path / "games.log").read_text()
