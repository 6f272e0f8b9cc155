"""Our side of the protocol: whole conversations, and input that nobody should send."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

from hypothesis import assume, example, given
from hypothesis import strategies as st

from noughts import IllegalAction, Limit, Position, player
from noughts.atlas.strategy import strategy_of
from noughts.engine.protocol import write_board
from noughts.engine.session import Session
from noughts.players import Deterministic
from noughts.players.base import Choice
from noughts.solver.exact import tables_of
from tests.core.strategies import positions


class First(Deterministic):
    """Takes the first free square, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, Limit | None]] = []

    def move(self, position: Position) -> int:
        return position.moves[0]

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        self.asked.append((position.notation, limit))
        return super().choose(position, limit)


def talk(conversation: str, session: Session | None = None) -> None:
    """Hold a conversation: lines of the manager, each with the answer after an arrow, if any."""
    session = session or Session(First(), "1.0")
    for line in conversation.strip().split("\n"):
        told, arrow, answer = line.strip().partition(" -> ")
        assert list(session.answers(told)) == ([answer] if arrow else []), line


def test_a_game_from_begin_to_end() -> None:
    session = Session(First(), "1.0")
    talk(
        """
        ABOUT -> name="noughts", version="1.0", author="the noughts authors"
        START 15 -> OK
        INFO timeout_turn 500
        BEGIN -> 0,0
        TURN 7,7 -> 1,0
        TAKEBACK 1,0 -> OK
        TAKEBACK 7,7 -> OK
        TURN 1,0 -> 2,0
        RESTART -> OK
        turn 0,0 -> 1,0
        RECTSTART 9,7 -> OK
        TURN 8,6 -> 0,0
        TURN 8,7 -> ERROR 8,7 is off the board, which is 9x7

        PLAY 1,0 -> 1,0
        END
        """,
        session,
    )
    assert session.is_over


def test_a_board_may_begin_with_either_side() -> None:
    talk(
        """
        START 6 -> OK
        BOARD
        0,0,1
        1,0,2
        DONE -> 2,0
        BOARD
        5,5,2
        DONE -> 0,0
        BOARD
        DONE -> 0,0
        TURN 5,5 -> 1,0
        """
    )


def test_bad_lines_are_answered_and_change_nothing() -> None:
    talk(
        """
        BEGIN -> ERROR there is no board yet: send START first
        TURN 1,1 -> ERROR there is no board yet: send START first
        BOARD
        1,1,1
        DONE -> ERROR there is no board yet: send START first
        START -> ERROR cannot read ''; expected something like START 15
        START 4 -> ERROR 5 in a row can't be made on 4x4 – choose 1 to 4
        START 27 -> ERROR a board is 1 to 26 squares wide and high, not 27x27
        START -15 -> ERROR a board is 1 to 26 squares wide and high, not -15x-15
        RECTSTART 9 -> ERROR cannot read '9'; expected something like RECTSTART 15,12
        START 5 -> OK
        TURN 0,0 -> 1,0
        TURN 0,0 -> ERROR a1 is already taken by X
        TURN 1;1 -> ERROR cannot read '1;1'; expected something like 7,7
        TURN 5,0 -> ERROR 5,0 is off the board, which is 5x5
        TURN -1,0 -> ERROR -1,0 is off the board, which is 5x5
        BEGIN -> ERROR BEGIN is for an empty board
        TAKEBACK 0,0 -> ERROR '0,0' is not a stone of the side that moved last
        TAKEBACK 4,4 -> ERROR '4,4' is not a stone of the side that moved last
        DONE -> ERROR DONE ends BOARD, which was not sent
        SWAP2BOARD -> UNKNOWN there is no command 'SWAP2BOARD'
        TURN 2,0 -> 3,0
        """
    )


def test_an_impossible_board_is_refused_once_and_forgotten() -> None:
    for stones, said in (
        ("0,0,3", "a stone is 1 or 2, not 3"),
        ("0,0", "cannot read '0,0'; expected something like 7,7,1"),
        ("9,9,1", "9,9 is off the board, which is 5x5"),
        ("0,0,1 0,0,2\n", "BOARD names '0,0,2' twice"),
        ("0,0\r\n", "cannot read '0,0'; expected something like 7,7,1"),
        ("0,0,1", "0 X and 1 O: O moved last, so it's X's turn"),
        ("0,0,2 1,0,2", "2 X and 0 O: players take turns"),
        (" ".join(f"{x},0,2 {x},1,1" for x in range(5)), "both X and O have a line"),
        (" ".join(["0,0,1"] * 26), "BOARD has more stones than 5x5:5 has squares"),
        (" ".join(["0,0,1"] * 9_999), "BOARD has more stones than 5x5:5 has squares"),
    ):
        session = Session(First(), "1.0")
        lines = ["START 5", "TURN 0,0", "BOARD", *stones.split(" "), "DONE"]
        *_, answer = [answer for line in lines for answer in session.answers(line)]
        assert answer.startswith("ERROR ")
        assert said in answer
        talk("TURN 2,0 -> 3,0", session)  # the game before goes on


def test_other_rules_are_refused_when_a_move_is_asked_for() -> None:
    talk(
        """
        INFO rule 1
        START 15 -> OK
        BEGIN -> ERROR exactly five in a row (rule 1) is not played here, only rule 0
        INFO rule 4
        BEGIN -> ERROR renju (rule 4) is not played here, only rule 0
        INFO rule 0
        BEGIN -> 0,0
        """
    )


def test_nonsense_about_the_game_is_ignored_and_the_managers_time_given() -> None:
    nonsense = ["", " ", " rule", " rule x", " rule -1", " timeout_turn -5", " timeout_turn 1.5"]
    session = Session(First(), "1.0")
    for told in [*nonsense, " evaluate 3,3", " folder /tmp", " __class__ 5", " limit 3"]:
        assert not list(session.answers(f"INFO{told}"))
    talk("START 9 -> OK\nBEGIN -> 0,0", session)
    first = First()
    informed = "START 15 -> OK\nINFO timeout_turn 500\nINFO max_node 77\nBEGIN -> 0,0"
    talk(informed, Session(first, "1.0"))
    assert first.asked[0][1] == Limit(seconds=0.47, nodes=77)


def test_a_move_as_fast_as_possible_follows_the_certificate_that_start_has_read() -> None:
    for start in ("START 4", "RECTSTART 6,5"):
        tables_of.cache_clear()
        strategy_of.cache_clear()
        session = Session(player("strongest"), "1.0", 4)
        answers = [[*session.answers(line)] for line in ("INFO timeout_turn 0", start, "BEGIN")]
        assert answers[2][0][0].isdecimal(), answers
    assert answers[2] == ["2,2"]


def test_what_a_player_does_not_play_or_cannot_answer_is_an_error() -> None:
    class Small(First):
        """Plays 5x5 only, and never knows how."""

        def supports(self, rules: Any) -> bool:
            return bool(rules.size == 25)

        def move(self, position: Position) -> int:
            raise IllegalAction(f"no idea about {position.plies} plies")

    talk(
        """
        START 15 -> ERROR small does not play 15x15:5
        START 5 -> OK
        BEGIN -> ERROR no idea about 0 plies
        """,
        Session(Small(), "1.0"),
    )
    game = "START 3 -> OK\nBEGIN -> 0,0\nTURN 2,2 -> 1,0\nTURN 2,1 -> ERROR the game is over"
    talk(game, Session(First(), "1.0", k=2))


WORDS = ["START", "RECTSTART", "RESTART", "BEGIN", "TURN", "PLAY", "BOARD", "DONE", "TAKEBACK"]
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 5, 6, 26, 27, 10**17, 10**30])
RESTS = st.lists(NUMBERS, max_size=4).map(lambda numbers: ",".join(map(str, numbers)))
LINES = st.one_of(
    st.builds("{} {}".format, st.sampled_from([*WORDS, "INFO rule", "", "ABOUT"]), RESTS),
    RESTS,
    st.text(max_size=30),
)


@given(st.lists(LINES, max_size=30))
@example(["START 5", "BOARD", "START 5", "DONE", "BOARD"])
def test_no_line_breaks_it(lines: list[str]) -> None:
    session = Session(First(), "1.0")
    for line in lines:
        for answer in session.answers(line):
            assert answer
            assert "\n" not in answer
    if not session.is_over:
        list(session.answers("DONE"))
        talk("INFO rule 0\nSTART 5 -> OK\nBEGIN -> 0,0", session)


@given(positions())
def test_a_board_is_written_by_turns_and_read_as_it_is_written(position: Position) -> None:
    rules = position.rules
    first = First()
    session = Session(first, "1.0", rules.k)
    assume(not position.is_over)
    lines = write_board(position)
    owners = [line[-1] for line in lines[-2:0:-1]]  # who moved last is not to move
    assert owners == [*islice(cycle("21"), len(owners))]
    for line in (f"RECTSTART {rules.width},{rules.height}", *lines):
        answers = list(session.answers(line))
    assert not answers[0].startswith("ERROR")
    asked = Position.parse(first.asked[0][0])
    assert {asked.marks(asked.turn), asked.marks(asked.turn.other)} == {position.xs, position.os}
    assert asked.marks(asked.turn) == position.marks(position.turn)
