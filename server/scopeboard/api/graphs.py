"""`/api/graphs`: every graph in the log, and the inside of one scope at a time."""

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
from scopeboard.graph.opened import GraphSummary, OpenedGraph, OpenedGraphs
from scopeboard.graph.scope import Scope
from scopeboard.store.blobs import BlobRef, read_payload
from scopeboard.store.store import RunSummary, Store
from scopeboard.types import RunId, TagKey

_RUN_GRAPHS: Final = TagKey("graphs", RUN_GRAPH_TAG)
_SCOPE: Final = TypeAdapter(Scope)


class GraphAnswer(Answer):
    """One graph. `nodes` counts ops; `wall_time` is when it was logged, in seconds.

    `error` is a sentence when the graph is damaged; the counts are 0 then.
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


class GraphsAnswer(Answer):
    """All graphs, by run as runs are listed, the newest of a run first."""

    generation: int
    graphs: list[GraphAnswer]


@dataclass(frozen=True, slots=True)
class _LoggedGraph:
    """Where a graph is in the log."""

    id: str
    ref: BlobRef

    def key(self) -> tuple[str, int, int, float]:
        """Return what changes when the bytes there do."""
        return (str(self.ref.path), self.ref.offset, self.ref.length, self.ref.wall_time)

    def load(self) -> bytes:
        """Read the bytes of its GraphDef."""
        return graph_def_of(read_payload(self.ref))


def graphs_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    opened = OpenedGraphs()

    @router.get("/api/graphs", response_model=GraphsAnswer)
    def get_graphs(request: Request) -> Response:
        """List the graphs of all runs."""
        generation = store.generation
        graphs = [
            _graph_answer(run, graph, opened)
            for run in store.runs()
            for graph in _logged_graphs(store, run.id)
        ]
        answer = GraphsAnswer(generation=generation, graphs=graphs)
        etag = f"{store.instance}-{generation}"
        return json_answer(request, answer.model_dump_json(), etag)

    @router.get(
        "/api/graphs/{graph_id}/scope", response_model=Scope, responses=error_responses(404)
    )
    def get_scope(request: Request, graph_id: str, name: str = "") -> Response:
        """Return the inside of one scope; without a name, the top level."""
        scope = build_scope(_open(store, opened, graph_id).prepared, name)
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


def _open(store: Store, opened: OpenedGraphs, graph_id: str) -> OpenedGraph:
    run = RunId(graph_id.partition("-")[0])
    for graph in _logged_graphs(store, run):
        if graph.id == graph_id:
            return opened.get_graph(graph.key(), graph.load)
    raise NotFoundError("There is no such graph (any more); choose another from the list.")


def _graph_answer(run: RunSummary, graph: _LoggedGraph, opened: OpenedGraphs) -> GraphAnswer:
    error: str | None = None
    try:
        summary = opened.get_summary(graph.key(), graph.load)
    except (DamagedDataError, NotFoundError) as damage:
        summary, error = GraphSummary("", 0, 0, 0, 0), str(damage)
    return GraphAnswer(
        id=graph.id,
        run=run.name,
        tag=RUN_GRAPH_TAG,
        kind="op",
        wall_time=graph.ref.wall_time,
        nodes=summary.nodes,
        edges=summary.edges,
        fingerprint=summary.fingerprint,
        error=error,
    )
