"""The one entry of the browser's engine: it answers the API, and every other address by a page.

A request is JSON, and so is its answer, as in `answers`. For a page the request has besides:

- `path`: the address as on a server; `body`: the fields of a form, urlencoded, as text.
- `games`: where the answer was that it needs `*`, every game that there is, and `*` among them.
- `site`: `static`, the address of the folder of styles and scripts; `server`, the address of one on
  which people meet, or empty; `address`, the absolute one of this site's home, or empty.

The answer is one of

- `status`, `page` (a document as the server sends it) and `games`;
- `status` 303, `redirect` (an address) and `games`;
- `status`, `file` (base64) and `type`: pictures are SVG, whatever their address says, and films
  are drawings in JSON;
- `needs`.

Addresses in a page are those of a server. A link with `hreflang` leads to the same page in another
language, which is a site of its own beside this one.
"""

from __future__ import annotations

import json
import logging
from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from noughts.core.errors import NoughtsError
from noughts.pages.embedded import FLAG
from noughts.pages.environment import Site, environment
from noughts.pages.errors import error_page, fault_text
from noughts.pages.page import Page
from noughts.site import answers, game_pages, learn_pages, record_pages
from noughts.site.addresses import NoSuchMethod, find_route, parts
from noughts.site.answers import TooLarge, status_and_detail
from noughts.site.fields import Field, Text, read_parameters
from noughts.site.games import UnknownGame
from noughts.site.page_requests import File, PageRequest, Redirect
from noughts.site.requests import API, Needed
from noughts.wording.faults import InvalidInput
from noughts.wording.language import ENGLISH, LANGUAGES, use
from noughts.wording.language import gettext as _

_ROUTES = (*record_pages.ROUTES, *game_pages.ROUTES, *learn_pages.ROUTES)
_ANY = Text(1_000)  # what else is wrong with a part of a path, its reader tells

log = logging.getLogger(__name__)


def respond(request: str) -> str:
    """Return the answer to a request, both as JSON; it never raises."""
    try:
        asked = json.loads(request)
        if asked["path"].startswith(API):
            return answers.respond(request)
        with use(asked["language"] if asked["language"] in LANGUAGES else ENGLISH):
            answer = _respond(asked)
    except Needed as needed:
        answer = {"needs": [needed.id]}
    except Exception as error:  # it is not the page that failed, but its rendering
        log.exception("a request failed")
        status, detail = status_and_detail(error)
        page = f"<!doctype html><meta charset=utf-8><p>{detail}"
        answer = {"status": status, "page": page, "games": {}}
    return json.dumps(answer)


def _respond(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer in the language in use; raises Needed."""
    path, query = parts(asked["path"])
    site = asked.get("site", {})
    request = PageRequest(
        values={},
        body={},
        now=datetime.fromisoformat(asked["now"]).isoformat(),
        seed=asked.get("seed", ""),
        kept=asked["games"],
        query=query,
        form=asked["body"] or "",
        address=site.get("address", ""),
    )
    status, result = _result(asked["method"], path, request)
    answer = {"status": int(status), "games": request.changes}
    match result:
        case Redirect():
            return {**answer, "redirect": result.address}
        case File():
            content = b64encode(result.content).decode()
            return {**answer, "file": content, "type": result.type}
    return {**answer, "page": _rendered(result, path or "/", site)}


def _result(
    method: str, path: str, request: PageRequest
) -> tuple[HTTPStatus, Page | Redirect | File]:
    """Return the status and what is to be shown, which may be an error; raises Needed."""
    try:
        result = _found(method, path, request)
    except Needed:
        raise
    except Exception as error:
        if not isinstance(error, NoughtsError):
            log.exception("a page failed")
        status, detail = status_and_detail(error)
        if isinstance(error, NoSuchMethod):
            detail = _("There's no page at this address")
        elif isinstance(error, UnknownGame) and request.kept.get(request.id) is None:
            detail = _("This game isn't in this browser, but in the one in which it was played")
        elif isinstance(error, InvalidInput):
            detail = fault_text(is_form=method != "GET")
        return status, error_page(status, detail, is_embedded=request.is_embedded)
    if isinstance(result, Redirect):
        return HTTPStatus.SEE_OTHER, result
    if isinstance(result, Page) and result.error is not None:
        return status_and_detail(result.error)[0], result
    return HTTPStatus.OK, result


def _found(method: str, path: str, request: PageRequest) -> Page | Redirect | File:
    """Return what is at an address; raises NoughtsError and Needed."""
    route, found = find_route(_ROUTES, method, path)
    request.is_embedded = route.is_embeddable and FLAG in request.query
    if len(request.form.encode(errors="replace")) > route.largest:
        raise TooLarge
    in_path = tuple(Field(name, learn_pages.IN_PATH.get(name, _ANY)) for name in found)
    request.values = read_parameters(in_path, route.query, found, request.query)
    result: Page | Redirect | File = route.answer(request)
    return result


def _rendered(page: Page, path: str, site: Mapping[str, str]) -> str:
    """Return the document of a page, which has no picture: no file shows its position."""
    static, address = site.get("static", "/static"), site.get("address", "")
    context = {
        **page.context(path, address or "/"),
        "picture": "",
        "static": lambda name: f"{static}/{name}",
        "site": Site(site.get("server", "")),
    }
    return _templates.get_template(page.template).render(context)


_templates = environment(site=Site())
_templates.auto_reload = False  # a snapshot of the memory has no files
