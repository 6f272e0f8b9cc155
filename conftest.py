"""Gives all tests, doctests too, surroundings of their own; leaves out kernels' sources."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

_KERNELS = Path(__file__).parent / "src" / "noughts" / "kernels"

# pytest collects no kernels, which may be compiled.
collect_ignore = [str(each.with_suffix(".py")) for each in _KERNELS.glob("*.pxd")]

# What tests and all that they start see of the environment is what finds and runs programs (under
# libfaketime, too), and what pytest, coverage and these tests are told. The rest is of the person:
# home, language, time zone, terminal, settings of ours and of other tools.
_KEPT = (
    *("PATH", "LD_*", "DYLD_*", "*FAKE*", "TMPDIR", "PYTHONPATH", "PYTHONPYCACHEPREFIX"),
    *("CC", "CXX", "SDKROOT", "DEVELOPER_DIR", "MACOSX_DEPLOYMENT_TARGET", "NIX_*"),
    *("CI", "PYTEST_*", "COV_*", "COVERAGE_*", "HYPOTHESIS_PROFILE"),
    *("NOUGHTS_TEST_POSTGRESQL", "PLAYWRIGHT_BROWSERS_PATH"),
    # On Windows:
    *("COMSPEC", "NUMBER_OF_PROCESSORS", "OS", "PATHEXT", "PROCESSOR_*", "PROGRAM*"),
    *("SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "WINDIR"),
)


_FOLDER = pytest.StashKey[Path]()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Set the surroundings once the report has its terminal, and before any test is imported.

    Some libraries read theirs when they are imported.
    """
    _surround(session.config)


def _surround(config: pytest.Config) -> None:
    before = dict(os.environ)
    kept = {
        name: value
        for name, value in before.items()
        if any(fnmatchcase(name, pattern) for pattern in _KEPT)
    }
    folder = config.stash[_FOLDER] = Path(mkdtemp(prefix="noughts-tests-"))
    os.environ.clear()
    os.environ.update({"PLAYWRIGHT_BROWSERS_PATH": _browsers(before)} | kept | _own(folder))
    if sys.platform != "win32":
        time.tzset()
        if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # as `nohup` has it
            # We go on ignoring it, but not what tests start: handlers end with a program.
            signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.hookimpl(trylast=True)  # after the last fixtures; a worker may be ended any time later
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Remove what tests have left in their homes."""
    if _FOLDER in session.config.stash:
        shutil.rmtree(session.config.stash[_FOLDER], ignore_errors=True)


@pytest.fixture(autouse=True)
def own_home(pytestconfig: pytest.Config) -> Iterator[None]:
    """A home for each test, in which none finds what another left."""
    if _FOLDER not in pytestconfig.stash:  # this file was found after the session's start
        _surround(pytestconfig)
    of_all = os.environ["HOME"]
    home = Path(of_all).with_name(f"home-{next(_NUMBERS)}")
    home.mkdir()
    os.environ.update(_homes(home))
    yield
    os.environ.update(_homes(Path(of_all)))
    with suppress(OSError):  # something is in it
        home.rmdir()


@pytest.fixture(autouse=True)
def own_folder(
    own_home: None,  # noqa: ARG001 - which comes first
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The folder of a doctest, which may write files: its home."""
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.chdir(os.environ["HOME"])


_NUMBERS = count()


def _own(folder: Path) -> dict[str, str]:
    """The surroundings of a process of tests, in a folder that no other user can read."""
    home = folder / "home"
    home.mkdir()
    return {
        **_homes(home),
        "XDG_RUNTIME_DIR": str(folder),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "TERM": "xterm-256color",
    }


def _homes(home: Path) -> dict[str, str]:
    """Where a home is looked for; what XDG_DATA_HOME and others name is by default below it."""
    names = ["HOME"]
    if sys.platform == "win32":
        names += ["USERPROFILE", "APPDATA", "LOCALAPPDATA"]
        names += ["WIN_PD_OVERRIDE_APPDATA", "WIN_PD_OVERRIDE_LOCAL_APPDATA"]  # of platformdirs
    return dict.fromkeys(names, str(home))


def _browsers(environment: Mapping[str, str]) -> str:
    """Where Playwright keeps its browsers, which it seeks in the home of a person."""
    match sys.platform:
        case "win32":
            caches = environment.get("LOCALAPPDATA", "~/AppData/Local")
        case "darwin":
            caches = "~/Library/Caches"
        case _:
            caches = environment.get("XDG_CACHE_HOME", "~/.cache")
    return str(Path(caches, "ms-playwright").expanduser())
