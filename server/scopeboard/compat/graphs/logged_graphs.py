"""Which graphs and run metadata event files carry, as TensorBoard's clients know them."""

from collections.abc import Collection
from typing import Any, Final

from scopeboard.compat.http.log_reader import Logs
from scopeboard.errors import NotFoundError
from scopeboard.events.decode.decoder import META_GRAPH_TAG, RUN_GRAPH_TAG
from scopeboard.graph.source.byte_source import LoggedBytes
from scopeboard.graph.source.containers import (
    META_GRAPH,
    RUN_GRAPH,
    TAGGED_RUN_METADATA,
    summary_value,
)
from scopeboard.protowire.nested import FieldPath
from scopeboard.types import TagKey, run_id_of

TRACE: Final = "graph_run_metadata"
TRACED_GRAPH: Final = "graph_run_metadata_graph"
KERAS_MODEL: Final = "graph_keras_model"
_VERSION: Final = b"1"  # the plugins' content; other versions are not known
_SAYS: Final = {
    TRACE: ("op_graph", "profile"),
    TRACED_GRAPH: ("op_graph",),
    KERAS_MODEL: ("conceptual_graph",),
}


class GraphLogs:
    """Finds what `/plugin/graphs` answers from."""

    def __init__(self, logs: Logs) -> None:
        self._store = logs.store

    def info(self) -> dict[str, dict[str, Any]]:
        """Return what there is, by run."""
        names = {run.id: run.name for run in self._store.each_run()}
        found: dict[str, dict[str, Any]] = {}

        def of_run(run: str) -> dict[str, Any]:
            return found.setdefault(run, {"run": run, "tags": {}, "run_graph": False})

        def note(run: str, tag: str, says: Collection[str]) -> None:
            nothing = {"conceptual_graph": False, "op_graph": False, "profile": False}
            entry = of_run(run)["tags"].setdefault(tag, {"tag": tag, **nothing})
            entry.update(dict.fromkeys(says, True))

        for run_id, tag, metadata in self._store.logged_tags("graphs"):
            if run_id in names and metadata.plugin in _SAYS and metadata.content == _VERSION:
                note(names[run_id], tag, _SAYS[metadata.plugin])
        for summary in self._store.tags("graphs"):
            if summary.key.tag in (RUN_GRAPH_TAG, META_GRAPH_TAG):
                for run_id in set(summary.runs) & set(names):
                    of_run(names[run_id])["run_graph"] = True
        for summary in self._store.tags("run_metadata"):
            for run_id in set(summary.runs) & set(names):
                note(names[run_id], summary.key.tag, ["profile"])
        return found

    def run_graph(self, run: str) -> LoggedBytes:
        """Return the newest graph of a run; of one with MetaGraphs only, that of the newest.

        Raises:
            NotFoundError: it has none.
        """
        for tag, way in ((RUN_GRAPH_TAG, RUN_GRAPH), (META_GRAPH_TAG, META_GRAPH)):
            if (found := self._last(run, TagKey("graphs", tag), way)) is not None:
                return found
        raise NotFoundError(f"No graph for run={run!r}")

    def tagged(self, run: str, tag: str, plugins: Collection[str]) -> LoggedBytes:
        """Return the newest value of one of the graph plugins.

        Raises:
            NotFoundError: there is none.
        """
        metadata = self._store.known_tags(run_id_of(run)).get(tag) if self._is_run(run) else None
        if metadata is not None and metadata.plugin in plugins:
            found = self._last(run, TagKey("graphs", tag), None)
            if found is not None:
                return found
        raise NotFoundError(f"No graph data for run={run!r}, tag={tag!r}")

    def run_metadata(self, run: str, tag: str) -> LoggedBytes:
        """Return the newest RunMetadata under a tag.

        Raises:
            NotFoundError: there is none.
        """
        found = self._last(run, TagKey("run_metadata", tag), TAGGED_RUN_METADATA)
        return found or self.tagged(run, tag, [TRACE])

    def _is_run(self, run: str) -> bool:
        return any(run == each.name for each in self._store.each_run())

    def _last(self, run: str, key: TagKey, way: FieldPath | None) -> LoggedBytes | None:
        """Return where the newest value of a tag is; without a way, that of its string."""
        refs = self._store.blobs(run_id_of(run), key)
        if not refs:
            return None
        return LoggedBytes(refs[-1], way or summary_value(refs[-1].value_index))
