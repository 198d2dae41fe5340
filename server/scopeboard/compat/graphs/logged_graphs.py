"""Graphs and run metadata of event files, under the names of TensorBoard's API."""

from collections.abc import Collection
from typing import Any, Final

from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import NotFoundError
from scopeboard.events.decode.decoder import META_GRAPH_TAG, RUN_GRAPH_TAG
from scopeboard.graph.source.byte_source import GraphBytes, LoggedBytes
from scopeboard.graph.source.containers import (
    TAGGED_RUN_METADATA,
    summary_value,
)
from scopeboard.graph.source.converted_source import Conversions
from scopeboard.graph.source.event_files import EventGraphs
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.types import TagKey, run_id_of

TRACE: Final = "graph_run_metadata"
TRACED_GRAPH: Final = "graph_run_metadata_graph"
KERAS_MODEL: Final = "graph_keras_model"
_VERSION: Final = b"1"  # of the plugins' metadata; other versions are unknown
_FLAGS: Final = {
    TRACE: ("op_graph", "profile"),
    TRACED_GRAPH: ("op_graph",),
    KERAS_MODEL: ("conceptual_graph",),
}


class GraphLogs:
    """Finds the graphs for `/plugin/graphs` in a store."""

    def __init__(self, logs: LogReader) -> None:
        self._store = logs.store
        self._graphs = EventGraphs(logs.store, Conversions())

    def info(self) -> dict[str, dict[str, Any]]:
        """Return the runs with graphs and, of each tag, the data that it has."""
        names = {run.id: run.name for run in self._store.each_run()}
        runs: dict[str, dict[str, Any]] = {}

        def run_entry(run: str) -> dict[str, Any]:
            return runs.setdefault(run, {"run": run, "tags": {}, "run_graph": False})

        def add_tag(run: str, tag: str, flags: Collection[str]) -> None:
            defaults = {"conceptual_graph": False, "op_graph": False, "profile": False}
            entry = run_entry(run)["tags"].setdefault(tag, {"tag": tag, **defaults})
            entry.update(dict.fromkeys(flags, True))

        for run_id, tag, metadata in self._store.logged_tags("graphs"):
            if run_id in names and metadata.plugin in _FLAGS and metadata.content == _VERSION:
                add_tag(names[run_id], tag, _FLAGS[metadata.plugin])
        for summary in self._store.tags("graphs"):
            if summary.key.tag in (RUN_GRAPH_TAG, META_GRAPH_TAG):
                for run_id in set(summary.runs) & set(names):
                    run_entry(names[run_id])["run_graph"] = True
        for summary in self._store.tags("run_metadata"):
            for run_id in set(summary.runs) & set(names):
                add_tag(names[run_id], summary.key.tag, ["profile"])
        return runs

    def run_graph(self, run: str) -> GraphBytes:
        """Return the newest graph of a run, or that of its newest MetaGraph if it has no other.

        Raises:
            NotFoundError: the run has no graph.
        """
        for entry in self._graphs.own_graphs(run_id_of(run)):
            return entry.source
        raise NotFoundError(f"No graph for run={run!r}")

    def tagged(self, run: str, tag: str, plugins: Collection[str]) -> LoggedBytes:
        """Return the newest value under a tag of one of these plugins.

        Raises:
            NotFoundError: there is none.
        """
        is_run = any(run == each.name for each in self._store.each_run())
        metadata = self._store.known_tags(run_id_of(run)).get(tag) if is_run else None
        if metadata is not None and metadata.plugin in plugins:
            for ref in reversed(find_blobs(self._store, run_id_of(run), TagKey("graphs", tag))):
                return LoggedBytes(ref, summary_value(ref.value_index))
        raise NotFoundError(f"No graph data for run={run!r}, tag={tag!r}")

    def run_metadata(self, run: str, tag: str) -> LoggedBytes:
        """Return the newest RunMetadata under a tag.

        Raises:
            NotFoundError: there is none.
        """
        for ref in reversed(find_blobs(self._store, run_id_of(run), TagKey("run_metadata", tag))):
            return LoggedBytes(ref, TAGGED_RUN_METADATA)
        return self.tagged(run, tag, [TRACE])
