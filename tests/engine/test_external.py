"""External engines as players: good ones play, and bad ones end as an EngineFailure."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import Any, ClassVar

import pytest

from noughts import Limit, Position, Rules
from noughts.core.errors import IllegalAction, NotationError, UnsupportedRules, WrongType
from noughts.engine import EngineFailure, ExternalEngine, Fault, split_command
from noughts.engine.external import EngineProcess
from tests.engine.conftest import fake_command

QUICK = Limit(seconds=0.3)
PATIENT = Limit(seconds=30)  # for what comes at once, however busy the machine is
BOARD = Rules(7, 7, 5)


class Spy(EngineProcess):
    """A process that remembers all of its kind and what they were sent."""

    started: ClassVar[list[Spy]] = []
    sent: ClassVar[list[str]] = []

    def __init__(self, command: Any) -> None:
        super().__init__(command)
        self.started.append(self)

    def send(self, *lines: str) -> None:
        self.sent.extend(lines)
        super().send(*lines)

    @property
    def code(self) -> int | None:
        return self._process.returncode

    @property
    def is_read(self) -> bool:
        return self._reader.is_alive()


@pytest.fixture(autouse=True)
def spy(monkeypatch: pytest.MonkeyPatch) -> type[Spy]:
    monkeypatch.setattr("noughts.engine.external.EngineProcess", Spy)
    monkeypatch.setattr(Spy, "started", [])
    monkeypatch.setattr(Spy, "sent", [])
    return Spy


def play(engine: ExternalEngine, position: Position, moves: int, limit: Limit) -> Position:
    """Let the engine and an opponent, who takes the last free square, move in turn."""
    for _ in range(moves):
        position = position.play(engine.choose(position, limit).move)
        position = position.play(position.moves[-1])
    return position


def test_an_engine_plays_a_game_by_turns_is_told_changed_limits_and_reaped(spy: type[Spy]) -> None:
    with ExternalEngine(fake_command("good")) as engine:
        position = play(engine, BOARD.start(), 2, Limit(seconds=30))
        position = play(engine, position, 1, Limit(seconds=20, nodes=9))
    assert position.xs == 0b111
    questions = [line for line in spy.sent if not line.startswith("INFO")]
    assert questions == ["START 7", "BEGIN", "TURN 6,6", "TURN 5,6", "END"]
    told = [line for line in spy.sent if "timeout_turn" in line or "max_node" in line]
    assert told == ["INFO timeout_turn 30000", "INFO timeout_turn 20000", "INFO max_node 9"]
    assert [process.code for process in spy.started] == [0]
    assert not spy.started[0].is_read


def test_a_position_from_elsewhere_is_sent_as_a_board(spy: type[Spy]) -> None:
    with ExternalEngine(fake_command("good")) as engine:
        play(engine, BOARD.start(), 1, PATIENT)
        elsewhere = BOARD.start().play("a1").play("g7").play("b1")
        assert engine.choose(elsewhere, PATIENT).move == 2
    assert spy.sent[-6:] == ["BOARD", "0,0,2", "6,6,1", "1,0,2", "DONE", "END"]
    assert "RESTART" in spy.sent
    assert len(spy.started) == 1


def test_an_engine_that_does_not_know_restart_is_started_anew(spy: type[Spy]) -> None:
    with ExternalEngine(fake_command("no-restart")) as engine:
        play(engine, BOARD.start(), 1, PATIENT)
        play(engine, BOARD.start(), 1, PATIENT)
        play(engine, Rules(6, 5, 5).start(), 1, PATIENT)
    starts = [line for line in spy.sent if "START" in line]
    assert starts == ["START 7", "RESTART", "START 7", "RECTSTART 6,5"]
    assert [process.code for process in spy.started] == [0, 0, 0]


def test_a_suggestion_is_accepted_and_the_shell_has_no_part_in_a_command() -> None:
    with ExternalEngine(fake_command("suggests")) as engine:
        assert play(engine, BOARD.start(), 3, PATIENT).xs == 0b111
    assert split_command("a;b $(c) > d") == ("a;b", "$(c)", ">", "d")
    for command in ("", "   ", "'open", "a\0b"):
        with pytest.raises(NotationError):
            split_command(command)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("behaviour", "fault", "said"),
    [
        ("hangs", Fault.TIME, "does not answer in time"),
        ("floods-one-line", Fault.TIME, "does not answer in time"),
        ("floods", Fault.ILLEGAL, "says more than 10,000 lines before it answers"),
        ("crashes", Fault.CRASH, "ended with exit code 3"),
        ("closes", Fault.CRASH, "closed its output"),
        ("off-board", Fault.ILLEGAL, "answers '7,0': 7,0 is off the board, which is 7x7"),
        ("taken", Fault.ILLEGAL, "is already taken by"),
        ("nonsense", Fault.ILLEGAL, "answers 'I resign': cannot read"),
        ("huge", Fault.ILLEGAL, "cannot read"),
        ("error", Fault.ILLEGAL, "answers 'ERROR out of ideas'"),
        ("bytes", Fault.ILLEGAL, "cannot read"),
        ("talks", Fault.ILLEGAL, "out of turn"),
    ],
)
def test_a_bad_engine_fails_in_a_named_way_and_is_reaped(
    behaviour: str, fault: Fault, said: str, spy: type[Spy]
) -> None:
    limit = PATIENT if fault is not Fault.TIME else QUICK
    with ExternalEngine(fake_command(behaviour)) as engine:
        with pytest.raises(EngineFailure) as raised:
            play(engine, BOARD.start(), 4, limit)
        assert raised.value.fault is fault
        assert said in str(raised.value)
        assert "\n" not in str(raised.value)
        assert all(process.code is not None for process in spy.started)
        assert engine.choose(BOARD.start(), PATIENT).move == 0, "it is started again"


@pytest.mark.usefixtures("impatient")
@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_what_an_engine_started_ends_with_it(spy: type[Spy]) -> None:
    engine = ExternalEngine(fake_command("leaves-a-child"))
    with pytest.raises(EngineFailure):
        play(engine, BOARD.start(), 2, QUICK)
    assert not spy.started[0].is_read, "nobody holds its output open"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("command", "fault", "said"),
    [
        (fake_command("refuses"), Fault.ILLEGAL, "START 7 with 'ERROR only 20x20 here'"),
        (fake_command("deaf"), Fault.TIME, "does not answer in time"),
        ("/nonexistent/engine", Fault.CRASH, "cannot start '/nonexistent/engine': "),
        (os.devnull, Fault.CRASH, "cannot start"),
    ],
)
def test_an_engine_that_does_not_start_says_why(
    command: str, fault: Fault, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault is Fault.TIME:  # the others need theirs on a busy machine
        monkeypatch.setattr("noughts.engine.external._SECONDS_TO_START", 0.5)
    with pytest.raises(EngineFailure, match=said) as raised:
        ExternalEngine(command).start(BOARD)
    assert raised.value.fault is fault


def test_what_every_player_raises_it_raises_too() -> None:
    engine = ExternalEngine("nothing")
    with pytest.raises(IllegalAction, match="the game is over"):
        engine.choose(Position.parse("xxx/oo./... o 3"))
    wrong: Any = 7
    for ask in (engine.choose, partial(engine.choose, BOARD.start()), engine.start):
        with pytest.raises(WrongType):
            ask(wrong)
    with pytest.raises(WrongType):
        ExternalEngine(None)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="nothing is another program"):
        engine.policy(BOARD.start())
    assert engine.supports(BOARD)
    assert not issubclass(EngineFailure, UnsupportedRules)
