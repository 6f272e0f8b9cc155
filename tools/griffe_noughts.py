"""For the site: what Griffe does not see in our docstrings by itself."""

import re
from typing import Any

import griffe

_EXAMPLES = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Noughts(griffe.Extension):
    """An extension of Griffe that shows examples as code."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put each run of examples into a block: Griffe knows those under a heading alone."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLES.sub("```pycon\n\\g<0>\n```", obj.docstring.value)
