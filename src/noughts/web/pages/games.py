"""The pages: first paint without script, and the same functions behind their forms as the API."""

from __future__ import annotations

from datetime import UTC, datetime
from http import HTTPStatus
from random import SystemRandom
from typing import Annotated, Any, Literal, cast, get_args

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Struct

from noughts.coach.puzzle import Puzzle
from noughts.core.errors import NoughtsError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.text import instructions
from noughts.web.middleware.errors import problem_of
from noughts.web.middleware.identity import AnyRequest, Visitor
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.pages import options
from noughts.web.pages.clock_form import ClockText, clock_of
from noughts.web.pages.qr_code import qr_code
from noughts.web.services import puzzles
from noughts.web.services.games import FRIEND, GameService
from noughts.web.views.games import board_view
from noughts.web.views.schemas import (
    Act,
    Action,
    GameView,
    Lot,
    NewGame,
    PlayMove,
    PuzzleResult,
    Sitting,
    Square,
    Version,
)
from noughts.web.views.text import NAME

Key = NamedDependency[str | None]
Show = Annotated[Literal["hint", "values"] | None, QueryParameter()]


class BeginForm(Struct, frozen=True):
    """The form of a new game, and perhaps its first move."""

    board: str = "3x3:3"
    opponent: str = "medium"
    side: Lot = "x"
    first: Lot = "x"
    clock: ClockText = ""
    square: Square | None = None

    def new_game(self) -> NewGame:
        """What the API calls it."""
        opponent = None if self.opponent in ("", "two") else self.opponent
        # Without script one can be chosen against anybody.
        clock = clock_of(self.clock) if self.opponent == FRIEND else None
        return NewGame(self.board, opponent, self.side, self.first, clock)


class MoveForm(Struct, frozen=True):
    """A pressed square."""

    square: Square
    version: Version


class ActForm(Struct, frozen=True):
    """A pressed button."""

    version: Version


class AnswerForm(Struct, frozen=True):
    """The square pressed in a puzzle."""

    square: Square


class PlayPages(Controller):
    """The board, and everything that is done at it without script."""

    include_in_schema = False

    @get("/")
    async def home(
        self, request: AnyRequest, desk: NamedDependency[GameService], key: Key
    ) -> Template:
        listed = await desk.listed(key)
        unfinished = next((game.id for game in listed if not game.is_over), None)
        game = None if unfinished is None else await desk.show(unfinished, key)
        return await _play_page(request, desk, key, game)

    @get("/g/{game:str}", opt=QUESTIONS)
    async def show(
        self,
        request: AnyRequest,
        game: FromPath[str],
        desk: NamedDependency[GameService],
        key: Key,
        show: Show = None,
    ) -> Template:
        view = await desk.show(game, key)
        shown: dict[str, Any] = {}
        if show == "hint" and view.ending is None:
            shown["hint"] = await desk.hint(game)
        if show == "values":
            shown["values"] = await desk.values(game)
        return await _play_page(request, desk, key, view, **shown)

    @post("/play", opt=GAMES)
    async def begin(
        self,
        request: AnyRequest,
        data: URLEncodedBody[BeginForm],
        desk: NamedDependency[GameService],
        visitor: NamedDependency[Visitor],
    ) -> Response[Any]:
        try:
            game = await desk.begin(data.new_game(), visitor.key)
        except NoughtsError as error:
            return await _play_page(request, desk, visitor.key, None, error=error)
        answer: Response[Any] = Redirect(f"/g/{game.id}", status_code=303)
        if data.square is not None and game.is_your_turn:
            try:
                await desk.play(game.id, visitor.key, PlayMove(data.square, game.version))
            except NoughtsError as error:
                answer = await _refused(request, desk, visitor.key, game.id, error)
        for cookie in visitor.cookies:
            answer.set_cookie(cookie)
        return answer

    @post("/g/{game:str}/move", opt=MOVES)
    async def move(
        self,
        request: AnyRequest,
        game: FromPath[str],
        data: URLEncodedBody[MoveForm],
        desk: NamedDependency[GameService],
        key: Key,
    ) -> Response[Any]:
        try:
            await desk.play(game, key, PlayMove(data.square, data.version))
        except NoughtsError as error:
            return await _refused(request, desk, key, game, error)
        return Redirect(f"/g/{game}", status_code=303)

    @post([f"/g/{{game:str}}/{action}" for action in get_args(Action)], opt=MOVES)
    async def act(
        self,
        request: AnyRequest,
        game: FromPath[str],
        data: URLEncodedBody[ActForm],
        desk: NamedDependency[GameService],
        key: Key,
    ) -> Response[Any]:
        action = cast(Action, request.url.path.rsplit("/", 1)[1])
        try:
            view = await desk.act(game, key, action, Act(data.version))
        except NoughtsError as error:
            return await _refused(request, desk, key, game, error)
        return Redirect(f"/g/{view.id}", status_code=303)

    @post("/g/{game:str}/sit", opt=GAMES)
    async def sit(
        self,
        request: AnyRequest,
        game: FromPath[str],
        desk: NamedDependency[GameService],
        visitor: NamedDependency[Visitor],
    ) -> Response[Any]:
        try:
            await desk.sit(game, visitor.key, Sitting())
        except NoughtsError as error:
            return await _refused(request, desk, visitor.key, game, error)
        answer: Response[Any] = Redirect(f"/g/{game}", status_code=303)
        for cookie in visitor.cookies:
            answer.set_cookie(cookie)
        return answer

    @get("/g/{game:str}/qr.svg", opt=QUESTIONS)
    async def code(
        self, request: AnyRequest, game: FromPath[str], desk: NamedDependency[GameService]
    ) -> Response[bytes]:
        await desk.games.find(game)  # or raises UnknownGame
        return Response(qr_code(f"{request.base_url}g/{game}"), media_type="image/svg+xml")

    @get("/g/{game:str}/review", opt=QUESTIONS)
    async def review(
        self,
        request: AnyRequest,
        game: FromPath[str],
        desk: NamedDependency[GameService],
        key: Key,
        ply: Annotated[int, QueryParameter(ge=0, le=676)] = 0,
        round_: Annotated[int | None, QueryParameter(name="round", ge=1, le=10_000)] = None,
    ) -> Template:
        view, looked = await desk.show(game, key), await desk.review(game, round_)
        return page(request, "review.html", "Review", game=view, review=looked, ply=ply)

    @get("/games")
    async def games(
        self, request: AnyRequest, desk: NamedDependency[GameService], key: Key
    ) -> Template:
        return page(request, "games.html", "Your games", games=await desk.listed(key))

    @get("/help")
    async def help(self, request: AnyRequest) -> Template:
        return page(request, "help.html", "Help", instructions=instructions(Rules()))


class AnalysisPages(Controller):
    """Any position: what every move is worth."""

    include_in_schema = False

    @get("/a")
    async def any(self, position: Annotated[str | None, QueryParameter()] = None) -> Redirect:
        text = (position or str(Rules())).strip()
        found = Rules.parse(text).start() if ":" in text else Position.parse(text)
        return Redirect(f"/a/{found.url}", status_code=303)

    @get("/a/{position:str}", opt=QUESTIONS)
    async def analysis(
        self,
        request: AnyRequest,
        position: FromPath[str],
        desk: NamedDependency[GameService],
        why: Annotated[int | None, QueryParameter(ge=0, lt=676)] = None,
    ) -> Template:
        found = Position.parse(position)
        explanation = None if why is None else await desk.why(found, why)
        analysis = await desk.analysis(found)
        return page(
            request, "analysis.html", "Analysis", analysis=analysis, explanation=explanation
        )


class PuzzlePages(Controller):
    """Puzzles: one a day, and as many as one likes."""

    include_in_schema = False

    @get("/puzzles")
    async def today(self, request: AnyRequest) -> Template:
        return _puzzle_page(request, puzzles.puzzle_of(_today()))

    @get("/puzzles/random", opt=QUESTIONS)
    async def random(
        self, level: Annotated[Literal["easy", "medium", "hard"] | None, QueryParameter()] = None
    ) -> Redirect:
        puzzle = puzzles.random_puzzle(level, SystemRandom())
        return Redirect(f"/puzzles/{puzzle.position.url}", status_code=303)

    @get("/puzzles/{puzzle:str}", opt=QUESTIONS)
    async def show(self, request: AnyRequest, puzzle: FromPath[str]) -> Template:
        return _puzzle_page(request, puzzles.puzzle_at(puzzle))

    @post("/puzzles/{puzzle:str}", opt=QUESTIONS, status_code=HTTPStatus.OK)
    async def answer(
        self, request: AnyRequest, puzzle: FromPath[str], data: URLEncodedBody[AnswerForm]
    ) -> Template:
        found = puzzles.puzzle_at(puzzle)
        return _puzzle_page(request, found, puzzles.answer(found, data.square))


def _today() -> Any:
    return datetime.now(UTC).date()


def _puzzle_page(
    request: AnyRequest, puzzle: Puzzle, result: PuzzleResult | None = None
) -> Template:
    view = puzzles.show(puzzle, _today())
    return page(request, "puzzle.html", view.title, puzzle=view, result=result)


async def _refused(
    request: AnyRequest, desk: GameService, key: str | None, game: str, error: NoughtsError
) -> Template:
    """The page of a game with what was wrong with a form that was sent to it."""
    return await _play_page(request, desk, key, await desk.show(game, key), error=error)


async def _play_page(
    request: AnyRequest,
    desk: GameService,
    key: str | None,
    game: GameView | None,
    *,
    error: NoughtsError | None = None,
    **shown: Any,
) -> Template:
    chosen = options.chosen(game)
    found = page(
        request,
        "play.html",
        f"Your move · {NAME}" if game is None else game.title,
        game=game,
        board=game.board if game is not None else board_view(Rules().start()),
        chosen=chosen,
        address="" if game is None else f"{request.base_url}g/{game.id}",
        options=options.play_options(chosen.board, chosen.clock),
        games=await desk.listed(key),
        instructions=instructions(Rules() if game is None else Rules.parse(game.board.board)),
        error=None if error is None else str(error),
        **{"hint": None, "values": None, **shown},
    )
    if error is not None:
        found.status_code = problem_of(error).status
    return found


def page(request: AnyRequest, template: str, title: str, **context: Any) -> Template:
    """A page, with what all of them need."""
    titled = title if title.endswith(NAME) else f"{title} · {NAME}"
    return Template(template, context={"page_title": titled, "path": request.url.path, **context})


PAGES = (PlayPages, AnalysisPages, PuzzlePages)
