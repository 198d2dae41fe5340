"""The graphs in event files, run by run."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.decoder import META_GRAPH_TAG, RUN_GRAPH_TAG
from scopeboard.files.location import Location
from scopeboard.graph.source.byte_source import LoggedBytes
from scopeboard.graph.source.containers import (
    MAX_LISTED,
    META_GRAPH,
    RUN_GRAPH,
    TAGGED_RUN_METADATA,
    ContainedGraph,
    graph_of_plugin,
    graphs_of_trace,
)
from scopeboard.graph.source.converted_source import Conversions
from scopeboard.graph.source.entry import GraphEntry, graph_id, graph_source
from scopeboard.graph.source.stored_records import StoredRecords
from scopeboard.protowire.nested import FieldPath
from scopeboard.store.format.blobs import BlobRef, read_checksum
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.system.file_names import display_name
from scopeboard.types import Kind, RunId, TagKey

_MAX_RECORDS: Final = 100_000
_MANY: Final = 50  # tags of a run whose entries are cached until the store changes
_MAX_METAS: Final = 8  # MetaGraphDefs that may belong to one graph of a run
_OFFSET: Final = attrgetter("offset")
KINDS: Final[tuple[Kind, ...]] = ("graphs", "run_metadata")
"""Of tags whose records may hold graphs."""

_OWN: Final = (TagKey("graphs", RUN_GRAPH_TAG), TagKey("graphs", META_GRAPH_TAG))
_Location = tuple[str, int, int, int]


class EventGraphs:
    """Lists the graphs in event files; the graphs of a record are cached."""

    def __init__(self, store: Store, conversions: Conversions) -> None:
        self._store = store
        self._conversions = conversions
        self._records = StoredRecords(store.derived)
        self._keys: tuple[int, dict[RunId, list[TagKey]]] | None = None
        self._of_many: tuple[int, dict[tuple[RunId, str], list[GraphEntry]]] = (-1, {})
        self._contained: LRUCache[_Location, list[ContainedGraph]] = LRUCache(_MAX_RECORDS)

    def keys_by_run(self) -> dict[RunId, list[TagKey]]:
        """Return the tags that may have graphs, for each run with such tags."""
        generation = self._store.generation
        if self._keys is None or self._keys[0] != generation:
            keys: dict[RunId, list[TagKey]] = defaultdict(list)
            for kind in KINDS:
                for tag in self._store.tags(kind):
                    for run_id in tag.runs:
                        keys[run_id].append(tag.key)
            self._keys = (generation, dict(keys))
        return self._keys[1]

    def of_run(self, run_id: RunId, name: str = "") -> Iterator[GraphEntry]:
        """Yield the graphs of a run: its own, the newest first, then those of tags by name."""
        yield from self.own_graphs(run_id, name)
        keys = sorted(set(self.keys_by_run().get(run_id, ())) - set(_OWN))
        if len(keys) < _MANY:
            yield from self._entries_of(run_id, name, keys)
            return
        generation, cached = self._of_many
        if generation != self._store.generation:
            self._of_many = (generation, cached) = (self._store.generation, {})
        if (run_id, name) not in cached:
            cached[run_id, name] = list(self._entries_of(run_id, name, keys))
        yield from cached[run_id, name]

    def own_graphs(self, run_id: RunId, name: str = "") -> Iterator[GraphEntry]:
        """Yield the graphs that a run logged without a tag, the newest first, then MetaGraphs."""
        yield from self._entries_of(run_id, name, _OWN)

    def store_records(self, run_id: RunId, check: CancelCheck) -> bool:
        """Store what is known of the logged graphs of a run, for readers that lack its event files.

        Returns:
            Whether all could be read.

        Raises:
            CancelledError: `check` raised it.
        """
        is_complete = True
        keys = (key for key in self.keys_by_run().get(run_id, ()) if key.kind == "graphs")
        for key in keys:
            for ref in find_blobs(self._store, run_id, key)[-MAX_LISTED:]:
                check()
                if self._records.find(ref) is not None:
                    continue
                try:
                    checksum = read_checksum(ref)
                    graphs = None if key in _OWN else self._read_graphs(run_id, key, ref)
                except NotFoundError:
                    is_complete = False
                except DamagedDataError:  # readers find it, too
                    continue
                else:
                    self._records.put(ref, checksum, graphs)
        return is_complete

    def _entries_of(self, run_id: RunId, name: str, keys: Sequence[TagKey]) -> Iterator[GraphEntry]:
        """Yield the graphs of tags, those of a tag from the newest on."""
        for key in keys:
            metas = _Metas(find_blobs(self._store, run_id, _OWN[1]) if key in _OWN else [])
            refs = find_blobs(self._store, run_id, key)
            left_out = f"newest {MAX_LISTED:,} of {len(refs):,}" if len(refs) > MAX_LISTED else ""
            for ref in reversed(refs[-MAX_LISTED:]):
                for graph in self._graphs_in(run_id, key, ref):
                    stage = ", ".join(filter(None, (graph.stage, left_out)))
                    yield self._entry(run_id, name, key, ref, replace(graph, stage=stage), metas)

    def _graphs_in(self, run_id: RunId, key: TagKey, ref: BlobRef) -> list[ContainedGraph]:
        """Return the graphs in a record; a trace or model is searched for them once."""
        if key.tag == RUN_GRAPH_TAG:
            return [ContainedGraph(RUN_GRAPH, "op")]
        if key.tag == META_GRAPH_TAG:
            return [ContainedGraph(META_GRAPH, "op", "MetaGraph", may_repeat=True)]
        location = (str(ref.path), ref.offset, ref.length, ref.value_index)
        graphs = self._contained.find(location)
        if graphs is None:
            stored = self._records.find(ref)
            if stored is not None and stored.graphs is not None:
                return stored.graphs
            try:
                graphs = self._read_graphs(run_id, key, ref)
            except (DamagedDataError, NotFoundError):
                return []  # not cached: it may be readable later
            self._contained.put(location, graphs)
        return graphs

    def _read_graphs(self, run_id: RunId, key: TagKey, ref: BlobRef) -> list[ContainedGraph]:
        """Search a record for graphs.

        Raises:
            DamagedDataError: it holds none.
            NotFoundError: it cannot be read now.
        """
        window = LoggedBytes(ref, ()).window()
        if key.kind == "graphs":
            metadata = self._store.known_tags(run_id).get(key.tag)
            plugin = metadata.plugin if metadata else ""
            return graph_of_plugin(window, ref.value_index, plugin)
        steps = graphs_of_trace(window, TAGGED_RUN_METADATA, is_export=False)
        return [replace(graph, kind="profile") for graph in steps]

    def _entry(
        self,
        run_id: RunId,
        name: str,
        key: TagKey,
        ref: BlobRef,
        graph: ContainedGraph,
        metas: "_Metas",
    ) -> GraphEntry:
        location, is_own = [ref.path.name, ref.offset], key.tag in {RUN_GRAPH_TAG, META_GRAPH_TAG}
        if key.tag != RUN_GRAPH_TAG:
            location.append(str(tuple(number for step in graph.path for number in step)))
        nearest = metas.near(ref) if is_own else ()
        return GraphEntry(
            id=graph_id(run_id, location),
            run_id=run_id,
            run=name,
            tag="" if is_own else key.tag,
            kind=graph.kind,
            stage=graph.stage,
            file=display_name(ref.path.name),
            wall_time=ref.wall_time,
            size=ref.length,
            form=graph.form,
            source=graph_source(graph, self._bytes_of(ref, graph.path), self._conversions),
            step=None if is_own else ref.step,
            function=graph.function,
            may_repeat=graph.may_repeat,
            metas=tuple(self._bytes_of(meta, META_GRAPH[:1]) for meta in nearest),
        )

    def _bytes_of(self, ref: BlobRef, path: FieldPath) -> LoggedBytes:
        stored = self._records.find(ref)
        return LoggedBytes(ref, path, b"" if stored is None else stored.checksum)


class _Metas:
    """The MetaGraphDefs of a run by file, so that each of many graphs finds the nearest at once."""

    def __init__(self, refs: Sequence[BlobRef]) -> None:
        self._first = refs[: 2 * _MAX_METAS]
        self._by_file: dict[Location, list[BlobRef]] = defaultdict(list)
        for ref in refs:
            self._by_file[ref.path].append(ref)
        for in_file in self._by_file.values():
            in_file.sort(key=_OFFSET)

    def near(self, ref: BlobRef) -> list[BlobRef]:
        """Return the nearest ones: those of the same file by distance, then some of other files."""
        in_file = self._by_file.get(ref.path, [])
        index = bisect_left(in_file, ref.offset, key=_OFFSET)
        around = in_file[max(index - _MAX_METAS, 0) : index + _MAX_METAS]
        same = sorted(around, key=lambda meta: abs(meta.offset - ref.offset))
        others = [meta for meta in self._first if meta.path != ref.path]
        return [*same, *others][:_MAX_METAS]
