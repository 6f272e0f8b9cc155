"""The sentences about a game that pages and the full screen share; line mode needs none of them."""

from __future__ import annotations

from noughts.core import Game, Mark, Position, Rules
from noughts.core.offer import Offer
from noughts.wording import text
from noughts.wording.grammar import agreeing, numeral
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, remembered
from noughts.wording.text import Role


def status_text(subjects: text.Subjects, game: Game) -> str:
    """Return the status of a game with two players, in a sentence."""
    if game.ending is not None:
        return text.ending_text(subjects, game.ending)
    return turn_text(subjects, game.position.turn)


def turn_text(subjects: text.Subjects, turn: Mark) -> str:
    """Return the sentence that says whose turn it is."""
    return _turn_text(subjects[turn], turn)


@remembered
def _turn_text(subject: text.Subject, turn: Mark) -> str:
    match subject:
        case Role.YOU:
            return _("Your turn – you're {side}", side=turn)
        case Role.COMPUTER:
            return _("The computer is thinking…")
        case Role.OPPONENT:
            return _("Your opponent's turn")
        case text.Named(name=name):
            return agreeing("{name}'s turn", "{name}'s turn", name)
        case Mark():
            return _("{side} to move", side=turn)


def game_name() -> str:
    """Return the name of the game, for the titles of pages."""
    return _("Noughts and crosses")


def titled(what: str) -> str:
    """Return the title of a page that is about a game."""
    return f"{what} · {game_name()}"


def turn_title(subjects: text.Subjects, turn: Mark) -> str:
    """Return the title of a page while its game goes on."""
    return titled(_("Your turn") if subjects[turn] is Role.YOU else turn_text(subjects, turn))


def game_title(subjects: text.Subjects, game: Game) -> str:
    """Return the title of the page of a game: whose turn it is, or who won."""
    ending = game.ending
    if ending is None:
        return turn_title(subjects, game.position.turn)
    if ending.winner is None:
        return titled(_("Draw") if ending.result == "draw" else _("Unfinished"))
    if subjects[ending.winner] is Role.YOU:
        return titled(_("You win!"))
    return titled(agreeing("{name} wins", "{name} win", text.name_of(subjects[ending.winner])))


def announcement(subjects: text.Subjects, before: Game, after: Game) -> str:
    """Announce what happened between two states of a game, for screen readers."""
    moves = moves_text(subjects, before, after)
    return text.paragraph(*moves, status_text(subjects, after), end_text(before, after))


def moves_text(subjects: text.Subjects, before: Game, after: Game) -> list[str]:
    """Return the sentences for the moves between two states of a game, undone and made."""
    kept = len(before.moves)
    while after.moves[:kept] != before.moves[:kept]:
        kept -= 1
    undone = len(before.moves) - kept
    sentences = [ngettext("{count} move undone", "{count} moves undone", undone)] if undone else []
    first = after.start.turn
    for ply, move in enumerate(after.moves[kept:], kept):
        mover = first if ply % 2 == 0 else first.other
        sentences.append(text.taken(subjects[mover], after.position.name(move)))
    return sentences


def end_text(before: Game, after: Game) -> str:
    """Return the winning lines in words if they ended the game between two states of it."""
    if before.ending is not None or after.ending is None:
        return ""
    return _lines_text(after.position)


@remembered
def _lines_text(position: Position) -> str:
    """The winning lines in words, the same for all who follow a game."""
    return text.lines_text(position.name, Game(position))


def player_of(mark: Mark) -> str:
    """Return the name of a player of whom only the side is known."""
    return _("Player {side}", side=mark)


def opponent_text(computer: str | None) -> str:
    """Return the opponent in a game against a computer player, or of two at one screen."""
    return _("Two players, same screen") if computer is None else computer_name(computer)


def computer_name(player: str) -> str:
    """Return the name of a computer player at the score.

    >>> computer_name("medium")
    'Computer · Medium'
    """
    return _("Computer · {level}", level=text.level_name(player))


def board_text(rules: Rules) -> str:
    """Return the description of a board."""
    return _(
        "{width}×{height}, {count} in a row", width=rules.width, height=rules.height, count=rules.k
    )


def offer_text(subjects: text.Subjects, offer: Offer, side: Mark) -> str:
    """Return the sentence for an open offer."""
    subject = subjects[side]
    if subject is Role.YOU:
        match offer:
            case Offer.UNDO:
                return _("You asked to undo")
            case Offer.DRAW:
                return _("You offered a draw")
            case Offer.REMATCH:
                return _("You asked for a rematch")
    name = text.name_of(subject)
    match offer:
        case Offer.UNDO:
            return agreeing("{name} asks to undo", "{name} ask to undo", name)
        case Offer.DRAW:
            return agreeing("{name} offers a draw", "{name} offer a draw", name)
        case Offer.REMATCH:
            return agreeing("{name} wants a rematch", "{name} want a rematch", name)


def clock_text(per: str, seconds: int) -> str:
    """Return the setting of a clock in words: so many seconds per "move" or "game".

    >>> clock_text("game", 180)
    '3 minutes each'
    """
    unit = next(unit for unit in (86_400, 3_600, 60, 1) if seconds % unit == 0)
    count = seconds // unit
    if per == "move":
        match unit:
            case 86_400:
                return ngettext("{count} day a move", "{count} days a move", count)
            case 3_600:
                return ngettext("{count} hour a move", "{count} hours a move", count)
            case 60:
                return ngettext("{count} minute a move", "{count} minutes a move", count)
        return ngettext("{count} second a move", "{count} seconds a move", count)
    match unit:
        case 86_400:
            return ngettext("{count} day each", "{count} days each", count)
        case 3_600:
            return ngettext("{count} hour each", "{count} hours each", count)
        case 60:
            return ngettext("{count} minute each", "{count} minutes each", count)
    return ngettext("{count} second each", "{count} seconds each", count)


def result_text(game: Game, people: tuple[Mark, ...], computer: str | None) -> str:
    """Return the result of a game that ended on the board, for the picture that is shared.

    It is told by the one who played a computer, if one was there.

    >>> game = Game(Rules().start()).play(0, 3, 1, 4, 2)
    >>> result_text(game, (Mark.X,), "perfect"), result_text(game, (Mark.X, Mark.O), None)
    ('Beat Perfect in five', 'X won in five')
    """
    ending, count = game.ending, numeral(len(game.moves))
    if ending is None or not ending.termination.on_board:
        return ""
    winner = ending.winner
    if computer is not None:
        named = {"level": text.level_name(computer), "count": count}
        if winner is None:
            return _("Drew with {level} in {count}", **named)
        if winner not in people:
            return _("Lost to {level} in {count}", **named)
        return _("Beat {level} in {count}", **named)
    draw = _("A draw in {count}", count=count)
    return draw if winner is None else _("{side} won in {count}", side=winner, count=count)
