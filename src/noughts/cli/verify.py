"""`noughts verify`: certificates of all kinds, each checked by its own standalone file."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from noughts.cli.files import opened
from noughts.cli.parser import one_line
from noughts.core.errors import InvalidProof
from noughts.solver.verification import verify
from noughts.verifiers.verify import MOST_BYTES
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext


def run_verify(arguments: Namespace) -> int:
    """Check certificates; returns the exit code."""
    return check_files(arguments.files)


def check_files(paths: Iterable[Path | str]) -> int:
    """Check certificates, and say what each proves or why it is refused; returns the exit code."""
    code = 0
    for path in paths:
        with opened(path) as file:
            packed = file.read(MOST_BYTES + 1)
        try:
            proved = verify(packed)
        except InvalidProof as error:
            code = 1
            sys.stdout.flush()
            print(f"noughts: {one_line(f'{path}: {worded(error)}')}", file=sys.stderr)
            continue
        by = ngettext(
            "proved by {positions} position",
            "proved by {positions} positions",
            proved.positions,
            positions=f"{proved.positions:,}",
        )
        print(one_line(f"{path}: {proved.claim}: {by}"))
        if proved.claim.endswith("draw"):
            trusted = _("that O cannot win either is strategy stealing, the one theorem trusted")
            print(f"  {trusted}")
        print(f"  sha256 {proved.sha256}")
    return code
