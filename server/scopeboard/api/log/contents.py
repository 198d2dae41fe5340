"""`/api/contents`: every series of the log and every event file, for programs."""

from functools import partial

import msgspec
from fastapi import APIRouter, Request, Response

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_steps
from scopeboard.api.http.schema import Answer
from scopeboard.store.query.contents import list_files, list_series
from scopeboard.store.store import Store
from scopeboard.types import Kind


class SeriesColumns(Answer):
    """The series by run and then by tag, each column with one element for each.

    `run` has positions in the runs. `points` counts superseded points and values, too.
    """

    run: list[int]
    tag: list[str]
    kind: list[Kind]
    points: list[int]
    first_step: list[JsonStep]
    last_step: list[JsonStep]


class FileColumns(Answer):
    """The event files by run, each column with one element for each.

    `run` has positions in the runs. `size` and `read` are in bytes: `read` is less while the last
    record is incomplete.
    """

    run: list[int]
    name: list[str]
    size: list[int]
    read: list[int]
    points: list[int]


class ContentsAnswer(Answer):
    """The contents of the log; `runs` are the ids of all runs, in the order of `/api/runs`."""

    generation: int
    runs: list[str]
    series: SeriesColumns
    files: FileColumns


def contents_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get("/api/contents", response_model=ContentsAnswer)
    def get_contents(request: Request) -> Response:
        """List every series of the log, of any kind, and every event file."""
        etag = f"{store.instance}-{store.generation}"
        return answer_unless_held(request, etag, "application/json", partial(_body, store))

    return router


def _body(store: Store) -> bytes:
    runs = [run.id for run in store.each_run()]
    snapshot = store.snapshot()
    series = list_series(snapshot, runs)._asdict()
    series |= {name: json_steps(series[name]) for name in ("first_step", "last_step")}
    files = list_files(snapshot, runs, store.find_run_files)._asdict()
    columns = {"series": series, "files": files}
    for of_part in (series, files):
        of_part |= {
            name: each.tolist() for name, each in of_part.items() if hasattr(each, "tolist")
        }
    return msgspec.json.encode({"generation": snapshot.generation, "runs": runs, **columns})
