"""The coach's answers as the API shows them; each function is a job for the worker pool."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from noughts.atlas import solve, values
from noughts.coach import reviews
from noughts.coach import text as coach_text
from noughts.coach.explanation import advise, explain
from noughts.coach.forced import ForcedValue, forced_values
from noughts.coach.outlook import Difference, outlook, outlook_text, square_texts
from noughts.coach.reviews import EndingReason, Review, better_moves, ending, review
from noughts.coach.text import Explanation
from noughts.core import Game, Mark, Move, Position
from noughts.core.errors import IllegalAction, Unsolved
from noughts.players import player
from noughts.solver import Limit, MoveValue, Value, Verdict, can_solve
from noughts.solver.exact import MOST_PROVED
from noughts.views import board as views
from noughts.wording.game_text import status_text
from noughts.wording.language import gettext as _
from noughts.wording.text import subjects_for

_THINKING = Limit(seconds=0.4)  # a hint comes well within a second
_VALUING = 0.8  # seconds for the values of all moves by force
_REVIEWING = 4  # limits of a proof in a review: an explanation takes a quarter of one at most

_VALUES: dict[Value, views.ValueWord] = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}
_DIFFERENCES = {
    Value.WIN: Difference.WINS,
    Value.DRAW: Difference.HOLDS,
    Value.LOSS: Difference.LOSES,
}


def suggest_move(position: Position, limit: Limit) -> views.Advice:
    """A move to make, with its reason; raises IllegalAction when the game is over."""
    # Where every value is proved, no search is needed.
    thinking = None if can_solve(position.rules) else _THINKING
    return _advice(advise(position, player("strongest", 0), limit, thinking))


def explain_move(position: Position, move: Move, limit: Limit) -> views.Advice:
    """Return the value of a move, with the reason; raises IllegalMove."""
    return _advice(explain(position, move, limit))


def _advice(found: Explanation) -> views.Advice:
    name = found.position.name(found.move)
    lines = list(map(list, coach_text.lines_shown(found)))
    return views.Advice(
        found.move, name, coach_text.verdict_text(found), coach_text.explanation_text(found), lines
    )


def evaluate(position: Position, limit: Limit) -> views.Values:
    """The value of every move, where proved; each of two questions takes half the limit at most.

    Where it is not proved, only the moves that win or lose by force are told.
    """
    proved = _proved(position, limit)
    if proved is not None:
        verdict, worths = proved
        best, text = verdict.best, coach_text.value_text(position, verdict)
    else:
        worths = _forced(position, limit)
        best = tuple(move for move, worth in worths.items() if worth.value is Value.WIN)
        text = coach_text.forced_text(position, worths)
    shown = []
    for move, worth in worths.items():
        short = long = coach_text.worth_text(worth)
        if isinstance(worth, ForcedValue):  # a bound is too long for a square
            short = coach_text.value_word(worth.value)
        label = _("{square}, empty, {value}", square=position.name(move), value=long)
        shown.append(_move_worth(position, move, worth, short, label, is_best=move in best))
    return views.Values(position.url, is_proved=proved is not None, text=text, moves=shown)


def compare(position: Position, limit: Limit) -> views.Values:
    """Return the moves that make a difference for a player, and a sentence about them.

    Where values are not proved, they are the moves that win or lose by force.
    """
    if position.is_over:
        return evaluate(position, limit)
    verdict, worths = _proved(position, limit) or (None, {})
    if verdict is not None and verdict.value in {worth.value for worth in worths.values()}:
        found = outlook(position, worths, limit.part(0.5))
        differences = dict.fromkeys(found.moves, found.difference)
        is_proved, text = True, outlook_text(found)
    else:
        worths = _forced(position, limit)
        differences = {move: _DIFFERENCES[worth.value] for move, worth in worths.items()}
        is_proved, text = False, coach_text.forced_text(position, worths)
        if len(worths) == len(position.moves) and set(differences.values()) == {Difference.LOSES}:
            differences = {}  # where all lose by force, none stands out
    shown = []
    for move, difference in differences.items():
        short, label = square_texts(difference, position.name(move))
        is_best = difference not in (Difference.LOSES, Difference.MISSES)
        shown.append(_move_worth(position, move, worths[move], short, label, is_best=is_best))
    return views.Values(position.url, is_proved=is_proved, text=text, moves=shown)


def _proved(position: Position, limit: Limit) -> tuple[Verdict, dict[Move, MoveValue]] | None:
    """A position and its moves, if both are proved; each question takes half the limit at most."""
    if position.rules.size > MOST_PROVED and not position.is_over:
        return None
    half = limit.part(0.5)
    try:
        verdict, worths = solve(position, half), values(position, half)
    except Unsolved:
        return None
    if verdict.plies is None:  # the second question may have proved more moves to keep the value
        keeping = {move for move, worth in worths.items() if worth.value is verdict.value}
        best = tuple(sorted({*verdict.best, *keeping}))
        is_complete = verdict.best_complete or len(worths) == len(position.moves)
        verdict = replace(verdict, best=best, best_complete=is_complete)
    return verdict, worths


def _forced(position: Position, limit: Limit) -> dict[Move, MoveValue]:
    """The moves that win or lose by force; of the others nothing is said."""
    seconds = inf if limit.seconds is None else limit.seconds
    return forced_values(position, limit if seconds < _VALUING else Limit(seconds=_VALUING))


def _move_worth(
    position: Position, move: Move, worth: MoveValue, text: str, label: str, *, is_best: bool
) -> views.MoveWorth:
    return views.MoveWorth(
        square=move,
        name=position.name(move),
        value=_VALUES[worth.value],
        plies=worth.plies,
        text=text,
        label=label,
        is_best=is_best,
        at_most=isinstance(worth, ForcedValue),
    )


def analyse(position: Position, limit: Limit) -> views.Analysis:
    """A position, what it is worth, and where each move leads."""
    status = status_text(subjects_for([]), Game(position))
    following = {move: position.play_unchecked(move).url for move in position.moves}
    return views.Analysis(views.board_view(position), status, evaluate(position, limit), following)


def review_game(game: Game, limit: Limit, you: Mark | None = None) -> views.ReviewView:
    """A finished game, move by move, for the side `you`; raises IllegalAction if it goes on."""
    if game.ending is None:
        raise IllegalAction(_("You can review the game once it's over"))
    found = review(game, _limit_of_each(game, limit))
    return views.ReviewView(
        start=views.board_view(game.start),
        end=views.board_view(game.position, game.last_move),
        moves=[_reviewed(found, ply, you, limit) for ply in range(len(game.moves))],
        turning_point=reviews.turning_point_text(found, you),
        turning_ply=None if found.decided_by is None else found.decided_by + 1,
        accuracy={views.side(mark): reviews.accuracy_text(found, mark, you) for mark in Mark},
    )


def explain_ending(
    game: Game, limit: Limit, you: Mark | None, opponent: str | None
) -> EndingReason:
    """Explain to the side `you` why a game ended as it did; raises IllegalAction if it goes on."""
    return ending(game, you, opponent, _limit_of_each(game, limit))


def _limit_of_each(game: Game, limit: Limit) -> Limit:
    """The limit of each move, so that all together keep to twice the limit at most."""
    if not game.moves or limit.seconds is None or can_solve(game.rules):
        return limit
    return Limit(seconds=_REVIEWING * limit.seconds / len(game.moves))


def _reviewed(found: Review, ply: int, you: Mark | None, limit: Limit) -> views.ReviewedMove:
    explanation = found.explanations[ply]
    position, move = explanation.position, explanation.move
    last = [each.move for each in found.explanations[max(ply - 1, 0) : ply + 1]]
    better = better_moves(explanation, limit)
    # What would have been right, and kept what the position was worth.
    value = Value.DRAW if explanation.best is None else explanation.best.value
    worth, text = MoveValue(value, None), reviews.better_text(value)
    labels = {each: reviews.better_label(value, position.name(each)) for each in better.moves}
    return views.ReviewedMove(
        ply=ply + 1,
        side=views.side(position.turn),
        square=move,
        name=position.name(move),
        text=reviews.judgement_text(explanation, better, you),
        change=reviews.change_text(explanation),
        keeps_value=explanation.keeps_value,
        is_turning_point=ply == found.decided_by,
        better=[
            _move_worth(position, each, worth, text, label, is_best=True)
            for each, label in labels.items()
        ],
        labels=views.square_labels(position.play_unchecked(move), move, last),
    )
