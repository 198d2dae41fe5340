"""A store and the thread that fills it, from settings."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from scopeboard.config.settings import Settings
from scopeboard.files.location import Location
from scopeboard.files.opening import open_objects
from scopeboard.ingest.heartbeat import Following, Pulse
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.ingest.thread import IngestThread, Reporter
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.ingest.workers.process import SpareWorkers
from scopeboard.store.open import open_store
from scopeboard.store.progress import NO_PROGRESS, SearchedDirectory
from scopeboard.store.store import Store
from scopeboard.system.console import say
from scopeboard.system.user_directories import user_cache_directory

_MEMORY_SHARE: Final = 4  # of the memory budget: points in memory if the disk fails


class SilentReporter:
    """Reports nothing: the program around prints what it wants."""

    def walked(self) -> None:
        """Do nothing."""

    def progressed(self) -> None:
        """Do nothing."""

    def ready(self) -> None:
        """Do nothing."""


def follow(
    settings: Settings,
    store: Store,
    reporter: Reporter,
    spare: SpareWorkers | None = None,
) -> Following | None:
    """Start to read the log directory; return None if there is none, but graph files alone.

    Of a store that shows a shared index, new generations are followed instead.
    """
    if settings.shared_index is not None:
        from scopeboard.serving.generations import follow_generations  # noqa: PLC0415 - few need it

        return follow_generations(store, settings.reload_interval, reporter)
    if settings.log_directory is None and not settings.is_demo:
        store.searched = [SearchedDirectory("", exists=True, entries=len(settings.graphs))]
        store.progress = replace(NO_PROGRESS, state="ready")
        return None
    pulse = Pulse()
    loader = partial(_loader, settings, store, spare, pulse.step)
    ingest = IngestThread(loader, settings.reload_interval, reporter, pulse)
    ingest.start()
    return ingest


def open_store_of(settings: Settings) -> Store:
    """Return the store of the log directory or graph of settings, with its index if it has one.

    Raises:
        SettingsError: there is no shared index that this version reads, where one is named.
        UnavailableError: it cannot be read now.
    """
    if settings.shared_index is not None:
        from scopeboard.store.open_shared import SharedStore  # noqa: PLC0415 - few need it

        return SharedStore(open_objects(settings.shared_index))
    memory = settings.memory_budget // _MEMORY_SHARE
    cache = user_cache_directory() / "scopeboard"
    source = settings.log_directory or next(iter(settings.graphs), None)
    if settings.is_demo or source is None or not settings.index_budget:
        return open_store(source or cache, None, 0, memory)
    index = settings.index_directory or cache / "index"
    return open_store(source, index, settings.index_budget, memory)


def limits_of(settings: Settings) -> Limits:
    """Return the bounds on memory and processes for reading."""
    return Limits(settings.memory_budget, settings.load_processes)


def _loader(
    settings: Settings,
    store: Store,
    spare: SpareWorkers | None,
    step: Callable[[], None],
) -> Loader:
    """Return the loader of the log directory; the demo's is unpacked first if it is missing."""
    limits = limits_of(settings)
    executor = ReadExecutor(limits.job_bytes(0), spare, step)
    directory: Location | None = settings.log_directory
    if directory is None:
        from scopeboard.demo.cache import find_or_unpack_demo  # noqa: PLC0415 - for the demo alone

        directory = user_cache_directory() / "scopeboard"
        try:
            directory = find_or_unpack_demo(directory)
        except OSError as error:  # the page then shows an empty log directory with its path
            say(f"The demo could not be unpacked in {directory}: {error.strerror}.")
    return Loader(store, directory, limits, executor, step, pace=settings.reload_interval)
