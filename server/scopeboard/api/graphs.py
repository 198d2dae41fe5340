"""`/api/graphs`: every graph in the log, and the inside of one scope at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

from scopeboard.api.answer import Answer, JsonFloat, error_responses, json_answer
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode import RUN_GRAPH_TAG
from scopeboard.events.payload import graph_def_of
from scopeboard.graph.build_scope import build_scope
from scopeboard.graph.opened import OpenedGraphs
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.scope import Scope
from scopeboard.graph.summary import SUMMARY_FORM, GraphSummary
from scopeboard.store.blobs import BlobRef, read_checksum, read_payload
from scopeboard.store.store import RunSummary, Store
from scopeboard.types import RunId, TagKey

_RUN_GRAPHS: Final = TagKey("graphs", RUN_GRAPH_TAG)
_SCOPE: Final = TypeAdapter(Scope)
_ETAG_BYTES: Final = 16
_LEAST_KEPT: Final = 1 << 15  # a graph of fewer bytes is counted as fast as its count is found
_SHARED_NAME: Final = "{} op shares its name with another and is shown with a number, as in #2."
_SHARED_NAMES: Final = "{} ops share a name with another and are shown with a number, as in #2."
_DAMAGED_OP: Final = "{} op is damaged and shown as far as it can be read."
_DAMAGED_OPS: Final = "{} ops are damaged and shown as far as they can be read."


class GraphAnswer(Answer):
    """One graph. `nodes` counts ops; `wall_time` is when it was logged, in seconds.

    `error` is a sentence when the graph is damaged: the counts are of what can be shown of it, 0
    when nothing can. `warnings` are sentences on what is shown otherwise than it was logged.
    """

    id: str
    run: str
    tag: str
    kind: Literal["op", "conceptual", "profile"]
    wall_time: JsonFloat
    nodes: int
    edges: int
    fingerprint: str
    error: str | None
    warnings: list[str]


class GraphsAnswer(Answer):
    """All graphs, by run as runs are listed, the newest of a run first."""

    generation: int
    graphs: list[GraphAnswer]


@dataclass(frozen=True, slots=True)
class _LoggedGraph:
    """Where a graph is in the log."""

    id: str
    ref: BlobRef

    def key(self) -> tuple[str, int, int, bytes]:
        """Return what changes when the bytes there do: their place and their checksum.

        Raises:
            NotFoundError: they cannot be read now.
        """
        return (str(self.ref.path), self.ref.offset, self.ref.length, read_checksum(self.ref))

    def load(self) -> bytes:
        """Read the bytes of its GraphDef."""
        return graph_def_of(read_payload(self.ref))


class _Graphs:
    """The graphs of a log directory: counted once, also over restarts, and parsed when opened."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._opened = OpenedGraphs()

    def all(self) -> Iterator[tuple[RunSummary, _LoggedGraph]]:
        """Yield every graph with its run."""
        holders = frozenset(self._store.runs_with(_RUN_GRAPHS))
        for run in self._store.runs():
            if run.id in holders:
                for graph in _logged_graphs(self._store, run.id):
                    yield run, graph

    def summary(self, graph: _LoggedGraph) -> GraphSummary:
        """Return what the list says of a graph.

        Raises:
            DamagedDataError: there is no graph in its bytes.
            NotFoundError: they cannot be read now.
        """
        key = graph.key()
        if graph.ref.length < _LEAST_KEPT:
            return self._opened.get_summary(key, graph.load)
        fact = _fact_of(key)
        if (kept := self._store.find_fact(fact)) is not None:
            return GraphSummary.from_bytes(kept)
        summary = self._opened.get_summary(key, graph.load)
        self._store.keep_fact(fact, summary.to_bytes())
        return summary

    def open(self, graph_id: str) -> PreparedGraph:
        """Return the graph of an id.

        Raises:
            DamagedDataError: there is no graph in its bytes.
            NotFoundError: there is none of that id, or its bytes cannot be read now.
        """
        run = RunId(graph_id.partition("-")[0])
        for graph in _logged_graphs(self._store, run):
            if graph.id == graph_id:
                return self._opened.get_graph(graph.key(), graph.load)
        raise NotFoundError("There is no such graph (any more); choose another from the list.")


def graphs_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    graphs = _Graphs(store)

    @router.get("/api/graphs", response_model=GraphsAnswer)
    def get_graphs(request: Request) -> Response:
        """List the graphs of all runs."""
        generation = store.generation
        answers = [_graph_answer(run, graph, graphs) for run, graph in graphs.all()]
        body = GraphsAnswer(generation=generation, graphs=answers).model_dump_json().encode()
        # Not the generation alone: a file that cannot be read for a moment changes what is said.
        etag = blake2b(body, digest_size=_ETAG_BYTES).hexdigest()
        return json_answer(request, body, etag)

    @router.get(
        "/api/graphs/{graph_id}/scope", response_model=Scope, responses=error_responses(404, 422)
    )
    def get_scope(request: Request, graph_id: str, name: str = "") -> Response:
        """Return the inside of one scope; without a name, the top level."""
        scope = build_scope(graphs.open(graph_id), name)
        return json_answer(request, _SCOPE.dump_json(scope), scope.hash)

    return router


def _logged_graphs(store: Store, run: RunId) -> list[_LoggedGraph]:
    """Return a run's graphs, the newest first."""
    refs = reversed(store.blobs(run, _RUN_GRAPHS))
    return [_LoggedGraph(_graph_id(run, ref), ref) for ref in refs]


def _graph_id(run: RunId, ref: BlobRef) -> str:
    """Return an opaque id that stays the same while the graph stays where it is."""
    place = f"{ref.path.name}/{ref.offset}".encode("utf-8", "surrogateescape")
    return f"{run}-{blake2b(place, digest_size=4).hexdigest()}"


def _fact_of(key: tuple[str, int, int, bytes]) -> str:
    """Return under which name the store keeps the summary of a graph."""
    path, *place = key
    said = f"{SUMMARY_FORM} {place} {path}".encode("utf-8", "surrogateescape")
    return f"graph {blake2b(said, digest_size=_ETAG_BYTES).hexdigest()}"


def _graph_answer(run: RunSummary, graph: _LoggedGraph, graphs: _Graphs) -> GraphAnswer:
    summary, error = GraphSummary(), None
    try:
        summary = graphs.summary(graph)
    except (DamagedDataError, NotFoundError) as damage:
        error = str(damage)
    return GraphAnswer(
        id=graph.id,
        run=run.name,
        tag="",
        kind="op",
        wall_time=graph.ref.wall_time,
        nodes=summary.nodes,
        edges=summary.edges,
        fingerprint=summary.fingerprint,
        error=error or _told_cut(summary),
        warnings=_warnings(summary),
    )


def _told_cut(summary: GraphSummary) -> str | None:
    if not summary.is_cut:
        return None
    nodes = "1 node" if summary.nodes == 1 else f"{summary.nodes:,} nodes"
    return f"The graph is cut after {nodes}; what stands before the cut is shown."


def _warnings(summary: GraphSummary) -> list[str]:
    return [
        (one if count == 1 else many).format(f"{count:,}")
        for count, one, many in (
            (summary.duplicate_names, _SHARED_NAME, _SHARED_NAMES),
            (summary.ghost_inputs, "{} input names no op.", "{} inputs name no op."),
            (summary.damaged_ops, _DAMAGED_OP, _DAMAGED_OPS),
        )
        if count
    ]
