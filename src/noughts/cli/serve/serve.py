"""`noughts serve`: the web server."""

from __future__ import annotations

import os
from argparse import Namespace
from functools import partial

from noughts.cli.parser import Parser


def add_serve(parser: Parser) -> None:
    """Declare the command, with a flag for each setting."""
    # It takes half a second, which only this command and the general help need.
    from noughts.server.settings import flags  # noqa: PLC0415

    for name, value, help_ in flags():
        parser.add_argument(f"--{name.replace('_', '-')}", metavar=value, help=help_)
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: Parser, arguments: Namespace) -> int:
    from noughts.server.server import serve  # noqa: PLC0415
    from noughts.server.settings import InvalidSettings, read_settings  # noqa: PLC0415

    try:
        serve(read_settings(vars(arguments), os.environ), _print)
    except InvalidSettings as error:
        parser.error(str(error))
    return 0


def _print(text: str) -> None:
    print(text, flush=True)
