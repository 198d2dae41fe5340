"""`/api/images/files` and `/api/audio/files`: samples as logged, in one archive."""

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
from scopeboard.media.samples import encoded_samples, file_extension, sample_type
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_values

MediaKind = Literal["images", "audio"]
LEFT_OUT: Final = "left out.txt"


class FilesQuery(BaseModel):
    """The requested samples: those of tags in runs (ids), by default of all tags and runs.

    With `steps`, this many steps of each run are included: the last ones up to the step nearest to
    `near` (of two, the earlier), or up to the last step without `near`.
    """

    tag: Annotated[list[str] | None, Query()] = None
    run: Annotated[list[str] | None, Query()] = None
    near: int | None = None
    steps: Annotated[int | None, Field(ge=1)] = None


def media_files_router(store: Store) -> APIRouter:
    """Return the routes of both kinds."""
    router = APIRouter()
    logged = LoggedValues(store)
    errors = error_responses(404, 422)

    def answer(kind: MediaKind, query: FilesQuery) -> Response:
        snapshot = export_snapshot(store, kind, query.tag)
        series = list(snapshot.series(logged, query.run))
        if not series:
            raise NotFoundError(f"None of these runs has {kind} of these tags.")
        pieces = archive(_files(series, query, snapshot.name_of))
        headers = {"Content-Disposition": "attachment"}  # the page names it after its card
        return StreamingResponse(pieces, media_type="application/zip", headers=headers)

    @router.get("/api/images/files", response_class=StreamingResponse, responses=errors)
    def get_picture_files(query: Annotated[FilesQuery, Query()]) -> Response:
        """Return images as logged, as a ZIP archive.

        A text file at its end lists values that could not be read.
        """
        return answer("images", query)

    @router.get("/api/audio/files", response_class=StreamingResponse, responses=errors)
    def get_sound_files(query: Annotated[FilesQuery, Query()]) -> Response:
        """Return sounds as logged, as a ZIP archive.

        A text file at its end lists values that could not be read.
        """
        return answer("audio", query)

    return router


def _files(
    series: Sequence[BlobSeries], query: FilesQuery, name_of: Callable[[str], str]
) -> Iterator[ArchivedFile]:
    """Yield every sample by run, and at last the list of values that could not be read."""
    left_out: list[str] = []
    by_run: dict[str, list[BlobSeries]] = {}
    for each in series:
        by_run.setdefault(each.run, []).append(each)
    for run, of_run in by_run.items():
        steps = chosen_steps([each.step for each in of_run], query.near, query.steps)
        for each in of_run:
            yield from _samples(each, steps, name_of(run), left_out)
    if left_out:
        yield ArchivedFile(LEFT_OUT, "\n".join([*left_out, ""]).encode("utf-8", "replace"), 0.0)


def chosen_steps(
    logged: Sequence[NDArray[np.int64]], near: int | None, most: int | None
) -> NDArray[np.int64]:
    """Return the steps of a run that a `FilesQuery` includes: int64 [n], ascending."""
    steps = np.unique(np.concatenate(logged))
    if most is None or not len(steps):
        return steps
    # As Python's integers: the distance of two steps may be beyond 64 bits.
    distances = [0] if near is None else [abs(step - near) for step in steps.tolist()]
    end = len(steps) if near is None else distances.index(min(distances)) + 1
    return steps[max(0, end - most) : end]


def _samples(
    series: BlobSeries, steps: NDArray[np.int64], run: str, left_out: list[str]
) -> Iterator[ArchivedFile]:
    if series.lost:
        left_out.append(f"{run}, {series.key.tag}: {lost_values_message(series)}")
    indices = np.flatnonzero(np.isin(series.step, steps)).tolist()
    values = read_values(series, indices, encoded_samples(series))
    for index, samples in zip(indices, values, strict=True):
        step = int(series.step[index])
        if isinstance(samples, NotFoundError | DamagedDataError):
            left_out.append(f"{run}, {series.key.tag}, step {step}: {samples}")
            continue
        nth = index - series.at_step(step).start
        value = f"_value_{nth + 1}" if nth else ""
        for number, data in enumerate(samples, 1):
            suffix = file_extension(sample_type(series.key.kind, data))
            path = f"{run}/{series.key.tag}/step_{step}{value}_sample_{number}.{suffix}"
            yield ArchivedFile(path, data, float(series.wall_time[index]))
