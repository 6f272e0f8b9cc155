"""The programs of the tutorial, where the server runs from the project's source."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

_FOLDER = Path(__file__).parents[4] / "docs" / "tutorial"  # no part of the package


@dataclass(frozen=True, slots=True)
class Rung:
    """A program of the tutorial, and the page that explains it."""

    title: str
    page: str
    program: str


@cache
def rungs() -> tuple[Rung, ...]:
    """The tutorial, in order; empty where the package is installed without its source."""
    pages = sorted(_FOLDER.glob("[0-9][0-9]_*.md"))
    return tuple(Rung(_title(each), each.name, each.with_suffix(".py").name) for each in pages)


@get("/learn/tutorial/{name:str}", include_in_schema=False)
async def tutorial_file(name: FromPath[str]) -> Response[str]:
    """A program or a page of the tutorial, as it is written."""
    files = {file for each in rungs() for file in (each.page, each.program)}
    if not files or name not in {"index.md", *files}:
        raise NotFoundException
    text = (_FOLDER / name).read_text(encoding="utf-8")
    return Response(text, media_type=MediaType.TEXT)


def _title(page: Path) -> str:
    """The heading of a page, which begins with its number."""
    with page.open(encoding="utf-8") as lines:
        return next(lines).removeprefix("# ").strip()
