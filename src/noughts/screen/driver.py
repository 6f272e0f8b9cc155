"""A terminal that may send what no key sends, or go: its window is closed, its connection lost."""

from __future__ import annotations

import os
import select
import signal
from pathlib import Path
from threading import Thread
from typing import IO, Any, NoReturn

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

_HUNG_UP = 128 + getattr(signal, "SIGHUP", 1)  # the exit code


class _Terminal:
    """The output of a terminal; once that has gone, text is dropped without an error."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> None:
        try:
            self._file.write(text)
        except OSError:
            self._discard()

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError:
            self._discard()

    def _discard(self) -> None:
        """Write elsewhere from now on: what is left over would fail when the program ends."""
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), self._file.fileno())


class ForgivingDriver(LinuxDriver):
    """Textual's driver for terminals, which would end in a page of code, or never."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._is_started = False
        self._file: Any = _Terminal(self._file)  # else its thread for output ends, and we wait

    def start_application_mode(self) -> None:
        # SIGCONT comes in the middle of this, too, or from a terminal that goes: a second thread
        # for the keys would never end.
        if self._is_started:
            return
        self._is_started = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._is_started = self._key_thread is not None and self._key_thread.is_alive()
        Thread(target=self._notice_end, daemon=True, name="noughts-hang-up").start()

    def stop_application_mode(self) -> None:
        super().stop_application_mode()
        self._is_started = False

    def _sigtstp_application(self, *_: object) -> None:
        """Stop as others do, and with them: Textual would stop alone, and for ever in a window.

        `make` and the shell that started us are in our process group, and stop too. A group that no
        shell looks after is not stopped.
        """
        self.suspend_application_mode()
        self._must_signal_resume = True
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        self.resume_application_mode()

    def _notice_end(self) -> None:
        """Leave once the terminal has gone: its end of input would be read again and again."""
        poll = select.poll()
        poll.register(self.fileno, 0)
        for _, happened in poll.poll():
            if happened & (select.POLLHUP | select.POLLERR):
                self.exit_event.set()
                self._app.call_later(self._app.exit, None, _HUNG_UP)

    def run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except ValueError:
                continue  # no UTF-8, or the number of no letter; what was read with it is lost
            except OSError:  # no key can be pressed any more
                self.process_message(events.Key("ctrl+c", None))
                return
            except Exception as error:  # in the thread Textual would print its page of code
                self._app.call_later(_fail, error)
                return


def _fail(error: Exception) -> NoReturn:
    raise error
