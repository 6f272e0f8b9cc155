"""A finished or interrupted game as one line of JSON, for storage and exchange."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from noughts.core.checks import check_type
from noughts.core.ending import Ending, Termination
from noughts.core.errors import NotationError, NoughtsError
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.notation import quote, read_mark
from noughts.core.position import Position
from noughts.core.rules import Rules

VERSION = 1
LONGEST_RECORD = 16_384  # characters; a full 26×26 game takes about 6,000
_LONGEST_NAME = 200
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "version": int,
    "rules": str,
    "start": (str, type(None)),
    "first": str,
    "players": dict,
    "moves": list,
    "result": str,
    "termination": (str, type(None)),
    "started": (str, type(None)),
    "ended": (str, type(None)),
}


@dataclass(frozen=True, slots=True)
class Record:
    """A game with who played it and when (ISO 8601, or None where unknown).

    Raises NotationError for a name of more than 200 characters or an invalid time.

    >>> record = Record(Game().play(4, 0), {Mark.X: "Ada", Mark.O: "medium"})
    >>> Record.parse(str(record)) == record
    True
    """

    game: Game
    players: Mapping[Mark, str] = field(hash=False)
    started: str | None = None
    ended: str | None = None

    def __post_init__(self) -> None:
        check_type(self.game, Game, "the game")
        check_type(self.players, Mapping, "the players")
        if self.players.keys() != set(Mark):
            raise NotationError("record: players are x and o")
        players: dict[Mark, Any] = {mark: self.players[mark] for mark in Mark}
        if any(not isinstance(name, str) or len(name) > _LONGEST_NAME for name in players.values()):
            raise NotationError(
                f"record: players are x and o, each a name of at most {_LONGEST_NAME} characters"
            )
        object.__setattr__(self, "players", players)  # a copy, since the caller's may change
        _check_time("started", self.started)
        _check_time("ended", self.ended)

    @classmethod
    def played(
        cls, game: Game, players: Mapping[Mark, str], started: datetime | None, ended: datetime
    ) -> Record:
        """Return a record of a game that was just played, with its times to the second."""
        check_type(started, datetime | None, "the start")
        check_type(ended, datetime, "the end")
        began = None if started is None else started.isoformat(timespec="seconds")
        return cls(game, players, began, ended.isoformat(timespec="seconds"))

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read one line; raises NotationError, which names the wrong field."""
        data = _load(text)
        if data["players"].keys() != {"x", "o"}:
            raise NotationError("record: players are x and o")
        players = {mark: data["players"][mark.value] for mark in Mark}
        start = _start(data)
        with _naming("moves"):
            if not all(isinstance(name, str) for name in data["moves"]):
                raise NotationError("moves are names of squares")
            game = Game(start, data["moves"])
        with _naming("result and termination"):
            ending = _ending_off_board(data)
            game = game if ending is None else game.end(ending)
        written: tuple[str, str | None] = ("*", None)
        if game.ending is not None:
            written = (game.ending.result, game.ending.termination.value)
        if (data["result"], data["termination"]) != written:
            raise NotationError(
                f"record: result {quote(data['result'])} and termination {data['termination']}"
                f" do not fit the moves, which give {written[0]} and {written[1]}"
            )
        return cls(game, players, data["started"], data["ended"])

    def __str__(self) -> str:
        game = self.game
        begins_empty = not game.start.occupied
        data = {
            "version": VERSION,
            "rules": str(game.rules),
            "start": None if begins_empty else game.start.notation,
            "first": game.start.first.value,
            "players": {mark.value: self.players[mark] for mark in Mark},
            "moves": game.move_names,
            "result": "*" if game.ending is None else game.ending.result,
            "termination": None if game.ending is None else game.ending.termination.value,
            "started": self.started,
            "ended": self.ended,
        }
        # ASCII, so that no name can end the line or be impossible to encode.
        return json.dumps(data, separators=(",", ":"))


def _load(text: str) -> dict[str, Any]:
    check_type(text, str, "a record's text")
    if len(text) > LONGEST_RECORD:
        raise NotationError(f"a record has at most {LONGEST_RECORD} characters")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except NotationError:
        raise
    except (ValueError, RecursionError) as error:
        raise NotationError(f"a record is one JSON object: {error}") from None
    if not isinstance(data, dict):
        raise NotationError("a record is one JSON object")
    if data.keys() != _FIELDS.keys():
        wrong = sorted(data.keys() ^ _FIELDS.keys())[0]
        fault = "is missing" if wrong in _FIELDS else "is not a field of version 1"
        raise NotationError(f"record: {quote(wrong)} {fault}")
    for key, kind in _FIELDS.items():
        if not isinstance(data[key], kind) or isinstance(data[key], bool):
            raise NotationError(f"record: {key} has the wrong type")
    if data["version"] != VERSION:
        version = quote(str(data["version"]))
        raise NotationError(f"record: version {version} is not known, only {VERSION} is")
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Readers differ on whether the first or last of repeated keys counts, so none may repeat.
    repeated = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
    if repeated:
        raise NotationError(f"record: {quote(repeated[0])} is given twice")
    return dict(pairs)


def _start(data: dict[str, Any]) -> Position:
    with _naming("rules"):
        rules = Rules.parse(data["rules"])
    with _naming("first"):
        first = read_mark(data["first"])
    if data["start"] is None:
        return rules.start(first)
    with _naming("start"):
        start = Position.parse(data["start"])
    if start.rules != rules or start.first is not first:
        raise NotationError("record: the start is not one of these rules and this first player")
    return start


@contextmanager
def _naming(field: str) -> Iterator[None]:
    """Name the field in errors raised inside."""
    try:
        yield
    except NoughtsError as error:
        raise NotationError(f"record: {field}: {error}") from None


def _ending_off_board(data: dict[str, Any]) -> Ending | None:
    if data["termination"] is None:
        return None
    try:
        termination = Termination(data["termination"])
    except ValueError:
        raise NotationError(f"{quote(data['termination'])} is not a way to end a game") from None
    if termination.on_board:
        return None
    winner = Mark(data["result"]) if data["result"] in ("x", "o") else None
    return Ending(termination, winner)


def _check_time(key: str, text: str | None) -> None:
    check_type(text, str | None, f"the time {key}")
    if text is None:
        return
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise NotationError(f"record: {key} is not an ISO 8601 time: {quote(text)}") from None
