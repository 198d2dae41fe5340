"""What readers see: everything as it was at one generation."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.schema import Rows
from scopeboard.store.segments.reader import Read
from scopeboard.store.tables.growable_array import distinct
from scopeboard.store.tables.tables import StoreTables
from scopeboard.types import RunId, TagKey


class Snapshot:
    """An immutable view; cheap to make, since it holds the order of the blocks and no copy.

    `runs` are ids by a run's number, those of runs that are gone included; `files` is FILE
    [files]; `file_runs` (int64 [files]) is the number of each file's run, NO_RUN where it is gone,
    and `ranks` (int64 [files]) where each file stands by run and name.
    `read(segment, place, nbytes)` reads stored bytes, in memory too, where they still are when a
    later generation has replaced them; what a segment file has lost is missing from its answer.
    """

    def __init__(
        self, generation: int, contents: StoreTables, ranks: "FileRanks", read: Read
    ) -> None:
        self.generation = generation
        self.runs: list[RunId] = contents.run_ids[:]
        self.files: Rows = contents.files.copy()
        self.file_runs: NDArray[np.int64] = self.files["run"].astype(np.int64)
        self.read = read
        self.ranks: NDArray[np.int64] = ranks.of_files
        self._keys = contents.keys
        self._key_numbers = contents.key_numbers
        self._key_count = len(contents.keys)
        self._blocks = contents.blocks
        alive = contents.alive()
        key = self._blocks["key"][alive].astype(np.int64)
        file = self._blocks["file"][alive]
        order = np.argsort(key << 32 | self.ranks[file], kind="stable")
        self._order: NDArray[np.int32] = alive[order].astype(np.int32)
        self._ends = np.cumsum(np.bincount(key, minlength=self._key_count))

    @property
    def blocks(self) -> Rows:
        """BLOCK [blocks] by key, run, name of the file, session and order of reading; a copy."""
        return self._blocks.take(self._order)  # thirty times as quick as indexing

    @cached_property
    def keys(self) -> Sequence[TagKey]:
        """All keys by number, those without blocks included; copied when first asked for."""
        return self._keys[: self._key_count]

    def key_number(self, key: TagKey) -> int | None:
        """Return the number of a key, if it was ever seen."""
        number = self._key_numbers.get(key)
        return None if number is None or number >= self._key_count else number

    def blocks_of(self, key_number: int) -> Rows:
        """Return the blocks of one key in the same order; a copy."""
        first = int(self._ends[key_number - 1]) if key_number else 0
        return self._blocks.take(self._order[first : self._ends[key_number]])

    def series(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return key and run number, int64 [n] each, of every series, by key and then run."""
        key = self._blocks["key"][self._order].astype(np.int64)
        run = self.file_runs[self._blocks["file"][self._order]]
        begins = np.ones(len(key), np.bool_)
        begins[1:] = (key[1:] != key[:-1]) | (run[1:] != run[:-1])
        return key[begins], run[begins]

    def count_tags(self) -> int:
        """Return how many tags there are over all runs, tags of unlike kinds apart."""
        return len(distinct(self._blocks["key"]))


class FileRanks:
    """Where each file stands when all are sorted by run and name; kept until files are added."""

    def __init__(self) -> None:
        self.of_files: NDArray[np.int64] = np.empty(0, np.int64)

    def update(self, contents: StoreTables) -> None:
        """Rank all files."""
        count = len(contents.file_names)
        if count == len(self.of_files):
            return
        by_name = np.array(sorted(range(count), key=contents.file_names.__getitem__))
        order = by_name[np.argsort(np.array(contents.owners)[by_name], kind="stable")]
        self.of_files = np.empty(count, np.int64)
        self.of_files[order] = np.arange(count)
