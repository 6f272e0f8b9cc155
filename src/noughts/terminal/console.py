"""Line-based input and output, shared by terminals, pipes and tests."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, BinaryIO, TextIO, TypeAlias

from noughts.wording.language import gettext as _
from noughts.wording.language import pgettext
from noughts.wording.text import printable

LONGEST_LINE = 1_000  # bytes; much more than any answer needs
_NARROWEST = 20  # columns; narrower text is not worth wrapping

Size: TypeAlias = tuple[int, int]  # columns and rows


class EndOfInput(Exception):
    """The end of the input."""


class Console:
    """Lines read and written.

    With `echo`, each line read is written after its prompt, as on a terminal. A session from a pipe
    then reads like one that was typed. `size` is that of a terminal, asked anew for each line; a
    pipe has none.

    With `redraws`, the board stays in its place on a terminal, with what is said of it and the
    prompt below. What is written after an answer takes the place of what was below the board, and a
    new board that of the last one. To go back it counts rows. Where they cannot be counted, or have
    left the screen, the next board comes below, as it always does without `redraws`.
    """

    _shown = ""  # the last board
    _asked = ""  # the prompt, while an answer is awaited
    _drawn_at: Size | None = None  # the terminal's size when the board was drawn; None: no way back
    _board = 0  # rows of the board; 0 before the first
    _said: tuple[str, ...] = ()  # the lines below the board, prompts with their answers too
    _is_old = False  # True once the lines below the board have been answered
    _news: tuple[str, ...] = ()  # the lines about the game since the last answer

    def __init__(
        self,
        source: BinaryIO,
        sink: TextIO,
        *,
        colour: bool = False,
        echo: bool = False,
        redraws: bool = False,
        size: Callable[[], Size | None] = lambda: None,
    ) -> None:
        self._source = source
        self._sink = sink
        self._echo = echo
        self._size = size
        self.colour = colour
        self.redraws = redraws

    @property
    def size(self) -> Size | None:
        """The columns and rows of the terminal now, None if there is none."""
        return self._size()

    def say(self, text: str = "") -> None:
        """Write prose, wrapped between words where the terminal is too narrow."""
        size = self.size
        self.put(text if size is None else wrapped(text, size[0]))

    def put(self, text: str) -> None:
        """Write one or more whole lines as they are."""
        if self._is_old:
            self._go_back(0)
        if text and self._board:
            self._news += (text,)
        if self._drawn_at is not None:
            if not (text or self._said):
                return  # the board ends with an empty line
            self._said += (text,)
        self._sink.write(f"{text}\n")
        self._sink.flush()

    def show_board(self, text: str, *, brief: bool = False) -> None:
        """Write a board between empty lines; a `brief` one is followed by the next at once."""
        rows, size = text.count("\n") + 3, self.size if self.redraws else None
        is_tall = size is not None and rows >= size[1]
        if brief and is_tall:
            return
        again = self._news if self._go_back(self._board) or is_tall else ()
        self.settle()
        self._shown = text
        self.put(f"\n{text}\n")
        self._drawn_at, self._board, self._news = size, rows, ()
        for news in again:
            self.put(news)

    def ask(self, prompt: str) -> str:
        """Return the next line, stripped; raises EndOfInput if there is none."""
        if self._is_old:
            self._go_back(0)
        answer = self._answer(prompt)
        self._news = ()
        if not (answer.isascii() and answer.isprintable()):  # it may be of any width
            self.settle()
        elif self._drawn_at is not None:
            self._said, self._is_old = (*self._said, prompt + answer), True
        return answer

    def _answer(self, prompt: str) -> str:
        while True:
            self._sink.write(prompt)
            self._sink.flush()
            self._asked = prompt
            try:
                line = self._source.readline(LONGEST_LINE)
            except KeyboardInterrupt:
                if self.redraws:
                    self._sink.write("\n")
                raise
            self._asked = ""
            if not line:
                self._sink.write("\n")
                raise EndOfInput
            too_long = len(line) == LONGEST_LINE and not line.endswith(b"\n")
            text = line.decode(errors="replace").strip()
            if self._echo:
                self.put(printable(text))
            if not too_long:
                return text
            while (rest := self._source.readline(65_536)) and not rest.endswith(b"\n"):
                pass
            self.settle()
            self.say(_("That line is too long."))

    def ask_yes_or_no(
        self, question: str, otherwise: Callable[[str], str] = lambda _answer: ""
    ) -> bool:
        """Ask until the answer is yes or no; an empty line means yes.

        What there is to say to another answer comes from `otherwise`, if that says anything.
        """
        yes = ("", "y", "yes", pgettext("answer", "y"), pgettext("answer", "yes"))
        no = ("n", "no", "q", "quit", pgettext("answer", "n"), pgettext("answer", "no"))
        while True:
            answer = self.ask(_("{question} [Y/n] ", question=question)).lower()
            if answer in yes or answer in no:
                return answer in yes
            self.keep_answer()
            self.say(otherwise(answer) or _("Please type y or n."))

    def say_goodbye(self) -> None:
        """Say that this is the end, below what was said last."""
        self.settle()
        self.say(_("Goodbye!"))

    def keep_answer(self) -> None:
        """Leave the last answer, and what was said before it, on the screen."""
        self._is_old = False

    def turn_page(self) -> None:
        """Let the next output take the place of the last, as after an answer."""
        self._news, self._is_old = (), True

    def settle(self) -> None:
        """Keep what is on the screen: whatever comes next is written below it."""
        self._drawn_at, self._said, self._is_old = None, (), False

    def come_back(self) -> None:
        """Write the board and the question again, if one waits: others have used the terminal."""
        self.settle()
        if self._asked and not self._echo:
            if self._shown:
                self.show_board(self._shown)
            self._sink.write(self._asked)
            self._sink.flush()

    def settle_before_warnings(self) -> None:
        """Settle before each warning that is printed, whose rows are not counted."""
        show = warnings.showwarning

        def settle_and_show(*parts: Any, **named: Any) -> None:
            self.settle()
            show(*parts, **named)

        warnings.showwarning = settle_and_show

    def _go_back(self, rows: int) -> bool:
        """Clear what was said and typed below the board, and `rows` rows more, if that can be."""
        size, texts = self._drawn_at, self._said
        self.settle()
        if size is None or self.size != size:
            return False
        lines = (line for text in texts for line in text.split("\n"))
        rows += sum(max(1, -(-len(line) // size[0])) for line in lines)
        if rows >= size[1]:
            return False
        self._sink.write(f"\x1b[{rows}A\r\x1b[J" if rows else "")
        self._drawn_at = size
        return True


@contextmanager
def handling(name: str, handler: Callable[..., object]) -> Iterator[None]:
    """Handle a signal by `handler` until the block ends.

    It has no effect where the system has no such signal, and outside the main thread, which alone
    may handle signals.
    """
    import signal  # 1 ms that a command without a person or a file saves

    number, previous = getattr(signal, name, None), None
    if number is not None:
        with suppress(ValueError):  # in another thread
            previous = signal.signal(number, handler)
    try:
        yield
    finally:
        if number is not None and previous is not None:
            signal.signal(number, previous)


def coming_back(console: Console) -> AbstractContextManager[None]:
    """Let a console come back when the process goes on after Ctrl-Z, as by `fg`."""
    return handling("SIGCONT", lambda *_: console.come_back())


def wrapped(text: str, columns: int) -> str:
    """Return text whose lines are broken between words where they have more than these columns.

    >>> print(wrapped("  hint    see the best square, and why", 26))
      hint    see the best
              square, and why
    """
    if columns < _NARROWEST or all(len(line) <= columns for line in text.split("\n")):
        return text
    from textwrap import fill  # 1 ms, where a line is too long

    return "\n".join(
        fill(line, columns, subsequent_indent=" " * _hanging(line), break_on_hyphens=False)
        for line in text.split("\n")
    )


def _hanging(line: str) -> int:
    """Return how far to indent what is left of a line: to the second column of a table."""
    head, _gap, rest = line.strip().partition("  ")
    return line.index(rest.lstrip()) if rest and line.startswith(f"  {head}") else 0


def wants_colour(sink: TextIO, environment: Mapping[str, str], platform: str) -> bool:
    """True if output is coloured: only on a terminal that supports it, unless NO_COLOR is set.

    See https://no-color.org.
    """
    return not environment.get("NO_COLOR") and _obeys(sink, environment, platform)


def is_plain(source: BinaryIO, sink: TextIO, environment: Mapping[str, str], platform: str) -> bool:
    """True if line after line is written, and never over what stands on the screen.

    So it is where a screen reader or a program may read: in a pipe, at a dumb terminal,
    and where NOUGHTS_PLAIN is set.
    """
    if environment.get("NOUGHTS_PLAIN") or not source.isatty():
        return True
    return not _obeys(sink, environment, platform)


def _obeys(sink: TextIO, environment: Mapping[str, str], platform: str) -> bool:
    """True if the output is a terminal that obeys escape codes.

    The old Windows console shows them as text; its successor sets WT_SESSION.
    """
    if not sink.isatty():
        return False
    if platform == "win32":
        return "WT_SESSION" in environment
    return environment.get("TERM", "dumb") not in ("", "dumb")
