"""`/api/event_files`: delete the event files of a run, if `--allow_delete` is set."""

from pathlib import Path

from fastapi import APIRouter, Query

from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import NotFoundError, QueryError, RefusedError
from scopeboard.ingest.discovery.removal import remove_event_files
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name
from scopeboard.types import RunId


class RemovalAnswer(Answer):
    """How many files of how many bytes were removed; `kept` are sentences on those that stay."""

    files: int
    bytes: int
    kept: list[str]


def event_files_router(store: Store, removable_from: Path | None, *, follows: bool) -> APIRouter:
    """Return the route of this resource.

    Args:
        store: what is known of the log directory.
        removable_from: the log directory, or None where nothing may be removed.
        follows: whether the log directory is looked through again, so that what is gone is noticed.
    """
    router = APIRouter()

    @router.delete("/api/event_files", responses=error_responses(403, 404, 422, 503))
    def delete_event_files(run: str = Query(), name: str = Query()) -> RemovalAnswer:
        """Remove the event files of a run, which has to be named besides: there is no way back."""
        if removable_from is None:
            raise RefusedError("Files are removed only by a server started with --allow_delete.")
        found = store.find_run_files(RunId(run))
        if found is None:
            raise NotFoundError("There is no such run (any more).")
        directory, files = found
        if name != display_name(directory):
            raise QueryError("The name given is not that of the run; nothing was removed.")
        removal = remove_event_files(removable_from, directory, files)
        if not follows and not removal.kept:
            store.drop_runs([RunId(run)])
        kept = [display_name(sentence) for sentence in removal.kept]
        return RemovalAnswer(files=removal.files, bytes=removal.bytes, kept=kept)

    return router
