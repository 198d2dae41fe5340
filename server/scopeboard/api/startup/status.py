"""The status of the server: what it serves, and how far reading is."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from scopeboard import __version__
from scopeboard.files.remote_traffic import RemoteTraffic, traffic_of
from scopeboard.state.state_file import StateFile
from scopeboard.store.progress import AbsenceReason, IndexState, Notice, ProfileCount, Progress
from scopeboard.store.store import Store


@dataclass(frozen=True, slots=True)
class LogDirectory:
    """A log directory at its last walk.

    `entries` counts its files of any kind, `unreadable` the directories that could not be opened,
    `too_deep` those that were not searched because they are more than 64 levels down or their path
    is too long for the system. `videos` counts its video files. `path` is empty if the server was
    started for graph files alone.

    `reason` is why there are no runs, or what is missing beside them; null if nothing is.
    `missing`: there is nothing at the path. `dangling_link`: it is, or holds, a link that leads to
    nothing. `not_a_directory`: it, or what is above it, is a file. `unreadable`: the system refuses
    it. `empty`: there is no file below it. `no_event_files`: there are files, but no event files.
    `message` is a sentence on the reason, to follow the path and a colon. `traffic` is null if all
    of it is on the server's machine.
    """

    path: str
    exists: bool
    entries: int
    unreadable: int
    too_deep: int
    profiles: tuple[ProfileCount, ...]
    videos: int
    reason: AbsenceReason | None
    message: str
    traffic: RemoteTraffic | None


@dataclass(frozen=True, slots=True)
class Status:
    """The server's state; `reload_interval` is in seconds, 0 when files are read once.

    `graph_files` counts the graph files named at the start, and the files of the log directory
    with a graph. `loading` is `reading` until the first walk of the log directory is complete.
    Generations are comparable within one `instance`, which each start creates. `state_revision`
    changes with every change that viewers save: names, colours, tags and notes of runs, views,
    muted warnings, charts and graph settings.
    """

    name: str
    version: str
    log_directories: list[LogDirectory]
    graph_files: int
    loading: Progress
    notices: list[Notice]
    index: IndexState
    instance: str
    generation: int
    state_revision: int
    reload_interval: float


def server_status(
    store: Store,
    reload_interval: float,
    count_graph_files: Callable[[], int],
    state: StateFile,
) -> Status:
    """Return the current status.

    Args:
        store: what readers see of the log.
        reload_interval: in seconds.
        count_graph_files: returns the number of files with a graph.
        state: the saved state of viewers.
    """
    progress = store.progress
    index = store.index  # before the notices: measuring the index shows its failures
    return Status(
        name="Scopeboard",
        version=__version__,
        log_directories=[
            LogDirectory(
                path=searched.path,
                exists=searched.exists,
                entries=searched.entries,
                unreadable=searched.unreadable,
                too_deep=searched.too_deep,
                profiles=searched.profiles,
                videos=len(searched.video_files),
                reason=searched.absence.reason if searched.absence else None,
                message=searched.absence.message if searched.absence else "",
                traffic=traffic_of(searched.root),
            )
            for searched in store.searched
        ],
        graph_files=count_graph_files(),
        loading=progress if store.searched else replace(progress, state="reading"),
        notices=[
            *store.notices,
            *(Notice(kind="damaged_state", message=each) for each in state.problems()),
            *(
                Notice(kind="too_deep", message=searched.too_deep_message)
                for searched in store.searched
                if searched.too_deep
            ),
            *(
                Notice(kind=searched.absence.reason, message=searched.absence.message)
                for searched in store.searched
                if searched.absence and progress.runs
            ),
        ],
        index=index,
        instance=store.instance,
        generation=store.generation,
        state_revision=state.revision(),
        reload_interval=reload_interval,
    )
