"""An old server on a newer database: it refuses to start, or says what it does not know."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import Raw

from noughts.server.cluster.messages import Appended, write
from noughts.server.log.migrate import LATEST
from tests.cli.conftest import Noughts, noughts
from tests.databases import execute, new_database
from tests.server.client import visiting
from tests.server.cluster.test_subscriptions import Member, members, pair, until
from tests.serving import serving

__all__ = ["members", "noughts", "pair"]  # fixtures

UNKNOWN = "f" * 24  # a game with an event of a newer version
ARRIVES = f"""
    INSERT INTO appends SELECT '{UNKNOWN}', 0, '[{{"type":"exploded"}}]', 'begin';
    INSERT INTO games SELECT '{UNKNOWN}', 0;
    INSERT INTO listings (key, game) SELECT key, '{UNKNOWN}' FROM listings LIMIT 1;
"""


@pytest.mark.parametrize("command", ["serve --port=0", "admin list", "admin migrate"])
@pytest.mark.parametrize(("where", "step"), [("file", int(LATEST) + 1), ("server", 9999)])
def test_a_database_of_a_newer_version_is_refused_in_one_line(
    noughts: Noughts,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    where: str,
    step: int,
    command: str,
) -> None:
    newer = f"UPDATE alembic_version SET version_num = '{step:04}'"
    file = tmp_path / "games.db"
    if where == "server":
        url = new_database(request.getfixturevalue("postgresql_server"))
        execute(url, newer)
    else:
        url = f"sqlite:///{file}"
        file.touch()  # an empty file becomes a database
        assert noughts("admin", "migrate", f"--database={url}").code == 0
        change(file, newer)
    code, said, complained = noughts(*command.split(), f"--database={url}")
    assert (code, said) == (1, "")
    known = f"this program knows {LATEST}: use a newer noughts"
    assert complained == f"noughts: the database is at step {step:04}, {known}\n"


def change(file: Path, commands: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(commands)


def test_a_game_of_a_newer_version_is_refused_and_the_others_are_served(tmp_path: Path) -> None:
    """It is left out of lists, which used to be answered with 503 for all of them."""
    file = tmp_path / "games.db"
    with serving(file) as server, visiting(server.address) as visitor:
        own = visitor.begin(opponent=None)["id"]
        change(file, ARRIVES)
        refused = visitor.http.get(f"/api/v1/games/{UNKNOWN}")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
        assert refused.json()["detail"].startswith("A newer version of this server has it")
        assert visitor.http.get(f"/g/{UNKNOWN}").status_code == 503
        assert [game["id"] for game in visitor.get("games")] == [own]
        for page in ("/", "/games"):
            assert visitor.http.get(page).status_code == 200
    logged = (tmp_path / "games.log").read_text()
    assert "left out of a list" in logged
    assert f"does not know the events of {UNKNOWN} after version 0" in logged
    assert "Traceback" not in logged


@pytest.mark.anyio
async def test_a_message_of_an_older_node_is_read_by_the_names_of_today(
    pair: tuple[Member, Member],
) -> None:
    """As a node wrote it that still called `claimed` `left`; the log has nothing of it."""
    here, there = pair
    game = await here.begin()
    versions, _ = there.listen(game)
    await there.games.find(game)
    claimed = Raw(b'[{"type":"left","side":"x","at":"2026-01-02T03:04:05+00:00"}]')
    there.hold()
    assert there.held is not None
    there.held.append(write("older", Appended(game, 1, "claim", claimed)))
    there.receive_held()
    assert versions == [2]


@pytest.mark.anyio
async def test_a_message_of_a_newer_node_holds_no_other_up(pair: tuple[Member, Member]) -> None:
    """The rest of a notification used to be dropped, and came ten seconds later."""
    here, there = pair
    odd, game = await here.begin(), await here.begin()
    versions, _ = there.listen(game)
    for id_ in (odd, game):
        await there.games.find(id_)
    await until(lambda: here.channels(game) != ())
    there.hold()
    await here.play(game)
    held = there.held
    assert held is not None
    await until(lambda: any('"played"' in each for each in held))
    exploded = Appended(odd, 1, "newer", Raw(b'[{"type":"exploded"}]'))
    at = next(number for number, each in enumerate(held) if '"played"' in each)
    held[at] = "\n".join(['["newer",["nods"]]', write("newer", exploded), held[at]])
    there.receive_held()
    assert versions == [2]
    assert (odd, 1) in there.sent  # so that whoever reads it reads its log
