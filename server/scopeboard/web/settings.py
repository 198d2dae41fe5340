"""Settings of the application."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from time import time
from typing import TYPE_CHECKING

from scopeboard.api.startup.status import Status, server_status
from scopeboard.config.preferences import Preferences
from scopeboard.config.request_limits import RequestLimits
from scopeboard.files.location import Place
from scopeboard.ingest.heartbeat import Health
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.web.monitoring.request_counts import Exchange
from scopeboard.web.security import Access

if TYPE_CHECKING:
    from scopeboard.graph.source.file_count import GraphFileCount


@dataclass(frozen=True, slots=True)
class AppSettings:
    """Settings of the application.

    `path_prefix` is empty or starts with a slash; `reload_interval` is in seconds; `clock` returns
    seconds since the epoch. `window_title` is empty if it follows from the log directory.
    `data_location` is the log directories as given, empty for the path of the only one. `samples`
    is the value of `--samples_per_plugin`. `state` is the saved state of viewers, by default in
    memory alone. `graphs` are graph files besides those of the log directory. `ending` is set by
    the server when it stops, to end streams. `removable_from` is the log directory whose event
    files viewers may remove, or None. `has_read` is set once all data of the start has been read;
    None if nothing is read. `health` returns the state of the ingest thread. `limits` bound the
    size of requests. `trims_memory` is whether memory goes back to the system after large
    responses, for a process that does nothing else. `record_request` receives each request at its
    end, or is None.
    """

    log_directory: str = ""
    window_title: str = ""
    data_location: str = ""
    samples: Mapping[str, int] = field(default_factory=dict)
    path_prefix: str = ""
    reload_interval: float = 5.0
    access: Access = field(default_factory=Access)
    clock: Callable[[], float] = time
    state: StateFile = field(default_factory=lambda: StateFile(None))
    graphs: tuple[Place, ...] = ()
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    has_read: Event | None = None
    preferences: Preferences = field(default_factory=dict)
    removable_from: Path | None = None
    health: Callable[[], Health] = Health
    limits: RequestLimits = field(default_factory=RequestLimits)
    trims_memory: bool = True
    record_request: Callable[[Exchange], None] | None = None


def status_of(store: Store, settings: AppSettings) -> Callable[[], Status]:
    """Return a function that returns the current status."""
    count = _GraphFileCounter(store, len(settings.graphs))
    return partial(server_status, store, settings.reload_interval, count, settings.state)


class _GraphFileCounter:
    """Counts the files with graphs; the module that reads files is imported with the first."""

    def __init__(self, store: Store, given: int) -> None:
        self._store, self._given = store, given
        self._in_log: GraphFileCount | None = None

    def __call__(self) -> int:
        """Return their current number, with the files given at the start."""
        searched = [each for each in self._store.searched if each.graph_files]
        if searched and self._in_log is None:
            from scopeboard.graph.source.file_count import GraphFileCount  # noqa: PLC0415

            self._in_log = GraphFileCount()
        return self._given + sum(self._in_log.of(each) for each in searched if self._in_log)
