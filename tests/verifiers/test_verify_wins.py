"""The checker of wins in a part and from a position: it accepts only true claims, and says why."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import cache, partial
from itertools import islice, product

import pytest

import noughts.verifiers.verify_wins
from noughts.atlas import solve
from noughts.atlas.families import FAMILIES
from noughts.atlas.table import POSITIONS
from noughts.core.bits import squares
from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.notation import find_square
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.search.proof import prove_win
from noughts.solver.verdict import Limit, Value
from noughts.verifiers.verify_wins import MARGIN, Attack, Certificate
from tests import certificates
from tests.certificates import count_refused, mutated
from tests.search.positions import STYLES, near_the_fight, positions

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FAMILIES.glob("win*"))}
PART = "noughts family certificate 1: "
PLACE = "noughts certificate 2: "
WON = {1: [(1, 1)], 2: [(3, 1), (2, 2)], 3: [(4, 3)], 4: [(6, 5), (9, 4)]}
DOUBLE = f"{PLACE}x.x/.o./..o x 3: x wins\n1\n"  # b1 completes the row
refusal = partial(certificates.refusal, Certificate)


def is_true(text: str) -> bool:
    """Whether a claim is true: one of those known, or what the exact solver finds."""
    claim = text.partition("\n")[0]
    if claim.startswith(PLACE):
        return is_won(claim.removeprefix(PLACE))
    k, *sizes = map(int, re.findall(r"\d+", claim.removeprefix(PART)))
    longer, shorter = sorted(sizes[-2:], reverse=True)
    return any(longer >= width and shorter >= height for width, height in WON.get(k, []))


def is_won(claim: str) -> bool:
    """Whether a claim about a position of up to 16 squares is true."""
    text, _, told = claim.partition(": ")
    position, winner = Position.parse(text), Mark(told[0])
    rules = position.rules
    excepted = {find_square(rules.width, rules.height, name) for name in told.split()[5:]}
    if position.turn is winner:
        return solve(position).value is Value.WIN
    after = [position.play(move) for move in position.moves if move not in excepted]
    return all(not each.is_over and solve(each).value is Value.WIN for each in after)


@pytest.mark.parametrize("name", TEXTS)
def test_the_certificates_hold(name: str) -> None:
    checked = Certificate(TEXTS[name].encode())
    assert TEXTS[name].startswith(f"{PART}{checked.claim}\n")
    assert is_true(TEXTS[name])


def test_mutations_of_the_win_on_four_rows_are_refused() -> None:
    head, body = TEXTS["win-14x4-4"].split("\n", 1)
    lot = random.Random(4)
    assert all(refusal(f"{head}\n{mutated(body, lot)}") for _ in range(8))


def test_the_certificates_of_positions_hold() -> None:
    for path in POSITIONS.iterdir():
        checked = Certificate(path.read_bytes())
        position = Position.parse(checked.claim.partition(":")[0])
        assert path.stem.startswith(f"{position.rules}".replace(":", "-"))


# Forged claims.


def renamed(name: str, old: str, new: str) -> str:
    assert old in TEXTS[name]
    return TEXTS[name].replace(old, new, 1)


def test_a_forged_certificate_is_refused() -> None:
    for text, reason in (
        ("", "does not begin"),
        (renamed("win-4x3-3", "4x3", "3x3"), ""),
        (renamed("win-4x3-3", "k = 3", "k = 4"), ""),
        (renamed("win-4x3-3", "that", "4 high that"), "differ in height"),
        (renamed("win-4x3-3", "4x3", "17x3"), "at most 16"),
        (renamed("win-14x4-4", "14x4", "13x4"), ""),
        (renamed("win-14x4-4", " 4 high", ""), ""),
        (renamed("win-4x3-3", "k =", "k >="), "does not begin"),
        (TEXTS["win-4x3-3"] + "a", "does not end"),
        (f"{PART}k = 2 on every board that holds 2x1: x wins\n0\n", ""),
        (f"{PART}k = 2 on every board that holds 3x1: x wins\n02\n", "O completes a line"),
        (f"{PART}k = 3 on every board that holds 9x9: x wins\n08x\n", "loose stones"),
        (DOUBLE.replace("x wins", "o wins"), ""),
        (DOUBLE.replace("x 3", "o 3"), ""),
        (DOUBLE.replace("x.x/.o.", "x.x/ooo"), "did not take turns"),
        (DOUBLE.replace("x.x", "x.x."), "rows differ in length"),
        (DOUBLE.replace("x.x/.o./..o", "xxx/oo./..o"), "the game is over"),
        (DOUBLE.replace("x.x", "x.."), ""),
        (DOUBLE.replace("x.x/.o.", "xxx/..."), "did not take turns"),
        (DOUBLE.replace("x.x/.o./..o", "x.x/.../ooo"), "the game is over"),
        (DOUBLE.replace("\n1", "\n0"), "no free square"),
        (DOUBLE.replace("\n1", "\n"), "no free square"),
        (DOUBLE.replace("wins", "wins unless o plays a2"), "for the side to move"),
        (DOUBLE.replace("x 3", "o 3").replace("wins", "wins unless x plays a2"), "side to move"),
        (DOUBLE.replace("x 3", "o 3").replace("wins", "wins unless o plays d1"), "off the board"),
        (DOUBLE.replace("..o x", "... o").replace("wins", "wins unless o plays a1"), "is taken"),
        (DOUBLE.replace("..o x", "... o").replace("wins", "wins unless o plays b1 b1"), "twice"),
        (DOUBLE.replace("x 3", "o 3").replace("wins", "wins unless o plays"), "does not begin"),
        (f"{PLACE}{'/'.join(['.' * 27] * 2)} x 2: x wins\n0\n", "1 to 26"),
        (f"{PLACE}{'/'.join(['.'] * 27)} x 2: x wins\n0\n", "1 to 26"),
        (f"{PLACE}/ x 1: x wins\n0\n", "1 to 26"),
    ):
        told = refusal(text)
        assert told is not None, text
        assert reason in told, text


def test_no_file_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noughts.verifiers.verify_wins, "MOST_STEPS", 200_000)
    assert refusal(TEXTS["win-6x5-4"]) == "it takes more than 200,000 steps"
    assert refusal(TEXTS["win-4x3-3"]) is None
    monkeypatch.undo()
    empty = "/".join(["." * 26] * 26)
    answers = "".join(chr(48 + square) for square in range(676))
    assert refusal(f"{PLACE}{empty} x 26: x wins\n{answers}\n") is not None
    assert refusal(f"{PLACE}{empty} x 5: x wins\n{'0' * (1 << 20)}\n") is not None


def forged(lot: random.Random) -> str:
    """A claim of a win with answers at random."""
    k = lot.choice((2, 3, 3, 4, 5))
    width, height = {2: (2, 1), 3: (3, 3), 4: (5, 5), 5: (6, 6)}[k]
    moves = "".join(chr(48 + lot.randrange(width * height)) for _ in range(lot.randint(1, 60)))
    if k == 3 and lot.random() < 0.5:
        position = next(positions("4x3:3", lot.choice(STYLES), lot))
        return f"{PLACE}{position}: {lot.choice('xo')} wins\n{moves[: lot.randint(1, 12)]}\n"
    strip = lot.choice(("", f"{height} high "))
    return f"{PART}k = {k} on every board {strip}that holds {width}x{height}: x wins\n{moves}\n"


@cache
def proved() -> list[str]:
    """Certificates of wins from positions in which the exact solver can tell who wins."""
    lot, found = random.Random(5), list[str]()
    for board in ("4x3:3", "4x4:3", "5x3:4", "4x4:4"):
        for position in islice(positions(board, near_the_fight, lot), 200):
            with suppress(Unsolved):
                proof = prove_win(position, Limit(nodes=2_000))
                if proof.positions > 2:
                    found.append(proof.certificate.decode())
    return found


def known() -> list[str]:
    return [*TEXTS.values(), DOUBLE, *proved()]


@pytest.mark.parametrize(
    ("count", "least"), [(120, 90), pytest.param(6_000, 5_000, marks=pytest.mark.slow)]
)
def test_of_mutated_and_forged_certificates_only_true_ones_hold(count: int, least: int) -> None:
    assert count_refused(Certificate, known(), forged, is_true, count) >= least


def test_what_is_proved_from_small_positions_is_true_and_not_without_its_exceptions() -> None:
    partly = [text for text in proved() if " unless " in text]
    assert len(proved()) > 50
    assert len(partly) > 1
    for text in proved():
        assert refusal(text) is None
        assert is_true(text), text
    for text in partly:
        assert refusal(re.sub(" unless .*", "", text)) is not None


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
    attack = Attack(checked, 2, 2, 2, MARGIN, MARGIN)
    corner, inner = 1, 1 << 2 + 2 * MARGIN + 1
    with pytest.raises(ValueError, match="too far"):
        attack.held(0, corner, 0)
    with pytest.raises(ValueError, match="O completes a line"):
        attack.held(0, inner, 0)


# The lemmas against brute force.


def test_a_win_of_two_in_a_part_is_a_win_with_all_moves_of_o() -> None:
    for width, height in ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2)):
        head = f"{PART}k = 2 on every board that holds {width}x{height}: x wins\n"
        accepted = [refusal(f"{head}{move}\n") is None for move in range(width * height)]
        for margin in (0, 1):
            assert not any(accepted) or wins_within(width, height, 2, margin), (width, height)
        assert not ((width, height) == (2, 1) and accepted[0])


@pytest.mark.slow
def test_the_win_of_three_in_a_part_is_a_win_with_all_moves_of_o() -> None:
    assert refusal(TEXTS["win-4x3-3"]) is None
    assert wins_within(4, 3, 3, 1)
    assert not wins_within(3, 3, 3, 1)


def wins_within(width: int, height: int, k: int, margin: int) -> bool:
    """Whether X wins who plays in a part of a board only, by trying every move of both."""
    rules = Rules(width + 2 * margin, height + 2 * margin, k)
    places = product(range(margin, margin + height), range(margin, margin + width))
    part = sum(1 << row * rules.width + column for row, column in places)

    def has_line(marks: int) -> bool:
        return any(line & marks == line for line in rules.line_masks)

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
