"""uvicorn's protocols with bounds: by httptools, or by h11 where that cannot be loaded.

Only the one that is used is loaded: a start takes no longer than it must.
"""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

from scopeboard.connections.open_connections import OpenConnections

HAS_HTTPTOOLS: Final = find_spec("httptools") is not None  # it has no wheel for every platform


def http_protocol(
    connections: OpenConnections, *, with_httptools: bool = HAS_HTTPTOOLS
) -> Callable[..., Any]:
    """Return what makes a protocol for each connection, as uvicorn calls it."""
    if with_httptools:
        from scopeboard.connections.httptools_protocol import (  # noqa: PLC0415 - see above
            BoundedHttpTools,
        )

        return partial(BoundedHttpTools, connections=connections)
    from scopeboard.connections.h11_protocol import BoundedH11  # noqa: PLC0415 - see above

    return partial(BoundedH11, connections=connections)
