"""Reads files of records, for tests that expect nothing else in them."""

from __future__ import annotations

from pathlib import Path

from noughts.core.record import Record
from noughts.files.records import read_records


def records_in(file: Path) -> list[Record]:
    """Every record of a file; raises if a line is anything else."""
    return list(read_records(file))
