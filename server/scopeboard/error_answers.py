"""Errors into answers: every exception becomes `{error: {kind, message}}`, none a traceback."""

import logging
from typing import Final

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
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
        return _error(status, _kind_of(error), str(error))

    def http(_: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return _error(500, "http", str(error))
        answer = _error(error.status_code, "http", str(error.detail))
        answer.headers.update(error.headers or {})  # such as which methods are allowed
        return answer

    def invalid(_: Request, error: Exception) -> Response:
        return _error(422, "invalid_request", _explained(error))

    def unforeseen(request: Request, error: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return _error(500, "internal", "The server met an error of its own; its log has more.")

    app.add_exception_handler(ScopeboardError, known)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(Exception, unforeseen)


def _explained(error: Exception) -> str:
    """Return one sentence on the first thing wrong with a request's parameters."""
    if not isinstance(error, RequestValidationError):
        return str(error)
    first = error.errors()[0]
    where, *inside = first["loc"]  # behind a parameter's name stand the types that it may have
    subject = f"Parameter {inside[0]!r}" if inside else f"The {where}"
    return f"{subject}: {first['msg']}."


def _kind_of(error: Exception) -> str:
    """Return a class name as programs read it: NotFoundError is `not_found`."""
    name = type(error).__name__.removesuffix("Error")
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _error(status: int, kind: str, message: str) -> Response:
    return JSONResponse({"error": {"kind": kind, "message": message}}, status)
