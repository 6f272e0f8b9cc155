"""Files that tell worker processes to stop thinking: a job ends soon once its file exists.

A file, since the pool of processes has no other way to reach a job that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

_LOOK = 0.05  # seconds between two looks for a file


class StopFiles:
    """The files of the jobs that run, by the keys of the jobs."""

    def __init__(self) -> None:
        self._files: dict[str, Path] = {}

    @contextmanager
    def running(self, key: str) -> Iterator[Path]:
        """The file of a job, which does not exist yet; until the block ends the job runs."""
        with TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as folder:
            self._files[key] = Path(folder) / "stop"
            try:
                yield self._files[key]
            finally:
                self._files.pop(key, None)

    def stop(self, key: str) -> None:
        """Tell a job to stop, if it runs."""
        if key in self._files:
            self._files[key].touch()


@contextmanager
def stopped_by(file: Path, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` soon after the file exists, unless the block has ended; in the worker."""
    has_ended = Event()

    def watch() -> None:
        while not has_ended.wait(_LOOK):
            if file.exists():
                stop()

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        has_ended.set()
        watcher.join()
