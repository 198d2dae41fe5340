"""One start of a program, measured until everything is read, and for the requests of a page."""

import statistics
import time
from collections.abc import Mapping
from pathlib import Path

from programs.bench.contents import Contents
from programs.bench.questions import Dialect, Question
from programs.bench.serving import Served, served
from tasks.errors import TaskError
from tasks.memory import PeakMemory
from tasks.process_tree import tree_bytes, tree_cpu_seconds

TIMEOUT_SECONDS = 300.0
POLL_SECONDS = 0.02
POLL_PART = 0.04  # of the elapsed time, so that polling costs little
REST_SECONDS = 3.0
MANY, SEVERAL = 15, 7  # repetitions of a quick and of a slow request

Figures = dict[str, float]
"""What was measured by name, in seconds, bytes and counts."""


def measure(
    command: str, places: Mapping[str, str], dialect: type[Dialect], contents: Contents
) -> Figures:
    """Start a command and measure it; its tree is ended before this returns.

    Raises:
        TaskError: it ended, or the timeout passed.
    """
    with served(command, places) as program, PeakMemory(program.pid) as memory:
        asked = dialect(program.url, contents)
        ready = _wait_until_complete(program, asked)
        figures = {
            "ready": ready,
            "processor": tree_cpu_seconds(program.pid),
            "peak while reading": float(memory.bytes),
        }
        time.sleep(REST_SECONDS)
        figures["memory at rest"] = float(tree_bytes(program.pid))
        figures |= _latencies(asked)
        figures["memory after questions"] = float(tree_bytes(program.pid))
    return {**figures, "peak memory": float(memory.bytes)}


def folder_bytes(folder: Path) -> int:
    """Return how much the files below a folder occupy."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _wait_until_complete(program: Served, asked: Dialect) -> float:
    reason = "something is missing"
    while program.seconds < TIMEOUT_SECONDS:
        program.check()
        try:
            if asked.is_complete():
                return program.seconds
        except (OSError, LookupError, ValueError) as error:
            reason = repr(error)  # it does not listen yet, or does not know of a run or a tag yet
        time.sleep(max(POLL_SECONDS, POLL_PART * program.seconds))
    raise TaskError(f"Not all was readable after {TIMEOUT_SECONDS:.0f} seconds: {reason}")


def _latencies(asked: Dialect) -> Figures:
    figures: Figures = {}
    for name, question in asked.questions().items():
        times, bodies = _timed(question, MANY if name.startswith("one series") else SEVERAL)
        figures[f"{name}, first"] = times[0]
        figures[name] = statistics.median(times)
        figures[f"{name}, bytes"] = float(sum(map(len, bodies)))
        if name == "one series":
            figures["points returned"] = float(asked.points(bodies[0]))
    return figures


def _timed(question: Question, times: int) -> tuple[list[float], list[bytes]]:
    durations = []
    for _ in range(times):
        begun = time.perf_counter()
        bodies = question()
        durations.append(time.perf_counter() - begun)
    return durations, bodies
