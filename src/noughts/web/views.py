"""From the values of the game to what the API and the pages show."""

from __future__ import annotations

from typing import Literal

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.phrases import Subjects, ending_text, score_text
from noughts.core.position import Position
from noughts.online import Computer, Score, SharedGame
from noughts.web import words
from noughts.web.schemas import (
    BoardView,
    EndingView,
    GameSummary,
    GameView,
    ScoreView,
    SeatView,
    Side,
)


def side(mark: Mark) -> Side:
    """A mark as the API writes it."""
    return "x" if mark is Mark.X else "o"


def board_view(position: Position, last_move: int | None = None) -> BoardView:
    """A position as it is shown."""
    rules, outcome = position.rules, position.outcome
    squares = range(rules.size)
    return BoardView(
        board=str(rules),
        width=rules.width,
        height=rules.height,
        k=rules.k,
        position=position.url,
        marks=[_mark(position.mark_at(square)) for square in squares],
        names=[square_name(rules.width, square) for square in squares],
        labels=[words.square_label(position, square, last_move) for square in squares],
        turn=None if position.is_over else side(position.turn),
        last_move=last_move,
        winning=sorted(outcome.squares) if outcome is not None else [],
        lines=[list(line) for line in outcome.lines] if outcome is not None else [],
    )


def game_view(
    id_: str, shared: SharedGame, key: str | None, before: SharedGame | None = None
) -> GameView:
    """A game as the holder of a key sees it, saying what happened since `before`."""
    game, subjects, sides = shared.game, words.subjects(shared, key), shared.sides_of(key)
    goes_on = game.ending is None
    return GameView(
        id=id_,
        version=shared.version,
        board=board_view(game.position, game.last_move),
        seats={side(mark): _seat(shared, mark, sides, subjects) for mark in Mark},
        moves=[square_name(game.rules.width, move) for move in game.moves],
        ending=_ending(subjects, game),
        score=_score(subjects, shared.score),
        is_your_turn=goes_on and game.position.turn in sides,
        is_thinking=shared.computer_to_move is not None,
        can_take_back=_can_take_back(game, sides),
        can_resign=goes_on and bool(sides),
        first=side(game.start.turn),
        status=words.status_text(subjects, game),
        title=words.page_title(subjects, game),
        announcement="" if before is None else words.announcement(subjects, before.game, game),
    )


def game_summary(id_: str, shared: SharedGame, key: str | None) -> GameSummary:
    """A game in a list."""
    game, subjects = shared.game, words.subjects(shared, key)
    return GameSummary(
        id=id_,
        board=str(game.rules),
        position=game.position.url,
        opponent=words.opponent_text(shared),
        status=words.status_text(subjects, game),
        is_over=game.ending is not None,
    )


def _mark(mark: Mark | None) -> Literal["x", "o", ""]:
    return "" if mark is None else side(mark)


def _seat(shared: SharedGame, mark: Mark, sides: tuple[Mark, ...], subjects: Subjects) -> SeatView:
    seat = shared.seat(mark)
    is_computer = isinstance(seat, Computer)
    name = seat.player if isinstance(seat, Computer) else "human"
    text = f"{subjects[mark]}, {name}" if is_computer else subjects[mark]
    return SeatView(name=name, text=text, is_computer=is_computer, is_you=mark in sides)


def _ending(subjects: Subjects, game: Game) -> EndingView | None:
    if game.ending is None:
        return None
    winner = game.ending.winner
    return EndingView(
        termination=game.ending.termination.value,
        winner=None if winner is None else side(winner),
        text=ending_text(subjects, words.spell(game.rules), game, game.ending),
    )


def _score(subjects: Subjects, score: Score) -> ScoreView:
    counts = {Mark.X: score.x, Mark.O: score.o, None: score.drawn}
    return ScoreView(score.x, score.o, score.drawn, score_text(subjects, counts))


def _can_take_back(game: Game, sides: tuple[Mark, ...]) -> bool:
    ended_off_board = game.ending is not None and not game.ending.termination.on_board
    return not ended_off_board and game.plies_since_turn_of(sides) is not None
