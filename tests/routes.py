"""Every route that there is: what holds for all is shown on all, however many there will be."""

import asyncio
from collections.abc import Iterable, Iterator

from starlette.routing import BaseRoute, Mount, Route

from scopeboard.app import AppSettings, create_unguarded_app, openapi_document
from scopeboard.store.store import Store


def ended() -> asyncio.Event:
    """Return what ends every stream after what it has to tell at once."""
    event = asyncio.Event()
    event.set()
    return event


def _leaves(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    for route in routes:
        router = getattr(route, "original_router", None)  # FastAPI includes routers as they are
        yield from _leaves(router.routes) if router else (route,)


def _path(route: BaseRoute) -> str:
    """Return a path that leads to a route, its parameters filled with what names nothing."""
    assert isinstance(route, Route | Mount), f"{route} is of a kind that nothing is shown of"
    return route.path_format.format_map(dict.fromkeys(route.param_convertors, "nothing"))


_APP = create_unguarded_app(Store(), AppSettings(), deferred=False)
PATHS = [_path(route) for route in _leaves(_APP.routes)]
assert {path.format(graph_id="nothing") for path in openapi_document()["paths"]} < set(PATHS)
