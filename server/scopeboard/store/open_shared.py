"""Open the store of a shared index: to show it, or to add what is new in its log directory."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import gettempdir
from time import monotonic, time
from typing import Final

import numpy as np

from scopeboard.errors import SettingsError
from scopeboard.files.location import Location
from scopeboard.files.objects import Objects
from scopeboard.store.progress import NO_PROGRESS, IndexState, Notice, Progress
from scopeboard.store.segments.directory import IndexDirectory
from scopeboard.store.segments.reader import Read
from scopeboard.store.segments.scratch import Scratch, remove_stale
from scopeboard.store.shared.blocks import CACHE_BYTES, SharedBlocks
from scopeboard.store.shared.catalogue import Catalogue, read_catalogue
from scopeboard.store.shared.derived import SharedValues
from scopeboard.store.shared.generation import (
    HERE,
    Base,
    Contents,
    DoneSegment,
    SegmentOrder,
    WriteOptions,
    remove_unnamed,
    write_generation,
)
from scopeboard.store.shared.manifest import (
    FoundManifest,
    Manifest,
    find_manifest,
    names_of,
    no_index_in,
)
from scopeboard.store.shared.parts import Sources
from scopeboard.store.shared.pass_progress import PassView
from scopeboard.store.store import MEMORY_BYTES, Store
from scopeboard.store.tables.changes import ChangedSeries, changed_runs
from scopeboard.store.tables.growable_array import distinct
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.index_disk import IndexDisk

UNREACHED: Final = "unreachable_index"
"""The kind of the notice that newer generations cannot be seen now."""


class SharedStore(Store):
    """A store that shows a shared index, which other processes write.

    Args:
        objects: the directory of the index.
        cache_bytes: the bound on row groups in memory.

    Raises:
        SettingsError: there is no index that this version reads.
        UnavailableError: it cannot be read now.
    """

    def __init__(self, objects: Objects, cache_bytes: int = CACHE_BYTES) -> None:
        found = find_manifest(objects)
        if found is None:
            raise SettingsError(no_index_in(objects.address))
        tables = StoreTables()
        disk = _scratch_disk(tables)
        super().__init__(tables, disk, MEMORY_BYTES, found.manifest.location)
        self._objects, self._found, self._disk = objects, found, disk
        self._cache_bytes = cache_bytes
        self._blocks = SharedBlocks(objects, cache_bytes)
        self._values, self._pass = SharedValues(objects, {}), PassView(objects)
        self.derived = self._values
        self._segments: set[int] = set()
        disk.reader.elsewhere = self._blocks
        self._take_up(found)

    @property
    def manifest(self) -> Manifest:
        """The manifest of the generation that the store shows."""
        return self._found.manifest

    def refresh(self) -> bool:
        """Take up the newest generation; return whether it is another one.

        Raises:
            SettingsError: what is there is no index that this version reads.
            UnavailableError: it cannot be read now; the store shows what it has.
        """
        found = find_manifest(self._objects)
        if found is None:
            raise SettingsError(f"The index {self._objects.address} is gone.")
        is_new = found.tag != self._found.tag
        if is_new:
            self._take_up(found)
        self._disk.refusal = None
        self._follow_pass()
        return is_new

    def _follow_pass(self) -> None:
        """Show how far the pass is that writes the next generation, if it takes long."""
        shown, going_on = _progress_of(self.manifest), self._pass.look(monotonic())
        if going_on is not None:
            shown = replace(going_on, files=shown.files, runs=shown.runs, points=shown.points)
        self.progress = shown

    def report(self, failure: str) -> None:
        """Show viewers that newer generations cannot be seen, with a sentence."""
        self._disk.refusal = Notice(UNREACHED, failure)

    def _take_up(self, found: FoundManifest) -> None:
        manifest = found.manifest
        catalogue = read_catalogue(self._objects, manifest.catalogue, manifest.location)
        tables, before = _tables_of(catalogue), self._found.manifest
        numbers = {segment.number for segment in catalogue.segments}
        changed = None
        if before.index != manifest.index:  # built again: equal numbers are other segments
            self._blocks = SharedBlocks(self._objects, self._cache_bytes)
            self._disk.reader.elsewhere = self._blocks
        elif self._segments:
            new = numbers - self._segments
            changed = self.visit(lambda old, _: _changed(old, tables, new))
        self._blocks.publish(catalogue.segments, tables.blocks)
        self.instance = manifest.index[:8]  # the same in all readers of this index
        self.configurations.replace(catalogue.configurations)
        self.searched = catalogue.searched
        self._values.small = catalogue.derived
        self.adopt(tables, manifest.generation, changed)
        self.progress = _progress_of(manifest)
        size = manifest.catalogue.nbytes + sum(each.nbytes for each in catalogue.segments)
        self._disk.shared = IndexState("kept", self._objects.address, size)
        self._found, self._segments = found, numbers


@dataclass(frozen=True, slots=True)
class SharedWriter:
    """A store of a log directory that continues a shared index.

    What is read of the log directory goes to files that end with this process, or to parts of the
    index (`sources`); `commit` writes it as the next generation, as `options` say.
    """

    store: Store
    objects: Objects
    log: Location
    base: Base | None
    before: Catalogue | None
    sources: Sources
    values: SharedValues
    options: WriteOptions = HERE

    def commit(self, report: Callable[[], None] = lambda: None) -> Manifest | None:
        """Write the next generation, if there is anything new; return the newest manifest.

        None if another writer has replaced the generation that this store continues: then nothing
        is written, and a new store has to be opened.

        Args:
            report: called after each segment.

        Raises:
            DamagedBlockError: a block of this process fails its checksum.
            UnavailableError: a block of the index cannot be read now.
            OSError: something cannot be written.
        """
        if self.base is not None and self.is_unchanged:
            return self.base.found.manifest
        now = time()

        def write_segments(
            objects: Objects, orders: Sequence[SegmentOrder], read: Read
        ) -> Iterator[DoneSegment]:
            for done in self.options.write(objects, orders, read):
                report()
                yield done

        options = replace(self.options, write=write_segments)

        def write(tables: StoreTables, read: Read) -> Manifest | None:
            contents = Contents(
                tables,
                read,
                self.log,
                self.store.configurations.all(),
                self.store.searched,
                self.values,
            )
            return write_generation(self.objects, self.base, contents, now, options)

        manifest = self.store.visit(write)
        if manifest is not None:
            remove_unnamed(self.objects, manifest, self._retained(), now)
        return manifest

    def _retained(self) -> set[str]:
        """Return the objects of this generation that the manifest does not name, and of its base.

        Readers and writers may be behind by a generation.
        """
        retained = set(self.values.named)
        if self.base is not None and self.before is not None:
            before = self.base.found.manifest
            retained.update(self.before.large, [before.catalogue.name])
            retained.update(each.name for each in before.segments)
        return retained

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing is new since the generation that this store continues."""
        before = self.before
        if before is None or self.store.configurations.all() != before.configurations:
            return False
        if self.values.small != before.derived or self.values.named != before.large:
            return False
        searched = [replace(each, root=self.log) for each in self.store.searched]
        if searched != [replace(each, root=self.log) for each in before.searched]:
            return False
        return self.store.visit(lambda tables, _: _same(_tables_of(before), tables))


def open_shared_writer(objects: Objects, log: Location) -> SharedWriter:
    """Return the store of a log directory with what a shared index has of it.

    Raises:
        SettingsError: what is there is no index of this log directory that this version reads.
        UnavailableError: it cannot be read now.
    """
    found = find_manifest(objects)
    tables, base, before = StoreTables(), None, None
    blocks = SharedBlocks(objects)
    if found is not None:
        if found.manifest.log != names_of(log):
            raise SettingsError(
                f"{objects.address} is the index of {found.manifest.location}, not of {log}. Name "
                "another directory for this log."
            )
        before = read_catalogue(objects, found.manifest.catalogue, log)
        tables = _tables_of(before)
        blocks.publish(before.segments, tables.blocks)
        base = Base(found, before.segments, before.next_number)
    disk, sources = _scratch_disk(tables), Sources(objects, blocks)
    disk.reader.elsewhere = sources
    store = Store(tables, disk, MEMORY_BYTES, log)
    values = SharedValues(objects, {}, [])
    if before is not None:
        values = SharedValues(objects, dict(before.derived), before.large)
    store.derived = values
    return SharedWriter(store, objects, log, base, before, sources, values)


def _scratch_disk(tables: StoreTables) -> IndexDisk:
    """Return files of this process for what is not in the index."""
    parent = Path(gettempdir())
    remove_stale(parent)
    return IndexDisk(IndexDirectory(None, None, Scratch(parent)), tables)


def _tables_of(catalogue: Catalogue) -> StoreTables:
    tables = StoreTables()
    tables.apply(catalogue.change)
    return tables


def _same(one: StoreTables, two: StoreTables) -> bool:
    names = one.runs == two.runs and one.file_names == two.file_names and one.keys == two.keys
    return names and one.as_change().pack() == two.as_change().pack()


def _changed(old: StoreTables, new: StoreTables, segments: set[int]) -> ChangedSeries | None:
    """Return the series with blocks in new segments; None if runs or files have gone."""
    count = len(old.files)
    if (
        new.runs[: len(old.runs)] != old.runs
        or len(new.files) < count
        or (new.files["run"][:count] != old.files["run"]).any()
    ):
        return None
    blocks = new.blocks[np.isin(new.blocks["segment"], list(segments))]
    run = new.files["run"][blocks["file"]].astype(np.int64)
    series = distinct(run << 32 | blocks["key"].astype(np.int64))
    return changed_runs([])._replace(series=series)


def _progress_of(manifest: Manifest) -> Progress:
    return replace(
        NO_PROGRESS,
        state="ready",
        bytes_done=manifest.read_bytes,
        bytes_total=manifest.read_bytes,
        files=manifest.files,
        runs=manifest.runs,
        points=manifest.points,
    )
