"""The sentences of the pages that no other surface says."""

from __future__ import annotations

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.phrases import Spell, Subjects, ending_text, subjects_for, taken
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.wording import numeral, sentence
from noughts.online import Computer, SharedGame

NAME = "Noughts and crosses"


def spell(rules: Rules) -> Spell:
    """How pages call squares."""
    return lambda move: square_name(rules.width, move)


def subjects(shared: SharedGame, key: str | None) -> Subjects:
    """How sentences call the sides, to whoever holds this key."""
    is_alone = len(shared.people) == 1 and shared.sides_of(key) == shared.people
    return subjects_for(shared.people if is_alone else [])


def status_text(subjects: Subjects, game: Game) -> str:
    """What is going on, in a sentence."""
    if game.ending is not None:
        return ending_text(subjects, spell(game.rules), game, game.ending)
    return turn_text(subjects, game.position)


def turn_text(subjects: Subjects, position: Position) -> str:
    """Whose move it is."""
    subject = subjects[position.turn]
    if subject == "you":
        return f"Your move: you are {position.turn}."
    if subject == "the computer":
        return f"The computer ({position.turn}) is thinking."
    return f"{position.turn} to move."


def page_title(subjects: Subjects, game: Game) -> str:
    """What the window is called: whose turn it is, or who won."""
    if game.ending is None:
        subject = subjects[game.position.turn]
        what = "Your move" if subject == "you" else sentence(f"{subject} to move")
    elif game.ending.winner is None:
        what = "Draw"
    else:
        subject = subjects[game.ending.winner]
        what = sentence(f"{subject} {'win' if subject == 'you' else 'wins'}")
    return f"{what} · {NAME}"


def announcement(subjects: Subjects, before: Game, after: Game) -> str:
    """What happened between two states of a game, as it is read out."""
    kept = _common(before, after)
    undone = len(before.moves) - kept
    said = [_taken_back(undone)] if undone else []
    mark = after.start.turn if kept % 2 == 0 else after.start.turn.other
    for move in after.moves[kept:]:
        said.append(taken(subjects[mark], square_name(after.rules.width, move)))
        mark = mark.other
    return " ".join([*said, status_text(subjects, after)])


def _taken_back(count: int) -> str:
    return sentence(f"{numeral(count)} move{'s' if count > 1 else ''} taken back.")


def _common(before: Game, after: Game) -> int:
    pairs = zip(before.moves, after.moves, strict=False)
    return next(
        (ply for ply, (one, other) in enumerate(pairs) if one != other),
        min(len(before.moves), len(after.moves)),
    )


def square_label(position: Position, square: int, last_move: int | None) -> str:
    """A square as it is read out: `b2, X, last move`."""
    mark = position.mark_at(square)
    said = [square_name(position.rules.width, square), "empty" if mark is None else str(mark)]
    outcome = position.outcome
    if outcome is not None and square in outcome.squares:
        said.append("winning line")
    elif square == last_move:
        said.append("last move")
    return ", ".join(said)


def unproved_text(rules: Rules) -> str:
    """What to know of the computer players where they cannot be perfect."""
    return (
        f"The values of {rules} are not proved, so no player here is perfect: "
        "the strongest one wins and blocks at sight and takes the most open lines."
    )


def opponent_text(shared: SharedGame) -> str:
    """Against whom a game is played."""
    if len(shared.people) == len(Mark):
        return "two people"
    computers = (shared.seat(mark) for mark in Mark if mark not in shared.people)
    return "the computer, " + " and ".join(
        seat.player for seat in computers if isinstance(seat, Computer)
    )


def board_text(rules: Rules) -> str:
    """A board as it is offered."""
    return f"{rules.width}×{rules.height}, {numeral(rules.k)} in a row"
