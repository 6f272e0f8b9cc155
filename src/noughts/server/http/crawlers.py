"""What browsers and search engines ask for at addresses that no page names."""

from __future__ import annotations

from litestar import Response, get
from litestar.datastructures import CacheControlHeader

from noughts.pages.listed import listed_pages, robots, sitemap
from noughts.server.http.identity import ContextDep
from noughts.server.http.limits import UNLIMITED
from noughts.server.http.static_files import read_file
from noughts.wording.language import LANGUAGES

_DAY = CacheControlHeader(public=True, max_age=24 * 3600)
# Of the API and of random puzzles there is no end. Games may be read: their links have previews.
_ENDLESS = ("/api/v1/", "/puzzles/random")


@get("/favicon.ico", include_in_schema=False, cache_control=_DAY, opt=UNLIMITED)
async def favicon() -> Response[bytes]:
    """Return the icon for what does not read pages."""
    return Response(read_file("icons/favicon.ico"), media_type="image/x-icon")


@get("/robots.txt", include_in_schema=False, cache_control=_DAY, opt=UNLIMITED)
async def robots_txt(context: ContextDep) -> Response[str]:
    """Return what search engines may read."""
    text = robots(f"{context.base_url}sitemap.xml", *_ENDLESS)
    return Response(text, media_type="text/plain")


@get("/sitemap.xml", include_in_schema=False, cache_control=_DAY, opt=UNLIMITED)
async def sitemap_xml(context: ContextDep) -> Response[str]:
    """Return the pages that are the same for all, without a language and in each."""
    base_url = context.base_url.removesuffix("/")
    queries = ("", *(f"?language={code}" for code in LANGUAGES))
    addresses = (f"{base_url}{path}{query}" for path in listed_pages() for query in queries)
    return Response(sitemap(addresses), media_type="application/xml")
