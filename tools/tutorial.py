"""Render the tutorial for the pages of the server; `setup.py` runs it, so that a package has it.

The server then needs no library for it, and nobody waits for Pygments, which takes 0.5 s.
"""

import json
import re
from base64 import b64encode
from pathlib import Path
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "docs" / "tutorial"
FILE = ROOT / "src" / "noughts" / "pages" / "tutorial.json"
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_LAST = re.compile(r"\n\[(Next|Back)[^\n]*\)\n\Z")  # the site has links of its own to other pages
_PLAIN = re.compile(
    r'<span class="[nopw]">([^<]*)</span>'
)  # names, operators, spaces: not coloured
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


class Links(Treeprocessor):
    """Links that lead to the pages of the server; what has none there becomes plain text."""

    def run(self, root: Element) -> None:
        """Let every link begin at the root, and put pictures into the page."""
        for image in root.iter("img"):
            drawn = (SOURCES / image.get("src", "")).read_bytes()
            image.set("src", f"data:image/svg+xml;base64,{b64encode(drawn).decode()}")
        for link in root.iter("a"):
            target = link.get("href", "")
            if target.startswith("../"):
                link.tag = "span"
                del link.attrib["href"]
            else:
                link.set("href", address(target.removesuffix(".md")))


class LinksExtension(Extension):
    """The extension of Python-Markdown with `Links`."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - its name for it
        """Run it last."""
        md.treeprocessors.register(Links(md), "links", -10)


def address(name: str) -> str:
    """Return where the server shows a page or program of the tutorial."""
    return "/learn/tutorial" if name == "index" else f"/learn/tutorial/{name}"


def render() -> str:
    """Return title and HTML of every page, program and solution as JSON, by their names."""
    extensions = ["fenced_code", "codehilite", "tables", LinksExtension()]
    options = {"codehilite": {"css_class": "code", "guess_lang": False}}
    markdown = Markdown(extensions=extensions, extension_configs=options)
    formatter, pages = HtmlFormatter(cssclass="code", wrapcode=True), {}
    for path in [SOURCES / "index.md", *sorted(SOURCES.glob("[0-9]*.md"))]:
        text = _LAST.sub("", _COMMENT.sub("", path.read_text(encoding="utf-8")))
        body = markdown.reset().convert(text)
        pages[path.stem] = {"title": text.partition("\n")[0].removeprefix("# "), "body": body}
    for path in sorted([*SOURCES.glob("*.py"), *SOURCES.glob("solutions/*.py")]):
        body = highlight(path.read_text(encoding="utf-8"), PythonLexer(), formatter)
        pages[path.relative_to(SOURCES).as_posix()] = {"title": path.name, "body": body}
    names = [name for name in pages if not name.endswith(".py")]
    for name, page in pages.items():
        step = name.rpartition("/")[2][:2]  # of which a program or solution is
        at = next(number for number, name in enumerate(names) if name.startswith(step))
        beside = {"prev": at - 1, "next": at + 1} if name == names[at] else {"prev": at}
        neighbours = {rel: names[number] for rel, number in beside.items() if number in range(13)}
        page["links"] = {
            rel: (address(number), pages[number]["title"]) for rel, number in neighbours.items()
        }
    for page in pages.values():  # wide code and tables pan, by the keyboard too
        body = _PLAIN.sub(r"\1", page["body"]).replace('class="code"', 'class="code" tabindex="0"')
        page["body"] = _TABLE.sub(r'<div class="wide" tabindex="0">\g<0></div>', body)
    return json.dumps(pages, ensure_ascii=False, indent=0)


def write() -> None:
    """Write what the server shows, unless it is there already."""
    text = render()
    if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
