"""The site as people get it, on a plain host, below a path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from noughts.site.build import build
from tests.browser.conftest import PATIENCE
from tests.node import node
from tests.site import trial
from tests.site.conftest import need_pyodide

NewVisitor = Callable[..., Page]


@pytest.fixture(scope="package")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    need_pyodide()
    folder = tmp_path_factory.mktemp("host") / "noughts"
    build(folder, trial.PYODIDE, node=str(node()))
    return folder


@pytest.fixture(scope="package")
def address(built: Path) -> Iterator[str]:
    """The address of the site."""
    with trial.serving(built.parent) as host:
        yield f"{host}{built.name}/"


@pytest.fixture
def new_visitor(address: str, chromium: Browser) -> Iterator[NewVisitor]:
    """Makes pages of browsers that were never there; their errors fail the test."""
    yield from visitors(address, chromium)


def visitors(address: str, browser: Browser) -> Iterator[NewVisitor]:
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(place: str = "", **options: object) -> Page:
        context = browser.new_context(base_url=address, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(("blob:", address))
                else complaints.append(request.url)
            ),
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(place)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints
