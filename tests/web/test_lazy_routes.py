"""The table of lazy routes: each path of the API is answered by the row that declares it."""

import pytest

from scopeboard.store.store import Store
from scopeboard.web.api import create_api
from scopeboard.web.lazy_routes import LAZY_RESOURCES, LazyResource, lazy_routes
from scopeboard.web.services import create_services
from scopeboard.web.settings import AppSettings

SERVICES = create_services(Store(), AppSettings())
ROWS = [row for row in LAZY_RESOURCES if row.is_api]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.factory)
def test_requests_for_the_paths_of_a_row_reach_it(row: LazyResource) -> None:
    paths = create_api([row.make(SERVICES)]).openapi()["paths"]
    assert paths or row.paths == ("/api/openapi.json",)
    for path in paths:
        first = next(each for each in lazy_routes(SERVICES) if each.serves(path))
        assert first.paths == row.paths
