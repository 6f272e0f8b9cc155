"""The page to learn leads to every program of the tutorial, where there is its source."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.web.pages import tutorial
from tests.web.client import Client

FOLDER = Path(__file__).parents[3] / "docs" / "tutorial"


def test_every_rung_is_linked_and_shown_as_it_is_written(visitor: Client) -> None:
    overview = visitor.http.get("/learn").text
    files = sorted(each for each in FOLDER.iterdir() if each.suffix in {".md", ".py"})
    assert len(files) == 25
    for file in files:
        path = f"/learn/tutorial/{file.name}"
        assert f'href="{path}"' in overview
        answer = visitor.http.get(path)
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.text == file.read_text(encoding="utf-8")
    assert ">1. Two people at one terminal</a>" in overview


@pytest.mark.parametrize("name", ["13_more.md", "..%2Findex.md", "solutions", "%00", "06_minimax"])
def test_nothing_else_is_served(visitor: Client, name: str) -> None:
    assert visitor.http.get(f"/learn/tutorial/{name}").status_code in {400, 404}


def test_without_the_source_there_are_no_rungs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tutorial, "_FOLDER", tmp_path)
    assert tutorial.rungs.__wrapped__() == ()
