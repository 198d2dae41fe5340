"""The tables of a store in memory: rows of fixed width, and each name once.

Tables change only by `Change`s, from ingest or from the change log. So recovery after a restart
yields equal tables.
"""

from array import array
from collections.abc import Collection, Sequence
from itertools import chain, count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.change import DEAD, FILE_ROW, RUN_TAG, Change, FileDamage
from scopeboard.store.format.schema import BLOCK, FILE, MEMORY, NO_RUN, FileId, Rows, block_bytes
from scopeboard.store.tables.growable_array import GrowableArray
from scopeboard.store.tables.run_tags import RunTags
from scopeboard.types import RunId, TagKey, run_id_of

MAX_KEY_VALUES: Final = 4096
_COMPACT_ROWS: Final = 4096  # with fewer void rows, copying costs more than it frees
_STATE: Final = np.dtype([("born", "<i8")])
_MARKS: Final = np.dtype([("is_dead", "?"), ("is_logged", "?")])


class StoreTables:
    """Runs, files, keys, metadata and blocks by number."""

    def __init__(self) -> None:
        self.runs: list[str] = []
        self.run_ids: list[RunId] = []
        self.run_numbers: dict[RunId, int] = {}
        self.file_names: list[str] = []
        self.owners = array("I")  # of each file: the number of its first run
        self.keys: list[TagKey] = []
        self.key_numbers: dict[TagKey, int] = {}
        self.metadata: list[TagMetadata] = []
        self.metadata_numbers: dict[TagMetadata, int] = {}
        self.tags = RunTags()
        self.known_tags = RunTags()
        self.damage: dict[int, FileDamage] = {}
        self.key_values: dict[str, bytes] = {}
        self._files = GrowableArray(FILE)
        self._blocks = GrowableArray(BLOCK)
        self._born = GrowableArray(_STATE)  # of a file: the index of its first valid block
        self._marks = GrowableArray(_MARKS)  # of a block: replaced by another; in the change log
        self._has_waste = False  # some blocks may be void or deleted

    def replace(self, other: "StoreTables") -> None:
        """Take over everything of other tables, for these alone; earlier views stay."""
        vars(self).update(vars(other))

    @property
    def files(self) -> Rows:
        """FILE [files], as a writable view."""
        return self._files.rows

    @property
    def blocks(self) -> Rows:
        """BLOCK [blocks], void ones included, as a view; rows never change."""
        return self._blocks.rows

    def live(self) -> NDArray[np.intp]:
        """Return the indices of the blocks that are neither void nor deleted, ascending."""
        if not self._has_waste:
            return np.arange(len(self.blocks))
        born = self._born.rows["born"][self.blocks["file"]]
        is_dead = self._marks.rows["is_dead"]
        return np.flatnonzero((np.arange(len(self.blocks)) >= born) & ~is_dead)

    @property
    def is_logged(self) -> NDArray[np.bool_]:
        """Bool [blocks], a writable view: whether the change log has the block."""
        logged: NDArray[np.bool_] = self._marks.rows["is_logged"]
        return logged

    def live_bytes(self) -> dict[int, int]:
        """Return the stored bytes of live blocks by segment; segments without any are left out."""
        blocks = self.blocks[self.live()]
        segments, index = np.unique(blocks["segment"], return_inverse=True)
        counts = np.bincount(index, block_bytes(blocks), len(segments)).astype(np.int64)
        live = dict(zip(segments.tolist(), counts.tolist(), strict=True))
        live.pop(MEMORY, None)
        return live

    @property
    def nbytes(self) -> int:
        """About how many bytes the tables take as one change."""
        blocks, files = len(self.live()) * BLOCK.itemsize, len(self.files) * FILE_ROW.itemsize
        tags = (len(self.tags.pairs) + len(self.known_tags.pairs)) * RUN_TAG.itemsize
        return blocks + files + tags

    def reserve(self, length: int) -> None:
        """Allocate memory for the rows of a change log of `length` bytes."""
        self._blocks.reserve(length // BLOCK.itemsize)
        self._files.reserve(length // FILE.itemsize)

    def apply(
        self, change: Change, dead: NDArray[np.intp] | None = None, *, is_logged: bool = True
    ) -> None:
        """Apply a change.

        Args:
            change: the change.
            dead: the indices of the blocks that it deletes.
            is_logged: whether the change log has its blocks.
        """
        for name in change.runs:
            self.add_run(name)
        self.add_files(change.files)
        self.key_numbers.update(zip(change.keys, count(len(self.keys)), strict=False))
        self.keys += change.keys
        self.metadata_numbers.update(zip(change.metadata, count(len(self.metadata)), strict=False))
        self.metadata += change.metadata

        self.files[change.rows["file"]] = change.rows["row"]
        void = change.rows["file"][change.rows["is_void"]]
        self._born.rows["born"][void] = len(self.blocks)
        self._has_waste |= bool(len(void) and len(self.blocks))
        for file in void.tolist() if self.damage else ():
            self.damage.pop(file, None)
        self.damage |= {damage.file: damage for damage in change.warnings}

        if change.forgotten:
            self.tags.remove(np.array(change.forgotten))
            self.known_tags.remove(np.array(change.forgotten))

        if dead is not None and len(dead):
            self._marks.rows["is_dead"][dead] = self._has_waste = True
        self._blocks.extend(change.blocks)
        self._marks.extend_by(len(change.blocks))["is_logged"] = is_logged

        if len(change.tags):
            guessed, is_known = self.is_guessed([]), change.tags["is_known"]
            self.known_tags.put(change.tags[is_known], guessed)
            self.tags.put_missing(change.tags[~is_known], guessed)
        for key, value in change.key_values.items():
            self.key_values.pop(key, None)  # the newest is the last
            self.key_values[key] = value
            if len(self.key_values) > MAX_KEY_VALUES:
                del self.key_values[next(iter(self.key_values))]

    def add_run(self, name: str) -> int:
        """Add a run if it is new; return its number."""
        run_id, number = run_id_of(name), len(self.runs)
        if (existing := self.run_numbers.setdefault(run_id, number)) != number:
            return existing
        self.runs.append(name)
        self.run_ids.append(run_id)
        return number

    def add_files(self, files: Sequence[tuple[int, str]]) -> None:
        """Add new files, given by run number and name."""
        if not files:
            return
        self.owners.extend(run for run, _ in files)
        self.file_names.extend(name for _, name in files)
        self._files.extend_by(len(files))["run"] = [run for run, _ in files]
        self._born.extend_by(len(files))

    def find_files(self, runs: Collection[int]) -> dict[tuple[int, str], FileId]:
        """Return the ids of all files of `runs`, by run number and name."""
        owners = np.array(self.owners, np.uint32)
        numbers = np.flatnonzero(np.isin(owners, list(runs)))
        return {
            (run, self.file_names[file]): FileId(file)
            for run, file in zip(owners[numbers].tolist(), numbers.tolist(), strict=True)
        }

    def files_from(self, first: int) -> list[tuple[int, str]]:
        """Return run number and name of each file from id `first` on."""
        return list(zip(self.owners[first:], self.file_names[first:], strict=True))

    def is_guessed(self, more: list[TagMetadata]) -> NDArray[np.bool_]:
        """Return bool [metadata]: whether each metadata is a guess, `more` appended."""
        guesses = (metadata.guessed for metadata in chain(self.metadata, more))
        return np.fromiter(guesses, np.bool_, len(self.metadata) + len(more))

    def as_change(self) -> Change:
        """Return all tables as one change, without void and deleted blocks."""
        rows = np.zeros(len(self.files), FILE_ROW)
        rows["file"], rows["row"] = np.arange(len(rows)), self.files
        return Change(
            warnings=list(self.damage.values()),
            key_values=self.key_values,
            rows=rows,
            blocks=self.blocks[self.live()],
            tags=np.concatenate(
                [
                    self.tags.by_insertion(is_known=False),
                    self.known_tags.by_insertion(is_known=True),
                ]
            ),
        )

    def delete(self, dead: Rows) -> None:
        """Mark earlier blocks, given as DEAD [n], as deleted."""
        if not len(dead):
            return
        codes = np.sort(_code(dead))
        index = np.minimum(np.searchsorted(codes, _code(self.blocks)), len(codes) - 1)
        self._marks.rows["is_dead"][codes[index] == _code(self.blocks)] = self._has_waste = True

    def move(self, moved: Rows) -> None:
        """Apply MOVED [n]; blocks keep their indices, and earlier views stay unchanged."""
        if not len(moved):
            return
        moved = moved[np.argsort(_code(moved["before"]))]
        codes, block_codes = _code(moved["before"]), _code(self.blocks)
        index = np.minimum(np.searchsorted(codes, block_codes), len(codes) - 1)
        numbers = np.flatnonzero((codes[index] == block_codes) & (self.blocks["segment"] != MEMORY))
        self._blocks.replace(self.blocks)
        for name in ("segment", "offset"):
            self.blocks[name][numbers] = moved[name][index[numbers]]

    def compact(self) -> None:
        """Drop the rows of void and deleted blocks if these are the majority."""
        live = self.live()
        if len(self.blocks) - len(live) > max(len(live), _COMPACT_ROWS):
            self._blocks.replace(self.blocks[live])
            self._marks.replace(self._marks.rows[live])
            self._born.rows["born"] = 0
            self._has_waste = False

    def is_gone(self, file: int) -> bool:
        """Return whether a file is gone, or never existed."""
        return file >= len(self.files) or self.files["run"][file] == NO_RUN


def dead_rows(blocks: Rows) -> Rows:
    """Return DEAD [n] for BLOCK [n]."""
    dead = np.empty(len(blocks), DEAD)
    dead["segment"], dead["offset"] = blocks["segment"], blocks["offset"]
    return dead


def _code(rows: Rows) -> NDArray[np.uint64]:
    """Return one number for a segment (24 bits) and an offset below a terabyte (40 bits)."""
    code: NDArray[np.uint64] = rows["segment"].astype(np.uint64) << np.uint64(40) | rows["offset"]
    return code


def void_rows(files: NDArray[np.integer], run: NDArray[np.integer] | int) -> Rows:
    """Return FILE_ROW [n] that void `files` (ids [n]) and assign them to `run`."""
    rows = np.zeros(len(files), FILE_ROW)
    rows["file"], rows["is_void"] = files, True
    rows["row"]["run"] = run
    return rows
