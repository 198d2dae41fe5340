"""Server information: environment, log directory, runs, and the plugins that have data."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard import __version__
from scopeboard.compat.http.answer import json_answer
from scopeboard.compat.http.error_responses import Endpoint
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.compat.http.plugins import plugins_listing
from scopeboard.compat.http.server_facts import ServerFacts
from scopeboard.compat.projector.projector_routes import has_embeddings


def server_routes(logs: LogReader, facts: ServerFacts) -> list[Route]:
    """Return the routes that belong to no plugin, such as `/environment` and `/runs`."""

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

    def constant(content: object) -> Endpoint:
        return lambda _: json_answer(content)

    def logdir(_: Request) -> Response:
        return json_answer({"logdir": location()})

    fixed: dict[str, Any] = {
        "/window_properties": {"window_title": facts.window_title},
        "/plugin/debugger-v2/runs": {},  # TensorBoard's page always requests it
        "/experiments": [],
        "/experiment_runs": [],
        "/notifications": {"notifications": []},
    }
    return [
        Route("/environment", environment),
        Route("/logdir", logdir),
        Route("/runs", runs),
        Route("/plugins_listing", plugins),
        *(Route(path, constant(content)) for path, content in fixed.items()),
    ]
