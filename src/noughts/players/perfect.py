"""The player `perfect`: never gives away a proved value, and sets traps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from noughts.atlas import is_proved, keeping_moves, solve
from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Choice, Player, check_can_choose, uniform
from noughts.players.classic import Classic, best_squares
from noughts.solver import Limit, can_solve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from noughts.atlas.known import Known
    from noughts.solver.question import Inquiry

_PROOF_SHARE = 0.7  # of the limit, for proofs on a large board; the rest is for a guess
_GUESS_NODES = 4_096  # for a proof that the guess keeps the draw, a tenth of a second's worth


class Perfect:
    """Plays for the best proved value.

    On boards of up to 16 squares it then plays for the soonest win or latest loss, then for the
    fewest good replies. On larger boards whose value is proved it keeps what is proved: by the
    certificate, or by a proof found within the limit.
    """

    name = "perfect"
    description = "never gives away a win or a draw that is proved, and sets traps on small boards"

    def __init__(self, seed: int | None = None) -> None:
        """The seed has no effect, since nothing is random."""

    def supports(self, rules: Rules) -> bool:
        """The boards whose value is proved."""
        return is_proved(rules)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The best move; raises Unsolved if a small board is not solved within the limit.

        On a small board the limit applies to the proof of the position, and again to counting the
        replies to each best move. Without a cache the start of 4×4:4 takes 0.1 s; the slowest of 40
        random positions on each board took 0.9 s. On a larger board the limit is for the whole
        choice, about a second if there is none; where nothing is proved within it, the move is a
        guess without a verdict.
        """
        position = check_can_choose(self, position, limit)
        if not can_solve(position.rules):
            return _keep(position, limit)
        verdict = solve(position, limit)
        traps = {
            move: len(keeping_moves(position.play_unchecked(move), limit)) for move in verdict.best
        }
        return Choice(min(traps, key=lambda move: (traps[move], move)), verdict)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """Certainty for the player's move."""
        return uniform((self.choose(position).move,))


def _keep(position: Position, limit: Limit | None) -> Choice:
    """A move that keeps the value of a position on a large board, as far as that is proved."""
    from noughts.atlas.known import learn, verdict_of  # only large boards
    from noughts.players.searcher import Searcher
    from noughts.solver.question import Inquiry

    for_proofs, for_a_guess = (
        None if limit is None else limit.part(share) for share in (_PROOF_SHARE, 1 - _PROOF_SHARE)
    )
    inquiry = Inquiry(position.rules, for_proofs)
    known = learn(position, inquiry)
    verdict = verdict_of(position, known)
    if known.wins:
        return Choice(known.keeping[0], verdict)
    searcher = Searcher(0)
    player: Player = searcher if searcher.supports(position.rules) else Classic()
    guess = player.choose(position, for_a_guess).move
    move = _improve(position, guess, known, inquiry)
    if verdict is not None and move not in verdict.best:
        verdict = replace(verdict, best=tuple(sorted({*verdict.best, move})))
    return Choice(move, verdict)


def _improve(position: Position, guess: Move, known: Known, inquiry: Inquiry) -> Move:
    """The guess, or a move that is proved not to lose if the guess is not."""
    from noughts.atlas.known import side_wins  # only large boards

    if known.loses or guess in known.keeping:
        return guess
    if known.keeping:
        after = position.play_unchecked(guess)
        holds = side_wins(after, after.turn, inquiry, nodes=_GUESS_NODES) is False
        return guess if holds else known.keeping[0]
    if guess not in known.dropping:
        return guess
    open_ = set(position.moves) - set(known.dropping)
    return next(square for square in best_squares(position.rules) if square in open_)
