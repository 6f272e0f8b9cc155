"""The views of games, for the API and the pages."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.text import Subjects, ending_text, score_text
from noughts.online.games import Computer, Free, Offer, Score, SharedGame, text
from noughts.web.views.schemas import (
    BoardView,
    ClockView,
    EndingView,
    GameSummary,
    GameView,
    OfferView,
    ScoreView,
    SeatView,
    Side,
)


def side(mark: Mark) -> Side:
    """A mark as the API writes it."""
    return "x" if mark is Mark.X else "o"


@lru_cache(maxsize=256)  # shared by all audiences of a game; it is a third of a view's cost
def board_view(position: Position, last_move: int | None = None) -> BoardView:
    """The view of a position."""
    rules, outcome = position.rules, position.outcome
    return BoardView(
        board=str(rules),
        width=rules.width,
        height=rules.height,
        k=rules.k,
        position=position.url,
        marks=[_mark(position.mark_at(square)) for square in range(rules.size)],
        names=_names(rules),
        labels=_square_labels(position, last_move),
        turn=None if position.is_over else side(position.turn),
        last_move=last_move,
        winning=sorted(outcome.squares) if outcome is not None else [],
        lines=[list(line) for line in outcome.lines] if outcome is not None else [],
    )


def game_view(
    id_: str, shared: SharedGame, key: str | None, now: str, before: SharedGame | None = None
) -> GameView:
    """A game as the holder of a key sees it; it announces what happened since `before`."""
    game, subjects, sides = shared.game, text.subjects(shared, key), shared.sides_of(key)
    goes_on = game.ending is None
    has_say = bool(sides) and shared.free_seat is None
    asks = has_say and shared.is_between_two
    return GameView(
        id=id_,
        version=shared.version,
        board=board_view(game.position, game.last_move),
        seats={side(mark): _seat(shared, mark, sides, subjects) for mark in Mark},
        moves=[square_name(game.rules.width, move) for move in game.moves],
        ending=_ending(subjects, game),
        score=_score(subjects, shared.score),
        is_your_turn=has_say and goes_on and game.position.turn in sides,
        is_thinking=shared.computer_to_move is not None,
        is_shared=shared.is_between_two,
        room=shared.room if sides else "",
        round=shared.round,
        offer=_offer(shared, subjects, sides),
        clock=clock_view(shared, now),
        can_sit=shared.free_seat is not None and not sides,
        can_take_back=has_say and _can_take_back(shared, sides),
        can_draw=asks and goes_on and _may_offer(shared, Offer.DRAW, sides),
        can_rematch=asks and not goes_on and _may_offer(shared, Offer.REMATCH, sides),
        can_resign=has_say and goes_on,
        first=side(game.start.turn),
        status=text.game_text(subjects, shared, sides),
        title=text.page_title(subjects, shared),
        announcement="" if before is None else text.announcement(subjects, before, shared, sides),
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
        opponent=text.opponent_text(shared),
        status=text.game_text(subjects, shared, shared.sides_of(key)),
        is_over=game.ending is not None,
    )


@lru_cache(maxsize=64)
def _names(rules: Rules) -> list[str]:
    return [square_name(rules.width, square) for square in range(rules.size)]


def _mark(mark: Mark | None) -> Literal["x", "o", ""]:
    return "" if mark is None else side(mark)


def _seat(shared: SharedGame, mark: Mark, sides: tuple[Mark, ...], subjects: Subjects) -> SeatView:
    match shared.seat(mark):
        case Computer(player=name):
            return SeatView(name, f"{subjects[mark]}, {name}", True, False, False)
        case Free():
            return SeatView("free", "free seat", False, False, True)
    return SeatView("human", subjects[mark], False, mark in sides, False)


def _ending(subjects: Subjects, game: Game) -> EndingView | None:
    if game.ending is None:
        return None
    winner = game.ending.winner
    return EndingView(
        termination=game.ending.termination.value,
        winner=None if winner is None else side(winner),
        text=ending_text(subjects, text.spell(game.rules), game, game.ending),
    )


def _score(subjects: Subjects, score: Score) -> ScoreView:
    counts = {Mark.X: score.x, Mark.O: score.o, None: score.drawn}
    return ScoreView(score.x, score.o, score.drawn, score_text(subjects, counts))


def _offer(shared: SharedGame, subjects: Subjects, sides: tuple[Mark, ...]) -> OfferView | None:
    if shared.offer is None:
        return None
    what, mark = shared.offer
    said = text.offer_text(subjects, what, mark)
    return OfferView(what.value, side(mark), mark in sides, said)


def _can_take_back(shared: SharedGame, sides: tuple[Mark, ...]) -> bool:
    game = shared.game
    if game.ending is not None and not game.ending.termination.on_board:
        return False
    own = game.plies_since_turn_of(sides) is not None
    return own and _may_offer(shared, Offer.TAKEBACK, sides)


def _may_offer(shared: SharedGame, what: Offer, sides: tuple[Mark, ...]) -> bool:
    """Whether the player of these sides has not made this offer already."""
    return shared.offer is None or shared.offer not in [(what, mark) for mark in sides]


def _square_labels(position: Position, last_move: int | None) -> list[str]:
    """Each square as it is read out: `b2, X, last move`."""
    outcome, width = position.outcome, position.rules.width
    notes = {} if last_move is None else {last_move: "last move"}
    if outcome is not None:
        notes |= dict.fromkeys(outcome.squares, "winning line")
    xs, os = position.xs, position.os
    return [
        _square_label(width, square, xs >> square & 1, os >> square & 1, notes.get(square))
        for square in range(position.rules.size)
    ]


@lru_cache(maxsize=4_096)  # saves 9 of the 12 us that the labels of 3x3 took
def _square_label(width: int, square: int, is_x: int, is_o: int, note: str | None) -> str:
    said = [square_name(width, square), "X" if is_x else "O" if is_o else "empty"]
    return ", ".join(said if note is None else [*said, note])
