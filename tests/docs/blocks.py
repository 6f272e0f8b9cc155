"""The code blocks of the pages, each with the reason not to run it, if the page gives one.

The pages assume a file of records with this game.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

from noughts import Game, Mark, Record

ROOT = Path(__file__).parents[2]
GAME = Record(Game().play(0, 4, 8, 2, 6, 3, 7), {Mark.X: "human", Mark.O: "easy"})
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]

_NOTE = re.compile(r"<!-- not run: (\S.*) -->\s*")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code, the line of the page on which it begins, and a reason not to run it."""

    page: Path
    line: int
    language: str
    text: str
    reason: str | None

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def commands(self) -> Iterator[list[str]]:
        """Its shell commands, split into words, without comments."""
        for line in self.text.replace("\\\n", " ").splitlines():
            if words := shlex.split(line, comments=True):
                yield words


def blocks_of(page: Path) -> Iterator[Block]:
    """All blocks of a page, fenced and indented."""
    reason = None
    blocks_only = MarkdownIt("commonmark").disable("inline")
    for token in blocks_only.parse(page.read_text(encoding="utf-8")):
        if token.type in ("fence", "code_block"):
            assert token.map
            yield Block(page, token.map[0] + 1, token.info, token.content, reason)
        note = _NOTE.fullmatch(token.content) if token.type == "html_block" else None
        reason = note[1] if note else None


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
