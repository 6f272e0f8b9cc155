"""No typed input causes a traceback or an illegal board."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from noughts import Rules
from noughts.players import player
from noughts.terminal.text import INPUTS
from tests.typed_session import STYLES, boards, play_typed

_WORDS = b"undo u why hint help h ? resign quit exit q y n yes no X O play".split()
_NASTY = (
    b"",
    b"\0",
    b"\xff\xfe\x80",
    b"\x1b[2J\x1b]0;title\x07",
    b"%s %d {0} {x}",
    b"\xe2\x80\xae1",
    "\N{ARABIC-INDIC DIGIT FIVE} ²".encode(),
    b"1" * 5_000,
    b"a" * 1_000,
    b" " * 999 + b"5",
    b"-1",
    b"1e3",
    b"0x1",
    b"1.0",
    b"NaN",
    b"a1 b2",
    b"5\r",
    b"../../etc/passwd",
)


def _script(chance: random.Random) -> bytes:
    return b"".join(_line(chance) for _ in range(chance.randrange(30)))


def _line(chance: random.Random) -> bytes:
    kind = chance.random()
    if kind < 0.2:
        return b"%d %d\n" % (chance.randrange(5), chance.randrange(5))
    if kind < 0.6:
        name = chr(ord("a") + chance.randrange(4)) + str(chance.randrange(5))
        return chance.choice([name.encode(), b"%d" % chance.randrange(-1, 11)]) + b"\n"
    if kind < 0.75:
        return chance.choice(_WORDS) + b"\n"
    if kind < 0.9:
        return chance.choice(_NASTY) + b"\n"
    return chance.randbytes(chance.randrange(40)) + chance.choice([b"\n", b"\r\n", b""])


@pytest.mark.slow
def test_ten_thousand_fuzzed_games_show_only_reachable_boards() -> None:
    finished = shown = 0
    for seed in range(10_000):
        chance = random.Random(seed)
        opponent = chance.choice([None, "random", "classic", "medium", "hard"])
        said, games = play_typed(
            _script(chance),
            o=None if opponent is None else player(opponent, seed),
            style=chance.choice(list(STYLES)),
        )
        shown += sum(1 for _ in boards(said))
        finished += len(games)
    assert finished > 1_000, "the scripts should often reach the end of a game"
    assert shown > 10_000


def test_fuzzed_games_on_other_boards_end_without_an_error() -> None:
    for seed in range(100):
        chance = random.Random(seed)
        width, height = chance.randrange(1, 27), chance.randrange(1, 27)
        rules = Rules(width, height, chance.randrange(1, max(width, height) + 1))
        play_typed(_script(chance), o=player("medium", seed), start=rules.start())


@pytest.mark.slow
def test_the_real_command_survives_a_hundred_fuzzed_inputs() -> None:
    for seed in range(100):
        chance = random.Random(seed)
        done = subprocess.run(
            [sys.executable, "-m", "noughts", "--input", chance.choice(list(INPUTS))],
            input=_script(chance),
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0
        assert done.stderr == b""
        list(boards(done.stdout.decode()))
