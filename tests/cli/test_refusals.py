"""Every command refuses wrong usage in one line, with exit code 2."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Noughts, assert_one_line

WIN = "'....../.xx.../.oo.../....../....../...... x 4'"
OVER = "'xxx/oo./... o 3'"
FORK = "'x../.o./..x o 3'"
LINK = "http://localhost:1/g/0123456789abcdef01234567"

# What is typed after a command, or without one, and the reason that is given.
REFUSED = {
    "": [
        ("--sied x", "--sied"),
        ("--sid x", "--sid"),  # no abbreviations: a later option would change what they mean
        ("--bord 3x3:3", "; did you mean --board? (see noughts play --help)"),
        ("--zzz", "--zzz (see noughts play --help)"),
        ("--side z", "--side: x, o or random, not 'z'"),
        ("--side rndom", "--side: not 'rndom'; did you mean random?"),
        ("--level hrad", "there's no player 'hrad'; did you mean hard?"),
        ("--side", "--side needs a value"),
        ("--two=3", "--two takes no value"),
        ("--side '\x1b\n'", ""),
        ("'--\nx'", ""),
        ("'a\nb'", ""),
        ("'\x1b[2J'", ""),
        ("e" * 100_000, "`noughts --help` lists them"),
        ("xyzzy", "`noughts --help` lists them"),
        ("''", "`noughts --help` lists them"),
        *(
            (f"{asked}{typed}", f"noughts: there is no command '{typed}'; did you mean '{meant}'?")
            for typed, meant in {"paly": "play", "solv": "solve", "prft": "perft"}.items()
            for asked in ("", "help ")
        ),
        ("--first me", "'me'"),
        ("--input words", "'words'"),
        ("--board 3x3", "a board is written WIDTHxHEIGHT:K"),
        ("--board 27x3:3", "1 to 26 squares"),
        ("--board 3x3:4", "4 in a row can't be made"),
        ("--position abc", "a position is rows"),
        ("--position 'xxx/.../... x 3'", "--position"),
        (f"--position {OVER}", "the game is over"),
        ("--seed one", "a seed is a whole number"),
        ("--seed -1", "--seed"),
        ("--seed ٣", "a seed is a whole number"),
        (f"--seed {'1' * 19}", "a seed is a whole number"),
        ("--level nobody", "there's no player 'nobody'"),
        ("--level human", "play with --two"),
        ("--level human --side o", "play with --two"),
        ("--board 8x8:5 --level perfect", "perfect doesn't play 8x8:5"),
        ("--input index --board 10x3:3", "index is for boards of up to 9x9"),
        ("--x easy", "noughts play: --x and --o go together"),
        ("--o easy", "noughts play: --x and --o go together"),
        ("--record .", ". is a folder"),
        ("--record missing/games.jsonl", "the folder of missing/games.jsonl does not exist"),
        ("play now", "now"),
    ],
    "replay": [
        ("", "missing: FILE (see"),
        ("missing", "there is no file missing"),
        (".", ". is a folder"),
        ("/dev/null --svg game.png", "the name of this file ends in .svg"),
    ],
    "players": [
        ("big", "a board is written"),
        ("3x3:3 more", "more"),
        ("3x3:3 'a\nb'", ""),
        ("0x3:3", "1 to 26 squares"),
    ],
    "join": [
        *(
            (f"{LINK} --games={games}", "the number of games is from 1 to 1000")
            for games in ("0", "1001", "-1", "1.0", "a", "", "²", "١")
        )
    ],
    "solve": [
        ("0x3:3", "1 to 26"),
        ("3x3:", "WIDTHxHEIGHT:K"),
        *(
            (f"3x3:3 --limit={limit}", "--limit: a number of seconds above 0")
            for limit in ("0", "-1", "soon", "nan", "inf", "1e999", "")
        ),
    ],
    "draw": [
        ("3x3:3 --out picture.png", "the name of this file ends in .svg"),
        ("3x3:3 --out .", ". is a folder"),
        ("3x3:3 --out missing/picture.svg", "the folder of missing/picture.svg does not exist"),
    ],
    "explain": [
        (f"{FORK} b2", "b2 is already taken by O"),
        (f"{FORK} d4", "d4 is off the board"),
        *(
            (f"{FORK} '{move}'", f"a square is a letter and a number, as in a1, not '{move}'")
            for move in ("0", "5", "best", "")
        ),
        (OVER, "the game is over"),
        (f"{OVER} c3", "the game is over"),
        ("x../.o./..x o 3", 'put a position into quotes: "x../.o./..x o 3"'),
        ("'xox/oxx/oxo o 3' a1", "the game is over"),
    ],
    "atlas": [
        ("--json --verify", "--verify and --json exclude each other"),
        ("--picture atlas.png", "the name of this file ends in .svg"),
        ("big", "a board of the atlas is written"),
    ],
    "puzzle": [
        ("--thme=fork", "; did you mean --theme? (see noughts puzzle --help)"),
        ("--theme only --board 9x9:5", "there's no such puzzle"),
        ("--level perfect", "--level: easy, medium or hard, not 'perfect'"),
        ("--seed -1", "a seed is a whole number from 0"),
        ("3x3:3", "3x3:3"),
        ("--count 3", "--count is for a --sheet"),
        ("--sheet sheet.png", "the name of this file ends in .pdf or .svg"),
        ("--sheet sheet", "ends in .pdf or .svg"),
        ("--sheet nowhere/sheet.svg", "the folder of nowhere/sheet.svg does not exist"),
        ("--sheet .", ". is a folder"),
        ("--sheet ''", "a file has a name"),
        *(
            (f"--sheet sheet.svg --count {count}", "a sheet has 1 to 12 puzzles")
            for count in ("0", "13", "²", "9" * 9_999)
        ),
        ("--sheet sheet.svg --theme only --count 9", "there are only 8 such"),
        ("--sheet sheet.svg --theme only --board 9x9:5", "no such puzzle"),
    ],
    "match": [
        ("", "a match is between two"),
        ("classic", "a match is between two"),
        ("classic random easy", "a match is between two"),
        ("classic random --engine x", "a match is between two"),
        ("classic nobody", "there's no player 'nobody'"),
        ("perfect random --board 15x15:5", "perfect doesn't play 15x15:5"),
        ('classic --engine "\'open"', "cannot read the command"),
        ("classic random --games 3", "the number of games is even"),
        ("classic random --games 0", "the number of games is from 1 to 1,000,000"),
        ("classic random --jobs 0", "1 to 256"),
        ("classic random --nodes 1,2,3", "1 to 1,000,000,000,000"),
        ("classic random --seconds 0", "seconds above 0"),
        ("classic random --sprt 5", "two differences in Elo"),
        ("classic random --sprt 5,0", "the lower one first"),
        ("classic random --sprt=-200000,0", "from -4,000 to 4,000"),
        ("classic random --openings 9999999", "0 to 20 plies"),
        ("classic random --openings /nowhere", "there is no file /nowhere"),
        ("classic --engine /nonexistent/engine", "there is no program '/nonexistent/engine'"),
        ("classic random --records /nowhere/x", "does not exist"),
        ("classic random --watch", "--watch needs an interactive terminal"),
    ],
    "gomocup": [
        ("--player nobody", "there's no player 'nobody'"),
        *((f"--k {number}", "1 to 26") for number in ("0", "27", "x")),
        ("more", "more"),
    ],
    "certify": [
        ("", "missing: PLAYER (see"),
        ("nobody", "there's no player 'nobody'"),
        ("classic --board 5x5:4", "at most 9 squares"),
    ],
    "prove": [
        ("3x3", "board"),
        ("3x3:3 --limit 0", "seconds above 0"),
        ("3x3:3 --memory 0", "megabytes"),
        (f"3x3:3 --memory {'9' * 30}", "megabytes"),
        ("3x3:3 --seed -1", "seed"),
        ("3x3:3 --workers 0", "workers are 1 to 256"),
        ("3x3:3 --workers 1000000000000", "workers are 1 to 256"),
        ("3x3:3 --dask 'foo bar'", "tcp://"),
        (OVER, "the game is over: there is nothing to prove"),
        ("12x11:5", "proofs are for boards of at most 128"),
        ("3x3:3 --dask tcp://a:1 --workers 2", "--workers"),
        ("3x3:3 --checkpoint nowhere/file", "does not exist"),
        (f"{WIN} --workers 2", "--workers is for boards"),
        (f"{WIN} --seed 2", "--seed is for boards"),
        ("'x../.../.... o 3'", "row 3 of the position"),
    ],
    "verify": [("", "missing: FILE (see"), ("missing", "there is no file missing")],
    "review": [("missing", "there is no file missing"), (".", ". is a folder")],
    "perft": [
        ("", "missing: BOARD (see"),
        ("3", "a board is written"),
        *((f"3x3:3 {depth}", "a depth is a number of plies") for depth in ("-1", "deep", "1000")),
    ],
    "serve": [("--prot 80", "--prot")],
    "admin": [
        *(
            (f"purge --yes --older-than={age}", "an age is a number of days from 0")
            for age in ("", "x", "-1", "nan", "inf", "99999", "1e9")
        )
    ],
    "completion": [("nosh", "bash, fish, powershell, tcsh or zsh, not 'nosh'")],
}


BAD_POSITIONS = [
    ("xxx/ooo/... x 3", "both X and O have a line"),
    ("xxx/.../... x 3", "3 X and 0 O"),
    ("xx./o../... x 3", "X moved last, so it's O's turn"),
    ("xxx/oo./... x 3", "moved last, so it's O's turn"),
    ("xx/ooo/... x 3", "row 2 of the position has 3 squares, row 1 has 2"),
    ("xyo/.../... x 3", "'y' at b1"),
    (".../.../... z 3", "the side to move is x or o"),
    (".../.../... x 4", "4 in a row can't be made on 3x3"),
    (".../.../... x three", "how many in a row win"),
    (".../.../...", "how many in a row win"),
    ("", "rows, the side to move and k"),
]


@pytest.mark.parametrize("command", REFUSED)
def test_what_is_asked_wrongly_is_refused_with_a_reason_and_leaves_no_file(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for asked, reason in REFUSED[command]:
        assert_one_line(noughts(*shlex.split(f"{command} {asked}")), reason)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["solve", "explain", "draw"])
def test_a_bad_position_is_one_line_that_names_the_fault(
    noughts: Noughts, tmp_path: Path, command: str
) -> None:
    more = {"explain": ["a1"], "draw": ["--out", str(tmp_path / "picture.svg")]}
    for text, reason in BAD_POSITIONS:
        assert_one_line(noughts(command, text, *more.get(command, [])), reason)
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_leads_to_the_help_in_the_readers_language(
    noughts: Noughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_one_line(noughts("--what"), "--what (see noughts play --help)\n")
    monkeypatch.setenv("NOUGHTS_LANGUAGE", "de")
    assert noughts("--what").complained.endswith(" (siehe noughts play --help)\n")
