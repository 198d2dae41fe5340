"""Errors as TensorBoard answers them: plain text with its status codes."""

from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from scopeboard.errors import NotFoundError, QueryError

Endpoint = Callable[[Request], Any]


def with_error_responses(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that answers NotFoundError with 404 and QueryError with 400.

    An endpoint that is not a coroutine function runs in a thread, as Starlette runs it.
    """

    @wraps(endpoint)
    async def call(request: Request) -> Response:
        try:
            if iscoroutinefunction(endpoint):
                response: Response = await endpoint(request)
            else:
                response = await run_in_threadpool(endpoint, request)
        except NotFoundError as error:
            return PlainTextResponse(f"Not found: {error}", 404)
        except QueryError as error:
            return PlainTextResponse(f"Invalid argument: {error}", 400)
        return response

    return call
