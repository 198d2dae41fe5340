"""Follows a log that grows: how late are its events on a page, and what does it take to serve them.

A writer in a process of its own appends to one event file. The newest point served carries the
wall time of its writing, so its age when it is served is how far the dashboard lags behind.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from programs.bench import event_writer
from programs.bench.idle import rest
from programs.bench.log_api import LogApi
from programs.bench.serving import OURS, Served, served
from tasks.process_tree import tree_bytes, tree_cpu_seconds

ASK_SECONDS = 0.25
REST_SECONDS = 20.0
CATCH_UP_SECONDS = 30.0
TAG = event_writer.TAGS[0]


@dataclass(frozen=True)
class Following:
    """Measurements of a growing log: lags in seconds, processor time and memory.

    `lags` are the ages of the newest point served, `first` is when there was one, and `end` how
    long after the last event all of them were shown; absent when that never was.
    """

    lags: list[float]
    first: float | None
    end: float | None
    processor: float
    memory: float

    def __str__(self) -> str:
        """Return lines for the terminal."""
        return (
            f"first event shown: {_seconds(self.first)}\n"
            f"lag: {_spread(self.lags)}\n"
            f"all shown after the last event: {_seconds(self.end)}\n"
            f"while it grew: {self.processor:.1%} of a core, {self.memory / 1e6:.0f} MB\n"
        )


def main(arguments: Sequence[str]) -> int:
    """Write and follow, print the figures; return 1 unless every point was served in the end."""
    parser = argparse.ArgumentParser("scripts/bench live", description=__doc__)
    parser.add_argument("--rate", type=float, default=10_000, help="events a second")
    parser.add_argument("--seconds", type=float, default=60, help="for how long (default: 60)")
    parser.add_argument("--flags", default="", help="more flags for the dashboard")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scopeboard-live-") as folder:
        places = {"logdir": f"{folder}/logs", "index": f"{folder}/index"}
        Path(folder, "logs", "run").mkdir(parents=True)
        with served(f"{OURS} --index_dir {{index}} {options.flags}", places) as program:
            api = LogApi(program.url, program.check)
            api.wait_until_ready()
            file = Path(folder, "logs", "run", "events.out.tfevents.1700000000.bench")
            following = _follow(program, api, file, options.rate, options.seconds)
            sys.stdout.write(f"{following}{rest(program, REST_SECONDS)}")
    return 0 if following.end is not None else 1


def _follow(program: Served, api: LogApi, file: Path, rate: float, seconds: float) -> Following:
    before, begun = tree_cpu_seconds(program.pid), time.perf_counter()
    words = [sys.executable, event_writer.__file__, str(file), str(rate), str(seconds)]
    with subprocess.Popen(words) as writer:
        points = list(_lags(writer, api))
    ended = time.perf_counter()
    end = _find_end(api, int(rate * seconds))
    taken = tree_cpu_seconds(program.pid) - before
    return Following(
        lags=[lag for _, lag in points],
        first=points[0][0] - begun if points else None,
        end=None if end is None else end - ended,
        processor=taken / (time.perf_counter() - begun),
        memory=tree_bytes(program.pid),
    )


def _lags(writer: subprocess.Popen[bytes], api: LogApi) -> Iterator[tuple[float, float]]:
    """Yield, while the writer runs, when it was looked and how old the newest point was then."""
    step = 0
    while writer.poll() is None:
        for points in api.points(TAG, [], since=step).values():
            if len(points.step):
                step = int(points.step[-1])
                yield time.perf_counter(), time.time() - float(points.wall_time[-1])
        time.sleep(ASK_SECONDS)


def _find_end(api: LogApi, events: int) -> float | None:
    """Return when all events are shown, None when they are not in good time."""
    deadline = time.perf_counter() + CATCH_UP_SECONDS
    while time.perf_counter() < deadline:
        if api.status()["loading"]["points"] >= events:
            return time.perf_counter()
        time.sleep(0.02)
    return None


def _spread(lags: Sequence[float]) -> str:
    if not lags:
        return "nothing was shown while it grew"
    middle, late = np.percentile(lags, [50, 95])
    quarter = max(1, len(lags) // 4)
    first, last = np.median(lags[:quarter]), np.median(lags[-quarter:])
    return (
        f"p50 {middle:.2f} s, p95 {late:.2f} s, max {max(lags):.2f} s; "
        f"median {first:.2f} s in the first quarter, {last:.2f} s in the last"
    )


def _seconds(seconds: float | None) -> str:
    return "never" if seconds is None else f"{seconds:.2f} s"
