"""Find the series of a tag with their blocks, and the steps that restarts superseded."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.schema import NO_RUN, Rows
from scopeboard.store.query.range import NEVER, SeriesSet
from scopeboard.store.query.superseded import Sessions, sessions_of, superseded_from
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.types import RunId, TagKey


class SeriesIndex:
    """Finds series of any kind in one snapshot; the sessions of its runs are computed once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._has_several = _have_several_sessions(snapshot)
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
            wanted = np.flatnonzero(self._among(runs)[run])
            blocks, run = blocks.take(wanted), run[wanted]
        begins = np.append(True, run[1:] != run[:-1])[: len(run)]  # blocks are sorted by run
        numbers = run[begins]
        cut = np.full(len(blocks), NEVER) if superseded else self._superseded_from(blocks, run)
        ids = [self.snapshot.runs[number] for number in numbers.tolist()]
        return SeriesSet(blocks, np.cumsum(begins) - 1, cut, ids)

    def known(self, runs: Collection[str]) -> list[RunId]:
        """Return the ids among `runs` that exist."""
        return [RunId(run) for run in runs if run in self._run_numbers()]

    def _among(self, runs: Collection[str]) -> NDArray[np.bool_]:
        """Return bool [runs]: the mask of `runs`."""
        mask = np.zeros(len(self.snapshot.runs), np.bool_)
        mask[[self._run_numbers()[run] for run in self.known(runs)]] = True
        return mask

    def _run_numbers(self) -> dict[RunId, int]:
        if not self._numbers:
            self._numbers = {run: number for number, run in enumerate(self.snapshot.runs)}
        return self._numbers

    def _superseded_from(self, blocks: Rows, run: NDArray[np.int64]) -> NDArray[np.int64]:
        steps = np.full(len(blocks), NEVER)
        which = np.flatnonzero(self._has_several[run])
        if len(which):
            steps[which] = superseded_from(blocks.take(which), run[which], self._all_sessions())
        return steps

    def _all_sessions(self) -> Sessions:
        if self._sessions is None:
            self._sessions = sessions_of(self.snapshot.blocks)
        return self._sessions


def _have_several_sessions(snapshot: Snapshot) -> NDArray[np.bool_]:
    """Return bool [runs]: whether a run holds more than one session."""
    is_there = snapshot.file_runs != NO_RUN
    sessions = np.bincount(
        snapshot.file_runs[is_there],
        np.maximum(snapshot.files["sessions"][is_there], 1),
        len(snapshot.runs),
    )
    several: NDArray[np.bool_] = sessions > 1
    return several
