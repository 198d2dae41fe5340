"""Write a generation of a shared index: new segments, a catalogue, and last the manifest.

A writer knows the generation that it continues. It writes objects with names of their own; then it
replaces the manifest of that generation, and only that. If another writer was first, nothing of
this one counts, and it begins again from the newest generation. A writer that is killed before the
swap leaves objects that no manifest names. A later writer removes them once they are a day old,
and with them those of generations before the one that it replaces; no writer takes as long between
its first object and its swap, and readers and writers may be behind by a generation.

New blocks become a layer. There are at most `MOST_LAYERS`, so that a chart takes few requests:
the smallest are written again with what is new, as long as they are not much larger than it, so
each point is written a number of times that grows with the logarithm of all. A segment of which
some rows no longer count, because their file was replaced or removed, is written again as well: the
segments of a manifest have exactly what counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Ints
from scopeboard.configurations.configuration import Configuration
from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.files.location import Location
from scopeboard.files.objects import Objects
from scopeboard.store.format.change import Change
from scopeboard.store.format.schema import Rows
from scopeboard.store.progress import SearchedDirectory
from scopeboard.store.segments.reader import Read
from scopeboard.store.shared.catalogue import Catalogue
from scopeboard.store.shared.derived import SharedValues
from scopeboard.store.shared.layout import (
    GROUP_ROWS,
    ROW_BYTES,
    Segment,
    SegmentKind,
    kind_of,
)
from scopeboard.store.shared.manifest import (
    MANIFEST,
    FoundManifest,
    Manifest,
    NamedObject,
    NamedSegment,
    names_of,
)
from scopeboard.store.shared.merged_blocks import with_merged
from scopeboard.store.shared.pass_progress import PROGRESS
from scopeboard.store.shared.segment_file import (
    SegmentNames,
    in_order,
    with_names,
    write_segment,
)
from scopeboard.store.tables.tables import StoreTables
from scopeboard.types import RunId

MOST_LAYERS: Final = 3
GRACE_SECONDS: Final = 24 * 3600.0
SEGMENT_ROWS: Final = 1 << 26
"""Rows of a segment, unless a single block has more: 1.6 GB of points."""

_GROWTH: Final = 2  # a layer of at most this many times the new rows is written again with them


@dataclass(frozen=True, slots=True)
class Contents:
    """What a writer has read: the tables of its store, and what it found beside event files.

    `derived` are the derived values of its graphs.
    """

    tables: StoreTables
    read: Read
    log: Location
    configurations: Mapping[RunId, Configuration]
    searched: Sequence[SearchedDirectory]
    derived: SharedValues


@dataclass(frozen=True, slots=True)
class SegmentOrder:
    """A segment to be written: its name, and BLOCK [n] in its order, with numbers of `names`."""

    name: str
    kind: SegmentKind
    blocks: Rows
    names: SegmentNames
    group_rows: int


class DoneSegment(NamedTuple):
    """A segment that was written: its rows and bytes, and the places of its numbers."""

    rows: int
    nbytes: int
    places: Ints


WriteSegments = Callable[[Objects, Sequence[SegmentOrder], Read], Iterable[DoneSegment]]
"""Writes segments, and returns what became of each, in order."""


def write_order(objects: Objects, order: SegmentOrder, read: Read) -> DoneSegment:
    """Write one segment.

    Raises:
        DamagedBlockError: a block fails its checksum.
        UnavailableError: a block cannot be read now.
        OSError: it cannot be written.
    """
    with TemporaryDirectory(prefix="scopeboard-segment-") as directory:
        path = Path(directory, "segment.parquet")
        written = write_segment(path, order.kind, order.blocks, order.names, read, order.group_rows)
        objects.write(order.name, path)
        return DoneSegment(written.rows, path.stat().st_size, written.places)


def _write_here(
    objects: Objects, orders: Sequence[SegmentOrder], read: Read
) -> Iterator[DoneSegment]:
    """Write segments in this process, one after another."""
    return (write_order(objects, order, read) for order in orders)


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How segments are written: by whom, with how many rows, and the rows of their row groups.

    A segment has up to `segment_rows`, and ends after `good_rows` if that divides no tag.
    """

    write: WriteSegments = _write_here
    segment_rows: int = SEGMENT_ROWS
    good_rows: int = SEGMENT_ROWS
    group_rows: int = GROUP_ROWS


HERE: Final = WriteOptions()
"""In this process."""


@dataclass(frozen=True, slots=True)
class Base:
    """The generation that a writer continues: its manifest, and the segments of its catalogue."""

    found: FoundManifest
    segments: Sequence[Segment]
    next_number: int


def write_generation(
    objects: Objects,
    base: Base | None,
    contents: Contents,
    now: float,
    options: WriteOptions = HERE,
) -> Manifest | None:
    """Write what a writer has read as the generation after `base`, None for the first.

    Args:
        objects: the directory of the index.
        base: the generation that the tables of `contents` began from.
        contents: what was read.
        now: in seconds since the epoch.
        options: how segments are written.

    Returns:
        The manifest, or None if another writer has replaced `base`.

    Raises:
        DamagedBlockError: a block fails its checksum.
        UnavailableError: a block of the index cannot be read now.
        OSError: something cannot be written.
    """
    generation = base.found.manifest.generation + 1 if base else 1
    change = _as_change(contents.tables)
    layer = _Layer(contents.tables, generation, base.next_number if base else 1, options)
    segments: list[Segment] = []
    written: list[str] = []
    try:
        before = base.segments if base else []
        segments += _staying(before, change.blocks, "scalars")
        segments += _staying(before, change.blocks, "places")
        numbers = [each.number for each in segments]
        change.blocks, read = with_merged(change.blocks, numbers, contents.read)
        is_new = ~np.isin(change.blocks["segment"], numbers)
        is_place = kind_of(change.blocks)
        layer.plan("scalars", change.blocks, np.flatnonzero(is_new & ~is_place))
        layer.plan("places", change.blocks, np.flatnonzero(is_new & is_place))
        written += [order.name for order in layer.orders]
        for order, done in zip(
            layer.orders, options.write(objects, layer.orders, read), strict=True
        ):
            segments.append(layer.place(order, done, change.blocks))
        catalogue = Catalogue(
            change,
            segments,
            layer.next_number,
            dict(contents.configurations),
            list(contents.searched),
            dict(contents.derived.small),
            contents.derived.named,
        )
        encoded = catalogue.encode()
        name = f"catalogues/{generation}-{token_hex(8)}.bin"
        objects.write(name, encoded)
        written.append(name)
        manifest = _manifest(
            base, contents, catalogue, NamedObject(name, len(encoded), crc32c(encoded)), now
        )
        if objects.swap(MANIFEST, manifest.encode(), base.found.tag if base else None):
            return manifest
    except BaseException:
        _remove(objects, written)
        raise
    _remove(objects, written)
    return None


def remove_unnamed(
    objects: Objects, manifest: Manifest, retained: AbstractSet[str], now: float
) -> int:
    """Remove what no generation names any more; return how many objects.

    Args:
        objects: the directory of the index.
        manifest: of the newest generation.
        retained: further objects that stay, as those of the generation before.
        now: in seconds since the epoch.

    Raises:
        OSError: the directory cannot be listed, or an object not be removed.
    """
    named = {MANIFEST, PROGRESS, manifest.catalogue.name, *retained}
    named.update(each.name for each in manifest.segments)
    old = [
        each.name
        for each in objects.list()
        if each.name not in named and each.modified < now - GRACE_SECONDS
    ]
    for name in old:
        objects.remove(name)
    return len(old)


def _remove(objects: Objects, names: Sequence[str]) -> None:
    """Remove objects of a generation that came to nothing; others do so later where this fails."""
    for name in names:
        with suppress(OSError):
            objects.remove(name)


def _as_change(tables: StoreTables) -> Change:
    change = tables.as_change()
    change.runs, change.files = list(tables.runs), tables.files_from(0)
    change.keys, change.metadata = list(tables.keys), list(tables.metadata)
    return change


def _manifest(
    base: Base | None, contents: Contents, catalogue: Catalogue, named: NamedObject, now: float
) -> Manifest:
    files = contents.tables.files
    files = files[np.isin(files["run"], np.arange(len(contents.tables.runs)))]
    manifest = Manifest(
        index=token_hex(8),
        generation=1,
        log=names_of(contents.log),
        written=now,
        runs=len(np.unique(files["run"])),
        files=len(files),
        points=int(files["points"].sum()),
        read_bytes=int(files["offset"].sum()),
        catalogue=named,
        segments=tuple(
            NamedSegment(each.name, each.kind, each.rows) for each in catalogue.segments
        ),
    )
    if base is None:
        return manifest
    before = base.found.manifest
    return replace(manifest, index=before.index, generation=before.generation + 1, log=before.log)


def _staying(segments: Sequence[Segment], blocks: Rows, kind: SegmentKind) -> list[Segment]:
    """Return the segments of a kind that stay; the blocks of all others are written again.

    Args:
        segments: of the base.
        blocks: BLOCK [n], all that count.
        kind: of the segments.
    """
    of_kind = blocks[kind_of(blocks) == (kind == "places")]
    numbers, index = np.unique(of_kind["segment"], return_inverse=True)
    counts = np.bincount(index, of_kind["count"], len(numbers)).astype(np.int64)
    rows = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
    whole = [each for each in segments if each.kind == kind and rows.get(each.number) == each.rows]
    new = int(counts.sum()) - sum(each.rows for each in whole)
    layers: dict[int, list[Segment]] = {}
    for each in whole:
        layers.setdefault(each.layer, []).append(each)
    by_size = sorted(layers.values(), key=lambda layer: sum(each.rows for each in layer))
    while new and by_size:
        smallest = sum(each.rows for each in by_size[0])
        if len(by_size) < MOST_LAYERS and smallest > _GROWTH * new:
            break
        new += smallest
        del by_size[0]
    return sorted((each for layer in by_size for each in layer), key=lambda each: each.number)


class _Layer:
    """The new segments of a generation: what is in each, and, once it is written, where."""

    def __init__(
        self, tables: StoreTables, generation: int, next_number: int, options: WriteOptions
    ) -> None:
        self.orders: list[SegmentOrder] = []
        self.next_number = next_number
        self._tables, self._generation, self._options = tables, generation, options
        self._rows: dict[str, Ints] = {}  # of the blocks of each segment

    def plan(self, kind: SegmentKind, blocks: Rows, rows: Ints) -> None:
        """Divide blocks into segments.

        Args:
            kind: of the blocks.
            blocks: BLOCK [n].
            rows: which of them to write.
        """
        if not len(rows):
            return
        rows = rows[in_order(blocks[rows], self._tables)]
        cuts = _cuts(
            blocks["count"][rows],
            blocks["key"][rows],
            min(self._options.good_rows, self._options.segment_rows),
            self._options.segment_rows,
        )
        for part in np.split(rows, cuts):
            name = f"{kind}/{self._generation}-{token_hex(8)}.parquet"
            self._rows[name] = part
            own, names = with_names(blocks[part], self._tables)
            self.orders.append(SegmentOrder(name, kind, own, names, self._options.group_rows))

    def place(self, order: SegmentOrder, done: DoneSegment, blocks: Rows) -> Segment:
        """Return a segment that was written; have its blocks among BLOCK [n] refer to it."""
        segment = Segment(
            self.next_number,
            order.name,
            order.kind,
            self._generation,
            done.rows,
            done.nbytes,
            order.group_rows,
            done.places,
        )
        rows = self._rows[order.name]
        counts = blocks["count"][rows].astype(np.int64)
        blocks["segment"][rows] = segment.number
        blocks["offset"][rows] = (np.cumsum(counts) - counts) * ROW_BYTES[order.kind]
        self.next_number += 1
        return segment


def _cuts(counts: Ints, keys: Ints, good_rows: int, most_rows: int) -> list[int]:
    """Return where blocks are cut into segments.

    A segment ends with the first key that fills it to `good_rows`. A key is divided only if it
    takes it beyond `most_rows` by itself.

    Args:
        counts: [n], the rows of each block.
        keys: [n], the number of the key of each block; those of a key are neighbours.
        good_rows: rows of a segment, if that divides no key.
        most_rows: rows of a segment, unless a single block has more.
    """
    ends = np.cumsum(counts.astype(np.int64))
    first_of_key = [*np.flatnonzero(np.diff(keys, prepend=-1)).tolist(), len(ends)]
    cuts: list[int] = []
    start, before = 0, 0
    while int(ends[-1]) - before > good_rows:
        full = int(np.searchsorted(ends, before + good_rows, "left")) + 1
        nth = int(np.searchsorted(first_of_key, full, "left"))
        cut, earlier = first_of_key[nth], first_of_key[nth - 1]
        if int(ends[cut - 1]) - before > most_rows:
            whole = max(start + 1, int(np.searchsorted(ends, before + most_rows, "right")))
            cut = earlier if earlier > start else whole
        if cut >= len(ends):
            break
        cuts.append(cut)
        start, before = cut, int(ends[cut - 1])
    return cuts
