"""What a visitor can ask for: the functions behind the API and the pages alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random, SystemRandom

from noughts.core.bits import Move
from noughts.core.errors import IllegalAction
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.online import (
    Command,
    Computer,
    Person,
    Play,
    Resign,
    Seat,
    Stale,
    TakeBack,
)
from noughts.players import player
from noughts.players.player import check_supports
from noughts.web import coaching
from noughts.web.games import Games
from noughts.web.problems import StaleGame
from noughts.web.schemas import (
    Act,
    Advice,
    Analysis,
    GameSummary,
    GameView,
    NewGame,
    PlayMove,
    ReviewView,
    Values,
)
from noughts.web.thinking import Thinker
from noughts.web.views import game_summary, game_view

_MOST_LISTED = 30  # games of one browser


@dataclass(frozen=True, slots=True)
class Desk:
    """Takes what visitors ask, known by their keys, and answers with views."""

    games: Games
    thinker: Thinker
    lot: Random = field(default_factory=SystemRandom)

    async def begin(self, new: NewGame, key: str) -> GameView:
        """Begin a game; raises InvalidRules, NotationError, UnknownPlayer and UnsupportedRules."""
        rules = Rules.parse(new.board)
        began = self.games.begun(str(rules.start(self._draw(new.first))), self._seats(new, key))
        id_ = await self.games.begin(began, key, new.command)
        return await self.show(id_, key)

    async def show(self, id_: str, key: str | None, after: int | None = None) -> GameView:
        """A game, saying what happened after a version; raises UnknownGame."""
        shared = await self.games.find(id_)
        before = None if after is None else await self.games.find_at(id_, after)
        return game_view(id_, shared, key, before)

    async def listed(self, key: str | None) -> list[GameSummary]:
        """The games a visitor began last, latest first."""
        found = [] if key is None else await self.games.games_of(key, _MOST_LISTED)
        return [game_summary(id_, shared, key) for id_, shared in found]

    async def play(self, id_: str, key: str | None, move: PlayMove) -> GameView:
        """Take a square; raises StaleGame, Refused and IllegalMove."""
        command = Play(Person(key or ""), move.version, move.square)
        return await self._act(id_, key, command, move.command)

    async def take_back(self, id_: str, key: str | None, act: Act) -> GameView:
        """Undo; raises StaleGame, Refused and IllegalAction."""
        return await self._act(id_, key, TakeBack(Person(key or ""), act.version), act.command)

    async def resign(self, id_: str, key: str | None, act: Act) -> GameView:
        """Give up; raises StaleGame, Refused and IllegalAction."""
        return await self._act(id_, key, Resign(Person(key or ""), act.version), act.command)

    async def begin_next(self, id_: str, key: str | None, act: Act) -> GameView:
        """Another game between the same two, the other side starting; raises Refused."""
        following = await self.games.begin_next(id_, key or "", act.command)
        return await self.show(following, key)

    async def hint(self, id_: str) -> Advice:
        """A move for the side to move, with its reason; raises IllegalAction and Overloaded."""
        game = (await self.games.find(id_)).game
        if game.ending is not None:
            raise IllegalAction("the game is over: there is no move to choose")
        return await self.thinker.coach(coaching.hint, game.position, self.thinker.limit)

    async def values(self, id_: str) -> Values:
        """What every move is worth."""
        position = (await self.games.find(id_)).game.position
        return await self.thinker.coach(coaching.worths, position, self.thinker.limit)

    async def review(self, id_: str) -> ReviewView:
        """A finished game looked over; raises IllegalAction while it goes on."""
        shared = await self.games.find(id_)
        return await self.thinker.coach(coaching.look_over, shared.game, self.thinker.limit)

    async def analysis(self, position: Position) -> Analysis:
        """A position, what it is worth and where each move leads."""
        return await self.thinker.coach(coaching.analysis, position, self.thinker.limit)

    async def why(self, position: Position, move: Move) -> Advice:
        """What a move is worth, and the reason; raises IllegalMove."""
        return await self.thinker.coach(coaching.why, position, move, self.thinker.limit)

    async def _act(
        self, id_: str, key: str | None, command: Command, command_id: str | None
    ) -> GameView:
        try:
            shared = await self.games.act(id_, command, command_id)
        except Stale:
            raise StaleGame(await self.show(id_, key, command.version)) from None
        before = await self.games.find_at(id_, command.version)
        return game_view(id_, shared, key, before)

    def _seats(self, new: NewGame, key: str) -> dict[Mark, Seat]:
        if new.opponent is None:
            return {mark: Person(key) for mark in Mark}
        check_supports(player(new.opponent), Rules.parse(new.board))
        own = self._draw(new.side)
        return {own: Person(key), own.other: Computer(new.opponent)}

    def _draw(self, side: str) -> Mark:
        return self.lot.choice(list(Mark)) if side == "lot" else Mark(side)
