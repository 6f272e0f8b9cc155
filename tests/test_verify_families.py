"""The checker of family certificates: it accepts only true claims, and says why it refuses."""

from __future__ import annotations

import ast
import random
import re
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import noughts.verify_families
from noughts.atlas.families import FAMILIES
from noughts.atlas.families.tiles import answers
from noughts.core.bits import squares
from noughts.core.errors import Unsolved
from noughts.core.rules import Rules
from noughts.verify_families import ARROWS, MARGIN, Attack, Certificate

SOURCE = Path(noughts.verify_families.__file__)
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FAMILIES.iterdir())}
SMALL = [text for text in TEXTS.values() if len(text) < 5_000]
BEGINNING = "noughts family certificate 1: "
LOW = " on every board less than k high"
WON = {1: [(1, 1)], 2: [(3, 1), (2, 2)], 3: [(4, 3)], 4: [(6, 5)]}


def refusal(text: str) -> str | None:
    """The reason why a certificate is refused; None if it is accepted."""
    try:
        Certificate(text.encode())
    except ValueError as error:
        assert str(error)
        return str(error)
    return None


def is_true(text: str) -> bool:
    """Whether a claim is one of those known to be true."""
    claim = text.partition("\n")[0]
    k, *sizes = map(int, re.findall(r"\d+", claim.removeprefix(BEGINNING)))
    if claim.endswith("draw"):
        low = "less" in claim or ("most" in claim and (sizes[0] < k or sizes[0] <= 7 == k))
        return k >= (3 if low else 8)
    longer, shorter = sorted(sizes[-2:], reverse=True)
    return any(longer >= width and shorter >= height for width, height in WON.get(k, []))


# What it is, and what it accepts.


def test_it_is_short_and_needs_the_standard_library_only() -> None:
    source = SOURCE.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 250
    nodes = list(ast.walk(ast.parse(source)))
    imported = {
        alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if text in SMALL])
def test_the_certificates_hold(name: str) -> None:
    checked = Certificate(TEXTS[name].encode())
    assert TEXTS[name].startswith(f"{BEGINNING}{checked.claim}\n")
    assert is_true(TEXTS[name])


def test_it_runs_alone(tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text(TEXTS["pairs-9"].replace("9", "8"), encoding="utf-8")
    names = [str(FAMILIES / "pairs-9.txt"), str(tmp_path / "wrong")]
    command = [sys.executable, "-I", "-S", str(SOURCE), *names]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert "k >= 9 on every board: draw: proved" in done.stdout
    assert "wrong: refused: a run has no pair" in done.stderr
    assert noughts.verify_families.main([]) == noughts.verify_families.main(["nowhere"]) == 2


# Forged claims.


def renamed(name: str, old: str, new: str) -> str:
    assert old in TEXTS[name]
    return TEXTS[name].replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "does not begin"),
        (renamed("rows-3", " less than k high", ""), "a run has no pair"),
        (renamed("rows-3", "3", "2"), "a run has no pair"),
        (renamed("rows-3", "→←", "→→"), "no pair at"),
        (renamed("rows-3", "→←\n", "→←\n→\n"), "rows differ in length"),
        (renamed("rows-3", "→←\n", "→←"), "does not end"),
        (renamed("rows-3", "→←\n", "→" * 65 + "\n"), "64 at most"),
        (renamed("rows-3", "draw", "x wins"), "no theorem has this form"),
        (renamed("rows-3", " less than k high", " that holds 1x1"), "no theorem has this form"),
        (renamed("pairs-9", "9", "8"), "a run has no pair"),
        (renamed("pairs-9", "↗", "x"), "other than arrows"),
        (renamed("tiles-8", "8", "7"), "a run has no word"),
        (renamed("tiles-7", "k >= 7", "k >= 6"), "a run has no word"),
        (renamed("tiles-7", " at most 7 high", ""), "a run has no word"),
        (renamed("tiles-7", "at most 7", "at most 8"), "differ in height"),
        (renamed("tiles-7", "at most 7", "at most 6"), "differ in height"),
        (renamed("tiles-7", "at most 7 high", "7 high"), "does not begin"),
        (renamed("pairs-9", " board", " board at most 8 high"), "no period"),
        (renamed("tiles-8", "4x6", "4x5"), "not covered once"),
        (renamed("tiles-8", "4x6", "0x6"), "no period"),
        (renamed("tiles-8", "4x6", "4x\N{ARABIC-INDIC DIGIT SIX}"), "no period"),
        (renamed("tiles-8", "DCBA", "DCBB"), "a letter is there twice"),
        (renamed("tiles-8", "abcd efgh", "abc efgh"), ""),
        (renamed("tiles-8", "\n\n", "\n\na "), "X has a word"),
        (TEXTS["tiles-8"] + "a", "does not end"),
        (renamed("win-4x3-3", "4x3", "3x3"), ""),
        (renamed("win-4x3-3", "k = 3", "k = 4"), ""),
        (renamed("win-4x3-3", "that", "4 high that"), "differ in height"),
        (renamed("win-4x3-3", "4x3", "17x3"), "at most 16"),
        (renamed("win-4x3-3", "k =", "k >="), "no theorem has this form"),
        (f"{BEGINNING}k = 2 on every board that holds 2x1: x wins\n0\n", ""),
        (f"{BEGINNING}k = 2 on every board that holds 3x1: x wins\n02\n", "O completes a line"),
        (f"{BEGINNING}k = 3 on every board that holds 9x9: x wins\n08x\n", "loose stones"),
        (f"{BEGINNING}k >= 3{LOW}: draw\n4x1\naBAb\n\nab\nba\n", "a run has no word"),
    ],
)
def test_a_forged_certificate_is_refused(text: str, reason: str) -> None:
    told = refusal(text)
    assert told is not None
    assert reason in told


def test_no_file_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noughts.verify_families, "MOST_STEPS", 200_000)
    assert refusal(TEXTS["tiles-7"]) == "it takes more than 200,000 steps"
    assert refusal(TEXTS["tiles-8"]) is None
    more_words = renamed("tiles-8", "\n\n", f"\n\n{'abcd ' * 10_000}")
    for text in (more_words, TEXTS["win-6x5-4"]):
        assert refusal(text) == "it takes more than 200,000 steps"


@pytest.mark.slow
def test_the_draw_on_seven_rows_holds_and_its_mutations_are_refused_or_true() -> None:
    assert refusal(TEXTS["tiles-7"]) is None
    head, _, body = TEXTS["tiles-7"].rpartition("\n4x7\n")
    lot = random.Random(3)
    for _ in range(8):
        text = f"{head}\n4x7\n{mutated(body, lot)}"
        assert refusal(text) is None or is_true(text)
        assert refusal(mutated(head, lot) + f"\n5x7\n{body}") is not None


def mutated(text: str, lot: random.Random) -> str:
    """A text with a few characters changed, left out, doubled or exchanged."""
    letters = list(text)
    alphabet = sorted(set(text) | set("0123456789abcXO→←↓↑↘↖↙↗\n >=x"))
    for _ in range(lot.choice((1, 1, 1, 2, 5))):
        at, other = lot.randrange(len(letters)), lot.randrange(len(letters))
        how = lot.randrange(4)
        if how == 0:
            letters[at] = lot.choice(alphabet)
        elif how == 1:
            letters[at : at + lot.randint(1, 3)] = []
        elif how == 2:
            letters.insert(at, lot.choice(alphabet))
        else:
            letters[at], letters[other] = letters[other], letters[at]
        letters = letters or ["x"]
    return "".join(letters)


def forged(lot: random.Random) -> str:
    """A win that is none, or a pattern of arrows too short for k, with a body at random."""
    if lot.random() < 0.8:
        k = lot.choice((2, 3, 3, 4, 5))
        width, height = {2: (2, 1), 3: (3, 3), 4: (5, 5), 5: (6, 6)}[k]
        moves = [chr(48 + lot.randrange(width * height)) for _ in range(lot.randint(1, 60))]
        strip = lot.choice(("", f"{height} high "))
        head = f"k = {k} on every board {strip}that holds {width}x{height}: x wins"
        return f"{BEGINNING}{head}\n{''.join(moves)}\n"
    size = lot.randint(1, 8)
    rows = "\n".join("".join(lot.choices([*ARROWS], k=size)) for _ in range(size))
    return f"{BEGINNING}k >= {lot.randint(1, 7)} on every board: draw\n{rows}\n"


def refused(count: int, seed: int) -> int:
    """How many of so many mutated or forged certificates are refused; the others must be true."""
    lot = random.Random(seed)
    found = 0
    for _ in range(count):
        text = forged(lot) if lot.random() < 0.3 else mutated(lot.choice(SMALL), lot)
        if refusal(text) is None:
            assert is_true(text), text
        else:
            found += 1
    return found


def test_of_mutated_and_forged_certificates_none_is_accepted_that_is_false() -> None:
    assert refused(120, seed=1) > 110


@pytest.mark.slow
def test_of_ten_thousand_mutated_and_forged_certificates_none_is_accepted_that_is_false() -> None:
    assert refused(10_500, seed=2) >= 10_000


def test_a_zone_contains_those_of_all_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    follow, inner = Attack.answer, [0]

    def answer(self: Attack, crosses: int, noughts: int, loose: int) -> int:
        inner.append(0)
        zone = follow(self, crosses, noughts, loose)
        assert inner.pop() & ~zone == 0
        inner[-1] |= zone
        return zone

    monkeypatch.setattr(Attack, "answer", answer)
    assert refusal(TEXTS["win-6x5-4"]) is None
    assert inner[0].bit_count() > 12


def test_stones_of_o_must_be_near_enough_for_all_their_lines_to_be_known() -> None:
    checked = Certificate(TEXTS["win-2x2-2"].encode())
    checked.at = 0
    attack = Attack(checked, 2, 2, is_strip=False)
    corner, inner = 1, 1 << 2 + 2 * MARGIN + 1
    with pytest.raises(ValueError, match="too far"):
        attack.held(0, corner, 0)
    with pytest.raises(ValueError, match="O completes a line"):
        attack.held(0, inner, 0)


# The lemmas against brute force.


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2)])
@pytest.mark.parametrize("margin", [0, 1])
def test_a_win_of_two_in_a_part_is_a_win_with_all_moves_of_o(
    size: tuple[int, int], margin: int
) -> None:
    head = f"{BEGINNING}k = 2 on every board that holds {size[0]}x{size[1]}: x wins\n"
    texts = [f"{head}{move}\n" for move in range(size[0] * size[1])]
    if any(refusal(text) is None for text in texts):
        assert wins_within(*size, 2, margin)
    assert (refusal(texts[0]) is None) <= (size != (2, 1))


@pytest.mark.slow
def test_the_win_of_three_in_a_part_is_a_win_with_all_moves_of_o() -> None:
    assert refusal(TEXTS["win-4x3-3"]) is None
    assert wins_within(4, 3, 3, 1)
    assert not wins_within(3, 3, 3, 1)


def wins_within(width: int, height: int, k: int, margin: int) -> bool:
    """Whether X wins who plays in a part of a board only, by trying every move of both."""
    rules = Rules(width + 2 * margin, height + 2 * margin, max(k, 1))
    places = product(range(margin, margin + height), range(margin, margin + width))
    part = sum(1 << row * rules.width + column for row, column in places)
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    board = {divmod(square, rules.width): 1 << square for square in range(rules.size)}
    runs = [[(r + i * d, c + i * e) for i in range(k)] for r, c in board for d, e in steps]
    lines = [sum(board[place] for place in run) for run in runs if set(run) <= board.keys()]

    def has_line(marks: int) -> bool:
        return any(line & marks == line for line in lines)

    @cache
    def wins(xs: int, os: int) -> bool:
        moves = [1 << move for move in squares(part & ~(xs | os))]
        if any(has_line(xs | move) for move in moves):
            return True
        return any(holds_out(xs | move, os) for move in moves)

    def holds_out(xs: int, os: int) -> bool:
        replies = [1 << move for move in squares(rules.full & ~(xs | os))]
        if not replies or any(has_line(os | reply) for reply in replies):
            return False
        return all(wins(xs, os | reply) for reply in replies)

    return wins(0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_pairs_keep_x_from_every_line_on_boards_of_any_shape(seed: int) -> None:
    """X plays at random; where a partner is off the board or taken, O plays at random, too."""
    lot = random.Random(seed)
    rules = Rules(lot.randint(9, 14), lot.randint(1, 14), 9)
    arrows = TEXTS["pairs-9"].splitlines()[1:]
    position = rules.start()
    while not position.is_over:
        move = lot.choice(position.moves)
        position = position.play(move)
        row, column = divmod(move, rules.width)
        right, down = ARROWS[arrows[row % 8][column % 8]]
        partner = (row + down) * rules.width + column + right
        inside = 0 <= row + down < rules.height and 0 <= column + right < rules.width
        if not position.is_over:
            free = inside and partner in position.moves
            position = position.play(partner if free else lot.choice(position.moves))
    assert position.outcome is not None
    assert position.outcome.winner is None or position.outcome.winner.name == "O"


# The lemma of the tiles against brute force.


def in_a_tile(words: list[str], strategy: str) -> str:
    """A certificate for rows of tiles of seven squares, of which any run of 13 contains one."""
    return f"{BEGINNING}k >= 13{LOW}: draw\n7x1\nabcdefg\n\n{' '.join(words)}\n{strategy}\n"


def x_gets_a_word(words: list[str]) -> bool:
    """Whether X, who begins, can take all letters of a word, by trying every play of both."""

    @cache
    def wins(xs: frozenset[str], os: frozenset[str]) -> bool:
        free = {*"abcdefg"} - xs - os
        return any(has_word(xs | {x}) or beats_all(xs | {x}, os, free - {x}) for x in free)

    def beats_all(xs: frozenset[str], os: frozenset[str], free: set[str]) -> bool:
        return bool(free) and all(wins(xs, os | {o}) for o in free)

    def has_word(xs: frozenset[str]) -> bool:
        return any(xs.issuperset(word) for word in words)

    return wins(frozenset(), frozenset())


@pytest.mark.parametrize("seed", range(40))
def test_answers_in_a_tile_are_accepted_where_x_gets_no_word_and_only_there(seed: int) -> None:
    lot = random.Random(seed)
    sizes = [lot.choice((2, 3, 3, 4)) for _ in range(lot.randint(1, 7))]
    words = ["".join(lot.sample("abcdefg", size)) for size in sizes]
    if not x_gets_a_word(words):
        assert refusal(in_a_tile(words, answers(" ".join(words), "abcdefg"))) is None
        return
    with pytest.raises(Unsolved):
        answers(" ".join(words), "abcdefg")
    for _ in range(30):
        forged_answers = "".join(lot.choices("abcdefg", k=lot.randint(0, 40)))
        assert refusal(in_a_tile(words, forged_answers)) is not None
