"""The objects behind the routes, each shared by all routes that need it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scopeboard.api.startup.changes import ChangeStream
from scopeboard.api.startup.live_status import LiveStatus, memory_version
from scopeboard.api.startup.runs import RunList
from scopeboard.api.startup.scalars import ScalarSeries
from scopeboard.api.startup.status import Status
from scopeboard.api.startup.tags import TagList
from scopeboard.compat.http.server_facts import ServerFacts
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.files.location import Place
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.web.settings import AppSettings, status_of


@dataclass(frozen=True, slots=True)
class Services:
    """The arguments of route factories; `lazy_routes` lists the fields that each needs.

    `removable_from` is the log directory whose event files viewers may remove, or None; `follows`
    is whether the log directory is polled.
    """

    store: Store
    status: Callable[[], Status]
    live_status: LiveStatus
    runs: RunList
    tags: TagList
    scalars: ScalarSeries
    state: StateFile
    stream: ChangeStream
    trainings: LogTrainings
    graph_files: tuple[Place, ...]
    read_only: bool
    removable_from: Path | None
    follows: bool
    facts: ServerFacts


def create_services(store: Store, settings: AppSettings) -> Services:
    """Return the services over a store."""
    status = status_of(store, settings)
    runs = RunList(store, settings.clock)
    return Services(
        store=store,
        status=status,
        live_status=LiveStatus(status, memory_version(store, settings.state.last_revision)),
        runs=runs,
        tags=TagList(store),
        scalars=ScalarSeries(store),
        state=settings.state,
        stream=ChangeStream(store, status, settings.ending),
        trainings=runs.trainings,
        graph_files=settings.graphs,
        read_only=settings.state.read_only,
        removable_from=settings.removable_from,
        follows=settings.reload_interval > 0,
        facts=ServerFacts(
            settings.log_directory, settings.data_location, settings.window_title, settings.samples
        ),
    )
