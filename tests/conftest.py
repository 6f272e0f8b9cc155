"""The set-up of all tests: profiles of the property tests, and our own options."""

from __future__ import annotations

import gc
import importlib.util
import os
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from tests.serving import Server, serving

_LONGEST = 600  # seconds, after which even a slow test is taken to hang

# Nothing is judged by the clock, and on CI the same code gives the same answer every time.
_COMMON = settings(
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# Elsewhere each run draws others, so that fewer will do; `make test-all` draws many more.
settings.register_profile("default", _COMMON, max_examples=60 if "CI" in os.environ else 40)
settings.register_profile("thorough", _COMMON, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept-transcripts",
        action="store_true",
        help="write what the sessions say now into tests/golden/transcripts",
    )
    parser.addoption(
        "--uncompiled",
        action="store_true",
        help="import the kernels as plain Python, compiled or not",
    )


def pytest_configure(config: pytest.Config) -> None:
    # So that Python looks for garbage less often, which took a fifth of the time.
    gc.set_threshold(50_000)
    # A shell lets what it starts in the background ignore this, and so would all that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Where there is no compiler, all that is slow is still right.
    config.addinivalue_line("filterwarnings", "ignore::noughts.core.errors.UncompiledWarning")
    if config.getoption("--uncompiled"):
        sys.meta_path.insert(0, PlainKernels())


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import from the end on a second worker, so that in a fresh clone each compiles half."""
    if (
        session.config.args_source is pytest.Config.ArgsSource.TESTPATHS
        and os.environ.get("PYTEST_XDIST_WORKER") == "gw1"
    ):
        root = session.config.rootpath
        for file in sorted((root / "tests").rglob("test_*.py"), reverse=True):
            with suppress(
                Exception, pytest.skip.Exception
            ):  # collecting says what is wrong with it
                importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no doctests below this folder: there are none, and looking takes a while."""
    return [each for each in (yield) if type(each) is pytest.Module]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = config.getoption("--timeout") is not None
    for item in items:
        if item.get_closest_marker("slow") and not asked:
            item.add_marker(pytest.mark.timeout(_LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Keep coverage from measuring what is marked; pytest-cov's `no_cover` fails on workers."""
    if not item.get_closest_marker("untraced"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


class PlainKernels:
    """Finds the source of a kernel before its compiled module."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, kernel = name.rpartition(".")
        if package not in {"noughts.kernels", "noughts.kernels.words128"} or not path:
            return None
        folder = Path(path[0])  # words128 has no sources of its own
        file = (folder.parent if folder.name == "words128" else folder) / f"{kernel}.py"
        if not file.exists():
            return None
        return importlib.util.spec_from_file_location(
            name, file, loader=SourceFileLoader(name, str(file))
        )


@pytest.fixture
def anyio_backend() -> str:
    """The loop of tests that are coroutines."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL server for all tests, each with databases of its own."""
    from tests.databases import postgresql  # imports half a server

    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the server; its log lies beside it."""
    return tmp_path_factory.mktemp("web") / "games.db"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[Server]:
    """One real server for all tests that do not spoil it: its start takes a second."""
    with serving(database) as running:
        yield running
