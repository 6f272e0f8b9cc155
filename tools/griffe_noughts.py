"""For the site: what Griffe does not see in our sources by itself."""

import re
from typing import Any

import griffe

_EXAMPLES = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
_COMMENT = re.compile(r"  # (?!type:|noqa)(.+)")


class Noughts(griffe.Extension):
    """An extension of Griffe that shows examples as code, and comments beside attributes."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put each run of examples into a block: Griffe knows those under a heading alone."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLES.sub("```pycon\n\\g<0>\n```", obj.docstring.value)

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Take the comment beside an attribute for its docstring."""
        if attr.docstring or attr.endlineno is None:
            return
        line = attr.lines_collection[attr.filepath][attr.endlineno - 1]
        if comment := _COMMENT.search(line):
            text = comment[1][:1].upper() + comment[1][1:].removesuffix(".") + "."
            attr.docstring = griffe.Docstring(text, parent=attr)
