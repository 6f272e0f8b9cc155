"""Shows a built site in this machine's browser: `python -m noughts.site.host FOLDER`."""

from __future__ import annotations

import sys
import webbrowser
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PORT = 8642  # the same each time, since a browser keeps games by address


class _Quiet(SimpleHTTPRequestHandler):
    """Sends files, and tells nobody."""

    def log_message(self, *_args: object) -> None:
        """Say nothing: a page asks for fifty files."""


def host(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of the files in a folder, which only this machine reaches."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))


def host_at(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server at a port, or at another, which is told, if somebody else has that."""
    try:
        return host(folder, port)
    except OSError:
        print(f"noughts: port {port} is taken; at another one your games are others", flush=True)
        return host(folder)


def main() -> int:
    """Open the site until Ctrl+C; 1 if there is none."""
    folder = Path(*sys.argv[1:2] or ["build/site"])
    if not (folder / "index.html").is_file():
        print(f"noughts: no site in {folder}: make site builds one", file=sys.stderr)
        return 1
    with host_at(folder, PORT) as server, suppress(KeyboardInterrupt):
        address = f"http://127.0.0.1:{server.server_port}/"
        print(f"noughts: playing at {address} – Ctrl+C ends it", flush=True)
        webbrowser.open(address)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
