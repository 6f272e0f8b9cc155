"""Lock what make installs: each file of `requirements/` has versions and hashes for every system.

`python tools/lock.py UV` asks uv for the newest libraries that pyproject.toml admits.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What each file is for, as options of uv; the first has all that others share.
FILES = {
    "bench": ["--all-extras", "--group=dev", "--group=bench"],
    "dev": ["--all-extras", "--group=dev"],
    "web": ["--extra=web", "--group=tutorial"],
    "cluster": ["--extra=cluster"],
    "screen": ["--extra=screen"],
    "build": ["--group=build"],
    "node": ["--group=node"],
    "uv": ["--group=uv"],
}
# Wheels are looked for on the first and the last Python: what both have, those between have.
PYTHONS = "3.11", "3.15"
SYSTEMS = (
    *("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc"),
    *("aarch64-apple-darwin", "x86_64-apple-darwin"),
)
# No address of an index: people install from the one that they trust.
OPTIONS = [
    "--universal",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-header",
    "--upgrade",
    "--quiet",
]


def main() -> int:
    """Write every file, the first from nothing, so that all have the same versions."""
    newest, *_ = FILES
    for name, wanted in FILES.items():
        file = f"requirements/{name}.txt"
        print(f"Locking {file}...", file=sys.stderr)
        same = [] if name == newest else [f"--constraint=requirements/{newest}.txt"]
        command = [sys.argv[1], "pip", "compile", *OPTIONS, *wanted, *same, f"--output-file={file}"]
        done = subprocess.run([*command, "pyproject.toml"], cwd=ROOT, check=False)
        if done.returncode:
            return 1
    print("Looking for wheels on all systems...", file=sys.stderr)
    lacking = [place for place in product(FILES, PYTHONS, SYSTEMS) if not has_wheels(*place)]
    return 1 if lacking else 0


def has_wheels(name: str, python: str, system: str) -> bool:
    """True if all that a file locks installs without a compiler; uv says what does not."""
    place = [f"--python-version={python}", f"--python-platform={system}", "--target=build/nowhere"]
    done = subprocess.run(
        [
            *(sys.argv[1], "pip", "install", "--dry-run", "--quiet", "--only-binary=:all:", *place),
            *("--require-hashes", f"--requirement=requirements/{name}.txt"),
        ],
        cwd=ROOT,
        check=False,
    )
    if done.returncode:
        print(f"noughts: {name}.txt has none for Python {python} on {system}", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
