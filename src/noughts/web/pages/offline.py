"""The service worker, and the page that it shows without a connection."""

from __future__ import annotations

from litestar import Controller, get
from litestar.response import Template

from noughts.language import gettext as _
from noughts.web.middleware.dependencies import ContextDep
from noughts.web.pages.page import page
from noughts.web.pages.static_files import ROOT, SITE, static

# What the layout of every page loads.
_NEEDED = (SITE, "fonts/fredoka.woff2", "icons/favicon.svg")


class OfflinePages(Controller):
    """Without a connection."""

    include_in_schema = False

    @get("/service-worker.js", media_type="text/javascript")
    async def worker(self) -> Template:
        needed = [static(name) for name in _NEEDED]
        return Template(
            "service_worker.js",
            context={"root": ROOT, "needed": needed},
            media_type="text/javascript",
        )

    @get("/offline")
    async def offline(self, context: ContextDep) -> Template:
        # A browser keeps it for whenever there is no connection: no room that somebody is in now.
        return page(context, "offline.html", _("You're offline"), own_room="")
