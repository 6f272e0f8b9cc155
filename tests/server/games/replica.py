"""A game as its events make it, computed independently: in lists, by rules written here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

Seats = dict[str, str | None]
ANSWERS = {"undo": "undone", "draw": "drawn", "rematch": "rematched"}


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
        """The part of it that all are shown."""
        return self.version, self.round, self.moves, self.ending, self.offer

    def author(self, event: Any) -> str | None:
        """The name of who alone may cause an event, if that is one of the two."""
        match event["type"]:
            case "played":
                return self.seats[self.turn]
            case "offered" | "resigned":
                return self.seats[event["side"]]
            case "undone" | "drawn" | "rematched":
                return self.seats[other(self._offered(event["type"]))]
        return None

    def _offered(self, answer: str) -> str:
        """The side whose open offer is answered like this."""
        assert self.offer is not None
        kind, side = self.offer
        assert ANSWERS[kind] == answer
        return side

    def receive(self, event: Any, by: str | None = None) -> Replica:
        """The game after an event, which must be legal."""
        kind, version = event["type"], self.version + 1
        if kind == "sat":
            assert self.seats[event["side"]] is None
            return replace(self, version=version, seats={**self.seats, event["side"]: by})
        if kind == "offered":
            offer = (event["kind"], event["side"])
            assert offer != self.offer
            assert (event["kind"] == "rematch") <= (self.ending is not None)
            return replace(self, version=version, offer=offer)
        if kind == "declined":
            assert self.offer is not None
            return replace(self, version=version, offer=None)
        if kind in ANSWERS.values():
            self._offered(kind)
        after = replace(self, version=version, changed=version, offer=None)
        if kind == "undone":  # to the last time it was the turn of who asked for it
            assert event["plies"] == (2 if self.turn == self._offered(kind) else 1)
            assert len(self.moves) >= event["plies"]
            return replace(after, moves=self.moves[: -event["plies"]], ending=None)
        assert (self.ending is not None) == (kind == "rematched")
        match kind:
            case "played":
                assert event["square"] in self.free
                after.moves = [*self.moves, event["square"]]
                if self._has_line(after.moves[len(self.moves) % 2 :: 2]):
                    after.ending = (self.turn,)
                elif not after.free:
                    after.ending = (None,)
                elif self.offer == ("draw", self.turn):
                    after.offer = self.offer
            case "drawn":
                after.ending = (None,)
            case "resigned":
                after.ending = (other(event["side"]),)
            case "rematched":
                after.moves, after.ending, after.round = [], None, self.round + 1
                after.seats = {"x": self.seats["o"], "o": self.seats["x"]}
        return after

    def _has_line(self, own: list[int]) -> bool:
        squares = {divmod(square, self.width) for square in own}
        return any(
            all((row + i * down, column + i * right) in squares for i in range(self.k))
            for row, column in squares
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )


def replica_of(shown: Any) -> Replica:
    """A game as it is shown as a whole."""
    width, height, k = map(int, shown["board"]["board"].replace(":", "x").split("x"))
    ending, offer = shown["ending"], shown["offer"]
    return Replica(
        width,
        height,
        k,
        moves=[shown["board"]["names"].index(name) for name in shown["moves"]],
        ending=None if ending is None else (ending["winner"],),
        offer=None if offer is None else (offer["kind"], offer["side"]),
        round=shown["round"],
        version=shown["version"],
    )


def history_of(begun: Replica, received: dict[int, tuple[Any, str]]) -> dict[int, Replica]:
    """Every state of a game from `begun` on, by its version; each event must be legal."""
    history = {begun.version: begun}
    for version in range(begun.version + 1, max(received, default=begun.version) + 1):
        event, _ = received[version]
        history[version] = history[version - 1].receive(event)
    return history


def after_change(game: Any, message: Any, words: Any) -> Any:
    """The view of a game after an event; None if one to come has it."""
    if "game" in message:
        return message["game"]
    if "change" not in message:
        return after_move(game, message, words) if message["event"]["type"] == "played" else None
    changed = dict(message["change"])
    assert changed["version"] == message["version"] == game["version"] + 1
    if (move := changed.pop("board")) is None:
        return {**game, **changed}
    labels = {int(square): label for square, label in move["labels"].items()}
    board = board_after(game["board"], move["square"], move["side"], labels)
    board |= {key: move[key] for key in ("turn", "winning", "lines")}
    moves = [*game["moves"], board["names"][move["square"]]]
    return {**game, **changed, "board": board, "moves": moves}


def after_move(game: Any, message: Any, words: Any) -> Any:
    """The view of a game after a move, as a page makes it from the event and its words."""
    assert message["version"] == game["version"] + 1
    board, square = game["board"], message["event"]["square"]
    side, last, name = board["turn"], board["last_move"], board["names"][square]
    labels = {square: words["label"].format(square=name, mark=side.upper())}
    if last is not None:
        labels[last] = f"{board['names'][last]}, {board['marks'][last].upper()}"
    said = words[side]
    return {
        **game,
        **said,
        "version": message["version"],
        "board": board_after(board, square, side, labels) | {"turn": other(side)},
        "moves": [*game["moves"], name],
        "clock": message.get("clock"),
        "is_your_turn": game["seats"][other(side)]["is_you"],
        "can_undo": game["can_undo"] or game["seats"][side]["is_you"],
        "announcement": said["announcement"].format(square=name),
    }


def board_after(board: Any, square: int, side: str, labels: dict[int, str]) -> Any:
    """A board with one more mark, and other labels here and there."""
    marks = list(board["marks"])
    assert not marks[square]
    marks[square] = side
    rows = [list(row) for row in board["position"].split("_")[:-2]]
    rows[square // board["width"]][square % board["width"]] = side
    return {
        **board,
        "position": "_".join(["".join(row) for row in rows] + [other(side), str(board["k"])]),
        "marks": marks,
        "labels": [labels.get(at, label) for at, label in enumerate(board["labels"])],
        "last_move": square,
    }
