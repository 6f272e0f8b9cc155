"""The coach's answers for the board: a square to point at or notes in squares, and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from noughts import coach
from noughts.coach import reviews
from noughts.coach.forced import forced_values
from noughts.coach.outlook import outlook, outlook_text
from noughts.coach.text import explanation_text, forced_text, value_word
from noughts.core import Game, Mark, Move, Position
from noughts.core.errors import Unsolved
from noughts.screen.board import Note
from noughts.solver import Limit, MoveValue, Value
from noughts.solver.exact import MOST_PROVED
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph

_PROVING, _VALUING = Limit(seconds=3), Limit(seconds=1)  # while a person waits
_ENDING_SECONDS = 3  # for all moves together


@dataclass(frozen=True, slots=True)
class Answer:
    """The coach's words, and the square or squares they are about."""

    text: str
    move: Move | None = None
    notes: Mapping[Move, Note] = field(default_factory=dict)


def hint(position: Position, thinking: Limit | None) -> Answer:
    """Return the best move and why."""
    advice = coach.hint(position, _PROVING, thinking)
    return Answer(explanation_text(advice), advice.move)


def why(game: Game, you: Mark | None) -> Answer:
    """Return what the last move was worth, and why."""
    if game.last_move is None:
        return Answer(_("Nobody has moved yet."))
    before = Game(game.start, game.moves[:-1]).position  # also of a game that was resigned
    explanation = coach.explain(before, game.last_move, _PROVING)
    return Answer(explanation_text(explanation, you=you))


def why_won(game: Game, you: Mark | None, opponent: str | None) -> Answer:
    """Return why the game, which is over, ended as it did; for `you` against a computer player."""
    limit = Limit(seconds=_ENDING_SECONDS / max(len(game.moves), 1))
    return Answer(reviews.ending(game, you, opponent, limit).text)


def review(game: Game, you: Mark | None) -> list[Answer]:
    """Return what to say of a game at its start and after each move, with the better squares.

    The first answer and the last sum the game up.
    """
    game_review = reviews.review(game, _VALUING)
    accuracies = dict.fromkeys(reviews.accuracy_text(game_review, mark, you) for mark in Mark)
    summary = paragraph(reviews.turning_point_text(game_review, you), *accuracies)
    answers = [Answer(summary)]
    for ply, explanation in enumerate(game_review.explanations, 1):
        better = reviews.better_moves(explanation, _VALUING)
        is_win = explanation.best is not None and explanation.best.value is Value.WIN
        value = Value.WIN if is_win else Value.DRAW
        judgement = reviews.judgement_text(explanation, better, you)
        text = paragraph(judgement, summary if ply == len(game.moves) else "")
        note = Note(reviews.better_text(value), value)
        answers.append(Answer(text, notes=dict.fromkeys(better.moves, note)))
    return answers


def worths(position: Position) -> Answer:
    """Return the value of each move, as far as it is proved, and the outlook in words.

    The game must not be over.
    """
    if position.rules.size <= MOST_PROVED:
        with suppress(Unsolved):
            analysis = coach.analyse(position, _PROVING, line=False)
            if analysis.shows_best:
                text = outlook_text(outlook(position, analysis.worths, _PROVING))
                return Answer(text, notes=_notes(analysis.worths))
    forced = forced_values(position, _VALUING)
    return Answer(forced_text(position, forced), notes=_notes(forced))


def _notes(values: Mapping[Move, MoveValue]) -> dict[Move, Note]:
    return {move: Note(value_word(worth.value), worth.value) for move, worth in values.items()}
