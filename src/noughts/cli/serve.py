"""`noughts serve`: the web server."""

from __future__ import annotations

import os
from argparse import Namespace
from functools import partial

from noughts.cli.parser import as_usage_error
from noughts.server.server import serve
from noughts.server.settings import InvalidSettings, read_settings


def run_serve(arguments: Namespace) -> int:
    """Serve until somebody stops the server."""
    with as_usage_error(InvalidSettings):
        serve(read_settings(vars(arguments), os.environ), partial(print, flush=True))
    return 0
