"""The pages of lessons, the tutorial, analysis and puzzles."""

from __future__ import annotations

from datetime import UTC, datetime
from random import SystemRandom
from typing import Annotated, Any, Literal

from litestar import Controller, MediaType, Request, Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter, URLEncodedBody
from litestar.response import Redirect, Template

from noughts.coach import lessons
from noughts.coach.lessons import Lesson
from noughts.coach.sheets import MOST_PUZZLES
from noughts.core import Position, Rules
from noughts.core.errors import NotationError, NoughtsError
from noughts.menace.boxes import STAGES
from noughts.pages import embedded, minimax
from noughts.pages import learn as pages
from noughts.pages import menace as menace_pages
from noughts.pages.new_game import Level
from noughts.pages.puzzles import (
    SEEDS,
    PuzzleBoard,
    PuzzleLevel,
    PuzzleTheme,
    Sheet,
    SheetFile,
    printed,
    puzzle_page,
    puzzle_query,
    sheet_page,
)
from noughts.server.http.api import PoolDep
from noughts.server.http.identity import EMBEDDABLE, ContextDep, RequestContext
from noughts.server.http.limits import MOVES, QUESTIONS
from noughts.server.http.pages import redirect, respond
from noughts.server.learn import puzzles
from noughts.server.learn.pictures import badge_picture, board_picture
from noughts.server.learn.puzzles import PuzzleAnswer
from noughts.server.worker_pool import Overloaded
from noughts.views import menace as machines
from noughts.views import proof as proofs
from noughts.views import puzzle as puzzle_views
from noughts.views.analysis import analyse, explain_move
from noughts.views.board import Side
from noughts.views.lesson import LessonView, show
from noughts.views.puzzle import LONGEST_MOVES, PuzzleResult, PuzzleView
from noughts.wording.grammar import sentence
from noughts.wording.language import use

_DAY = CacheControlHeader(public=True, max_age=24 * 3600)

Asked = tuple[Lesson, int, int, str]
Switch = Literal["on", "off"]
Theme = FromQuery[PuzzleTheme | None]
PuzzleMoves = Annotated[str, QueryParameter(max_length=LONGEST_MOVES)]
SquareNumber = Annotated[int | None, QueryParameter(ge=0, lt=676)]


def asked(
    lesson: FromPath[str],
    step: Annotated[int, QueryParameter(ge=1, le=lessons.STEPS)] = 1,
    seed: Annotated[int | None, QueryParameter(ge=0, lt=lessons.SEEDS)] = None,
    moves: Annotated[str, QueryParameter(max_length=20)] = "",
) -> Asked:
    """Return what an address names: a lesson, a step, a seed and moves.

    Without a seed it is that of the day (UTC), so that a class has the same positions. Raises
    NotFoundException.
    """
    if lesson not in {member.value for member in Lesson}:
        raise NotFoundException
    if seed is None:
        seed = datetime.now(UTC).date().toordinal() % lessons.SEEDS
    return Lesson(lesson), step, seed, moves


async def machine_of(
    seed: Annotated[int, QueryParameter(ge=0, lt=machines.SEEDS)] = 1,
    history: Annotated[str, QueryParameter(max_length=machines.LONGEST)] = "",
    opponent: FromQuery[machines.MenaceOpponent] = machines.OPPONENTS[0],
    rules: FromQuery[machines.MenaceRules] = machines.USUAL,
) -> machines.Address:
    """Return what an address says of a machine."""
    return machines.Address(seed, history, opponent, rules)


_DEPENDENCIES = {
    "asked": Provide(asked, sync_to_thread=False),
    "machine": Provide(machine_of),
}
AskedDep = NamedDependency[Asked]
MachineDep = NamedDependency[machines.Address]


class AnswerForm(PuzzleAnswer, frozen=True, forbid_unknown_fields=False):
    """A pressed square of a puzzle or a lesson; what a browser adds to the form is ignored."""


Answer = URLEncodedBody[AnswerForm]


class LearnPages(Controller):
    """The rules, seven lessons, how a computer knows, what a proof is, and the tutorial."""

    include_in_schema = False
    dependencies = _DEPENDENCIES

    @get("/learn")
    async def overview(self, context: ContextDep) -> Template:
        return respond(context, pages.overview_page())

    @get("/learn/grade")
    async def grade(self, context: ContextDep) -> Template:
        return respond(context, pages.grade_page())

    @get("/learn/minimax", opt=QUESTIONS)
    async def minimax(
        self,
        context: ContextDep,
        pool: PoolDep,
        position: FromQuery[str] = minimax.POSITIONS[1],
        pruning: FromQuery[Switch] = "off",
        step: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
    ) -> Template:
        prunes, error = pruning == "on", None
        try:
            root = Position.parse(position)
            search = await pool.run_coach_once(minimax.render, root, step, prunes)
        except Overloaded:
            raise
        except NoughtsError as wrong:  # another search, with a word on what was asked for
            root, error = Position.parse(minimax.POSITIONS[1]), wrong
            typed, fault = position[: minimax.LONGEST], sentence(str(wrong))
            search = await pool.run_coach(minimax.render, root, step, prunes, typed, fault)
        return respond(context, pages.minimax_page(root, search, error))

    @get("/learn/minimax/tree", opt=QUESTIONS, cache_control=_DAY)
    async def whole_tree(
        self,
        request: Request[Any, Any, Any],
        pool: PoolDep,
        position: FromQuery[str],
        pruning: FromQuery[Switch],
        language: FromQuery[str],
    ) -> Response[bytes]:
        with use(language):
            root = Position.parse(position)
            tag, content = await pool.run_coach_once(minimax.whole, root, pruning == "on")
        headers = {"Content-Language": language, "ETag": f"W/{tag}"}  # weak: compressed or not
        if tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        return Response(content, media_type=MediaType.HTML, headers=headers)

    @get("/learn/proof", opt=QUESTIONS)
    async def proof(
        self,
        context: ContextDep,
        pool: PoolDep,
        board: FromQuery[proofs.ProofBoard] = proofs.BOARDS[0],
        moves: Annotated[str, QueryParameter(max_length=100)] = "",
        check: FromQuery[Switch] = "off",
    ) -> Template:
        game = await pool.run_coach(proofs.play, board, moves)
        checked = await pool.run_coach(proofs.check_proof, board) if check == "on" else None
        return respond(context, pages.proof_page(game, checked))

    @get("/learn/menace", opt=QUESTIONS)
    async def menace(
        self,
        context: ContextDep,
        pool: PoolDep,
        machine: MachineDep,
        games: FromQuery[machines.MenaceGames | None] = None,
    ) -> Template | Redirect:
        if games is not None:
            more = await pool.run_coach(machine.trained, int(games))
            return redirect(f"/learn/menace?{more.query}")
        shown = machine.seed, machine.history, machine.rules
        view = await pool.run_coach_once(machines.show, *shown)
        return respond(context, menace_pages.menace_page(view, machine.opponent))

    @get("/learn/menace/boxes", opt=QUESTIONS)
    async def boxes(
        self,
        context: ContextDep,
        pool: PoolDep,
        machine: MachineDep,
        move: Annotated[int, QueryParameter(ge=1, le=STAGES)] = 1,
        page: Annotated[int, QueryParameter(ge=1, le=machines.MOST_PAGES)] = 1,
    ) -> Template:
        shown = machine.seed, machine.history, move, page, machine.rules
        view = await pool.run_coach_once(machines.show_boxes, *shown)
        return respond(context, menace_pages.boxes_page(view, machine.query))

    @get("/learn/menace/sheets", opt=QUESTIONS)
    async def sheets(
        self,
        context: ContextDep,
        pool: PoolDep,
        rules: FromQuery[machines.MenaceRules] = machines.USUAL,
    ) -> Template:
        first, note = menace_pages.INSTRUCTIONS, menace_pages.note(rules, context.base_url)
        drawing = await pool.run_coach_once(menace_pages.printed, rules, first, note)
        return respond(context, menace_pages.sheets_page(rules, drawing.decode()))

    @get("/learn/menace/sheets/{file:str}", opt=QUESTIONS)
    async def sheets_file(
        self,
        context: ContextDep,
        pool: PoolDep,
        file: FromPath[menace_pages.SheetFile],
        rules: FromQuery[machines.MenaceRules] = machines.USUAL,
    ) -> Response[bytes]:
        note = menace_pages.note(rules, context.base_url)
        content = await pool.run_coach_once(menace_pages.printed, rules, file, note)
        return _saved(content, file)

    @get("/learn/badge")
    async def badge(
        self,
        context: ContextDep,
        position: FromQuery[str | None] = None,
        level: FromQuery[Level] = "perfect",
        side: FromQuery[Side | None] = None,
    ) -> Template:
        badge = None if position is None else _badge(position, level, side)
        return respond(context, pages.badge_page(badge))

    @get("/learn/badge/{position:str}/picture.png", opt=QUESTIONS, cache_control=_DAY)
    async def badge_picture(
        self,
        pool: PoolDep,
        position: FromPath[str],
        language: FromQuery[str] = "en",
        level: FromQuery[Level] = "perfect",
        side: FromQuery[Side | None] = None,
    ) -> Response[bytes]:
        badge = _badge(position, level, side)
        with use(language):
            content = await pool.draw(badge_picture, badge.position, badge.text)
        headers = {"Content-Language": language}
        return Response(content, media_type="image/png", headers=headers)

    @get(["/learn/tutorial", "/learn/tutorial/{name:path}"])
    async def tutorial(
        self, context: ContextDep, name: FromPath[str] = "index"
    ) -> Template | Redirect:
        stem = name.removeprefix("/").removesuffix(".md")
        chapter = pages.tutorial_pages().get(stem)
        if chapter is None:
            raise NotFoundException
        if name.endswith(".md"):  # as the sources call it
            return redirect(f"/learn/tutorial/{stem}".removesuffix("/index"))
        return respond(context, pages.tutorial_page(chapter))

    # A class has one address, and thirty learners who each move as often as in a game.
    @get("/learn/{lesson:str}", opt=MOVES | EMBEDDABLE)
    async def lesson(self, context: ContextDep, pool: PoolDep, asked: AskedDep) -> Template:
        return _lesson(context, await pool.run_coach(show, *asked))

    @post("/learn/{lesson:str}", opt=MOVES | EMBEDDABLE, status_code=200)
    async def answer(
        self, context: ContextDep, pool: PoolDep, asked: AskedDep, data: Answer
    ) -> Template:
        view = await pool.run_coach(show, *asked, data.square)
        return _lesson(context, view)


def _lesson(context: RequestContext, view: LessonView) -> Template:
    page = embedded.lesson_page if context.is_embedded else pages.lesson_page
    return respond(context, page(view))


def _badge(position: str, level: str, side: Side | None) -> pages.Badge:
    """Return the badge for a finished game; raises NotFoundException for one that is worth none."""
    if (badge := pages.badge_for(position, level, side)) is None:
        raise NotFoundException
    return badge


class AnalysisPages(Controller):
    """Any position: what every move is worth."""

    include_in_schema = False

    @get("/a", opt=EMBEDDABLE)
    async def any(
        self,
        context: ContextDep,
        position: FromQuery[str | None] = None,
        square: SquareNumber = None,
    ) -> Redirect:
        text = (position or str(Rules())).strip()
        shown = Rules.parse(text).start() if ":" in text else Position.parse(text)
        return _to_position(context, shown if square is None else shown.play(square))

    @get("/a/{position:str}", opt=QUESTIONS | EMBEDDABLE)
    async def analysis(
        self, context: ContextDep, position: FromPath[str], pool: PoolDep, why: SquareNumber = None
    ) -> Template | Redirect:
        if ":" in position:  # a board, as the field of the page takes it
            return _to_position(context, Rules.parse(position).start())
        shown, explanation = Position.parse(position), None
        if why is not None:
            explanation = await pool.run_coach(explain_move, shown, why, pool.limit)
        analysis = await pool.run_coach(analyse, shown, pool.limit)
        if context.is_embedded:
            return respond(context, embedded.analysis_page(analysis))
        return respond(context, pages.analysis_page(analysis, explanation))

    @get("/a/{position:str}/picture.png", opt=QUESTIONS, cache_control=_DAY)
    async def picture(self, position: FromPath[str], pool: PoolDep) -> Response[bytes]:
        content = await pool.draw(board_picture, Position.parse(position))
        return Response(content, media_type="image/png")


def _to_position(context: RequestContext, position: Position) -> Redirect:
    address = f"/a/{position.url}"
    return redirect(embedded.embedded(address) if context.is_embedded else address)


async def chosen_sheet(
    theme: FromQuery[PuzzleTheme | Literal[""]] = "",
    level: FromQuery[PuzzleLevel | Literal[""]] = "",
    board: FromQuery[PuzzleBoard] = "3x3:3",
    count: Annotated[int, QueryParameter(ge=1, le=MOST_PUZZLES)] = 6,
    seed: Annotated[int | None, QueryParameter(ge=0, lt=SEEDS)] = None,
) -> Sheet:
    """Return the sheet of an address, which a form makes; without a seed any."""
    drawn = SystemRandom().randrange(SEEDS) if seed is None else seed
    return Sheet(board, theme or None, level or None, count, drawn)


SheetDep = NamedDependency[Sheet]
_SHEET = {"sheet": Provide(chosen_sheet)}


class PuzzlePages(Controller):
    """Puzzles: one a day, and any number of random ones of a theme, which their addresses keep."""

    include_in_schema = False
    dependencies = _SHEET

    @get("/puzzles/sheet", opt=QUESTIONS)
    async def sheet(self, context: ContextDep, pool: PoolDep, sheet: SheetDep) -> Template:
        preview, error, note = b"", None, sheet.note(context.base_url)
        try:
            preview = await pool.run_coach(printed, sheet, "puzzles.svg", note)
        except NotationError as wrong:  # told beside the choices
            error = wrong
        return respond(context, sheet_page(sheet, preview.decode(), error))

    @get("/puzzles/sheet/{file:str}", opt=QUESTIONS)
    async def sheet_file(
        self, context: ContextDep, pool: PoolDep, sheet: SheetDep, file: FromPath[SheetFile]
    ) -> Response[bytes]:
        content = await pool.run_coach(printed, sheet, file, sheet.note(context.base_url))
        return _saved(content, file)

    @get("/puzzles", opt=EMBEDDABLE)
    async def today(self, context: ContextDep) -> Template:
        return _puzzle(context, puzzles.daily())

    @get("/puzzles/random", opt=QUESTIONS | EMBEDDABLE)
    async def random(
        self,
        context: ContextDep,
        pool: PoolDep,
        level: FromQuery[PuzzleLevel | None] = None,
        theme: Theme = None,
        board: FromQuery[PuzzleBoard] = "3x3:3",
    ) -> Redirect:
        drawn = await pool.run_coach(puzzles.drawn, level, theme, board)
        address = f"/puzzles/{drawn.id}{puzzle_query(theme)}"
        return redirect(embedded.embedded(address) if context.is_embedded else address)

    @get("/puzzles/{puzzle:str}", opt=QUESTIONS | EMBEDDABLE)
    async def show(
        self, context: ContextDep, pool: PoolDep, puzzle: FromPath[str], theme: Theme = None
    ) -> Template:
        view = await pool.run_coach(puzzles.shown, puzzle)
        return _puzzle(context, view, theme)

    @post("/puzzles/{puzzle:str}", opt=QUESTIONS | EMBEDDABLE, status_code=200)
    async def answer(
        self,
        context: ContextDep,
        pool: PoolDep,
        puzzle: FromPath[str],
        data: Answer,
        theme: Theme = None,
        moves: PuzzleMoves = "",
    ) -> Template:
        result = await pool.run_coach(puzzle_views.answer, puzzle, data.square, pool.limit, moves)
        view = await pool.run_coach(puzzles.shown, puzzle)
        return _puzzle(context, view, theme, result)


def _saved(content: bytes, file: str) -> Response[bytes]:
    """Return what is saved and printed: its headers hold back a reader inside the page."""
    kind = "application/pdf" if file.endswith(".pdf") else "image/svg+xml"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(content, media_type=kind, headers=headers)


def _puzzle(
    context: RequestContext,
    view: PuzzleView,
    theme: str | None = None,
    result: PuzzleResult | None = None,
) -> Template:
    page = embedded.puzzle_page if context.is_embedded else puzzle_page
    return respond(context, page(view, theme, result))
