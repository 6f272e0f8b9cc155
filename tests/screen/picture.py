"""The picture of the full screen in README and docs: a game in which a hint was asked for.

As a program it writes the picture into the file it is given.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from noughts.screen.play import PlayScreen
from tests.screen.showing import Shown, game, press, show


def picture() -> str:
    """The picture as SVG, which loads nothing from elsewhere."""
    drawn = list[str]()

    async def use(pilot: Shown, _screen: PlayScreen) -> None:
        await press(pilot, "5", "h")
        drawn.append(pilot.app.export_screenshot(title="noughts", simplify=True))

    show(game(), use)
    local = re.sub(r"\s*@font-face \{.*?\}", "", drawn[0], flags=re.DOTALL)
    named = re.sub(r"\bterminal-\d+-", "terminal-", local)
    return re.sub(r"font-family: Fira Code, monospace", "font-family: monospace", named)


def main() -> None:
    """Take the picture again."""
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
