"""The views of games, for the API and the pages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal

from msgspec import UNSET

from noughts.core.bits import Move
from noughts.core.ending import Ending
from noughts.core.game_text import computer_name
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Outcome, Position
from noughts.core.rules import Rules
from noughts.core.text import Subjects, ending_text, score_text
from noughts.language import current, remembered
from noughts.language import gettext as _
from noughts.online.games import Computer, Free, Offer, Score, SharedGame, text
from noughts.web.views.schemas import (
    BoardChange,
    BoardView,
    ClockView,
    EndingView,
    GameChange,
    GameSummary,
    GameView,
    OfferView,
    ScoreView,
    SeatView,
    Side,
)

Note = Literal["last", "winning"]  # what is said of a square


def side(mark: Mark) -> Side:
    """A mark as the API writes it."""
    return "x" if mark is Mark.X else "o"


def board_view(position: Position, last_move: int | None = None) -> BoardView:
    """The view of a position, in the language in use."""
    return _board_view(current(), position, last_move)


@lru_cache(maxsize=256)  # shared by all audiences of a game; it is a third of a view's cost
def _board_view(_language: str, position: Position, last_move: int | None) -> BoardView:
    rules = position.rules
    winning, lines = _won(position.outcome)
    return BoardView(
        board=str(rules),
        width=rules.width,
        height=rules.height,
        k=rules.k,
        position=position.url,
        marks=[_mark(position.mark_at(square)) for square in range(rules.size)],
        names=_names(rules),
        labels=list(_square_labels(position, last_move, range(rules.size)).values()),
        turn=None if position.is_over else side(position.turn),
        last_move=last_move,
        winning=winning,
        lines=lines,
    )


def game_view(
    id_: str, shared: SharedGame, key: str | None, now: str, before: SharedGame | None = None
) -> GameView:
    """A game as the holder of a key sees it; it announces what happened since `before`."""
    game, sides = shared.game, shared.sides_of(key)
    board = board_view(game.position, game.last_move)
    return GameView(
        id=id_,
        board=board,
        seats={"x": _seat(shared, Mark.X, sides), "o": _seat(shared, Mark.O, sides)},
        moves=[board.names[move] for move in game.moves],
        is_thinking=shared.computer_to_move is not None,
        is_shared=shared.is_between_two,
        room=shared.room if sides else "",
        round=shared.round,
        can_sit=shared.free_seat is not None and not sides,
        first=side(game.start.turn),
        **_standing(shared, key, now, before),
    )


def game_change(shared: SharedGame, key: str | None, now: str, before: SharedGame) -> GameChange:
    """What an event that `is_change` changes in the view of a game."""
    moves, board = shared.game.moves, None
    if len(moves) > len(before.game.moves):
        board = _board_change(shared.game.position, moves[-2:])
    return GameChange(board=board, **_standing(shared, key, now, before))


def is_change(before: SharedGame, after: SharedGame) -> bool:
    """Whether one event of a game between two changed no more than `game_change` says."""
    known, moves = before.game.moves, after.game.moves
    is_next = after.version == before.version + 1 and after.is_between_two
    is_on_board = after.game.start is before.game.start and moves[: len(known)] == known
    return is_next and is_on_board and after.has_players_of(before)


def _standing(
    shared: SharedGame, key: str | None, now: str, before: SharedGame | None
) -> dict[str, Any]:
    """The fields of a Standing."""
    game, subjects, sides = shared.game, text.subjects(shared, key), shared.sides_of(key)
    first, second, goes_on = subjects[Mark.X], subjects[Mark.O], game.ending is None
    has_say = bool(sides) and shared.free_seat is None
    asks = has_say and shared.is_between_two
    return {
        "version": shared.version,
        "ending": None if game.ending is None else _ending(first, second, game.ending),
        "score": _score(first, second, shared.score),
        "is_your_turn": has_say and goes_on and game.position.turn in sides,
        "offer": _offer(shared, subjects, sides),
        "clock": clock_view(shared, now),
        "can_take_back": has_say and can_take_back(shared, sides),
        "can_draw": asks and goes_on and _may_offer(shared, Offer.DRAW, sides),
        "can_rematch": asks
        and not (goes_on or shared.room)  # a room has the next game for both
        and _may_offer(shared, Offer.REMATCH, sides),
        "can_resign": has_say and goes_on,
        "status": text.game_text(subjects, shared, sides),
        "title": text.page_title(subjects, shared),
        "announcement": (
            "" if before is None else text.announcement(subjects, before, shared, sides)
        ),
    }


@remembered
def _board_change(position: Position, moves: tuple[Move, ...]) -> BoardChange:
    """What the last one or two moves changed, of which the last is told of."""
    outcome = position.outcome
    winning, lines = _won(outcome)
    return BoardChange(
        square=moves[-1],
        side=side(position.turn.other),
        turn=None if outcome is not None else side(position.turn),
        labels=_square_labels(position, moves[-1], {*moves, *winning}),
        winning=winning,
        lines=lines,
    )


def clock_view(shared: SharedGame, now: str) -> ClockView | None:
    """The clocks of a game at a time, if it has any."""
    clocks, turn = shared.clocks, shared.game.position.turn
    if clocks is None:
        return None
    return ClockView(
        per=clocks.clock.per,
        seconds=clocks.clock.seconds,
        text=text.clock_text(clocks.clock.per, clocks.clock.seconds),
        left={side(mark): round(clocks.left(mark, turn, now), 3) for mark in Mark},
        running=None if clocks.since is None else side(turn),
    )


def game_summary(id_: str, shared: SharedGame, key: str | None) -> GameSummary:
    """The view of a game in a list."""
    game, subjects = shared.game, text.subjects(shared, key)
    return GameSummary(
        id=id_,
        board=str(game.rules),
        position=game.position.url,
        opponent=text.opponent_text(shared, key),
        status=text.game_text(subjects, shared, shared.sides_of(key)),
        is_over=game.ending is not None,
        began=shared.began,
    )


@lru_cache(maxsize=64)
def _names(rules: Rules) -> list[str]:
    return [square_name(rules.width, square) for square in range(rules.size)]


def _mark(mark: Mark | None) -> Literal["x", "o", ""]:
    return "" if mark is None else side(mark)


def _seat(shared: SharedGame, mark: Mark, sides: tuple[Mark, ...]) -> SeatView:
    match shared.seat(mark):
        case Computer(player=name, seconds=chosen):
            seconds = None if chosen is UNSET else chosen
            return SeatView(name, computer_name(name), True, False, False, seconds)
        case Free():
            return SeatView("free", _("Free seat"), False, False, True)
    return _person(shared.name(mark), mark, sides)


@remembered
def _person(name: str | None, mark: Mark, sides: tuple[Mark, ...]) -> SeatView:
    """The seat of a person, who has a name in a room, for the player of some sides."""
    if sides == (mark,):
        called = _("You")
    elif name is not None:
        called = name
    else:
        called = _("Opponent") if len(sides) == 1 else text.player_of(mark)
    return SeatView("human", called, False, mark in sides, False)


@remembered
def _ending(first: str, second: str, ending: Ending) -> EndingView:
    """How a game between two subjects, X and O, ended."""
    return EndingView(
        termination=ending.termination.value,
        winner=None if ending.winner is None else side(ending.winner),
        text=ending_text({Mark.X: first, Mark.O: second}, ending),
    )


@remembered
def _score(first: str, second: str, score: Score) -> ScoreView:
    counts = {Mark.X: score.x, Mark.O: score.o, None: score.drawn}
    subjects = {Mark.X: first, Mark.O: second}
    return ScoreView(score.x, score.o, score.drawn, score_text(subjects, counts))


def _offer(shared: SharedGame, subjects: Subjects, sides: tuple[Mark, ...]) -> OfferView | None:
    if shared.offer is None:
        return None
    what, mark = shared.offer
    said = text.offer_text(subjects, what, mark)
    return OfferView(what.value, side(mark), mark in sides, said)


def can_take_back(shared: SharedGame, sides: tuple[Mark, ...]) -> bool:
    """Whether the player of these sides may take back, or ask to."""
    game = shared.game
    if game.ending is not None and not game.ending.termination.on_board:
        return False
    own = game.plies_since_turn_of(sides) is not None
    return own and _may_offer(shared, Offer.TAKEBACK, sides)


def _may_offer(shared: SharedGame, what: Offer, sides: tuple[Mark, ...]) -> bool:
    """Whether the player of these sides has not made this offer already."""
    return shared.offer is None or shared.offer not in [(what, mark) for mark in sides]


def _won(outcome: Outcome | None) -> tuple[list[Move], list[list[Move]]]:
    """The squares of the winning lines, and these."""
    if outcome is None:
        return [], []
    return sorted(outcome.squares), [list(line) for line in outcome.lines]


def _square_labels(
    position: Position, last_move: int | None, squares: Iterable[Move]
) -> dict[int, str]:
    """Some squares as they are read out: `b2, X, last move`."""
    outcome, width = position.outcome, position.rules.width
    notes: dict[int, Note] = {} if last_move is None else {last_move: "last"}
    if outcome is not None:
        notes |= dict.fromkeys(outcome.squares, "winning")
    xs, os, language = position.xs, position.os, current()
    return {
        at: square_label(language, width, at, xs >> at & 1, os >> at & 1, notes.get(at))
        for at in squares
    }


@lru_cache(maxsize=4_096)  # saves 9 of the 12 us that the labels of 3x3 took
def square_label(
    _language: str, width: int, square: int, is_x: int, is_o: int, note: Note | None
) -> str:
    """A square as it is read out: `b2, X, last move`."""
    name, mark = square_name(width, square), "X" if is_x else "O"
    if not (is_x or is_o):
        return _("{square}, empty", square=name)
    match note:
        case "last":
            return last_label().format(square=name, mark=mark)
        case "winning":
            return _("{square}, {mark}, winning line", square=name, mark=mark)
    return f"{name}, {mark}"


def last_label() -> str:
    """How the square of the last move is read out, with names in braces."""
    return _("{square}, {mark}, last move")
