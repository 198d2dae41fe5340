"""The composition root: settings to a store, a thread that fills it and a server that shows it.

Half of the web framework is imported while that thread walks the log directory, and the rest once
it is known what there is to read: both need Python.
"""

import gc
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
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

_MUCH: Final = 1 << 62  # bytes to read, for which there are as many workers as there may be
_BEGIN_SECONDS: Final = 0.2  # how long the import waits for reading to begin: both need Python
_MEMORY_SHARE: Final = 4  # of the memory budget, what points may take that the disk does not


def serve(settings: Settings, address: Address) -> None:
    """Serve the log directory on an open socket until a signal stops it."""
    bound_thread_starts()
    most = _limits(settings).workers(_MUCH) if settings.log_directory is not None else 0
    gc.freeze()  # what was loaded stays: looking through it now and then would be in vain
    spare = fork_workers(most)
    return_large_blocks_when_freed()
    store = open_store_of(settings)
    ingest = follow(settings, store, TerminalReporter(store), spare)
    import uvicorn  # noqa: F401, PLC0415 - half of the import below, while the walk goes on

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
    """Begin to read the log directory; None when there is none, but files of viewers."""
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
    """End the process; uvicorn sends the signal on to here once it has stopped answering.

    Python would join the threads that work on requests before it exits, and a large graph keeps
    one for seconds. Nothing is lost with them: all they do is read, and what was said is flushed.
    """
    if ingest is not None:
        ingest.stop()
    os._exit(0)


def open_store_of(settings: Settings) -> Store:
    """Return the store of what settings name, with what is kept of it in an index."""
    memory = settings.memory_budget // _MEMORY_SHARE
    cache = user_cache_directory() / "scopeboard"
    shown = settings.log_directory or next(iter(settings.graphs), None)
    if settings.is_demo or shown is None or not settings.index_budget:
        return open_store(shown or cache, None, 0, memory)
    index = settings.index_directory or cache / "index"
    return open_store(shown, index, settings.index_budget, memory)


def _limits(settings: Settings) -> Limits:
    return Limits(settings.memory_budget, settings.load_processes)


def _loader(
    settings: Settings,
    store: Store,
    spare: SpareWorkers | None,
    step: Callable[[], None],
) -> Loader:
    """Return the loader of the log directory; the demo's is unpacked first where it is missing."""
    limits = _limits(settings)
    executor = ReadExecutor(limits.job_bytes(0), spare, step)
    return Loader(store, settings.log_directory or _demo(), limits, executor, step)


def _demo() -> Path:
    from scopeboard.demo.cache import find_or_unpack_demo  # noqa: PLC0415 - for the demo alone

    cache = user_cache_directory() / "scopeboard"
    try:
        return find_or_unpack_demo(cache)
    except OSError as error:  # the page then says that nothing is there, and where
        say(f"The demo could not be unpacked in {cache}: {error.strerror}.")
        return cache
