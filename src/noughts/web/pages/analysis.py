"""The pages of any position: what every move is worth."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

from litestar import Controller, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.language import gettext as _
from noughts.web.middleware.dependencies import ContextDep, GamesDep
from noughts.web.middleware.rate_limits import QUESTIONS
from noughts.web.pages.page import page, redirect

_DAY = CacheControlHeader(public=True, max_age=24 * 3600)


class AnalysisPages(Controller):
    """Any position: what every move is worth."""

    include_in_schema = False

    @get("/a")
    async def any(
        self,
        position: Annotated[str | None, QueryParameter()] = None,
        square: Annotated[int | None, QueryParameter(ge=0, lt=676)] = None,
    ) -> Redirect:
        text = (position or str(Rules())).strip()
        found = Rules.parse(text).start() if ":" in text else Position.parse(text)
        return redirect(f"/a/{(found if square is None else found.play(square)).url}")

    @get("/a/{position:str}", opt=QUESTIONS)
    async def analysis(
        self,
        context: ContextDep,
        position: FromPath[str],
        game_service: GamesDep,
        why: Annotated[int | None, QueryParameter(ge=0, lt=676)] = None,
    ) -> Template:
        found = Position.parse(position)
        explanation = None if why is None else await game_service.explain(found, why)
        analysis = await game_service.analyse(found)
        return page(
            context,
            "analysis.html",
            _("Analysis"),
            preview=found.url,
            analysis=analysis,
            explanation=explanation,
        )

    @get("/a/{position:str}/picture.png", opt=QUESTIONS, cache_control=_DAY)
    async def picture(self, position: FromPath[str]) -> Response[bytes]:
        content = await to_thread(_picture, Position.parse(position))
        return Response(content, media_type="image/png")


def _picture(position: Position) -> bytes:
    # Not on start: Pillow takes 0.1 s to import.
    from noughts.web.pages.board_picture import board_picture  # noqa: PLC0415

    return board_picture(position)
