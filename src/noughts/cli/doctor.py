"""`noughts doctor`: what is installed, whether it works, and what to do."""

from __future__ import annotations

import json
import os
import platform
import re
import socket
import sys
import warnings
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import noughts
from noughts.cli.parser import UsageError, as_usage_error, one_line
from noughts.cli.streams import can_open_full_screen, is_plain_here, standard_console
from noughts.core.errors import MissingExtra
from noughts.files.lock import locked
from noughts.terminal.console import wants_colour
from noughts.wording.language.choice import of_environment

if TYPE_CHECKING:
    from noughts.server.settings import Settings

_NAME = 12  # columns
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[([\w,-]+)\])?\s*([^;]*);?(.*)")
_EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")


@dataclass(frozen=True, slots=True)
class _Finding:
    """One thing that was looked at, and what to do about it if anything."""

    name: str
    state: Literal["ok", "note", "broken"]  # a note: not all works, or there is something to know
    text: str
    advice: str = ""


def run_doctor(arguments: Namespace) -> int:
    """Look at everything, and print what was found; returns 1 if something is broken."""
    checks: dict[str, Callable[[], Iterator[_Finding]]] = {
        "noughts": _check_noughts,
        "kernels": _check_kernels,
        "terminal": _check_terminal,
        "extras": _check_extras,
        "server": partial(_check_server, arguments.database),
    }
    findings: list[_Finding] = []
    for name, check in checks.items():
        try:
            findings += check()
        except UsageError:
            raise
        except Exception as error:  # anything, as of a library that was half removed
            findings.append(_Finding(name, "broken", str(error) or type(error).__name__))
    broken = any(finding.state == "broken" for finding in findings)
    if arguments.json:
        print(json.dumps({"works": not broken, "findings": list(map(asdict, findings))}))
        return int(broken)
    lines = []
    for finding in findings:
        mark = "BROKEN: " if finding.state == "broken" else ""
        lines.append(f"  {finding.name:{_NAME}}{one_line(mark + finding.text)}")
        if finding.advice:
            lines.append(f"  {'':{_NAME}}> {one_line(finding.advice)}")
    ending = "Something is broken: see above." if broken else "Everything that is installed works."
    standard_console().say("\n".join([*lines, "", ending]))
    return int(broken)


def _check_noughts() -> Iterator[_Finding]:
    where = Path(noughts.__file__).parent
    yield _Finding("noughts", "ok", f"{noughts.__version__}, in {where}")
    version = platform.python_version()
    yield _Finding("Python", "ok", f"{version} on {platform.system()}, {sys.executable}")


def _check_kernels() -> Iterator[_Finding]:
    with warnings.catch_warnings(action="ignore"):
        from noughts.kernels import COMPILED  # a fault in them is a finding
    if COMPILED:
        yield _Finding("kernels", "ok", "compiled")
        return
    text = "plain Python: everything works, but proofs and random games in bulk are slow"
    advice = "with a C compiler here, install noughts again; or install a wheel"
    yield _Finding("kernels", "note", text, advice)


def _check_terminal() -> Iterator[_Finding]:
    encoding = (sys.stdout.encoding or "unknown").lower()
    language = f"language {of_environment(os.environ)}"
    if not sys.stdout.isatty():
        yield _Finding("terminal", "ok", f"none here, {encoding}, {language}")
        return
    columns, rows = os.get_terminal_size()
    colours = "colours" if wants_colour(sys.stdout, os.environ, sys.platform) else "no colours"
    way = "line after line" if is_plain_here() else "boards are drawn in place"
    if can_open_full_screen():
        way = "games open the full screen"
    term = os.environ.get("TERM", "")
    text = f"{columns}x{rows}, TERM={term}, {encoding}, {language}, {colours}, {way}"
    if "utf" in encoding:
        yield _Finding("terminal", "ok", text)
    else:
        advice = "some signs are replaced; PYTHONUTF8=1 would show them"
        yield _Finding("terminal", "note", text, advice)


def _check_extras() -> Iterator[_Finding]:
    """Yield a finding for each extra that users may want."""
    try:
        described = requires("noughts") or []
    except PackageNotFoundError:
        text = "noughts runs from its source and is not installed, so its extras are not known"
        advice = "to install it with the server: pip install '.[web]'"
        yield _Finding("extras", "note", text, advice)
        return
    for extra, libraries in _libraries(described).items():
        yield _extra(extra, libraries)


def _libraries(described: list[str]) -> dict[str, dict[str, str]]:
    """Return the libraries of each extra with the versions it asks for."""
    extras: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for requirement in described:
        parts = _REQUIREMENT.fullmatch(requirement)
        extra = _EXTRA.search(requirement)
        if parts is None or extra is None:
            continue
        name, _, wanted, marker = parts.groups()
        is_elsewhere = "sys_platform" in marker and sys.platform == "win32"  # all are `!= "win32"`
        if name != "noughts" and not is_elsewhere:
            extras[extra[1]][name] = wanted.strip(" ()")
    return dict(extras)


def _extra(extra: str, libraries: dict[str, str]) -> _Finding:
    installed = {name: number for name in libraries if (number := _version(name))}
    missing = [name for name in libraries if name not in installed]
    old = [name for name, number in installed.items() if not _fits(number, libraries[name])]
    command = f'pip install --upgrade "noughts[{extra}]"'
    have = ", ".join(f"{name} {number}" for name, number in installed.items())
    if not installed:
        return _Finding(extra, "note", "not installed", f"if you want it: {command}")
    if missing:
        text = f"only in part: {', '.join(missing)} missing; there is {have}"
        return _Finding(extra, "note", text, f"for all of it: {command}")
    if old:
        return _Finding(extra, "note", f"{have}; not as wanted: {', '.join(old)}", command)
    return _Finding(extra, "ok", have)


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _fits(installed: str, wanted: str) -> bool:
    """True if a version is within bounds such as `>=2.1,<2.2`."""
    for bound in filter(None, wanted.split(",")):
        sign, have, bar = bound.strip()[:2], _numbers(installed), _numbers(bound)
        if not {">=": have >= bar, "==": have == bar}.get(sign, have < bar):
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text.split("+", maxsplit=1)[0])[:3])


def _check_server(database: str | None) -> Iterator[_Finding]:
    """Yield the findings about the server of this environment's settings."""
    try:
        from noughts.server.settings import InvalidSettings, read_settings  # half a second
    except MissingExtra:
        yield _Finding("server", "note", "not installed", 'pip install "noughts[web]" brings it')
        return
    settings = read_settings({"database": database}, os.environ)
    asked_wrongly = () if database is None else (InvalidSettings,)
    with as_usage_error(*asked_wrongly):
        yield from _check_database(settings)
    yield _check_port(settings)


def _check_database(settings: Settings) -> Iterator[_Finding]:
    from noughts.server.admin import current_step
    from noughts.server.backends import database_file, server_url
    from noughts.server.log.migrate import LATEST
    from noughts.server.log.store import UnsuitableDatabase

    url = server_url(settings)
    if url is None:
        file = database_file(settings)
        if not file.exists():
            yield _Finding("database", "ok", f"none yet; noughts serve will make {file}")
            return
        where = f"{file}, {file.stat().st_size / 1e6:,.1f} MB"
        yield _check_lock(file)
    else:
        from noughts.server.cluster.postgres import describe

        where = describe(url)
    try:
        step = current_step(settings)
    except UnsuitableDatabase as error:
        yield _Finding("database", "broken", str(error), "name another with --database")
        return
    text = f"{where}, at step {step or '0'} of {LATEST}"
    if step > LATEST:
        yield _Finding("database", "broken", text, "a newer noughts made it: install that")
    elif step < LATEST:
        yield _Finding("database", "note", text, "noughts admin migrate brings it up to date")
    else:
        yield _Finding("database", "ok", text)


def _check_lock(database: Path) -> _Finding:
    """Say if a server uses the database: it holds the lock of `reserved` in `server/log/sqlite`."""
    lock = database.resolve().with_name(f"{database.resolve().name}.lock")
    try:
        if lock.exists():
            with lock.open("rb+") as file, locked(file, timeout=0):
                pass
    except BlockingIOError:
        return _Finding("lock", "note", "a server is using the database now")
    return _Finding("lock", "ok", "no server is using the database")


def _check_port(settings: Settings) -> _Finding:
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        text = f"noughts serve cannot listen on {host} port {port}: {error.strerror}"
        advice = "unless that is your server: noughts serve --port 0, or --host"
        return _Finding("port", "note", text, advice)
    return _Finding("port", "ok", f"{port} on {host} is free")
