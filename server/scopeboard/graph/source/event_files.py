"""The graphs that event files carry, run by run."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.decoder import META_GRAPH_TAG, RUN_GRAPH_TAG
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
from scopeboard.store.format.blobs import BlobRef
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.system.file_names import display_name
from scopeboard.types import Kind, RunId, TagKey

_MAX_KNOWN: Final = 100_000
_MANY: Final = 50  # tags of one run, beyond which its list is kept until something changes
_MAX_METAS: Final = 8  # of a run that may belong to one of its graphs
_KINDS: Final[tuple[Kind, ...]] = ("graphs", "run_metadata")
_OWN: Final = (TagKey("graphs", RUN_GRAPH_TAG), TagKey("graphs", META_GRAPH_TAG))
_Place = tuple[str, int, int, int]


class EventGraphs:
    """Lists what event files carry; what a record holds is looked up once."""

    def __init__(self, store: Store, conversions: Conversions) -> None:
        self._store = store
        self._conversions = conversions
        self._keys: tuple[int, dict[RunId, list[TagKey]]] | None = None
        self._of_many: tuple[int, dict[tuple[RunId, str], list[GraphEntry]]] = (-1, {})
        self._held: LRUCache[_Place, list[ContainedGraph]] = LRUCache(_MAX_KNOWN)

    def keys_by_run(self) -> dict[RunId, list[TagKey]]:
        """Return the tags that may hold graphs, of each run that has any."""
        generation = self._store.generation
        if self._keys is None or self._keys[0] != generation:
            keys: dict[RunId, list[TagKey]] = defaultdict(list)
            for kind in _KINDS:
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
            yield from self._of_tags(run_id, name, keys)
            return
        generation, known = self._of_many
        if generation != self._store.generation:
            self._of_many = (generation, known) = (self._store.generation, {})
        if (run_id, name) not in known:
            known[run_id, name] = list(self._of_tags(run_id, name, keys))
        yield from known[run_id, name]

    def own_graphs(self, run_id: RunId, name: str = "") -> Iterator[GraphEntry]:
        """Yield the graphs that a run logged without a tag, the newest first, then MetaGraphs."""
        for key in _OWN:
            yield from self._of_tag(run_id, name, key)

    def _of_tags(self, run_id: RunId, name: str, keys: list[TagKey]) -> Iterator[GraphEntry]:
        for key in keys:
            yield from self._of_tag(run_id, name, key)

    def _of_tag(self, run_id: RunId, name: str, key: TagKey) -> Iterator[GraphEntry]:
        is_own = key in _OWN
        metas = _Metas(find_blobs(self._store, run_id, _OWN[1]) if is_own else [])
        refs = find_blobs(self._store, run_id, key)
        left_out = f"newest {MAX_LISTED:,} of {len(refs):,}" if len(refs) > MAX_LISTED else ""
        for ref in reversed(refs[-MAX_LISTED:]):
            for held in self._graphs_at(run_id, key, ref):
                stage = ", ".join(filter(None, (held.stage, left_out)))
                said = replace(held, stage=stage) if left_out else held
                yield self._entry(run_id, name, key.tag, ref, said, metas)

    def _graphs_at(self, run_id: RunId, key: TagKey, ref: BlobRef) -> list[ContainedGraph]:
        if key.tag == RUN_GRAPH_TAG:
            return [ContainedGraph(RUN_GRAPH, "op")]
        if key.tag == META_GRAPH_TAG:
            return [ContainedGraph(META_GRAPH, "op", "MetaGraph", may_repeat=True)]
        place = (str(ref.path), ref.offset, ref.length, ref.value_index)
        held = self._held.find(place)
        if held is None:
            try:
                held = self._look_up(run_id, key, ref)
            except (DamagedDataError, NotFoundError):
                return []  # a trace or model that cannot be read: there may be a better one later
            self._held.put(place, held)
        return held

    def _look_up(self, run_id: RunId, key: TagKey, ref: BlobRef) -> list[ContainedGraph]:
        window = LoggedBytes(ref, ()).window()
        if key.kind == "graphs":
            metadata = self._store.known_tags(run_id).get(key.tag)
            return graph_of_plugin(window, ref.value_index, metadata.plugin if metadata else "")
        found = graphs_of_trace(window, TAGGED_RUN_METADATA, is_export=False)
        return [replace(held, kind="profile") for held in found]

    def _entry(
        self,
        run_id: RunId,
        name: str,
        tag: str,
        ref: BlobRef,
        held: ContainedGraph,
        metas: "_Metas",
    ) -> GraphEntry:
        way = tuple(number for step in held.path for number in step)
        place, is_own = [ref.path.name, ref.offset], tag in {RUN_GRAPH_TAG, META_GRAPH_TAG}
        if tag != RUN_GRAPH_TAG:
            place.append(str(way))
        source = graph_source(held, LoggedBytes(ref, held.path), self._conversions)
        return GraphEntry(
            id=graph_id(run_id, place),
            run_id=run_id,
            run=name,
            tag="" if is_own else tag,
            kind=held.kind,
            stage=held.stage,
            file=display_name(ref.path.name),
            wall_time=ref.wall_time,
            size=ref.length,
            form=held.form,
            source=source,
            step=None if is_own else ref.step,
            function=held.function,
            may_repeat=held.may_repeat,
            metas=self._metas(metas, tag, ref),
        )

    def _metas(self, metas: "_Metas", tag: str, ref: BlobRef) -> tuple[LoggedBytes, ...]:
        """Return the MetaGraphDefs of a run beside one of its own graphs, the nearest first."""
        if tag not in {RUN_GRAPH_TAG, META_GRAPH_TAG}:
            return ()
        return tuple(LoggedBytes(meta, META_GRAPH[:1]) for meta in metas.near(ref))


class _Metas:
    """The MetaGraphDefs of a run by file, so that each of many graphs finds the nearest at once."""

    def __init__(self, refs: Sequence[BlobRef]) -> None:
        self._first = refs[: 2 * _MAX_METAS]
        self._of_file: dict[Path, list[BlobRef]] = defaultdict(list)
        for ref in refs:
            self._of_file[ref.path].append(ref)
        for of_file in self._of_file.values():
            of_file.sort(key=_offset)

    def near(self, ref: BlobRef) -> list[BlobRef]:
        """Return the nearest ones: those of the same file by distance, then some of other files."""
        of_file = self._of_file.get(ref.path, [])
        at = bisect_left(of_file, ref.offset, key=_offset)
        around = of_file[max(at - _MAX_METAS, 0) : at + _MAX_METAS]
        same = sorted(around, key=lambda meta: abs(meta.offset - ref.offset))
        others = [meta for meta in self._first if meta.path != ref.path]
        return [*same, *others][:_MAX_METAS]


def _offset(ref: BlobRef) -> int:
    return ref.offset
