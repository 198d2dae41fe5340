"""A FastAPI application for routers of the API, with the error responses that all of them share."""

from collections.abc import Iterable

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import Response

from scopeboard import __version__
from scopeboard.web.errors import answer_errors, error_answer


def create_api(routers: Iterable[APIRouter]) -> FastAPI:
    """Return an application with the routes of some routers and no path prefix or guard."""
    app = FastAPI(
        title="Scopeboard",
        version=__version__,
        openapi_url=None,  # one document covers all applications, see `openapi`
        docs_url=None,  # the documentation pages load scripts from other hosts
        redoc_url=None,
        separate_input_output_schemas=False,
        # Such a redirect has the host of the request, which is not the browser's behind a proxy.
        redirect_slashes=False,
    )
    for router in routers:
        app.include_router(router)
    answer_errors(app)

    async def invalid(_: Request, error: Exception) -> Response:
        """Return a sentence on the first invalid parameter of a request."""
        if not isinstance(error, RequestValidationError):
            raise error
        first = error.errors()[0]
        section, *inside = first["loc"]  # a parameter's name, and then the types that it may have
        subject = f"Parameter {inside[0]!r}" if inside else f"The {section}"
        return error_answer(422, "invalid_request", f"{subject}: {first['msg']}.")

    app.add_exception_handler(RequestValidationError, invalid)
    return app
