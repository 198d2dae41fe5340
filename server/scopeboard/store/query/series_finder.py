"""Find the series of a tag with their blocks, and the steps that restarts superseded."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.schema import NO_RUN
from scopeboard.store.query.range import NEVER, SeriesSet
from scopeboard.store.query.superseded import Sessions, sessions_of, superseded_from
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.types import RunId, TagKey


class SeriesIndex:
    """Finds series of any kind in one snapshot; the sessions of its runs are computed once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        file_runs, sessions = snapshot.file_runs, snapshot.files["sessions"]
        is_there = file_runs != NO_RUN
        counts = np.bincount(
            file_runs[is_there], np.maximum(sessions[is_there], 1), len(snapshot.runs)
        )
        self._has_several: NDArray[np.bool_] = counts > 1  # [runs], whether a run has two sessions
        self._sessions: Sessions | None = None
        self._numbers: dict[RunId, int] = {}

    def find(
        self, tag: str, runs: Collection[str] | None, *, superseded: bool = False
    ) -> SeriesSet | None:
        """Return the time series of a tag of scalars; see `find_key`."""
        return self.find_key(TagKey("scalars", tag), runs, superseded=superseded)

    def find_key(
        self, key: TagKey, runs: Collection[str] | None, *, superseded: bool = False
    ) -> SeriesSet | None:
        """Return the series of a tag in `runs` (None for all); None if no run has the tag.

        Args:
            key: the tag.
            runs: ids; unknown runs and runs without the tag are left out.
            superseded: whether superseded points are visible.
        """
        number = self.snapshot.key_number(key)
        if number is None or not len(blocks := self.snapshot.blocks_of(number)):
            return None
        run = self.snapshot.file_runs[blocks["file"]]
        if runs is not None:
            is_requested = np.zeros(len(self.snapshot.runs), np.bool_)
            is_requested[[self._run_numbers()[run_id] for run_id in self.known(runs)]] = True
            rows = np.flatnonzero(is_requested[run])
            blocks, run = blocks.take(rows), run[rows]
        cut = np.full(len(blocks), NEVER)
        rows = np.flatnonzero(self._has_several[run])
        if len(rows) and not superseded:
            if self._sessions is None:
                self._sessions = sessions_of(self.snapshot.blocks)
            cut[rows] = superseded_from(blocks.take(rows), run[rows], self._sessions)
        begins = np.append(True, run[1:] != run[:-1])[: len(run)]  # blocks are sorted by run
        ids = [self.snapshot.runs[number] for number in run[begins].tolist()]
        return SeriesSet(blocks, np.cumsum(begins) - 1, cut, ids)

    def known(self, runs: Collection[str]) -> list[RunId]:
        """Return the ids among `runs` that exist."""
        return [RunId(run) for run in runs if run in self._run_numbers()]

    def _run_numbers(self) -> dict[RunId, int]:
        """Return the number of each run by id."""
        if not self._numbers:
            self._numbers = {run: number for number, run in enumerate(self.snapshot.runs)}
        return self._numbers
