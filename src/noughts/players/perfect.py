"""The player `perfect`: never gives away a proved value, and sets traps."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from noughts.atlas import is_proved, oracle_for
from noughts.core import Move, Position, Rules
from noughts.core.errors import N_, Unsolved
from noughts.players.base import BasePlayer, Choice, Player, Policy, check_can_choose, uniform
from noughts.players.classic import Classic, best_squares
from noughts.players.searcher import Searcher
from noughts.solver import Limit, can_solve

if TYPE_CHECKING:
    from noughts.atlas.facts import Facts
    from noughts.solver.question import Inquiry

_PROOF_SHARE = 0.7  # of the limit, for proofs; the rest is for a guess
_GUESS_NODES = 4_096  # for a proof that the guess keeps the draw, a tenth of a second's worth


class Perfect(BasePlayer):
    """Never gives away a win or a draw that is proved, and sets traps on small boards.

    On boards of up to 16 squares it plays for the best proved value, then for the soonest win or
    latest loss, then for the fewest good replies. On larger boards whose value is proved it keeps
    what is proved: by the certificate, or by a proof found within the limit. Where nothing is
    proved in time, it guesses.
    """

    description = N_(
        "never gives away a win or a draw that is proved, and sets traps on small boards"
    )

    def supports(self, rules: Rules) -> bool:
        """True if the board's value is proved."""
        return is_proved(rules)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the best move that is proved within the limit, else a guess without a verdict.

        Without a limit, a small board is always solved: without a cache the start of 4×4:4 takes
        0.1 s; the slowest of 40 random positions on each board took 0.9 s. A choice on a larger
        board then takes about a second. A certificate that takes longer to read than the limit
        is left out, unless it was read before.
        """
        position = check_can_choose(self, position, limit)
        return (_best if can_solve(position.rules) else _keep)(position, limit)

    def policy(self, position: Position) -> Policy:
        """Return the player's move as certain."""
        return uniform((self.choose(position).move,))


def _best(position: Position, limit: Limit | None) -> Choice:
    """Return the best move on a small board, with the fewest good replies counted in time."""
    part = partial(_part, limit, monotonic())
    oracle = oracle_for(position.rules, part(_PROOF_SHARE))
    try:
        verdict = oracle.solve(position)
    except Unsolved:
        return Choice(_guess(position, part(1 - _PROOF_SHARE)))
    traps, oracle = dict[Move, int](), oracle_for(position.rules, part(1))  # what is left
    with suppress(Unsolved):
        for move in verdict.best:
            traps[move] = len(oracle.keeping_moves(position.play_unchecked(move)))
    most = position.rules.size
    return Choice(min(verdict.best, key=lambda move: (traps.get(move, most), move)), verdict)


def _keep(position: Position, limit: Limit | None) -> Choice:
    """Return a move that keeps the value of a position on a large board, as far as proved."""
    from noughts.atlas.facts import learn, verdict_of  # only large boards
    from noughts.solver.question import Inquiry

    part = partial(_part, limit, monotonic())
    inquiry = Inquiry(position.rules, part(_PROOF_SHARE))
    facts = learn(position, inquiry)
    verdict = verdict_of(position, facts)
    if facts.wins:
        return Choice(facts.keeping[0], verdict)
    guess = _guess(position, part(1 - _PROOF_SHARE))
    move = _improve(position, guess, facts, inquiry)
    if verdict is not None and move not in verdict.best:
        verdict = replace(verdict, best=tuple(sorted({*verdict.best, move})))
    return Choice(move, verdict)


def _part(limit: Limit | None, began: float, share: float) -> Limit | None:
    """Return a share of a limit, or what is left of its seconds if that is less."""
    if limit is None or limit.seconds is None:
        return limit and limit.part(share)
    left = max(0.0, began + limit.seconds - monotonic())
    return replace(limit.part(share), seconds=min(left, share * limit.seconds))


def _guess(position: Position, limit: Limit | None) -> Move:
    """Return the move of the search, or of `classic` where it plays no board with so long lines."""
    searcher = Searcher(0)
    player: Player = searcher if searcher.supports(position.rules) else Classic()
    return player.choose(position, limit).move


def _improve(position: Position, guess: Move, facts: Facts, inquiry: Inquiry) -> Move:
    """Return the guess, or a move that is proved not to lose if the guess is not."""
    from noughts.atlas.facts import side_wins  # only large boards

    if facts.loses or guess in facts.keeping:
        return guess
    if facts.keeping:
        after = position.play_unchecked(guess)
        holds = side_wins(after, after.turn, inquiry, nodes=_GUESS_NODES) is False
        return guess if holds else facts.keeping[0]
    if guess not in facts.dropping:
        return guess
    open_ = set(position.moves) - set(facts.dropping)
    return next(square for square in best_squares(position.rules) if square in open_)
