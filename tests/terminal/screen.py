"""A terminal that is just real enough: it echoes what is typed, wraps, and can go back."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable


class Screen(io.StringIO):
    """The output of a terminal, whose `shown` is what has been written and not drawn over."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        super().__init__()
        self.columns, self.rows = columns, rows
        self.lines = [""]

    def isatty(self) -> bool:
        return True

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    def write(self, text: str) -> int:
        super().write(text)
        for part in re.split(r"(\n|\r|\x1b\[[0-9;]*[A-Za-z])", text):
            if part == "\n":
                self.lines.append("")
            elif part.endswith("A") and part.startswith("\x1b"):
                self._go_up(int(part[2:-1]))
            elif not part.startswith("\x1b") and part != "\r":
                self._add(part)
        return len(text)

    def _go_up(self, rows: int) -> None:
        """Go back so far and clear the rest, which is all that is ever done with it."""
        assert rows < min(self.rows, len(self.lines)), "that is not on the screen any more"
        assert self.lines[-1] == "", "the cursor is not at the beginning of a line"
        self.lines = [*self.lines[: -rows - 1], ""]

    def _add(self, text: str) -> None:
        whole = self.lines.pop() + text
        while len(whole) > self.columns:
            self.lines.append(whole[: self.columns])
            whole = whole[self.columns :]
        self.lines.append(whole)


class Keyboard(io.BytesIO):
    """Typed lines, echoed as they are read; after the last one Ctrl-C if it is `interrupted`."""

    def __init__(self, typed: Iterable[str | int], screen: Screen, *, interrupted: bool = False):
        super().__init__("".join(f"{line}\n" for line in typed).encode())
        self.screen, self.interrupted = screen, interrupted

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        if not line and self.interrupted:
            self.screen.write("^C")
            raise KeyboardInterrupt
        self.screen.write(line.decode().replace("\x1b", "^["))
        return line
