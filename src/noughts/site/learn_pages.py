"""The pages of lessons, analysis and puzzles in a browser; the addresses are those of a server."""

from __future__ import annotations

import json
from random import SystemRandom
from typing import get_args

from noughts.coach.sheets import MOST_PUZZLES
from noughts.core import Position, Rules
from noughts.core.errors import NotationError, NoughtsError
from noughts.menace.boxes import STAGES
from noughts.pages import embedded, learn, minimax
from noughts.pages import menace as menace_pages
from noughts.pages.new_game import ALL_LEVELS
from noughts.pages.page import Page
from noughts.pages.puzzles import (
    SEEDS,
    Sheet,
    SheetFile,
    printed,
    puzzle_page,
    puzzle_query,
    sheet_page,
)
from noughts.site import grading
from noughts.site.addresses import NotFound, Route
from noughts.site.fields import Choice, Field, Text, Whole
from noughts.site.games import LIMIT
from noughts.site.page_requests import File, PageRequest, Redirect
from noughts.site.routes import (
    EXERCISE,
    LEVELS,
    PROOF_BOARD,
    PUZZLE_BOARD,
    PUZZLE_MOVES,
    PUZZLES,
    SQUARE,
    THEMES,
    asked_lesson,
)
from noughts.views import analysis, menace, proof, puzzle
from noughts.views.lesson import LessonView, show
from noughts.views.puzzle import PuzzleResult, PuzzleView
from noughts.wording.grammar import sentence
from noughts.wording.language import ENGLISH, LANGUAGES, use
from noughts.wording.pictures.card import badge_card, board_card, card_svg


def _overview(_request: PageRequest) -> Page:
    return learn.overview_page()


def _grade(_request: PageRequest) -> Page:
    return learn.grade_page()


def _judge(request: PageRequest) -> File:
    """Go on with grading a program; what is sent and answered is JSON."""
    answer = grading.go_on(json.loads(request.form))
    return File(json.dumps(answer).encode(), "application/json")


def _minimax(request: PageRequest) -> Page:
    position, step = request.values["position"], request.values["step"]
    prunes, error = request.values["pruning"] == "on", None
    try:
        root = Position.parse(position)
        search = minimax.render(root, step, prunes)
    except NoughtsError as wrong:  # another search, with a word on what was asked for
        root, error = Position.parse(minimax.POSITIONS[1]), wrong
        typed, fault = position[: minimax.LONGEST], sentence(str(wrong))
        search = minimax.render(root, step, prunes, typed, fault)
    return learn.minimax_page(root, search, error)


def _whole_tree(request: PageRequest) -> File:
    position, prunes = request.position, request.values["pruning"] == "on"
    with use(request.values["language"]):
        return File(minimax.whole(position, prunes)[1], "text/html")


def _proof(request: PageRequest) -> Page:
    board = request.values["board"]
    game = proof.play(board, request.values["moves"])
    checked = proof.check_proof(board) if request.values["check"] == "on" else None
    return learn.proof_page(game, checked)


def _menace(request: PageRequest) -> Page | Redirect:
    machine, games = _machine(request), request.values["games"]
    if games is not None:
        return Redirect(f"/learn/menace?{machine.trained(int(games)).query}")
    view = menace.show(machine.seed, machine.history, machine.rules)
    return menace_pages.menace_page(view, machine.opponent)


def _boxes(request: PageRequest) -> Page:
    """Show all boxes of a machine, a page at a time."""
    machine, values = _machine(request), request.values
    shown = machine.seed, machine.history, values["move"], values["page"], machine.rules
    return menace_pages.boxes_page(menace.show_boxes(*shown), machine.query)


def _machine(request: PageRequest) -> menace.Address:
    """Return what an address says of a machine."""
    return menace.Address(**{known.name: request.values[known.name] for known in _MACHINE})


def _boxes_to_print(request: PageRequest) -> Page:
    rules = request.values["rules"]
    drawing = menace_pages.printed(rules, menace_pages.INSTRUCTIONS, _boxes_note(request))
    return menace_pages.sheets_page(rules, drawing.decode())


def _boxes_file(request: PageRequest) -> File:
    rules, name = request.values["rules"], request.values["boxes"]
    return File.named(name, menace_pages.printed(rules, name, _boxes_note(request)))


def _boxes_note(request: PageRequest) -> str:
    """Return what stands at the foot of the boxes."""
    base = f"{request.address}page/?/"
    return menace_pages.note(request.values["rules"], base) if request.address else ""


def _badge(request: PageRequest) -> Page:
    return learn.badge_page(None if request.values["position"] is None else _earned(request))


def _badge_picture(request: PageRequest) -> File:
    badge = _earned(request)
    with use(request.values["language"]):
        return File.svg(card_svg(badge_card(badge.position, badge.text)))


def _earned(request: PageRequest) -> learn.Badge:
    """Return the badge for a game; raises NotFound."""
    values = request.values
    badge = learn.badge_for(values["position"], values["level"], values["side"])
    if badge is None:
        raise NotFound
    return badge


def _tutorial(request: PageRequest) -> Page | Redirect:
    name = request.values.get("name", "index")
    stem = name.removesuffix(".md")
    chapter = learn.tutorial_pages().get(stem)
    if chapter is None:
        raise NotFound
    if name.endswith(".md"):  # as the sources call it
        return Redirect(f"/learn/tutorial/{stem}".removesuffix("/index"))
    return learn.tutorial_page(chapter)


def _lesson(request: PageRequest) -> Page:
    return _lesson_page(request, show(*asked_lesson(request)))


def _try_square(request: PageRequest) -> Page:
    """Show what comes of a square in a lesson."""
    asked = asked_lesson(request)
    return _lesson_page(request, show(*asked, request.read_form(_ANSWER)["square"]))


def _lesson_page(request: PageRequest, view: LessonView) -> Page:
    page = embedded.lesson_page if request.is_embedded else learn.lesson_page
    return page(view)


def _any_position(request: PageRequest) -> Redirect:
    text = (request.values["position"] or str(Rules())).strip()
    shown = Rules.parse(text).start() if ":" in text else Position.parse(text)
    square = request.values["square"]
    return _to_position(request, shown if square is None else shown.play(square))


def _to_position(request: PageRequest, position: Position) -> Redirect:
    address = f"/a/{position.url}"
    return Redirect(embedded.embedded(address) if request.is_embedded else address)


def _analysis(request: PageRequest) -> Page | Redirect:
    text, why = request.values["position"], request.values["why"]
    if ":" in text:  # a board, as the field of the page takes it
        return _to_position(request, Rules.parse(text).start())
    position = Position.parse(text)
    explanation = None if why is None else analysis.explain_move(position, why, LIMIT)
    analysed = analysis.analyse(position, LIMIT)
    if request.is_embedded:
        return embedded.analysis_page(analysed)
    return learn.analysis_page(analysed, explanation)


def _position_picture(request: PageRequest) -> File:
    return File.svg(card_svg(board_card(request.position)))


def _puzzle_of_today(request: PageRequest) -> Page:
    return _puzzle_page(request, puzzle.daily(request.today))


def _random_puzzle(request: PageRequest) -> Redirect:
    values, rng = request.values, SystemRandom()
    drawn = puzzle.drawn(values["level"], values["theme"], values["board"], rng, request.today)
    address = f"/puzzles/{drawn.id}{puzzle_query(values['theme'])}"
    return Redirect(embedded.embedded(address) if request.is_embedded else address)


def _puzzle(request: PageRequest) -> Page:
    view = puzzle.shown(request.values["puzzle"], request.today)
    return _puzzle_page(request, view, request.values["theme"])


def _answer(request: PageRequest) -> Page:
    text, square = request.values["puzzle"], request.read_form(_ANSWER)["square"]
    result = puzzle.answer(text, square, LIMIT, request.values["moves"])
    view = puzzle.shown(text, request.today)
    return _puzzle_page(request, view, request.values["theme"], result)


def _puzzle_page(
    request: PageRequest,
    view: PuzzleView,
    theme: str | None = None,
    result: PuzzleResult | None = None,
) -> Page:
    page = embedded.puzzle_page if request.is_embedded else puzzle_page
    return page(view, theme, result)


def _sheet_of(request: PageRequest) -> tuple[Sheet, str]:
    """Return the sheet of an address, without a seed any, and what stands at its foot."""
    values = request.values
    seed = SystemRandom().randrange(SEEDS) if values["seed"] is None else values["seed"]
    theme, level = values["theme"] or None, values["level"] or None
    sheet = Sheet(values["board"], theme, level, values["count"], seed)
    return sheet, sheet.note(f"{request.address}page/?/") if request.address else ""


def _sheet(request: PageRequest) -> Page:
    sheet, note = _sheet_of(request)
    try:
        return sheet_page(sheet, printed(sheet, "puzzles.svg", note).decode())
    except NotationError as wrong:  # told beside the choices
        return sheet_page(sheet, "", wrong)


def _sheet_file(request: PageRequest) -> File:
    sheet, note = _sheet_of(request)
    name = request.values["file"]
    return File.named(name, printed(sheet, name, note))


_ANSWER = (Field("square", SQUARE, is_required=True),)
IN_PATH = {"file": Choice(get_args(SheetFile)), "boxes": Choice(menace_pages.FILES)}
_LESSON = tuple(known for known in EXERCISE if known.name != "square")
_POSITION = Field("position", Text(1_000))
_ANY_POSITION = (_POSITION, Field("square", SQUARE))
_SWITCH = Choice(("on", "off"))
_LANGUAGE = Choice(tuple(LANGUAGES))
_BADGE = (
    Field("level", Choice(ALL_LEVELS), default="perfect"),
    Field("side", Choice(("x", "o"))),
)
_BADGE_PICTURE = (Field("language", _LANGUAGE, default=ENGLISH), *_BADGE)
_SEARCH = (
    Field("position", Text(1_000), default=minimax.POSITIONS[1]),
    Field("pruning", _SWITCH, default="off"),
    Field("step", Whole(0, 10_000), default=0),
)
_TREE = (
    Field("position", Text(1_000), is_required=True),
    Field("pruning", _SWITCH, is_required=True),
    Field("language", _LANGUAGE, is_required=True),
)
_PROOF = (
    Field("board", PROOF_BOARD, default=proof.BOARDS[0]),
    Field("moves", Text(100), default=""),
    Field("check", _SWITCH, default="off"),
)
_RULES = (Field("rules", Choice(tuple(menace.SCHEMES)), default=menace.USUAL),)
_MACHINE = (
    Field("seed", Whole(0, menace.SEEDS - 1), default=1),
    Field("history", Text(menace.LONGEST), default=""),
    Field("opponent", Choice(menace.OPPONENTS), default=menace.OPPONENTS[0]),
    *_RULES,
)
_BOXES = (
    *_MACHINE,
    Field("move", Whole(1, STAGES), default=1),
    Field("page", Whole(1, menace.MOST_PAGES), default=1),
)
_THEME = (Field("theme", THEMES),)
_SHEET = (
    Field("theme", Choice(("", *THEMES.choices)), default=""),
    Field("level", Choice(("", *LEVELS.choices)), default=""),
    Field("board", PUZZLE_BOARD, default="3x3:3"),
    Field("count", Whole(1, MOST_PUZZLES), default=6),
    Field("seed", Whole(0, SEEDS - 1)),
)

ROUTES = (
    Route("GET", "/learn", _overview),
    Route("GET", "/learn/grade", _grade),
    Route("POST", "/learn/grade", _judge, largest=grading.MOST_SENT),
    Route("GET", "/learn/minimax", _minimax, query=_SEARCH),
    Route("GET", "/learn/minimax/tree", _whole_tree, query=_TREE),
    Route("GET", "/learn/proof", _proof, query=_PROOF),
    Route("GET", "/learn/menace", _menace, query=(*_MACHINE, Field("games", Choice(menace.GAMES)))),
    Route("GET", "/learn/menace/boxes", _boxes, query=_BOXES),
    Route("GET", "/learn/menace/sheets", _boxes_to_print, query=_RULES),
    Route("GET", "/learn/menace/sheets/{boxes}", _boxes_file, query=_RULES),
    Route("GET", "/learn/badge", _badge, query=(_POSITION, *_BADGE)),
    Route("GET", "/learn/badge/{position}/picture.png", _badge_picture, query=_BADGE_PICTURE),
    Route("GET", "/learn/tutorial", _tutorial),
    Route("GET", "/learn/tutorial/(?P<name>.+)", _tutorial),
    Route("GET", "/learn/{lesson}", _lesson, query=_LESSON, is_embeddable=True),
    Route("POST", "/learn/{lesson}", _try_square, query=_LESSON, is_embeddable=True),
    Route("GET", "/a", _any_position, query=_ANY_POSITION, is_embeddable=True),
    Route("GET", "/a/{position}", _analysis, query=(Field("why", SQUARE),), is_embeddable=True),
    Route("GET", "/a/{position}/picture.png", _position_picture),
    Route("GET", "/puzzles", _puzzle_of_today, is_embeddable=True),
    Route("GET", "/puzzles/random", _random_puzzle, query=PUZZLES, is_embeddable=True),
    Route("GET", "/puzzles/sheet", _sheet, query=_SHEET),
    Route("GET", "/puzzles/sheet/{file}", _sheet_file, query=_SHEET),
    Route("GET", "/puzzles/{puzzle}", _puzzle, query=_THEME, is_embeddable=True),
    Route("POST", "/puzzles/{puzzle}", _answer, query=(*_THEME, PUZZLE_MOVES), is_embeddable=True),
)
