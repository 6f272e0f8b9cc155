"""Games against a machine of matchboxes at the terminal, from each of which it learns."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from noughts.core import Game, Position
from noughts.menace import text as told
from noughts.menace.boxes import BOARD
from noughts.menace.machine import Machine
from noughts.terminal import text
from noughts.terminal.board import show_game
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.session import read_move
from noughts.terminal.text import TypedWord, by_name, read_word
from noughts.wording import text as wording
from noughts.wording.language import gettext as _


def play_with(
    console: Console, machine: Machine, keep: Callable[[Machine], None], rng: Random
) -> None:
    """Play until the person leaves; `keep` is given the machine as each game leaves it."""
    style, mark = by_name(BOARD), machine.scheme.mark
    subjects: wording.Subjects = {mark: wording.Named("MENACE"), mark.other: wording.Role.YOU}
    console.say(_("You're {side}, and X begins.", side=mark.other))
    how = _("On your turn: {squares}; box to see its beads, board or quit.", squares=style.wanted)
    console.say(how)
    try:
        while True:
            game = _game(console, machine, how, rng)
            assert game.ending is not None
            machine = machine.after(game)
            keep(machine)
            lines = wording.lines_text(style.name, game)
            console.say(wording.paragraph(wording.ending_text(subjects, game.ending), lines))
            console.say(told.lesson_text(machine, game))
            console.say(told.score_text(machine))
            if not console.ask_yes_or_no(_("Another game?")):
                return
    except EndOfInput:
        console.say_goodbye()


def _game(console: Console, machine: Machine, how: str, rng: Random) -> Game:
    """Play a game to its end; raises EndOfInput, also if the person quits."""
    game, style = Game(BOARD.start()), by_name(BOARD)
    box: Position | None = None  # where the machine last moved
    show_game(console, game, style.labels, brief=machine.scheme.mark is game.position.turn)
    while game.ending is None:
        position = game.position
        if position.turn is machine.scheme.mark:
            move, box = machine.draw(position, rng), position
            console.say(told.why_text(machine, position, move))
            game = game.resign() if move is None else game.play(move)
        else:
            line = console.ask(text.prompt(position.turn, is_own=True))
            match line.lower() if line.lower() == "box" else read_word(line):
                case "box":
                    shown = box or position
                    console.say("\n".join(told.box_lines(machine, shown)))
                    continue
                case None:
                    move = read_move(console, style, position, line)
                    if move is None:
                        continue
                    game = game.play(move)
                case TypedWord.QUIT:
                    raise EndOfInput
                case TypedWord.RESIGN:
                    game = game.resign()
                case TypedWord.BOARD:
                    pass
                case _other:
                    console.say(how)
                    continue
        is_brief = game.ending is None and game.position.turn is machine.scheme.mark
        show_game(console, game, style.labels, brief=is_brief)
    return game
