"""Files with something to read for which nothing is planned yet.

What a plan needs of a file takes half a kilobyte. Of tens of thousands only those whose turn is
near have it; of the others a number is kept.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scopeboard.store.format.schema import FileId
from scopeboard.types import RunId


class WaitingRun(NamedTuple):
    """A run and those of its files that wait."""

    id: RunId
    files: list[FileId]


class Waiting:
    """Runs with files that wait, the one added last to be planned first."""

    def __init__(self) -> None:
        self._runs: dict[RunId, list[FileId]] = {}

    def __len__(self) -> int:
        """Return how many runs there are."""
        return len(self._runs)

    def add(self, run: RunId, files: list[FileId]) -> None:
        """Add files of a run, and let it be the next."""
        before = self._runs.pop(run, [])
        self._runs[run] = [*dict.fromkeys(before + files)] if before else files

    def take(self, count: int) -> list[WaitingRun]:
        """Take out the next runs, until they hold so many files."""
        taken = []
        while self._runs and count > 0:
            run = WaitingRun(*self._runs.popitem())
            count -= len(run.files)
            taken.append(run)
        return taken

    def take_runs(self, runs: Iterable[RunId]) -> list[WaitingRun]:
        """Take out those of some runs that are there."""
        return [WaitingRun(run, self._runs.pop(run)) for run in runs if run in self._runs]
