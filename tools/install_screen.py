"""Installs what the full screen needs into a folder, for `make play`, unless somebody would wait.

Nobody is kept from playing: without an interactive terminal, a network or time enough it gives up,
and the game is played in line mode. It tries again after an hour.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS = 8  # of the ten in which `make play` shows a board
AGAIN = 3_600  # seconds after a failure


def main() -> int:
    """Install into the folder named first, unless the arguments of the game ask for line mode."""
    folder, arguments = Path(sys.argv[1]), sys.argv[2:]
    failed = folder.with_suffix(".failed")
    if is_wanted(arguments) and not folder.exists() and not is_recent(failed):
        print("Installing the full screen, once…", file=sys.stderr)
        try:
            install(folder)
        except (OSError, subprocess.SubprocessError):
            failed.parent.mkdir(parents=True, exist_ok=True)
            failed.touch()
            print("That takes too long or fails: line mode, then.", file=sys.stderr)
        except KeyboardInterrupt:
            return 130
    return 0


def is_wanted(arguments: list[str]) -> bool:
    """Whether a full screen could open, but for what is not installed."""
    if "--plain" in arguments or os.environ.get("NOUGHTS_PLAIN"):
        return False
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        return False
    is_interactive = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return is_interactive and importlib.util.find_spec("textual") is None


def is_recent(failed: Path) -> bool:
    """Whether it failed a short while ago."""
    return failed.exists() and time.time() - failed.stat().st_mtime < AGAIN


def install(folder: Path) -> None:
    """Install the extra `screen` into a folder, whole or not at all."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    partial = folder.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    # Half of pip's time goes into compiling what no game imports; the first start does that better.
    options = ["--no-compile", "--only-binary=:all:", "--retries=0", "--timeout=3"]
    subprocess.run(
        [
            *pip,
            "install",
            f"--target={partial}",
            *options,
            *project["optional-dependencies"]["screen"],
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=MOST_SECONDS,
        check=True,
    )
    partial.rename(folder)


if __name__ == "__main__":
    sys.exit(main())
