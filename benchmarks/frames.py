"""Time the writing of a move for both players: as an event, and as a whole view."""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time

from _bench import ROUNDS, arguments_of, interleave, print_machine, print_table, spread
from noughts.server.games.decide import decide
from noughts.server.games.evolve import begin, evolve
from noughts.server.games.types import Began, Person, Play, SharedGame
from noughts.server.games.views import GameAudience, append_frames, is_ordinary_move, view_frame
from noughts.server.log.store import Append

PLAYERS = Person("ann"), Person("ben")
START, NOW = ".../.../... x 3", "2026-01-01T12:00:00.000+00:00"
GAMES = 200
Move = tuple[Append, SharedGame, SharedGame]  # the game before and after it


def moves(count: int) -> list[Move]:
    """Return the moves of `count` random games on 3x3."""
    played, rng = [], Random(1)
    for _ in range(count):
        game = begin(Began(START, *PLAYERS, NOW))
        while game.game.ending is None:
            player = PLAYERS[len(game.game.moves) % 2]
            move = Play(game.version, rng.choice(game.game.position.moves))
            append = Append("game", game.version, decide(game, player, move, NOW), "command")
            after = evolve(game, append.events[0])
            played.append((append, game, after))
            game = after
    return played


def measured(played: list[Move], *, whole: bool) -> float:
    """Return the processor time of a move in µs."""
    audiences = [GameAudience(player.key) for player in PLAYERS]
    started = process_time()
    for append, before, after in played:
        if whole:
            for audience in audiences:
                view_frame("game", audience, after)
            continue
        is_ordinary = is_ordinary_move(append, before, after)
        written = {
            audience.frame_key(after, is_ordinary=is_ordinary): audience for audience in audiences
        }
        for audience in written.values():
            append_frames("game", audience, append, before, after, is_ordinary=is_ordinary)
    return (process_time() - started) / len(played) * 1e6


def main() -> None:
    """Print the two times side by side."""
    arguments = arguments_of(__doc__ or "").parse_args()
    played = moves(10 if arguments.quick else GAMES)
    contenders = {
        "the event, with what it changes": partial(measured, played, whole=False),
        "a whole view each time": partial(measured, played, whole=True),
    }
    samples = interleave(contenders, 2 if arguments.quick else ROUNDS, 1)
    print_machine()
    rows = [[name, spread(times, 1)] for name, times in samples.items()]
    print_table(["what is sent", "µs of processor time a move"], rows)


if __name__ == "__main__":
    main()
