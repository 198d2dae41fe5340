"""`/api/comparison`: trainings side by side, a row for each hyper-parameter, metric and text."""

from functools import partial
from itertools import chain
from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import answer_unless_held, json_float
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.comparison.flags import flags_of
from scopeboard.comparison.table import (
    Column,
    ComparedRun,
    Row,
    Section,
    columns_of,
    hparam_rows,
    tag_rows,
    value_rows,
)
from scopeboard.diagnostics.training_state import RunFacts
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.events.values.summary import read_text
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.metrics import metrics_of
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import LoggedValues, read_values
from scopeboard.types import HparamValue, Kind, RunId, TagKey

MAX_RUNS: Final = 2000
MAX_TAGS: Final = 500  # of scalars
MAX_TEXTS: Final = 500  # of all runs
MAX_LOGGED: Final = 2000  # tags of all kinds, with their phases
MAX_CHARACTERS: Final = 20_000  # of a text
_METRICS: Final[tuple[Section, ...]] = ("last", "least", "greatest")
_LOGGED: Final[tuple[Kind, ...]] = (
    "scalars", "histograms", "images", "audio", "text", "curves", "meshes", "tensors",
)  # fmt: skip
_COMMAND_LINES: Final = frozenset({"args", "argv", "cmd", "command", "command_line", "flags"})
"""Names of the tags of texts that may be command lines."""
_TEXT_BYTES: Final = 1 << 20  # a longer record is not read


class ComparedTraining(Answer):
    """A training that is compared, and the ids of its requested runs."""

    training: str
    runs: list[str]


class ComparisonRow(Answer):
    """A value for each training, null where it has none; `differs` is whether they are not equal.

    `hparams`: a hyper-parameter. `last`, `least`, `greatest`: a value of the scalars of a tag.
    `texts`: the last text of a tag. `flags`: those of command lines in these texts. `tags`: the
    kinds of data that a tag was logged with. `phase` is what the runs log of their trainings, such
    as `train`; it is empty for hyper-parameters, and for events of the training's own directory.
    """

    section: Literal["hparams", "last", "least", "greatest", "texts", "tags", "flags"]
    name: str
    phase: str
    differs: bool
    values: list[bool | JsonFloat | str | None]


class ComparisonAnswer(Answer):
    """Trainings in the order of the request, and rows by section, name and phase.

    `more_tags` counts the tags of scalars, `more_texts` the texts, and `more_logged` the tags of
    all kinds that are left out; of these, those that differ come first.
    """

    generation: int
    trainings: list[ComparedTraining]
    rows: list[ComparisonRow]
    more_tags: int
    more_texts: int
    more_logged: int


def comparison_router(store: Store, trainings: LogTrainings) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    bodies = ResponseCache()
    logged = LoggedValues(store)

    @router.get("/api/comparison", response_model=ComparisonAnswer, responses=error_responses(422))
    def get_comparison(
        request: Request, run: Annotated[list[str], Query(min_length=1, max_length=MAX_RUNS)]
    ) -> Response:
        """Compare the trainings of runs, given by their ids; unknown runs are left out."""
        etag = f"{store.instance}-{store.generation}"
        key = f"{etag} {' '.join(run)}"
        make = partial(bodies.get, key, partial(_body, store, trainings, logged, run))
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(store: Store, trainings: LogTrainings, logged: LoggedValues, wanted: list[str]) -> bytes:
    generation = store.generation
    runs = list(store.each_run())
    parts = trainings.find([RunFacts.of(run) for run in runs])
    compared = [
        ComparedRun(
            run.id,
            run.name,
            parts[run.name].training,
            parts[run.name].phase,
            dict(run.hparams()),
        )
        for run in runs
    ]
    columns = columns_of(compared, wanted)
    metrics, more_tags = _metric_rows(store, columns)
    texts, more_texts = _text_rows(store, logged, columns)
    tags = _tag_rows(store, columns)
    return msgspec.json.encode(
        {
            "generation": generation,
            "trainings": [
                {"training": column.training, "runs": [run.id for run in column.runs]}
                for column in columns
            ],
            "rows": [
                {
                    "section": row.section,
                    "name": row.name,
                    "phase": row.phase,
                    "differs": row.differs,
                    "values": [
                        json_float(value) if isinstance(value, float) else value
                        for value in row.values
                    ],
                }
                for row in chain(hparam_rows(compared, columns), metrics, texts, tags[:MAX_LOGGED])
            ],
            "more_tags": more_tags,
            "more_texts": more_texts,
            "more_logged": max(0, len(tags) - MAX_LOGGED),
        }
    )


def _metric_rows(store: Store, columns: list[Column]) -> tuple[list[Row], int]:
    """Return the rows of scalars, and how many tags are left out."""
    ids = {run.id for column in columns for run in column.runs}
    tags = [tag.key.tag for tag in store.tags("scalars") if not ids.isdisjoint(tag.runs)]
    index = SeriesIndex(store.snapshot())
    rows: list[Row] = []
    for tag in tags[:MAX_TAGS]:
        series = index.find(tag, ids)
        if series is None:
            continue
        try:
            metrics = metrics_of(series, index.snapshot.read)
        except DamagedBlockError as error:
            store.invalidate_files(error.files)  # they are read again, and so is this
            continue
        there = np.flatnonzero(metrics.is_there).tolist()
        for section in _METRICS:
            column = getattr(metrics, section)
            values: dict[RunId, HparamValue] = {
                series.runs[row]: float(column[row]) for row in there
            }
            rows += value_rows(section, tag, columns, values)
    return rows, max(0, len(tags) - MAX_TAGS)


def _tag_rows(store: Store, columns: list[Column]) -> list[Row]:
    """Return the rows of what was logged, those that differ first."""
    ids = {run.id for column in columns for run in column.runs}
    logged = [
        (tag.key.tag, tag.key.kind, [run for run in tag.runs if run in ids])
        for kind in _LOGGED
        for tag in store.tags(kind)
    ]
    return tag_rows(columns, logged)


def _flag_rows(columns: list[Column], texts: dict[RunId, HparamValue]) -> list[Row]:
    """Return a row for each flag of the command lines of runs."""
    flags = {run: flags_of(str(text)) for run, text in texts.items()}
    names = sorted({name for each in flags.values() for name in each})
    return [
        row
        for name in names
        for row in value_rows(
            "flags", name, columns, {run: each[name] for run, each in flags.items() if name in each}
        )
    ]


def _text_rows(store: Store, logged: LoggedValues, columns: list[Column]) -> tuple[list[Row], int]:
    """Return the rows of texts, and how many texts are left out."""
    ids = {run.id for column in columns for run in column.runs}
    rows: list[Row] = []
    count = 0
    for tag in store.tags("text"):
        wanted = [run for run in tag.runs if run in ids]
        before, count = count, count + len(wanted)
        if before + len(wanted) > MAX_TEXTS or not wanted:
            continue
        values: dict[RunId, HparamValue] = {}
        for series in logged.find(TagKey("text", tag.key.tag), wanted):
            if not len(series):
                continue
            (text,) = read_values(series, [len(series) - 1], read_text, _TEXT_BYTES)
            if not isinstance(text, Exception):
                values[series.run] = "\n".join(map(str, text.flat))[:MAX_CHARACTERS]
        rows += value_rows("texts", tag.key.tag, columns, values)
        if tag.key.tag.rpartition("/")[2].lower() in _COMMAND_LINES:
            rows += _flag_rows(columns, values)
    return rows, max(0, count - MAX_TEXTS)
