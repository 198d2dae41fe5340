"""What the server says about itself: what is served, and how far reading is.

Plain data classes, unlike other answers: the server tells this before the API has been loaded.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from scopeboard import __version__
from scopeboard.state.state_file import StateFile
from scopeboard.store.format.notice import Notice
from scopeboard.store.progress import AbsenceReason, ProfileCount
from scopeboard.store.store import Store


@dataclass(frozen=True, slots=True)
class LogDirectory:
    """A log directory as last walked: how many files of any kind it holds, how many are closed.

    `too_deep` counts the directories that were not searched because they are more than 64 levels
    down or their path is too long for the system. The path is empty where none was named: the
    server was started for graph files alone.

    `reason` is why there are no runs, or what is missing beside them; null where nothing is.
    `missing`: there is nothing at the path. `dangling_link`: it is, or holds, a link that leads to
    nothing. `not_a_directory`: it, or what is above it, is a file. `unreadable`: the system refuses
    it. `empty`: there is no file below it. `no_event_files`: there are files, but no event files.
    `message` says it in words that follow the path after a colon.
    """

    path: str
    exists: bool
    entries: int
    unreadable: int
    too_deep: int
    profiles: tuple[ProfileCount, ...]
    reason: AbsenceReason | None
    message: str


@dataclass(frozen=True, slots=True)
class Loading:
    """How far reading is; `points` counts scalar points and blobs.

    Nothing is ready before the log directory was looked through for the first time.
    `rate` is in bytes per second, 0 while it is not known; `remaining` is an estimate in seconds,
    absent while there is none.
    """

    state: Literal["reading", "ready"]
    bytes_done: int
    bytes_total: int
    files: int
    runs: int
    points: int
    rate: float
    remaining: float | None


@dataclass(frozen=True, slots=True)
class IndexAnswer:
    """How the index of what was read is kept.

    `kept`: on disk, for the next start. `private`: until this server ends. `memory`: the disk takes
    nothing. `paused`: nor does memory, so that reading waits. `path` is absent where nothing is
    kept; `bytes` are those of its catalogue.
    """

    state: Literal["kept", "private", "memory", "paused"]
    path: str | None
    bytes: int


@dataclass(frozen=True, slots=True)
class Status:
    """The server's state; `reload_interval` is in seconds, 0 when files are read once.

    `graph_files` counts the files that were given at the start as graphs, and those of the log
    directory that hold one. Generations can only be compared within one `instance`, which every
    start makes anew. `state_revision` changes whenever anything that viewers saved does: names,
    colours, tags and notes of runs, views, muted warnings, charts and choices of graphs.
    """

    name: str
    version: str
    log_directories: list[LogDirectory]
    graph_files: int
    loading: Loading
    notices: list[Notice]
    index: IndexAnswer
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
    """Return what there is to say now.

    Args:
        store: what readers see of the log.
        reload_interval: in seconds.
        count_graph_files: returns how many files hold a graph.
        state: what viewers saved.
    """
    progress, index = store.progress, store.index
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
                reason=searched.absence.reason if searched.absence else None,
                message=searched.absence.message if searched.absence else "",
            )
            for searched in store.searched
        ],
        graph_files=count_graph_files(),
        loading=Loading(
            state=progress.state if store.searched else "reading",
            bytes_done=progress.bytes_done,
            bytes_total=progress.bytes_total,
            files=progress.files,
            runs=progress.runs,
            points=progress.points,
            rate=progress.rate,
            remaining=progress.remaining,
        ),
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
        index=IndexAnswer(state=index.state, path=index.path, bytes=index.bytes),
        instance=store.instance,
        generation=store.generation,
        state_revision=state.revision(),
        reload_interval=reload_interval,
    )
