"""All that a store knows, in memory: tables of fixed width, and each name once.

Contents only ever take in changes, whether these come from a reading just now or from the
catalogue; so what a restart brings back is what was there.
"""

from array import array
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.change import DEAD, FILE_ROW, RUN_TAG, Change, FileDamage
from scopeboard.store.format.schema import BLOCK, FILE, MEMORY, NO_RUN, FileId, Rows, block_bytes
from scopeboard.store.tables.growable_array import GrowableArray
from scopeboard.store.tables.run_tags import RunTags
from scopeboard.types import RunId, TagKey, run_id_of

MAX_FACTS: Final = 4096
_COMPACT_ROWS: Final = 4096  # fewer rows that are void are not worth the copying
_STATE: Final = np.dtype([("born", "<i8")])
_MARKS: Final = np.dtype([("is_dead", "?"), ("is_told", "?")])


class StoreTables:
    """Runs, files, keys, metadata and blocks by number. Its store holds the lock."""

    def __init__(self) -> None:
        self.runs: list[str] = []
        self.run_ids: list[RunId] = []
        self.run_numbers: dict[RunId, int] = {}
        self.file_names: list[str] = []
        self.owners = array("I")  # of each file, the number of the run that it was named for
        self.keys: list[TagKey] = []
        self.key_numbers: dict[TagKey, int] = {}
        self.metadata: list[TagMetadata] = []
        self.metadata_numbers: dict[TagMetadata, int] = {}
        self.tags = RunTags()
        self.known = RunTags()
        self.warnings: dict[int, FileDamage] = {}
        self.facts: dict[str, bytes] = {}
        self._files = GrowableArray(FILE)
        self._blocks = GrowableArray(BLOCK)
        self._born = GrowableArray(_STATE)  # of a file: the number of its first block that counts
        self._marks = GrowableArray(_MARKS)  # of a block: replaced by another; in the catalogue
        self._has_waste = False  # some blocks may be void or dead

    @property
    def files(self) -> Rows:
        """FILE [files], as a view; writing to it changes them."""
        return self._files.rows

    @property
    def blocks(self) -> Rows:
        """BLOCK [blocks], void ones included, as a view; rows never change."""
        return self._blocks.rows

    def alive(self) -> NDArray[np.intp]:
        """Return the numbers of the blocks that are neither void nor dead, ascending."""
        if not self._has_waste:
            return np.arange(len(self.blocks))
        born = self._born.rows["born"][self.blocks["file"]]
        is_dead = self._marks.rows["is_dead"]
        return np.flatnonzero((np.arange(len(self.blocks)) >= born) & ~is_dead)

    @property
    def is_told(self) -> NDArray[np.bool_]:
        """Bool [blocks]: the catalogue tells of the block; writing to it changes that."""
        told: NDArray[np.bool_] = self._marks.rows["is_told"]
        return told

    def live_bytes(self) -> dict[int, int]:
        """Return how many stored bytes count in each segment that holds any."""
        blocks = self.blocks[self.alive()]
        segments, which = np.unique(blocks["segment"], return_inverse=True)
        counts = np.bincount(which, block_bytes(blocks), len(segments)).astype(np.int64)
        live = dict(zip(segments.tolist(), counts.tolist(), strict=True))
        live.pop(MEMORY, None)
        return live

    @property
    def nbytes(self) -> int:
        """About how many bytes all of it takes as one change."""
        blocks, files = len(self.alive()) * BLOCK.itemsize, len(self.files) * FILE_ROW.itemsize
        tags = (len(self.tags.pairs) + len(self.known.pairs)) * RUN_TAG.itemsize
        return blocks + files + tags

    def reserve(self, length: int) -> None:
        """Make room for all that a catalogue of so many bytes can tell of."""
        self._blocks.reserve(length // BLOCK.itemsize)
        self._files.reserve(length // FILE.itemsize)

    def apply(
        self, change: Change, dead: NDArray[np.intp] | None = None, *, is_told: bool = True
    ) -> None:
        """Take in a change.

        Args:
            change: what is new.
            dead: the numbers of the blocks that it names as dead.
            is_told: whether the catalogue tells of its blocks.
        """
        self._add_names(change)
        self._set_rows(change.rows)
        if change.forgotten:
            self._forget_tags(change.forgotten)
        if dead is not None and len(dead):
            self._marks.rows["is_dead"][dead] = self._has_waste = True
        self._add_blocks(change.blocks, is_told)
        self._add_tags(change.tags)
        for warnings in change.warnings:
            self.warnings[warnings.file] = warnings
        for key, value in change.facts.items():
            self._keep_fact(key, value)

    def _add_names(self, change: Change) -> None:
        for name in change.runs:
            self.add_run(name)
        self.add_files(change.files)
        for key in change.keys:
            self.key_numbers[key] = len(self.keys)
            self.keys.append(key)
        for metadata in change.metadata:
            self.metadata_numbers[metadata] = len(self.metadata)
            self.metadata.append(metadata)

    def add_run(self, name: str) -> int:
        """Number a run if it is not known yet; return its number."""
        run_id, number = run_id_of(name), len(self.runs)
        if (known := self.run_numbers.setdefault(run_id, number)) != number:
            return known
        self.runs.append(name)
        self.run_ids.append(run_id)
        return number

    def add_files(self, files: Sequence[tuple[int, str]]) -> None:
        """Number files that are not known yet, given by the numbers of their runs and by name."""
        if not files:
            return
        self.owners.extend(run for run, _ in files)
        self.file_names.extend(name for _, name in files)
        self._files.extend_by(len(files))["run"] = [run for run, _ in files]
        self._born.extend_by(len(files))

    def find_files(self, runs: Collection[int]) -> dict[tuple[int, str], FileId]:
        """Return the files of some runs, by the number of the run and name, and their ids."""
        owners = np.array(self.owners, np.uint32)
        numbers = np.flatnonzero(np.isin(owners, list(runs)))
        return {
            (run, self.file_names[file]): FileId(file)
            for run, file in zip(owners[numbers].tolist(), numbers.tolist(), strict=True)
        }

    def files_from(self, first: int) -> list[tuple[int, str]]:
        """Return the run and the name of each file from number `first` on."""
        return list(zip(self.owners[first:], self.file_names[first:], strict=True))

    def _set_rows(self, rows: Rows) -> None:
        self.files[rows["file"]] = rows["row"]
        void = rows["file"][rows["is_void"]]
        self._born.rows["born"][void] = len(self.blocks)
        self._has_waste |= bool(len(void) and len(self.blocks))
        for file in void.tolist() if self.warnings else ():
            self.warnings.pop(file, None)

    def _forget_tags(self, runs: list[int]) -> None:
        self.tags.forget(np.array(runs))
        self.known.forget(np.array(runs))

    def _add_blocks(self, blocks: Rows, is_told: bool) -> None:
        self._blocks.extend(blocks)
        self._marks.extend_by(len(blocks))["is_told"] = is_told

    def _add_tags(self, rows: Rows) -> None:
        if not len(rows):
            return
        guessed = self.is_guessed([])
        self.known.put(rows[rows["is_known"]], guessed)
        self.tags.put_unless_known(rows[~rows["is_known"]], guessed)

    def is_guessed(self, more: list[TagMetadata]) -> NDArray[np.bool_]:
        """Return bool [metadata]: which metadata is a guess, `more` at the end included."""
        every = (metadata.guessed for metadata in chain(self.metadata, more))
        return np.fromiter(every, np.bool_, len(self.metadata) + len(more))

    def _keep_fact(self, key: str, value: bytes) -> None:
        self.facts.pop(key, None)
        self.facts[key] = value
        if len(self.facts) > MAX_FACTS:
            del self.facts[next(iter(self.facts))]

    def whole(self) -> Change:
        """Return all of it as one change, blocks that are void or dead left out."""
        rows = np.zeros(len(self.files), FILE_ROW)
        rows["file"], rows["row"] = np.arange(len(rows)), self.files
        return Change(
            warnings=list(self.warnings.values()),
            facts=self.facts,
            rows=rows,
            blocks=self.blocks[self.alive()],
            tags=np.concatenate([_run_tags(self.tags, False), _run_tags(self.known, True)]),
        )

    def kill(self, dead: Rows) -> None:
        """Take in DEAD [n] of blocks told of before."""
        if not len(dead):
            return
        codes = np.sort(_code(dead))
        at = np.minimum(np.searchsorted(codes, _code(self.blocks)), len(codes) - 1)
        self._marks.rows["is_dead"][codes[at] == _code(self.blocks)] = self._has_waste = True

    def move(self, moved: Rows) -> None:
        """Take in MOVED [n]; blocks keep their numbers, and views taken before stay as they are."""
        if not len(moved):
            return
        moved = moved[np.argsort(_code(moved["before"]))]
        codes, found = _code(moved["before"]), _code(self.blocks)
        at = np.minimum(np.searchsorted(codes, found), len(codes) - 1)
        numbers = np.flatnonzero((codes[at] == found) & (self.blocks["segment"] != MEMORY))
        self._blocks.replace(self.blocks)
        for name in ("segment", "place"):
            self.blocks[name][numbers] = moved[name][at[numbers]]

    def compact(self) -> None:
        """Drop the rows of blocks that are void or dead, if these are the most."""
        alive = self.alive()
        if len(self.blocks) - len(alive) > max(len(alive), _COMPACT_ROWS):
            self._blocks.replace(self.blocks[alive])
            self._marks.replace(self._marks.rows[alive])
            self._born.rows["born"] = 0
            self._has_waste = False

    def is_gone(self, file: int) -> bool:
        """Tell whether a file is no more, or never was."""
        return file >= len(self.files) or self.files["run"][file] == NO_RUN


def dead_rows(blocks: Rows) -> Rows:
    """Return DEAD [n] that names BLOCK [n]."""
    dead = np.empty(len(blocks), DEAD)
    dead["segment"], dead["place"] = blocks["segment"], blocks["place"]
    return dead


def _code(rows: Rows) -> NDArray[np.uint64]:
    """Return one number for a segment (24 bits) and a place in it below a terabyte (40 bits)."""
    code: NDArray[np.uint64] = rows["segment"].astype(np.uint64) << np.uint64(40) | rows["place"]
    return code


def void_rows(files: NDArray[np.integer], run: NDArray[np.integer] | int) -> Rows:
    """Return FILE_ROW [n] that void `files` (ids [n]), which belong to `run` from then on."""
    rows = np.zeros(len(files), FILE_ROW)
    rows["file"], rows["is_void"] = files, True
    rows["row"]["run"] = run
    return rows


def _run_tags(tags: RunTags, is_known: bool) -> Rows:
    pairs, metadata = tags.in_turn()
    rows = np.zeros(len(pairs), RUN_TAG)
    rows["run"], rows["key"] = pairs >> 32, pairs & 0xFFFFFFFF
    rows["metadata"], rows["is_known"] = metadata, is_known
    return rows
