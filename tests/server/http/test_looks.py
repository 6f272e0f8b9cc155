"""What the pages look like: the type face, and the marks, which are drawn alike everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

import noughts
from noughts.core import Mark
from noughts.server.http.static_files import FOLDER, SITE, static
from noughts.wording.pictures.strokes import stroke_paths

COMMENT = re.compile(r"/\*(?s:.*?)\*/|^ *//.*$|(?<=[;,{)\]]) +// .*$", re.MULTILINE)


def test_the_type_face_is_small_and_comes_with_its_licence(guest: httpx.Client) -> None:
    page = guest.get("/").text
    face = static("fonts/fredoka.woff2")
    assert f'rel="preload" as="font" type="font/woff2" href="{face}" crossorigin' in page
    response = guest.get(face)
    assert response.content.startswith(b"wOF2")
    assert len(response.content) < 22_000
    assert "SIL Open Font License" in guest.get(static("fonts/fredoka-OFL-1.1.txt")).text


@pytest.mark.parametrize("mark", Mark)
def test_what_a_square_would_look_like_is_the_mark(mark: Mark) -> None:
    assert "".join(stroke_paths(mark, 0, 0, 10)) in (FOLDER / "styles" / "board.css").read_text()


def test_scripts_and_styles_are_served_without_comments_and_otherwise_whole(
    guest: httpx.Client,
) -> None:
    """What the browser makes of them is tried by every test in one."""
    paths = [*FOLDER.rglob("*.js"), *FOLDER.rglob("*.css")]
    for path in paths:
        written = path.read_text(encoding="utf-8")
        served = guest.get(static(path.relative_to(FOLDER).as_posix())).text
        assert "/*" not in served, "python -m tools.static_files"
        assert not any(line.lstrip().startswith("//") for line in served.splitlines()), path
        code = "".join(COMMENT.sub("", written).split())
        assert "".join(served.split()) == code, path
    assert len(paths) > 50


def test_a_page_has_all_its_styles_in_one_file_and_there_are_no_others(guest: httpx.Client) -> None:
    style = guest.get(static("styles/site.css")).text
    for part in ("--paper: light-dark(", ".button", "noughts-board", ".score", ".streak", ".cards"):
        assert part in style
    for name in ("nothing.css", "..%2fpage.py", "%2e%2e"):
        assert guest.get(static(name)).status_code == 404


def test_every_file_that_is_named_is_there() -> None:
    for script in FOLDER.rglob("*.js"):
        named = re.findall(r'(?:from |import |import\()"(\.[^"]+)"', script.read_text())
        assert all((script.parent / name).is_file() for name in named), script
    package = Path(noughts.__file__).parent
    templates = [*package.glob("pages/templates/**/*"), *package.glob("server/*/templates/*")]
    for template in filter(Path.is_file, templates):
        for name in re.findall(r"static\('([^']+)'\)", template.read_text()):
            folders = FOLDER, package / "site" / "static"  # of scripts that only a site has
            assert name == SITE or any((folder / name).is_file() for folder in folders), template
