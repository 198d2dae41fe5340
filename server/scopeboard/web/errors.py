"""Error responses: every exception becomes `{error: {kind, message}}`, none a traceback.

A person who opens a URL in a browser gets a page with the same sentence instead.
"""

import logging
import re
from collections.abc import Mapping
from html import escape
from time import monotonic
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scopeboard.errors import (
    CancelledError,
    ConflictError,
    DamagedDataError,
    NotFoundError,
    QueryError,
    RefusedError,
    ScopeboardError,
    UnavailableError,
)
from scopeboard.system.threads import is_short_of_memory
from scopeboard.web.message_page import is_navigation, message_page

_INNER_CAPITAL: Final = re.compile("(?<!^)(?=[A-Z])")
_log = logging.getLogger(__name__)

_CLIENT_CLOSED_REQUEST: Final = 499  # nginx's number; only logs show it

_SHORT: Final = "The server is short of memory for this request; try again later."
_RETRY_SECONDS: Final = "5"
_QUIET_SECONDS: Final = 60.0
_INTERNAL: Final = "Internal server error; see the log of the server."

_STATUS_OF_ERROR: Final[dict[type[ScopeboardError], int]] = {
    NotFoundError: 404,
    DamagedDataError: 422,
    QueryError: 422,
    RefusedError: 403,
    ConflictError: 409,
    UnavailableError: 503,
    CancelledError: _CLIENT_CLOSED_REQUEST,
}


class _ShortOfMemory:
    """The last time when refused requests were logged: at most once a minute for all of them."""

    logged_at = -_QUIET_SECONDS


def answer_errors(app: Starlette) -> None:
    """Turn every exception into `{error: {kind, message}}`; none shows a traceback.

    The handlers are coroutines: Starlette runs others in a thread, which may not be available.
    """

    async def known(_: Request, error: Exception) -> Response:
        status = next((s for kind, s in _STATUS_OF_ERROR.items() if isinstance(error, kind)), 500)
        name = type(error).__name__.removesuffix("Error")  # NotFoundError becomes `not_found`
        return error_answer(status, _INNER_CAPITAL.sub("_", name).lower(), str(error))

    async def http(_: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return error_answer(500, "http", str(error))
        message = str(error.detail).rstrip(".") + "."  # the framework's are not sentences
        answer = error_answer(error.status_code, "http", message)
        answer.headers.update(error.headers or {})  # such as `Allow`
        return answer

    async def unexpected(request: Request, error: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return error_answer(500, "internal", _INTERNAL)

    async def no_memory(request: Request, error: Exception) -> Response:
        if not is_short_of_memory(error):
            return await unexpected(request, error)
        if monotonic() - _ShortOfMemory.logged_at >= _QUIET_SECONDS:
            _ShortOfMemory.logged_at = monotonic()
            _log.warning("Requests are refused: there is no memory, or none for another thread.")
        return error_answer(503, "short_of_memory", _SHORT, {"Retry-After": _RETRY_SECONDS})

    app.add_exception_handler(ScopeboardError, known)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(MemoryError, no_memory)
    app.add_exception_handler(RuntimeError, no_memory)
    app.add_exception_handler(Exception, unexpected)


def answer_errors_to_browsers(app: Starlette, page: str, programs: tuple[str, ...]) -> None:
    """Do the same, but answer a browser that opens a URL with a page.

    Args:
        app: the application whose exceptions are answered.
        page: the path of the page below `app`, without a leading slash, empty or ending in one.
        programs: prefixes of the paths that always answer JSON.
    """
    answer_errors(app)
    in_json: dict[Any, Any] = dict(app.exception_handlers)

    async def in_page(request: Request, error: Exception) -> Response:
        handler = next(in_json[kind] for kind in type(error).__mro__ if kind in in_json)
        answer: Response = await handler(request, error)
        scope = request.scope
        path: str = scope["path"].removeprefix(scope.get("root_path", ""))
        if path.startswith(programs) or not is_navigation(request.headers):
            return answer
        up = "../" * (path.count("/") - 1)
        link = f'<p><a href="{escape(up + page or "./")}">Open Scopeboard</a></p>'
        if answer.status_code == 404:
            title, message = "Page not found", f"There is nothing at {request.url.path}."
        elif answer.status_code == 500:
            title, message = "Internal error", _INTERNAL
        else:
            title, message = "Not possible", str(getattr(error, "detail", error))
        if page:
            message += f" Scopeboard is at /{page}."
        return message_page(answer.status_code, title, message, link)

    for kind in in_json:
        app.add_exception_handler(kind, in_page)


def error_answer(
    status: int, kind: str, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an error response."""
    return JSONResponse({"error": {"kind": kind, "message": message}}, status, headers)
