"""What is going on in a shared game, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.core.game import Game
from noughts.core.grammar import listing, numeral, sentence
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.text import Spell, Subjects, does, ending_text, subjects_for, taken
from noughts.online.games.state import Computer, Offer, SharedGame

NAME = "Noughts and crosses"
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def spell(rules: Rules) -> Spell:
    """The function that names the squares of a board."""
    return lambda move: square_name(rules.width, move)


def subjects(shared: SharedGame, key: str | None) -> Subjects:
    """The names of the sides in sentences for the holder of a key."""
    own = shared.sides_of(key)
    if shared.is_between_two and own:
        return {own[0]: "you", own[0].other: "your opponent"}
    is_alone = len(shared.people) == 1 and own == shared.people
    return subjects_for(shared.people if is_alone else [])


def game_text(subjects: Subjects, shared: SharedGame, sides: tuple[Mark, ...]) -> str:
    """The status of a game in a sentence, which may be that a player is missing."""
    free = shared.free_seat
    if free is None:
        return status_text(subjects, shared.game)
    if sides:
        return "Waiting for your friend: send them the link."
    return f"The seat of {free} is free."


def status_text(subjects: Subjects, game: Game) -> str:
    """The status of a game with two players, in a sentence."""
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
    if subject == "your opponent":
        return f"Your opponent ({position.turn}) is to move."
    return f"{position.turn} to move."


def page_title(subjects: Subjects, shared: SharedGame) -> str:
    """The title of the page: whose turn it is, or who won."""
    game = shared.game
    if shared.free_seat is not None:
        what = "A seat is free"
    elif game.ending is None:
        subject = subjects[game.position.turn]
        what = "Your move" if subject == "you" else sentence(f"{subject} to move")
    elif game.ending.winner is None:
        what = "Draw"
    else:
        subject = subjects[game.ending.winner]
        what = sentence(f"{subject} {'win' if subject == 'you' else 'wins'}")
    return f"{what} · {NAME}"


def announcement(
    subjects: Subjects, before: SharedGame, after: SharedGame, sides: tuple[Mark, ...]
) -> str:
    """What happened between two states of a game, for screen readers."""
    said = []
    if after.round != before.round:
        said.append(f"Game {after.round}: the sides are swapped.")
    elif before.free_seat is not None and after.free_seat is None:
        said.append(sentence(f"{does(subjects[before.free_seat], 'sit')} down."))
    else:
        said.extend(_moves_text(subjects, before.game, after.game))
    offered = _offer_change(subjects, before, after)
    is_all = bool(offered) and after.changed <= before.version
    return " ".join([*said, *offered, *([] if is_all else [game_text(subjects, after, sides)])])


def offer_text(subjects: Subjects, what: Offer, side: Mark) -> str:
    """The sentence for an open offer."""
    return sentence(f"{does(subjects[side], _OFFERS[what])}.")


_OFFERS = {
    Offer.TAKEBACK: "ask to take back",
    Offer.DRAW: "offer a draw",
    Offer.REMATCH: "ask for a rematch",
}


def _offer_change(subjects: Subjects, before: SharedGame, after: SharedGame) -> list[str]:
    """The sentence for a new offer, or for one that was declined or withdrawn."""
    if after.offer is not None:
        return [] if after.offer == before.offer else [offer_text(subjects, *after.offer)]
    is_off = before.offer is not None and after.changed == before.changed
    return ["The offer no longer stands."] if is_off else []


def presence_text(subjects: Subjects, shared: SharedGame, there: Mapping[Mark, str]) -> str:
    """Which other players are connected."""
    others = [mark for mark in shared.people if subjects[mark] != "you"]
    said = [f"{subjects[mark]} is {there[mark]}" for mark in others]
    return sentence(f"{listing(said)}.") if said and shared.is_between_two else ""


def watching_text(count: int) -> str:
    """How many people are watching."""
    if count == 0:
        return ""
    return "One person is watching." if count == 1 else f"{count} people are watching."


def _moves_text(subjects: Subjects, before: Game, after: Game) -> list[str]:
    kept = _common(before, after)
    undone = len(before.moves) - kept
    said = [_taken_back(undone)] if undone else []
    mark = after.start.turn if kept % 2 == 0 else after.start.turn.other
    for move in after.moves[kept:]:
        said.append(taken(subjects[mark], square_name(after.rules.width, move)))
        mark = mark.other
    return said


def _taken_back(count: int) -> str:
    return sentence(f"{numeral(count)} move{'s' if count > 1 else ''} taken back.")


def _common(before: Game, after: Game) -> int:
    pairs = zip(before.moves, after.moves, strict=False)
    return next(
        (ply for ply, (one, other) in enumerate(pairs) if one != other),
        min(len(before.moves), len(after.moves)),
    )


def opponent_text(shared: SharedGame) -> str:
    """The opponent in a game."""
    if shared.is_between_two:
        return "a friend" if shared.free_seat is None else "a friend who is not here yet"
    if len(shared.people) == len(Mark):
        return "two people"
    computers = (shared.seat(mark) for mark in Mark if mark not in shared.people)
    return "the computer, " + " and ".join(
        seat.player for seat in computers if isinstance(seat, Computer)
    )


def clock_text(per: str, seconds: int) -> str:
    """The setting of a clock.

    >>> clock_text("game", 180)
    '3 minutes each'
    """
    unit, name = next(each for each in _UNITS if seconds % each[0] == 0)
    count = seconds // unit
    return f"{count} {name}{'s' * (count > 1)} {'a move' if per == 'move' else 'each'}"


def board_text(rules: Rules) -> str:
    """The description of a board."""
    return f"{rules.width}×{rules.height}, {numeral(rules.k)} in a row"
