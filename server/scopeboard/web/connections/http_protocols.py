"""uvicorn's protocols with bounds: with httptools, or with h11 if httptools cannot be imported.

Only the parser in use is imported, which keeps the start short.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from scopeboard.web.connections.open_connections import OpenConnections


def http_protocol(
    connections: OpenConnections, *, prefer_httptools: bool = True
) -> Callable[..., Any]:
    """Return uvicorn's factory of protocols, one per connection.

    httptools needs a sixth less time per request. It has no wheel for some interpreters, such as
    free-threaded Python 3.13; h11 is pure Python and comes with uvicorn.
    """
    httptools = None
    if prefer_httptools:
        with suppress(ImportError):
            httptools = import_module("httptools")
    if httptools is not None:
        from scopeboard.web.connections.httptools_protocol import (  # noqa: PLC0415 - see above
            BoundedHttpTools,
        )

        return partial(BoundedHttpTools, connections=connections)
    from scopeboard.web.connections.h11_protocol import BoundedH11  # noqa: PLC0415 - see above

    return partial(BoundedH11, connections=connections)
