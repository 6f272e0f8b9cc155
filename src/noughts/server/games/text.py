"""The state of a shared game, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.core import Mark
from noughts.core.offer import Offer
from noughts.server.games.names import shown
from noughts.server.games.presence import Presence
from noughts.server.games.types import SharedGame
from noughts.wording import game_text as sentences
from noughts.wording.grammar import agreeing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, remembered
from noughts.wording.text import (
    Named,
    Role,
    Subject,
    Subjects,
    name_of,
    paragraph,
    subjects_for,
)


def subjects(shared: SharedGame, key: str | None) -> Subjects:
    """Return the names of the sides in sentences for the holder of a key."""
    own = shared.sides_of(key)
    if shared.is_between_two:
        return subjects_between_two(own, shared.names)
    return subjects_for(shared.people if own == shared.people else [])


@remembered
def subjects_between_two(own: tuple[Mark, ...], names: tuple[str, str] | None) -> Subjects:
    """Return the names of the sides in a game between two people, for one of them or spectators."""
    by_mark = dict(zip(Mark, names or ("", ""), strict=True))
    if not own:
        return {mark: _named(name, mark) for mark, name in by_mark.items()}
    other = own[0].other
    return {own[0]: Role.YOU, other: _named(by_mark[other], Role.OPPONENT)}


def _named(name: str, unnamed: Subject) -> Subject:
    """Return the player of a name, or what one without a name is called."""
    return Named(shown(name)) if name else unnamed


def game_text(subjects: Subjects, shared: SharedGame, sides: tuple[Mark, ...]) -> str:
    """Return the status of a game in a sentence, which may be that a player is missing."""
    free = shared.free_seat
    if free is None:
        return sentences.status_text(subjects, shared.game)
    if sides:
        return _("Waiting for your friend – send them the link")
    if name := shared.name(free.other):
        return _("{name} wants to play – you're {side}", name=name, side=free)
    return _("Your friend wants to play – you're {side}", side=free)


def result_text(shared: SharedGame) -> str:
    """Return the result of a game that ended on the board, for the picture that is shared."""
    computer = None if shared.computer is None else shared.computer.player
    return sentences.result_text(shared.game, shared.people, computer)


def page_title(subjects: Subjects, shared: SharedGame) -> str:
    """Return the title of the page: whose turn it is, or who won."""
    if shared.free_seat is not None:
        return sentences.titled(_("Waiting for a player"))
    return sentences.game_title(subjects, shared.game)


def announcement(
    subjects: Subjects, before: SharedGame, after: SharedGame, sides: tuple[Mark, ...]
) -> str:
    """Return what happened between two states of a game, for screen readers."""
    news = []
    if after.round != before.round:
        if sides:
            news.append(_("Game {number} – you've swapped sides", number=after.round))
        else:
            news.append(_("Game {number} – they've swapped sides", number=after.round))
    elif before.free_seat is None or after.free_seat is not None:
        news.extend(sentences.moves_text(subjects, before.game, after.game))
    elif subjects[before.free_seat] is Role.YOU:
        news.append(_("You've joined the game"))
    else:
        news.append(_("{name} has joined the game", name=name_of(subjects[before.free_seat])))
    offered = ""
    if after.offer is not None and after.offer != before.offer:
        offered = sentences.offer_text(subjects, *after.offer)
    elif after.declined != before.declined and (declined := declined_text(subjects, after)):
        offered = declined
    elif before.offer is not None and after.offer is None and after.changed == before.changed:
        offered = _("The offer no longer stands")
    if offered and after.changed <= before.version:
        return paragraph(*news, offered)
    lines = sentences.end_text(before.game, after.game)
    return paragraph(*news, offered, game_text(subjects, after, sides), lines)


def presence_text(
    subjects: Subjects, shared: SharedGame, presences: Mapping[Mark, Presence]
) -> str:
    """Return the presence of the other players; to those who watch, of whoever is not here."""
    if not shared.is_between_two:
        return ""
    others = [mark for mark in shared.people if subjects[mark] is not Role.YOU]
    is_watched = len(others) > 1
    parts = [_("You're watching")] if is_watched else []
    if is_watched and all(presences[mark] == "here" for mark in others):
        return paragraph(*parts, _("Both players are here"))
    for mark in others:
        name = name_of(subjects[mark])
        match presences[mark]:
            case "here" if not is_watched:
                parts.append(agreeing("{name} is here", "{name} are here", name))
            case "reconnecting":
                parts.append(agreeing("{name} is reconnecting…", "{name} are reconnecting…", name))
            case "away":
                parts.append(agreeing("{name} is away", "{name} are away", name))
    return paragraph(*parts)


def watching_text(count: int, shared: SharedGame, sides: tuple[Mark, ...]) -> str:
    """Return the number of spectators; before the game begins, a note that the link was opened."""
    if count == 0 or (shared.free_seat is not None and not sides):
        return ""
    if shared.free_seat is not None:
        return _("Your link has been opened")
    return ngettext("{count} person is watching", "{count} people are watching", count)


def declined_text(subjects: Subjects, shared: SharedGame) -> str:
    """Return that an offer was declined; empty for the player who declined it."""
    if shared.declined is None:
        return ""
    what, side = shared.declined
    if (by := subjects[side.other]) is Role.YOU:
        return ""
    name = _("Your friend") if by is Role.OPPONENT else name_of(by)
    match what:
        case Offer.UNDO:
            return agreeing("{name} declined the undo", "{name} declined the undo", name)
        case Offer.DRAW:
            return agreeing("{name} declined the draw", "{name} declined the draw", name)
        case Offer.REMATCH:
            return agreeing("{name} declined the rematch", "{name} declined the rematch", name)


def opponent_text(shared: SharedGame, key: str | None) -> str:
    """Return the opponent in a game of the holder of a key."""
    if shared.is_between_two:
        own = shared.sides_of(key)
        if own and (name := shared.name(own[0].other)) is not None:
            return shown(name)
        return _("A friend") if shared.free_seat is None else _("A friend, who isn't here yet")
    return sentences.opponent_text(None if shared.computer is None else shared.computer.player)
