"""What is going on in a shared game, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from noughts.core import game_text as sentences
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.text import (
    OPPONENT,
    YOU,
    Spell,
    Subjects,
    is_name,
    lines_text,
    name_of,
    paragraph,
    subjects_for,
    taken,
)
from noughts.language import gettext as _
from noughts.language import ngettext, remembered
from noughts.server.games.presence import Presence
from noughts.server.games.types import Computer, Offer, SharedGame
from noughts.server.http.pages import game_name

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60  # seconds


def spell(rules: Rules) -> Spell:
    """The function that names the squares of a board."""
    return lambda move: square_name(rules.width, move)


def subjects(shared: SharedGame, key: str | None) -> Subjects:
    """The names of the sides in sentences for the holder of a key."""
    own = shared.sides_of(key)
    if shared.is_between_two:
        return subjects_between_two(own, shared.names)
    is_alone = len(shared.people) == 1 and own == shared.people
    return subjects_for(shared.people if is_alone else [])


@lru_cache(maxsize=1_024)
def subjects_between_two(own: tuple[Mark, ...], names: tuple[str, str] | None) -> Subjects:
    """The names of the sides in a game between two people, for one of them or for spectators."""
    named: Subjects = subjects_for([]) if names is None else dict(zip(Mark, names, strict=True))
    if not own:
        return named
    return {own[0]: YOU, own[0].other: OPPONENT if names is None else named[own[0].other]}


def game_text(subjects: Subjects, shared: SharedGame, sides: tuple[Mark, ...]) -> str:
    """The status of a game in a sentence, which may be that a player is missing."""
    free = shared.free_seat
    if free is None:
        return sentences.status_text(subjects, shared.game)
    if sides:
        return _("Waiting for your friend – send them the link")
    return _("Your friend wants to play – you're {side}", side=free)


def page_title(subjects: Subjects, shared: SharedGame) -> str:
    """The title of the page: whose turn it is, or who won."""
    return _titled(_page_title(subjects, shared))


def turn_title(subjects: Subjects, turn: Mark) -> str:
    """The title of the page while a game goes on."""
    return _titled(_turn_title(subjects[turn]))


def _titled(what: str) -> str:
    return f"{what} · {game_name()}"


def _page_title(subjects: Subjects, shared: SharedGame) -> str:
    game = shared.game
    if shared.free_seat is not None:
        return _("Waiting for a player")
    if game.ending is None:
        return _turn_title(subjects[game.position.turn])
    if game.ending.winner is None:
        return _("Draw") if game.ending.result == "draw" else _("Unfinished")
    winner = subjects[game.ending.winner]
    return _("You win!") if winner == YOU else _("{name} wins", name=name_of(winner))


@remembered
def _turn_title(subject: str) -> str:
    match subject:
        case "you":
            return _("Your turn")
        case "the computer":
            return _("The computer is thinking…")
        case "your opponent":
            return _("Your opponent's turn")
    if is_name(subject):
        return _("{name}'s turn", name=subject)
    return _("{side} to move", side=subject)


def announcement(
    subjects: Subjects, before: SharedGame, after: SharedGame, sides: tuple[Mark, ...]
) -> str:
    """What happened between two states of a game, for screen readers."""
    said = []
    if after.round != before.round:
        said.append(_("Game {number} – you've swapped sides", number=after.round))
    elif before.free_seat is not None and after.free_seat is None:
        said.append(_joined(subjects[before.free_seat]))
    else:
        said.extend(_moves_text(subjects, before.game, after.game))
    offered = _offer_change(subjects, before, after)
    if offered and after.changed <= before.version:
        return paragraph(*said, offered)
    ended = before.game.ending is None and after.game.ending is not None
    lines = _lines_text(after.game.position) if ended else ""
    return paragraph(*said, offered, game_text(subjects, after, sides), lines)


@remembered
def _lines_text(position: Position) -> str:
    """The winning lines in words, the same for everybody who follows a game."""
    return lines_text(spell(position.rules), Game(position))


def _joined(subject: str) -> str:
    if subject == YOU:
        return _("You've joined the game")
    return _("{name} has joined the game", name=name_of(subject))


def offer_text(subjects: Subjects, what: Offer, side: Mark) -> str:
    """The sentence for an open offer."""
    return sentences.offer_text(subjects, what.value, side)


def _offer_change(subjects: Subjects, before: SharedGame, after: SharedGame) -> str:
    """The sentence for a new offer, or for one that was declined or withdrawn; else empty."""
    if after.offer is not None:
        return "" if after.offer == before.offer else offer_text(subjects, *after.offer)
    is_off = before.offer is not None and after.changed == before.changed
    return _("The offer no longer stands") if is_off else ""


def presence_text(subjects: Subjects, shared: SharedGame, there: Mapping[Mark, Presence]) -> str:
    """Which other players are connected."""
    if not shared.is_between_two:
        return ""
    others = [mark for mark in shared.people if subjects[mark] != YOU]
    return paragraph(*(_presence(name_of(subjects[mark]), there[mark]) for mark in others))


def _presence(name: str, presence: Presence) -> str:
    match presence:
        case "here":
            return _("{name} is here", name=name)
        case "reconnecting":
            return _("{name} is reconnecting…", name=name)
        case "away":
            return _("{name} is away", name=name)
    return ""


def watching_text(count: int) -> str:
    """How many people are watching."""
    if count == 0:
        return ""
    return ngettext("{count} person is watching", "{count} people are watching", count)


def _moves_text(subjects: Subjects, before: Game, after: Game) -> list[str]:
    kept = _common(before, after)
    undone = len(before.moves) - kept
    said = [ngettext("{count} move undone", "{count} moves undone", undone)] if undone else []
    mark = after.start.turn if kept % 2 == 0 else after.start.turn.other
    for move in after.moves[kept:]:
        said.append(taken(subjects[mark], square_name(after.rules.width, move)))
        mark = mark.other
    return said


def _common(before: Game, after: Game) -> int:
    """How many moves two games begin with alike."""
    if after.moves[: len(before.moves)] == before.moves:
        return len(before.moves)
    pairs = zip(before.moves, after.moves, strict=False)
    return next(
        (ply for ply, (one, other) in enumerate(pairs) if one != other),
        min(len(before.moves), len(after.moves)),
    )


def player_of(mark: Mark) -> str:
    """The name of a player whose side is all that is known."""
    return _("Player {side}", side=mark)


def opponent_text(shared: SharedGame, key: str | None) -> str:
    """The opponent in a game of the holder of a key."""
    if shared.is_between_two:
        own = shared.sides_of(key)
        if own and (name := shared.name(own[0].other)) is not None:
            return name
        return _("A friend") if shared.free_seat is None else _("A friend, who isn't here yet")
    if len(shared.people) == len(Mark):
        return _("Two players, same screen")
    seats = (shared.seat(mark) for mark in Mark if mark not in shared.people)
    computers = (seat.player for seat in seats if isinstance(seat, Computer))
    return ", ".join(sentences.computer_name(player) for player in computers)


def clock_text(per: str, seconds: int) -> str:
    """The setting of a clock.

    >>> clock_text("game", 180)
    '3 minutes each'
    """
    is_move = per == "move"
    if seconds % _DAY == 0:
        count = seconds // _DAY
        if is_move:
            return ngettext("{count} day a move", "{count} days a move", count)
        return ngettext("{count} day each", "{count} days each", count)
    if seconds % _HOUR == 0:
        count = seconds // _HOUR
        if is_move:
            return ngettext("{count} hour a move", "{count} hours a move", count)
        return ngettext("{count} hour each", "{count} hours each", count)
    if seconds % _MINUTE == 0:
        count = seconds // _MINUTE
        if is_move:
            return ngettext("{count} minute a move", "{count} minutes a move", count)
        return ngettext("{count} minute each", "{count} minutes each", count)
    if is_move:
        return ngettext("{count} second a move", "{count} seconds a move", seconds)
    return ngettext("{count} second each", "{count} seconds each", seconds)
