"""Which of a tag's values an answer describes: a step may have more than are looked at at once."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Final, NamedTuple

from fastapi import Query
from pydantic import BaseModel, Field

from scopeboard.store.values.blob_series import BlobSeries

MAX_STEPS: Final = 50
MAX_RUNS: Final = 50
MAX_VALUES: Final = 500  # in one answer: each costs a look into an event file
MAX_VALUES_OF_STEP: Final = 200
MAX_SAMPLES: Final = 200


class PageQuery(BaseModel):
    """Which values are asked for; without steps, those of the last step of each run.

    Of the values at a step, up to `values` from the `nth` on are described.
    """

    tag: str
    run: Annotated[list[str] | None, Query(max_length=MAX_RUNS)] = None
    step: Annotated[list[int] | None, Query(max_length=MAX_STEPS)] = None
    nth: int = Field(0, ge=0)
    values: int = Field(50, ge=1, le=MAX_VALUES_OF_STEP)


class SamplesQuery(PageQuery):
    """Of the samples of each value, up to `samples` from the `sample`th on are described."""

    sample: int = Field(0, ge=0)
    samples: int = Field(100, ge=1, le=MAX_SAMPLES)


class Place(NamedTuple):
    """A value: position `at` of a series, the `nth` of the `values` that its step has."""

    series: BlobSeries
    at: int
    nth: int
    values: int


class Page(NamedTuple):
    """The values that an answer describes, and how many more were asked for than it may hold."""

    places: list[Place]
    more: int


def page_of(found: Iterable[BlobSeries], query: PageQuery) -> Page:
    """Return where the values asked for are, by run and then by step; no event file is read."""
    places = (place for series in found for place in _places(series, query))
    kept = list(islice(places, MAX_VALUES))
    return Page(kept, sum(1 for _ in places))


def _places(series: BlobSeries, query: PageQuery) -> Iterator[Place]:
    for step in _steps(series, query.step):
        all_of_step = series.at_step(step)
        for at in all_of_step[query.nth : query.nth + query.values]:
            yield Place(series, at, at - all_of_step.start, len(all_of_step))


def _steps(series: BlobSeries, steps: list[int] | None) -> list[int]:
    if steps is not None:
        return sorted(set(steps))
    return [int(series.step[-1])] if len(series) else []
