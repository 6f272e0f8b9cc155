"""The page of a request that failed."""

from __future__ import annotations

from http import HTTPStatus

from noughts.pages.page import Page
from noughts.wording.language import gettext as _


def error_page(status: int, detail: str, *, is_embedded: bool = False) -> Page:
    """Return the page for a status, which tells a detail; perhaps in a frame of another page."""
    titles = {
        HTTPStatus.NOT_FOUND: _("There's nothing here"),
        HTTPStatus.TOO_MANY_REQUESTS: _("Not so fast"),
        HTTPStatus.SERVICE_UNAVAILABLE: _("Back in a moment"),
    }
    usual = _("Something went wrong") if status >= 500 else _("That didn't work")
    title = titles.get(HTTPStatus(status), usual)
    # There is no page at its address, or only for a form.
    values = {
        "status": int(status),
        "detail": detail,
        "page_title": title,
        "back": "/",
        "is_embedded": is_embedded,
    }
    return Page("error.html", title, values, picture="")


def fault_text(*, is_form: bool) -> str:
    """Return the detail for people of what was sent wrongly: programs are told which field."""
    if is_form:
        return _("Something in the form isn't right – go back, check it and try again")
    return _("Part of this address isn't right – check it and try again")
