"""For the site: links to files of the repository that are no pages become plain text."""

from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor


class Outside(Treeprocessor):
    """What takes the address from every link that leaves the pages."""

    def run(self, root: Element) -> None:
        """Let only links to names that end in .md be links: by these, pages link to each other."""
        for link in root.iter("a"):
            target = link.get("href", "")
            if target.startswith("../") and not target.partition("#")[0].endswith(".md"):
                link.tag = "span"
                del link.attrib["href"]


class OutsideExtension(Extension):
    """The extension of Python-Markdown with `Outside`."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - its name for it
        """Run it last."""
        md.treeprocessors.register(Outside(md), "outside", -10)


def makeExtension() -> Extension:  # noqa: N802 - its name for it
    """Return the extension, as `markdown_extensions` asks for it."""
    return OutsideExtension()
