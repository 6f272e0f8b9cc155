"""`noughts verify`: the standalone certificate checker in `verify.py`."""

from __future__ import annotations

from argparse import Namespace

from noughts.cli.parser import Subparsers


def add_verify(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("verify", help="check certificates, the proofs of `prove --out`")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate")
    parser.set_defaults(run=_run)


def _run(arguments: Namespace) -> int:
    from noughts.verify import main  # noqa: PLC0415 - 6 ms that other commands save

    return main(arguments.files)
