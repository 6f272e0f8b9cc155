"""What a visitor can ask for: the functions behind the API and the pages alike."""

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
    Play,
    Resign,
    Seat,
    Sit,
)
from noughts.players import check_supports, player
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.repository import now
from noughts.web.live.game_channel import GameChannels
from noughts.web.middleware.errors import StaleGame
from noughts.web.services import coaching
from noughts.web.views.games import game_summary, game_view
from noughts.web.views.schemas import (
    Act,
    Action,
    Advice,
    Analysis,
    GameSummary,
    GameView,
    NewGame,
    PlayMove,
    ReviewView,
    Sitting,
    Values,
)
from noughts.web.worker_pool import WorkerPool

_MOST_LISTED = 30  # games of one browser
FRIEND = "friend"  # the opponent who is to come


@dataclass(frozen=True, slots=True)
class GameService:
    """Takes what visitors ask, known by their keys, and answers with views."""

    games: Games
    live: GameChannels
    pool: WorkerPool
    lot: Random = field(default_factory=SystemRandom)

    async def begin(self, new: NewGame, key: str) -> GameView:
        """Begin a game.

        Raises InvalidRules, NotationError, UnknownPlayer and UnsupportedRules, and IllegalAction
        where a clock is asked for and no friend.
        """
        rules = Rules.parse(new.board)
        start = str(rules.start(self._draw(new.first)))
        clock = None if new.clock is None else Clock(new.clock.per, new.clock.seconds)
        if clock is not None and new.opponent != FRIEND:
            raise IllegalAction("only a game against a friend has a clock")
        began = self.games.begun(start, self._seats(new, key), clock)
        id_ = await self.games.begin(began, key, new.command)
        return await self.show(id_, key)

    async def show(self, id_: str, key: str | None, after: int | None = None) -> GameView:
        """A game, saying what happened after a version; raises UnknownGame."""
        shared = await self.games.find(id_)
        before = None if after is None else await self.games.find_at(id_, after)
        return game_view(id_, shared, key, now(), before)

    async def listed(self, key: str | None) -> list[GameSummary]:
        """The games a visitor began last, latest first."""
        found = [] if key is None else await self.games.games_of(key, _MOST_LISTED)
        return [game_summary(id_, shared, key) for id_, shared in found]

    async def play(self, id_: str, key: str | None, move: PlayMove) -> GameView:
        """Take a square; raises StaleGame, Refused and IllegalMove."""
        command = Play(Person(key or ""), move.version, move.square)
        return await self._act(id_, key, command, move.command)

    async def sit(self, id_: str, key: str, sitting: Sitting) -> GameView:
        """Take the free seat; raises Refused."""
        shared = await self.games.find(id_)
        return await self._act(id_, key, Sit(Person(key), shared.version), sitting.command)

    async def act(self, id_: str, key: str | None, action: Action, act: Act) -> GameView:
        """Do something else than move; raises StaleGame, Refused and IllegalAction.

        Where nobody has to be asked for a rematch, `next` begins a game of its own, in which the
        other side starts.
        """
        if action == "next" and not (await self.games.find(id_)).is_between_two:
            following = await self.games.begin_next(id_, key or "", act.command)
            return await self.show(following, key)
        command = self.command(id_, Person(key or ""), action, act.version)
        return await self._act(id_, key, command, act.command)

    def command(self, id_: str, by: Seat, action: Action, version: int) -> Command:
        """What an action means to the game."""
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
        return await self.pool.run_coach(coaching.hint, game.position, self.pool.limit)

    async def values(self, id_: str) -> Values:
        """What every move is worth."""
        position = (await self._coached(id_)).position
        return await self.pool.run_coach(coaching.worths, position, self.pool.limit)

    async def review(self, id_: str, number: int | None = None) -> ReviewView:
        """A finished game of a series looked over; raises IllegalAction while it goes on."""
        shared = await self.games.find_round(id_, number)
        return await self.pool.run_coach(coaching.look_over, shared.game, self.pool.limit)

    async def analysis(self, position: Position) -> Analysis:
        """A position, what it is worth and where each move leads."""
        return await self.pool.run_coach(coaching.analysis, position, self.pool.limit)

    async def why(self, position: Position, move: Move) -> Advice:
        """What a move is worth, and the reason; raises IllegalMove."""
        return await self.pool.run_coach(coaching.why, position, move, self.pool.limit)

    async def _coached(self, id_: str) -> Game:
        """A game that the coach may talk about while it goes on."""
        shared = await self.games.find(id_)
        if shared.is_between_two and shared.game.ending is None:
            raise IllegalAction("between two people the coach is silent until the game is over")
        return shared.game

    async def _act(
        self, id_: str, key: str | None, command: Command, command_id: str | None
    ) -> GameView:
        self.live.seen(id_, key)
        try:
            acted = await self.games.execute(id_, command, command_id)
        except Stale:
            raise StaleGame(await self.show(id_, key, command.version)) from None
        before = await self.games.find_at(id_, command.version)
        return game_view(id_, acted.after, key, now(), before)

    def _seats(self, new: NewGame, key: str) -> dict[Mark, Seat]:
        if new.opponent is None:
            return {mark: Person(key) for mark in Mark}
        own = self._draw(new.side)
        if new.opponent == FRIEND:
            return {own: Person(key), own.other: Free()}
        check_supports(player(new.opponent), Rules.parse(new.board))
        return {own: Person(key), own.other: Computer(new.opponent)}

    def _draw(self, side: str) -> Mark:
        return self.lot.choice(list(Mark)) if side == "lot" else Mark(side)
