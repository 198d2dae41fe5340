"""`/api/changes`: what changed in scalars since a cursor, for programs that follow the log."""

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from scopeboard.api.http.binary_columns import BINARY, Columns
from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.following.changes import ChangedPoints, Changes, FollowedLog, find_changes
from scopeboard.following.cursor_json import encode, from_json, to_json
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import RunId


class ChangesQuery(BaseModel):
    """What a program follows, and the cursor of what it has.

    `tags` are names of scalars and `runs` ids; unknown ones are left out. `cursor` is that of the
    program with the `places` of all answers, each in the place of the same file of the same run,
    and without the runs that an answer has `removed`; `{"tags": [], "files": []}` at first.
    """

    tags: list[str]
    runs: list[str]
    superseded: bool = False
    cursor: dict[str, Any]


def changes_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    log = _NewestLog(store)

    @router.post(
        "/api/changes",
        response_class=Response,
        responses={200: {"content": {BINARY: {}}}, **error_responses(422)},
    )
    async def post_changes(request: Request, query: ChangesQuery) -> Response:
        """Return the points of scalars that were added and superseded since a cursor.

        Nothing changes on the server; the cursor is too large for a URL. The answer has binary
        columns: `added` and `superseded` have `runs` and `tags` (names) and the columns `run` and
        `tag` (positions in these), `step`, `wall_time` and `value`. `removed` are names of runs
        that lost an event file: drop their points first. `is_all` is whether nothing else has
        changed in this `generation`. While the server reads the log for the first time, nothing
        has changed: runs that are not read yet would seem to be gone.
        """
        body = await run_cancellable(request, lambda _: _body(log, query))
        return Response(body, media_type=BINARY, headers={"Cache-Control": "no-store"})

    return router


class _NewestLog:
    """The newest generation of a store, as it is followed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._newest: FollowedLog | None = None

    def get(self) -> FollowedLog:
        """Return the series, runs and files of the newest generation."""
        names = {run.id: run.name for run in self.store.each_run()}
        snapshot = self.store.snapshot()
        if self._newest is None or self._newest.finder.snapshot is not snapshot:
            self._newest = FollowedLog(SeriesIndex(snapshot), names, self.store.find_file_path)
        return self._newest


def _body(log: _NewestLog, query: ChangesQuery) -> bytes:
    """Return the body; files with damaged blocks are left out and read again."""
    cursor, tags = from_json(query.cursor), list(dict.fromkeys(query.tags))
    store = log.store
    if not store.searched or store.progress.state == "reading":
        return _encoded(None, store.generation, is_all=False)
    while True:
        newest = log.get()
        runs = [RunId(run) for run in dict.fromkeys(query.runs) if run in newest.names]
        try:
            changes, is_all = find_changes(newest, cursor, tags, runs, superseded=query.superseded)
        except DamagedBlockError as error:
            log.store.invalidate_files(error.files)
            continue
        return _encoded(changes, newest.finder.snapshot.generation, is_all=is_all)


def _encoded(changes: Changes | None, generation: int, *, is_all: bool) -> bytes:
    columns = Columns()
    header: dict[str, Any] = {"generation": generation, "is_all": is_all}
    if changes is not None:
        header |= {
            "added": _points(changes.added, columns),
            "superseded": _points(changes.superseded, columns),
            "removed": list(changes.removed),
            "places": to_json(changes.places),
        }
    return columns.body(encode(header))


def _points(points: ChangedPoints, columns: Columns) -> dict[str, Any]:
    fields = points._asdict()
    texts = {name: list(fields.pop(name)) for name in ("runs", "tags")}
    return {**texts, **{name: columns.add_whole(column) for name, column in fields.items()}}
