"""The files around the code: citation, issue forms, hooks and navigation."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import noughts

ROOT = Path(__file__).parents[1]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def read(name: str) -> Any:
    return msgspec.yaml.decode((ROOT / name).read_bytes())


def test_citation_hooks_and_navigation_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = read("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == noughts.__version__
    ours = project["license"].partition(" AND ")[0]  # the others are of files that we did not make
    assert (citation["title"], citation["license"]) == (project["name"], ours)
    assert citation["authors"] == project["authors"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"(?m)^## (.*)$", changes)
    assert versions[0] == "Unreleased"
    assert versions[1].partition(" – ")[0] == noughts.__version__
    for hook in read(".pre-commit-config.yaml")["repos"][0]["hooks"]:
        target = hook["entry"].split()[-1]
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target
    docs = ROOT / "docs"
    pages = {str(page.relative_to(docs)) for page in docs.rglob("*.md")}
    pages -= {page for page in pages if page.startswith("notes/")}  # for those who change the code
    assert set(_pages(read("mkdocs.yml")["nav"])) == pages


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_form_for_issues_is_one(form: Path) -> None:
    described = read(str(form))
    assert {"name", "description", "body"} <= set(described)
    ids = [part["id"] for part in described["body"]]
    assert len(ids) == len(set(ids))
    assert all(part["type"] in ("input", "textarea") for part in described["body"])
    assert all(part["attributes"]["label"] for part in described["body"])


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_make_says_in_one_line_that_no_python_is_new_enough() -> None:
    done = subprocess.run(
        ["make", "play", "PYTHON=/nowhere/python"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    assert "no Python 3.11 or newer" in done.stderr


def _pages(entry: Any) -> list[str]:
    match entry:
        case str():
            return [entry]
        case dict():
            return [page for part in entry.values() for page in _pages(part)]
        case _:
            return [page for part in entry for page in _pages(part)]
