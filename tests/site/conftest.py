"""A built site, its host, and the browsers that visit it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from noughts.site.engine import Engine
from tests.browser.browsers import FIREFOX, SHELL
from tests.browser.conftest import PATIENCE, running
from tests.site import trial


@dataclass(frozen=True, slots=True)
class Site:
    """A site as it was built, in a folder below that of the host."""

    folder: Path
    files: Engine


def need_pyodide() -> None:
    """Skip a test where there is no Pyodide; in CI it fails."""
    if not trial.PYODIDE.exists():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(trial.MISSING)


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site."""
    need_pyodide()
    folder = tmp_path_factory.mktemp("host") / "below"
    folder.mkdir()
    return Site(folder, trial.build(folder))


@pytest.fixture(scope="package")
def host(site: Site) -> Iterator[str]:
    """The address of its host."""
    with trial.serving(site.folder.parent) as address:
        yield address


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers; a thread can run it only once."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests: what they share is their contexts."""
    yield from running(SHELL, playwright)


@pytest.fixture(scope="package")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """A Firefox."""
    yield from running(FIREFOX, playwright)


@pytest.fixture
def new_context(chromium: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """Makes browsers that were never there."""
    contexts: list[BrowserContext] = []

    def make() -> BrowserContext:
        context = chromium.new_context()
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
