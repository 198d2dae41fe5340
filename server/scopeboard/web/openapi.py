"""`/api/openapi.json`: the OpenAPI document of the whole API; imports every resource."""

from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.responses import JSONResponse, Response

from scopeboard.store.store import Store
from scopeboard.web.api import create_api
from scopeboard.web.lazy_routes import LAZY_RESOURCES
from scopeboard.web.services import create_services
from scopeboard.web.settings import AppSettings


def openapi_router() -> APIRouter:
    """Return the route of the document."""
    router = APIRouter()

    @router.get("/api/openapi.json", include_in_schema=False)
    def get_openapi() -> Response:
        return JSONResponse(openapi_document())

    return router


def openapi_document() -> dict[str, Any]:
    """Return the document; the page's types are generated from it."""
    return create_whole_api().openapi()


def create_whole_api() -> FastAPI:
    """Return one application with all routes of the API, over an empty store."""
    services = create_services(Store(), AppSettings())
    rows = [row for row in LAZY_RESOURCES if row.is_api]
    return create_api(row.make(services) for row in rows)
