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
from scopeboard.ingest.heartbeat import Health
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.web.security import Access

if TYPE_CHECKING:
    from scopeboard.graph.source.file_count import GraphFileCount


@dataclass(frozen=True, slots=True)
class AppSettings:
    """Settings of the application.

    `path_prefix` is empty or starts with a slash; `reload_interval` is in seconds; `clock` gives
    seconds since the epoch. `window_title` is empty where it follows from the log directory.
    `data_location` is the log directories as given, empty for the path of the only one. `samples`
    is the value of `--samples_per_plugin`.
    `state` is what viewers did, by default forgotten at the end.
    `graphs` are files with graphs besides those of the log directory. `ending` is set, by the
    server that stops, to end streams. `removable_from` is the log
    directory whose event files viewers may remove; None where they may not. `has_read` is set once
    all that there was at the start has been read; None where nothing is read. `health` tells
    whether reading gets on. `limits` bound what a request may be.
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
    graphs: tuple[Path, ...] = ()
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    has_read: Event | None = None
    preferences: Preferences = field(default_factory=dict)
    removable_from: Path | None = None
    health: Callable[[], Health] = Health
    limits: RequestLimits = field(default_factory=RequestLimits)


def status_of(store: Store, settings: AppSettings) -> Callable[[], Status]:
    """Return what tells the server's state now."""
    count = _GraphFiles(store, len(settings.graphs))
    return partial(server_status, store, settings.reload_interval, count, settings.state)


class _GraphFiles:
    """Counts the files with graphs; what looks into files is loaded with the first of them."""

    def __init__(self, store: Store, given: int) -> None:
        self._store, self._given = store, given
        self._in_log: GraphFileCount | None = None

    def __call__(self) -> int:
        """Return how many there are now, those given at the start included."""
        found = [searched for searched in self._store.searched if searched.graph_files]
        if found and self._in_log is None:
            from scopeboard.graph.source.file_count import GraphFileCount  # noqa: PLC0415

            self._in_log = GraphFileCount()
        return self._given + sum(self._in_log.of(each) for each in found if self._in_log)
