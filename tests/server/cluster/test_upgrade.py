"""A newer node starts beside an older one: both go on, and the older one writes no more."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.databases import empty_database, execute
from tests.server.client import Client, content, visiting
from tests.server.games.listening import live
from tests.server.games.players import log_of, secret
from tests.serving import serving

OLD = (sys.executable, str(Path(__file__).with_name("old_node.py")))
TAKEN_OVER = "A newer version of this server has taken over – try again in a moment"
UNKNOWN = "A newer version of this server has it – try again in a moment"
ANN, BEN = ({"Authorization": f"Bearer {secret()}"} for _ in range(2))
COMMAND = "the-same-at-both"


@contextmanager
def visiting_as(who: dict[str, str], address: str) -> Iterator[Client]:
    with visiting(address) as client:
        client.http.headers.update(who)
        yield client


def begun(ann: Client, ben: Client) -> Any:
    """A game of two with an open offer to undo, and so with two events that were renamed."""
    game = ann.begin(opponent="friend", side="x", first="x")
    ben.post(f"games/{game['id']}/sit", {})
    game = ben.play(ann.play(ann.get(f"games/{game['id']}"), 4), 0)
    return ann.act(game, "undo")


@pytest.mark.slow
def test_an_old_node_is_fenced_once_a_new_one_has_started(
    tmp_path: Path, postgresql_server: str
) -> None:
    """Games that were begun there used to be answered with 503 for ever."""
    url = empty_database(postgresql_server)
    database = f"--database={url}"
    with (
        serving(tmp_path / "old", database, program=OLD) as old,
        visiting_as(ANN, old.address) as ann,
        visiting_as(BEN, old.address) as ben,
    ):
        games = [begun(ann, ben) for _ in range(6)]
        solo = ann.begin(opponent=None)
        kinds = [row.events[0]["type"] for row in log_of(url, games[0]["id"])]
        assert kinds == ["began", "sat-down", "played", "played", "offered"]
        with (
            serving(tmp_path / "new", database) as new,
            visiting_as(ANN, new.address) as there,
        ):
            # What is there is read and played on by the new node.
            for game in games:
                assert there.get(f"games/{game['id']}")["offer"]["kind"] == "undo"
                assert there.play(game, 8)["version"] == 6
            kinds = [row.events[0]["type"] for row in log_of(url, games[0]["id"])]
            assert kinds == ["began", "sat", "played", "played", "offered", "played"]
            # The old one appends nothing, says why, and is left by a balancer.
            move = {"version": 1, "square": 8, "command": COMMAND}
            for answer in (
                ann.http.post("/api/v1/games", json={}),
                ann.http.post(f"/api/v1/games/{solo['id']}/play", json=move),
                ann.http.get("/readyz"),
            ):
                assert content(answer, 503)["detail"] == TAKEN_OVER
                assert answer.headers["retry-after"]
            assert ann.http.get("/healthz").status_code == 200
            newer = there.act(there.play(there.begin(opponent=None), 4), "undo")
            assert ann.get(f"games/{newer['id']}", 503)["detail"] == UNKNOWN
            with live(old.address, solo["id"], headers=ANN) as socket:
                refused = socket.do("play", version=1, square=0)
                assert (refused["status"], refused["detail"]) == (503, TAKEN_OVER)
                assert socket.closed()[0] == 1001  # so that the page goes to another node
            # What was refused is done where it is sent again, once.
            for _ in range(2):
                assert there.play(solo, 8, command=COMMAND)["version"] == 2
            assert len(log_of(url, solo["id"])) == 2
            # A row of a node that knows of no fence.
            agreed = '[{"type":"agreed","at":"2026-01-02T03:04:05+00:00"}]'
            execute(url, f"INSERT INTO appends VALUES ('{solo['id']}', 2, '{agreed}', 'unfenced')")
            assert there.get(f"games/{solo['id']}")["ending"]["termination"] == "agreement"
            assert there.http.get("/readyz").status_code == 200
        assert old.process.poll() is None
    logged = (tmp_path / "old.log").read_text()
    assert "use a newer noughts" in logged
    assert all("Traceback" not in (tmp_path / f"{name}.log").read_text() for name in ("old", "new"))
