"""A game as its events make it, computed independently: in lists, by rules written here."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any

Seats = dict[str, str | None]


def other(side: str) -> str:
    return "o" if side == "x" else "x"


@dataclass
class Replica:
    """A game in which X starts; `seats` are the names of those who sit, where they are known."""

    width: int = 3
    height: int = 3
    k: int = 3
    seats: Seats = field(default_factory=lambda: {"x": None, "o": None})
    moves: list[int] = field(default_factory=list)
    ending: tuple[str | None] | None = None  # who won, or None for a draw
    offer: tuple[str, str] | None = None  # what, and by which side
    round: int = 1
    version: int = 1
    changed: int = 1  # the version since which there were only offers and people sitting down

    @property
    def turn(self) -> str:
        return "xo"[len(self.moves) % 2]

    @property
    def free(self) -> list[int]:
        return [square for square in range(self.width * self.height) if square not in self.moves]

    @property
    def shown(self) -> tuple[Any, ...]:
        """What everybody is shown of it."""
        return self.version, self.round, self.moves, self.ending, self.offer

    def receive(self, event: Any, by: str | None = None) -> Replica:
        """The game after an event, which must be legal; and so for the one it came from."""
        after = copy(self)
        after.version += 1
        kind = event["type"]
        if kind == "sat-down":
            assert self.seats[event["side"]] is None
            after.seats = {**self.seats, event["side"]: by}
        elif kind == "offered":
            self._offered(after, event, by)
        elif kind == "declined":
            assert self.offer is not None
            after.offer = None
        else:
            after.changed, after.offer = after.version, None
            getattr(self, f"_{kind.replace('-', '_')}")(after, event, by)
        return after

    def _offered(self, after: Replica, event: Any, by: str | None) -> None:
        self._check(by, event["side"])
        assert (event["kind"] == "rematch") <= (self.ending is not None)
        after.offer = (event["kind"], event["side"])
        assert after.offer != self.offer

    def _played(self, after: Replica, event: Any, by: str | None) -> None:
        self._check(by, self.turn)
        assert self.ending is None
        assert event["square"] in self.free
        after.moves = [*self.moves, event["square"]]
        if self._has_line(after.moves[len(self.moves) % 2 :: 2]):
            after.ending = (self.turn,)
        elif not after.free:
            after.ending = (None,)
        if self.offer == ("draw", self.turn) and after.ending is None:
            after.offer = self.offer

    def _took_back(self, after: Replica, event: Any, by: str | None) -> None:
        """Back to the last time it was the turn of whoever asked for it."""
        assert self.offer is not None
        what, asker = self.offer
        self._check(by, other(asker))
        assert what == "takeback"
        assert event["plies"] == (2 if self.turn == asker else 1)
        assert len(self.moves) >= event["plies"]
        after.moves = self.moves[: -event["plies"]]
        after.ending = None

    def _agreed(self, after: Replica, _event: Any, by: str | None) -> None:
        assert self.offer is not None
        assert self.offer[0] == "draw"
        assert self.ending is None
        self._check(by, other(self.offer[1]))
        after.ending = (None,)

    def _resigned(self, after: Replica, event: Any, by: str | None) -> None:
        self._check(by, event["side"])
        assert self.ending is None
        after.ending = (other(event["side"]),)

    def _rematched(self, after: Replica, _event: Any, by: str | None) -> None:
        assert self.offer is not None
        assert self.offer[0] == "rematch"
        assert self.ending is not None
        self._check(by, other(self.offer[1]))
        after.moves, after.ending, after.round = [], None, self.round + 1
        after.seats = {"x": self.seats["o"], "o": self.seats["x"]}

    def _check(self, by: str | None, side: str) -> None:
        """Whoever did it had the right to: they sit there."""
        assert by is None or self.seats[side] == by

    def _has_line(self, own: list[int]) -> bool:
        squares = {divmod(square, self.width) for square in own}
        return any(
            all((row + i * down, column + i * right) in squares for i in range(self.k))
            for row, column in squares
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )


def replica_of(shown: Any) -> Replica:
    """A game as it is shown as a whole, to people (`view`) or to programs (`gameFull`)."""
    is_view = "board" in shown
    state = shown if is_view else shown["state"]
    rules = shown["board"]["board"] if is_view else shown["rules"]
    width, height, k = map(int, rules.replace(":", "x").split("x"))
    moves = state["moves"]
    if is_view:
        moves = [shown["board"]["names"].index(name) for name in moves]
    ending, offer = state["ending"], state["offer"]
    return Replica(
        width,
        height,
        k,
        moves=moves,
        ending=None if ending is None else (ending["winner"],),
        offer=None if offer is None else (offer["kind"], offer["side"]),
        round=shown["round"],
        version=state["version"],
    )


def history_of(begun: Replica, received: dict[int, tuple[Any, str]]) -> dict[int, Replica]:
    """Every state of a game from `begun` on, by its version; each event must be legal."""
    history = {begun.version: begun}
    for version in range(begun.version + 1, max(received, default=begun.version) + 1):
        event, _ = received[version]
        history[version] = history[version - 1].receive(event)
    return history


def after_change(game: Any, message: Any, words: Any) -> Any:
    """The view of a game after a message that says what changes in it."""
    match message["type"]:
        case "view":
            return message["game"]
        case "event":
            return after_move(game, message, words)
    changed, board = dict(message["game"]), game["board"]
    assert changed["version"] == game["version"] + 1
    if (move := changed.pop("board")) is None:
        return {**game, **changed}
    square, marks, labels = move["square"], list(board["marks"]), list(board["labels"])
    assert not marks[square]
    marks[square] = move["side"]
    for at, label in move["labels"].items():
        labels[int(at)] = label
    board = {
        **board,
        "position": position_after(board, square, move["side"]),
        "marks": marks,
        "labels": labels,
        "last_move": square,
        **{key: move[key] for key in ("turn", "winning", "lines")},
    }
    return {**game, **changed, "board": board, "moves": [*game["moves"], board["names"][square]]}


def after_move(game: Any, message: Any, words: Any) -> Any:
    """The view of a game after a move, as a page makes it from the event and its words."""
    assert message["version"] == game["version"] + 1
    board, square = game["board"], message["event"]["square"]
    side, last, name = board["turn"], board["last_move"], board["names"][square]
    marks, labels = list(board["marks"]), list(board["labels"])
    assert not marks[square]
    marks[square] = side
    labels[square] = words["label"].format(square=name, mark=side.upper())
    if last is not None:
        labels[last] = f"{board['names'][last]}, {marks[last].upper()}"
    board = {
        **board,
        "position": position_after(board, square, side),
        "marks": marks,
        "labels": labels,
        "turn": other(side),
        "last_move": square,
    }
    said = words[side]
    return {
        **game,
        **said,
        "version": message["version"],
        "board": board,
        "moves": [*game["moves"], name],
        "clock": message.get("clock"),
        "is_your_turn": game["seats"][other(side)]["is_you"],
        "can_take_back": game["can_take_back"] or game["seats"][side]["is_you"],
        "announcement": said["announcement"].format(square=name),
    }


def position_after(board: Any, square: int, side: str) -> str:
    rows = [list(row) for row in board["position"].split("_")[:-2]]
    rows[square // board["width"]][square % board["width"]] = side
    return "_".join(["".join(row) for row in rows] + [other(side), str(board["k"])])
