"""`/api/graphs`: every graph in the log."""

from hashlib import blake2b
from typing import Final

from fastapi import APIRouter, Request, Response

from scopeboard.api.answer import Answer, JsonFloat, json_answer
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.logged_graphs import GraphEntry, GraphKind, LoggedGraphs
from scopeboard.graph.summary import GraphSummary
from scopeboard.store.store import Store

_ETAG_BYTES: Final = 16
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
    kind: GraphKind
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


def graphs_router(store: Store, graphs: LoggedGraphs) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()

    @router.get("/api/graphs", response_model=GraphsAnswer)
    def get_graphs(request: Request) -> Response:
        """List the graphs of all runs."""
        generation = store.generation
        answers = [_graph_answer(entry, graphs) for entry in graphs.entries()]
        body = GraphsAnswer(generation=generation, graphs=answers).model_dump_json().encode()
        # Not the generation alone: a file that cannot be read for a moment changes what is said.
        etag = blake2b(body, digest_size=_ETAG_BYTES).hexdigest()
        return json_answer(request, body, etag)

    return router


def _graph_answer(entry: GraphEntry, graphs: LoggedGraphs) -> GraphAnswer:
    summary, error = GraphSummary(), None
    try:
        summary = graphs.summary(entry)
    except (DamagedDataError, NotFoundError) as damage:
        error = str(damage)
    return GraphAnswer(
        id=entry.id,
        run=entry.run,
        tag=entry.tag,
        kind=entry.kind,
        wall_time=entry.wall_time,
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
