"""What search engines are told of: the pages that are the same for all, in every language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Final

from noughts.coach.lessons import Lesson
from noughts.pages.learn import tutorial_pages

# The pages that are the same whoever asks, and when; besides the tutorial.
SAME: Final = (
    "/",
    "/help",
    "/learn",
    "/learn/badge",
    "/learn/grade",
    "/learn/menace",
    "/learn/minimax",
    "/learn/proof",
    "/rooms",
)


@cache
def listed_pages() -> tuple[str, ...]:
    """Return the addresses of the pages that a server lists."""
    chapters = (name for name in tutorial_pages() if name != "index")
    return (
        *SAME,
        "/puzzles",
        *(f"/learn/{lesson.value}" for lesson in Lesson),
        "/learn/tutorial",
        *(f"/learn/tutorial/{name}" for name in chapters),
    )


def sitemap(addresses: Iterable[str]) -> str:
    """Return a list of addresses as search engines read it; each page names its other languages.

    >>> "<url><loc>https://example.org/?a=1&amp;b=2</loc></url>" in sitemap(
    ...     ["https://example.org/?a=1&b=2"]
    ... )
    True
    """
    entries = "\n".join(f"<url><loc>{escape(address)}</loc></url>" for address in addresses)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{entries}\n</urlset>\n"
    )


def robots(sitemap_address: str, *unlisted: str) -> str:
    """Return what a `robots.txt` says: where the list is, and which paths lead nowhere new."""
    rules = "".join(f"Disallow: {path}\n" for path in unlisted) or "Disallow:\n"
    return f"User-agent: *\n{rules}\nSitemap: {sitemap_address}\n"
