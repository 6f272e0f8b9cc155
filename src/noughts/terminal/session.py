"""A session at one terminal: games one after another, until someone stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from noughts.core.bits import Move
from noughts.core.ending import Ending, Termination
from noughts.core.errors import NotationError
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import (
    ending_text,
    instructions,
    lines_text,
    paragraph,
    score_text,
    starts,
    taken,
)
from noughts.language import gettext as _
from noughts.solver import Limit
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.commands import Command, read_command
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.table import Table

_PROOF_LIMIT = Limit(seconds=3)  # while somebody waits


class Left(Exception):
    """A person quits the game."""


def play_session(table: Table, console: Console) -> None:
    """Play until the input ends or nobody wants another game; records the finished games."""
    console.say(text.introduction(table))
    score: Counter[Mark | None] = Counter()
    start = table.start
    try:
        while True:
            game = _play_game(table, console, start)
            assert game.ending is not None
            score[game.ending.winner] += 1
            if not table.people:
                return
            console.say(paragraph(score_text(table.subjects, score)))
            if not console.ask_yes_or_no(_("Another game?"), partial(_after_game, table, game)):
                return
            start = _next_start(table, start, console)
    except (EndOfInput, Left):
        console.say_goodbye()


def _after_game(table: Table, game: Game, answer: str) -> str:
    """What to say to somebody who still wants to know why."""
    return _why(table, game) if read_command(answer) is Command.WHY else ""


def _next_start(table: Table, start: Position, console: Console) -> Position:
    """The start of the next game, after who begins it if that changes."""
    if not start.occupied:
        console.say()
        console.say(paragraph(starts(table.seats[start.next_start.turn].subject)))
    return start.next_start


def _play_game(table: Table, console: Console, start: Position) -> Game:
    game = Game(start)
    _show(table, console, game)
    started = table.now()
    try:
        while game.ending is None:
            game = _turn(table, console, game)
    except (EndOfInput, KeyboardInterrupt):
        if not console.redraws:  # which still shows it
            console.say("\n" + _("Stopped. The board as it stood:"))
            _show(table, console, game)
        raise
    _announce(table, console, game, game.ending)
    if table.keep is not None:
        from noughts.core.record import Record  # JSON costs 3 ms

        names = {mark: seat.name for mark, seat in table.seats.items()}
        console.settle()  # a game that cannot be saved is printed
        table.keep(Record.played(game, names, started, table.now()))
    return game


def _announce(table: Table, console: Console, game: Game, ending: Ending) -> None:
    won_by_person = ending.winner in table.people and ending.termination is Termination.LINE
    praise = _("Congratulations!") if won_by_person else ""
    how = ending_text(table.subjects, ending)
    console.say(paragraph(praise, how, lines_text(table.style.name, game)))


def _turn(table: Table, console: Console, game: Game) -> Game:
    """The game after a move or another command of the side to move."""
    mark = game.position.turn
    player = table.seats[mark].player
    if player is None:
        return _person_turn(table, console, game)
    with _thinking(table, console):
        move = player.choose(game.position, table.thinking).move
    console.say(paragraph(taken(table.seats[mark].subject, table.style.name(move))))
    return _played(table, console, game, move)


@contextmanager
def _thinking(table: Table, console: Console) -> Iterator[None]:
    """While the computer may think for long, let Ctrl-C end that, and say so."""
    limit, rules = table.thinking, table.start.rules
    if limit is None or not text.is_long(limit):
        yield
        return
    from noughts.search import can_search, engine_for
    from noughts.terminal.interruption import on_interrupt

    if not can_search(rules):
        yield
        return
    console.say(text.thinking(limit))
    with on_interrupt(engine_for(rules).stop):
        yield
    console.turn_page()


def _person_turn(table: Table, console: Console, game: Game) -> Game:
    line = console.ask(text.prompt(table, game.position.turn))
    command = read_command(line)
    if command is not None:
        return _run_command(table, console, game, command)
    try:
        move = table.style.read(line)
    except NotationError as error:
        console.say(text.mistake(table.style, line, error))
        return game
    if not game.position.is_legal(move):
        console.say(text.already_taken(table.style, game.position, move, line))
        return game
    return _played(table, console, game, move)


def _run_command(table: Table, console: Console, game: Game, command: Command) -> Game:
    if command is Command.QUIT:
        raise Left
    if command is Command.RESIGN:
        return game.resign()
    if command is Command.UNDO:
        return _undo(table, console, game)
    if command is Command.NEW:
        return _start_again(table, console, game)
    if command is Command.BOARD:
        _show(table, console, game)
    if command is Command.HELP:
        console.say(f"{instructions(game.rules)}\n\n{text.how_to_type(table.style)}")
    if command is Command.HINT:
        with _thinking(table, console):
            advice = _hint(table, game)
        console.say(advice)
    if command is Command.WHY:
        console.say(_why(table, game))
    return game


# The coach takes 3 ms to import, so it is imported when first used.


def _hint(table: Table, game: Game) -> str:
    from noughts.coach.advice import advise
    from noughts.coach.text import explanation_text

    advice = advise(game.position, table.adviser, _PROOF_LIMIT, table.thinking)
    return explanation_text(advice, table.style.name)


def _why(table: Table, game: Game) -> str:
    """The explanation of the last move."""
    from noughts.coach.explanation import explain
    from noughts.coach.text import explanation_text

    if game.last_move is None:
        return _("Nobody has moved yet.")
    before = Game(game.start, game.moves[:-1]).position  # also of a game that was resigned
    explanation = explain(before, game.last_move, _PROOF_LIMIT)
    you = next(iter(table.people)) if len(table.people) == 1 else None
    return explanation_text(explanation, table.style.name, you)


def _undo(table: Table, console: Console, game: Game) -> Game:
    """The game at the last turn of a person."""
    plies = game.plies_since_turn_of(table.people)
    if plies is None:
        console.say(_("You have no move to undo."))
        return game
    game = game.undo(plies)
    _show(table, console, game)
    return game


def _start_again(table: Table, console: Console, game: Game) -> Game:
    if game.moves and not console.ask_yes_or_no(_("Start this game again?")):
        return game
    game = Game(game.start)
    _show(table, console, game)
    return game


def _played(table: Table, console: Console, game: Game, move: Move) -> Game:
    game = game.play(move)
    _show(table, console, game)
    return game


def _show(table: Table, console: Console, game: Game) -> None:
    """Show the board, for a moment only if a computer answers at once."""
    answers = game.ending is None and table.seats[game.position.turn].player is not None
    show_game(console, game, table.style.labels, brief=answers and len(table.people) == 1)
