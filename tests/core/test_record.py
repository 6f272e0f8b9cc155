"""Games as lines of JSON."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.core import Game, Mark, Position, Rules, Termination
from noughts.core.errors import NotationError
from noughts.core.record import LONGEST_RECORD, Record
from tests.core.strategies import ENDINGS_OFF_THE_BOARD, games, is_one_short_line

PLAYERS = {Mark.X: "Ada", Mark.O: "medium"}
UNFINISHED = Game().play(4, 0)
RESIGNED = Record(UNFINISHED.resign(), PLAYERS, "2026-11-01T12:00:00Z", "2026-11-01T12:01:30+01:00")

names = st.text(max_size=200)
times = st.one_of(st.none(), st.datetimes().map(lambda time: time.isoformat()))


def fields_of(record: Record) -> dict[str, Any]:
    fields = json.loads(str(record))
    assert isinstance(fields, dict)
    return fields


def refusal(text: str) -> str:
    """The message with which a text is refused."""
    with pytest.raises(NotationError) as caught:
        Record.parse(text)
    assert is_one_short_line(str(caught.value)), str(caught.value)
    return str(caught.value)


# --- round trips


@settings(deadline=None)
@given(games(), names, names, times, times)
def test_a_record_reads_back(
    game: Game, x: str, o: str, started: str | None, ended: str | None
) -> None:
    record = Record(game, {Mark.X: x, Mark.O: o}, started, ended)
    twin = Record.parse(str(record))
    assert twin == record
    assert hash(twin) == hash(record)
    assert twin.game.position == game.position
    assert str(twin) == str(record)
    assert "\n" not in str(record)


@pytest.mark.parametrize(
    ("game", "result", "termination"),
    [
        (Game(), "*", None),
        (UNFINISHED, "*", None),
        (Game().play(0, 3, 1, 4, 2), "x", "line"),
        (Game(Rules().start(Mark.O)).play(0, 3, 1, 4, 2), "o", "line"),
        (Game().play(4, 0, 2, 6, 3, 5, 1, 7, 8), "draw", "full"),
        *(
            (UNFINISHED.end(ending), ending.result, ending.termination.value)
            for ending in ENDINGS_OFF_THE_BOARD
        ),
    ],
)
def test_every_ending_is_written_and_read(game: Game, result: str, termination: str | None) -> None:
    record = Record(game, PLAYERS)
    fields = fields_of(record)
    assert (fields["result"], fields["termination"]) == (result, termination)
    assert Record.parse(str(record)).game == game


def test_a_record_is_the_documented_json_and_the_longest_game_fits() -> None:
    assert str(RESIGNED) == (
        '{"version":1,"rules":"3x3:3","start":null,"first":"x",'
        '"players":{"x":"Ada","o":"medium"},"moves":["b2","a1"],'
        '"result":"o","termination":"resignation",'
        '"started":"2026-11-01T12:00:00Z","ended":"2026-11-01T12:01:30+01:00"}'
    )
    start = Rules(26, 26, 26).start()
    order = sorted(range(676), key=lambda square: (square % 26 % 2, square))
    record = Record(Game(start).play(*order), dict.fromkeys(Mark, "\0" * 200))
    assert len(record.game.moves) == 676
    assert len(str(record)) <= LONGEST_RECORD
    assert Record.parse(str(record)) == record


def test_an_empty_start_is_null_and_any_other_a_position() -> None:
    for first in Mark:
        game = Game(Rules(4, 3, 3).start(first)).play(5)
        fields = fields_of(Record(game, PLAYERS))
        assert (fields["start"], fields["first"], fields["rules"]) == (None, first.value, "4x3:3")
        fields["start"] = game.start.notation  # an empty start may be spelt out, too
        assert Record.parse(json.dumps(fields)).game == game
    game = Game(Position.parse("x.o/.x./..o x 3")).play(1)
    fields = fields_of(Record(game, PLAYERS))
    assert (fields["start"], fields["first"], fields["moves"]) == ("x.o/.x./..o x 3", "x", ["b1"])


@pytest.mark.parametrize("started", [None, datetime(2026, 11, 1, 12, 0, 0, 250_000, UTC)])
def test_a_game_just_played_keeps_its_times_to_the_second(started: datetime | None) -> None:
    ended = datetime(2026, 11, 1, 12, 1, 30, 999_999, UTC)
    record = Record.played(UNFINISHED, PLAYERS, started, ended)
    assert record == Record.parse(str(record))
    assert record.started == (None if started is None else "2026-11-01T12:00:00+00:00")
    assert record.ended == "2026-11-01T12:01:30+00:00"


# --- one field wrong

WRONG: dict[str, list[object]] = {
    "version": [2, 0, "1", True, 1.0, None, 10**4000],
    "rules": ["3x3", "0x3:3", "3x3:4", 3, None],
    "start": [
        *["", "... x 3", "xx./.../... o 3", ".../.../... o 3", ".../.../... x 2"],
        *["x../o../... o 3", []],
    ],
    "first": ["z", "", None, ["x"]],
    "players": [
        *[None, {}, ["Ada", "medium"], {"x": "Ada"}, {"x": "Ada", "o": None}, {"x": "Ada", "o": 3}],
        {"X": "Ada", "O": "medium"},
        {"x": "Ada", "o": "medium", "z": "Zoe"},
        {"x": "Ada", "o": "a" * 201},
    ],
    "moves": [
        *[None, "b2a1", {"b2": "a1"}, ["b2", 0], ["b2", None], ["b2", ["a1"]], ["b2", ""]],
        *[["b2", "d1"], ["b2", "b2"], ["a1", "a2", "b1", "b2", "c1", "c2"]],
    ],
    "result": [1, None, "", "X", "*", "draw", "a" * 10_000],
    "termination": [None, "", "line", "full", "agreement", "boredom", 3],
    "started": ["", "yesterday", 1_700_000_000, "2026-13-01T00:00:00"],
    "ended": ["2026-11-01T25:00:00", "noon\nor so", "2026-11-01T12:00:00+99:99", False],
}


@pytest.mark.parametrize("key", fields_of(RESIGNED))
def test_a_field_that_is_wrong_missing_or_given_twice_is_refused_by_name(key: str) -> None:
    fields = fields_of(RESIGNED)
    for value in WRONG[key]:
        assert key in refusal(json.dumps({**fields, key: value})), ascii(value)[:30]
    # Readers differ in which of two they take, so no reader should have to choose.
    twice = json.dumps({key: fields[key]})[1:-1]
    assert key in refusal("{" + twice + "," + str(RESIGNED)[1:])
    del fields[key]
    assert refusal(json.dumps(fields)) == f"record: '{key}' is missing"


def test_a_field_that_is_unknown_or_does_not_fit_the_moves_is_refused() -> None:
    for key in ("winner", "", "\n", "Moves"):
        message = refusal(json.dumps({**fields_of(RESIGNED), key: 1}))
        assert message == f"record: {key!r} is not a field of version 1"
    fields = fields_of(Record(Game().play(0, 3, 1, 4, 2), PLAYERS))
    fields["result"] = "o"
    assert "result 'o' and termination line do not fit the moves, which give x and line" in refusal(
        json.dumps(fields)
    )
    fields = fields_of(Record(Game().play(0, 3, 1, 4, 2), PLAYERS))
    for termination in set(Termination) - {Termination.LINE}:
        refusal(json.dumps({**fields, "termination": termination.value}))


# --- hostile texts


def test_a_hostile_text_is_refused_in_one_short_line() -> None:
    text = str(RESIGNED)
    for hostile in ("", " ", "null", "[]", "{}", "1", '"x"', "{", "\ud800", "\ufeff" + text):
        refusal(hostile)
    for hostile in (text[:-1], text + "x", text * 2, text.replace('"', "'")):
        refusal(hostile)
    for version in ("Infinity", "1e999", "1" * 4_000, "1" * 10_000):
        refusal(text.replace(":1,", f":{version},"))
    for old, new in [
        *[('"x",', "NaN,"), ("null", "NaN"), ("Ada", "A\nda"), ("Ada", "A\0da")],
        ("Ada", "a" * 1_000_000),
        ('["b2"', '["' + "b" * 10_000 + '"'),
        ('"players"', '"' + "p" * 10_000 + '"'),
    ]:
        refusal(text.replace(old, new))
    refusal(text.replace('"x":"Ada"', '"x":"Bob","x":"Ada"'))
    for deep in ("[" * 10_000, "[" * 8_000 + "]" * 8_000, '{"version":' * 1_400, "[" * 1_000_000):
        refusal(deep)
    refusal("{" + " " * 1_000_000 + "}")


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(st.characters())),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("xo"), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=4 * settings().max_examples)
@given(st.sampled_from(sorted(fields_of(RESIGNED))), json_values)
def test_any_value_in_any_field_is_read_or_refused(key: str, value: object) -> None:
    assert key in read_or_refused(json.dumps({**fields_of(RESIGNED), key: value}), key)


def read_or_refused(text: str, otherwise: str = "") -> str:
    """The message with which a text is refused, if it is."""
    try:
        Record.parse(text)
    except NotationError as error:
        assert is_one_short_line(str(error)), str(error)
        return str(error)
    return otherwise


@settings(max_examples=4 * settings().max_examples)
@given(st.data())
def test_a_record_with_a_piece_torn_out_or_put_in_is_read_or_refused(data: st.DataObject) -> None:
    text = str(RESIGNED)
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    middle = data.draw(st.text(st.characters(), max_size=5))
    read_or_refused(text[:start] + middle + text[stop:])


@pytest.mark.parametrize("players", [{}, {Mark.X: "Ada"}, {Mark.X: "A", Mark.O: "B", "z": "C"}])
def test_a_record_has_exactly_two_players(players: dict[Mark, str]) -> None:
    with pytest.raises(NotationError, match="players are x and o"):
        Record(Game(), players)


def test_a_record_does_not_change_not_even_with_what_it_was_made_from() -> None:
    players = {Mark.X: "Ada", Mark.O: "Bob"}
    record = Record(Game(), players)
    written = str(record)
    players[Mark.X] = "Eve"
    assert str(record) == written
    with pytest.raises(FrozenInstanceError):
        record.started = None  # type: ignore[misc]
    assert not hasattr(record, "__dict__")
