"""Errors into answers: every exception becomes `{error: {kind, message}}`, none a traceback."""

import logging
from typing import Final

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

_log = logging.getLogger(__name__)

_NOBODY_WAITS: Final = 499  # nginx's number; nobody reads it but a log

_STATUS_OF_ERROR: Final[dict[type[ScopeboardError], int]] = {
    NotFoundError: 404,
    DamagedDataError: 422,
    QueryError: 422,
    RefusedError: 403,
    ConflictError: 409,
    UnavailableError: 503,
    CancelledError: _NOBODY_WAITS,
}


def answer_errors(app: Starlette) -> None:
    """Turn every exception into `{error: {kind, message}}`; none shows a traceback."""

    def known(_: Request, error: Exception) -> Response:
        status = next((s for kind, s in _STATUS_OF_ERROR.items() if isinstance(error, kind)), 500)
        return error_answer(status, _kind_of(error), str(error))

    def http(_: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return error_answer(500, "http", str(error))
        answer = error_answer(error.status_code, "http", str(error.detail))
        answer.headers.update(error.headers or {})  # such as which methods are allowed
        return answer

    def unforeseen(request: Request, error: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return error_answer(
            500, "internal", "The server met an error of its own; its log has more."
        )

    app.add_exception_handler(ScopeboardError, known)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unforeseen)


def _kind_of(error: Exception) -> str:
    """Return a class name as programs read it: NotFoundError is `not_found`."""
    name = type(error).__name__.removesuffix("Error")
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def error_answer(status: int, kind: str, message: str) -> Response:
    """Return the body of every answer that tells of a failure."""
    return JSONResponse({"error": {"kind": kind, "message": message}}, status)
