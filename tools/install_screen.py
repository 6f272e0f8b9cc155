"""Install what the full screen needs into a folder, for `make play`, and go on behind the game.

Nobody is kept from playing: after some seconds, or when it fails, the game is played in line mode.
What takes longer goes on in a process of its own, so that the next start is on the full screen;
what failed is tried again then.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS = 8  # of the ten in which `make play` shows a board


def main() -> int:
    """Install into the folder named first, unless the arguments of the game ask for line mode."""
    folder, arguments = Path(sys.argv[1]), sys.argv[2:]
    if folder.exists() or not is_wanted(arguments):
        return 0
    say("Installing the full screen, once…")
    try:
        code = wait_for(start_behind(folder), MOST_SECONDS)
    except KeyboardInterrupt:
        return 130
    if code is None:
        say("\nThat goes on behind the game, in line mode this time; the next is on it.\n")
    elif code:
        log = folder.with_suffix(".log")
        say(f"\nThat failed, see {log}: line mode, then. The next start tries again.\n")
    else:
        say("\n")
    return 0


def say(text: str) -> None:
    """Write to the terminal at once."""
    print(text, end="", file=sys.stderr, flush=True)


def is_wanted(arguments: list[str]) -> bool:
    """True if a full screen could open, but for what is not installed."""
    if "--plain" in arguments or os.environ.get("NOUGHTS_PLAIN"):
        return False
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        return False
    is_interactive = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return is_interactive and importlib.util.find_spec("textual") is None


def start_behind(folder: Path) -> subprocess.Popen[bytes]:
    """Start a process that installs, and outlives this one, its terminal and the game."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, __file__, "--behind", folder],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def wait_for(process: subprocess.Popen[bytes], seconds: int) -> int | None:
    """Show a dot a second until a process ends; returns its exit code, or None if it goes on.

    Ctrl-C ends it.
    """
    try:
        for _ in range(seconds):
            with suppress(subprocess.TimeoutExpired):
                return process.wait(1)
            say(".")
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGTERM)
        raise
    return None


def install(folder: Path) -> None:
    """Install what the full screen needs into a folder, all or nothing, unless another does."""
    partial = folder.with_suffix(".partial")
    with folder.with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.exists():
            return
        shutil.rmtree(partial, ignore_errors=True)
        if importlib.util.find_spec("pip"):
            # Half of pip's time goes into compiling what no game imports; the first start does that
            # better.
            installer = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install"]
            options = ["--no-compile", "--only-binary=:all:", "--retries=0", "--timeout=10"]
        else:  # as in .venv after `make serve`
            uv = Path(sys.executable).with_name("uv")
            installer = [str(uv), "pip", "install", f"--python={sys.executable}"]
            options = ["--only-binary=:all:"]
        locked = ["--require-hashes", f"--requirement={ROOT / 'requirements' / 'screen.txt'}"]
        subprocess.run([*installer, f"--target={partial}", *options, *locked], check=True)
        partial.rename(folder)


if __name__ == "__main__":
    sys.exit(install(Path(sys.argv[2])) if sys.argv[1] == "--behind" else main())
