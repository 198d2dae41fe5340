"""The costs of requests: every route has one."""

import pytest

from scopeboard.compat.http.server_facts import ServerFacts
from scopeboard.compat.routes import compat_routes
from scopeboard.store.store import Store
from scopeboard.web.request_queue.costs import COSTS, Cost, cost_of
from scopeboard.web.settings import AppSettings
from tools.routes import PATH_FORMATS, path_format

COMPAT = {
    path_format(route)
    for route in compat_routes(Store(), ServerFacts("", "", "", AppSettings().samples)).routes
}


def test_every_route_has_a_cost_and_every_cost_a_route() -> None:
    plain = {path for path in COMPAT if path.startswith("/data/") and not path.endswith("/")}
    pages = {path.rstrip("/") if path.startswith("/experiment/") else path for path in PATH_FORMATS}
    assert pages | plain == set(COSTS)


@pytest.mark.parametrize("path", sorted(PATH_FORMATS | COMPAT))
def test_a_request_for_a_route_is_found_in_the_table(path: str) -> None:
    filled = path.format(graph_id="g/1", experiment="x", path="style.css")
    declared = path.removeprefix("/experiment/{experiment}").rstrip("/") or path.rstrip("/")
    assert cost_of(filled) is COSTS.get(path, COSTS.get(declared))


def test_paths_that_lead_nowhere_do_not_wait() -> None:
    for path in ("/api/nothing", "/api/graphs/a/nothing", "/experiment/x/nothing", "", "/data/"):
        assert cost_of(path) is Cost.FREE
