"""Random visits to pages, as people make them without script, and some that nobody should make."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, urlencode

import httpx

from noughts.coach.lessons import Lesson
from noughts.core import Rules
from noughts.pages.minimax import POSITIONS
from noughts.solver import can_solve
from noughts.views.proof import BOARDS
from tests.site.pages import BothPages

_BOARDS = (*["3x3:3"] * 12, *["4x3:3", "2x2:2", "1x1:1", "2x3:2", "4x4:3"], "3x3:2", "9x1:3")
_LARGE = ("5x5:4", "9x9:5", "15x15:5", "7x7:5")
_WRONG_BOARDS = ("3x3", "0x3:3", "27x3:3", "3x3:9", "", "x" * 17)
_LEVELS = ("easy", "medium", "hard", "perfect", "strongest")
_WRONG = ("-1", "676", "1" * 30, "4.5", "x", "", "ä<b>", "4 ", "0x4")
_SHOWN = (
    "..._..._..._x_3",
    "x.o_.x._..o_x_3",
    "xxx_oo._..._o_3",
    "xox_xxo_oxo_o_3",
    "3x3:3",
    "huh",
    "<script>",
)
_ADDRESSES = ("/nothing", "/g", "/g/x", "/learn/nothing", "/learn/tutorial/13", "/puzzles/sheet/x")


@dataclass
class Shown:
    """A game as a page last showed it."""

    address: str
    board: str
    version: str
    free: list[str]

    @classmethod
    def of(cls, address: str, page: str) -> Shown | None:
        version = re.search(r'id="version" value="(\d+)"', page)
        board = re.search(r'name="shown" value="([^"]+)"', page)
        if version is None or board is None:
            return None
        free = re.findall(r'name="square" value="(\d+)"', page)
        return cls(address, board[1], version[1], free)


@dataclass
class Visits:
    """The pages that one visitor asks for."""

    both: BothPages
    rng: Random
    large: bool
    games: dict[str, Shown] = field(default_factory=dict)

    def run(self, count: int) -> None:
        self.both.see("GET", "/")
        self.begin()
        for _ in range(count - 2):
            acts = (
                *[self.play] * 10,
                *[self.act] * 3,
                *[self.look] * 3,
                *[self.begin, self.home, self.list, self.learn, self.analyse, self.puzzle],
                self.elsewhere,
            )
            self.rng.choice(acts)()

    def begin(self) -> None:
        rng = self.rng
        form = self.choices()
        if rng.random() < 0.4:
            form["square"] = self.or_wrong(str(rng.randrange(9)))
            form["shown"] = rng.choice(("", form.get("board", ""), "3x3:3"))
        self.follow(self.both.see("POST", "/play", form))

    def choices(self) -> dict[str, str]:
        rng = self.rng
        form = {
            "board": self.or_wrong(rng.choice(_LARGE if self.large else _BOARDS), _WRONG_BOARDS),
            "opponent": self.or_wrong(rng.choice((*_LEVELS, "two", "two")), ("nobody", "", "7")),
            "side": self.or_wrong(rng.choice(("x", "o", "lot")), ("z", "")),
            "first": self.or_wrong(rng.choice(("own", "other", "x", "o", "lot")), ("z", "")),
        }
        if rng.random() < 0.1:
            numbers = {name: self.or_wrong(rng.choice("345")) for name in ("width", "height", "k")}
            form |= {"board": "custom", **numbers}
        if rng.random() < 0.2:
            form["seconds"] = self.or_wrong(rng.choice(("1", "30", "")), ("0", "99", "x", "100"))
        if rng.random() < 0.1:
            form["clock"] = rng.choice(
                ("game-180", "move-60", "", "game", "day-1", "game-1", "x-x")
            )
        if rng.random() < 0.1:
            form["more"] = "of this"
        for name in list(form):
            if rng.random() < 0.05:
                del form[name]
        return form

    def home(self) -> None:
        self.follow(self.get("/", **self.rng.choice(({}, self.choices()))), "/")

    def play(self) -> None:
        if (game := self.some()) is None:
            return self.begin()
        square = self.or_wrong(self.rng.choice(game.free or ["0"]), (*_WRONG, "0", "4"))
        return self.send(game, "play", {"version": game.version, "square": square})

    def act(self) -> None:
        if (game := self.some()) is None:
            return self.begin()
        kinds = ("undo", "undo", "undo", "rematch", "rematch", "resign", "draw", "claim", "decline")
        kind = self.rng.choice((*kinds, "rename", "react", "sit", "try", "nothing"))
        form = {"version": game.version}
        if kind in ("rename", "sit"):
            form["name"] = "Mia"
        if kind == "react":
            form["reaction"] = self.or_wrong("wow")
        if kind == "try":
            form["ply"] = self.or_wrong(str(self.rng.randrange(9)))
            form |= self.rng.choice(({}, {}, {"round": "1"}, {"round": "2"}, {"round": "x"}))
        return self.send(game, kind, form)

    def send(self, game: Shown, kind: str, form: dict[str, str]) -> None:
        rng = self.rng
        if "version" in form:
            form["version"] = self.or_wrong(form["version"], (*_WRONG, *["1", "2"] * 9))
        if rng.random() < 0.03:
            del form[rng.choice(sorted(form))]
        if rng.random() < 0.03:
            form["command"] = rng.choice(("command-1", "x"))
        self.follow(self.both.see("POST", f"{game.address}/{kind}", form), game.address)

    def look(self) -> None:
        if (game := self.some()) is None:
            return
        rng = self.rng
        if not can_solve(Rules.parse(game.board)):  # what the coach finds depends on the time
            self.follow(self.both.see("GET", game.address))
            return
        if rng.random() < 0.5:
            self.get(game.address, show=rng.choice(("hint", "values", "x")))
            self.get(game.address, embed="", ply=self.or_wrong(str(rng.randrange(9))))
            return
        what = rng.choice(("", "/review", "/review", "/animation.svg"))
        query = {}
        if what == "/review" and rng.random() < 0.7:
            query["ply"] = self.or_wrong(str(rng.randrange(9)))
        if what == "/review" and rng.random() < 0.3:
            query["round"] = rng.choice(("1", "2", "0", "x"))
        self.get(game.address + what, **query)

    def list(self) -> None:
        rng = self.rng
        addresses = [*self.games, "/g/" + "0" * 24, "/g/x"]
        id_ = rng.choice(addresses).removeprefix("/g/")
        if rng.random() < 0.4:
            before = rng.choice(("", "", f"?before={id_}"))
            self.both.see("POST", f"/games/{id_}/forget{before}", {})
            self.games.pop(f"/g/{id_}", None)  # a server keeps it for the other player
        self.both.see(
            "GET", rng.choice(("/games", "/games", f"/games?before={id_}", "/games?deleting=on"))
        )

    def learn(self) -> None:
        rng = self.rng
        lesson, seed = f"/learn/{rng.choice(list(Lesson)).value}", str(rng.randrange(9))
        step = self.or_wrong(str(rng.randrange(1, 6)))
        match rng.randrange(8):
            case 0:
                self.both.see("GET", rng.choice(("/learn", "/learn/badge", "/learn/tutorial")))
            case 1:
                name = rng.choice(("01_two_players", "06_minimax", "06_minimax.md", "index.md"))
                self.both.see("GET", f"/learn/tutorial/{name}")
            case 2:
                self.get(lesson, seed=seed, step=step)
            case 3:
                query = {"seed": seed, "step": step}
                query |= rng.choice(({}, {}, {"moves": "a1.b2"}, {"moves": "zz"}))
                square = {"square": self.or_wrong(str(rng.randrange(9)))}
                query |= rng.choice(({}, {}, {"embed": ""}))
                self.both.see("POST", f"{lesson}?{urlencode(query)}", square)
            case 4:
                position = rng.choice((*POSITIONS, *_SHOWN))
                switch, step = rng.choice(("on", "off", "x")), self.or_wrong(str(rng.randrange(50)))
                self.get("/learn/minimax", position=position, pruning=switch, step=step)
            case 5:
                board = self.or_wrong(rng.choice(BOARDS[:3]), ("3x3:3", ""))
                moves = rng.choice(("", "&moves=a1", "&moves=a1.b2.c1", "&moves=z"))
                check = rng.choice(("", "&check=off", "&check=x"))
                self.both.see("GET", f"/learn/proof?board={board}{moves}{check}")
            case 6:
                self.get("/learn/badge", position=rng.choice(_SHOWN))
            case 7:
                history = rng.choice(("", "r5", "p3.m2", "r2.g", "g0", "g4", "g12", "x", "r2000.g"))
                games = rng.choice(({}, {}, {"games": self.or_wrong("10")}))
                opponent = self.or_wrong(rng.choice(("easy", "menace", "michie")))
                rules = self.or_wrong(rng.choice(("published", "gentle", "every")))
                machine = {"seed": seed, "rules": rules, "history": history, "opponent": opponent}
                self.get("/learn/menace", **machine, **games)
                move, page = self.or_wrong(rng.choice("134")), self.or_wrong(rng.choice("128"))
                self.get("/learn/menace/boxes", **machine, move=move, page=page)
                self.get("/learn/menace/sheets", rules=rules)
                file = rng.choice(("boxes.svg", "boxes-10.svg", "boxes-11.svg", "puzzles.pdf"))
                self.both.see("GET", f"/learn/menace/sheets/{file}?rules={rules}")

    def analyse(self) -> None:
        rng = self.rng
        position = rng.choice(_SHOWN)
        why = self.or_wrong(str(rng.randrange(9)))
        self.get("/a", position=position, square=why)
        self.get(f"/a/{quote(position)}", **rng.choice(({}, {"why": why})))
        self.get(f"/a/{quote(position)}/picture.png")

    def puzzle(self) -> None:
        rng = self.rng
        theme = self.or_wrong(rng.choice(("win", "fork", "block", "only")))
        board = rng.choice(("3x3:3", "3x3:3", "4x4:4", "3x3"))
        match rng.randrange(5):
            case 0:
                self.both.see("GET", "/puzzles")
            case 1:
                level = self.or_wrong(rng.choice(("easy", "medium", "hard")))
                drawn = self.get("/puzzles/random", theme=theme, board=board, level=level)
                if drawn.status_code == 303:
                    address = drawn.headers["location"] + rng.choice(("", "&embed"))
                    self.both.see("GET", address)
                    square = {"square": self.or_wrong(str(rng.randrange(9)))}
                    self.both.see("POST", address, square)
                    more = f"{address}{'&' if '?' in address else '?'}moves=b2"
                    self.both.see("POST", more, square)
            case 2:
                self.get(f"/puzzles/{quote(rng.choice(_SHOWN))}", theme=theme)
            case 3:
                count = self.or_wrong(str(rng.randrange(1, 5)))
                query = {"theme": theme, "count": count, "seed": str(rng.randrange(9))}
                self.get("/puzzles/sheet", board=board, **query)
            case 4:
                file = rng.choice(("puzzles.svg", "answers.svg", "answers.png"))
                self.both.see("GET", f"/puzzles/sheet/{file}?count=2&seed={rng.randrange(9)}")

    def elsewhere(self) -> None:
        method = self.rng.choice(("GET", "GET", "POST"))
        self.both.see(method, self.rng.choice(_ADDRESSES), {} if method == "POST" else None)

    def get(self, path: str, **query: str) -> httpx.Response:
        """Return the server's page at an address, once in a while that for a frame."""
        if self.rng.random() < 0.15:
            query["embed"] = ""
        return self.both.see("GET", f"{path}?{urlencode(query)}" if query else path)

    def follow(self, answer: httpx.Response, address: str = "") -> None:
        """Look at the page that an answer leads to, and note the game on it."""
        if answer.status_code == 303:
            address = answer.headers["location"]
            answer = self.both.see("GET", address)
        if address.startswith("/g/") and (shown := Shown.of(address, answer.text)):
            self.games.pop(address, None)
            self.games[address] = shown

    def or_wrong(self, right: str, wrong: tuple[str, ...] = _WRONG) -> str:
        """Return what is right, but for once in a while."""
        return self.rng.choice(wrong) if self.rng.random() < 0.06 else right

    def some(self) -> Shown | None:
        """Return a game as it was last seen, mostly the latest."""
        shown = list(self.games.values())
        if not shown:
            return None
        return shown[-1] if self.rng.random() < 0.8 else self.rng.choice(shown)
