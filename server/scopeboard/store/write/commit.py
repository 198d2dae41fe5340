"""Entering what was read: into the tables at once, into the catalogue at once or later.

The catalogue is told of what went to segments. What is in memory, and what a full disk did not
take, `tails` remembers as still to be told.
"""

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.change import Change
from scopeboard.store.format.schema import Rows
from scopeboard.store.tables.tables import StoreTables, void_rows
from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.ingest_batch import IngestBatch
from scopeboard.store.write.merge import MergeResult, merge_batch, runs_without
from scopeboard.store.write.write_buffer import WriteBuffer


class Committer:
    """Enters changes in the tables and in the catalogue. Its store holds the lock."""

    def __init__(self, contents: StoreTables, disk: IndexDisk, tails: WriteBuffer) -> None:
        self._contents = contents
        self._disk = disk
        self._tails = tails

    def enter(self, haul: IngestBatch, *, is_tail: bool) -> MergeResult:
        """Enter what continues what is known; return what was taken and what was refused.

        Columns that no segment took go to memory. The catalogue is not told of a tail yet.
        """
        files = haul.reads["file"]
        self._tails.forget(files[haul.reads["restarted"]].tolist())
        is_written = not is_tail and self._tails.flush(files.tolist())
        intake = merge_batch(haul, self._contents)
        if haul.columns is not None:
            self._tails.place(intake.change.blocks, haul.columns)
        if len(intake.change.rows):
            self._apply(intake, tell=is_written)
        return intake

    def _apply(self, intake: MergeResult, *, tell: bool) -> None:
        contents, change = self._contents, intake.change
        first = len(contents.blocks)
        starts = np.where(change.rows["is_void"], 0, contents.files["offset"][change.rows["file"]])
        contents.apply(change)
        if not tell or not self._disk.journal.tell(change):
            contents.is_told[first:] = False
            self._tails.remember(self._told_void(change), starts)
            self._tails.remember_tags(change.tags, intake.tag_files)

    def _told_void(self, change: Change) -> Rows:
        """Tell the catalogue what a change makes void, if anything, and of the tags it forgets.

        Return FILE_ROW [n] as still to tell.
        """
        rows = change.rows
        void = void_rows(rows["file"][rows["is_void"]], rows["row"]["run"][rows["is_void"]])
        told = Change(rows=void, forgotten=change.forgotten)
        if len(void) and self._disk.journal.tell(told):
            rows = rows.copy()
            rows["is_void"] = False
        return rows

    def void(self, files: NDArray[np.integer], run: NDArray[np.integer] | int) -> None:
        """Strike out all that was read of files, which belong to `run` from then on."""
        change = Change(rows=void_rows(files, run), forgotten=runs_without(files, self._contents))
        self._contents.apply(change)
        self._tails.forget(files.tolist())
        self._tails.release()
        if not self._disk.journal.tell(change):
            self._tails.remember(change.rows, change.rows["row"]["offset"])
