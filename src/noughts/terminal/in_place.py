"""A console that draws each board over the last one, instead of scrolling."""

from __future__ import annotations

import warnings
from typing import Any

from noughts.terminal.console import Console, Size


class InPlaceConsole(Console):
    """Keeps the board in its place on a terminal, with what is said of it and the prompt below.

    What is written after an answer takes the place of what was below the board, and a new board
    that of the last one. To go back it counts rows. Where they cannot be counted, or have left the
    screen, the next board comes below, as on any console.
    """

    redraws = True
    _drawn_at: Size | None = None  # the terminal's size when the board was drawn; None: no way back
    _board = 0  # rows of the board; 0 before the first
    _said: tuple[str, ...] = ()  # what stands below the board
    _typed = ""  # the last prompt with the answer to it
    _is_old = False  # whether what stands below the board has been answered
    _news: tuple[str, ...] = ()  # what was said of the game since the last answer

    def put(self, text: str) -> None:
        if self._is_old:
            self._go_back(0)
        if text and self._board:
            self._news += (text,)
        if self._drawn_at is not None:
            if not (text or self._said):
                return  # the board ends with an empty line
            self._said += (text,)
        super().put(text)

    def show_board(self, text: str, *, brief: bool = False) -> None:
        rows, size = text.count("\n") + 3, self.size
        is_tall = size is not None and rows >= size[1]
        if brief and is_tall:
            return
        again = self._news if self._go_back(self._board) or is_tall else ()
        self.settle()
        super().show_board(text)
        self._drawn_at, self._board, self._news = size, rows, ()
        for each in again:
            self.put(each)

    def ask(self, prompt: str) -> str:
        if self._is_old:
            self._go_back(0)
        try:
            answer = super().ask(prompt)
        except KeyboardInterrupt:
            self._sink.write("\n")
            raise
        self._news = ()
        if not (answer.isascii() and answer.isprintable()):  # it may be of any width
            self.settle()
        elif self._drawn_at is not None:
            self._typed, self._is_old = prompt + answer, True
        return answer

    def keep_answer(self) -> None:
        if self._typed:
            self._said, self._typed, self._is_old = (*self._said, self._typed), "", False

    def turn_page(self) -> None:
        self._news, self._is_old = (), True

    def settle(self) -> None:
        self._drawn_at = None
        self._forget()

    def settle_before_warnings(self) -> None:
        """Settle before each warning that is printed, whose rows nobody counts."""
        show = warnings.showwarning

        def settle_and_show(*parts: Any, **named: Any) -> None:
            self.settle()
            show(*parts, **named)

        warnings.showwarning = settle_and_show

    def _forget(self) -> None:
        self._said, self._typed, self._is_old = (), "", False

    def _go_back(self, rows: int) -> bool:
        """Clear what was said and typed below the board and so many rows more, if that can be."""
        size, drawn_at = self.size, self._drawn_at
        below = (*self._said, self._typed) if self._typed else self._said
        rows += sum(map(self._rows, below))
        self._forget()
        if drawn_at is None or size != drawn_at or rows >= drawn_at[1]:
            self.settle()
            return False
        self._sink.write(f"\x1b[{rows}A\r\x1b[J" if rows else "")
        return True

    def _rows(self, text: str) -> int:
        """The rows that a text takes, which was written when the board was, or since."""
        columns = self._drawn_at[0] if self._drawn_at else 1
        return sum(max(1, -(-len(line) // columns)) for line in text.split("\n"))
