"""The files for hosts fit the program: every flag, variable, file, port and address exists."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from configparser import RawConfigParser
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from noughts.cli.commands import parser_of
from noughts.server.http.health import HEALTH
from noughts.server.metrics import read_address
from noughts.server.settings import Settings, read_settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
FILES = sorted(DEPLOY.iterdir())
HOSTING = ROOT / "docs" / "hosting.md"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
COMPOSE: Any = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_text())
SERVERS = {name: made for name, made in COMPOSE["services"].items() if "build" in made}


@cache
def actions() -> dict[str, argparse.ArgumentParser]:
    """The parser of `serve`, and of each action of `admin`."""
    admin = parser_of("admin")._actions[-1].choices
    assert isinstance(admin, dict)
    return {"serve": parser_of("serve"), **admin}


def commands() -> Iterator[tuple[str, str, str]]:
    """The file, the command or action, and the rest of the line, wherever one is run or named."""
    for file in [*FILES, HOSTING]:
        for line in file.read_text().splitlines():
            for action, rest in re.findall(r"noughts (?:admin )?(\w+)([^`]*)", line):
                if action in actions():
                    yield file.name, action, rest


@pytest.mark.parametrize(("file", "action", "rest"), list(commands()))
def test_every_flag_exists(file: str, action: str, rest: str) -> None:
    known = actions()[action]._option_string_actions
    for flag in re.findall(r"(?<!\S)--[a-z-]+", rest):
        assert flag in known, f"{file}: noughts {action} has no {flag}"


def test_there_are_commands_to_check_and_every_flag_that_is_told_of_alone_exists() -> None:
    needed = {"serve", "list", "backup", "purge", "migrate"}
    assert needed <= {action for _, action, _ in commands()}
    known = {flag for parser in actions().values() for flag in parser._option_string_actions}
    told = set(re.findall(r"`(--[a-z-]+)", HOSTING.read_text()))
    assert told
    assert told <= known


@pytest.mark.parametrize("file", [*FILES, HOSTING], ids=lambda file: file.name)
def test_every_variable_is_a_setting(file: Path) -> None:
    for name in re.findall(r"NOUGHTS_([A-Z_]+)", file.read_text()):
        assert name.lower() in Settings.__struct_fields__, f"{file.name}: NOUGHTS_{name}"


def variables_of(text: str) -> dict[str, str]:
    """The variables that a text sets, with a placeholder for what the host chooses."""
    found = dict(re.findall(r"(NOUGHTS_[A-Z_]+)[=:] ?(\S+)", text))
    return {name: re.sub(r"\$\{.*", "chosen", value) for name, value in found.items()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_value_can_be(file: Path) -> None:
    settings = read_settings({}, variables_of(file.read_text()))
    if settings.metrics_address is not None:
        read_address(settings.metrics_address)


# The image.


def test_the_image_has_what_its_pages_are_made_of(tmp_path: Path) -> None:
    for sources, target in re.findall(r"^COPY (?!--from)(.+) (\S+)$", CONTAINERFILE, re.MULTILINE):
        for source in map(Path, sources.split()):
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, tmp_path / target, dirs_exist_ok=True)
            else:
                (tmp_path / target).mkdir(exist_ok=True)
                shutil.copy(ROOT / source, tmp_path / target)
    code = "from tools import static_files, tutorial; tutorial.write(); static_files.write()"
    command = [sys.executable, "-c", code]  # as setup.py does
    subprocess.run(command, cwd=tmp_path, check=True)


def test_the_image_is_made_of_what_there_is_and_does_not_run_as_root() -> None:
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.MULTILINE):
        for source in sources.split():
            assert (ROOT / source).exists(), source
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (locked,) = re.findall(r"^COPY (.+) requirements/$", CONTAINERFILE, re.MULTILINE)
    assert locked.split() == re.findall(r"install --require-hashes -r (\S+)", CONTAINERFILE)
    (command,) = re.findall(r'^ENTRYPOINT \["(.+)"\]', CONTAINERFILE, re.MULTILINE)
    assert command in project["scripts"]
    last = CONTAINERFILE.split("\nFROM ")[-1]
    (user,) = re.findall(r"^USER (\S+)", last, re.MULTILINE)
    assert user not in {"root", "0"}
    assert re.search(rf"useradd .* {user}$", last, re.MULTILINE)
    port, path = re.findall(r"urlopen\('http://127\.0\.0\.1:(\d+)(/\w+)'", last)[0]
    assert path in HEALTH
    assert int(port) == read_settings({}, variables_of(last)).port
    assert f"EXPOSE {port}" in last


# The site.


def test_two_servers_of_the_compose_file_are_alike_and_find_all_they_need() -> None:
    first, second = SERVERS.values()
    assert first == second
    build = first["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")
    services = COMPOSE["services"]
    for name, service in services.items():
        for needed in service.get("depends_on", {}):
            assert needed in services, f"{name} needs {needed}"
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            there = (DEPLOY / source).exists() if source[0] == "." else source in COMPOSE["volumes"]
            assert there, f"{name} needs {source}"
    for server in SERVERS.values():
        database = server["environment"]["NOUGHTS_DATABASE"]
        host = re.split(r"[@/:]+", re.sub(r"\$\{.*?\}", "chosen", database))
        assert set(host) & set(server["depends_on"])
    assert [name for name, made in COMPOSE["services"].items() if "ports" in made] == ["proxy"]
    assert COMPOSE["networks"]["inner"]["internal"] is True


def test_the_proxy_knows_every_server_and_asks_how_it_is() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    (line,) = re.findall(r"reverse_proxy (.+) \{", text)
    assert line.split() == [f"{name}:{Settings().port}" for name in SERVERS]
    assert re.findall(r"health_uri (\S+)", text) == ["/readyz"]
    assert text.count("{") == text.count("}")
    nginx = (DEPLOY / "nginx.conf").read_text()
    assert re.findall(r"^    server (\S+)", nginx, re.M) == line.split()


def test_the_unit_for_systemd_writes_where_it_may_and_tries_again() -> None:
    class Unit(RawConfigParser):
        def optionxform(self, optionstr: str) -> str:
            return optionstr

    unit = Unit(strict=False)
    unit.read(DEPLOY / "noughts.service")
    assert set(unit) >= {"Unit", "Service", "Install"}
    state = f"/var/lib/{unit['Service']['StateDirectory']}/"
    database = variables_of((DEPLOY / "noughts.service").read_text())["NOUGHTS_DATABASE"]
    assert database.removeprefix("sqlite:///").startswith(state)
    (pause,) = re.findall(r"^RestartSec=(\d+)$", (DEPLOY / "noughts.service").read_text(), re.M)
    assert 5 * int(pause) > 10
