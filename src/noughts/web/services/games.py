"""The service for games, used by the API, the WebSocket and the pages alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random, SystemRandom

from noughts.core.bits import Move
from noughts.core.errors import IllegalAction
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.online.errors import Stale
from noughts.online.games import (
    Ask,
    ClaimWin,
    Clock,
    Command,
    Computer,
    Decline,
    Free,
    Offer,
    Person,
    Resign,
    Seat,
    SharedGame,
    Sit,
)
from noughts.players import check_supports, player
from noughts.web.aggregates.games import Executed, Games
from noughts.web.live.game_channel import GameChannels
from noughts.web.services import coaching
from noughts.web.views.games import game_summary, game_view
from noughts.web.views.schemas import (
    Action,
    Advice,
    Analysis,
    GameSummary,
    GameView,
    NewGame,
    ReviewView,
    Values,
)
from noughts.web.worker_pool import WorkerPool

FRIEND = "friend"  # as the opponent: the seat is free for anybody with the link
_MAX_LISTED = 30  # games of one visitor


class StaleGame(Stale):
    """A command based on an old version, with a view of the latest."""

    def __init__(self, game: GameView) -> None:
        super().__init__()
        self.game = game


@dataclass(frozen=True, slots=True)
class GameService:
    """Begins, plays and coaches games for visitors, who are known by their keys."""

    games: Games
    live: GameChannels
    pool: WorkerPool
    rng: Random = field(default_factory=SystemRandom)

    async def begin(self, new: NewGame, key: str) -> str:
        """Begin a game and return its id.

        Raises InvalidRules, NotationError, UnknownPlayer and UnsupportedRules, and IllegalAction
        for a clock without a friend.
        """
        rules = Rules.parse(new.board)
        start = str(rules.start(self._draw(new.first)))
        clock = None if new.clock is None else Clock(new.clock.per, new.clock.seconds)
        if clock is not None and new.opponent != FRIEND:
            raise IllegalAction("only a game against a friend has a clock")
        began = self.games.begun(start, self._seats(new, key), clock)
        return await self.games.begin(began, key, new.command)

    async def begin_next(self, id_: str, key: str, command_id: str | None = None) -> str | None:
        """Begin another game like this one, with the other side starting, and return its id.

        None between two people: they agree on a rematch in this game. Raises Refused.
        """
        if (await self.find(id_)).is_between_two:
            return None
        return await self.games.begin_next(id_, key, command_id)

    async def find(self, id_: str) -> SharedGame:
        """A game as it is now; raises UnknownGame."""
        return await self.games.find(id_)

    async def view(self, id_: str, key: str, after: int | None = None) -> GameView:
        """The view of a game, announcing what happened after a version; raises UnknownGame."""
        shared = await self.find(id_)
        before = None if after is None else await self.games.find_at(id_, after)
        return game_view(id_, shared, key, self.games.log.now(), before)

    async def list_games(self, key: str) -> list[GameSummary]:
        """The games that a visitor began or joined last, latest first."""
        found = await self.games.games_of(key, _MAX_LISTED) if key else []
        return [game_summary(id_, shared, key) for id_, shared in found]

    async def execute(
        self, id_: str, command: Command, command_id: str | None = None, *, active: str = ""
    ) -> Executed:
        """Execute a visitor's command.

        `active` is the key of a visitor without a live connection, whose activity is recorded.
        Raises UnknownGame, Stale, Refused, IllegalMove and IllegalAction.
        """
        if active:
            self.live.record_activity(id_, active)
        return await self.games.execute(id_, command, command_id)

    async def execute_and_view(
        self, id_: str, key: str, command: Command, command_id: str | None
    ) -> GameView:
        """The same with a view of the game after it; raises StaleGame instead of Stale."""
        try:
            executed = await self.execute(id_, command, command_id, active=key)
        except Stale:
            raise StaleGame(await self.view(id_, key, command.version)) from None
        before = executed.before
        if before.version != command.version:  # repeated, or based on a version before an offer
            before = await self.games.find_at(id_, command.version)
        return game_view(id_, executed.after, key, self.games.log.now(), before)

    async def sit_command(self, id_: str, key: str) -> Command:
        """The command to take the free seat of a game."""
        return Sit(Person(key), (await self.find(id_)).version)

    def action_command(self, id_: str, by: Seat, action: Action, version: int) -> Command:
        """The command for an action."""
        match action:
            case "undo":
                return Ask(by, version, Offer.TAKEBACK)
            case "draw":
                return Ask(by, version, Offer.DRAW)
            case "next":
                return Ask(by, version, Offer.REMATCH)
            case "resign":
                return Resign(by, version)
            case "decline":
                return Decline(by, version)
            case "claim":
                return ClaimWin(by, version, self.live.away_seconds(id_))

    async def hint(self, id_: str) -> Advice:
        """A move for the side to move, with its reason; raises IllegalAction and Overloaded."""
        game = await self._coached(id_)
        if game.ending is not None:
            raise IllegalAction("the game is over: there is no move to choose")
        return await self.pool.run_coach(coaching.suggest_move, game.position, self.pool.limit)

    async def values(self, id_: str) -> Values:
        """The value of every move; raises IllegalAction and Overloaded."""
        position = (await self._coached(id_)).position
        return await self.pool.run_coach(coaching.evaluate, position, self.pool.limit)

    async def review(self, id_: str, number: int | None = None) -> ReviewView:
        """A finished game of a series, move by move; raises IllegalAction while it goes on."""
        shared = await self.games.find_round(id_, number)
        return await self.pool.run_coach(coaching.review_game, shared.game, self.pool.limit)

    async def analyse(self, position: Position) -> Analysis:
        """What a position is worth, and where each move leads."""
        return await self.pool.run_coach(coaching.analyse, position, self.pool.limit)

    async def explain(self, position: Position, move: Move) -> Advice:
        """What a move is worth, and the reason; raises IllegalMove."""
        return await self.pool.run_coach(coaching.explain_move, position, move, self.pool.limit)

    async def _coached(self, id_: str) -> Game:
        """The game, if the coach may be asked about it; raises IllegalAction otherwise."""
        shared = await self.games.find(id_)
        if shared.is_between_two and shared.game.ending is None:
            raise IllegalAction("between two people the coach is silent until the game is over")
        return shared.game

    def _seats(self, new: NewGame, key: str) -> dict[Mark, Seat]:
        if new.opponent is None:
            return {mark: Person(key) for mark in Mark}
        own = self._draw(new.side)
        if new.opponent == FRIEND:
            return {own: Person(key), own.other: Free()}
        check_supports(player(new.opponent), Rules.parse(new.board))
        return {own: Person(key), own.other: Computer(new.opponent)}

    def _draw(self, side: str) -> Mark:
        return self.rng.choice(list(Mark)) if side == "lot" else Mark(side)
