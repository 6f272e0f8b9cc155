"""One rule for exit codes, which every command keeps: 0, 1 it failed, 2 wrong usage, 130 Ctrl-C."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock

import pytest

from noughts import Game, Mark
from noughts.atlas.table import PROOFS
from noughts.cli.commands import COMMANDS
from noughts.core.record import Record
from noughts.files.records import append_record
from tests.cli.conftest import Noughts, assert_one_line

LINK = "http://localhost:1/g/0123456789abcdef01234567"
ENDS_AT_ONCE = shlex.quote(shlex.join([sys.executable, "-c", ""]))  # an engine


@dataclass(frozen=True)
class Asked:
    """What is asked of a command: what works, what fails, what is wrong, and what Ctrl-C ends.

    A word in capitals is a file of the test; MISSING is none.
    """

    good: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    interrupted: tuple[str, str] | None = None  # the command, and the function that Ctrl-C is in


TABLE = {
    "play": Asked(
        ("--x random --o random", "--two --record NEW", ""),
        (),
        ("--level hrad", "--board 3x3", "--side z", "--position 'xxx/.../... x 3'", "--record -"),
        ("--x random --o random", "noughts.terminal.session._play_game"),
    ),
    "join": Asked((), (f"{LINK} --player easy",), (f"{LINK} --games 0", "nowhere", "")),
    "replay": Asked(
        ("GAMES", "GAMES --game 1", "GAMES --svg -", "- <GAMES"),
        ("EMPTY", "DAMAGED"),
        ("MISSING", "GAMES --game 9", "GAMES --game 0", "GAMES --svg game.png"),
        ("GAMES", "noughts.cli.replay.show_record"),
    ),
    "learn": Asked(("", "fork"), (), ("frok", "--seed -1"), ("", "noughts.cli.puzzle.teach")),
    "puzzle": Asked(
        ("", "--sheet NEW.svg"),
        (),
        ("--theme frok", "--level 3", "--sheet sheet.png", "--sheet MISSING/sheet.svg"),
        ("", "noughts.cli.puzzle.pose_each"),
    ),
    "explain": Asked(
        ("'x../.o./..x o 3'", "'x../.o./..x o 3' c1", "3x3:3"),
        (),
        ("'x../.o./..x o 3' 5", "x../.o./..x o 3", "'xxx/oo./... o 3'", "3x3:3 --seconds 0"),
        ("3x3:3", "noughts.cli.coach.hint"),
    ),
    "review": Asked(
        ("GAMES", "GAMES --json", "- <GAMES"),
        ("EMPTY", "DAMAGED"),
        ("MISSING", ".", ""),
        ("GAMES", "noughts.cli.coach.review"),
    ),
    "solve": Asked(
        ("'x../.o./... x 3'", "3x3:3 --json"),
        ("12x11:5 --limit 0.01",),
        ("'x../.../... x 3'", "3x3:3 --limit soon"),
        ("3x3:3", "noughts.cli.solve.analyse"),
    ),
    "prove": Asked(
        ("3x3:3", "'x../.../... o 3'", "3x3:3 --out NEW", "3x3:3 --checkpoint OTHER"),
        ("8x8:5 --limit 0.01", "3x3:3 --checkpoint DAMAGED"),
        ("3x3", "3x3:3 --limit 0", "12x11:5", "'x../.../... o 3' --workers 2"),
        ("3x3:3", "noughts.cli.prove.Prover.prove"),
    ),
    "verify": Asked(
        ("PROOF", "PROOF PROOF", "- <PROOF"),
        ("EMPTY", "DAMAGED", "DAMAGED PROOF"),
        ("MISSING", "PROOF MISSING", ".", ""),
        ("PROOF", "noughts.cli.verify.verify"),
    ),
    "atlas": Asked(
        ("3x3:3", "3x3:3 --json", "3x3:3 --verify", "--picture NEW.svg", "infinite:9"),
        ("8x8:5", "15x15:5"),
        ("3x3", "--json --verify", "--picture atlas.png"),
        ("3x3:3 --verify", "noughts.cli.atlas.table.check"),
    ),
    "draw": Asked(
        ("3x3:3", "3x3:3 --values --out NEW.svg"),
        ("12x11:5 --values",),
        ("3x3", "3x3:3 --out d.png", "3x3:3 --out MISSING/d.svg"),
        ("3x3:3 --values", "noughts.cli.solve.values"),
    ),
    "players": Asked(("", "8x8:5"), (), ("3x3",), ("", "noughts.cli.players.levels")),
    "match": Asked(
        ("perfect classic --games 2", "easy hard --games 2 --records -"),
        (
            f"easy --engine {ENDS_AT_ONCE}",
            "easy hard --openings DAMAGED",
            "easy hard --openings EMPTY",
        ),
        ("perfect", "perfect clasic", "perfect classic --games 3", "easy --engine MISSING"),
        ("perfect classic", "noughts.cli.match.arena.Tally.add"),
    ),
    "certify": Asked(
        ("classic", "perfect --json"),
        (),
        ("clasic", "classic --board 5x5:4", ""),
        ("classic", "noughts.cli.match.arena.certify"),
    ),
    "menace": Asked(
        ("--games 3", "--games 2 --json --save NEW", "--box '.../.../... x 3'", "--play"),
        ("--load DAMAGED", "--load EMPTY"),
        ("--opponent nobody", "--beads 4", "--load MISSING", "--play --json", "--sheets b.png"),
        ("--games 3", "noughts.cli.menace.train"),
    ),
    "grade": Asked(
        ("PROGRAM", "PROGRAM --json"),
        (),
        ("MISSING", "PROGRAM --shape chess", "PROGRAM --memory 1", ""),
        ("PROGRAM", "noughts.cli.grade.grade"),
    ),
    "serve": Asked(wrong=("--port many", "--prot 80")),
    "admin": Asked(
        (),
        ("list --database sqlite:///DAMAGED",),
        ("", "lst", "list --database nonsense", "export --out MISSING/games.jsonl"),
    ),
    "doctor": Asked(
        ("--json",),
        (),
        ("--database", "--database nonsense"),
        ("", "noughts.cli.doctor._check_noughts"),
    ),
    "completion": Asked(("bash",), (), ("nosh", ""), ("bash", "shtab.complete")),
    "gomocup": Asked(("",), (), ("--k 0", "--player nobody")),
    "perft": Asked(
        ("3x3:3", "3x3:3 2"), (), ("3x3", "3x3:3 deep"), ("3x3:3", "noughts.cli.solve.perft")
    ),
}

# The same mistake in several commands.
OVER = "'xxx/oo./... o 3'"
MISTAKES = {
    "a position in which the game is over": (
        f"play --position {OVER}",
        f"explain {OVER}",
        f"explain {OVER} c3",
        f"prove {OVER}",
    ),
    "an impossible position": tuple(
        f"{command} 'xxx/.../... x 3'"
        for command in ("play --position", "explain", "solve", "prove", "draw")
    ),
    "an unknown player": (
        "play --level nobody",
        "play --x nobody --o easy",
        f"join {LINK} --player nobody",
        "match nobody easy",
        "certify nobody",
        "gomocup --player nobody",
    ),
    "a board that is too large": (
        "play --board 27x3:3",
        "play --board 8x8:5 --level perfect",
        "match perfect easy --board 8x8:5",
        "certify easy --board 4x4:4",
        "prove 12x11:5",
        "puzzle --board 10x10:5",
        "perft 27x3:3",
    ),
    "a file, a folder or a program that is not there": (
        "replay MISSING",
        "review MISSING",
        "verify MISSING",
        "grade MISSING",
        "match easy hard --openings MISSING",
        "match easy hard --records MISSING/games",
        "match easy --engine ./MISSING",
        "match easy --engine EMPTY",
        "prove 3x3:3 --out MISSING/proof",
        "draw 3x3:3 --out MISSING/d.svg",
        "play --record MISSING/games",
        "admin list --database sqlite:///MISSING",
    ),
    "a number out of range": (
        "play --seed -1",
        "puzzle --seed -1",
        "match easy hard --seed -1",
        "explain 3x3:3 --seconds 0",
        "solve 3x3:3 --limit 0",
        "prove 3x3:3 --limit 0",
        "serve --port 99999",
    ),
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the files that the commands are about, in which they run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NOUGHTS_DATABASE", raising=False)
    append_record(tmp_path / "GAMES", Record(Game().play(4), dict.fromkeys(Mark, "Ada")))
    (tmp_path / "EMPTY").touch()
    (tmp_path / "DAMAGED").write_text("Dear friend, how are you?\n", encoding="utf-8")
    program = "def next_turn(turn):\n    return 'O' if turn == 'X' else 'X'\n"
    (tmp_path / "PROGRAM").write_text(program, encoding="utf-8")
    (tmp_path / "PROOF").write_bytes((PROOFS / "3x3-3.xz").read_bytes())
    return tmp_path


def test_the_table_has_every_command() -> None:
    assert set(TABLE) == set(COMMANDS)


@pytest.mark.parametrize("command", TABLE)
def test_a_command_that_works_ends_with_0_and_one_that_fails_with_1(
    noughts: Noughts, files: Path, command: str
) -> None:
    for code, asked in ((0, TABLE[command].good), (1, TABLE[command].failing)):
        for arguments in asked:
            given, _, file = arguments.partition(" <")
            typed = (files / file).read_bytes() if file else b""
            done = noughts(command, *shlex.split(given), typed=typed)
            assert done.code == code, f"{arguments}: {done}"
            assert "Traceback" not in done.complained
            # On a slow machine there are lines about how far it is before.
            last = done.complained.splitlines()[-1:]
            assert code == 0 or last[0].startswith("noughts: "), arguments


@pytest.mark.parametrize("command", TABLE)
def test_what_is_asked_wrongly_ends_with_2_and_a_line_that_says_how_to_ask(
    noughts: Noughts, files: Path, command: str
) -> None:
    before = sorted(files.iterdir())
    for arguments in (*TABLE[command].wrong, "--zzz"):
        done = noughts(command, *shlex.split(arguments))
        assert_one_line(done, f" (see noughts {command}")
    assert sorted(files.iterdir()) == before


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_same_mistake_ends_every_command_with_2(
    noughts: Noughts, files: Path, mistake: str
) -> None:
    before = sorted(files.iterdir())
    for asked in MISTAKES[mistake]:
        command = asked.partition(" ")[0]
        assert_one_line(noughts(*shlex.split(asked)), f" (see noughts {command}")
    assert sorted(files.iterdir()) == before


@pytest.mark.parametrize("command", [name for name, asked in TABLE.items() if asked.interrupted])
def test_ctrl_c_ends_a_command_with_130(
    noughts: Noughts, files: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    assert files.is_dir()
    interrupted = TABLE[command].interrupted
    assert interrupted is not None
    arguments, where = interrupted
    monkeypatch.setattr(where, Mock(side_effect=KeyboardInterrupt))
    done = noughts(command, *shlex.split(arguments))
    assert done.code == 130, done
    assert "Traceback" not in done.complained
