"""The files of a site: whole, the same each time, and with nothing from elsewhere."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from noughts.site.build import NoSite, build, built_pages
from noughts.site.places import home
from noughts.wording.language import LANGUAGES
from tests.node import node
from tests.site import trial

pytestmark = pytest.mark.slow

_LINKS = {"href", "src", "action", "formaction"}
# What stands alone; all else has an end.
_VOID = {"meta", "link", "input", "img", "br", "hr", "source", "wbr", "col"}


class Parts(HTMLParser):
    """What a page is made of."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: Counter[str] = Counter()
        self.alternates: dict[str, str] = {}
        self.language = ""
        self._open: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        assert len(values) == len(attrs), attrs
        self.tags[tag] += 1
        self.links += [value for name, value in values.items() if name in _LINKS]
        self.ids += [values["id"]] if "id" in values else []
        if tag == "html":
            self.language = values["lang"]
        if tag == "link" and values["rel"] == "alternate":
            self.alternates[values["hreflang"]] = values["href"]

    def handle_endtag(self, tag: str) -> None:
        while (last := self._open.pop()) != tag:
            assert last in {"p", "li", "option", "dt", "dd"}, f"</{tag}> ends {last}"


def test_every_page_is_whole_in_every_language_and_its_links_lead_to_files(built: Path) -> None:
    pages = {page: Parts(page) for page in built.rglob("*.html")}
    assert len(pages) == (len(built_pages()) + 1) * len(LANGUAGES)
    for page, parts in pages.items():
        for link in parts.links:
            if link.startswith("data:"):
                continue
            path = unquote(urlsplit(link).path)
            assert re.match(r"\.{1,2}/|#", link), (page, link)
            target = (page.parent / path).resolve()
            assert target.is_relative_to(built.resolve()), (page, link)
            assert (target / "index.html" if target.is_dir() else target).is_file(), (page, link)
        assert all(count == 1 for count in Counter(parts.ids).values()), page
        assert [parts.tags[tag] for tag in ("title", "main", "body")] == [1, 1, 1], page
    for language in LANGUAGES:
        folder = built / home(language)
        parts = pages[folder / "learn" / "index.html"]
        assert parts.language == language
        assert not parts.alternates  # no address is known


def test_scripts_and_styles_ask_nobody_else(built: Path) -> None:
    for file in (*built.rglob("static/**/*.js"), *built.rglob("*.css")):
        text = file.read_text(encoding="utf-8")
        assert set(re.findall(r"https?://[^/\s\"'`]+", text)) <= {"http://www.w3.org"}, file


def test_an_installed_app_begins_in_its_language(built: Path) -> None:
    for language in LANGUAGES:
        folder = built / home(language)
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        assert manifest["lang"] == language
        assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
        assert (folder / manifest["start_url"] / "index.html").is_file()
        assert (folder / manifest["scope"]).resolve() == built.resolve()


def test_a_site_is_the_same_each_time_but_for_its_address(built: Path, tmp_path: Path) -> None:
    again, published = tmp_path / "again", tmp_path / "published"
    build(again, trial.PYODIDE, node=str(node()))
    assert _contents(again) == _contents(built)
    build(published, trial.PYODIDE, url="https://example.org/noughts", node=str(node()))
    page = (published / "de" / "learn" / "index.html").read_text(encoding="utf-8")
    assert 'property="og:url" content="https://example.org/noughts/de/learn/"' in page
    (picture,) = re.findall(
        'property="og:image" content="https://example.org/noughts/([^"]*)"', page
    )
    assert (published / picture).is_file()
    alternates = Parts(published / "de" / "learn" / "index.html").alternates
    assert set(alternates) == {*LANGUAGES, "x-default"}
    for language, link in alternates.items():
        place = link.removeprefix("https://example.org/noughts/")
        there = Parts(published / place / "index.html").language
        assert there == language or (language, there) == ("x-default", "en")
    assert not Parts(published / "de" / "page" / "index.html").alternates
    assert '<link rel="canonical" href="https://example.org/noughts/de/learn/">' in page
    listed = (published / "sitemap.xml").read_text(encoding="utf-8")
    places = re.findall("<loc>https://example.org/noughts/([^<]*)</loc>", listed)
    assert len(places) == len(built_pages()) * len(LANGUAGES)
    assert all((published / place / "index.html").is_file() for place in places)
    robots = (published / "robots.txt").read_text(encoding="utf-8")
    assert "Sitemap: https://example.org/noughts/sitemap.xml\n" in robots
    assert not {"sitemap.xml", "robots.txt"} & set(_contents(built))
    assert (built / "favicon.ico").is_file()


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_folder_with_something_else_in_it_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(NoSite, match="something else"):
        build(tmp_path, trial.PYODIDE)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("name", [".git", "CNAME"])
def test_a_site_with_something_of_ones_own_in_it_stays_as_it_is(tmp_path: Path, name: str) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<p>a site")
    (tmp_path / name).touch()
    with pytest.raises(NoSite, match=f"something else, {name}"):
        build(tmp_path, trial.PYODIDE)
    assert (tmp_path / name).exists()


@pytest.mark.parametrize(
    "address", ["example.org", "ftp://example.org", "http:///x", "javascript:x"]
)
def test_an_address_that_is_none_of_the_web_is_refused(tmp_path: Path, address: str) -> None:
    for options in ({"server": address}, {"url": address}):
        with pytest.raises(NoSite, match="no address of a site"):
            build(tmp_path, trial.PYODIDE, **options)
