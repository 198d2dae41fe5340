"""The routes that a tab or a panel asks when it is opened; with this module what they need loads.

The first screen needs none of them.
"""

from collections.abc import Callable
from pathlib import Path

from fastapi import APIRouter

from scopeboard.api.curves import curves_router
from scopeboard.api.custom_scalars import custom_scalars_router
from scopeboard.api.event_files import event_files_router
from scopeboard.api.export import export_router
from scopeboard.api.histograms import histograms_router
from scopeboard.api.hparams import hparams_router
from scopeboard.api.media import media_router
from scopeboard.api.meshes import meshes_router
from scopeboard.api.metrics import metrics_router
from scopeboard.api.projector import projector_router
from scopeboard.api.steps import steps_router
from scopeboard.api.tensors import tensors_router
from scopeboard.api.text import text_router
from scopeboard.api.warnings import warnings_router
from scopeboard.store.store import Store


def tab_routes(
    store: Store,
    clock: Callable[[], float],
    removable_from: Path | None = None,
    *,
    follows: bool = True,
) -> APIRouter:
    """Return the routes over what readers see of the log; see `event_files` for the last two."""
    router = APIRouter()
    router.include_router(metrics_router(store))
    router.include_router(export_router(store))
    router.include_router(event_files_router(store, removable_from, follows=follows))
    router.include_router(hparams_router(store))
    router.include_router(steps_router(store))
    router.include_router(histograms_router(store))
    router.include_router(text_router(store))
    router.include_router(media_router(store))
    router.include_router(meshes_router(store))
    router.include_router(curves_router(store))
    router.include_router(custom_scalars_router(store))
    router.include_router(tensors_router(store))
    router.include_router(projector_router(store))
    router.include_router(warnings_router(store, clock))
    return router
