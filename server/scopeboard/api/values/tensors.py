"""`/api/tensors`: a list of the tensors of unknown plugins, without their elements."""

from functools import partial
from itertools import chain, islice
from typing import Final

from fastapi import APIRouter, Request, Response

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.schema import Answer
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.store.values.tensor_header import read_tensor_head

MAX_SERIES: Final = 2000  # each costs a read of an event file


class TensorSeries(Answer):
    """The tensors of a tag in a run; dtype and shape are those of the last one.

    `plugin` is empty if the log names none. In `shape`, -1 is an unknown size; null is an unknown
    rank. `message` is a sentence on why dtype and shape are unknown.
    """

    tag: str
    run: str
    plugin: str
    values: int
    first_step: JsonStep
    last_step: JsonStep
    dtype: str | None
    shape: list[int] | None
    message: str | None

    @classmethod
    def of(cls, series: BlobSeries) -> "TensorSeries":
        """Return the answer for a series of at least one tensor; reads the last one."""
        facts, message = None, None
        try:
            facts = read_tensor_head(series, len(series) - 1)
        except (NotFoundError, DamagedDataError) as error:
            message = str(error)
        shape = facts.shape if facts else None
        return cls(
            tag=series.key.tag,
            run=series.run,
            plugin=series.metadata.plugin,
            values=len(series),
            first_step=json_step(int(series.step[0])),
            last_step=json_step(int(series.step[-1])),
            dtype=facts.dtype if facts else None,
            shape=None if shape is None else list(shape),
            message=message,
        )


class TensorsAnswer(Answer):
    """Tensors by tag and then by run; `more` counts the tags left out."""

    series: list[TensorSeries]
    more: int


def tensors_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/tensors", response_model=TensorsAnswer)
    def get_tensors(request: Request) -> Response:
        """List the tensors whose plugin is unknown, with dtype and shape of the last of each."""
        etag = f"{store.instance}-{store.generation}"
        make = partial(_body, store, logged)
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(store: Store, logged: LoggedValues) -> bytes:
    tags = iter([tag.key for tag in store.tags("tensors")])
    logged_series = chain.from_iterable(map(logged.find, tags))
    filled = (each for each in logged_series if len(each))
    series = [TensorSeries.of(each) for each in islice(filled, MAX_SERIES)]
    more = sum(1 for _ in tags)
    return TensorsAnswer(series=series, more=more).model_dump_json().encode()
