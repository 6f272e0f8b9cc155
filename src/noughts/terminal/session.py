"""A session at one terminal: questions, and games one after another, until a player stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from noughts.core import Game, Mark, Move, Position, Termination
from noughts.core.errors import NotationError, NoughtsError
from noughts.players import Player, check_supports, levels, player
from noughts.solver import Limit
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.console import Console, EndOfInput, handling
from noughts.terminal.text import Style, TypedWord, read_word
from noughts.wording import text as wording
from noughts.wording.grammar import listing, sentence, worded
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph

if TYPE_CHECKING:
    from datetime import datetime

    from noughts.core.record import Record

_PROOF_LIMIT = Limit(seconds=3)  # while a person waits
_SHORT = 1.0  # seconds; a person who waits for longer is told how to end it


def _utc_now() -> datetime:
    from datetime import UTC, datetime  # 1 ms that need not delay the first board

    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that stays the same between the games of a session."""

    start: Position
    players: Mapping[Mark, Player | None]  # None for a person at this terminal
    style: Style
    thinking: Limit | None = None  # of the computer for a move, and of the adviser
    keep: Callable[[Record], None] | None = None  # called with each finished game
    now: Callable[[], datetime] = _utc_now
    make: Callable[[str], Player] = player  # of another level

    @property
    def people(self) -> tuple[Mark, ...]:
        """The sides played by people."""
        return tuple(mark for mark in Mark if self.players[mark] is None)

    @property
    def subjects(self) -> wording.Subjects:
        """The names of the sides in sentences, which depend on how many are people."""
        return wording.subjects_for(self.people)

    @property
    def names(self) -> dict[Mark, str]:
        """The names of the sides in records."""
        return {mark: getattr(seated, "name", "human") for mark, seated in self.players.items()}


class Left(Exception):
    """A person quits the game."""


def play_session(table: Table, console: Console) -> None:
    """Play until the input ends or a player has had enough; records the finished games."""
    console.say(_introduction(table))
    score: Counter[Mark | None] = Counter()
    start = table.start
    try:
        while True:
            before = table
            table, game = _play_game(table, console, start)
            assert game.ending is not None
            if table is not before:  # the score is that against one level
                score.clear()
            score[game.ending.winner] += 1
            if not table.people:
                return
            console.say(wording.paragraph(wording.score_text(table.subjects, score)))
            if not console.ask_yes_or_no(_("Another game?"), partial(_after_game, table, game)):
                return
            if not start.occupied:  # then the other side begins
                console.say()
                console.say(
                    wording.paragraph(wording.starts(table.subjects[start.next_start.turn]))
                )
            start = start.next_start
    except (EndOfInput, Left):
        console.say_goodbye()


def _introduction(table: Table) -> str:
    """Return which player plays which side, and what to type."""
    if not table.people:
        x, o = (sentence(table.names[mark]) for mark in Mark)
        sides = _("{x} plays X, {o} plays O.", x=x, o=o)
        return f"{wording.title(table.start.rules)}.\n{sides}"
    typing = _("On your turn: {squares}; or help.", squares=table.style.wanted)
    if len(table.people) > 1:
        sides = _("Two players take turns, X and O.")
    else:
        side = table.people[0]
        level = wording.level_name(table.names[side.other]).lower()
        sides = _(
            "You're {side}; the computer ({level}) is {other}.",
            side=side,
            level=level,
            other=side.other,
        )
    return f"{wording.title(table.start.rules)}.\n{sides}\n{typing}"


def _after_game(table: Table, game: Game, answer: str) -> str:
    """Return what to say to a person who still wants to know why."""
    return _why(table, game) if read_word(answer) is TypedWord.WHY else ""


def _play_game(table: Table, console: Console, start: Position) -> tuple[Table, Game]:
    """Play a game to its end; returns it, and the table, at which the level may have changed."""
    game = Game(start)
    _show(table, console, game)
    started = table.now()
    try:
        while game.ending is None:
            before, mark = game.moves, game.position.turn
            seated = table.players[mark]
            if seated is None:
                table, game = _person_turn(table, console, game)
            else:
                with _thinking(table, console):
                    move = seated.choose(game.position, table.thinking).move
                square = table.style.name(move)
                console.say(wording.paragraph(wording.taken(table.subjects[mark], square)))
                game = game.play(move)
            if game.moves != before:
                _show(table, console, game)
    except (EndOfInput, KeyboardInterrupt):
        if not console.redraws:  # which still shows it
            console.say("\n" + _("Stopped. The board as it stood:"))
            _show(table, console, game)
        raise
    won_by_person = game.ending.winner in table.people
    praise = won_by_person and game.ending.termination is Termination.LINE
    how = wording.ending_text(table.subjects, game.ending)
    lines = wording.lines_text(table.style.name, game)
    console.say(wording.paragraph(_("Congratulations!") if praise else "", how, lines))
    if table.keep is not None:
        from noughts.core.record import Record  # JSON costs 3 ms

        console.settle()  # a game that cannot be saved is printed
        table.keep(Record.played(game, table.names, started, table.now()))
    return table, game


@contextmanager
def _thinking(table: Table, console: Console) -> Iterator[None]:
    """While the computer may think for long, let Ctrl-C end that, and say so."""
    limit, rules = table.thinking, table.start.rules
    if limit is None or limit.seconds is None or limit.seconds <= _SHORT:
        yield
        return
    from noughts.search import can_search, engine_for

    if not can_search(rules):
        yield
        return
    console.say(text.thinking(limit.seconds))
    with on_interrupt(engine_for(rules).stop):
        yield
    console.turn_page()


def on_interrupt(stop: Callable[[], None]) -> AbstractContextManager[None]:
    """Call `stop` at the first Ctrl-C; the second one interrupts, as it does afterwards.

    Signals reach the main thread only: in another one this has no effect.
    """
    import signal  # only where a person waits for long

    previous = signal.getsignal(signal.SIGINT)

    def handle(*_: object) -> None:
        signal.signal(signal.SIGINT, previous)
        stop()

    return handling("SIGINT", handle)


def _person_turn(table: Table, console: Console, game: Game) -> tuple[Table, Game]:
    line = console.ask(text.prompt(game.position.turn, is_own=len(table.people) == 1))
    word = read_word(line)
    if word is None:
        move = read_move(console, table.style, game.position, line)
        return table, game if move is None else game.play(move)
    match word:
        case TypedWord.QUIT:
            raise Left
        case TypedWord.RESIGN:
            return table, game.resign()
        case TypedWord.UNDO:
            plies = game.plies_since_turn_of(table.people)
            if plies is not None:
                return table, game.undo(plies)
            console.say(_("You have no move to undo."))
        case TypedWord.NEW if game.moves:
            if console.ask_yes_or_no(_("Start this game again?")):
                return table, Game(game.start)
        case TypedWord.LEVEL:
            return _choose_level(table, console), game
        case TypedWord.NEW | TypedWord.BOARD:  # before the first move the game is new
            _show(table, console, game)
        case TypedWord.HELP:
            console.say(f"{wording.instructions(game.rules)}\n\n{text.how_to_type(table.style)}")
        case TypedWord.HINT:
            from noughts.coach.explanation import hint  # the coach takes 3 ms
            from noughts.coach.text import explanation_text

            with _thinking(table, console):
                advice = hint(game.position, _PROOF_LIMIT, table.thinking)
            console.say(explanation_text(advice, table.style.name))
        case TypedWord.WHY:
            console.say(_why(table, game))
    return table, game


def _choose_level(table: Table, console: Console) -> Table:
    """Return the table with the computer player that the person names; Enter keeps the old one."""
    if len(table.people) > 1:
        console.say(_("The computer doesn't play in this game."))
        return table
    side = table.people[0].other
    offered = listing(levels(table.start.rules), "or")
    question = _("It's {level} now – {levels}: ", level=table.names[side], levels=offered)
    while name := console.ask(question).lower():
        if read_word(name) is TypedWord.QUIT:
            raise Left
        try:
            chosen = table.make(name)
            check_supports(chosen, table.start.rules)
        except NoughtsError as error:
            console.say(paragraph(sentence(worded(error))))
            continue
        console.say(_("The computer plays {level} from here on.", level=chosen.name))
        return replace(table, players={**table.players, side: chosen})
    return table


def read_move(console: Console, style: Style, position: Position, line: str) -> Move | None:
    """Return the free square that a line stands for; says what is wrong if there is none."""
    try:
        move = style.read(line)
    except NotationError as error:
        console.say(text.mistake(style, line, error))
        return None
    if position.is_legal(move):
        return move
    console.say(text.already_taken(style, position, move, line))
    return None


def _why(table: Table, game: Game) -> str:
    """Return the explanation of the last move."""
    from noughts.coach.explanation import explain
    from noughts.coach.text import explanation_text

    if game.last_move is None:
        return _("Nobody has moved yet.")
    before = Game(game.start, game.moves[:-1]).position  # also of a game that was resigned
    explanation = explain(before, game.last_move, _PROOF_LIMIT)
    you = next(iter(table.people)) if len(table.people) == 1 else None
    return explanation_text(explanation, table.style.name, you)


def _show(table: Table, console: Console, game: Game) -> None:
    """Show the board, for a moment only if a computer answers at once."""
    answers = game.ending is None and table.players[game.position.turn] is not None
    show_game(console, game, table.style.labels, brief=answers and len(table.people) == 1)
