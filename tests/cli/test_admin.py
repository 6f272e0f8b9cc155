"""`noughts admin`: its actions, and its errors."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

import pytest

from noughts import Game, Mark
from noughts.server.games.types import Began, Computer, Person, Played, Rematched, Resigned
from noughts.server.log.migrate import LATEST
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append
from noughts.server.rooms.types import Choices, Finished, Opened, Result, Way
from tests.cli.conftest import Noughts, assert_one_line, said_by
from tests.databases import empty_database
from tests.records import records_in
from tests.server.client import API, Client, visiting
from tests.serving import serving

Admin = Callable[..., tuple[int, str, str]]
ANN = "a" * 64
OLD, LATER = "2026-01-02T03:04:05+00:00", "2026-01-02T04:00:00+00:00"
KEEPING = ("--keep-idle-days=0", "--keep-finished-days=0")
SECRET = "nobody-is-to-see-this"
GAMES: dict[str, list[Any]] = {
    "a1": [
        Began(".../.../... x 3", Person(ANN), Computer("easy"), OLD),
        Played(4, LATER),
        Resigned(Mark.X, LATER),
    ],
    "b2": [
        Began("..../..../..../.... x 4", Person(ANN), Person("b" * 64), OLD),
        Played(0, OLD),
        Resigned(Mark.O, OLD),
        Rematched(LATER),
        Played(5, LATER),
    ],
    "room-c3": [Opened(ANN, SECRET, Choices("3x3:3", Way.FREE), at=OLD)],
}


def fill(file: Path, games: dict[str, list[Any]]) -> None:
    async def keep() -> None:
        store = SqliteStore(file)
        for id_, events in games.items():
            for version, event in enumerate(events):
                await store.append(Append(id_, version, (event,), f"command-{version}"))
        await store.close()

    asyncio.run(keep())


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("filled") / "games.db"
    fill(file, GAMES)
    return file


@pytest.fixture
def file(tmp_path: Path, filled: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path))


@pytest.fixture
def admin(noughts: Noughts, file: Path) -> Admin:
    """Runs `noughts admin` on the database."""
    return lambda action, *more, typed=b"": noughts(
        "admin", action, *more, f"--database=sqlite:///{file}", typed=typed
    )


def ids(said: str) -> list[str]:
    return [line.split()[0] for line in said.splitlines()]


def damage(file: Path, id_: str, events: str | bytes = "[{") -> None:
    """Spoil the last append of a log."""
    last = "SELECT max(version) FROM appends WHERE game = :id"
    change = f"UPDATE appends SET events = :events WHERE game = :id AND version = ({last})"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change, {"id": id_, "events": events})


def test_list_has_a_line_for_each_game_and_room(admin: Admin) -> None:
    code, said, complained = admin("list")
    assert (code, complained) == (0, "")
    assert said == (
        "a1  2026-01-02T04:00:00  3x3:3  human aaaaaaaa v easy  1 move  O won\n"
        "b2  2026-01-02T04:00:00  4x4:4  human bbbbbbbb v human aaaaaaaa  1 move  O to move\n"
        "room-c3  2026-01-02T03:04:05  a room, 1 change\n"
    )


def test_list_goes_over_all_pages_each_read_at_once(noughts: Noughts, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("noughts.server.admin._PAGE", 2)
        patch.delattr("noughts.server.log.store.Store.load")
        fill(tmp_path / "many.db", {f"game-{number}": GAMES["a1"] for number in range(7)})
        said = noughts("admin", "list", f"--database=sqlite:///{tmp_path}/many.db").said
    assert ids(said) == [f"game-{number}" for number in range(7)]


def test_a_game_is_shown_with_its_events_and_no_secret_or_whole_key(admin: Admin) -> None:
    code, said, _ = admin("show", "b2")
    assert code == 0
    assert " X " in said
    assert said.splitlines()[-5:] == [
        "2026-01-02T03:04:05  began",
        "2026-01-02T03:04:05  played a1",
        "2026-01-02T03:04:05  o resigned",
        "2026-01-02T04:00:00  rematched",
        "2026-01-02T04:00:00  played b2",
    ]
    told = "".join(admin("show", id_)[1] for id_ in GAMES) + admin("list")[1]
    assert "room opened" in told
    assert SECRET not in told
    assert ANN not in told


def test_games_are_exported_as_records_that_are_replayed(
    admin: Admin, noughts: Noughts, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("something longer that was there before\n" * 99)
    assert admin("export", "--out", str(out)) == (0, "", "")
    assert [record.game.moves for record in records_in(out)] == [(4,), (0,), (5,)]
    assert records_in(out)[0].players == {Mark.X: "human", Mark.O: "easy"}
    said_by(noughts, "replay", str(out))
    assert admin("export", "--game=a1", "--out", str(out))[0] == 0
    (record,) = records_in(out)
    assert (record.started, record.ended) == (OLD, LATER)


DAMAGED = [
    "[{",
    "[]",
    b"\x00",
    b'[{"type":"resigned","side":"\xff","at":"2026-01-02"}]',
    "[" * 5_000,
    '[{"type":"resigned","side":"x","at":"long ago"}]',
    '[{"type":"resigned","side":"z","at":"2026-01-02"}]',
    '[{"type":"played","square":-1,"at":"2026-01-02"}]',
    '[{"type":"played","square":99,"at":"2026-01-02"}]',
    '[{"type":"joined","key":"k","name":"n","at":"2026-01-02"}]',
    '[{"type":"undone","plies":9,"at":"2026-01-02"}]',
]


@pytest.mark.parametrize(
    ("id_", "others", "events"),
    [
        *(("a1", 2, events) for events in DAMAGED),
        *(("room-c3", 3, events) for events in (DAMAGED[0], DAMAGED[-1])),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_damaged_log_hides_no_other_and_is_not_deleted(
    admin: Admin, file: Path, tmp_path: Path, id_: str, others: int, events: str | bytes
) -> None:
    damage(file, id_, events)
    out = tmp_path / "games.jsonl"
    code, said, complained = admin("list")
    assert (code, ids(said), complained) == (0, list(GAMES), "")
    code, _, complained = admin("export", "--out", str(out))
    assert code == 1
    what = "the games cannot be read|the log is damaged"
    assert re.fullmatch(f"noughts: {id_}: ({what}): .+\n", complained)
    assert len(records_in(out)) == others
    assert admin("show", id_)[0] == 1
    assert admin("purge", "--older-than=1", "--yes") == (0, "2 deleted.\n", "")
    assert ids(admin("list")[1]) == [id_]


def test_a_damaged_room_is_found(admin: Admin, file: Path, tmp_path: Path) -> None:
    opened = Opened(ANN, SECRET, Choices("3x3:3", Way.FREE), at=OLD)
    fill(
        file, {"room-d4": [opened, Finished(0, Result.DRAW, at=LATER)], "room-e5": [opened, opened]}
    )
    lines = admin("list")[1].splitlines()
    reasons = [line.split("  ")[2] for line in lines[3:]]
    assert reasons[0].startswith("the log is damaged: ")
    assert reasons[1] == "the log is damaged: this cannot happen to a room that is open"
    code, _, complained = admin("export", "--out", str(tmp_path / "games.jsonl"))
    assert (code, complained.count(": the log is damaged: ")) == (1, 2)
    assert admin("show", "room-d4")[0] == 1
    assert admin("purge", "--older-than=1", "--yes")[1] == "3 deleted.\n"


def test_nothing_is_purged_without_confirmation(admin: Admin) -> None:
    for typed in (b"", b"\n", b"no\n", b"y\n", b"\xff\n"):
        code, said, _ = admin("purge", "--older-than=30", typed=typed)
        assert code == 1, typed
        assert said.endswith("Nothing was deleted.\n")
        assert "Delete 3 games and rooms for good? Type yes: " in said
        assert ids(admin("list")[1]) == list(GAMES)


def test_purge_deletes_what_is_old_and_nothing_else(admin: Admin, file: Path) -> None:
    yesterday = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    young: list[Any] = [*GAMES["a1"][:2], Resigned(Mark.X, yesterday)]
    fill(file, {"young": young})
    code, said, _ = admin("purge", "--older-than=1.5", typed=b"yes\n")
    assert code == 0
    assert said.endswith("3 deleted.\n")
    assert ids(admin("list")[1]) == ["young"]
    with closing(sqlite3.connect(file)) as connection:
        for table in ("appends", "games"):
            found = connection.execute(f"SELECT DISTINCT game FROM {table}").fetchall()
            assert found == [("young",)]
    assert admin("purge", "--older-than=1.5") == (0, "There is nothing so old.\n", "")


def test_a_backup_is_complete_and_one_file(admin: Admin, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    for _ in range(2):  # the second takes the place of the first
        assert admin("backup", str(copy)) == (0, f"The games are in {copy}.\n", "")
    assert [each.name for each in copy.parent.iterdir()] == [copy.name]
    before = admin("list")[1]
    copy.replace(file)
    assert admin("list")[1] == before


def rows(file: Path) -> set[tuple[str, int]]:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return set(connection.execute("SELECT game, version FROM appends"))


@pytest.mark.slow
def test_a_backup_of_a_live_server_is_consistent(admin: Admin, file: Path, tmp_path: Path) -> None:
    """Every log in it is without gaps, and has every move answered before."""
    enough = Flag()

    def play(player: Client) -> None:
        while not enough.is_set():
            game = player.begin(opponent=None)
            for square in range(3):
                game = player.play(game, square)

    with serving(file, *KEEPING) as server, visiting(server.address) as player:
        kept = player.begin(opponent=None)["id"]
        playing = Thread(target=play, args=(player,))
        playing.start()
        copies = [tmp_path / f"{number}.db" for number in range(5)]
        try:
            codes = [admin("backup", str(copy))[0] for copy in copies]
        finally:
            enough.set()
            playing.join()
    assert codes == [0] * 5
    found = [rows(copy) for copy in copies]
    assert all(earlier <= later for earlier, later in pairwise([*found, rows(file)]))
    for each in found:
        assert (kept, 0) in each
        assert all(version == 0 or (game, version - 1) in each for game, version in each)


@pytest.mark.slow
def test_all_actions_work_beside_a_server(admin: Admin, file: Path, tmp_path: Path) -> None:
    with serving(file, *KEEPING) as server, visiting(server.address) as player:
        game = player.play(player.begin(opponent=None), 4)
        assert game["id"] in ids(admin("list")[1])
        assert "played b2" in admin("show", game["id"])[1]
        assert admin("export", f"--game={game['id']}", "--out", str(tmp_path / "out"))[0] == 0
        assert admin("purge", "--older-than=1", "--yes")[1] == "3 deleted.\n"
        player.play(game, 0)
    assert records_in(tmp_path / "out")[0].game == Game().play(4)


@pytest.mark.slow
def test_a_purged_game_is_gone_for_every_reader(admin: Admin, file: Path) -> None:
    with serving(file, *KEEPING) as server, visiting(server.address) as reader:
        reader.get("games/" + "0" * 24, 404)
        game = reader.begin(opponent=None)
        live = reader.http.stream("GET", f"{API}/games/{game['id']}/stream", timeout=60)
        with live as stream:
            lines = stream.iter_lines()
            next(lines)
            assert admin("purge", "--older-than=0", "--yes")[0] == 0
            assert list(lines)  # it ends
        reader.get(f"games/{game['id']}", 404)
        assert reader.http.get(f"/g/{game['id']}").status_code == 404
        assert reader.get("games") == []


def test_a_migration_is_made_only_on_request(admin: Admin, file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.execute("DROP TABLE games")
        connection.execute("ALTER TABLE listings RENAME TO was_listings")
    older = f"the database is at step 0001, this program needs {LATEST}: run noughts admin migrate"
    for action in (("list",), ("export", f"--out={tmp_path}/out"), ("purge", "--older-than=1")):
        assert admin(*action) == (1, "", f"noughts: {older}\n")
    assert not (tmp_path / "out").exists()
    assert admin("backup", str(tmp_path / "copy.db"))[0] == 0


def test_migrate_prints_the_steps_before_and_after(noughts: Noughts, tmp_path: Path) -> None:
    database = f"--database=sqlite:///{tmp_path}/empty.db"
    (tmp_path / "empty.db").touch()
    said = [noughts("admin", "migrate", database).said for _ in range(2)]
    assert said == [
        f"The database was at step 0 and is at {LATEST}.\n",
        f"The database is at step {LATEST}, the latest.\n",
    ]


def test_a_file_is_not_migrated_under_a_running_server(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    migrate = ("admin", "migrate", f"--database=sqlite:///{file}")
    with serving(file):
        assert noughts(*migrate).said == f"The database is at step {LATEST}, the latest.\n"
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '0007'")
        assert_one_line(noughts(*migrate), f"another server uses {file}: end it", 1)
    assert noughts(*migrate).said == f"The database was at step 0007 and is at {LATEST}.\n"


@pytest.mark.slow
def test_it_works_on_postgresql(noughts: Noughts, postgresql_server: str, tmp_path: Path) -> None:
    url = f"--database={empty_database(postgresql_server)}"
    assert "run noughts admin migrate" in noughts("admin", "list", url).complained
    said = noughts("admin", "migrate", url).said
    assert said == f"The database was at step 0 and is at {LATEST}.\n"
    assert noughts("admin", "list", url) == (0, "", "")
    assert noughts("admin", "export", f"--out={tmp_path}/out", url).code == 0
    assert noughts("admin", "purge", "--older-than=1", "--yes", url).code == 0
    done = noughts("admin", "backup", str(tmp_path / "copy.db"), url)
    assert done.code == 2
    assert "PostgreSQL has pg_dump for it" in done.complained


@pytest.mark.parametrize(
    "action",
    ["list", "show a1", "export --out=out", "purge --older-than=1", "backup copy.db", "migrate"],
)
def test_an_invalid_database_is_one_line_and_stays_as_it_is(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("else.db").write_bytes(b"this is something else" * 99)
    for database, code, reason in (
        ("sqlite:///nowhere.db", 2, "there is no database nowhere.db: name one with --database"),
        ("sqlite:///else.db", 1, ""),
        ("mysql://x", 2, ""),
    ):
        done = noughts("admin", *action.split(), f"--database={database}")
        assert_one_line(done, reason, code)
    assert Path("else.db").read_bytes() == b"this is something else" * 99
    assert [each.name for each in Path().iterdir()] == ["else.db"]


def test_impossible_requests_are_one_line_and_the_environment_can_name_the_database(
    admin: Admin, file: Path, tmp_path: Path, noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert admin("show", "nowhere") == (1, "", "noughts: there is no game 'nowhere'\n")
    assert admin("export", "--game=x", f"--out={tmp_path}/o")[0] == 1
    assert not (tmp_path / "o").exists()
    code, _, complained = admin("backup", str(file))
    assert code == 2
    assert "this is the database itself; name another file" in complained
    assert ids(admin("list")[1]) == list(GAMES)
    monkeypatch.setenv("NOUGHTS_DATABASE", f"sqlite:///{file}")
    monkeypatch.setenv("NOUGHTS_PORT", "not a number, and none of its business")
    assert ids(noughts("admin", "list").said) == list(GAMES)
