"""A session at one terminal: games one after another, until someone stops."""

from __future__ import annotations

from collections import Counter

from noughts.core.bits import Move
from noughts.core.ending import Ending, Termination
from noughts.core.errors import NotationError
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import ending_text, instructions, score_text, starts, taken
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
            console.say(score_text(table.subjects, score))
            if not console.ask_yes_or_no("Another game?"):
                return
            start = _next_start(table, start, console)
    except (EndOfInput, Left):
        console.say("Goodbye.")


def _next_start(table: Table, start: Position, console: Console) -> Position:
    """The start of the next game, with the other side to move unless a position was given."""
    if start.occupied:
        return start
    first = start.turn.other
    console.say()
    console.say(starts(table.seats[first].subject))
    return start.rules.start(first)


def _play_game(table: Table, console: Console, start: Position) -> Game:
    game = Game(start)
    _show(table, console, game)
    started = table.now()
    try:
        while game.ending is None:
            game = _turn(table, console, game)
    except (EndOfInput, KeyboardInterrupt):
        console.say("\nStopped. The board as it stood:")
        _show(table, console, game)
        raise
    _announce(table, console, game, game.ending)
    if table.keep is not None:
        from noughts.core.record import Record  # noqa: PLC0415 - JSON costs 3 ms

        names = {mark: seat.name for mark, seat in table.seats.items()}
        times = (time.isoformat(timespec="seconds") for time in (started, table.now()))
        table.keep(Record(game, names, *times))
    return game


def _announce(table: Table, console: Console, game: Game, ending: Ending) -> None:
    text = ending_text(table.subjects, table.style.spell, game, ending)
    won_by_person = ending.winner in table.people and ending.termination is Termination.LINE
    console.say(f"Congratulations! {text}" if won_by_person else text)


def _turn(table: Table, console: Console, game: Game) -> Game:
    """The game after a move or another command of the side to move."""
    mark = game.position.turn
    player = table.seats[mark].player
    if player is None:
        return _person_turn(table, console, game)
    move = player.choose(game.position).move
    console.say(taken(table.seats[mark].subject, table.style.spell(move)))
    return _played(table, console, game, move)


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
        console.say(text.already_taken(table.style, game.position, move))
        return game
    return _played(table, console, game, move)


def _run_command(table: Table, console: Console, game: Game, command: Command) -> Game:
    if command is Command.QUIT:
        raise Left
    if command is Command.RESIGN:
        return game.resign()
    if command is Command.UNDO:
        return _undo(table, console, game)
    if command is Command.HELP:
        console.say(f"{instructions(game.rules)}\n\n{text.how_to_type(table.style)}")
    if command is Command.HINT:
        console.say(_hint(table, game))
    if command is Command.WHY:
        console.say(_why(table, game))
    return game


# The coach takes 3 ms to import, so it is imported when first used.


def _hint(table: Table, game: Game) -> str:
    from noughts.coach.advice import advise  # noqa: PLC0415
    from noughts.coach.text import explanation_text  # noqa: PLC0415

    return explanation_text(advise(game.position, table.adviser, _PROOF_LIMIT), table.style.spell)


def _why(table: Table, game: Game) -> str:
    """The explanation of the last move."""
    from noughts.coach.explanation import explain  # noqa: PLC0415
    from noughts.coach.text import explanation_text  # noqa: PLC0415

    if game.last_move is None:
        return "Nobody has moved yet."
    explanation = explain(game.undo().position, game.last_move, _PROOF_LIMIT)
    return explanation_text(explanation, table.style.spell)


def _undo(table: Table, console: Console, game: Game) -> Game:
    """The game at the last turn of a person."""
    plies = game.plies_since_turn_of(table.people)
    if plies is None:
        console.say("There is no move of yours to take back.")
        return game
    game = game.undo(plies)
    _show(table, console, game)
    return game


def _played(table: Table, console: Console, game: Game, move: Move) -> Game:
    game = game.play(move)
    _show(table, console, game)
    return game


def _show(table: Table, console: Console, game: Game) -> None:
    show_game(console, game, table.style.labels)
