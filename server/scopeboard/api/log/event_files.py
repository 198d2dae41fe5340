"""`/api/event_files`: removal of the event files of a run, if `--allow_delete` is set."""

from pathlib import Path

from fastapi import APIRouter, Query

from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import NotFoundError, QueryError, RefusedError
from scopeboard.ingest.discovery.removal import remove_event_files
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name
from scopeboard.types import RunId


class RemovalAnswer(Answer):
    """The number and size of the removed files; `kept` are sentences on the files that remain."""

    files: int
    bytes: int
    kept: list[str]


def event_files_router(store: Store, removable_from: Path | None, *, follows: bool) -> APIRouter:
    """Return the route of this resource.

    Args:
        store: the runs of the log directory.
        removable_from: the log directory, or None if nothing may be removed.
        follows: whether the log directory is polled, so that the reader notices removed files.
    """
    router = APIRouter()

    @router.delete("/api/event_files", responses=error_responses(403, 404, 422, 503))
    def delete_event_files(run: str = Query(), name: str = Query()) -> RemovalAnswer:
        """Remove the event files of a run for good; `name` confirms which run is meant."""
        if removable_from is None:
            raise RefusedError("Files are removed only by a server started with --allow_delete.")
        run_files = store.find_run_files(RunId(run))
        if run_files is None:
            raise NotFoundError("There is no run with this id.")
        directory, files = run_files
        if name != display_name(directory):
            raise QueryError("The name does not match the run; nothing was removed.")
        removal = remove_event_files(removable_from, directory, files)
        if not follows and not removal.failures:
            store.drop_runs([RunId(run)])
        kept = [display_name(sentence) for sentence in removal.failures]
        return RemovalAnswer(files=removal.files, bytes=removal.bytes, kept=kept)

    return router
