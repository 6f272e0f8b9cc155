"""The review of a game: mistakes, the turning point, how well each side played, why it ended so.

A sentence addresses the side `you`, if there is one; every other side is called by its mark.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from noughts.atlas import keeping_moves, solve
from noughts.coach import findings, text
from noughts.coach.explanation import explain
from noughts.coach.forced import proved_worth
from noughts.coach.outlook import most_traps
from noughts.coach.tactics import merits
from noughts.coach.text import Explanation
from noughts.core import Game, Mark, Move, Position
from noughts.core.checks import check_type
from noughts.core.errors import N_, IllegalAction, Unsolved
from noughts.core.threats import Line
from noughts.solver import Limit, Value, can_solve
from noughts.solver.verdict import limit_or_none
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext
from noughts.wording.text import Spell, level_name

_FEW = 3  # right moves that are named, even if every other one is right


@dataclass(frozen=True, slots=True)
class Review:
    """A game with the explanations of its moves, in order."""

    game: Game
    explanations: tuple[Explanation, ...] = field(repr=False)

    def __str__(self) -> str:
        """Return the review in sentences."""
        return review_text(self)

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The plies, counted from 0, whose move is proved to have worsened the value."""
        return tuple(ply for ply, move in enumerate(self.explanations) if move.keeps_value is False)

    @property
    def turning_point(self) -> int | None:
        """The ply of the last mistake, after which no move changed the value.

        None if no move changed the value, or if some move's value is not proved.
        """
        return self.mistakes[-1] if self.mistakes and self.is_proved else None

    @property
    def decided_by(self) -> int | None:
        """The ply after which every move is proved to have kept the value.

        If that move is a mistake, it is the turning point. If its value is not proved, the turning
        point is this ply or an earlier one, or there is none. None if no move changed the value, or
        the end of the game is not proved.
        """
        is_open = [move.keeps_value is not True for move in self.explanations]
        last = max((ply for ply, was_open in enumerate(is_open) if was_open), default=None)
        return None if last is None or self.explanations[last].worth is None else last

    @property
    def is_proved(self) -> bool:
        """True if it is proved for every move whether it kept the value."""
        return all(move.keeps_value is not None for move in self.explanations)

    def kept(self, mark: Mark) -> list[bool | None]:
        """True for each move of a side that kept the value; None where that is not proved."""
        check_type(mark, Mark, "the mark")
        return [move.keeps_value for move in self.explanations if move.position.turn is mark]

    def accuracy(self, mark: Mark) -> Fraction | None:
        """Return the share of a side's moves that kept the value.

        None if the side made no move, or if some move's value is not proved.
        """
        kept = self.kept(mark)
        if not kept or None in kept:
            return None
        return Fraction(sum(map(bool, kept)), len(kept))


def review(game: Game, limit: Limit | None = None) -> Review:
    """Explain every move of a game; the limit applies to each. Raises WrongType."""
    check_type(game, Game, "the game")
    limit_or_none(limit)
    explanations = tuple(
        explain(position, move, limit)
        for position, move in zip(game.positions(), game.moves, strict=False)
    )
    return Review(game, explanations)


@dataclass(frozen=True, slots=True)
class Better:
    """The moves proved to be right where another was a mistake, as far as they are known.

    If `is_any`, every other move would have been, and these set the most traps.
    """

    moves: tuple[Move, ...]
    is_any: bool = False


def better_moves(explanation: Explanation, limit: Limit | None = None) -> Better:
    """Return what would have been right instead of a mistake: the soonest wins, or the draws.

    No moves for any other move, and where none is known.

    >>> better_moves(explain(Position.parse("xx./oo./... x 3"), "c2")).moves
    (2,)
    """
    position, reasons = explanation.position, explanation.findings
    missed = next((finding for finding in reasons if isinstance(finding, findings.Missed)), None)
    if missed is not None and explanation.value is not Value.WIN:
        if can_solve(position.rules):
            with suppress(Unsolved):
                return Better(solve(position, limit).best)
        return Better(missed.line[:1])
    if explanation.keeps_value is not False:
        return Better(())
    moves: tuple[Move, ...] = ()
    try:
        moves = keeping_moves(position, limit)
    except Unsolved:  # some move is not settled
        with suppress(Unsolved):
            moves = solve(position, limit).best
    if len(moves) < max(len(position.moves) - 1, _FEW):
        return Better(moves)
    return Better(most_traps(position, moves, limit), is_any=True)


def retry_from(game: Game, ply: int, you: Mark | None = None) -> Position:
    """Return the position from which to try again, after `ply` moves or just before.

    The side `you` is to move there, unless its opponent began and nothing was played yet; without
    one, the side that made the last of those moves is.

    >>> game = Game().play("a1", "b2", "b1", "c2", "c1")
    >>> [retry_from(game, ply, Mark.O).notation for ply in (3, 4, 5)]
    ['xx./.o./... o 3', 'xx./.o./... o 3', 'xx./.o./... o 3']
    """
    played = list(game.positions())[: ply + 1]
    last, *earlier = reversed(played)
    choices = earlier if you is None or last.is_over else [last, *earlier]
    return next((position for position in choices if you in (None, position.turn)), played[0])


def review_text(review: Review) -> str:
    """Word the review: a line for each move, with reasons for mistakes, then a summary."""
    check_type(review, Review, "the review")
    lines = []
    for number, explanation in enumerate(review.explanations, 1):
        if explanation.keeps_value:
            sentence = _("{verdict}.", verdict=text.verdict_text(explanation))
        else:
            change = change_text(explanation)
            sentence = text.explanation_text(explanation) + (f" [{change}]" if change else "")
        lines.append(f"{number:3}. {explanation.position.turn} {sentence}")
    if lines:
        lines.append("")
    accuracies = dict.fromkeys(accuracy_text(review, mark) for mark in Mark)
    return "\n".join([*lines, turning_point_text(review), *accuracies])


def change_text(explanation: Explanation) -> str:
    """Return what a mistake threw away, or allowed; empty for every other move.

    A win that is proved may still come after a move of which nothing is proved.
    """
    if explanation.keeps_value:
        return ""
    best = explanation.best
    if best is not None and best.value is Value.WIN:
        return _("misses a win")
    if explanation.value is Value.LOSS:
        return _("loses") if best is None else _("throws a draw away")
    return ""


def judgement_text(explanation: Explanation, better: Better, you: Mark | None = None) -> str:
    """Return what to learn from a move: for a mistake, also what would have been right."""
    best, position = explanation.best, explanation.position
    if best is None or not better.moves or not change_text(explanation):
        return text.explanation_text(explanation, you=you)
    is_you, voice = position.turn is you, text.Voice(position.name, you)
    allowed = [finding for finding in explanation.said if isinstance(finding, findings.Allowed)]
    harm = text.joined([text.clause(finding, position.turn, voice) for finding in allowed])
    words = {
        "side": position.turn,
        "square": position.name(explanation.move),
        "squares": listing(map(position.name, better.moves[: text.MOST_SQUARES]), "or"),
        "harm": harm,
    }
    if best.value is Value.WIN:
        yours = N_("You could have won here: {squares}.")
        theirs = N_("{side} could have won here: {squares}.")
        if explanation.worth is None:  # as nothing is proved of the move, it may still win
            yours = N_("You had a sure win here: {squares}.")
            theirs = N_("{side} had a sure win here: {squares}.")
        missed = _(yours if is_you else theirs, **words)
        return _("{missed} Instead, {harm}.", missed=missed, harm=harm) if harm else missed
    if better.is_any:
        yours = N_(
            "Your {square} loses: {harm}. Any other move would have drawn, such as {squares}."
        )
        theirs = N_(
            "{side}'s {square} loses: {harm}. Any other move would have drawn, such as {squares}."
        )
        return _(yours if is_you else theirs, **words)
    if is_you:
        return ngettext(
            "Your {square} loses: {harm}. {squares} would have held the draw.",
            "Your {square} loses: {harm}. {squares} would have held the draw.",
            len(better.moves),
            **words,
        )
    return ngettext(
        "{side}'s {square} loses: {harm}. {squares} would have held the draw.",
        "{side}'s {square} loses: {harm}. {squares} would have held the draw.",
        len(better.moves),
        **words,
    )


def turning_point_text(review: Review, you: Mark | None = None) -> str:
    """Return the move after which no move changed the value, as far as proved."""
    if review.decided_by is None:
        if review.is_proved:
            return _("Nobody made a mistake.")
        return _("We can't tell yet where this game turned.")
    explanation = review.explanations[review.decided_by]
    side, square = explanation.position.turn, explanation.position.name(explanation.move)
    words = {"number": review.decided_by + 1, "side": side, "square": square}
    yours = N_("The game was decided on move {number}, your {square}, if not before.")
    theirs = N_("The game was decided on move {number}, {side}'s {square}, if not before.")
    if explanation.keeps_value is False:
        yours = N_("The game turned on move {number}, your {square}.")
        theirs = N_("The game turned on move {number}, {side}'s {square}.")
    return _(yours if side is you else theirs, **words)


def accuracy_text(review: Review, mark: Mark, you: Mark | None = None) -> str:
    """Return the share of a side's moves that kept the value, if it is proved of each.

    Where that is not known of either side, both sentences are the same.
    """
    if mark is you:
        name = _("Your accuracy")
    elif you is None:
        name = _("Accuracy of {side}", side=mark)
    else:
        name = _("Your opponent's accuracy")
    kept, share = review.kept(mark), review.accuracy(mark)
    if not kept:
        return _("{name}: no moves.", name=name)
    if share is None and review.accuracy(mark.other) is None:
        return _("We can't score this board yet.")
    if share is None:
        return _("{name}: we can't score it on this board yet.", name=name)
    return _("{name}: {percent}%.", name=name, percent=round(100 * share))


def better_text(value: Value) -> str:
    """Return the word written in a square that would have been right."""
    return pgettext("square", "wins") if value is Value.WIN else pgettext("square", "draws")


def better_label(value: Value, square: str) -> str:
    """Return the label of a square that would have been right, for screen readers."""
    if value is Value.WIN:
        return _("{square}, empty, would have won", square=square)
    return _("{square}, empty, would have held the draw", square=square)


@dataclass(frozen=True, slots=True)
class EndingReason:
    """The reason why a game ended as it did; the text is empty where nothing is proved.

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
    change = next((step for step in explained if step[1].keeps_value is not True), None)
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
    """Return what decided a game won on the board: a fork, a square left open, or a mistake."""
    loser, last = winner.other, len(game.moves) - 2  # the loser's last move
    ply, explanation = (last, None) if change is None else change
    is_mistake = explanation is not None and explanation.keeps_value is False  # the loser's
    if by_fork := _forked(game, you, name, ply if is_mistake else None):
        return by_fork
    if explanation is None or last < 0:
        return EndingReason(_("Nobody made a mistake.") if change is None else "")
    if is_mistake and explanation.best is not None and explanation.best.value is Value.WIN:
        return _missed_win(ply, explanation, you, name)
    retry = ply + 1 if is_mistake and you is loser else None
    move = game.moves[ply if is_mistake else last]
    words = {"side": loser, "mistake": name(move), "square": name(game.moves[-1])}
    if is_mistake and ply < last:
        yours, theirs = N_("Your {mistake} lost the game."), N_("{side}'s {mistake} lost the game.")
    else:
        yours = N_("Your {mistake} left {square} open.")
        theirs = N_("{side}'s {mistake} left {square} open.")
    sentence = _(yours if you is loser else theirs, **words)
    return EndingReason(sentence, (), move if is_mistake else None, retry)


def _forked(game: Game, you: Mark | None, name: Spell, mistake: int | None) -> EndingReason | None:
    """Return that a fork decided, if one did, and the loser's mistake before it, at a ply."""
    moves, winner, positions = game.moves, game.position.turn.other, list(game.positions())
    if len(positions) < 4:
        return None
    reasons = merits(positions[-4], moves[-3], positions[-3])
    fork = next((finding for finding in reasons if isinstance(finding, findings.Forks)), None)
    if fork is None:
        return None
    lines = tuple(line for threat in fork.threats for line in threat.lines)
    words = {"side": winner, "square": name(moves[-3])}
    if you is winner:
        return EndingReason(_("Your fork on {square} did it.", **words), lines)
    if you is None or mistake is None:
        return EndingReason(_("{side}'s fork on {square} did it.", **words), lines)
    words["mistake"] = name(moves[mistake])
    sentence = N_("{side}'s fork on {square} did it, after your mistake on {mistake}.")
    if mistake == len(moves) - 4:
        sentence = N_("Your {mistake} let {side} fork on {square}.")
    return EndingReason(_(sentence, **words), lines, moves[mistake], mistake + 1)


def _missed_win(ply: int, explanation: Explanation, you: Mark | None, name: Spell) -> EndingReason:
    """Return that a move gave a win away, after which neither side gave anything away."""
    side, move = explanation.position.turn, explanation.move
    words = {"side": side, "mistake": name(move)}
    if side is you:
        return EndingReason(_("Your {mistake} missed a win.", **words), (), move, ply + 1)
    return EndingReason(_("{side}'s {mistake} missed a win.", **words), (), move)


def _broken_off(game: Game, you: Mark | None, limit: Limit | None) -> EndingReason:
    """Return what a game was worth that ended before its board did."""
    ended, turn = game.ending, game.position.turn
    value: Value | None = None
    try:
        value = solve(game.position, limit).value
    except Unsolved:
        if proved := proved_worth(game.position, limit):
            value = proved.worth.value
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
