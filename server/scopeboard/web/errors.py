"""Errors into answers: every exception becomes `{error: {kind, message}}`, none a traceback.

Where people open addresses in a browser they get a page with the same sentence instead.
"""

import logging
from html import escape
from time import monotonic
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

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

_log = logging.getLogger(__name__)

_CLIENT_CLOSED_REQUEST: Final = 499  # nginx's number; only logs show it

_SHORT: Final = "The server is short of memory for this request; try again later."
_RETRY_SECONDS: Final = "5"
_QUIET_SECONDS: Final = 60.0
_INTERNAL: Final = "The server met an error of its own; its log has more."

_STATUS_OF_ERROR: Final[dict[type[ScopeboardError], int]] = {
    NotFoundError: 404,
    DamagedDataError: 422,
    QueryError: 422,
    RefusedError: 403,
    ConflictError: 409,
    UnavailableError: 503,
    CancelledError: _CLIENT_CLOSED_REQUEST,
}


def answer_errors(app: Starlette) -> None:
    """Turn every exception into `{error: {kind, message}}`; none shows a traceback.

    The handlers are coroutines: Starlette runs others in a thread, and there may be none.
    """

    async def known(_: Request, error: Exception) -> Response:
        status = next((s for kind, s in _STATUS_OF_ERROR.items() if isinstance(error, kind)), 500)
        return error_answer(status, _kind_of(error), str(error))

    async def http(_: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return error_answer(500, "http", str(error))
        message = str(error.detail).rstrip(".") + "."  # the framework's own are no sentences
        answer = error_answer(error.status_code, "http", message)
        answer.headers.update(error.headers or {})  # such as which methods are allowed
        return answer

    async def unforeseen(request: Request, error: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return error_answer(500, "internal", _INTERNAL)

    async def no_memory(request: Request, error: Exception) -> Response:
        if not is_short_of_memory(error):
            return await unforeseen(request, error)
        _say_short_of_memory()
        answer = error_answer(503, "short_of_memory", _SHORT)
        answer.headers["Retry-After"] = _RETRY_SECONDS
        return answer

    app.add_exception_handler(ScopeboardError, known)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(MemoryError, no_memory)
    app.add_exception_handler(RuntimeError, no_memory)
    app.add_exception_handler(Exception, unforeseen)


class _Reports:
    """When the lack of memory was last logged; requests meet it as often as they are sent."""

    last = -_QUIET_SECONDS


def _say_short_of_memory() -> None:
    """Log, once a minute at most, that requests are refused."""
    if monotonic() - _Reports.last >= _QUIET_SECONDS:
        _Reports.last = monotonic()
        _log.warning("Requests are refused: there is no memory, or none for another thread.")


def answer_errors_in_words(app: Starlette, page: str, programs: tuple[str, ...]) -> None:
    """Do the same, but answer a browser that opens an address with a page in words.

    Args:
        app: whose exceptions are answered.
        page: the path of the page below `app`, without a leading slash, empty or ending in one.
        programs: prefixes of the paths that always answer JSON.
    """
    answer_errors(app)
    in_json: dict[Any, Any] = dict(app.exception_handlers)

    async def in_words(request: Request, error: Exception) -> Response:
        handler = next(in_json[kind] for kind in type(error).__mro__ if kind in in_json)
        answer: Response = await handler(request, error)
        path = _path_below(request.scope)
        if path.startswith(programs) or not is_navigation(request.headers):
            return answer
        up = "../" * (path.count("/") - 1)
        link = f'<p><a href="{escape(up + page or "./")}">Open Scopeboard</a></p>'
        title, message = _words(answer.status_code, request.url.path, error)
        if page:
            message += f" Scopeboard is at /{page}."
        return message_page(answer.status_code, title, message, link)

    for kind in in_json:
        app.add_exception_handler(kind, in_words)


def _words(status: int, path: str, error: Exception) -> tuple[str, str]:
    """Return a title and a sentence for a person."""
    if status == 404:
        return "Page not found", f"There is nothing at {path}."
    if status == 500:
        return "Internal error", _INTERNAL
    return "Not possible", str(getattr(error, "detail", error))


def _path_below(scope: Scope) -> str:
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def _kind_of(error: Exception) -> str:
    """Return a class name as programs read it: NotFoundError is `not_found`."""
    name = type(error).__name__.removesuffix("Error")
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def error_answer(status: int, kind: str, message: str) -> Response:
    """Return an error response."""
    return JSONResponse({"error": {"kind": kind, "message": message}}, status)
