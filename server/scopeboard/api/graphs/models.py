"""`/api/graphs/models`: which runs have the same model, for a column of the run table."""

from hashlib import blake2b
from typing import Final

from fastapi import APIRouter, Request, Response

from scopeboard.api.http.conditional import json_answer
from scopeboard.api.http.schema import Answer
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.store.store import Store

_PATIENCE_SECONDS: Final = 0.4
_ETAG_BYTES: Final = 16


class RunModelAnswer(Answer):
    """The main graph of a run, and the hash of its structure.

    Equal hashes mean the same ops, wired alike in the same scopes, up to names, each with the same
    number of parameters. The hash is null while the graph is being read, and empty if it cannot be.
    """

    run: str
    graph: str
    hash: str | None


class ModelsAnswer(Answer):
    """The models of the runs with a graph, in the order of runs.

    While graphs are `reading`, a later request returns more.
    """

    generation: int
    reading: bool
    models: list[RunModelAnswer]


def graph_models_router(store: Store, graphs: LoggedGraphs) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get("/api/graphs/models", response_model=ModelsAnswer)
    def get_models(request: Request) -> Response:
        """List the main graph of each run, with a hash that is equal for equal models.

        The first request reads these graphs, each content once.
        """
        generation = store.generation
        models = graphs.models(_PATIENCE_SECONDS)
        answer = ModelsAnswer(
            generation=generation,
            reading=any(model.hash is None for model in models),
            models=[
                RunModelAnswer(run=model.run_id, graph=model.graph_id, hash=model.hash)
                for model in models
            ],
        )
        body = answer.model_dump_json().encode()
        # The generation is not enough: hashes become known without a change of the log.
        etag = blake2b(body, digest_size=_ETAG_BYTES).hexdigest()
        return json_answer(request, body, etag)

    return router
