"""Errors as TensorBoard answers them: plain text with its status codes."""

from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from scopeboard.errors import NotFoundError, QueryError

Endpoint = Callable[[Request], Any]


def with_error_responses(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that answers NotFoundError with 404 and QueryError with 400."""

    @wraps(endpoint)
    def call(request: Request) -> Response:
        try:
            response: Response = endpoint(request)
        except (NotFoundError, QueryError) as error:
            return _error_response(error)
        return response

    @wraps(endpoint)
    async def await_call(request: Request) -> Response:
        try:
            response: Response = await endpoint(request)
        except (NotFoundError, QueryError) as error:
            return _error_response(error)
        return response

    return await_call if iscoroutinefunction(endpoint) else call


def _error_response(error: NotFoundError | QueryError) -> Response:
    is_missing = isinstance(error, NotFoundError)
    kind = "Not found" if is_missing else "Invalid argument"
    return PlainTextResponse(f"{kind}: {error}", 404 if is_missing else 400)
