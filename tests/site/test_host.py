"""A built site, shown on this machine."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest

from noughts.site import host


def test_a_folder_is_served_to_this_machine_alone(tmp_path: Path) -> None:
    (tmp_path / "learn").mkdir()
    (tmp_path / "learn" / "index.html").write_text("<p>lessons")
    with host.host(tmp_path) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        try:
            address = f"http://127.0.0.1:{server.server_port}/learn/"
            with urlopen(address) as answer:
                assert answer.read() == b"<p>lessons"
        finally:
            server.shutdown()
            serving.join()
    assert server.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with host.host(tmp_path) as other, host.host_at(tmp_path, other.server_port) as server:
        assert server.server_port != other.server_port
    assert capsys.readouterr().out == (
        f"noughts: port {other.server_port} is taken; at another one your games are others\n"
    )


def test_where_no_site_is_one_is_told_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["host", str(tmp_path)])
    assert host.main() == 1
    assert capsys.readouterr().err == f"noughts: no site in {tmp_path}: make site builds one\n"
