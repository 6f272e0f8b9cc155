"""Writes the service worker of a site, which keeps the site for when there is no network."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

_SCRIPT = Path(__file__).parent / "static" / "service_worker.js"
_UNKNOWN = "const SITE = { shared: {}, languages: [] };"
_HASH = 16  # hexadecimal digits, as the script compares
_INDEX = "index.html"


def service_worker(folder: Path, shared: Collection[str], homes: Mapping[str, str]) -> bytes:
    """Return the service worker of the site that was built into a folder, for `service_worker.js`.

    Its version is what it says of the files, so nothing else need be changed with them. What is
    below the shared folders is kept for everybody; all else for those who read its language, by the
    folders of the languages. All are relative, with a slash at the end: "" is the site's own.
    """
    files: dict[str, dict[str, str]] = {home: {} for home in ("shared", *homes.values())}
    # The longest first: the folder of one language is in that of another.
    inner = sorted(homes.values(), key=len, reverse=True)
    for path in sorted(filter(Path.is_file, folder.rglob("*"))):
        name = path.relative_to(folder).as_posix()
        is_shared = name.startswith(tuple(shared))
        group = "shared" if is_shared else next(home for home in inner if name.startswith(home))
        digest = sha256(path.read_bytes()).hexdigest()[:_HASH]
        files[group][name.removesuffix(_INDEX) if path.name == _INDEX else name] = digest
    site = {"shared": files.pop("shared"), "languages": list(files.values())}
    source = _SCRIPT.read_text(encoding="utf-8")
    before, mark, after = source.partition(_UNKNOWN)
    assert mark
    return f"{before}const SITE = {json.dumps(site, indent=1)};{after}".encode()
