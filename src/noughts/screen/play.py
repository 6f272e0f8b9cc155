"""A game against the computer, or between two people at one screen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from random import choice
from typing import TYPE_CHECKING, TypeAlias

from noughts.core import Game, Mark, Move, Position, Rules
from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.rules import OFFERED
from noughts.players import Player, levels, nearest_level, player
from noughts.players.base import checked_choice
from noughts.screen.base import BoardScreen, how_to_take, in_background
from noughts.screen.board import Note, Picture, picture_of
from noughts.screen.panel import Choice, Entry, Key, Report, Side
from noughts.solver import Limit
from noughts.wording.game_text import board_text, computer_name, status_text
from noughts.wording.language import gettext as _
from noughts.wording.text import (
    Subject,
    level_name,
    lines_text,
    paragraph,
    score_text,
    subjects_for,
)

if TYPE_CHECKING:
    from noughts.core.record import Record
    from noughts.screen.coaching import Answer

Players: TypeAlias = Mapping[Mark, Player | None]  # None for a person

_TWO, _OTHER, _RANDOM = "two", "other", "random"  # choices beside levels, boards and sides
_PAUSE = 0.25  # seconds before the computer's move, so that you see your own


class PlayScreen(BoardScreen):
    """Games one after another, with the score; keys change the board, the players and the start."""

    def __init__(
        self,
        start: Position,
        players: Players,
        thinking: Limit | None = None,
        keep: Callable[[Record], None] | None = None,
    ) -> None:
        self.start, self.players = start, players
        self.thinking, self.keep = thinking, keep
        self.game = Game(start)
        self.score: Counter[Mark | None] = Counter()
        self._coach = ""
        self._notes: Mapping[Move, Note] = {}
        self._shows_values = False
        self._started = datetime.now(UTC)
        super().__init__()

    # --- what is shown

    def picture(self) -> Picture:
        return picture_of(self.game, self._notes)

    def report(self) -> Report:
        game, subjects = self.game, subjects_for(self.people)
        status = status_text(subjects, game)
        if game.ending is not None:
            line = lines_text(game.start.name, game)
            status = paragraph(status, line, _("Press n for the next game"))
        return Report(
            title=board_text(game.rules),
            status=status,
            sides=tuple(self._side(mark, subjects[mark]) for mark in Mark),
            draws=self.score[None],
            turn=None if game.ending is not None else game.position.turn,
            advice="" if game.moves else how_to_take(game.rules),
            coach=self._coach,
            moves=game.move_names,
            notice=self.notice,
        )

    def _side(self, mark: Mark, subject: Subject) -> Side:
        seated, points = self.players[mark], self.score[mark]
        if seated is None:
            return Side.of(mark, subject, points)
        return Side(mark, computer_name(seated.name), points, level_name(seated.name))

    def keys(self) -> list[Key]:
        is_over = self.game.ending is not None
        again = _("Next game") if is_over else _("New game")
        keys = [
            Key("n", again, self.new_game, _("begin another game")),
            Key("r", _("Review"), self.review, _("go through the game with the coach"))
            if is_over
            else Key("r", _("Resign"), self.resign, _("give up this game")),
            Key("l", _("Level"), self.choose_level, _("choose whom to play")),
            Key("b", _("Board"), self.choose_board, _("choose the board")),
        ]
        if len(self.people) == 1:
            keys.append(Key("s", _("Your side"), self.choose_side, _("choose your side")))
        if not self.start.occupied:
            keys.append(Key("f", _("Who begins"), self.choose_first, _("choose who begins")))
        why = Key("w", _("Why?"), self.explain, _("have the last move explained"))
        if is_over:
            return [*keys[:2], why, *keys[2:]]
        return [
            Key("h", _("Hint"), self.hint, _("see the best square, and why")),
            why,
            Key("v", _("Values"), self.toggle_values, _("see what every move is worth")),
            Key("u", _("Undo"), self.undo, _("take back your last move")),
            *keys,
        ]

    # --- playing

    def on_mount(self) -> None:
        self._go_on()

    @property
    def people(self) -> tuple[Mark, ...]:
        """The sides played by people."""
        return tuple(mark for mark in Mark if self.players[mark] is None)

    @property
    def level(self) -> str:
        """The name of the computer player, or that of a game between two people."""
        names = (opponent.name for opponent in self.players.values() if opponent is not None)
        return next(names, _TWO)

    @property
    def _you(self) -> Mark | None:
        """The side of the person who plays alone."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def is_turn_of_person(self) -> bool:
        """True if a person is to move."""
        return self.game.ending is None and self.game.position.turn in self.people

    def take(self, move: Move) -> None:
        if self.is_turn_of_person:  # once it is over, a second click must not begin another
            self._go_to(self.game.play(move))

    def _go_to(self, game: Game) -> None:
        """Go on with a game, which may be over now, and then counts."""
        self._set_game(game)
        if game.ending is not None:
            self.score[game.ending.winner] += 1
        if game.ending is not None and self.keep is not None:
            from noughts.core.record import Record  # takes 6 ms

            names = {mark: getattr(self.players[mark], "name", "human") for mark in Mark}
            self.keep(Record.played(game, names, self._started, datetime.now(UTC)))
        self._go_on()

    def _set_game(self, game: Game) -> None:
        self.game, self._coach, self._notes = game, "", {}
        self._typed = self.notice = ""

    def _go_on(self) -> None:
        """Show the game, and let the computer think, if it is to move, and about nothing else."""
        self.show()
        seated = self.players[self.game.position.turn]
        if self.game.ending is None and seated is not None:
            self.work(partial(self._reply, seated, self.game), is_alone=True)
        else:
            self.workers.cancel_all()
            if self.game.ending is not None:
                from noughts.screen.coaching import why_won

                opponent = None if self._you is None else self.level
                self._put(partial(why_won, self.game, self._you, opponent))
            elif self._shows_values:
                self._ask_values()

    async def _reply(self, seated: Player, game: Game) -> None:
        if self.app.animation_level != "none":
            await asyncio.sleep(_PAUSE)
        choose = partial(seated.choose, game.position, self.thinking)
        choice = await in_background(choose)
        if game is self.game:
            self._go_to(game.play(checked_choice(seated, game.position, choice.move)))

    # --- keys

    def undo(self) -> None:
        """Go back to the last turn of a person."""
        plies = self.game.plies_since_turn_of(self.people)
        if plies is None:
            raise IllegalAction(_("You have no move to undo"))
        self._set_game(self.game.undo(plies))
        self._go_on()

    def hint(self) -> None:
        """Point at the best square, and say why."""
        from noughts.screen.coaching import hint  # takes 30 ms

        if self.is_turn_of_person:
            self._ask(partial(hint, self.game.position, self.thinking))

    def explain(self) -> None:
        """Explain the last move."""
        from noughts.screen.coaching import why  # takes 30 ms

        self._ask(partial(why, self.game, self._you))

    def toggle_values(self) -> None:
        """Show in each square what a move there is worth, or stop that."""
        self._shows_values = not self._shows_values
        self._coach, self._notes = "", {}
        self.show()
        if self._shows_values:
            self._ask_values()

    def _ask_values(self) -> None:
        from noughts.screen.coaching import worths  # takes 30 ms

        if self.game.ending is None:
            self._ask(partial(worths, self.game.position))

    def _ask(self, question: Callable[[], Answer]) -> None:
        """Put a question to the coach, whose answer counts unless the game has gone on."""
        if self.game.ending is None and not self.is_turn_of_person:
            return  # while the computer thinks
        self._coach = _("Thinking…")
        self.show()
        self._put(question)

    def _put(self, question: Callable[[], Answer]) -> None:
        self.work(partial(self._answer, question, self.game), is_alone=True)

    async def _answer(self, question: Callable[[], Answer], game: Game) -> None:
        try:
            answer = await in_background(question)
        except NoughtsError:
            self._coach = ""
            raise
        if game is not self.game:
            return
        self._coach = answer.text
        self._notes = answer.notes or self._notes
        if answer.move is not None:
            self.board.point_at(answer.move)
        self.show()

    def review(self) -> None:
        """Walk through the game that is over, with the coach."""
        from noughts.screen.replay import open_review  # takes 6 ms

        open_review(self, self.game, self._you)

    def leave(self) -> None:
        """End the program, if that is meant while a game goes on."""
        if self.game.ending is None and self.game.moves:
            self.confirm(_("Quit"), _("Yes, leave this game"), super().leave)
        else:
            super().leave()

    def run(self) -> int:
        code = super().run()
        if self.score.total():
            print(paragraph(score_text(subjects_for(self.people), self.score)))
        return code

    def resign(self) -> None:
        """Give up the game, if that is meant."""
        self.confirm_resigning(lambda: self._go_to(self.game.resign(self._you)))

    @property
    def _next_start(self) -> Position:
        """The start of the next game: the other side begins it, if this one was finished."""
        return self.start if self.game.ending is None else self.start.next_start

    def new_game(self) -> None:
        """Begin the next game."""
        self._begin(self._next_start, self.players, self.score)

    def _begin(self, start: Position, players: Players, score: Mapping[Mark | None, int]) -> None:
        """Begin a game; one that goes on is given up only if that is meant."""

        def begin() -> None:
            self.start, self.players = start, players
            self.score = Counter(score)
            self._started = datetime.now(UTC)
            self._set_game(Game(start))
            self._go_on()

        if self.game.ending is not None or not self.game.moves:
            begin()
        else:
            self.confirm(_("New game"), _("Start a new game"), begin)

    def choose_level(self) -> None:
        """Choose the computer player, or a game of two people."""
        options = [(name, level_name(name)) for name in levels(self.rules)]
        options.append((_TWO, _("Two players, same screen")))
        self.ask(Choice(_("Level"), options, self.level), self._set_level)

    def _set_level(self, name: str) -> None:
        own = self._you or self.game.position.turn
        if name != self.level:
            self.score.clear()
        self.players = {own: None, own.other: None if name == _TWO else player(name)}
        self._go_on()

    def choose_board(self) -> None:
        """Choose the board of a new game."""
        options = [(name, board_text(Rules.parse(name))) for name in OFFERED]
        options.append((_OTHER, _("Other board…")))
        self.ask(Choice(_("Board"), options, str(self.rules)), self._set_board)

    def _set_board(self, name: str) -> None:
        if name == _OTHER:
            self.ask(Entry(_("Width x height : in a row"), "7x6:4"), self._set_board)
            return
        rules = Rules.parse(name)
        if rules == self.rules:
            self.new_game()
            return
        players = {
            mark: seated
            if seated is None or seated.supports(rules)
            else player(nearest_level(seated.name, rules))
            for mark, seated in self.players.items()
        }
        self._begin(rules.start(), players, {})

    def choose_side(self) -> None:
        """Choose your side, in a new game."""
        sides = [("x", _("You're X")), ("o", _("You're O")), (_RANDOM, _("Random side"))]
        self.ask(Choice(_("Your side"), sides, str(self._you).lower()), self._set_side)

    def _set_side(self, name: str) -> None:
        players, score = self.players, self.score
        if _mark(name) is not self._you:  # each takes the points along
            players = {mark.other: seated for mark, seated in players.items()}
            score = Counter({mark and mark.other: points for mark, points in score.items()})
        self._begin(self._next_start, players, score)

    def choose_first(self) -> None:
        """Choose who begins, in a new game."""
        sides = [("x", _("X first")), ("o", _("O first")), (_RANDOM, _("Random first"))]
        self.ask(Choice(_("Who begins"), sides, self.start.turn.value), self._set_first)

    def _set_first(self, name: str) -> None:
        self._begin(self.rules.start(_mark(name)), self.players, self.score)


def _mark(name: str) -> Mark:
    return Mark(choice("xo") if name == _RANDOM else name)
