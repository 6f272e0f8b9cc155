"""What answers at which address, with what fields; all that needs no other people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from itertools import islice
from random import Random, SystemRandom
from typing import Any

from noughts.coach import lessons
from noughts.coach.lessons import Lesson
from noughts.coach.puzzle import BOARDS, Theme
from noughts.coach.reviews import EndingReason, retry_from
from noughts.core import Mark, Rules
from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.notation import LONGEST_POSITION
from noughts.players import check_supports, player
from noughts.site import games
from noughts.site.addresses import NotFound, Route
from noughts.site.fields import (
    Choice,
    Field,
    Fields,
    Kind,
    Number,
    Text,
    Whole,
)
from noughts.site.games import LIMIT, LocalGame, Refused, Stale
from noughts.site.requests import Request, StaleGame
from noughts.views import analysis, lesson, proof, puzzle, review
from noughts.views.game import GameSummary, SoloView, solo_summary
from noughts.views.puzzle import LONGEST_MOVES
from noughts.wording.language import gettext as _

LISTED = 30  # games at a time
_AT_ONCE = 0.05  # seconds for a move that is to be made now
_USUAL_OPPONENT = "medium"  # to try again against, where there was none


class NeedsServer(NoughtsError):
    """What needs other people, who meet on a server."""

    status = HTTPStatus.NOT_IMPLEMENTED

    def __init__(self) -> None:
        super().__init__(_("Games with friends need a server, and this page works without one"))


def begin(request: Request) -> SoloView:
    """Begin the game of a body; raises NoughtsError."""
    new, command = request.body, request.body["command"]
    rules = Rules.parse(new["board"])
    rng = SystemRandom() if command is None else Random(f"{request.seed} {command}")
    own = Mark.X if new["opponent"] is None else _drawn(new["side"], rng)
    first = {"own": own, "other": own.other}.get(new["first"]) or _drawn(new["first"], rng)
    if new["opponent"] == "friend":
        raise NeedsServer
    if new["clock"] is not None:
        raise IllegalAction(_("Only a game with a friend has a clock"))
    if new["opponent"] is not None:
        check_supports(player(new["opponent"]), rules)
    _check_seconds(new["opponent"], new["seconds"])
    return request.begin(
        LocalGame(
            start=rules.start(first),
            people=(own,) if new["opponent"] else tuple(Mark),
            began=request.now,
            computer=new["opponent"],
            seconds=None if new["seconds"] is None else float(new["seconds"]),
            command=command,
        )
    )


def _drawn(side: str, rng: Random) -> Mark:
    return rng.choice(list(Mark)) if side == "lot" else Mark(side)


def _check_seconds(opponent: str | None, seconds: float | None) -> None:
    """Raise IllegalAction if the opponent cannot think for so long."""
    if seconds is None:
        return
    if opponent is None:
        raise IllegalAction(_("Only a computer is given time to think"))
    if seconds > (most := games.LONGEST):
        raise IllegalAction(
            _("The computer thinks for {seconds} seconds at most here", seconds=f"{most:g}")
        )


def _list(request: Request) -> list[GameSummary]:
    listed = games_before(request, request.values.get("before"))
    return [solo_summary(id_, local.solo, local.began) for id_, local in islice(listed, LISTED)]


def games_before(request: Request, before: str | None) -> Iterator[tuple[str, LocalGame]]:
    """Return the listed games before one, latest first."""
    listed = request.listed()
    if before is not None:
        for id_, _local in listed:
            if id_ == before:
                break
    return listed


def _show(request: Request) -> SoloView:
    local, after = request.find(), request.values["after"]
    return request.view(local, None if after is None else local.at(after))


def _forget(request: Request) -> list[GameSummary]:
    forget(request)
    return _list(request)


def forget(request: Request) -> None:
    """Delete a game, if it is there."""
    if request.look_up(request.id) is not None:
        request.changed[request.id] = None


def _act(request: Request, kind: str) -> SoloView:
    local, sent = request.find_now(), request.body
    try:
        after = games.execute(local, kind, sent, request.now)
    except Stale:
        raise StaleGame(request.view(local, local.at(sent["version"]))) from None
    if after is not local:
        request.changed[request.id] = after
    return request.view(after, after.at(sent["version"]))


def _sit(request: Request) -> SoloView:
    games.execute(request.find_now(), "sit", request.body, request.now)
    raise AssertionError("nobody sits down here")


def _react(request: Request) -> None:
    request.find_now()
    raise Refused(_("There's nobody here to see that"))


def _rematch(request: Request) -> SoloView:
    return request.begin(request.find().rematch(request.now, request.body["command"]))


def _try_again(request: Request) -> SoloView:
    """Begin a game against the computer from a move of a finished one, as the page's form does."""
    local = request.round()
    game, own = local.game, local.only_side
    if game.ending is None:
        raise IllegalAction(_("The game isn't over yet – try again when it is"))
    start = retry_from(game, request.body["ply"], own)
    return request.begin(
        LocalGame(
            start=start,
            people=(own or start.turn,),
            began=request.now,
            computer=local.computer or _USUAL_OPPONENT,
            seconds=local.seconds,
        )
    )


def _move_now(request: Request) -> SoloView:
    before = request.find_now()
    after = request.values["after"]
    return request.view(request.find(_AT_ONCE), None if after is None else before.at(after))


def _hint(request: Request) -> analysis.Advice:
    game = request.find().game
    if game.ending is not None:
        raise IllegalAction(_("The game is over – there's no move to suggest"))
    return analysis.suggest_move(game.position, LIMIT)


def _values(request: Request) -> analysis.Values:
    return analysis.compare(request.find().game.position, LIMIT)


def _ending(request: Request) -> EndingReason:
    local = request.round()
    return review.explain_ending(local.game, LIMIT, local.only_side, local.computer)


def _review(request: Request) -> review.ReviewView:
    local = request.round()
    return review.review_game(local.game, LIMIT, local.only_side)


def _record(request: Request) -> Any:
    return json.loads(str(request.find_now().record()))


def _analysis(request: Request) -> analysis.Analysis:
    return analysis.analyse(request.position, LIMIT)


def _why(request: Request) -> analysis.Advice:
    return analysis.explain_move(request.position, request.values["square"], LIMIT)


def _puzzle_of_today(request: Request) -> puzzle.PuzzleView:
    return puzzle.daily(request.today)


def _random_puzzle(request: Request) -> puzzle.PuzzleView:
    values, rng = request.values, SystemRandom()
    return puzzle.drawn(values["level"], values["theme"], values["board"], rng, request.today)


def _puzzle(request: Request) -> puzzle.PuzzleView:
    return puzzle.shown(request.values["puzzle"], request.today)


def _answer(request: Request) -> puzzle.PuzzleResult:
    values = request.values
    return puzzle.answer(values["puzzle"], request.body["square"], LIMIT, values["moves"])


def asked_lesson(request: Request) -> tuple[Lesson, int, int, str]:
    """Return a lesson, a step, a seed and the moves made; raises NotFound."""
    values = request.values
    if values["lesson"] not in [known.value for known in Lesson]:
        raise NotFound
    seed = values["seed"]
    if seed is None:  # of the day, so that a class has the same positions
        seed = request.today.toordinal() % lessons.SEEDS
    return Lesson(values["lesson"]), values["step"], seed, values["moves"]


def _lesson(request: Request) -> lesson.LessonView:
    return lesson.show(*asked_lesson(request), request.values["square"])


def _proof(request: Request) -> proof.DefenceView:
    return proof.play(request.values["board"], request.values["moves"])


def _check_proof(request: Request) -> dict[str, int]:
    return {"positions": proof.check_proof(request.values["board"])}


def _needs_server(_request: Request) -> None:
    raise NeedsServer


GAME_ID = Text(24, "^[0-9a-f]{24}$")
SQUARE = Whole(0, 675)
_COMMAND = Field("command", Text(64, "^[A-Za-z0-9_-]{8,64}$"), is_nullable=True)
_VERSION = Field("version", Whole(1, 1_000_000), is_required=True)
_NAME = Text(200)
ROUND = Field("round", Whole(1, 10_000))
_AFTER = (Field("after", Whole(1, 1_000_000)),)
LEVELS = Choice(("easy", "medium", "hard"))  # of puzzles
THEMES = Choice(tuple(theme.value for theme in Theme))
PROOF_BOARD = Choice(proof.BOARDS)
PUZZLE_BOARD = Choice(tuple(str(rules) for rules in BOARDS))

IN_PATH: dict[str, Kind] = {  # the parameters, by name
    "game": GAME_ID,
    "position": Text(LONGEST_POSITION),
    "puzzle": Text(LONGEST_POSITION),
    "square": SQUARE,
    "lesson": Text(20),
    "board": PROOF_BOARD,
}

CLOCK = Fields(
    (
        Field("per", Choice(("game", "move")), is_required=True),
        Field("seconds", Whole(5, 86_400), is_required=True),
    )
)
_NEW_GAME = Fields(
    (
        Field("board", Text(16), default="3x3:3"),
        Field("opponent", Text(32), default="medium", is_nullable=True),
        Field("side", Choice(("x", "o", "lot")), default="x"),
        Field("first", Choice(("own", "other", "x", "o", "lot")), default="x"),
        Field("clock", CLOCK, is_nullable=True),
        Field("seconds", Number(0.1, 60), is_nullable=True),
        _COMMAND,
    )
)
_PLAY = Fields((_VERSION, Field("square", SQUARE, is_required=True), _COMMAND), "play")
_RENAME = Fields((_VERSION, _COMMAND, Field("name", _NAME, is_required=True)), "rename")
_SIT = Fields((Field("name", _NAME, default=""), _COMMAND), "sit")
_REACTIONS = Choice(("hello", "nice", "wow", "hmm", "oops"))
_REACT = Fields((Field("reaction", _REACTIONS, is_required=True), _COMMAND), "react")
_TRY = Fields((Field("ply", Whole(0, 676), is_required=True), ROUND))
_ANSWER = Fields((Field("square", SQUARE, is_required=True),))
PUZZLES = (
    Field("level", LEVELS),
    Field("theme", THEMES),
    Field("board", PUZZLE_BOARD, default="3x3:3"),
)
PUZZLE_MOVES = Field("moves", Text(LONGEST_MOVES), default="")
EXERCISE = (
    Field("step", Whole(1, lessons.STEPS), default=1),
    Field("seed", Whole(0, lessons.SEEDS - 1)),
    Field("moves", Text(20), default=""),
    Field("square", SQUARE),
)


def _action(kind: str, body: Fields | None = None) -> Route:
    body = body or Fields((_VERSION, _COMMAND), kind)
    return Route("POST", f"/games/{{game}}/{kind}", partial(_act, kind=kind), body)


ROUTES = (
    Route("POST", "/games", begin, _NEW_GAME, status=201),
    Route("GET", "/games", _list, query=(Field("before", GAME_ID),)),
    Route("GET", "/games/{game}", _show, query=_AFTER),
    Route("POST", "/games/{game}/forget", _forget),
    *(_action("play", _PLAY), _action("rename", _RENAME)),
    *map(_action, ("undo", "draw", "decline", "resign", "claim")),
    Route("POST", "/games/{game}/sit", _sit, _SIT),
    Route("POST", "/games/{game}/react", _react, _REACT),
    Route("POST", "/games/{game}/rematch", _rematch, Fields((_VERSION, _COMMAND), "rematch"), 201),
    Route("POST", "/games/{game}/move-now", _move_now, query=_AFTER),
    Route("GET", "/games/{game}/hint", _hint),
    Route("GET", "/games/{game}/values", _values),
    Route("GET", "/games/{game}/ending", _ending, query=(ROUND,)),
    Route("GET", "/games/{game}/review", _review, query=(ROUND,)),
    Route("GET", "/positions/{position}", _analysis),
    Route("GET", "/positions/{position}/moves/{square}", _why),
    Route("GET", "/puzzles/today", _puzzle_of_today),
    Route("GET", "/puzzles/random", _random_puzzle, query=PUZZLES),
    Route("GET", "/puzzles/{puzzle}", _puzzle),
    Route("POST", "/puzzles/{puzzle}", _answer, _ANSWER, query=(PUZZLE_MOVES,)),
    # What on a server pages or their forms do.
    Route("POST", "/games/{game}/try", _try_again, _TRY, 201),
    Route("GET", "/games/{game}/record", _record),
    Route("GET", "/lessons/{lesson}", _lesson, query=EXERCISE),
    Route("GET", "/proofs/{board}", _proof, query=(Field("moves", Text(100), default=""),)),
    Route("GET", "/proofs/{board}/check", _check_proof),
    # What needs other people.
    *(Route("GET", f"/games/{{game}}/{name}", _needs_server) for name in ("live", "stream")),
    *(
        Route(method, path, _needs_server)
        for path in ("/rooms", "/rooms/.+")
        for method in ("GET", "POST")
    ),
)

# What a game's page sends too, by the last part of the address.
COMMANDS = {
    route.path.rpartition("/")[2]: route
    for route in ROUTES
    if route.method == "POST" and route.path.startswith("/games/{game}/")
}
