"""The oracle of large boards: it concludes from certificates, and asks the prover."""

from __future__ import annotations

from contextlib import suppress

from noughts.atlas.facts import Facts, learn, side_wins, verdict_of
from noughts.atlas.oracle import Oracle
from noughts.core import Move, Position, Rules
from noughts.core.errors import N_, Unsolved
from noughts.core.threats import blocks
from noughts.solver.exact import MOST_PROVED
from noughts.solver.question import Inquiry
from noughts.solver.verdict import Limit, MoveValue, Value, Verdict

_ROOT_SHARE = 0.4  # of the limit, for the position itself before its moves


class LargeOracle(Oracle):
    """What is proved of the positions of a board of more than 16 squares."""

    def __init__(self, rules: Rules, limit: Limit) -> None:
        self._inquiry = Inquiry(rules, limit)

    def values(self, position: Position) -> dict[Move, MoveValue]:
        if position.is_over:
            return {}
        facts = learn(position, self._inquiry, _ROOT_SHARE)
        worths: dict[Move, MoveValue] = {}
        for number, move in enumerate(position.moves):
            after, share = position.play_unchecked(move), 1 / (len(position.moves) - number)
            value = self._value(move, after, facts, share)
            if value is not None:
                worths[move] = MoveValue(value, 1 if after.is_over else None)
        if not worths:
            raise _unsolved(position)
        return worths

    def keeping_moves(self, position: Position) -> tuple[Move, ...]:
        if position.is_over:
            return ()
        facts = learn(position, self._inquiry)
        if facts.value is Value.LOSS:
            return position.moves
        if facts.value is None:
            raise _unsolved(position)
        winner = position.turn if facts.wins else position.turn.other
        keeping = set(facts.keeping)
        for move in set(position.moves) - keeping - set(facts.dropping):
            won = side_wins(position.play_unchecked(move), winner, self._inquiry)
            if won is None:
                raise Unsolved(
                    N_("not every move is proved good or bad within the limit: raise the limit")
                )
            if won is bool(facts.wins):
                keeping.add(move)
        return tuple(sorted(keeping))

    def best_line(self, position: Position) -> tuple[Move, ...]:
        line: list[Move] = []
        with suppress(Unsolved):
            while not position.is_over:
                verdict = self._verdict(position)
                stubborn = blocks(position) if verdict.value is Value.LOSS else ()
                line.append((stubborn or verdict.best)[0])
                position = position.play_unchecked(line[-1])
        if not line and not position.is_over:
            raise _unsolved(position)
        return tuple(line)

    def _verdict(self, position: Position) -> Verdict:
        verdict = verdict_of(position, learn(position, self._inquiry))
        if verdict is None:
            raise _unsolved(position)
        return verdict

    def _value(self, move: Move, after: Position, facts: Facts, share: float) -> Value | None:
        """Return the value of a move, given the facts about the position before; None if open."""
        if facts.value is not None and move in facts.keeping:
            return facts.value
        if facts.loses or (not facts.wins and move in facts.dropping):
            return Value.LOSS
        mover, inquiry = after.turn.other, self._inquiry
        won = False if facts.wins is False else side_wins(after, mover, inquiry, share)
        if won:
            return Value.WIN
        lost = side_wins(after, after.turn, inquiry, share)
        if lost:
            return Value.LOSS
        return None if won is None or lost is None else Value.DRAW


def _unsolved(position: Position) -> Unsolved:
    rules = position.rules
    if rules.size > MOST_PROVED:
        return Unsolved(
            N_(
                "{board} is too large: on more than {most} squares only a win by force is proved, "
                "and none was found within the limit"
            ),
            board=rules,
            most=MOST_PROVED,
        )
    return Unsolved(N_("the value is not proved within the limit: raise the limit"))
