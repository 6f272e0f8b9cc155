"""The pages of any position: what every move is worth."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.web.middleware.dependencies import ContextDep, GamesDep
from noughts.web.middleware.rate_limits import QUESTIONS
from noughts.web.pages.page import page, redirect


class AnalysisPages(Controller):
    """Any position: what every move is worth."""

    include_in_schema = False

    @get("/a")
    async def any(self, position: Annotated[str | None, QueryParameter()] = None) -> Redirect:
        text = (position or str(Rules())).strip()
        found = Rules.parse(text).start() if ":" in text else Position.parse(text)
        return redirect(f"/a/{found.url}")

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
            context, "analysis.html", "Analysis", analysis=analysis, explanation=explanation
        )
