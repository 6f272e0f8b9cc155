"""The routes below `/api/v1`, which the scripts of our own pages use like any client."""

from __future__ import annotations

from litestar import Router

from noughts.web.api.games import GamesApi, game_actions
from noughts.web.api.positions import PositionsApi
from noughts.web.api.puzzles import PuzzlesApi
from noughts.web.api.rooms import RoomsApi, room_actions
from noughts.web.api.sse import live_events, states
from noughts.web.api.strict_json import JsonRequest
from noughts.web.api.websocket import watch

api = Router(
    "/api/v1",
    route_handlers=[
        GamesApi,
        *game_actions,
        PositionsApi,
        PuzzlesApi,
        RoomsApi,
        *room_actions,
        watch,
        live_events,
        states,
    ],
    request_class=JsonRequest,
)
