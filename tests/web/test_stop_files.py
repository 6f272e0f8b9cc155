"""A job ends soon once its file exists, and only a job that runs gets one."""

from __future__ import annotations

from threading import Event

from noughts.web.stop_files import StopFiles, stopped_by


def test_a_file_exists_once_its_job_is_told_to_stop_and_until_it_ends() -> None:
    files = StopFiles()
    with files.running("ab12") as file:
        assert not file.exists()
        files.stop("other")
        assert not file.exists()
        files.stop("ab12")
        assert file.exists()
    assert not file.exists()


def test_a_job_that_does_not_run_is_not_stopped_later() -> None:
    files = StopFiles()
    files.stop("ab12")
    with files.running("ab12") as file:
        assert not file.exists()
    files.stop("ab12")
    assert not file.exists()


def test_a_worker_stops_when_the_file_exists() -> None:
    files, is_stopped = StopFiles(), Event()
    with files.running("ab12") as file, stopped_by(file, is_stopped.set):
        assert not is_stopped.is_set()
        files.stop("ab12")
        assert is_stopped.wait(30)


def test_a_worker_that_ends_by_itself_is_not_stopped() -> None:
    files, is_stopped = StopFiles(), Event()
    with files.running("ab12") as file, stopped_by(file, is_stopped.set):
        pass
    assert not is_stopped.is_set()
