"""Static files; their path contains a hash of them all, so that browsers may cache them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from litestar import Router
from litestar.datastructures import CacheControlHeader
from litestar.static_files import create_static_files_router

FOLDER = Path(__file__).with_name("static")
_YEAR = 365 * 24 * 3600  # seconds


def _hash() -> str:
    digest = sha256()
    for file in sorted(FOLDER.rglob("*")):
        if file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


ROOT = f"/static/{_hash()}"


def static(name: str) -> str:
    """The address of a file."""
    return f"{ROOT}/{name}"


def static_router() -> Router:
    """The router of the files, which browsers cache for a year."""
    forever = CacheControlHeader(public=True, max_age=_YEAR, immutable=True)
    return create_static_files_router(ROOT, [FOLDER], cache_control=forever)
