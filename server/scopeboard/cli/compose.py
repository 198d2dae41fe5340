"""The composition root: a store, a thread that fills it and a server that shows it, from settings.

Half of the web framework is imported while that thread walks the log directory, and the rest after
the walk: both need the interpreter.
"""

import gc
import os
from typing import Final

from scopeboard.cli.terminal import TerminalReporter
from scopeboard.config.address import Address
from scopeboard.config.settings import Settings
from scopeboard.ingest.heartbeat import Following
from scopeboard.ingest.workers.process import fork_workers
from scopeboard.serving.reading import follow, limits_of, open_store_of
from scopeboard.system.malloc import return_large_blocks_when_freed
from scopeboard.system.threads import bound_thread_starts

_MAX_BYTES: Final = 1 << 62  # to read, for the maximum number of workers
_BEGIN_SECONDS: Final = 0.2  # how long the import waits for reading to begin


def serve(settings: Settings, address: Address) -> None:
    """Serve the log directory on an open socket until a signal stops it."""
    bound_thread_starts()
    reads = settings.log_directory is not None and settings.shared_index is None
    workers = limits_of(settings).workers(_MAX_BYTES) if reads else 0
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


def _leave(ingest: Following | None) -> None:
    """End the process; uvicorn raises the signal again once it has stopped.

    Python would join the threads of requests before it exits, and a large graph occupies one for
    seconds. Nothing is lost with them: they only read, and output is flushed.
    """
    if ingest is not None:
        ingest.stop()
    os._exit(0)
