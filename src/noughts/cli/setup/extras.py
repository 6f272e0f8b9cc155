"""Which extras of the package are installed, in which versions."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

from noughts.cli.setup.findings import Finding, State

_FOR_DEVELOPERS = {"dev", "docs", "bench"}
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[([\w,-]+)\])?\s*([^;]*);?(.*)")
_EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")


def check_extras() -> Iterator[Finding]:
    """A finding for each extra that users may want."""
    try:
        described = requires("noughts") or []
    except PackageNotFoundError:
        yield Finding(
            "extras",
            State.NOTE,
            "noughts runs from its source and is not installed, so its extras are not known",
            "to install it with the server: pip install '.[web]'",
        )
        return
    for extra, libraries in _libraries(described).items():
        yield _finding(extra, libraries)


def _libraries(described: list[str]) -> dict[str, dict[str, str]]:
    """The libraries of each extra with the versions it asks for."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for each in described:
        parts = _REQUIREMENT.fullmatch(each)
        extra = _EXTRA.search(each)
        if parts is None or extra is None or extra[1] in _FOR_DEVELOPERS:
            continue
        name, _, wanted, marker = parts.groups()
        is_elsewhere = "sys_platform" in marker and sys.platform == "win32"  # all are `!= "win32"`
        if name != "noughts" and not is_elsewhere:
            found[extra[1]][name] = wanted.strip(" ()")
    return dict(found)


def _finding(extra: str, libraries: dict[str, str]) -> Finding:
    installed = {name: found for name in libraries if (found := _version(name))}
    missing = [name for name in libraries if name not in installed]
    old = [name for name, found in installed.items() if not _fits(found, libraries[name])]
    command = f'pip install --upgrade "noughts[{extra}]"'
    have = ", ".join(f"{name} {found}" for name, found in installed.items())
    if not installed:
        return Finding(extra, State.NOTE, "not installed", f"if you want it: {command}")
    if missing:
        text = f"only in part: {', '.join(missing)} missing; there is {have}"
        return Finding(extra, State.NOTE, text, f"for all of it: {command}")
    if old:
        return Finding(extra, State.NOTE, f"{have}; not as wanted: {', '.join(old)}", command)
    return Finding(extra, State.OK, have)


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _fits(found: str, wanted: str) -> bool:
    """Whether a version is within bounds such as `>=2.1,<2.2`."""
    for bound in filter(None, wanted.split(",")):
        sign, have, bar = bound.strip()[:2], _numbers(found), _numbers(bound)
        if not {">=": have >= bar, "==": have == bar}.get(sign, have < bar):
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text.split("+", maxsplit=1)[0])[:3])
