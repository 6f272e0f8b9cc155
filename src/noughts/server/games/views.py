"""Games as pages and programs see them: whole, what a move changes, and the frames that say so.

Most of what is sent in a game are moves. An ordinary one is the same text for all: a page that
has the game, and the words for moves, goes on from there by itself. That takes 1 µs for both
players, where a view of the move for each took 9 (`benchmarks/frames.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from noughts.core import Mark, Move, Position
from noughts.core.offer import Offer
from noughts.server.games import schemas, text, types
from noughts.server.games.names import shown
from noughts.server.games.presence import GameAttendance
from noughts.server.games.schemas import PresenceState
from noughts.server.games.types import Sat, SharedGame
from noughts.server.live.messages import write
from noughts.server.live.subscribers import Audience
from noughts.server.log import events
from noughts.server.log.store import Append
from noughts.views.board import board_view, last_label, side, square_labels, won
from noughts.views.game import (
    ClockView,
    GameSummary,
    OfferView,
    SeatView,
    Solo,
    Standing,
    ending_view,
    person_view,
    score_view,
    solo_summary,
    start_text,
)
from noughts.wording import game_text as sentences
from noughts.wording import language
from noughts.wording.language import gettext as _
from noughts.wording.language import remembered
from noughts.wording.text import Subjects, paragraph, taken

S = TypeVar("S", bound=Standing)


def game_view(
    id_: str, shared: SharedGame, key: str | None, now: str, before: SharedGame | None = None
) -> schemas.GameView:
    """Return a game as the holder of a key sees it; it announces what happened since `before`."""
    if not shared.is_between_two:
        return schemas.GameView.of(id_, _solo(shared, key), None if before is None else before.game)
    game, sides = shared.game, shared.sides_of(key)
    board = board_view(game.position, game.last_move)
    return _standing(
        schemas.GameView,
        *(shared, key, now, before),
        id=id_,
        board=board,
        start=start_text(game.start),
        seats={side(mark): _seat(shared, mark, sides) for mark in Mark},
        moves=[board.names[move] for move in game.moves],
        is_thinking=False,
        is_shared=True,
        room=shared.room if sides else "",
        round=shared.round,
        can_sit=shared.free_seat is not None and not sides,
        first=side(game.start.turn),
    )


def _solo(shared: SharedGame, key: str | None) -> Solo:
    """Return a game that is not between two, as the holder of a key sees it."""
    computer, score = shared.computer, shared.score
    return Solo(
        game=shared.game,
        people=shared.people,
        score=(score.x, score.o, score.drawn),
        version=shared.version,
        computer=None if computer is None else computer.player,
        seconds=None if computer is None else computer.seconds or None,
        is_spectator=not shared.sides_of(key),
    )


def _is_change(before: SharedGame, after: SharedGame) -> bool:
    """True if one event of a game between two changed no more than a GameChange says."""
    known, moves = before.game.moves, after.game.moves
    is_next = after.version == before.version + 1 and after.is_between_two
    is_on_board = after.game.start is before.game.start and moves[: len(known)] == known
    return is_next and is_on_board and after.has_players_of(before)


def _standing(
    kind: type[S],
    shared: SharedGame,
    key: str | None,
    now: str,
    before: SharedGame | None,
    **others: object,
) -> S:
    """Return a view of a game between two with the fields of a Standing, and others."""
    game, subjects, sides = shared.game, text.subjects(shared, key), shared.sides_of(key)
    first, second = subjects[Mark.X], subjects[Mark.O]
    ending, goes_on = game.ending, game.ending is None
    is_undoable = ending is None or (ending.termination.on_board and not shared.room)
    has_moved = game.plies_since_turn_of(sides) is not None
    has_say = bool(sides) and shared.free_seat is None
    may_end = has_say and goes_on and not shared.must_be_played_out
    offer = None if shared.offer is None else _offer(subjects, *shared.offer, sides)
    asked = offer.kind if offer is not None and offer.is_yours else None
    first_move_in, score = shared.first_move_in(now), shared.score
    return kind(
        version=shared.version,
        ending=None if ending is None else ending_view(first, second, ending),
        score=score_view(first, second, (score.x, score.o, score.drawn)),
        is_your_turn=has_say and goes_on and game.position.turn in sides,
        offer=offer,
        declined=text.declined_text(subjects, shared),
        clock=clock_view(shared, now),
        first_move_in=None if first_move_in is None else round(first_move_in, 3),
        can_undo=has_say and is_undoable and has_moved and asked is not Offer.UNDO,
        can_draw=may_end and asked is not Offer.DRAW,
        # A room has the next game for both.
        can_rematch=has_say and not (goes_on or shared.room) and asked is not Offer.REMATCH,
        can_resign=may_end,
        status=text.game_text(subjects, shared, sides),
        title=text.page_title(subjects, shared),
        announcement="" if before is None else text.announcement(subjects, before, shared, sides),
        **others,
    )


def _offer(subjects: Subjects, kind: Offer, mark: Mark, sides: tuple[Mark, ...]) -> OfferView:
    """Return an offer of a side, as the player of some sides sees it."""
    sentence = sentences.offer_text(subjects, kind, mark)
    return OfferView(kind, side(mark), mark in sides, sentence)


@remembered
def _board_change(position: Position, moves: tuple[Move, ...]) -> schemas.BoardChange:
    """Return the changes of the last one or two moves; only the last is announced."""
    winning, lines = won(position.outcome)
    return schemas.BoardChange(
        square=moves[-1],
        side=side(position.turn.other),
        turn=None if position.is_over else side(position.turn),
        labels=square_labels(position, moves[-1], moves),
        winning=winning,
        lines=lines,
    )


def clock_view(shared: SharedGame, now: str) -> ClockView | None:
    """Return the clocks of a game at a time, if it has any."""
    clocks, turn = shared.clocks, shared.game.position.turn
    if clocks is None:
        return None
    left = {mark: clocks.left(mark, turn, now) for mark in Mark}
    if (first_move_in := shared.first_move_in(now)) is not None:
        left[turn] = min(left[turn], first_move_in)
    return ClockView(
        per="move" if clocks.clock.per is types.Per.MOVE else "game",
        seconds=clocks.clock.seconds,
        text=sentences.clock_text(clocks.clock.per, clocks.clock.seconds),
        left={side(mark): round(seconds, 3) for mark, seconds in left.items()},
        running=None if clocks.since is None else side(turn),
    )


def game_summary(id_: str, shared: SharedGame, key: str | None) -> GameSummary:
    """Return the view of a game in a list."""
    if not shared.is_between_two:
        return solo_summary(id_, _solo(shared, key), shared.began)
    game, subjects = shared.game, text.subjects(shared, key)
    return GameSummary(
        id=id_,
        board=str(game.rules),
        position=game.position.url,
        opponent=text.opponent_text(shared, key),
        status=text.game_text(subjects, shared, shared.sides_of(key)),
        is_over=game.ending is not None,
        is_waiting=shared.free_seat is not None,
        began=shared.began,
    )


def _seat(shared: SharedGame, mark: Mark, sides: tuple[Mark, ...]) -> SeatView:
    """Return a seat of a game between two."""
    if mark is shared.free_seat:
        return SeatView("free", _("Free seat"), False, False, True)
    name = shared.name(mark)
    return person_view(mark, sides, "" if name is None else shown(name))


@remembered
def move_words(sides: tuple[Mark, ...], names: tuple[str, str] | None) -> schemas.MoveWords:
    """Return the sentences about moves between two people, for one of them or a spectator."""
    subjects, after_moves = text.subjects_between_two(sides, names), []
    for mover in Mark:
        status = sentences.turn_text(subjects, mover.other)
        announcement = paragraph(taken(subjects[mover], "{square}"), status)
        title = sentences.turn_title(subjects, mover.other)
        after_moves.append(schemas.AfterMove(status, title, announcement))
    x, o = after_moves
    return schemas.MoveWords(x, o, label=last_label())


@dataclass(frozen=True, slots=True)
class GameAudience(Audience):
    """A subscriber to a game, who may want each event with what it `changes`."""

    changes: bool = True

    def frame_key(self, shared: SharedGame, *, is_ordinary: bool) -> object:
        """Return a value that is equal for audiences with identical frames of an append."""
        if not self.changes:
            return ""
        if is_ordinary:
            return "" if shared.clocks is None else self.language
        return self.language, shared.sides_of(self.key)


def view_frame(
    id_: str, audience: GameAudience, shared: SharedGame, before: SharedGame | None = None
) -> str:
    """Return the frame with the whole game, which tells what has happened since `before`."""
    with language.use(audience.language):
        view = game_view(id_, shared, audience.key, _time(shared), before)
        return write(schemas.ViewMessage(view, _words(audience, shared)))


def missed_frames(appends: tuple[Append, ...], after: int) -> Iterator[str]:
    """Yield the frames of the events after a version, whose outcome the game shows."""
    for append in appends:
        if append.version + len(append.events) > after:
            yield from map(write, _messages(append, after))


def append_frames(
    id_: str,
    audience: GameAudience,
    append: Append,
    before: SharedGame,
    after: SharedGame,
    *,
    is_ordinary: bool = False,
) -> tuple[str, ...]:
    """Return the frames of an append's events for an audience; the last says what they change."""
    *others, last = _messages(append)
    if not audience.changes:
        return tuple(map(write, [*others, last]))
    if is_ordinary and after.clocks is None:
        return (write(last),)  # most of what is sent needs no words
    with language.use(audience.language):
        key, at = audience.key, _time(after)
        if is_ordinary:
            last = replace(last, clock=clock_view(after, at))
        elif _is_change(before, after):
            moves, has_moved = after.game.moves, after.game.moves != before.game.moves
            board = _board_change(after.game.position, moves[-2:]) if has_moved else None
            change = _standing(schemas.GameChange, after, key, at, before, board=board)
            last = replace(last, change=change)
        else:
            view = game_view(id_, after, key, at, before)
            words = UNSET if after.has_players_of(before) else _words(audience, after)
            last = replace(last, game=view, words=words)
    return tuple(map(write, [*others, last]))


def is_ordinary_move(append: Append, before: SharedGame, after: SharedGame) -> bool:
    """True if pages are sent only the event: a move that changes nothing that it does not say."""
    is_move = isinstance(append.events[0], types.Played) and after.is_between_two
    goes_on = after.game.ending is None and before.offer is None and before.declined is None
    is_first = before.opened is not None  # of a side whose time for it was limited
    return is_move and goes_on and not is_first and after.version == before.version + 1


def presence_state(
    audience: GameAudience, shared: SharedGame, attendance: GameAttendance
) -> PresenceState:
    """Return the presence of players and spectators, worded for the audience."""
    presences = {mark: attendance.presence(shared, mark) for mark in Mark}
    spectators = attendance.spectators(shared, audience.key)
    with language.use(audience.language):
        there = text.presence_text(text.subjects(shared, audience.key), shared, presences)
        watching = text.watching_text(spectators, shared, shared.sides_of(audience.key))
    return PresenceState(
        x=presences[Mark.X],
        o=presences[Mark.O],
        spectators=spectators,
        claim_in=attendance.claim_in(shared),
        text=paragraph(there, watching),
    )


def _time(shared: SharedGame) -> str:
    """Return the time, which takes 1 µs; empty for a game in which no time runs."""
    return "" if shared.since is None else events.now()


def _words(audience: GameAudience, shared: SharedGame) -> schemas.MoveWords | UnsetType:
    """Return the sentences about the moves that follow, if both players sit."""
    if not shared.is_between_two or shared.free_seat is not None:
        return UNSET
    return move_words(shared.sides_of(audience.key), shared.names)


def _messages(append: Append, after: int = 0) -> list[schemas.EventMessage]:
    """Return the messages of an append's events that come after a version."""
    messages = []
    for number, event in enumerate(append.events, append.version + 1):
        if not isinstance(event, types.Began) and number > after:
            # Nobody's key is sent.
            public = schemas.SeatTaken(event.side, event.at) if isinstance(event, Sat) else event
            messages.append(schemas.EventMessage(number, public, append.command_id))
    return messages
