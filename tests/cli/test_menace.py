"""`noughts menace`: what it reports, keeps, shows and prints, and how it is played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from noughts.menace import saved
from noughts.menace.machine import Machine
from noughts.menace.training import Lesson, train
from tests.cli.conftest import Noughts, assert_one_line, said_by


def test_the_same_seed_gives_the_same_report(noughts: Noughts) -> None:
    first, again = (said_by(noughts, "menace", "--games", "30", "--seed", "1") for _ in range(2))
    assert first == again
    assert first.startswith("MENACE plays X against random, --seed 1.\n")
    assert "\n     30  " in first
    assert "The exact chances now" in first


def test_the_report_is_one_object(noughts: Noughts) -> None:
    told = json.loads(
        said_by(noughts, "menace", "--games", "7", "--opponent", "perfect", "--seed", "2", "--json")
    )
    assert (told["opponent"], told["games"], told["boxes"]) == ("perfect", 7, 304)
    assert [point["games"] for point in told["curve"]] == [*range(8)]
    for point in told["curve"]:
        assert point["won"] + point["drawn"] + point["lost"] == point["games"]
        for chances in point["chances"].values():
            assert sum(chances.values()) == pytest.approx(1)
    assert told["curve"][0]["chances"]["perfect"]["win"] == 0


def test_a_long_training_has_a_curve_of_some_hundred_points(noughts: Noughts) -> None:
    told = json.loads(said_by(noughts, "menace", "--games", "600", "--seed", "2", "--json"))
    assert len(told["curve"]) == 301
    assert told["curve"][-1]["games"] == 600


def test_a_machine_is_saved_whole_and_goes_on(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "machine.json"
    said_by(noughts, "menace", "--games", "20", "--seed", "1", "--save", str(file))
    said_by(
        noughts, "menace", "--load", str(file), "--games", "5", "--seed", "2", "--save", str(file)
    )
    machine = saved.read(file.read_text())
    assert machine.score.games == 25
    assert [path.name for path in tmp_path.iterdir()] == ["machine.json"]
    shown = said_by(noughts, "menace", "--load", str(file), "--box", ".../.../... x 3")
    assert "Box 1, move 1" in shown


def test_an_interrupted_training_saves_what_it_reached(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Iterator[Lesson]:
        yield from islice(train(*arguments), 7)
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.cli.menace.train", interrupted)
    file = tmp_path / "machine.json"
    for save in ((), ("--save", str(file))):
        done = noughts("menace", "--games", "1000", "--seed", "1", *save)
        assert (done.code, done.said) == (130, "")
        saved_in = f"; saved in {file}" if save else ""
        pattern = rf"noughts: interrupted; 7 games: \d won, \d drawn, \d lost{saved_in}\n"
        assert re.fullmatch(pattern, done.complained)
    assert saved.read(file.read_text()).score.games == 7


def test_another_machine_and_other_rules_can_be_chosen(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "machine.json"
    options = "--side o --beads 8,4,2,1 --rewards=-1,0,2 --every-square --opponent menace"
    said = said_by(noughts, "menace", *options.split(), "--games", "3", "--save", str(file))
    assert said.startswith("MENACE plays O against menace")
    machine = saved.read(file.read_text())
    assert saved.rules_data(machine.scheme) == {
        "side": "o",
        "first": [8, 4, 2, 1],
        "win": -1,
        "draw": 0,
        "loss": 2,
        "shares": False,
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--opponent nobody", "there's no player 'nobody'"),
        ("--opponent zz", ", michie, menace"),
        ("--opponent mitchie", "did you mean michie?"),
        ("--beads 4,3,2", "beads are four numbers from 1 to 100, such as 4,3,2,1"),
        ("--beads 0,3,2,1", "beads are four numbers from 1 to 100, such as 4,3,2,1"),
        ("--rewards 3,1", "rewards are three numbers from -100 to 100, such as 3,1,-1"),
        ("--games 1000001", "the number of games is from 0 to 1,000,000"),
        ("--side z", "x or o, not 'z'"),
        ("--sheets boxes.png", "the name of this file ends in .pdf or .svg"),
        ("--box .../.../.../..._x_3", "menace doesn't play 3x4:3"),
        ("--play --json", "--json and --play exclude each other"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_a_line(
    noughts: Noughts, options: str, reason: str
) -> None:
    done = noughts("menace", *options.split())
    assert_one_line(done, reason)


def test_a_file_that_holds_no_machine_is_refused(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "machine.json"
    whole = saved.text_of(Machine.new())
    for content, reason in (
        (b"\xff", " isn't text in UTF-8"),
        (b"[" * 100_000, ": no machine of noughts"),
        (whole[:500].encode(), ": no machine of noughts: no JSON from line "),
        (
            whole.replace(": 1,", ": 2,", 1).encode(),
            ": no machine of noughts: its version is not 1",
        ),
        (
            whole.replace(": 4,", ": -4,", 2).encode(),
            ": no machine of noughts: the beads of a kind",
        ),
    ):
        file.write_bytes(content)
        done = noughts("menace", "--load", str(file))
        assert_one_line(done, f"{file}{reason}", 1)
    file.write_text(saved.text_of(Machine.new()))
    done = noughts("menace", "--load", str(file), "--beads", "4,3,2,1")
    assert_one_line(done, "--load and --beads exclude each other")


def test_a_person_plays_it_and_it_learns(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "machine.json"
    typed = b"box\nhelp\nboard\nzz\nresign\ny\nresign\nn\n"
    said = said_by(noughts, "menace", "--play", "--seed", "1", "--save", str(file), typed=typed)
    assert "MENACE shakes box 1 and draws " in said
    assert said.count("Box 1, move 1") == 1
    assert said.count("MENACE puts back each bead that it drew, and 3 more") == 2
    assert "2 games: 2 won, 0 drawn, 0 lost" in said
    assert saved.read(file.read_text()).score.wins == 2


def test_a_person_who_leaves_is_said_goodbye(noughts: Noughts) -> None:
    for typed in (b"quit\n", b""):
        said = said_by(noughts, "menace", "--play", "--side", "o", "--seed", "1", typed=typed)
        assert said.endswith("Goodbye!\n")


def test_the_boxes_are_written_to_print(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "boxes.svg"
    said = said_by(noughts, "menace", "--sheets", str(file))
    assert said == f"{file}: 304 boxes on 11 pages, of which the first has the instructions\n"
    names = {"boxes.svg", *(f"boxes-{number:02}.svg" for number in range(1, 11))}
    assert {path.name for path in tmp_path.iterdir()} == names


def test_the_boxes_are_written_as_a_document(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "boxes.pdf"
    said_by(noughts, "menace", "--side", "o", "--sheets", str(file))
    assert file.read_bytes().startswith(b"%PDF-")
