"""A job ends soon once its file exists, and only a job that runs gets one."""

from __future__ import annotations

from threading import Event

from noughts.server.worker_pool import StopFiles, stopped_by


def test_a_file_exists_once_its_job_is_told_to_stop_while_it_runs() -> None:
    files = StopFiles()
    files.stop("ab12")  # which does not run yet
    with files.running("ab12") as file:
        files.stop("other")
        assert not file.exists()
        files.stop("ab12")
        assert file.exists()
    files.stop("ab12")
    assert not file.exists()


def test_a_worker_stops_when_the_file_exists_unless_it_ends_by_itself() -> None:
    files, is_stopped = StopFiles(), Event()
    with files.running("ab12") as file:
        with stopped_by(file, is_stopped.set):
            pass
        assert not is_stopped.is_set()
        with stopped_by(file, is_stopped.set):
            files.stop("ab12")
            assert is_stopped.wait(30)
