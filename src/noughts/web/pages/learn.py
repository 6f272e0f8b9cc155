"""The pages that teach: lessons, minimax step by step, and what a proof is."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter, URLEncodedBody
from litestar.response import Template

from noughts.coach.lessons import Lesson
from noughts.core.errors import NoughtsError
from noughts.core.grammar import sentence
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.text import instructions
from noughts.language import gettext as _
from noughts.web.middleware.dependencies import ContextDep, GamesDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import QUESTIONS
from noughts.web.pages.forms import AnswerForm
from noughts.web.pages.page import page
from noughts.web.pages.search import LONGEST, render
from noughts.web.pages.tutorial import rungs
from noughts.web.services import learn, proofs
from noughts.web.services.proofs import ProofBoard
from noughts.web.worker_pool import Overloaded

Switch = Literal["on", "off"]


class LearnPages(Controller):
    """The rules, four lessons, how a computer knows, and what a proof is."""

    include_in_schema = False

    @get("/learn")
    async def overview(self, context: ContextDep) -> Template:
        return page(
            context,
            "learn/index.html",
            _("Learn"),
            instructions=instructions(Rules()),
            lessons=[learn.lesson(each) for each in Lesson],
            won=learn.won(),
            facts=proofs.facts("5x5:4"),
            rungs=rungs(),
        )

    @get("/learn/minimax", opt=QUESTIONS)
    async def minimax(
        self,
        context: ContextDep,
        game_service: GamesDep,
        position: FromQuery[str] = learn.POSITIONS[1],
        pruning: FromQuery[Switch] = "off",
        step: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
    ) -> Template:
        pool, prunes, error = game_service.pool, pruning == "on", None
        found = Position.parse(learn.POSITIONS[1])
        try:
            asked = Position.parse(position)
            search = await pool.run_coach_once(render, asked, step, prunes)
            found = asked
        except Overloaded:
            raise
        except NoughtsError as wrong:
            error, typed = wrong, position[:LONGEST]
            search = await pool.run_coach(render, found, step, prunes, typed, sentence(str(wrong)))
        title = _("How a computer knows")
        return page(context, "learn/minimax.html", title, error, preview=found.url, search=search)

    @get("/learn/proof", opt=QUESTIONS)
    async def proof(
        self,
        context: ContextDep,
        game_service: GamesDep,
        board: FromQuery[ProofBoard] = proofs.BOARDS[0],
        moves: Annotated[str, QueryParameter(max_length=100)] = "",
        check: FromQuery[Switch] = "off",
    ) -> Template:
        pool = game_service.pool
        game = await pool.run_coach(proofs.play, board, moves)
        checked = await pool.run_coach(proofs.check_proof, board) if check == "on" else None
        return page(
            context,
            "learn/proof.html",
            _("What a proof is"),
            preview=game.board.position,
            game=game,
            boards=proofs.BOARDS,
            facts=proofs.facts(board),
            table=proofs.table(),
            checked=checked,
            state=msgspec.to_builtins(game, str_keys=True),
        )

    @get("/learn/{lesson:str}")
    async def lesson(self, context: ContextDep, lesson: FromPath[str]) -> Template:
        return _lesson_page(context, _lesson(lesson))

    @post("/learn/{lesson:str}", opt=QUESTIONS, status_code=200)
    async def answer(
        self,
        context: ContextDep,
        game_service: GamesDep,
        lesson: FromPath[str],
        data: URLEncodedBody[AnswerForm],
    ) -> Template:
        pool, asked = game_service.pool, _lesson(lesson)
        result = await pool.run_coach(learn.check, asked, data.square, pool.limit)
        return _lesson_page(context, asked, result)


def _lesson(name: str) -> Lesson:
    """The lesson of an address; raises NotFoundException."""
    try:
        return Lesson(name)
    except ValueError:
        raise NotFoundException from None


def _lesson_page(
    context: RequestContext, lesson: Lesson, result: learn.LessonResult | None = None
) -> Template:
    view = learn.lesson(lesson)
    return page(
        context,
        "learn/lesson.html",
        view.title,
        preview=view.board.position,
        lesson=view,
        lessons=[learn.lesson(each) for each in Lesson],
        following=None if lesson.following is None else learn.lesson(lesson.following),
        result=result,
        state=msgspec.to_builtins(result),
    )
