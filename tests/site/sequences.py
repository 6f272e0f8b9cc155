"""Random requests as pages and programs make them, and some that nobody should make."""

from __future__ import annotations

from random import Random
from typing import Any

from noughts.coach.puzzle import puzzle_at
from noughts.core import Rules
from noughts.players import PLAYERS
from noughts.solver import can_solve
from tests.site.both import Both

_BOARDS = (*["3x3:3"] * 12, *["4x3:3", "2x2:2", "1x1:1", "2x3:2", "4x4:3"], "3x3:2", "9x1:3")
_LARGE = ("5x5:4", "9x9:5", "15x15:5", "26x26:6", "7x7:5")
_WRONG_BOARDS = ("3x3", "0x3:3", "27x3:3", "3x3:9", "", "x" * 17, 3, None)
_LEVELS = ("easy", "medium", "hard", "perfect", "strongest")
_WRONG: tuple[Any, ...] = (-1, 676, 10**30, "4", None, True, 1.5, [], {}, "", "ä" * 300, "x\n")
_TEXTS = (
    "",
    "{",
    "[1]",
    "nul",
    '{"version": 1, "square": }',
    "[" * 15_000,
    "1" * 5_000,
    "[" * 17_000,
)
_POSITIONS = (
    "..._..._..._x_3",
    "x.o_.x._..o_x_3",
    "xxx_oo._..._o_3",
    "xo._..._..._o_3",
    "huh",
    "x" * 711,
)


class Sequence:
    """The requests of one visitor."""

    def __init__(self, both: Both, rng: Random, *, large: bool) -> None:
        self.both, self.rng, self.large = both, rng, large
        self.views: dict[str, Any] = {}
        self.commands = [f"command-{number:04}" for number in range(3)]

    def run(self, requests: int) -> None:
        self.begin()
        for _ in range(requests - 1):
            self.step()

    def step(self) -> None:
        acts = (
            *[self.play] * 12,
            *[self.act] * 5,
            *[self.ask_coach] * 3,
            *[self.begin, self.look, self.list, self.rematch, self.elsewhere, self.positions],
        )
        self.rng.choice(acts)()

    def begin(self) -> None:
        rng, new = self.rng, dict[str, Any]()
        boards = _LARGE if self.large else _BOARDS
        if rng.random() < 0.8:
            new["board"] = self.or_wrong(rng.choice(boards), _WRONG_BOARDS)
        if rng.random() < 0.9:
            players = (*_LEVELS, *_LEVELS, *PLAYERS, None, None, None)
            new["opponent"] = self.or_wrong(rng.choice(players), ("nobody", 7, "x" * 33))
        for name, choices in (
            ("side", ("x", "o", "lot")),
            ("first", ("own", "other", "x", "o", "lot")),
        ):
            if rng.random() < 0.5:
                new[name] = self.or_wrong(rng.choice(choices), _WRONG)
        if rng.random() < 0.2:
            new["seconds"] = self.or_wrong(rng.choice((0.5, 1, 30, 31, 60, 0.05, 61)), _WRONG)
        if rng.random() < 0.05:
            new["clock"] = rng.choice(
                ({"per": "game", "seconds": 60}, {"per": "day", "seconds": 1, "more": 1}, 3)
            )
        self.view(self.send("/games", new))

    def play(self) -> None:
        if (game := self.some()) is None:
            return self.begin()
        marks = game["board"]["marks"]
        free = [square for square, mark in enumerate(marks) if not mark] or [0]
        square = self.or_wrong(self.rng.choice(free), (*_WRONG, *range(len(marks))))
        return self.command(game, "play", {"square": square})

    def act(self) -> None:
        if (game := self.some()) is None:
            return self.begin()
        kinds = (*["undo"] * 4, *["resign", "draw", "claim", "decline", "rename", "sit", "react"])
        kind, body = self.rng.choice(kinds), dict[str, Any]()
        if kind in ("rename", "sit"):
            body["name"] = self.or_wrong("Mia", _WRONG)
        if kind == "react":
            body["reaction"] = self.or_wrong("wow", _WRONG)
        return self.command(game, kind, body)

    def rematch(self) -> None:
        if (game := self.some()) is not None:
            self.command(game, "rematch", {})

    def command(self, game: Any, kind: str, body: dict[str, Any]) -> None:
        version = game["version"]
        if kind not in ("sit", "react"):
            body["version"] = self.or_wrong(version, (*_WRONG, version - 1, version + 1, 1))
        before = body.get("version") if kind != "rematch" else None
        self.view(self.send(f"/games/{game['id']}/{kind}", body, before))

    def look(self) -> None:
        if (game := self.some()) is None:
            return
        after = self.or_wrong(
            max(1, game["version"] - self.rng.randrange(4)), (0, "x", 10**7, "1.5")
        )
        query = self.rng.choice(("", f"?after={after}"))
        if self.rng.random() < 0.2:
            self.both.ask("POST", f"/games/{game['id']}/move-now")
        self.view(self.both.ask("GET", f"/games/{game['id']}{query}"))

    def list(self) -> None:
        id_ = self.rng.choice([*self.views, "0" * 24, "x"])
        if self.rng.random() < 0.3:
            self.both.ask("POST", f"/games/{id_}/forget")
            self.views.pop(id_, None)  # a server keeps it for the other player
        self.both.ask("GET", self.rng.choice(("/games", f"/games?before={id_}")))

    def ask_coach(self) -> None:
        if (game := self.some()) is None:
            return
        what = self.rng.choice(("hint", "values", "ending", "review"))
        if not can_solve(Rules.parse(game["board"]["board"])):
            return  # it takes seconds, and how much is found depends on them
        query = self.rng.choice(("", "", "?round=1", "?round=2", "?round=0", "?round=x"))
        self.both.ask("GET", f"/games/{game['id']}/{what}{query}")

    def positions(self) -> None:
        rng = self.rng
        shown = [view["board"]["position"] for view in self.views.values()]
        position = rng.choice([*_POSITIONS, *(text for text in shown if len(text) < 30)])
        match rng.randrange(6):
            case 0:
                self.both.ask("GET", f"/positions/{position}")
            case 1:
                square = rng.choice((*range(10), 675, 676, -1, "a1"))
                self.both.ask("GET", f"/positions/{position}/moves/{square}")
            case 2:
                self.both.ask("GET", "/puzzles/today")
            case 3:
                level, theme = (
                    rng.choice(("easy", "medium", "hard", "no")),
                    rng.choice(("win", "fork", "only", "x")),
                )
                board = rng.choice(("3x3:3", "4x4:4", "3x3"))
                self.both.ask("GET", f"/puzzles/random?level={level}&theme={theme}&board={board}")
            case 4:
                self.both.ask("GET", f"/puzzles/{position}")
            case 5:
                puzzle = self.both.ask("GET", "/puzzles/random")["id"]
                square = self.or_wrong(rng.randrange(9), _WRONG)
                posed = puzzle_at(puzzle)
                right = posed.position.name(posed.answer)
                moves = rng.choice(("", "", right, f"{right}.b2", "z9", "x" * 41))
                path = f"/puzzles/{rng.choice((puzzle, puzzle, position))}?moves={moves}"
                self.both.ask("POST", path, {"square": square})

    def elsewhere(self) -> None:
        """Ask at addresses where nothing is, or not by this method."""
        id_ = self.rng.choice([*self.views, "0" * 24, "A" * 24, "x"])
        path = self.rng.choice(
            (
                "",
                f"/{id_}",
                f"/{id_}/play",
                f"/{id_}/rematch",
                f"/{id_}/undo/more",
                f"/{id_}/nothing",
            )
        )
        method = self.rng.choice(("GET", "POST", "PUT", "DELETE"))
        self.both.ask(method, f"/games{path}", self.rng.choice((*_TEXTS, None, {})))

    def send(self, path: str, body: Any, before: Any = None) -> Any:
        """Send a body, perhaps with the id of a command, and perhaps spoilt, or once more."""
        rng = self.rng
        is_new = path == "/games" or path.endswith("rematch")
        if is_new or rng.random() < 0.4:
            command = f"command-{rng.randrange(10**9)}" if is_new else rng.choice(self.commands)
            body["command"] = self.or_wrong(command, (*_WRONG, *self.commands))
        if rng.random() < 0.05:
            body["other"] = rng.choice(_WRONG)
        if rng.random() < 0.05:
            body["type"] = rng.choice(("play", "undo", "sit", "begin", 1))
        if rng.random() < 0.05 and body:
            del body[rng.choice(sorted(body))]
        if rng.random() < 0.03:
            body = rng.choice(_TEXTS)
        told = before if isinstance(before, int) else None
        for _ in range(rng.choice((1, 1, 1, 1, 1, 2))):
            answer = self.both.ask("POST", path, body, before=told)
        return answer

    def or_wrong(self, right: Any, wrong: tuple[Any, ...]) -> Any:
        """Return what is right, but for once in a while."""
        return self.rng.choice(wrong) if self.rng.random() < 0.06 else right

    def some(self) -> Any:
        """Return a game as it was last seen, mostly the latest."""
        views = list(self.views.values())
        if not views:
            return None
        return views[-1] if self.rng.random() < 0.8 else self.rng.choice(views)

    def view(self, answer: Any) -> None:
        answer = answer.get("game", answer)
        if "seats" in answer:
            self.views.pop(answer["id"], None)
            self.views[answer["id"]] = answer
