"""The composition root: a store, a thread that fills it and a server that shows it, from settings.

Half of the web framework is imported while that thread walks the log directory, and the rest after
the walk: both need the interpreter.
"""

import gc
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from scopeboard.cli.terminal import TerminalReporter
from scopeboard.config.address import Address
from scopeboard.config.settings import Settings
from scopeboard.ingest.heartbeat import Pulse
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.ingest.thread import IngestThread, Reporter
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.ingest.workers.process import SpareWorkers, fork_workers
from scopeboard.store.open import open_store
from scopeboard.store.progress import NO_PROGRESS, SearchedDirectory
from scopeboard.store.store import Store
from scopeboard.system.console import say
from scopeboard.system.malloc import return_large_blocks_when_freed
from scopeboard.system.threads import bound_thread_starts
from scopeboard.system.user_directories import user_cache_directory

_MAX_BYTES: Final = 1 << 62  # to read, for the maximum number of workers
_BEGIN_SECONDS: Final = 0.2  # how long the import waits for reading to begin
_MEMORY_SHARE: Final = 4  # of the memory budget: points in memory if the disk fails


def serve(settings: Settings, address: Address) -> None:
    """Serve the log directory on an open socket until a signal stops it."""
    bound_thread_starts()
    workers = _limits(settings).workers(_MAX_BYTES) if settings.log_directory is not None else 0
    gc.freeze()  # the modules loaded so far remain, so the collector need not visit them
    spare = fork_workers(workers)
    return_large_blocks_when_freed()
    store = open_store_of(settings)
    ingest = follow(settings, store, TerminalReporter(store), spare)
    import uvicorn  # noqa: F401, PLC0415 - half of the import below, during the walk

    if ingest is not None and settings.log_directory is not None:
        ingest.wait_until_begun(_BEGIN_SECONDS)
    from scopeboard.web.server import run  # noqa: PLC0415 - see the module

    run(store, settings, address, ingest, lambda: _leave(ingest))


def follow(
    settings: Settings,
    store: Store,
    reporter: Reporter,
    spare: SpareWorkers | None = None,
) -> IngestThread | None:
    """Start to read the log directory; return None if there is none, but graph files alone."""
    if settings.log_directory is None and not settings.is_demo:
        store.searched = [SearchedDirectory("", exists=True, entries=len(settings.graphs))]
        store.progress = replace(NO_PROGRESS, state="ready")
        return None
    pulse = Pulse()
    loader = partial(_loader, settings, store, spare, pulse.step)
    ingest = IngestThread(loader, settings.reload_interval, reporter, pulse)
    ingest.start()
    return ingest


def _leave(ingest: IngestThread | None) -> None:
    """End the process; uvicorn raises the signal again once it has stopped.

    Python would join the threads of requests before it exits, and a large graph occupies one for
    seconds. Nothing is lost with them: they only read, and output is flushed.
    """
    if ingest is not None:
        ingest.stop()
    os._exit(0)


def open_store_of(settings: Settings) -> Store:
    """Return the store of the log directory or graph of settings, with its index if it has one."""
    memory = settings.memory_budget // _MEMORY_SHARE
    cache = user_cache_directory() / "scopeboard"
    source = settings.log_directory or next(iter(settings.graphs), None)
    if settings.is_demo or source is None or not settings.index_budget:
        return open_store(source or cache, None, 0, memory)
    index = settings.index_directory or cache / "index"
    return open_store(source, index, settings.index_budget, memory)


def _limits(settings: Settings) -> Limits:
    return Limits(settings.memory_budget, settings.load_processes)


def _loader(
    settings: Settings,
    store: Store,
    spare: SpareWorkers | None,
    step: Callable[[], None],
) -> Loader:
    """Return the loader of the log directory; the demo's is unpacked first if it is missing."""
    limits = _limits(settings)
    executor = ReadExecutor(limits.job_bytes(0), spare, step)
    directory = settings.log_directory
    if directory is None:
        from scopeboard.demo.cache import find_or_unpack_demo  # noqa: PLC0415 - for the demo alone

        directory = user_cache_directory() / "scopeboard"
        try:
            directory = find_or_unpack_demo(directory)
        except OSError as error:  # the page then shows an empty log directory with its path
            say(f"The demo could not be unpacked in {directory}: {error.strerror}.")
    return Loader(store, directory, limits, executor, step)
