"""Log directories made quickly, and the question whether all of one is served."""

from pathlib import Path
from time import monotonic, sleep

from programs.bench.equality import compare
from programs.bench.log_api import LogApi
from scopeboard.events.records.record_reader import frame
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from tools import writer
from tools.served import PATIENCE, Dashboard

SHOWN = 2000  # characters of what is wrong
TAGS = ("loss", "accuracy")


def scalar_events(steps: range, seed: int = 0) -> bytes:
    """Return records of two tags per step; the values differ from seed to seed, the lengths don't.

    Framed by the package: the framing of `writer` is apart, and far too slow for many.
    """
    rows = []
    for step in steps:
        for number, tag in enumerate(TAGS):
            value = writer.tf2_scalar(tag, (seed + 1) * (number + 1) / (step + 3), first=not step)
            event = Event(wall_time=1.7e9 + step, step=step + 1, summary=Summary(value=[value]))
            rows.append(frame(event.SerializeToString()))
    return b"".join(rows)


def write_runs(log_directory: Path, runs: int, steps: int) -> None:
    """Write many runs of one event file each."""
    for run in range(runs):
        data = writer.version() + scalar_events(range(steps), seed=run)
        writer.write_run(log_directory, f"run{run:04}", data)


def copy_runs(log_directory: Path, runs: int, steps: int) -> None:
    """Write large runs that all hold the same, which costs little."""
    data = writer.version() + scalar_events(range(steps))
    for run in range(runs):
        writer.write_run(log_directory, f"run{run:04}", data)


def assert_all_is_served(board: Dashboard, log_directory: Path) -> None:
    """Wait until everything is read and compare every point with the event files."""
    board.wait_until_read()
    found = compare(log_directory, LogApi(board.url))
    assert not found.differences, str(found)[:SHOWN]
    assert found.points > 0


def assert_all_is_served_soon(board: Dashboard, log_directory: Path) -> None:
    """Do the same, but let series be missing while what was found damaged is read again."""
    board.wait_until_read()
    deadline = monotonic() + PATIENCE
    while differences := compare(log_directory, LogApi(board.url)).differences:
        wrong = [line for line in differences if not line.endswith("missing altogether")]
        assert not wrong, str(wrong)[:SHOWN]
        assert monotonic() < deadline
        sleep(0.1)
