"""uvicorn's protocols with bounds: by httptools, or by h11 where httptools cannot be imported.

Only the parser in use is imported, so that the start stays short.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from scopeboard.web.connections.open_connections import OpenConnections


def http_protocol(
    connections: OpenConnections, *, prefer_httptools: bool = True
) -> Callable[..., Any]:
    """Return a factory of protocols, one per connection, as uvicorn calls it.

    httptools needs a sixth less time per request. It has no wheel for some interpreters, such as
    free-threaded Python 3.13; h11 is pure Python and comes with uvicorn.
    """
    if prefer_httptools and _can_import_httptools():
        from scopeboard.web.connections.httptools_protocol import (  # noqa: PLC0415 - see above
            BoundedHttpTools,
        )

        return partial(BoundedHttpTools, connections=connections)
    from scopeboard.web.connections.h11_protocol import BoundedH11  # noqa: PLC0415 - see above

    return partial(BoundedH11, connections=connections)


def _can_import_httptools() -> bool:
    """Return whether httptools is there and fits the interpreter."""
    try:
        import_module("httptools")
    except ImportError:
        return False
    return True
