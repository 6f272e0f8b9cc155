"""Input that survives what no key sends: pasted bytes that are no text, a terminal that is gone."""

from __future__ import annotations

from typing import NoReturn

from textual import events
from textual.drivers.linux_driver import LinuxDriver


class ForgivingDriver(LinuxDriver):
    """Textual's driver for terminals, which would end on such input with a page of code."""

    def run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except ValueError:
                continue  # no UTF-8, or the number of no letter; what was read with it is lost
            except OSError:  # nobody can press a key any more
                self.process_message(events.Key("ctrl+c", None))
                return
            except Exception as error:  # in the thread Textual would print its page of code
                self._app.call_later(_fail, error)
                return


def _fail(error: Exception) -> NoReturn:
    raise error
