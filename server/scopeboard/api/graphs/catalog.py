"""`/api/graphs`: all graphs, and uploads of graph files."""

from hashlib import blake2b
from pathlib import Path
from typing import Final, Literal

from fastapi import APIRouter, HTTPException, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.api.http.conditional import JsonStep, json_answer, json_step
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import (
    DamagedDataError,
    NotFoundError,
    RefusedError,
    ScopeboardError,
    UnavailableError,
)
from scopeboard.graph.catalog.catalog import GraphEntry, GraphKind, LoggedGraphs
from scopeboard.graph.catalog.graph_pool import Stage
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.catalog.summary_cache import Outcome
from scopeboard.graph.graphdef.truncated_names import MAX_NAME_BYTES
from scopeboard.graph.source.graph_files import FILES
from scopeboard.graph.source.uploads import MAX_UPLOAD_BYTES, UPLOADS
from scopeboard.store.store import Store

_CREATED: Final = 201
_PATIENCE_SECONDS: Final[float | None] = 0.4
"""Most lists are complete after this time, and viewers do not notice it yet."""

_TOO_LARGE_STATUS: Final = 413
_ANY_BYTES: Final = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_ETAG_BYTES: Final = 16
GraphSource = Literal["run", "file", "upload"]
_SOURCES: Final[dict[str, GraphSource]] = {FILES: "file", UPLOADS: "upload"}
_TOO_LARGE: Final = (
    f"The file is larger than {MAX_UPLOAD_BYTES >> 20} MB; start with --graph FILE to see it."
)
_SHARED_NAME: Final = "{} op shares its name with another and is shown with a number, as in #2."
_SHARED_NAMES: Final = "{} ops share a name with another and are shown with a number, as in #2."
_DAMAGED_OP: Final = "{} op is damaged and shown as far as it can be read."
_DAMAGED_OPS: Final = "{} ops are damaged and shown as far as they can be read."

_LONG_NAME: Final = (
    f"{{}} name is longer than {MAX_NAME_BYTES:,} bytes and shown cut, with a hash of the whole."
)
_LONG_NAMES: Final = (
    f"{{}} names are longer than {MAX_NAME_BYTES:,} bytes and shown cut, "
    "each with a hash of the whole."
)


class GraphAnswer(Answer):
    """One graph. `nodes` counts ops; `wall_time` is when it was logged, in seconds.

    `source` is the event files of its run, a file with graphs, or one that a viewer uploaded.
    `stage` describes it beside its tag (`before optimisation`), `file` is the name of its file,
    `bytes` its size. `step` is the step at which a tag logged it. If one value has several traced
    functions, `function` is the number of this one, from 1. `label` is the function that the graph
    calls, or its most frequent op types. `functions` and `function_ops` count the function library,
    whose ops are not among `nodes`. `fingerprint` is a hash of the content, the same for the same
    ops and edges. `error` is a sentence if the graph is damaged: the counts are of the part that
    can be shown, 0 if none can. `warnings` are sentences on parts that are not shown as logged.
    `properties` are lines on a model of another format: `producer: pytorch 2.13.0`.
    While the graph is `reading`, the counts are 0 and the fingerprint is empty.
    """

    id: str
    run: str
    tag: str
    kind: GraphKind
    source: GraphSource
    stage: str
    file: str
    step: JsonStep | None
    function: int | None
    label: str
    wall_time: JsonFloat
    bytes: int
    nodes: int
    edges: int
    functions: int
    function_ops: int
    fingerprint: str
    error: str | None
    warnings: list[str]
    properties: list[str]
    reading: bool

    @classmethod
    def of(cls, entry: GraphEntry, outcome: Outcome | None) -> "GraphAnswer":
        """Return the answer for a graph; `outcome` is None until its summary has been read."""
        summary = outcome if isinstance(outcome, GraphSummary) else GraphSummary()
        error = str(outcome) if isinstance(outcome, ScopeboardError) else None
        if summary.is_cut and not error:
            nodes = "1 node" if summary.nodes == 1 else f"{summary.nodes:,} nodes"
            error = f"The graph is cut after {nodes}; the part before the cut is shown."
        return cls(
            id=entry.id,
            run=entry.run,
            tag=entry.tag,
            kind=entry.kind,
            source=_SOURCES.get(entry.run_id, "run"),
            stage=entry.stage,
            file=entry.file,
            step=None if entry.step is None else json_step(entry.step),
            function=entry.function or None,
            label=summary.label,
            wall_time=entry.wall_time,
            bytes=entry.size,
            nodes=summary.nodes,
            edges=summary.edges,
            functions=summary.functions,
            function_ops=summary.function_ops,
            fingerprint=summary.fingerprint,
            error=error,
            warnings=_warnings(entry, summary),
            properties=[f"{name}: {value}" for name, value in summary.properties],
            reading=outcome is None,
        )


class StageAnswer(Answer):
    """The current or next stage of opening a graph.

    Its bytes are parsed, then its ops and edges are built, then they are grouped by scope. A graph
    that is ready remains at the last stage.
    """

    stage: Stage


class GraphsAnswer(Answer):
    """All graphs: uploads and named files, then by run in the order of runs, the newest first.

    While graphs are `reading`, a later request returns more.
    """

    generation: int
    reading: bool
    graphs: list[GraphAnswer]


class DroppedAnswer(Answer):
    """The graphs of an uploaded file."""

    graphs: list[GraphAnswer]


def graphs_router(store: Store, graphs: LoggedGraphs, *, read_only: bool = False) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()

    @router.get("/api/graphs", response_model=GraphsAnswer)
    def get_graphs(request: Request) -> Response:
        """List the graphs of all runs."""
        generation = store.generation
        entries = graphs.entries(_PATIENCE_SECONDS)
        outcomes = graphs.find_summaries(entries, _PATIENCE_SECONDS)
        answers = [GraphAnswer.of(*pair) for pair in zip(entries, outcomes, strict=True)]
        reading = graphs.are_being_read()
        answer = GraphsAnswer(generation=generation, reading=reading, graphs=answers)
        body = answer.model_dump_json().encode()
        # The generation is not enough: a file that is unreadable for a while changes the answer.
        etag = blake2b(body, digest_size=_ETAG_BYTES).hexdigest()
        return json_answer(request, body, etag)

    @router.get(
        "/api/graphs/{graph_id}/stage",
        response_model=StageAnswer,
        responses=error_responses(404, 422),
    )
    def get_stage(graph_id: str, response: Response) -> StageAnswer:
        """Return the stage of opening a graph, while a client waits for a scope of it."""
        response.headers["Cache-Control"] = "no-store"
        return StageAnswer(stage=graphs.resolve(graph_id).stage())

    @router.post(
        "/api/graphs",
        status_code=_CREATED,
        response_model=DroppedAnswer,
        responses=error_responses(403, 413, 422, 503),
        openapi_extra=_ANY_BYTES,
    )
    async def drop_graph(
        request: Request, name: str = Query(default="graph", max_length=1000)
    ) -> DroppedAnswer:
        """Upload a file of up to 512 MB as the body, and list its graphs.

        The server holds the last 16 files until it stops.
        """
        if read_only:
            raise RefusedError("This server was started with --read_only: it accepts no files.")
        try:
            path = await run_in_threadpool(graphs.uploads.new_path)
        except OSError as error:
            message = f"The disk has no space for the file: {error.strerror}."
            raise UnavailableError(message) from error
        try:
            await _receive(request, path)
            answers = await run_cancellable(
                request, lambda check: _add_uploaded(graphs, path, name, check)
            )
        except BaseException:
            graphs.uploads.remove(path)
            raise
        return DroppedAnswer(graphs=answers)

    return router


async def _receive(request: Request, path: Path) -> None:
    """Write the body of a request to a file as it arrives.

    Raises:
        HTTPException: it is too large.
        UnavailableError: the disk is full or fails.
    """
    size = 0
    try:
        with path.open("wb") as file:
            async for piece in request.stream():
                size += len(piece)
                if size > MAX_UPLOAD_BYTES:
                    raise HTTPException(_TOO_LARGE_STATUS, _TOO_LARGE)
                await run_in_threadpool(file.write, piece)
    except OSError as error:
        raise UnavailableError(f"The file cannot be written: {error.strerror}.") from error


def _add_uploaded(
    graphs: LoggedGraphs, path: Path, name: str, check: CancelCheck
) -> list[GraphAnswer]:
    """Return the graphs of an uploaded file.

    Raises:
        CancelledError: the client disconnected.
        DamagedDataError: it has no graph, or none that can be read.
    """
    entries = graphs.upload(path, name, check)
    answers = [GraphAnswer.of(entry, graphs.outcome(entry, check)) for entry in entries]
    if all(answer.error and not answer.nodes for answer in answers):
        raise DamagedDataError(str(answers[0].error) if answers else "The file contains no graph.")
    return answers


def _warnings(entry: GraphEntry, summary: GraphSummary) -> list[str]:
    """Return sentences on parts of a graph that are not shown as logged."""
    warnings = [
        (one if count == 1 else many).format(f"{count:,}")
        for count, one, many in (
            (summary.duplicate_names, _SHARED_NAME, _SHARED_NAMES),
            (summary.ghost_inputs, "{} input names no op.", "{} inputs name no op."),
            (summary.damaged_ops, _DAMAGED_OP, _DAMAGED_OPS),
            (summary.long_names, _LONG_NAME, _LONG_NAMES),
        )
        if count
    ]
    attributes = []
    for description, offset in summary.damage:
        try:
            in_file = entry.source.offset_in_file(offset)
        except (DamagedDataError, NotFoundError):  # the file is not available now
            in_file = None
        attributes.append(description if in_file is None else f"{description} (byte {in_file:,})")
    if attributes:
        more = f", and {summary.more_damage:,} more" if summary.more_damage else ""
        warnings.append(f"Damaged attributes in {entry.file}: {', '.join(attributes)}{more}.")
    return warnings
