"""A player's results, computed by walking every game without caching."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from noughts.atlas import solve
from noughts.core import Game, Mark, Move, Position
from noughts.players import Player
from noughts.solver import Value


class Line(NamedTuple):
    """A whole game, the player's result, and how likely the game is against a random opponent."""

    game: Game
    result: int  # -1 lost, 0 drawn, 1 won
    against_random: Fraction


def lines(player: Player, start: Position, mark: Mark) -> Iterator[Line]:
    yield from _lines(player, Game(start), mark, Fraction(1))


def _lines(player: Player, game: Game, mark: Mark, chance: Fraction) -> Iterator[Line]:
    position = game.position
    if game.ending is not None:
        winner = game.ending.winner
        yield Line(game, 0 if winner is None else 1 if winner is mark else -1, chance)
    elif position.turn is mark:
        for move, share in player.policy(position).items():
            yield from _lines(player, game.play(move), mark, chance * share)
    else:
        for move in position.moves:
            yield from _lines(player, game.play(move), mark, chance / len(position.moves))


def worst_loss(player: Player, position: Position, mark: Mark) -> Fraction:
    if position.is_over:
        return Fraction(position.has_winner and position.turn is mark)
    if position.turn is not mark:
        return max(worst_loss(player, position.play(move), mark) for move in position.moves)
    policy = player.policy(position).items()
    losses = [share * worst_loss(player, position.play(move), mark) for move, share in policy]
    return sum(losses, Fraction(0))


def met(played: list[Line], mark: Mark) -> set[Position]:
    positions = {position for line in played for position in line.game.positions()}
    return {position for position in positions if position.turn is mark and not position.is_over}


def lowered(position: Position, policy: Mapping[Move, Fraction]) -> list[tuple[Value, Value]]:
    before = solve(position).value
    values = [-solve(position.play(move)).value for move in policy]
    return [(before, value) for value in values if value < before]
