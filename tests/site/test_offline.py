"""A site without a network, and how it comes to a new version."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from noughts.site.offline import service_worker
from tests.site import trial
from tests.site.conftest import Site


def test_the_service_worker_knows_every_file_by_its_address(tmp_path: Path) -> None:
    names = "index.html", "learn/index.html", "de/index.html", "de/manifest.json", "static/1/a.js"
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    script = service_worker(tmp_path, ["static/"], {"en": "", "de": "de/"}).decode()
    line = script.partition("const SITE = ")[2].partition(";\n")[0]
    site = json.loads(line)
    assert list(site["shared"]) == ["static/1/a.js"]
    assert [list(pages) for pages in site["languages"]] == [
        ["", "learn/"],
        ["de/", "de/manifest.json"],
    ]
    assert script != service_worker(tmp_path, ["static/", "de/"], {"en": ""}).decode()


@pytest.mark.slow
def test_the_engine_answers_without_a_network_and_an_update_comes_whole(
    site: Site, tmp_path: Path, new_context: Callable[[], BrowserContext]
) -> None:
    folder = tmp_path / "below"
    copytree(site.folder, folder)
    page = new_context().new_page()
    with trial.serving(tmp_path) as host:
        page.goto(f"{host}below/")
        assert trial.install(page) == "activated"

        text = (folder / "index.html").read_text().replace("A trial", "The next trial")
        (folder / "index.html").write_text(text)
        (folder / "more.js").write_text("// more\n")
        trial.write_service_worker(folder)
        (folder / "more.js").unlink()
        assert trial.install(page) == "redundant"
        assert "A trial" in kept_page(page)

        (folder / "more.js").write_text("// more\n")
        assert trial.install(page) == "activated"
        assert page.title() == "A trial"
        page.reload()
        expect(page).to_have_title("The next trial")
    page.goto("about:blank")
    page.goto(f"{host}below/?query")
    expect(page).to_have_title("The next trial")
    assert trial.ask(page, trial.FORK)["status"] == 200


def kept_page(page: Page) -> str:
    text: str = page.evaluate("fetch('./').then(response => response.text())")
    return text
