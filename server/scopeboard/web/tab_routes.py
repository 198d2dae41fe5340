"""The routes that a tab or a panel asks when it is opened, a resource at a time.

The first screen needs none of them, and a tab few; so the module of each is loaded with the first
question for it.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from fastapi import APIRouter

from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.store.store import Store
from scopeboard.web.lazy_router import DeferredRoutes
from scopeboard.web.settings import AppSettings

MakeRouter = Callable[[Store, AppSettings], APIRouter]


def tab_routes(
    store: Store, settings: AppSettings, trainings: LogTrainings
) -> list[DeferredRoutes]:
    """Return the routes over what readers see of the log, and over its `trainings`."""
    resources = [(prefixes, partial(make, store, settings)) for prefixes, make in _RESOURCES]
    of_trainings = [
        (("/api/hparams",), partial(_hparams, store, trainings)),
        (("/api/warnings",), partial(_warnings, store, trainings)),
    ]
    return [DeferredRoutes(prefixes, make) for prefixes, make in (*resources, *of_trainings)]


def _metrics(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.log.metrics import metrics_router  # noqa: PLC0415 - see `deferred`

    return metrics_router(store)


def _export(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.downloads.scalars import export_router  # noqa: PLC0415 - see `deferred`

    return export_router(store)


def _value_export(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.downloads.values import value_export_router  # noqa: PLC0415 - see `deferred`

    return value_export_router(store)


def _event_files(store: Store, settings: AppSettings) -> APIRouter:
    from scopeboard.api.log.event_files import event_files_router  # noqa: PLC0415 - see `deferred`

    follows = settings.reload_interval > 0
    return event_files_router(store, settings.removable_from, follows=follows)


def _hparams(store: Store, trainings: LogTrainings) -> APIRouter:
    from scopeboard.api.log.hparams import hparams_router  # noqa: PLC0415 - see `deferred`

    return hparams_router(store, trainings)


def _steps(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.log.steps import steps_router  # noqa: PLC0415 - see `deferred`

    return steps_router(store)


def _histograms(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.histograms import histograms_router  # noqa: PLC0415 - see `deferred`

    return histograms_router(store)


def _text(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.text import text_router  # noqa: PLC0415 - see `deferred`

    return text_router(store)


def _media(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.media import media_router  # noqa: PLC0415 - see `deferred`

    return media_router(store)


def _media_files(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.media_files import media_files_router  # noqa: PLC0415 - see `deferred`

    return media_files_router(store)


def _meshes(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.meshes import meshes_router  # noqa: PLC0415 - see `deferred`

    return meshes_router(store)


def _curves(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.curves import curves_router  # noqa: PLC0415 - see `deferred`

    return curves_router(store)


def _custom_scalars(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.log.layouts import custom_scalars_router  # noqa: PLC0415 - see `deferred`

    return custom_scalars_router(store)


def _tensors(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.tensors import tensors_router  # noqa: PLC0415 - see `deferred`

    return tensors_router(store)


def _projector(store: Store, _settings: AppSettings) -> APIRouter:
    from scopeboard.api.values.projector import projector_router  # noqa: PLC0415 - see `deferred`

    return projector_router(store)


def _warnings(store: Store, trainings: LogTrainings) -> APIRouter:
    from scopeboard.api.log.warnings import warnings_router  # noqa: PLC0415 - see `deferred`

    return warnings_router(store, trainings)


_RESOURCES: Final[tuple[tuple[tuple[str, ...], MakeRouter], ...]] = (
    (("/api/metrics",), _metrics),
    (("/api/export/values",), _value_export),
    (("/api/export",), _export),
    (("/api/event_files",), _event_files),
    (("/api/steps",), _steps),
    (("/api/histograms",), _histograms),
    (("/api/text",), _text),
    (("/api/images/files", "/api/audio/files"), _media_files),
    (("/api/images", "/api/audio"), _media),
    (("/api/meshes",), _meshes),
    (("/api/curves",), _curves),
    (("/api/layouts",), _custom_scalars),
    (("/api/tensors",), _tensors),
    (("/api/projector",), _projector),
)
