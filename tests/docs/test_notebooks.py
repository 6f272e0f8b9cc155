"""Every notebook runs, and its stored output is current."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.notebook import outputs

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_would_show_now(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5
    for cell, shown in zip(cells, outputs(notebook), strict=True):
        advice = f"run python -m tests.docs.notebook examples/{path.name}"
        assert cell["outputs"] == shown, f"{''.join(cell['source'])}\n{advice}"


def test_an_output_that_is_not_true_is_found() -> None:
    cell = {"cell_type": "code", "source": ["x = 6\n", "print(x)\n", "x * 7"], "outputs": []}
    printed, value = next(outputs({"cells": [cell]}))
    assert printed["text"] == ["6\n"]
    assert value["data"] == {"text/plain": ["42"]}


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
