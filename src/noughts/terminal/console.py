"""Line-based input and output, shared by terminals, pipes and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO, TextIO

LONGEST_LINE = 1_000  # bytes; much more than any answer needs
_LONGEST_ECHO = 80


class EndOfInput(Exception):
    """There is no more input."""


class Console:
    """Reads and writes lines.

    With `echo`, each line read is written after its prompt, as on a terminal. A session from a pipe
    then reads like one that was typed.
    """

    def __init__(
        self, source: BinaryIO, sink: TextIO, *, colour: bool = False, echo: bool = False
    ) -> None:
        self._source = source
        self._sink = sink
        self._echo = echo
        self.colour = colour

    def say(self, text: str = "") -> None:
        """Write one or more whole lines."""
        self._sink.write(f"{text}\n")
        self._sink.flush()

    def ask(self, prompt: str) -> str:
        """The next line, stripped; raises EndOfInput if there is none."""
        while True:
            self._sink.write(prompt)
            self._sink.flush()
            line = self._source.readline(LONGEST_LINE)
            if not line:
                self.say()
                raise EndOfInput
            too_long = len(line) == LONGEST_LINE and not line.endswith(b"\n")
            text = line.decode(errors="replace").strip()
            if self._echo:
                self.say(printable(text))
            if not too_long:
                return text
            self._skip_rest_of_line()
            self.say(f"That line is longer than {LONGEST_LINE:,} characters.")

    def ask_yes_or_no(self, question: str) -> bool:
        """Ask until the answer is yes or no; an empty line means yes."""
        while True:
            answer = self.ask(f"{question} [Y/n] ").lower()
            if answer in ("", "y", "yes"):
                return True
            if answer in ("n", "no", "q", "quit"):
                return False
            self.say("Please answer y or n.")

    def _skip_rest_of_line(self) -> None:
        while (rest := self._source.readline(65_536)) and not rest.endswith(b"\n"):
            pass


def printable(text: str, longest: int = _LONGEST_ECHO) -> str:
    """Untrusted text without control characters, which could control the terminal.

    >>> printable("a1" + chr(27) + "[2J")
    'a1?[2J'
    """
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:longest])
    return shown if len(text) <= longest else f"{shown}..."


def wants_colour(sink: TextIO, environment: Mapping[str, str], platform: str) -> bool:
    """Whether to colour output: only on a terminal that supports it, and unless NO_COLOR is set.

    See https://no-color.org. The old Windows console shows escape codes as text; its successor sets
    WT_SESSION.
    """
    if environment.get("NO_COLOR") or not sink.isatty():
        return False
    if platform == "win32":
        return "WT_SESSION" in environment
    return environment.get("TERM", "dumb") not in ("", "dumb")
