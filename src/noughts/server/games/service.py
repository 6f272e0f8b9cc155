"""The service for games, used by the API, the WebSocket and the pages alike."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from random import Random, SystemRandom

from litestar.di import NamedDependency
from msgspec import UNSET, structs

from noughts.coach.reviews import EndingReason, retry_from
from noughts.core import Game, Mark, Rules
from noughts.core.errors import IllegalAction
from noughts.players import check_supports, player
from noughts.server.games import schemas, types
from noughts.server.games.channel import GameChannels
from noughts.server.games.decide import Stale
from noughts.server.games.reactions import Reacted
from noughts.server.games.repository import Executed, Games
from noughts.server.games.schemas import GameView, NewGame
from noughts.server.games.types import Action, Began, Computer, Person, Seat, SharedGame, Sit
from noughts.server.games.views import game_summary, game_view
from noughts.server.http.errors import Problem
from noughts.server.http.identity import RequestContext
from noughts.server.log.errors import Refused
from noughts.server.worker_pool import WorkerPool
from noughts.views.analysis import Advice, Values, compare, suggest_move
from noughts.views.game import FRIEND, GameSummary
from noughts.views.review import ReviewView, explain_ending, review_game
from noughts.wording.language import gettext as _

_USUAL = "medium"  # the computer to try again against, if there was none
_PAGE = 30  # games of one visitor


class StaleGame(Stale):
    """A command based on an old version, with a view of the latest."""

    def __init__(self, game: GameView) -> None:
        super().__init__()
        self.game = game

    def explain(self, problem: Problem) -> Problem:
        """Return the problem with the game as it is now."""
        return schemas.GameProblem(**structs.asdict(problem), game=self.game)


@dataclass(frozen=True, slots=True)
class GameService:
    """Begins, plays and coaches games for the visitor who makes a request."""

    games: Games
    live: GameChannels
    pool: WorkerPool
    context: RequestContext

    @property
    def key(self) -> str:
        """The visitor's key; empty for one without a secret."""
        return self.context.key

    def identified(self) -> GameService:
        """Return the service for a visitor with a key; one without a secret gets it."""
        return replace(self, context=self.context.identified())

    async def begin(self, new: NewGame) -> str:
        """Begin a game and return its id.

        Raises InvalidRules, NotationError, UnknownPlayer and UnsupportedRules, and IllegalAction
        for a clock without a friend.
        """
        rules = Rules.parse(new.board)
        # The source of chance: a repeated command has to begin the same game.
        rng = SystemRandom() if new.command is None else Random(f"{self.key} {new.command}")
        own = Mark.X if new.opponent is None else _drawn(new.side, rng)
        first = {"own": own, "other": own.other}.get(new.first) or _drawn(new.first, rng)
        clock = None if new.clock is None else types.Clock(new.clock.per, new.clock.seconds)
        if clock is not None and new.opponent != FRIEND:
            raise IllegalAction(_("Only a game with a friend has a clock"))
        other: Seat = Person(self.key)
        if new.opponent == FRIEND:
            other = types.Free()
        elif new.opponent is not None:
            check_supports(player(new.opponent), rules)
            other = Computer(new.opponent, UNSET if new.seconds is None else new.seconds)
        if new.seconds is not None:
            if not isinstance(other, Computer):
                raise IllegalAction(_("Only a computer is given time to think"))
            if new.seconds > (most := self.pool.longest):
                raise IllegalAction(
                    _("The computer thinks for {seconds} seconds at most here", seconds=f"{most:g}")
                )
        seats = {own: Person(self.key), own.other: other}
        began = self.games.begun(rules.start(first).notation, seats, clock)
        return await self.games.begin(began, self.key, new.command)

    async def rematch(self, id_: str, command_id: str | None = None) -> str | None:
        """Begin another game like this one, with the other side starting, and return its id.

        None between two people: they agree on a rematch in this game. Raises Refused.
        """
        shared = await self.games.find(id_)
        if shared.is_between_two:
            return None
        self._check_plays(shared)
        start = shared.game.rules.start(shared.game.start.first.other).notation
        began = Began(start, shared.x, shared.o, self.games.log.now(), shared.score)
        return await self.games.begin(began, self.key, command_id)

    async def view(self, id_: str, after: int | None = None) -> GameView:
        """Return a game's view, announcing what happened after a version; raises UnknownGame."""
        shared = await self.games.find(id_)
        if shared.is_between_two and shared.sides_of(self.key):
            self.live.record_activity(id_, self.key)  # a reader is there, connected or not
        before = None if after is None else await self.games.find_at(id_, after)
        channel = self.live.open.get(id_)
        return replace(
            game_view(id_, shared, self.key, self.games.log.now(), before),
            reactions=self.live.reactions.of(id_) or UNSET,
            presence=UNSET if channel is None else channel.presence(self.key),
        )

    async def list_games(self, count: int) -> list[GameSummary]:
        """Return the games that the visitor began or joined last, latest first."""
        games = await self.games.games_of(self.key, count) if self.key else []
        return [game_summary(id_, shared, self.key) for id_, shared in games]

    async def page_of_games(self, before: str | None) -> tuple[list[GameSummary], str | None]:
        """Return the visitor's games before one, latest first, and the last if there are more."""
        store = self.games.log.store
        ids = await store.listed_ids(self.key, _PAGE + 1, before) if self.key else ()
        games = await self.games.find_all(ids[:_PAGE])
        summaries = [game_summary(id_, shared, self.key) for id_, shared in games]
        return summaries, ids[_PAGE - 1] if len(ids) > _PAGE else None

    async def forget(self, id_: str) -> None:
        """Take a game off the visitor's list, if it is there; the other player keeps it."""
        if self.key:
            await self.games.log.store.unlist(id_, self.key)

    async def execute(self, id_: str, command: Action | Sit) -> Executed:
        """Execute the visitor's command, and note that they are there, connected or not.

        Raises UnknownGame, Stale, Refused, IllegalMove and IllegalAction.
        """
        if self.key:
            self.live.record_activity(id_, self.key)
        channel = self.live.open.get(id_) if isinstance(command, types.Claim) else None
        is_deserted = channel is not None and channel.is_deserted
        by = Person(self.key)
        return await self.games.execute(id_, by, command, command.command, is_deserted=is_deserted)

    async def execute_and_view(self, id_: str, command: Action | Sit) -> GameView:
        """Execute a command, and view the game after it; raises StaleGame instead of Stale."""
        version = 0 if isinstance(command, Sit) else command.version
        try:
            executed = await self.execute(id_, command)
        except Stale:
            raise StaleGame(await self.view(id_, version)) from None
        before: SharedGame | None = executed.before
        # It was repeated, or is based on a version before an offer.
        if version not in (0, executed.before.version):
            before = await self.games.find_at(id_, version)
        return game_view(id_, executed.after, self.key, self.games.log.now(), before)

    async def react(self, id_: str, command: types.React) -> None:
        """Show the visitor's reaction to all who follow the game.

        Raises UnknownGame, Refused, and RateLimited right after another one.
        """
        shared = await self.games.find_now(id_)
        side = self._check_plays(shared)
        if not shared.is_between_two or shared.free_seat is not None:
            raise Refused(_("There's nobody here to see that"))
        shown_by = command.command or secrets.token_hex(8)
        self.live.react(Reacted(id_, side, command.reaction, shown_by))
        self.live.record_activity(id_, self.key)

    async def move_now(self, id_: str) -> GameView:
        """Let the computer make its move at once, with what it has found, and view the game.

        The view is from before that move. Raises UnknownGame and Refused.
        """
        shared = await self.games.find_now(id_)
        self._check_plays(shared)
        self.pool.move_now(id_)
        return game_view(id_, shared, self.key, self.games.log.now())

    async def hint(self, id_: str) -> Advice:
        """Return a move to play, with its reason.

        Raises UnknownGame, IllegalAction in a game that is over or between two, and Overloaded.
        """
        game = await self._coached(id_)
        if game.ending is not None:
            raise IllegalAction(_("The game is over – there's no move to suggest"))
        return await self.pool.run_coach(suggest_move, game.position, self.pool.limit)

    async def values(self, id_: str) -> Values:
        """Return the moves that make a difference, or all if none does.

        Raises UnknownGame, IllegalAction while two people play, and Overloaded.
        """
        position = (await self._coached(id_)).position
        return await self.pool.run_coach(compare, position, self.pool.limit)

    async def review(self, id_: str, number: int | None = None) -> ReviewView:
        """Return the review of a finished game of a series, as the visitor sees it.

        Raises UnknownGame, IllegalAction while the game goes on, and Overloaded.
        """
        shared = await self._round(id_, number)
        you = self._only_side(shared)
        return await self.pool.run_coach(review_game, shared.game, self.pool.limit, you)

    async def ending(self, id_: str, number: int | None = None) -> EndingReason:
        """Return why a finished game of a series ended as it did, as told to the visitor.

        Raises UnknownGame, IllegalAction while the game goes on, and Overloaded.
        """
        shared = await self._round(id_, number)
        you, limit = self._only_side(shared), self.pool.limit
        opponent = None if shared.computer is None else shared.computer.player
        return await self.pool.run_coach(explain_ending, shared.game, limit, you, opponent)

    async def try_again(self, id_: str, ply: int, number: int | None = None) -> str:
        """Begin a game against the computer from a move of a finished one, and return its id.

        The visitor keeps the side they had, else takes that of the player of the move; the computer
        is the one they played, else the usual one. Raises UnknownGame and IllegalAction.
        """
        shared = await self._round(id_, number)
        if shared.game.ending is None:
            raise IllegalAction(_("The game isn't over yet – try again when it is"))
        own = self._only_side(shared)
        start = retry_from(shared.game, ply, own)
        opponent = shared.computer or Computer(_USUAL)
        own = own or start.turn
        seats: dict[Mark, Seat] = {own: Person(self.key), own.other: opponent}
        return await self.games.begin(self.games.begun(start.notation, seats), self.key, None)

    async def _round(self, id_: str, number: int | None) -> SharedGame:
        await self.games.compare([id_])
        return await self.games.find_round(id_, number)

    async def _coached(self, id_: str) -> Game:
        """Return the game, if the coach may be asked about it; raises IllegalAction otherwise."""
        shared = await self.games.find(id_)
        if shared.is_between_two and shared.game.ending is None:
            raise IllegalAction(_("The coach waits until your game is over"))
        return shared.game

    def _check_plays(self, shared: SharedGame) -> Mark:
        """Return a side of the visitor; raises Refused for a spectator."""
        if not (sides := shared.sides_of(self.key)):
            raise Refused(_("You're watching this game, not playing it"))
        return sides[0]

    def _only_side(self, shared: SharedGame) -> Mark | None:
        """Return the side that the visitor plays, if it is one alone."""
        sides = shared.sides_of(self.key)
        return sides[0] if len(sides) == 1 else None


def _drawn(side: str, rng: Random) -> Mark:
    return rng.choice(list(Mark)) if side == "lot" else Mark(side)


ServiceDep = NamedDependency[GameService]
