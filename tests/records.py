"""Reads files of records, for tests that expect nothing else in them."""

from __future__ import annotations

from pathlib import Path

from noughts.cli.records import read_records
from noughts.core.record import Record


def records_in(file: Path) -> list[Record]:
    """Every record of a file; raises if a line is anything else."""
    records = list(read_records(file))
    faults = [each for each in records if not isinstance(each, Record)]
    assert faults == []
    return [each for each in records if isinstance(each, Record)]
