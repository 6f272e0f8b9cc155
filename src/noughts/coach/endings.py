"""Why a game ended as it did: one sentence, and what on the board it speaks of.

A sentence addresses the side `you`, if there is one; every other side is called by its mark.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from noughts.atlas import solve
from noughts.coach import findings
from noughts.coach.explanation import Explanation, explain
from noughts.coach.forced import known_value
from noughts.coach.tactics import merits
from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction, Unsolved
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.threats import Line
from noughts.solver import Limit, Value
from noughts.solver.verdict import limit_or_none
from noughts.wording.language import gettext as _
from noughts.wording.text import Spell, level_name


@dataclass(frozen=True, slots=True)
class EndingReason:
    """Why a game ended as it did; the text is empty where nothing is proved.

    `lines` are the threats of the fork, and `mistake` is the move, that it speaks of. `retry` is
    the ply from which `you` may do better, as `retry_from` takes it.
    """

    text: str
    lines: tuple[Line, ...] = ()
    mistake: Move | None = None
    retry: int | None = None


def ending(
    game: Game,
    you: Mark | None = None,
    opponent: str | None = None,
    limit: Limit | None = None,
    spell: Spell | None = None,
) -> EndingReason:
    """Explain what decided a finished game, to the side `you` of the computer player `opponent`.

    The limit applies to each proof; squares are written as `spell` writes them. Raises
    IllegalAction while the game goes on, and WrongType.

    >>> ending(Game().play("a1", "b2", "c3", "c1", "a3", "b3", "a2"), Mark.X)
    EndingReason(text='Your fork on a3 did it.', lines=((0, 3, 6), (6, 7, 8)), mistake=None, \
retry=None)
    """
    check_type(game, Game, "the game")
    check_type(you, Mark | None, "the side that is you")
    check_type(opponent, str | None, "the opponent")
    check_type(spell, Callable | None, "what spells squares")
    limit_or_none(limit)
    if game.ending is None:
        raise IllegalAction(_("You can review the game once it's over"))
    if not game.ending.termination.on_board:
        return _broken_off(game, you, limit)
    # The last move, with its ply, that is not proved to have kept the value.
    explained = (
        (len(game.moves) - number, explain(position, game.moves[-number], limit))
        for number, position in enumerate(reversed(list(game.positions())[:-1]), 1)
    )
    change = next((each for each in explained if each[1].keeps_value is not True), None)
    name = spell or game.start.name
    if game.ending.winner is not None:
        return _won(game, game.ending.winner, change, you, name)
    if change is not None:
        ply, explanation = change
        if explanation.keeps_value is not False:
            return EndingReason("")
        return _missed_win(ply, explanation, you, name)
    if you is not None and opponent == "perfect":
        level = level_name(opponent)
        return EndingReason(_("You held {level} – that's as good as it gets.", level=level))
    return EndingReason(_("Nobody made a mistake, so it's a draw."))


def _won(
    game: Game, winner: Mark, change: tuple[int, Explanation] | None, you: Mark | None, name: Spell
) -> EndingReason:
    """What decided a game that was won on the board: a fork, a square left open, or a mistake."""
    loser, last = winner.other, len(game.moves) - 2  # the loser's last move
    ply, explanation = (last, None) if change is None else change
    is_mistake = explanation is not None and explanation.keeps_value is False  # the loser's
    if fork := _fork(game):
        return _forked(game, fork, you, name, ply if is_mistake else None)
    if explanation is None or last < 0:
        return EndingReason(_("Nobody made a mistake.") if change is None else "")
    if is_mistake and explanation.best is not None and explanation.best.value is Value.WIN:
        return _missed_win(ply, explanation, you, name)
    retry = ply + 1 if is_mistake and you is loser else None
    move = game.moves[ply if is_mistake else last]
    said = {"side": loser, "mistake": name(move), "square": name(game.moves[-1])}
    if is_mistake and ply < last:
        if you is loser:
            text = _("Your {mistake} lost the game.", **said)
        else:
            text = _("{side}'s {mistake} lost the game.", **said)
    elif you is loser:
        text = _("Your {mistake} left {square} open.", **said)
    else:
        text = _("{side}'s {mistake} left {square} open.", **said)
    return EndingReason(text, (), move if is_mistake else None, retry)


def _fork(game: Game) -> findings.Forks | None:
    """The fork of which the last move completed a line, if there was one."""
    positions = list(game.positions())
    if len(positions) < 4:
        return None
    found = merits(positions[-4], game.moves[-3], positions[-3])
    return next((each for each in found if isinstance(each, findings.Forks)), None)


def _forked(
    game: Game, fork: findings.Forks, you: Mark | None, name: Spell, mistake: int | None
) -> EndingReason:
    """That a fork decided, and the loser's mistake before it, at a ply."""
    moves, winner = game.moves, game.position.turn.other
    lines = tuple(line for threat in fork.threats for line in threat.lines)
    said = {"side": winner, "square": name(moves[-3])}
    if you is winner:
        return EndingReason(_("Your fork on {square} did it.", **said), lines)
    if you is None or mistake is None:
        return EndingReason(_("{side}'s fork on {square} did it.", **said), lines)
    said["mistake"] = name(moves[mistake])
    if mistake == len(moves) - 4:
        text = _("Your {mistake} let {side} fork on {square}.", **said)
    else:
        text = _("{side}'s fork on {square} did it, after your mistake on {mistake}.", **said)
    return EndingReason(text, lines, moves[mistake], mistake + 1)


def _missed_win(ply: int, explanation: Explanation, you: Mark | None, name: Spell) -> EndingReason:
    """That a move gave a win away, after which nobody gave anything away."""
    side, move = explanation.position.turn, explanation.move
    if side is you:
        text = _("Your {mistake} missed a win.", mistake=name(move))
    else:
        text = _("{side}'s {mistake} missed a win.", side=side, mistake=name(move))
    return EndingReason(text, (), move, ply + 1 if side is you else None)


def _broken_off(game: Game, you: Mark | None, limit: Limit | None) -> EndingReason:
    """What a game that ended before its board did was worth then."""
    ended, turn, value = game.ending, game.position.turn, _value(game.position, limit)
    if ended is None or ended.result == "*" or value is None:
        return EndingReason("")
    ahead = None if value is Value.DRAW else turn if value is Value.WIN else turn.other
    can_better = you is not None and you is not ended.winner and ahead is not you.other
    retry = len(game.moves) if can_better else None
    if ahead is you is not None:
        return EndingReason(_("You had a sure win."), retry=retry)
    if ahead is not None:
        return EndingReason(_("{side} had a sure win.", side=ahead), retry=retry)
    if ended.winner is None:
        return EndingReason(_("Neither side had a sure win."), retry=None)
    if retry is not None:
        return EndingReason(_("You could still have held the draw."), retry=retry)
    side = ended.winner.other
    return EndingReason(_("{side} could still have held the draw.", side=side))


def _value(position: Position, limit: Limit | None) -> Value | None:
    with suppress(Unsolved):
        return solve(position, limit).value
    known = known_value(position, limit)
    return None if known is None else known.worth.value
