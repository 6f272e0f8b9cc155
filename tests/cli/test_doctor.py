"""`noughts doctor`: what it finds, in words and as data, whatever the state of things."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
import tomllib
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import noughts as package
from noughts.cli import doctor
from noughts.server.log.migrate import LATEST
from noughts.server.log.sqlite import reserved
from tests.cli.conftest import Noughts, said_by

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A database of the test's own, and any free port."""
    monkeypatch.setenv("NOUGHTS_DATABASE", f"sqlite:///{tmp_path}/games.db")
    monkeypatch.setenv("NOUGHTS_PORT", "0")


def found(noughts: Noughts, *arguments: str) -> dict[str, Any]:
    """The findings by their names, and `works`."""
    done = noughts("doctor", "--json", *arguments)
    data = json.loads(done.said)
    assert done.complained == ""
    assert done.code == (0 if data["works"] else 1)
    return {each["name"]: each for each in data["findings"]} | {"works": data["works"]}


def as_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return the metadata of the extras, from pyproject.toml."""
    said = [
        f'{library}{" and" if ";" in library else ";"} extra == "{extra}"'
        for extra, libraries in EXTRAS.items()
        for library in libraries
    ]
    monkeypatch.setattr(doctor, "requires", lambda _: said)


def test_it_says_what_is_installed_in_words_and_nothing_that_could_do_harm(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "x\x1b[2J")
    monkeypatch.setenv("SECRET_KEY", "geheim")
    said = said_by(noughts, "doctor")
    assert re.search(rf"^  noughts     {re.escape(package.__version__)}, in ", said, re.M)
    assert re.search(r"^  kernels     (compiled|plain Python)", said, re.M)
    assert said.endswith("\nEverything that is installed works.\n")
    assert "geheim" not in said
    assert "\x1b" not in said
    url = "postgresql://somebody:geheim@localhost:1/games"
    done = noughts("doctor", "--database", url)
    assert done.code == 1
    assert "geheim" not in done.said + done.complained


def test_every_extra_for_users_is_told_with_its_versions(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_metadata(monkeypatch)
    findings = found(noughts)
    assert EXTRAS.keys() <= findings.keys()
    assert re.search(r"\blitestar 2\.\d+", findings["web"]["text"])
    assert findings["web"]["state"] == "ok"


def test_a_missing_an_incomplete_and_an_old_extra_are_told_with_what_to_do(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"litestar": "2.25.0", "rich": "13.9", "gymnasium": "1.4"}
    as_metadata(monkeypatch)
    monkeypatch.setattr(doctor, "_version", there.get)
    findings = found(noughts)
    assert findings["client"]["text"] == "not installed"
    assert (
        findings["rl"]["text"] == "only in part: numpy, pettingzoo missing; there is gymnasium 1.4"
    )
    assert findings["prove"]["text"] == "rich 13.9; not as wanted: rich"
    for name in ("client", "rl", "prove"):
        assert findings[name]["state"] == "note"
        assert f'pip install --upgrade "noughts[{name}]"' in findings[name]["advice"]
    assert findings["works"] is True


def test_source_that_is_not_installed_has_no_known_extras(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "requires", Mock(side_effect=PackageNotFoundError("noughts")))
    assert found(noughts)["extras"]["state"] == "note"


# --- the server


def test_a_database_that_does_not_exist_yet_is_no_fault_and_is_not_made(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    findings = found(noughts)
    assert findings["database"]["state"] == "ok"
    assert "none yet" in findings["database"]["text"]
    monkeypatch.delenv("NOUGHTS_DATABASE")  # so that it is the usual one
    for name in ("XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "nowhere"))
    assert "will make" in found(noughts)["database"]["text"]
    assert list(tmp_path.iterdir()) == []


def test_a_database_is_told_with_its_step_and_the_server_that_uses_it(
    noughts: Noughts, tmp_path: Path
) -> None:
    file = tmp_path / "games.db"
    make_database(file, LATEST)
    findings = found(noughts)
    assert f"at step {LATEST} of {LATEST}" in findings["database"]["text"]
    assert findings["database"]["state"] == findings["lock"]["state"] == "ok"
    with reserved(file):
        assert found(noughts)["lock"]["text"] == "a server is using the database now"
    assert found(noughts)["lock"]["text"] == "no server is using the database"
    make_database(file, "0001")
    assert "noughts admin migrate" in found(noughts)["database"]["advice"]
    make_database(file, "9999")
    findings = found(noughts)
    assert findings["database"]["state"] == "broken"
    assert findings["works"] is False
    for content, state in ((b"junk" * 400, "broken"), (b"", "note")):
        file.write_bytes(content)
        assert found(noughts)["database"]["state"] == state


def make_database(file: Path, step: str) -> None:
    """A database with the tables that tell its step."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(
            "CREATE TABLE IF NOT EXISTS appends (game TEXT);"
            "DROP TABLE IF EXISTS alembic_version;"
            "CREATE TABLE alembic_version (version_num TEXT);"
        )
        connection.execute("INSERT INTO alembic_version VALUES (?)", (step,))
        connection.commit()


def test_a_port_in_use_and_a_wrong_setting_are_told_of(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("NOUGHTS_PORT", str(taken.getsockname()[1]))
        finding = found(noughts)["port"]
    assert finding["state"] == "note"
    assert "cannot listen" in finding["text"]
    assert "--port 0" in finding["advice"]
    monkeypatch.setenv("NOUGHTS_PORT", "many")
    assert found(noughts)["server"]["text"].startswith("NOUGHTS_PORT: ")
    done = noughts("doctor")
    assert done.code == 1
    assert "server      BROKEN: NOUGHTS_PORT: " in done.said
    assert done.said.endswith("\nSomething is broken: see above.\n")


def test_a_check_that_fails_is_a_finding(noughts: Noughts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "version", Mock(side_effect=RuntimeError("half\nremoved")))
    as_metadata(monkeypatch)
    done = noughts("doctor")
    assert done.code == 1
    assert "extras      BROKEN: half?removed" in done.said
