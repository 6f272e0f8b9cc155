"""One who asks a server and the browser's answers the same, and compares what they say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeVar, TypeVarTuple

import httpx
import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

from noughts.core import Move, Position
from noughts.players import player
from noughts.server import app
from noughts.server.games import service
from noughts.server.http.middleware import wrap
from noughts.server.learn import pages as learn_pages
from noughts.server.learn import puzzles
from noughts.server.log.sqlite import SqliteStore
from noughts.server.metrics import Counters
from noughts.server.settings import Settings
from noughts.server.worker_pool import FairLimiter, WorkerPool
from noughts.site import game_pages, games, routes
from noughts.site import learn_pages as site_learn_pages
from noughts.site.answers import respond
from noughts.solver import Limit, can_solve

API = "/api/v1"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
_UNLIMITED = 10**9
_NONE = Limit()  # for what is solved, however long it takes
_FEW = Limit(nodes=50)  # for a computer's move on boards where nobody proves what is best

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class Chosen:
    """The moves of computers: the second who asks for one in a position gets that of the first."""

    def __init__(self) -> None:
        self._moves: dict[tuple[str, Position, str], list[Move]] = {}

    def choose(
        self, asker: str, name: str, position: Position, _limit: Limit | None = None
    ) -> Move:
        other = "browser" if asker == "server" else "server"
        if waiting := self._moves.get((name, position, other)):
            return waiting.pop(0)
        limit = _NONE if can_solve(position.rules) else _FEW
        move = player(name).choose(position, limit).move
        self._moves.setdefault((name, position, asker), []).append(move)
        return move


class HerePool(WorkerPool):
    """Runs everything in this process."""

    chosen = Chosen()

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.longest, self.limit = games.LONGEST, _NONE

    async def choose_move(
        self,
        name: str,
        position: Position,
        seconds: float | None = None,  # noqa: ARG002
        key: str = "",  # noqa: ARG002
    ) -> Move:
        return self.chosen.choose("server", name, position)

    async def _run_job(
        self,
        limiter: FairLimiter,  # noqa: ARG002
        job: Callable[[*Arguments], T],
        *arguments: *Arguments,
    ) -> T:
        return job(*arguments)

    async def warm_up(self) -> None:
        pass


@contextmanager
def one_server(folder: Path) -> Iterator[TestClient[Any]]:
    """Have a server in this process, whose computers move and whose lots fall as the browser's."""
    settings = Settings(
        games_per_minute=_UNLIMITED,
        games_per_day=_UNLIMITED,
        moves_per_minute=_UNLIMITED // 8,
        questions_per_minute=_UNLIMITED,
    )
    with pytest.MonkeyPatch.context() as patch, capture_logs():
        patch.setattr(app, "WorkerPool", HerePool)
        patch.setattr(games, "choose_move", partial(HerePool.chosen.choose, "browser"))
        for module in (service, puzzles, learn_pages, routes, site_learn_pages):
            patch.setattr(module, "SystemRandom", lambda: Random(7))
        for module in (games, routes, game_pages, site_learn_pages):
            patch.setattr(module, "LIMIT", _NONE)  # what is found does not depend on the time
        patch.setattr(puzzles, "_today", BEGAN.date)
        store = SqliteStore(folder / "games.db")
        with TestClient(wrap(app.create_app(settings, store), Counters())) as client:
            yield client


@dataclass
class Both:
    """A server and a browser that know the same games; the ids of a game may differ."""

    http: httpx.Client
    language: str
    number: int
    kept: dict[str, Any] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)  # the browser's, by the server's
    counts: Counter[str] = field(default_factory=Counter)
    seconds: int = 0

    @property
    def secret(self) -> str:
        """What the server knows the visitor by."""
        return f"{self.number:043}"

    def ask(self, method: str, path: str, body: object = None, *, before: int | None = None) -> Any:
        """Return what both say; a computer's move is awaited, and told as since a version."""
        content = body if isinstance(body, str) or body is None else json.dumps(body)
        answer = self.http.request(
            method,
            API + path,
            content=content,
            headers={
                "Accept-Language": self.language,
                "Authorization": f"Bearer {self.secret}",
                "Content-Type": "application/json",
            },
        )
        theirs = answer.json()
        for server, browser in self.ids.items():
            path = path.replace(server, browser)
        ours = self._answer(method, path, content)
        own, status = ours["body"], ours["status"]
        view = own.get("game", own) if isinstance(own, dict) else {}
        if view.get("is_thinking"):
            told = "" if before is None else f"?after={before}"
            again = self._answer("GET", f"/games/{view['id']}{told}", None)["body"]
            if "game" in own:
                own["game"] = again
            else:
                own = again
            self.counts["replies"] += 1
        if status in (200, 201) and "seats" in theirs:
            self.ids.setdefault(theirs["id"], own["id"])
        text = json.dumps(own)
        for server, browser in self.ids.items():
            text = text.replace(browser, server)
        request = f"{method} {path} {str(content)[:300]} in {self.language}"
        assert status == answer.status_code, (request, theirs, own)
        differences = list(_differences(json.loads(text), theirs))
        assert not differences, (request, differences)
        self.counts[_kind(method, path)] += 1
        self.counts[f"status {status}"] += 1
        self.counts["requests"] += 1
        return theirs

    def _answer(self, method: str, path: str, content: str | None) -> Any:
        """Return the browser's answer, with what is kept of the games that it needs."""
        self.seconds += 1
        asked: dict[str, Any] = {
            "method": method,
            "path": API + path,
            "body": content,
            "language": self.language,
            "now": (BEGAN + timedelta(seconds=self.seconds)).isoformat(),
            "seed": sha256(self.secret.encode()).hexdigest(),
            "games": self.kept if path.startswith("/games?") or path == "/games" else {},
        }
        if path.endswith("/forget"):
            asked["games"] = self.kept
        answer = json.loads(respond(json.dumps(asked)))
        while "needs" in answer:
            needed = {id_: self.kept.get(id_) for id_ in answer["needs"]}
            asked["games"] = {**asked["games"], **needed}
            answer = json.loads(respond(json.dumps(asked)))
        self.keep(answer["games"])
        return answer

    def keep(self, changed: dict[str, Any]) -> None:
        """Keep what changed, as the scripts do."""
        self.kept = {id_: game for id_, game in (self.kept | changed).items() if game is not None}


def _kind(method: str, path: str) -> str:
    """Return what was asked, without what names a game or a position."""
    subject, *rest = path.partition("?")[0].split("/")[1:]
    return f"{method} {subject} {'' if len(rest) < 2 else rest[1]}".strip()


def _differences(ours: Any, theirs: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two differ, but for the times when games began."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted({*ours, *theirs} - {"began"}):
            yield from _differences(ours.get(name, ...), theirs.get(name, ...), f"{path}/{name}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for number, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from _differences(*pair, f"{path}/{number}")
    elif (type(ours), ours) != (type(theirs), theirs):
        yield path, ours, theirs
