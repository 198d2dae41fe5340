"""Values that stay in event files, found by tag and run and read by step.

`LoggedValues.find` lists the steps of a tag in runs without opening an event file. `read_values`
then reads the requested ones: it reads the record by its offset, verifies its checksums, checks
that the value is the indexed one and decodes it. One record is in memory at a time.

    series = LoggedValues(store).find(TagKey("histograms", "weights"))
    for value in read_values(series[0], range(10), read_histogram): …
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.batch import BlobColumns
from scopeboard.events.decode.logged_value import ReadValue, ValueEntry, decoded
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.files.location import Location
from scopeboard.files.opening import is_readable
from scopeboard.store.format.blobs import MAX_RECORD_BYTES, BlobRef, read_payloads
from scopeboard.store.format.block_codec import decode_blobs
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.range import NEVER, SeriesSet
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.segments.reader import Read, read_stored
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name
from scopeboard.types import RunId, TagKey

Value = TypeVar("Value")
Failure = NotFoundError | DamagedDataError
"""Why a value cannot be read: its file is gone, or the record is not the indexed one."""


@dataclass(frozen=True, slots=True)
class BlobSeries:
    """The positions of the values of one tag in one run; no event file was opened.

    `columns` (each [n]) are sorted by step, then by wall time, then in the order of logging: a step
    may have several values. `file` (int64 [n]) is the file id of each; `paths` has the paths.
    `hidden` counts the values that a later session superseded, which are left out, and `lost` those
    in damaged blocks and in files that are gone. `metadata` is the run's metadata of the tag.
    """

    run: RunId
    key: TagKey
    metadata: TagMetadata
    columns: BlobColumns
    file: Ints
    paths: dict[int, Location]
    identities: dict[int, tuple[int, int, int]]
    hidden: int
    lost: int

    def __len__(self) -> int:
        return len(self.columns.step)

    @property
    def step(self) -> Ints:
        """Int64 [n], ascending."""
        return self.columns.step

    @property
    def wall_time(self) -> NDArray[np.float64]:
        """Float64 [n], in seconds since the epoch."""
        return self.columns.wall_time

    def at_step(self, step: int) -> range:
        """Return the indices of the values of a step: none, one, or several as logged."""
        limits = np.iinfo(np.int64)
        if not limits.min <= step <= limits.max:
            return range(0)
        exact = np.int64(step)  # as another type, NumPy would compare both as doubles
        first = np.searchsorted(self.step, exact, "left")
        return range(int(first), int(np.searchsorted(self.step, exact, "right")))

    def digest(self) -> str:
        """Return a digest of the series that is stable over restarts of the server.

        It changes with a file that was replaced, even by one of equal layout, or is unreadable.
        """
        digest = blake2b(repr((self.run, self.key, self.metadata)).encode("utf-8", "replace"))
        for column in self.columns:
            digest.update(column.tobytes())
        for file in self.file[np.sort(np.unique(self.file, return_index=True)[1])].tolist():
            path = self.paths[file]
            state = repr((path, self.identities[file], is_readable(path)))
            digest.update(state.encode("utf-8", "replace"))
        return digest.hexdigest()[:24]


class LoggedValues:
    """Lists the steps of tags in the newest snapshot of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._finder: SeriesIndex | None = None  # a snapshot from the start would keep files open

    def find(
        self,
        key: TagKey,
        runs: Collection[str] | None = None,
        *,
        superseded: bool = False,
        finder: SeriesIndex | None = None,
    ) -> list[BlobSeries]:
        """Return the series of a tag in `runs` (ids; None for all), in the order of runs.

        A run that is unknown or does not have the tag is left out.

        Args:
            key: of a tag of any kind but scalars.
            runs: ids.
            superseded: whether to include superseded values.
            finder: the index of a snapshot; by default, of the newest.
        """
        finder = finder or self._newest()
        series_set = finder.find_key(key, runs, superseded=superseded)
        if series_set is None:
            return []
        read = finder.snapshot.read
        ends = np.cumsum(np.bincount(series_set.series, minlength=series_set.size)).tolist()
        by_run = (series_set.take(np.arange(*bounds)) for bounds in pairwise([0, *ends]))
        series = zip(series_set.runs, by_run, strict=True)
        return [self._series(key, run, single, read) for run, single in series]

    def get(self, key: TagKey, run: str, *, superseded: bool = False) -> BlobSeries:
        """Return the series of a tag in one run.

        Raises:
            NotFoundError: there is no such run, or it does not have the tag.
        """
        for series in self.find(key, [run], superseded=superseded):
            return series
        raise NotFoundError(f"This run has no {key.kind} {key.tag!r}.")

    def prioritize(self, runs: Collection[str]) -> None:
        """Have runs read before others, because a page waits for them."""
        self._store.prioritize(self._newest().known(runs))

    def _newest(self) -> SeriesIndex:
        """Return the index of the newest snapshot."""
        snapshot = self._store.snapshot()
        if self._finder is None or self._finder.snapshot is not snapshot:
            self._finder = SeriesIndex(snapshot)
        return self._finder

    def _series(self, key: TagKey, run: RunId, series_set: SeriesSet, read: Read) -> BlobSeries:
        """Return the series with the blocks in `series_set`, without the damaged ones."""
        blocks = series_set.blocks
        blobs = _read_blobs(self._store, blocks, read)
        step, file = blobs.columns.step, blocks["file"].astype(np.int64)[blobs.block]
        cut = series_set.superseded_from[blobs.block]
        is_shown = (cut == NEVER) | (step < cut)
        rows = np.flatnonzero(is_shown & np.isin(file, list(blobs.paths)))
        damaged = int(blocks["count"].sum()) - len(step)
        gone = int(is_shown.sum()) - len(rows)
        rows = rows[np.lexsort((blobs.columns.wall_time[rows], step[rows]))]
        return BlobSeries(
            run=run,
            key=key,
            metadata=self._store.tag_metadata(run, key),
            columns=BlobColumns._make(column[rows] for column in blobs.columns),
            file=file[rows],
            paths=blobs.paths,
            identities={number: self._store.file_fingerprint(number) for number in blobs.paths},
            hidden=int((~is_shown).sum()),
            lost=damaged + gone,
        )


def find_blobs(store: Store, run: RunId, key: TagKey) -> list[BlobRef]:
    """Return the reference of each value of a tag, in the order of files and of records.

    Superseded values are included; values in damaged blocks and in files that are gone are left
    out. Empty without such a run or tag.
    """
    snapshot = store.snapshot()
    number = snapshot.key_number(key)
    if number is None or run not in snapshot.runs:
        return []
    blocks = snapshot.blocks_of(number)
    blocks = blocks[snapshot.file_runs[blocks["file"]] == snapshot.runs.index(run)]
    blobs = _read_blobs(store, blocks, snapshot.read)
    heads = {file: store.file_fingerprint(file)[-1] for file in blobs.paths}
    rows = zip(
        blocks["file"][blobs.block].tolist(),
        *(column.tolist() for column in blobs.columns),
        strict=True,
    )
    return [
        BlobRef(blobs.paths[file], offset, length, index, step, wall_time, heads[file])
        for file, step, wall_time, offset, length, index in rows
        if file in blobs.paths
    ]


class _Blobs(NamedTuple):
    """The values of blocks without the damaged ones, in the order of the blocks.

    `block` (int64 [values]) is the index of each value's block; `paths` has the path of each file
    that still exists, by id.
    """

    columns: BlobColumns
    block: Ints
    paths: dict[int, Location]


def _read_blobs(store: Store, blocks: Rows, read: Read) -> _Blobs:
    """Read blocks of blobs; have the files with damaged blocks read again."""
    stored = read_stored(blocks, read)
    if not stored.is_intact.all():
        store.invalidate_files(np.unique(blocks["file"][~stored.is_intact]).tolist())
    intact = np.flatnonzero(stored.is_intact)
    blocks = blocks[intact]
    files = np.unique(blocks["file"]).tolist()
    paths = {file: path for file in files if (path := store.find_file_path(file)) is not None}
    columns = decode_blobs(blocks, b"".join(stored.data))
    return _Blobs(columns, np.repeat(intact, blocks["count"]), paths)


def read_values(
    series: BlobSeries,
    indices: Iterable[int],
    read: ReadValue[Value],
    max_bytes: int = MAX_RECORD_BYTES,
) -> Iterator[Value | Failure]:
    """Yield the values at indices of a series, or the reason why one cannot be read.

    Args:
        series: the series.
        indices: in any order; ascending ones are read fastest.
        read: makes a value of the summary's, such as `summary.read_histogram`.
        max_bytes: longer records (bytes) are not read.
    """
    refs = [ref_of(series, index) for index in indices]
    for ref, payload in zip(refs, read_payloads(refs, max_bytes), strict=True):
        value: Value | Failure
        if isinstance(payload, bytes):
            try:
                value = decoded(payload, entry_of(series, ref), read)
            except DamagedDataError as error:
                position = f"{display_name(ref.path.name)}, byte {ref.offset}"
                value = DamagedDataError(f"{position}: {error}.")
        else:
            value = payload
        yield value


def read_value(
    series: BlobSeries, index: int, read: ReadValue[Value], max_bytes: int = MAX_RECORD_BYTES
) -> Value:
    """Return the value at one index of a series; see `read_values`.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
        DamagedDataError: the record is not the indexed one, or has no value of this kind.
    """
    (value,) = read_values(series, [index], read, max_bytes)
    if isinstance(value, Failure):
        raise value
    return value


def ref_of(series: BlobSeries, index: int) -> BlobRef:
    """Return the reference of the value at one index of a series."""
    step, wall_time, offset, length, value_index = (column[index] for column in series.columns)
    path = series.paths[int(series.file[index])]
    return BlobRef(path, int(offset), int(length), int(value_index), int(step), float(wall_time))


def entry_of(series: BlobSeries, ref: BlobRef) -> ValueEntry:
    """Return the properties that the value there must have."""
    return ValueEntry(series.key.tag, ref.value_index, ref.step, ref.wall_time)
