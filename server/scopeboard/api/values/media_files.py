"""`/api/images/files` and `/api/audio/files`: samples as they were logged, in one archive."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final, Literal

import numpy as np
from fastapi import APIRouter, Query, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from scopeboard.api.http.schema import error_responses
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.export.archive import ArchivedFile, archive
from scopeboard.export.snapshot import export_snapshot, lost_values_message
from scopeboard.media.encoded import encoded_samples, ending, sample_type
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_values

MediaKind = Literal["images", "audio"]
LEFT_OUT: Final = "left out.txt"


class FilesQuery(BaseModel):
    """Which samples: every one of tags in runs (ids); of all where none are named.

    Without `steps` those of every step, else those of so many steps of each run, up to the one
    nearest to `near`; of two, the earlier. Without `near` these are its last ones.
    """

    tag: Annotated[list[str] | None, Query()] = None
    run: Annotated[list[str] | None, Query()] = None
    near: int | None = None
    steps: Annotated[int | None, Field(ge=1)] = None


Asked = Annotated[FilesQuery, Query()]


def media_files_router(store: Store) -> APIRouter:
    """Return the routes of both kinds."""
    router = APIRouter()
    logged = LoggedValues(store)
    errors = error_responses(404, 422)

    def answer(kind: MediaKind, asked: FilesQuery) -> Response:
        moment = export_snapshot(store, kind, asked.tag)
        found = list(moment.series(logged, asked.run))
        if not found:
            raise NotFoundError(f"None of these runs has {kind} of these tags.")
        pieces = archive(_files(found, asked, moment.name_of))
        headers = {"Content-Disposition": "attachment"}  # the page names it after its card
        return StreamingResponse(pieces, media_type="application/zip", headers=headers)

    @router.get("/api/images/files", response_class=StreamingResponse, responses=errors)
    def get_picture_files(asked: Asked) -> Response:
        """Return pictures as they were logged, as a ZIP archive.

        What could not be read is listed in a text file at its end.
        """
        return answer("images", asked)

    @router.get("/api/audio/files", response_class=StreamingResponse, responses=errors)
    def get_sound_files(asked: Asked) -> Response:
        """Return sounds as they were logged, as a ZIP archive.

        What could not be read is listed in a text file at its end.
        """
        return answer("audio", asked)

    return router


def _files(
    found: Sequence[BlobSeries], asked: FilesQuery, name_of: Callable[[str], str]
) -> Iterator[ArchivedFile]:
    """Yield every sample by run, and what could not be read at last."""
    left_out: list[str] = []
    by_run: dict[str, list[BlobSeries]] = {}
    for series in found:
        by_run.setdefault(series.run, []).append(series)
    for run, of_run in by_run.items():
        steps = chosen_steps([series.step for series in of_run], asked.near, asked.steps)
        for series in of_run:
            yield from _samples(series, steps, name_of(run), left_out)
    if left_out:
        yield ArchivedFile(LEFT_OUT, "\n".join([*left_out, ""]).encode("utf-8", "replace"), 0.0)


def chosen_steps(
    logged: Sequence[NDArray[np.int64]], near: int | None, most: int | None
) -> NDArray[np.int64]:
    """Return int64 [n], ascending: the steps of a run that `FilesQuery` asks for."""
    steps = np.unique(np.concatenate(logged))
    if most is None or not len(steps):
        return steps
    # As Python's integers: the distance of two steps may be beyond 64 bits.
    away = [0] if near is None else [abs(step - near) for step in steps.tolist()]
    end = len(steps) if near is None else away.index(min(away)) + 1
    return steps[max(0, end - most) : end]


def _samples(
    series: BlobSeries, steps: NDArray[np.int64], run: str, left_out: list[str]
) -> Iterator[ArchivedFile]:
    if series.lost:
        left_out.append(f"{run}, {series.key.tag}: {lost_values_message(series)}")
    which = np.flatnonzero(np.isin(series.step, steps)).tolist()
    values = read_values(series, which, encoded_samples(series))
    for at, samples in zip(which, values, strict=True):
        step = int(series.step[at])
        if isinstance(samples, NotFoundError | DamagedDataError):
            left_out.append(f"{run}, {series.key.tag}, step {step}: {samples}")
            continue
        nth = at - series.at_step(step).start
        value = f"_value_{nth + 1}" if nth else ""
        for number, data in enumerate(samples, 1):
            suffix = ending(sample_type(series.key.kind, data))
            path = f"{run}/{series.key.tag}/step_{step}{value}_sample_{number}.{suffix}"
            yield ArchivedFile(path, data, float(series.wall_time[at]))
