"""What clients ask first: who serves, which runs there are, and which plugins have data."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard import __version__
from scopeboard.compat.http.answer import json_answer
from scopeboard.compat.http.log_reader import Logs
from scopeboard.compat.http.plugins import plugins_listing
from scopeboard.compat.http.server_facts import ServerFacts
from scopeboard.compat.projector.projector_routes import has_embeddings


def server_routes(logs: Logs, facts: ServerFacts) -> list[Route]:
    """Return `/environment`, `/logdir`, `/runs` and what else is not of one plugin."""

    def location() -> str:
        roots = [searched.root for searched in logs.store.searched]
        if facts.location or len(roots) != 1:
            return facts.location or facts.log_directory
        return str(roots[0])

    def environment(_: Request) -> Response:
        return json_answer(
            {
                "version": __version__,
                "data_location": location(),
                "window_title": facts.window_title,
                "experiment_name": "",
                "experiment_description": "",
                "creation_time": 0,
            }
        )

    def runs(_: Request) -> Response:
        return json_answer(logs.run_names())

    def plugins(_: Request) -> Response:
        logged = {tag.key.kind for tag in logs.store.tags()}
        return json_answer(plugins_listing(logged, has_embeddings=has_embeddings(logs)))

    def logdir(_: Request) -> Response:
        return json_answer({"logdir": location()})

    fixed: dict[str, Any] = {
        "/window_properties": {"window_title": facts.window_title},
        "/plugin/debugger-v2/runs": {},  # asked by TensorBoard's page, whatever is logged
        "/experiments": [],
        "/experiment_runs": [],
        "/notifications": {"notifications": []},
    }
    return [
        Route("/environment", environment),
        Route("/logdir", logdir),
        Route("/runs", runs),
        Route("/plugins_listing", plugins),
        *(Route(path, _always(content)) for path, content in fixed.items()),
    ]


def _always(content: object) -> Any:  # noqa: ANN401 - an endpoint
    def answer(_: Request) -> Response:
        return json_answer(content)

    return answer
