"""Run the tests with the newest libraries that pyproject.toml admits, and name what breaks them.

`python tools/newest.py [ARGUMENTS]` gives pytest the arguments. The libraries go into an
environment of their own, in build/newest. If tests fail, each library that is newer than its lock
is tried alone, with the tests that failed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import lock

FOLDER = lock.ROOT / "build" / "newest"
PYTHON = FOLDER / "venv" / "bin" / "python"
UV = Path(sys.executable).with_name("uv")
LOCKED = lock.ROOT / "requirements" / "dev.txt"
NEWEST = FOLDER / "dev.txt"
FAILED, NOT_COLLECTED, NO_TESTS = 1, 2, 5  # exit codes of pytest


def main() -> int:
    """Run the tests; 1 if some fail with the newest libraries."""
    locked = make_environment()
    newest = install("--requirements", NEWEST)
    changed = {name: version for name, version in newest.items() if locked.get(name) != version}
    told = {name: f"{name} {locked.get(name, 'none')} → {changed[name]}" for name in changed}
    print("Other than in the lock:", ", ".join(told.values()) or "nothing", flush=True)
    code = test()
    if code not in {FAILED, NOT_COLLECTED}:
        return code
    failed = shutil.copytree(FOLDER / "cache", FOLDER / "failed", dirs_exist_ok=True)
    guilty = []
    for name, version in changed.items():
        print(f"\nThe tests that failed, with the lock and {told[name]}:", flush=True)
        install("--requirements", LOCKED)
        install(f"{name}=={version}")
        shutil.copytree(failed, FOLDER / "cache", dirs_exist_ok=True)
        if test("--last-failed", "--last-failed-no-failures=none") not in {0, NO_TESTS}:
            guilty.append(told[name])
    unknown = "no single library: several together, or the tests fail with the lock too"
    print(f"\nWhat breaks them: {', '.join(guilty) or unknown}")
    return 1


def make_environment() -> dict[str, str]:
    """Make one as locked, with the checkout in it, and find the newest libraries."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    uv("venv", "--allow-existing", "--python", sys.executable, FOLDER / "venv")
    wanted = [*lock.FILES["dev"], "--universal", "--upgrade", f"--output-file={NEWEST}"]
    uv("pip", "compile", *wanted, "pyproject.toml")
    locked = install("--requirements", LOCKED)
    install("--no-deps", "--no-build-isolation", "--editable", ".")
    return locked


def install(*what: str | Path) -> dict[str, str]:
    """Install into the environment; the versions that it then has."""
    uv("pip", "install", "--python", PYTHON, *what)
    return dict(
        re.findall(r"^(\S+)==(\S+)$", uv("pip", "freeze", "--python", PYTHON), re.MULTILINE)
    )


def uv(*arguments: str | Path) -> str:
    """Return what uv prints; it says itself what went wrong."""
    done = subprocess.run(
        [UV, *arguments, "--quiet"],
        cwd=lock.ROOT,
        env={**os.environ, "NOUGHTS_COMPILE": "0"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit("noughts: that failed; is the network there?")
    return done.stdout


def test(*arguments: str) -> int:
    """Return pytest's exit code; it remembers what failed."""
    options = ["-n", "auto", "--dist", "worksteal", "-o", f"cache_dir={FOLDER / 'cache'}"]
    command = [PYTHON, "-m", "pytest", *options, *arguments, *sys.argv[1:]]
    render_tutorial(PYTHON)
    try:
        return subprocess.run(command, cwd=lock.ROOT, check=False).returncode
    finally:
        render_tutorial(Path(sys.executable))


def render_tutorial(python: Path) -> None:
    """Write its pages as the libraries of an environment do, with which a test compares them."""
    subprocess.run([python, "-m", "tools.tutorial"], cwd=lock.ROOT, check=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
