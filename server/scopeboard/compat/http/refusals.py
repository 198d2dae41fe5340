"""What cannot be answered, in TensorBoard's status codes and plain sentences."""

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from scopeboard.errors import NotFoundError, QueryError

Endpoint = Callable[[Request], Any]


def refusing(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that refuses as TensorBoard does; other errors stay what they are."""
    if iscoroutinefunction(endpoint):
        return _refusing_later(endpoint)

    @wraps(endpoint)
    def answer(request: Request) -> Response:
        try:
            response: Response = endpoint(request)
        except (NotFoundError, QueryError) as error:
            return _refusal(error)
        return response

    return answer


def _refusing_later(endpoint: Callable[[Request], Awaitable[Response]]) -> Endpoint:
    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except (NotFoundError, QueryError) as error:
            return _refusal(error)

    return answer


def _refusal(error: NotFoundError | QueryError) -> Response:
    is_missing = isinstance(error, NotFoundError)
    kind = "Not found" if is_missing else "Invalid argument"
    return PlainTextResponse(f"{kind}: {error}", 404 if is_missing else 400)
