"""`/api/text`: texts that runs logged, as they are or rendered from Markdown."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict

from scopeboard.api.answer import (
    Answer,
    JsonFloat,
    JsonStep,
    answer_unless_held,
    error_responses,
    json_step,
)
from scopeboard.api.series_columns import digest_of
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.summary import read_text
from scopeboard.store.logged_values import BlobSeries, LoggedValues, read_value
from scopeboard.store.store import Store
from scopeboard.text.cells import Cells, text_cells
from scopeboard.text.markdown import MAX_CHARACTERS, rendered
from scopeboard.text.markup import Element, markup_tree
from scopeboard.types import TagKey

MAX_STEPS: Final = 50
MAX_RUNS: Final = 50

Form = Literal["rendered", "raw"]


class MarkupElement(Answer):
    """An element and what is in it; only tags and attributes that are harmless occur."""

    tag: str
    attributes: dict[str, str]
    children: list["MarkupElement | str"]


class TextValue(Answer):
    """The text of a run at a step: rows of cells, one cell for a tensor of rank 0.

    A cell is a list of elements and texts; as it was logged, one text. `message` says why there is
    nothing to show, `is_cut` that there is more than is sent. Of more than two dimensions, the
    first slice is sent.
    """

    model_config = ConfigDict(use_attribute_docstrings=True)

    run: str
    """The id of the run."""
    step: JsonStep
    wall_time: JsonFloat
    """In seconds since the epoch."""
    shape: list[int]
    rows: list[list[list[MarkupElement | str]]]
    is_cut: bool
    message: str | None


class TextAnswer(Answer):
    """Texts of a tag, by run and then by step; a step may have several."""

    tag: str
    form: Form
    values: list[TextValue]


def text_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/text", response_model=TextAnswer, responses=error_responses(404, 422))
    def get_text(
        request: Request,
        tag: str,
        run: Annotated[list[str] | None, Query(max_length=MAX_RUNS)] = None,
        step: Annotated[list[int] | None, Query(max_length=MAX_STEPS)] = None,
        form: Form = "rendered",
    ) -> Response:
        """Return a tag's texts at steps that are named, else at the last of each run.

        `/api/steps?kind=text` lists all steps.
        """
        found = logged.find(TagKey("text", tag), run)[:MAX_RUNS]
        if not found:
            raise NotFoundError(f"No run has text {tag!r}.")
        etag = digest_of((tag, step, form), found)
        make = partial(_body, tag, found, step, form)
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(tag: str, found: list[BlobSeries], steps: list[int] | None, form: Form) -> bytes:
    values = [_value(series, at, form) for series in found for at in _positions(series, steps)]
    return TextAnswer(tag=tag, form=form, values=values).model_dump_json().encode()


def _positions(series: BlobSeries, steps: list[int] | None) -> Iterator[int]:
    if steps is None:
        yield from [len(series) - 1] if len(series) else []
    else:
        for step in sorted(set(steps)):
            yield from series.at_step(step)


def _value(series: BlobSeries, at: int, form: Form) -> TextValue:
    try:
        cells, message = text_cells(read_value(series, at, read_text)), None
    except (NotFoundError, DamagedDataError) as error:
        cells, message = Cells((), [], is_cut=False), str(error)
    return TextValue(
        run=series.run,
        step=json_step(int(series.step[at])),
        wall_time=float(series.wall_time[at]),
        shape=list(cells.shape),
        rows=[[_cell(text, form) for text in row] for row in cells.rows],
        is_cut=cells.is_cut,
        message=message,
    )


def _cell(text: str, form: Form) -> list[MarkupElement | str]:
    if form == "raw" or len(text) > MAX_CHARACTERS:
        return [text]
    return [_sent(node) for node in markup_tree(rendered(text))]


def _sent(node: Element | str) -> MarkupElement | str:
    if isinstance(node, str):
        return node
    children = [_sent(child) for child in node.children]
    return MarkupElement(tag=node.tag, attributes=node.attributes, children=children)
