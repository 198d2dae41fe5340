"""`/api/status`: what is served, and how far reading is."""

from collections.abc import Callable

from fastapi import APIRouter

from scopeboard.api.startup.status import Status


def status_router(status: Callable[[], Status]) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get("/api/status")
    def get_status() -> Status:
        """Return what is served and the progress of reading."""
        return status()

    return router
