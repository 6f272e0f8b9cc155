"""The check of a computer player: all games that it can play, and what it makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from noughts.arena import SideReport, certify_side
from noughts.atlas import solve, values
from noughts.coach import explain, explanation_text, review
from noughts.core import Mark, Move, Position
from noughts.core.threats import blocks, completed_lines, wins
from noughts.grader import faults
from noughts.grader.bench import Bench, Case, Examined, every_position, kind_of, unfinished
from noughts.grader.faults import Call, Failed, Fault, PartReport, Reason, Score, Wrong, counted
from noughts.grader.notation import RULES
from noughts.grader.questions import FATAL, Answer, Certainty, Outcome, Question
from noughts.grader.shapes import Given, Part, Role, Strength
from noughts.players.base import BasePlayer, Choice, Policy, check_can_choose
from noughts.solver import Limit, Value

_MIDDLE = Position.parse("xo./.x./..o x 3")
_PATIENCE = 60  # minimax without pruning takes a minute for the first move, a second for the third
_FEW_PLIES = 3  # from which minimax is asked on every board, not only on those of its games


def check(bench: Bench, part: Part, function: str) -> PartReport:
    """Play all games that a computer player can play, and say what is wrong with it."""
    asked = _Asked(bench, part, function)
    strength = Strength.PERFECT if part.role is Role.MINIMAX else bench.strength
    told, notes, scores = list[Fault](), list[Fault](), list[Score]()
    knows_side = Given.MARK in part.given
    asked.warm_up()
    if part.role is Role.MINIMAX:
        asked.play_everywhere()  # first, as these take least: a loop is found soon
    # All is asked before anything is judged, since a page judges anew after each answer.
    played = asked.play([*_sides(knows_side)])
    over = Examined(0, ())
    if part.role is Role.MINIMAX and not asked.is_dead:
        over = bench.examine(_over(bench, function))
    for first, mark in played:
        player = _Graded(function, asked.policies)
        report = certify_side(player, mark, RULES, first)
        is_exact, is_random = asked.is_exact(first, mark), asked.is_random(first, mark)
        if report.refutation is not None:
            is_asked = strength is Strength.PERFECT
            loses = _loses(
                bench, function, report, is_exact=is_exact, is_random=is_random, is_asked=is_asked
            )
            # Who goes first changes nothing for most programs: it is told once.
            if all(not _is_like(loses, other) for other in (*told, *notes)):
                (told if is_asked else notes).append(loses)
        if is_exact and first is Mark.X:
            scores.append(Score(report, is_random))
    told = [*asked.faults(), *told, *asked.weaknesses(strength), *over.faults]
    tried = asked.tried + over.tried
    return PartReport(
        part.role, function, tried, tuple(told), tuple(notes), tuple(scores), strength
    )


_Side: TypeAlias = tuple[Mark, Mark]  # who goes first, and the side that the computer has


def _sides(knows_side: bool) -> Iterator[_Side]:
    """Yield the sides of all games that are tried."""
    for first in Mark if knows_side else (Mark.X,):
        yield from ((first, mark) for mark in Mark)


def _turns(side: _Side, ply: Iterable[Position]) -> list[Position]:
    """Return the positions in which the side is to move."""
    return [one for one in ply if one.turn is side[1] and not one.is_over]


def _is_like(loses: faults.Loses, other: Fault) -> bool:
    return isinstance(other, faults.Loses) and (
        (other.report.mark is other.report.refutation.start.turn)  # type: ignore[union-attr]
        is (loses.report.mark is loses.report.refutation.start.turn)  # type: ignore[union-attr]
    )


@dataclass
class _Asked:
    """What the program answered in the positions in which it was asked."""

    bench: Bench
    part: Part
    function: str
    policies: dict[Position, Policy] = field(default_factory=dict)
    certainties: dict[Position, Certainty] = field(default_factory=dict)
    wrong: dict[object, Fault] = field(default_factory=dict)
    counts: dict[object, int] = field(default_factory=dict)
    answered: set[Position] = field(default_factory=set)
    tried: int = 0
    is_dead: bool = False  # whether it took too long, or ended its process

    def warm_up(self) -> None:
        """Ask in the middle of a game, to learn of a loop before the first move may take long."""
        arguments = self.bench.arguments(self.part.given, _MIDDLE)
        (answer,) = self.bench.door.ask([Question(self.function, arguments)])
        failure = answer.outcomes[0].failure
        if failure is not None and failure.trouble in FATAL:
            self.tried += 1
            self._take(_MIDDLE, answer)

    def play(self, sides: Iterable[_Side]) -> list[_Side]:
        """Ask in all positions of the games of these sides; return those that always had a move.

        A ply of all of them is asked at once, since a page begins anew after each time.
        """
        plies = {side: dict.fromkeys([RULES.start(side[0])]) for side in sides}
        complete = [*plies]
        while any(plies.values()):
            self._ask(
                dict.fromkeys(one for side, ply in plies.items() for one in _turns(side, ply))
            )
            for side, ply in plies.items():
                if side in complete and not all(map(self.policies.get, _turns(side, ply))):
                    complete.remove(side)
                plies[side] = dict.fromkeys(self._children(side, ply))
        return complete

    def _children(self, side: _Side, ply: Iterable[Position]) -> Iterator[Position]:
        """Yield the positions that follow, where the side answers as it did."""
        for position in ply:
            if not position.is_over:
                is_own = position.turn is side[1]
                moves = self.policies.get(position, {}) if is_own else position.moves
                yield from map(position.play_unchecked, moves)

    def play_everywhere(self) -> None:
        """Ask in every position but the first, which take long."""
        self._ask([one for one in unfinished() if one.plies >= _FEW_PLIES])

    def is_exact(self, first: Mark, mark: Mark) -> bool:
        """True if all that it may do on a side is known."""
        return all(
            certainty is Certainty.EXACT
            for position, certainty in self.certainties.items()
            if position.first is first and position.turn is mark
        )

    def is_random(self, first: Mark, mark: Mark) -> bool:
        """True if it has been seen to move at random on a side."""
        return any(
            len(policy) > 1
            for position, policy in self.policies.items()
            if position.first is first and position.turn is mark
        )

    def faults(self) -> list[Fault]:
        """Return what is wrong with its answers, how often."""
        return [counted(fault, self.counts[kind], self.tried) for kind, fault in self.wrong.items()]

    def weaknesses(self, strength: Strength) -> list[Fault]:
        """Return what it lacks of the strength that is asked of it, of each kind the first."""
        kinds: dict[object, Fault] = {}
        counts: dict[object, int] = {}
        for position, policy in self.policies.items():
            for move in policy:
                reason = self._weakness(position, move, strength)
                if reason is None:
                    continue
                call = self._call(position)
                kind = (
                    type(reason),
                    isinstance(reason, faults.MissesLine) and (reason.mark is position.turn),
                )
                value = self.bench.notation.squares.write(move)
                kinds.setdefault(kind, Wrong(call, value, (), reason))
                counts[kind] = counts.get(kind, 0) + 1
                break
        return [counted(fault, counts[kind], len(self.policies)) for kind, fault in kinds.items()]

    def _weakness(self, position: Position, move: Move, strength: Strength) -> Reason:
        if strength is Strength.LEGAL:
            return None
        value, worth = solve(position).value, values(position)[move].value
        if worth is value:
            return None
        if strength is Strength.PERFECT:
            is_told = self.part.role is not Role.MINIMAX and worth is Value.LOSS  # by the games
            return None if is_told else faults.Worse(self.explained(position, move))
        winning = wins(position)
        urgent = winning or blocks(position)
        if not urgent or move in urgent:
            return None
        mark = position.turn if winning else position.turn.other
        return faults.MissesLine(mark, completed_lines(position, mark, urgent[0])[0], urgent[0])

    def explained(self, position: Position, move: Move) -> str:
        """Return why a move is bad, with squares as the program writes them."""
        return explanation_text(explain(position, move), self.bench.notation.squares.spell)

    def _ask(self, positions: Iterable[Position]) -> None:
        new = [one for one in positions if one not in self.answered and not self.is_dead]
        questions = (
            Question(
                self.function,
                self.bench.arguments(self.part.given, position),
                patience=_PATIENCE if position.plies < _FEW_PLIES else 1,
            )
            for position in new
        )
        for position, answer in zip(new, self.bench.door.ask(questions), strict=False):
            self.tried += 1
            self.answered.add(position)
            self._take(position, answer)
            if self.is_dead:
                return

    def _take(self, position: Position, answer: Answer) -> None:
        case = Case(self._call(position), Question(self.function), self._judge(position))
        told = list(self.bench.faults_of(case, answer))
        for kind, fault in {kind_of(fault): fault for fault in told}.items():
            self.wrong.setdefault(kind, fault)
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.is_dead |= isinstance(fault, Failed) and fault.failure.trouble in FATAL
        if any(isinstance(fault, Failed | Wrong) for fault in told):
            return
        policy = dict[Move, Fraction]()
        for outcome, chance in answer.chances:
            move = self.bench.notation.squares.read(outcome.value)
            assert move is not None
            policy[move] = policy.get(move, Fraction(0)) + chance
        self.policies[position] = dict(sorted(policy.items()))
        self.certainties[position] = answer.certainty

    def _judge(self, position: Position) -> Callable[[Outcome], Fault | None]:
        def judge(outcome: Outcome) -> Fault | None:
            move = self.bench.notation.squares.read(outcome.value)
            if move is None:
                return Wrong(
                    self._call(position), outcome.value, (), faults.NoSquare(outcome.value)
                )
            mark = position.mark_at(move)
            if mark is not None:
                return Wrong(self._call(position), outcome.value, (), faults.IsTaken(move, mark))
            return None

        return judge

    def _call(self, position: Position) -> Call:
        knows_side = Given.MARK in self.part.given
        others = (self.bench.notation.marks[position.turn],) if knows_side else ()
        return Call(self.function, others, position)


class _Graded(BasePlayer):
    """The program as a player of the arena, by the answers that it gave."""

    def __init__(self, name: str, policies: Mapping[Position, Policy]) -> None:
        super().__init__()
        self.name = self.description = name
        self._policies = policies

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the likeliest move."""
        policy = self.policy(check_can_choose(self, position, limit))
        return Choice(max(policy, key=lambda move: policy[move]))

    def policy(self, position: Position) -> Policy:
        """Return how often it plays each move."""
        return self._policies[position]


def _loses(
    bench: Bench,
    function: str,
    report: SideReport,
    *,
    is_exact: bool,
    is_random: bool,
    is_asked: bool,
) -> faults.Loses:
    game = report.refutation
    assert game is not None
    reviewed = review(game)
    turned = reviewed.turning_point
    assert turned is not None  # neither side has a win to begin with
    spell = bench.notation.squares.spell
    return faults.Loses(
        function,
        report,
        game,
        turned,
        explanation_text(reviewed.explanations[turned], spell),
        is_exact=is_exact,
        is_random=is_random,
        is_asked=is_asked,
    )


def _over(bench: Bench, function: str) -> Iterator[Case]:
    """Yield the boards on which the game is over and there is no move."""

    def judged(position: Position) -> Case:
        def judge(outcome: Outcome) -> Fault | None:
            if outcome.value is None:
                return None
            return Wrong(case.call, outcome.value, (None,), faults.Over())

        case = bench.on(function, position, judge)
        return case

    return (judged(position) for position in every_position() if position.is_over)
