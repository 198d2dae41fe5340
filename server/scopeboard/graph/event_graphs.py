"""The graphs that event files carry, run by run."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode import META_GRAPH_TAG, RUN_GRAPH_TAG
from scopeboard.graph.converted_bytes import Conversions
from scopeboard.graph.graph_bytes import LoggedBytes
from scopeboard.graph.graph_entry import GraphEntry, graph_id, graph_source
from scopeboard.graph.held_graphs import (
    META_GRAPH,
    RUN_GRAPH,
    TAGGED_RUN_METADATA,
    HeldGraph,
    graph_of_plugin,
    graphs_of_trace,
)
from scopeboard.store.blobs import BlobRef
from scopeboard.store.names import shown
from scopeboard.store.store import Store
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
        self._held: dict[_Place, list[HeldGraph]] = {}

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
        for key in _OWN:
            yield from self._of_tag(run_id, name, key)
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

    def _of_tags(self, run_id: RunId, name: str, keys: list[TagKey]) -> Iterator[GraphEntry]:
        for key in keys:
            yield from self._of_tag(run_id, name, key)

    def _of_tag(self, run_id: RunId, name: str, key: TagKey) -> Iterator[GraphEntry]:
        for ref in reversed(self._store.blobs(run_id, key)):
            for held in self._graphs_at(run_id, key, ref):
                yield self._entry(run_id, name, key.tag, ref, held)

    def _graphs_at(self, run_id: RunId, key: TagKey, ref: BlobRef) -> list[HeldGraph]:
        if key.tag == RUN_GRAPH_TAG:
            return [HeldGraph(RUN_GRAPH, "op")]
        if key.tag == META_GRAPH_TAG:
            return [HeldGraph(META_GRAPH, "op", "MetaGraph", may_repeat=True)]
        place = (str(ref.path), ref.offset, ref.length, ref.value_index)
        if place not in self._held:
            try:
                found = self._look_up(run_id, key, ref)
            except (DamagedDataError, NotFoundError):
                return []  # a trace or model that cannot be read: there may be a better one later
            self._held[place] = found
            if len(self._held) > _MAX_KNOWN:
                del self._held[next(iter(self._held))]
        return self._held[place]

    def _look_up(self, run_id: RunId, key: TagKey, ref: BlobRef) -> list[HeldGraph]:
        window = LoggedBytes(ref, ()).window()
        if key.kind == "graphs":
            metadata = self._store.known(run_id).get(key.tag)
            return graph_of_plugin(window, ref.value_index, metadata.plugin if metadata else "")
        found = graphs_of_trace(window, TAGGED_RUN_METADATA, is_export=False)
        return [replace(held, kind="profile") for held in found]

    def _entry(
        self, run_id: RunId, name: str, tag: str, ref: BlobRef, held: HeldGraph
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
            file=shown(ref.path.name),
            wall_time=ref.wall_time,
            size=ref.length,
            form=held.form,
            source=source,
            step=None if is_own else ref.step,
            function=held.function,
            may_repeat=held.may_repeat,
            metas=self._metas(run_id, tag, ref),
        )

    def _metas(self, run_id: RunId, tag: str, ref: BlobRef) -> tuple[LoggedBytes, ...]:
        """Return the MetaGraphDefs of a run beside one of its own graphs, the nearest first."""
        if tag not in {RUN_GRAPH_TAG, META_GRAPH_TAG}:
            return ()
        refs = self._store.blobs(run_id, TagKey("graphs", META_GRAPH_TAG))
        near = sorted(refs, key=lambda meta: (meta.path != ref.path, abs(meta.offset - ref.offset)))
        return tuple(LoggedBytes(meta, META_GRAPH[:1]) for meta in near[:_MAX_METAS])
