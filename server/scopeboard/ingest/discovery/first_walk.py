"""A process that walks the log directory while the server loads what it takes to read it.

Walking ten thousand directories takes as long as loading NumPy, the store and the web server do,
and needs none of them. So a fork of the server makes the first walk, before they are loaded; all
later walks are made by the thread that reads.
"""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from time import monotonic
from typing import IO, Final, NamedTuple

from scopeboard.ingest.discovery.discover import Discovery, FoundRun, discover, path_of
from scopeboard.ingest.file_stat import Looks
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.processes.fork import Fork, end_with, fork
from scopeboard.ingest.processes.pipe import receive, send
from scopeboard.system.files import openable
from scopeboard.system.processes import may_fork

_STEP_SECONDS: Final = 1.0  # how often to tell the server that the walk gets on


class Survey(NamedTuple):
    """What a walk found, and how the event files look that are regular files.

    In `looks`, files are numbered run by run, in the order of `found`. `worked` is how many
    processor seconds it took.
    """

    found: Discovery
    looks: Looks
    worked: float


class Scout:
    """The process; it ends when it has reported, or when nobody listens any more."""

    def __init__(self, fork: Fork, reports: IO[bytes]) -> None:
        self._fork = fork
        self._reports = reports

    def report(self, step: Callable[[], None] = no_step) -> Survey | None:
        """Return what it saw, once, waiting for it; None if it was lost.

        `step` is called about every second while the walk gets on.
        """
        if self._reports.closed:
            return None
        try:
            with self._reports as pipe:
                while (message := receive(pipe)) is None:
                    step()
                runs, found, looks = message
        except (EOFError, OSError):
            return None
        finally:
            worked = self._fork.end()
        found.runs = [FoundRun._make(run) for run in runs]
        return Survey(found, looks, worked)


def send_scout(log_directory: Path) -> Scout | None:
    """Return a process that walks the log directory; None where none can be had safely."""
    if not may_fork():
        return None
    report, reports = os.pipe()
    server = os.getpid()  # asked here: a fork may begin when the server has already gone
    try:
        process = fork(lambda: _survey(log_directory, reports, server), reports)
    except OSError:  # no more processes are allowed
        os.close(report)
        os.close(reports)
        return None
    os.close(reports)
    return Scout(process, os.fdopen(report, "rb"))


def _survey(log_directory: Path, reports: int, server: int) -> None:
    end_with(server)
    gc.disable()  # nothing here refers to itself
    with suppress(OSError), os.fdopen(reports, "wb") as pipe:
        step = _signs_of_life(pipe)
        found = discover(log_directory, step)
        looks = _look_at(found, str(log_directory), step)
        # A plain tuple takes half as long to send as one with names.
        runs, found.runs = [tuple(run) for run in found.runs], []
        send(pipe, (runs, found, looks))


def _signs_of_life(pipe: IO[bytes]) -> Callable[[], None]:
    """Return a function that sends None when it is called, at most once a second."""
    sent = monotonic()

    def step() -> None:
        nonlocal sent
        if (now := monotonic()) - sent >= _STEP_SECONDS:
            sent = now
            send(pipe, None)

    return step


def _look_at(found: Discovery, root: str, step: Callable[[], None]) -> Looks:
    looks = Looks()
    for number, path in enumerate(_paths(found, root)):
        step()
        with suppress(OSError):  # the server finds out why, and says so
            status = os.stat(openable(path))  # noqa: PTH116 - a Path for each would cost as much again
            if S_ISREG(status.st_mode):
                looks.add(number, status)
    return looks


def _paths(found: Discovery, root: str) -> Iterator[str]:
    for run in found.runs:
        directory = path_of(root, run.name)
        for name in run.files:
            yield f"{directory}/{name}"
