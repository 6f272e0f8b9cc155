"""What make installs is locked, and the locks are those of pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import lock

PYPROJECT = tomllib.loads((lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PYPROJECT["project"]["optional-dependencies"]
GROUPS: dict[str, list[str | dict[str, str]]] = PYPROJECT["dependency-groups"]
VERSIONS = "3.11", "3.12", "3.13", "3.14", "3.15"
NAMES = "sys_platform", "platform_system", "os_name", "platform_machine"
SYSTEMS = [
    ("linux", "Linux", "posix", "x86_64"),
    ("linux", "Linux", "posix", "aarch64"),
    ("darwin", "Darwin", "posix", "arm64"),
    ("darwin", "Darwin", "posix", "x86_64"),
    ("win32", "Windows", "nt", "AMD64"),
]
PLACES: list[dict[str, str]] = [
    {
        **{name: str(text) for name, text in default_environment().items()},
        **dict(zip(NAMES, system, strict=True)),
        "python_version": version,
        "python_full_version": f"{version}.0",
    }
    for version, system in product(VERSIONS, SYSTEMS)
]


def asked_for(options: Iterable[str]) -> Iterator[Requirement]:
    """What pyproject.toml asks for, where uv is given these options."""
    for option in options:
        kind, _, name = option.partition("=")
        match kind:
            case "--all-extras":
                yield from asked_for(f"--extra={each}" for each in EXTRAS)
            case "--extra":
                yield from expanded(EXTRAS[name])
            case "--group":
                yield from expanded(GROUPS[name])


def expanded(wanted: Iterable[str | dict[str, str]]) -> Iterator[Requirement]:
    """The requirements of others, with those of groups and of our own extras."""
    for each in wanted:
        if isinstance(each, dict):
            yield from asked_for([f"--group={each['include-group']}"])
        elif (requirement := Requirement(each)).name == "noughts":
            yield from asked_for(f"--extra={extra}" for extra in requirement.extras)
        else:
            yield requirement


def locked(name: str) -> dict[str, list[tuple[Requirement, str]]]:
    """The entries of a lock by library, each with the lines below it."""
    text = (lock.ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    found: dict[str, list[tuple[Requirement, str]]] = {}
    for head, rest in re.findall(r"^(\S.*?) \\\n((?:    .*\n)+)", text, re.MULTILINE):
        requirement = Requirement(head)
        found.setdefault(canonicalize_name(requirement.name), []).append((requirement, rest))
    assert sum(map(len, found.values())) == len(re.findall(r"^\S", text, re.MULTILINE))
    return found


@pytest.mark.parametrize("name", lock.FILES)
def test_a_lock_has_what_pyproject_asks_for_on_every_system_and_nothing_else(name: str) -> None:
    entries, wanted = locked(name), list(asked_for(lock.FILES[name]))
    for each, place in product(wanted, PLACES):
        if each.marker is None or each.marker.evaluate(place):
            versions = [
                next(iter(entry.specifier)).version
                for entry, _ in entries.get(canonicalize_name(each.name), [])
                if entry.marker is None or entry.marker.evaluate(place)
            ]
            assert [each.specifier.contains(version) for version in versions] == [True], (
                f"requirements/{name}.txt disagrees with {each}: run `make lock`"
            )
    direct = {library for library, found in entries.items() if "pyproject.toml" in str(found)}
    assert direct == {canonicalize_name(each.name) for each in wanted}, "run `make lock`"


@pytest.mark.parametrize("name", lock.FILES)
def test_every_entry_of_a_lock_is_one_version_with_hashes_and_names_no_index(name: str) -> None:
    for library, found in locked(name).items():
        for entry, rest in found:
            assert [each.operator for each in entry.specifier] == ["=="], library
            assert entry.url is None, library
            assert re.search(r"^    --hash=sha256:[0-9a-f]{64}", rest), library
    text = (lock.ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert re.findall(r"https?:|^--?[a-z-]+", text, re.MULTILINE) == []


def test_locks_that_share_a_library_have_the_same_version_of_it() -> None:
    everything = {library: str(found) for library, found in versions_of("bench").items()}
    for name in lock.FILES:
        for library, found in versions_of(name).items():
            assert everything.get(library, str(found)) == str(found), f"{library} in {name}.txt"


def versions_of(name: str) -> dict[str, set[str]]:
    return {
        library: {str(entry.specifier) for entry, _ in found}
        for library, found in locked(name).items()
    }


def test_what_builds_the_package_is_locked_as_build_system_asks() -> None:
    asked = {str(Requirement(each)) for each in PYPROJECT["build-system"]["requires"]}
    assert {str(each) for each in asked_for(["--group=build"])} == asked


def test_nothing_is_installed_that_is_not_locked() -> None:
    for name in ("Makefile", ".github/workflows/ci.yml", "deploy/Containerfile", "pyproject.toml"):
        text = (lock.ROOT / name).read_text("utf-8")
        installs = re.findall(r"\bpip (?:--python \S+ )?install (.*)", text)
        assert installs, name
        for options in installs:
            assert re.search(r"--require-hashes (-r|--requirement) |--no-deps ", options), options
    makefile = (lock.ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"(?:requirements|\.venv)/([a-z]+)\.txt", makefile))
    assert named <= set(lock.FILES)
