"""The documentation site: built strictly, complete, and with nothing from other sites.

It needs the extra `docs`, which `make docs` installs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("zensical", reason="the extra docs is not installed")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PACKAGES = ("", "arena", "atlas", "client", "coach", "kernels", "players", "rl", "solver")
LOADING = {"audio", "embed", "iframe", "img", "link", "script", "source", "video"}


class Parts(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.add(given.get("id", ""))
        address = given.get("href", given.get("src", ""))
        (self.loaded if tag in LOADING else self.links).add(address)


@pytest.fixture(scope="module")
def site() -> Path:
    """The site, freshly built by the command of `make docs`."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"\ndocs:.*\n\t@\$\(BIN\)/python (.*)\n\n", makefile)
    command = [sys.executable, *recipe.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build" / "docs"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_in_the_reference(site: Path, package: str) -> None:
    module = import_module(f"noughts.{package}".rstrip("."))
    anchors = Parts(site / "reference" / f"{package or 'noughts'}.html").anchors
    missing = [name for name in module.__all__ if f"{module.__name__}.{name}" not in anchors]
    assert missing == []


def test_examples_in_docstrings_are_code_and_no_link_leads_out_of_the_site(site: Path) -> None:
    for page in (site / "reference").glob("*.html"):
        assert "<blockquote>" not in page.read_text(encoding="utf-8"), page.name
    text = (site / "hosting.html").read_text(encoding="utf-8")
    assert "<span>deploy/noughts.service</span>" in text


def test_nothing_is_loaded_from_elsewhere_and_links_lead_somewhere(site: Path) -> None:
    for style in site.rglob("*.css"):
        assert not re.search(r"""(url\(|@import)\s*["']?(https?:)?//""", style.read_text("utf-8"))
    pages = {page: Parts(page) for page in site.rglob("*.html")}
    for page, parts in pages.items():
        assert [link for link in parts.loaded if re.match(r"(\w+:)?//", link)] == [], page.name
        for link in parts.links | parts.loaded:
            if re.match(r"\w+:|//", link) or page.name == "404.html":
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), f"{page.name} links to {link}"
            assert not anchor or anchor in pages[target].anchors, f"{page.name} links to {link}"
