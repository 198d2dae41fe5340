"""Every route that there is: what holds for all is shown on all, however many there will be."""

import asyncio
import re
from collections.abc import Iterable, Iterator

from starlette.routing import BaseRoute, Mount, Route

from scopeboard.store.store import Store
from scopeboard.web.app import create_unguarded_app
from scopeboard.web.lazy_router import LazyRoutes
from scopeboard.web.openapi import create_whole_api, openapi_document
from scopeboard.web.settings import AppSettings


def ended() -> asyncio.Event:
    """Return what ends every stream after what it has to tell at once."""
    event = asyncio.Event()
    event.set()
    return event


def _leaves(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    for route in routes:
        router = getattr(route, "original_router", None)  # FastAPI includes routers as they are
        yield from _leaves(router.routes) if router else (route,)


def path_format(route: BaseRoute) -> str:
    """Return the path of a route as it is declared."""
    assert isinstance(route, Route | Mount), f"{route} is of a kind that nothing is shown of"
    return route.path_format


def _path(route: BaseRoute) -> str:
    """Return a path that leads to a route, its parameters filled with what names nothing."""
    assert isinstance(route, Route | Mount)
    return route.path_format.format_map(dict.fromkeys(route.param_convertors, "nothing"))


_API = create_whole_api()
_FRONT = create_unguarded_app(Store(), AppSettings())
_AT_ONCE = [route for route in _FRONT.routes if not isinstance(route, LazyRoutes)]
_ALL = list(_leaves([*_API.routes, *_AT_ONCE]))
PATHS = [_path(route) for route in _ALL]
PATH_FORMATS = {path_format(route) for route in _ALL}
_DOCUMENTED = [re.sub(r"{\w+}", "nothing", path) for path in openapi_document()["paths"]]
assert set(_DOCUMENTED) < set(PATHS)
