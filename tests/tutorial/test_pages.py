"""The pages of the tutorial say what the programs do."""

from __future__ import annotations

import ast
import re
import sys
from contextlib import suppress
from pathlib import Path
from textwrap import indent

import pytest

from noughts.kernels import COMPILED
from tests.docs.blocks import BLOCKS, ROOT, Block
from tests.tutorial.steps import FOLDER, PROGRAMS, SOLUTIONS, run

PAGES = [path.with_suffix(".md") for path in PROGRAMS]
MOST_LINES = 115
NEED_KERNELS = ("09", "10", "12")

sessions = [block for block in BLOCKS if block.page in PAGES and block.language == "console"]
parts = [block for block in BLOCKS if block.page in PAGES and block.language == "python"]


class Left(Exception):
    """A session on a page goes on, but the page does not show it."""


@pytest.mark.parametrize("block", sessions, ids=str)
def test_a_session_is_what_the_program_says(block: Block) -> None:
    if block.page.stem[:2] in NEED_KERNELS and not COMPILED:
        pytest.skip("takes minutes with plain kernels, or proves less in the time")
    command, _, shown = block.text.partition("\n")
    assert command == f"$ python {block.page.with_suffix('.py').relative_to(ROOT)}"

    def typed(said: str) -> str:
        if shown.endswith("\n...\n") and said.startswith(shown.removesuffix("...\n")):
            raise Left
        assert shown.startswith(said)
        line, _, after = shown[len(said) :].partition("\n")
        if not line and after.startswith("Goodbye!"):
            raise EOFError
        return line

    with suppress(Left):
        assert run(block.page.with_suffix(".py"), typed, seed=1).rstrip() == shown.rstrip()


@pytest.mark.parametrize("block", parts, ids=str)
def test_a_part_is_as_in_the_program(block: Block) -> None:
    source = block.page.with_suffix(".py").read_text(encoding="utf-8")
    assert block.text in source or indent(block.text, "    ") in source


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_figure_is_one_that_the_program_prints(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    said = "".join(block.text for block in BLOCKS if block.page == page)
    for figure in re.findall(r"\b\d[\d,]*\d{2}\b(?!_)|\d+%", prose):
        assert figure in said, f"{page.name} says {figure}"


def test_every_step_has_a_page_and_two_solutions_to_which_it_leads() -> None:
    assert [path.stem[:2] for path in PROGRAMS] == [f"{number:02}" for number in range(1, 13)]
    for number, page in enumerate(PAGES):
        text = page.read_text(encoding="utf-8")
        linked = re.findall(r"\]\(([\w/]+\.(?:py|md))\)", text)
        solutions = [path for path in SOLUTIONS if path.stem[:2] == page.stem[:2]]
        assert [path.stem[3] for path in solutions] == ["1", "2"]
        assert {f"solutions/{path.name}" for path in solutions} <= set(linked)
        assert f"{page.stem}.py" in linked
        assert linked[-1] == (PAGES[number + 1].name if number < 11 else "index.md")
        assert f"({page.name})" in (FOLDER / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_small_says_how_it_is_run_and_at_first_needs_only_python(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert f"\n\npython {path.relative_to(ROOT)}" in text.split('"""')[1]
    if path in PROGRAMS[:8]:
        for node in ast.walk(ast.parse(text)):
            assert not isinstance(node, ast.ImportFrom)
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= sys.stdlib_module_names
