"""Logs in an object store are read as local ones are, with few requests, whatever fails."""

from pathlib import Path

import numpy as np
import pytest

from scopeboard.files.location import Location, MountedPaths
from scopeboard.files.remote import traffic
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.stores import forget_stores
from scopeboard.ingest.discovery import watch
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.poll_schedule import ScanLevel
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.store.open import open_store
from tools import writer
from tools.faulty_proxy import Failure
from tools.loading import Log
from tools.object_store import Bucket, bucket

__all__ = ["bucket"]

ONE, TWO = writer.scalar_file({"x": [1, 2]}), writer.event(2, writer.tf1_scalar("x", 3))
OTHER = writer.scalar_file({"x": [7, 8]})
KEY = f"logs/run/{writer.FILE_NAME}"
FAILURES = {
    "limits requests (SlowDown)": Failure(503, "SlowDown"),
    "the store failed (InternalError)": Failure(500, "InternalError"),
    "the connection failed": Failure(cut=True),
}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(watch, "FIRST_RETRY_SECONDS", 0.0)


def log_of(place: Location, index: Path | None = None) -> Log:
    return Log(Path(), store=None if index is None else open_store(place, index), place=place)


def absence_of(log: Log) -> tuple[str, str] | None:
    absence = log.store.searched[0].absence
    return None if absence is None else (absence.reason, absence.message)


def test_a_poll_is_a_listing_and_one_request_for_each_file_that_changed(bucket: Bucket) -> None:
    names = [f"logs/{number:04}/{writer.FILE_NAME}" for number in range(10)]
    for name in names:
        bucket.put(name, ONE)
    for number in range(1980):
        bucket.put(f"logs/0005/{number}.ckpt", b"")
    log = log_of(bucket.root / "logs")
    log.load()
    assert [request.is_list for request in bucket.proxy.take()] == [True] * 2 + [False] * 10
    log.load()
    assert [request.is_list for request in bucket.proxy.take()] == [True, True]
    for name in (names[0], names[-1]):
        bucket.put(name, ONE + TWO)
    log.load()
    requests = bucket.proxy.take()
    assert [request.is_list for request in requests] == [True, True, False, False]
    start = len(ONE) - min(len(ONE), 4096)
    assert {request.range for request in requests[2:]} == {f"bytes={start}-{len(ONE + TWO) - 1}"}
    assert all(request.if_match for request in requests[2:])
    assert log.values("0000", "x") == log.values("0009", "x") == [1, 2, 3]


def test_a_second_start_downloads_nothing_that_did_not_change(
    bucket: Bucket, tmp_path: Path
) -> None:
    bucket.put(KEY, ONE)
    bucket.put("logs/run/params.json", b'{"lr": 0.5}')
    place = bucket.root / "logs"
    for requests, values in ((3, [1, 2]), (1, [1, 2])):
        log = log_of(place, tmp_path)
        log.load()
        assert log.values("run", "x") == values
        assert log.runs()["run"].configuration == (("lr", 0.5),)
        log.loader.close()
        assert len(bucket.proxy.take()) == requests
        forget_stores()


def test_a_configuration_above_training_and_evaluation_is_read(bucket: Bucket) -> None:
    for run in ("a/train", "a/val"):
        bucket.put(f"logs/{run}/{KEY.rpartition('/')[2]}", ONE)
    bucket.put("logs/a/params.json", b'{"lr": 0.5}')
    log = log_of(bucket.root / "logs")
    log.load()
    assert log.runs()["a/train"].configuration == (("lr", 0.5),)


@pytest.mark.parametrize("after", [OTHER, OTHER[:-30], OTHER + TWO])
def test_an_object_that_was_replaced_is_read_from_its_start(bucket: Bucket, after: bytes) -> None:
    bucket.put(KEY, ONE)
    log = log_of(bucket.root / "logs")
    log.load()
    bucket.put(KEY, after)
    log.load()
    assert log.values("run", "x") == {30: [7], 0: [7, 8]}.get(len(OTHER) - len(after), [7, 8, 3])
    assert not log.runs()["run"].warnings


def test_one_that_is_replaced_between_listing_and_reading_is_not_mixed_up(bucket: Bucket) -> None:
    bucket.put(KEY, ONE)
    log = log_of(bucket.root / "logs")
    log.loader.scan()
    bucket.put(KEY, OTHER)
    while log.loader.read_next():
        pass
    assert log.values("run", "x") == [7, 8]
    log.load()
    assert log.values("run", "x") == [7, 8]


def test_an_object_that_is_gone_is_gone(bucket: Bucket) -> None:
    for run in ("a", "b"):
        bucket.put(f"logs/{run}/{writer.FILE_NAME}", ONE)
    log = log_of(bucket.root / "logs")
    log.load()
    bucket.delete(f"logs/a/{writer.FILE_NAME}")
    log.load()
    assert list(log.runs()) == ["b"]


@pytest.mark.parametrize("reason", FAILURES)
def test_what_fails_for_a_while_is_told_and_nothing_is_lost(bucket: Bucket, reason: str) -> None:
    bucket.put(KEY, ONE)
    log = log_of(bucket.root / "logs")
    bucket.proxy.fail_next(2, FAILURES[reason])  # fewer than the attempts of one request
    log.load()
    assert log.values("run", "x") == [1, 2]
    bucket.put(KEY, ONE + TWO)
    bucket.proxy.fail_next(100, FAILURES[reason], only_get=True)
    log.load()
    assert log.values("run", "x") == [1, 2]
    (warning,) = log.runs()["run"].warnings
    assert reason in warning.message
    assert "trying again" in warning.message
    bucket.proxy.fault = None
    log.load()
    assert log.values("run", "x") == [1, 2, 3]
    assert not log.runs()["run"].warnings


def test_expired_credentials_are_told_and_taken_anew(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket.put(KEY, ONE)
    log = log_of(bucket.root / "logs")
    log.load()
    monkeypatch.setenv("AWS_SESSION_TOKEN", "old-secret")
    bucket.proxy.fail_next(1000, Failure(400, "ExpiredToken"))
    log.load()
    message = "the credentials have expired (ExpiredToken); renew them where they come from"
    assert absence_of(log) == ("unreadable", f"{message}; trying again.")
    bucket.put(KEY, ONE + TWO)
    bucket.proxy.fault = None
    log.load()
    assert absence_of(log) is None
    assert log.values("run", "x") == [1, 2, 3]


def test_a_missing_bucket_and_an_empty_prefix_are_waited_for(bucket: Bucket) -> None:
    log = log_of(RemotePath("s3://no-such-bucket", "logs"))
    log.load()
    assert absence_of(log) == ("missing", "there is no such bucket; trying again.")
    log = log_of(bucket.root / "logs")
    log.load()
    assert absence_of(log) == ("missing", "nothing is there; waiting for it.")
    bucket.put(KEY, ONE)
    log.load()
    assert log.values("run", "x") == [1, 2]


def test_several_places_are_one_log(bucket: Bucket, tmp_path: Path) -> None:
    writer.write_run(tmp_path, "run", OTHER)
    bucket.put(KEY, ONE)
    log = log_of(MountedPaths((("here", tmp_path), ("there/x", bucket.root / "logs"))))
    log.load()
    assert list(log.runs()) == ["here/run", "there/x/run"]
    assert log.values("here/run", "x") == [7, 8]
    assert log.values("there/x/run", "x") == [1, 2]
    bucket.proxy.fail_next(1000, FAILURES["limits requests (SlowDown)"])
    log.load()
    assert len(log.runs()) == 2
    absence = absence_of(log)
    assert absence is not None
    assert absence[1].startswith(f"s3://{bucket.name}/logs: the store limits requests (SlowDown)")


def test_worker_processes_read_them_too(bucket: Bucket) -> None:
    values = range(30_000)
    bucket.put(KEY, writer.scalar_file({"x": values}))
    limits = Limits(load_processes=2, worker_worth=1, max_job_bytes=1 << 18)
    executor = ReadExecutor(limits.job_bytes(0))
    log = Log(Path(), limits, executor=executor, place=bucket.root / "logs")
    log.load()
    assert log.values("run", "x") == [*values]
    assert not log.runs()["run"].warnings


def test_two_readers_of_a_process_both_see_what_changed(bucket: Bucket) -> None:
    bucket.put(KEY, ONE)
    first, second = (log_of(bucket.root / "logs") for _ in range(2))
    for log in (first, second):
        log.load()
    bucket.put(KEY, ONE + TWO)
    first.load()
    second.loader.scan(ScanLevel.HOT)
    while second.loader.read_next():
        pass
    assert first.values("run", "x") == second.values("run", "x") == [1, 2, 3]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_fails_meanwhile_the_end_is_as_of_the_files_here(
    bucket: Bucket, tmp_path: Path, seed: int
) -> None:
    random = np.random.default_rng(seed)
    log = log_of(bucket.root / "logs")
    contents: dict[str, bytes] = {}
    others = Failure(400, "ExpiredToken"), Failure(403, "AccessDenied"), Failure(dropped=True)
    failures = [*FAILURES.values(), *others]
    for step in range(20):
        run = f"run{random.integers(3)}"
        grown = contents.get(run, ONE) + writer.event(step, writer.tf1_scalar("x", step))
        match random.integers(4):
            case 0:
                contents[run] = OTHER
            case 1:
                contents[run] = ONE[: -int(random.integers(1, 40))]
            case _:
                contents[run] = grown
        bucket.put(f"logs/{run}/{writer.FILE_NAME}", contents[run])
        failure = failures[random.integers(len(failures))]
        bucket.proxy.fail_next(int(random.integers(12)), failure, only_get=bool(random.integers(2)))
        log.load()
    bucket.proxy.fault = None
    log.load()
    log.load()
    for run, data in contents.items():
        writer.write_run(tmp_path, run, data)
    here = Log(tmp_path)
    here.load()
    assert sorted(log.runs()) == sorted(here.runs())
    for run in here.runs():
        assert log.steps(run, "x") == here.steps(run, "x")
        assert log.values(run, "x") == here.values(run, "x")
