"""The API of positions."""

from __future__ import annotations

from litestar import Controller, get

from noughts.core.position import Position
from noughts.web.api.parameters import PositionText, SquareNumber, problems
from noughts.web.middleware.dependencies import GamesDep
from noughts.web.middleware.rate_limits import QUESTIONS
from noughts.web.views.schemas import Advice, Analysis


class PositionsApi(Controller):
    """Any position: what it is worth, and why."""

    path = "/positions"
    tags = ("Positions",)

    @get("/{position:str}", responses=problems(429, 503), opt=QUESTIONS)
    async def analysis(self, position: PositionText, game_service: GamesDep) -> Analysis:
        """What a position is worth, and where each move leads."""
        return await game_service.analyse(Position.parse(position))

    @get(
        "/{position:str}/moves/{square:int}", responses=problems(404, 422, 429, 503), opt=QUESTIONS
    )
    async def why(
        self, position: PositionText, square: SquareNumber, game_service: GamesDep
    ) -> Advice:
        """What a move is worth, and the reason."""
        return await game_service.explain(Position.parse(position), square)
