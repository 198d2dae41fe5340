"""Paging of values: a step may have more of them than one answer describes."""

from collections.abc import Iterable
from typing import Annotated, Final, NamedTuple

from fastapi import Query
from pydantic import BaseModel, Field

from scopeboard.store.values.blob_series import BlobSeries

MAX_STEPS: Final = 50
MAX_RUNS: Final = 50
MAX_VALUES: Final = 500  # in one answer: each costs a read of an event file
MAX_VALUES_OF_STEP: Final = 200
MAX_SAMPLES: Final = 200


class PageQuery(BaseModel):
    """The requested values of a tag; without steps, those at the last step of each run.

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


class PagedValue(NamedTuple):
    """The value at a position of a series: the `nth` of the `values` at its step."""

    series: BlobSeries
    position: int
    nth: int
    values: int


class Page(NamedTuple):
    """The values that an answer describes, and the number of further values in the request."""

    values: list[PagedValue]
    more: int


def page_of(series: Iterable[BlobSeries], query: PageQuery) -> Page:
    """Return the requested values by run and then by step; reads no event file."""
    values: list[PagedValue] = []
    more = 0
    for each in series:
        steps = each.step[-1:].tolist() if query.step is None else sorted(set(query.step))
        for step in steps:
            at_step = each.at_step(step)
            for position in at_step[query.nth : query.nth + query.values]:
                if len(values) < MAX_VALUES:
                    nth = position - at_step.start
                    values.append(PagedValue(each, position, nth, len(at_step)))
                else:
                    more += 1
    return Page(values, more)
