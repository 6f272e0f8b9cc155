"""The checker of certificates: it accepts only true claims, and says why it refuses others."""

from __future__ import annotations

import binascii
import hashlib
import lzma
import re
import shutil
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.atlas import solve
from noughts.atlas.families import FAMILIES
from noughts.core.rules import Rules
from noughts.solver.verdict import Value
from noughts.verifiers import verify
from noughts.verifiers.verify import Certificate
from tests import certificates
from tests.certificates import is_proof, pack, refusal, text_of

SOURCE = Path(verify.__file__)
BOARDS = ["1x1:1", "2x2:2", "3x1:2", "3x2:3", "3x3:2", "3x3:3", "4x3:3", "4x3:4", "4x4:3", "4x4:4"]
PROVED = [*BOARDS, "5x4:4", "6x5:4"]
X_FIRST = "noughts certificate 1: "
CHARACTERS = "()" + "".join(chr(48 + square) for square in range(17))
proved = cache(certificates.proved)
FOURS = f"{X_FIRST}3x3:3 x wins\n03468"


def is_true(text: str) -> bool:
    """Whether what a certificate claims is so."""
    board, _, claim = text.partition("\n")[0].removeprefix(X_FIRST).partition(" ")
    value = solve(Rules.parse(board).start()).value
    return claim == ("x wins" if value is Value.WIN else "draw")


def accepts(packed: bytes) -> bool:
    return refusal(Certificate, packed) is None


def refused(text: str) -> str:
    reason = refusal(Certificate, pack(text))
    assert reason is not None, text
    return reason


# What the checkers are.

FAMILY = (FAMILIES / "pairs-9.txt").read_bytes()
WIN = b"noughts certificate 2: x.x/.o./..o x 3: x wins\n1\n"  # b1 completes the row
SEQUENCES = pack("noughts certificate 3: x.x/.o./..o x 3: x wins\n1")


@pytest.mark.parametrize(
    ("checker", "lines"), [("", 129), ("_families", 250), ("_sequences", 200), ("_wins", 210)]
)
def test_they_are_short_and_need_the_standard_library_only(checker: str, lines: int) -> None:
    source = SOURCE.with_stem(f"verify{checker}").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= lines
    imported = set(re.findall(r"^\s*(?:import|from) ([\w.]+)", source, re.MULTILINE))
    assert imported <= set(sys.stdlib_module_names) | {"collections.abc"}


def alone(folder: Path, source: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """Run a copy of a checker in a folder where nothing else of ours is."""
    shutil.copy(source, folder / "verify.py")
    return subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "verify.py", *files],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("checker", "good", "bad", "claim", "reason"),
    [
        ("", None, None, "3x3:3 draw", "it is cut off, too large or goes on"),
        ("_families", FAMILY, (b"9", b"8"), "k >= 9 on every board: draw", "a run has no pair"),
        ("_sequences", SEQUENCES, None, "x.x/.o./..o x 3: x wins", "it is cut off, too large"),
        ("_wins", WIN, (b"\n1", b"\n7"), "x.x/.o./..o x 3: x wins", "character 48 is no free"),
    ],
    ids=["boards", "families", "sequences", "wins"],
)
def test_each_stands_alone_and_exits_with_what_became_of_the_worst(
    checker: str, good: bytes | None, bad: Any, claim: str, reason: str, tmp_path: Path
) -> None:
    good = good or proved("3x3:3")
    (tmp_path / "good").write_bytes(good)
    (tmp_path / "bad").write_bytes(good.replace(*bad) if bad else good[:-1])
    source = SOURCE.with_stem(f"verify{checker}")
    accepted = alone(tmp_path, source, "good")
    assert (accepted.returncode, accepted.stderr) == (0, "")
    assert accepted.stdout.startswith(f"good: {claim}: proved")
    assert accepted.stdout.split()[-2:] == ["sha256", hashlib.sha256(good).hexdigest()]
    assert ("strategy stealing" in accepted.stdout) is claim.endswith("draw")
    worst = alone(tmp_path, source, "bad", "good")
    assert (worst.returncode, worst.stdout) == (1, accepted.stdout)
    assert worst.stderr.startswith(f"bad: refused: {reason}")
    for files in ([], ["missing"], ["."], ["bad", "missing"]):
        done = alone(tmp_path, source, *files)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


# What it accepts.


@pytest.mark.parametrize("board", PROVED)
def test_a_true_certificate_is_accepted_by_it_and_by_its_twin(board: str) -> None:
    checked = Certificate(proved(board))
    assert checked.claim.split(" ", 1)[0] == board
    if Rules.parse(board).size <= 16:
        assert is_true(checked.text)
        assert is_proof(checked.text)


def test_small_certificates_can_be_written_by_hand() -> None:
    for text in (
        "1x1:1 x wins\n0",
        "1x1:2 draw\n",
        "1x1:26 draw\n()",
        "2x2:2 x wins\n0",  # whatever O does, two squares beside it stay
        "2x2:3 draw\n()",
        "26x26:1 x wins\n0",
        "8x8:9 draw\n()",
        "26x1:26 draw\n(01)",
        "2x1:2 draw\n1",
    ):
        assert accepts(pack(X_FIRST + text)), text


# What it refuses, and why.


def test_what_is_wrong_is_said() -> None:
    for text, reason in (
        ("", "does not begin as a certificate"),
        ("noughts certificate 2: 1x1:1 x wins\n0", "does not begin as a certificate of version 1"),
        (X_FIRST + "1x1:1 o wins\n0", "does not begin"),
        (X_FIRST + "1x1:1 x wins", "does not begin"),
        (X_FIRST + "1x1:1 x wins\r\n0", "does not begin"),
        (X_FIRST + "-1x1:1 x wins\n0", "does not begin"),
        (X_FIRST + "01x1:1 x wins\n0", "does not begin"),
        (X_FIRST + "02x001:2 draw\n1", "does not begin"),
        (X_FIRST + "3x1:03 draw\n(01)", "does not begin"),
        (X_FIRST + "3x1:100 draw\n()", "does not begin"),
        (X_FIRST + "1x1:١ x wins\n0", "does not begin"),
        (X_FIRST + "0x3:3 draw\n()", "does not begin"),
        (X_FIRST + "27x3:3 draw\n()", "1 to 26"),
        (X_FIRST + "3x3:0 x wins\n0", "does not begin"),
        (X_FIRST + "3x3:27 draw\n()", "1 to 26"),
        (X_FIRST + "9" * 5_000 + "x3:3 draw\n()", "does not begin"),
        (X_FIRST + "1x1:1 x wins\n", "no free square"),
        (X_FIRST + "1x1:1 x wins\n00", "goes on"),
        (X_FIRST + "1x1:1 x wins\n0\n", "goes on"),
        (X_FIRST + "1x1:1 x wins\n1", "no free square"),
        (X_FIRST + "1x1:1 x wins\n/", "no free square"),
        (X_FIRST + "1x1:1 x wins\n\U0010ffff", "no free square"),
        (X_FIRST + "1x1:1 x wins\n()", "no free square"),
        (X_FIRST + "1x1:1 draw\n", "completes a line"),
        (X_FIRST + "1x1:1 draw\n()", "neither an O nor a pair"),
        (X_FIRST + "1x1:2 x wins\n0", "the board is full"),
        (X_FIRST + "2x1:2 x wins\n0", "the board is full"),  # after O's reply
        (X_FIRST + "3x1:2 draw\n0", "no free square"),  # O's answer is where X stands
        (X_FIRST + "2x2:2 draw\n112", "completes a line"),
        (X_FIRST + "3x1:3 draw\n(00)", "no free square"),
        (X_FIRST + "3x1:3 draw\n(0)", "no free square"),
        (X_FIRST + "3x1:3 draw\n(01", "no free square"),
        (X_FIRST + "3x3:3 draw\n(011245)", "no free square"),
        (X_FIRST + "3x1:3 draw\n1(01)", "no free square"),  # O has one square of the pair
        (X_FIRST + "3x1:3 draw\n1(02)", "no free square"),  # X has the other
        (X_FIRST + "3x3:3 draw\n(01)", "neither an O nor a pair"),
        (X_FIRST + "3x1:3 draw\n(01)(01)", "goes on"),
        (X_FIRST + "3x1:2 draw\n(01)", "neither an O nor a pair"),
        (X_FIRST + "2x1:2 draw\n1()", "goes on"),  # a full board has no leaf
        # X wins 3x3 after 0 and 1 by 3 and 4, after 0 and 2 by 6 and 8; but not after 0 and 4.
        (FOURS + "13", "the side to be answered completes a line"),  # O's forced block does
        (FOURS + "12", "character 42 is no free square"),  # where O had to block
        (FOURS + "1", "character 42 is no free square"),  # O has blocked, and no move follows
        (FOURS + "8", "character 42 is no free square"),  # no four: each reply needs an answer
    ):
        assert reason in refused(text), text


LARGER = pytest.param("5x4:4", marks=pytest.mark.slow)


@pytest.mark.parametrize("board", ["3x3:3", "4x3:3", "4x4:4", LARGER])
def test_every_dropped_answer_and_every_cut_is_refused(board: str) -> None:
    text = text_of(proved(board))
    for place in range(text.index("\n") + 1, len(text)):
        assert refused(text[:place])
        without = text[:place] + text[place + 1 :]
        assert accepts(pack(without)) <= is_proof(without)


def test_nothing_is_proved_of_another_board_or_value_than_its_own() -> None:
    for board in PROVED:
        text = text_of(proved(board))
        claim, lie = ("x wins", "draw") if "x wins" in text else ("draw", "x wins")
        assert refused(text.replace(claim, lie))
        for other in set(BOARDS) - {board}:
            changed = text.replace(board, other)
            assert not accepts(pack(changed)) or is_true(changed)


def edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    """A certificate with a few stretches of its answers replaced."""
    head, _, answers = text.partition("\n")
    for start, length, other in edits:
        place = start % (len(answers) + 1)
        answers = answers[:place] + other + answers[place + length :]
    return f"{head}\n{answers}"


EDITS = st.lists(
    st.tuples(st.integers(0, 999), st.integers(0, 4), st.text(CHARACTERS, max_size=4)),
    min_size=1,
    max_size=4,
)


@given(st.sampled_from([board for board in BOARDS if board != "4x4:4"]), EDITS)
def test_an_edited_certificate_is_worth_what_its_twin_finds(
    board: str, edits: list[tuple[int, int, str]]
) -> None:
    text = edited(text_of(proved(board)), edits)
    assert accepts(pack(text)) == is_proof(text)


@given(st.sampled_from(sorted(PROVED)), st.data())
def test_a_file_with_damaged_bytes_proves_nothing_false(board: str, data: st.DataObject) -> None:
    packed = bytearray(proved(board))
    for _ in range(data.draw(st.integers(1, 3))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    if accepts(bytes(packed)):
        assert Certificate(bytes(packed)).text == text_of(proved(board))


@given(st.binary(max_size=200))
def test_any_bytes_get_a_reason(packed: bytes) -> None:
    assert not accepts(packed)


def test_no_short_text_at_all_proves_what_is_false() -> None:
    lies = ("1x1:2 x wins", "2x1:2 x wins", "2x2:3 x wins", "3x1:3 x wins", "3x1:2 draw")
    for lie in (*lies, "2x2:2 draw"):
        characters = "()" + "".join(chr(48 + square) for square in range(int(lie[0]) * int(lie[2])))
        for answers in (each for length in range(5) for each in product(characters, repeat=length)):
            assert not accepts(pack(f"{X_FIRST}{lie}\n{''.join(answers)}"))


# What would take the machine down.


@pytest.mark.slow
@pytest.mark.parametrize("flood", ["0", "(", "()", "(0", "\n", "𝟘"])
def test_a_bomb_is_not_unpacked(flood: str) -> None:
    text = X_FIRST + "26x26:5 draw\n" + flood * (verify.MOST_TEXT // len(flood.encode()))
    packed = pack(text)
    assert len(packed) < 100_000
    with pytest.raises(ValueError, match="too large"):
        Certificate(packed)


def test_a_long_text_is_refused_at_its_first_fault_and_unpacking_takes_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert refused(X_FIRST + "26x26:5 draw\n" + "(" * 1_000_000)
    for size in (32, 40):  # of the dictionary: 256 MB, 4 GB
        with pytest.raises(lzma.LZMAError):
            Certificate(greedy(size))
    monkeypatch.setattr(verify, "MEMORY", 1 << 29)
    assert Certificate(greedy(32)).steps == Certificate(proved("3x3:3")).steps


def greedy(size: int) -> bytes:
    """A good certificate that asks for more memory than it needs, as its format writes it."""
    packed = bytearray(proved("3x3:3"))
    packed[16] = size
    end = 12 + packed[12] * 4
    packed[end : end + 4] = binascii.crc32(packed[12:end]).to_bytes(4, "little")
    return bytes(packed)


def test_steps_are_counted_as_the_format_says_and_bounded_with_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for text, steps in (
        ("3x1:3 draw\n(01)", 3 + 1 + 1),  # squares, lines through the pair, all lines
        ("2x1:2 draw\n1", 3 * 2 + 3 * (8 + 1)),  # squares of 3 positions, lines after 3 moves
        ("3x1:2 x wins\n1", 2 * 3 + (8 + 2) + 4 * (8 + 1)),  # and two threats, two replies
    ):
        assert Certificate(pack(X_FIRST + text)).steps == steps, text
    for board in ("3x3:3", "4x3:3", "5x4:4", "6x5:4"):
        steps = Certificate(proved(board)).steps
        monkeypatch.setattr(verify, "MOST_STEPS", steps)
        assert Certificate(proved(board)).steps == steps
        monkeypatch.setattr(verify, "MOST_STEPS", steps // 2)
        assert f"more than {steps // 2:,} steps" in refused(text_of(proved(board)))
        monkeypatch.undo()
    monkeypatch.setattr(verify, "MOST_POSITIONS", 10)
    assert "more than 10 positions" in refused(text_of(proved("3x3:3")))


def test_a_file_is_read_to_its_end_or_refused_and_nothing_may_follow_the_packed_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = proved("3x3:3")
    monkeypatch.setattr(verify, "MOST_BYTES", len(packed))
    (tmp_path / "whole").write_bytes(packed)
    assert verify.main([str(tmp_path / "whole")]) == 0
    assert hashlib.sha256(packed).hexdigest() in capsys.readouterr().out
    (tmp_path / "longer").write_bytes(packed + b"x")
    assert verify.main([str(tmp_path / "longer")]) == 1
    assert capsys.readouterr().err.endswith(f"refused: it has more than {len(packed):,} bytes\n")
    with pytest.raises(ValueError, match="more than"):
        Certificate(packed + b"x")
    monkeypatch.undo()
    for more in (b"\0", b"\0" * 4, b"x", proved("3x3:3")):
        with pytest.raises(ValueError, match="goes on"):
            Certificate(proved("3x3:3") + more)
