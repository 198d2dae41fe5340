"""`/api/text`: texts that runs logged, as they are or rendered from Markdown."""

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.paging import MAX_RUNS, PageQuery, Place, page_of
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.values.summary import read_text
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.text.cells import Cells, text_cells
from scopeboard.text.markdown import CostlyTextError, Effort, rendered
from scopeboard.text.markup import Element, markup_tree
from scopeboard.types import TagKey

Form = Literal["rendered", "raw"]


class TextQuery(PageQuery):
    """Which texts, as they were logged or rendered; what takes too long to render is not."""

    form: Form = "rendered"


class MarkupElement(Answer):
    """An element and what is in it; only tags and attributes that are harmless occur."""

    tag: str
    attributes: dict[str, str]
    children: list["MarkupElement | str"]


class TextValue(Answer):
    """The text of a run at a step: rows of cells, one cell for a tensor of rank 0.

    A step may have several texts: this is the `nth` of `values`.

    A cell is a list of elements and texts; as it was logged, one text. `unrendered` counts the
    cells that are sent as logged because they take too long to render. `message` says why there is
    nothing to show, `is_cut` that there is more than is sent. Of more than two dimensions, the
    first slice is sent.
    """

    run: str = Field(description="The id of the run.")
    step: JsonStep
    wall_time: JsonFloat = Field(description="In seconds since the epoch.")
    nth: int
    values: int
    shape: list[int]
    rows: list[list[list[MarkupElement | str]]]
    is_cut: bool
    unrendered: int
    message: str | None


class TextAnswer(Answer):
    """Texts of a tag, by run and then by step; `more` counts those left out."""

    tag: str
    form: Form
    values: list[TextValue]
    more: int


def text_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/text", response_model=TextAnswer, responses=error_responses(404, 422))
    def get_text(request: Request, asked: Annotated[TextQuery, Query()]) -> Response:
        """Return a tag's texts at steps that are named, else at the last of each run.

        `/api/steps?kind=text` lists all steps.
        """
        found = logged.find(TagKey("text", asked.tag), asked.run)[:MAX_RUNS]
        if not found:
            raise NotFoundError(f"No run has text {asked.tag!r}.")
        make = partial(_body, found, asked)
        return answer_unless_held(request, digest_of(asked, found), "application/json", make)

    return router


def _body(found: list[BlobSeries], asked: TextQuery) -> bytes:
    page = page_of(found, asked)
    effort = None if asked.form == "raw" else Effort()
    values = [_value(place, effort) for place in page.places]
    answer = TextAnswer(tag=asked.tag, form=asked.form, values=values, more=page.more)
    return answer.model_dump_json().encode()


def _value(place: Place, effort: Effort | None) -> TextValue:
    series, at, nth, values = place
    try:
        cells, message = text_cells(read_value(series, at, read_text)), None
    except (NotFoundError, DamagedDataError) as error:
        cells, message = Cells((), [], is_cut=False), str(error)
    rows = [[_nodes(text, effort) for text in row] for row in cells.rows]
    return TextValue(
        run=series.run,
        step=json_step(int(series.step[at])),
        wall_time=float(series.wall_time[at]),
        nth=nth,
        values=values,
        shape=list(cells.shape),
        rows=[
            [[text] if nodes is None else nodes for text, nodes in zip(*row, strict=True)]
            for row in zip(cells.rows, rows, strict=True)
        ],
        is_cut=cells.is_cut,
        unrendered=sum(nodes is None for row in rows for nodes in row),
        message=message,
    )


def _nodes(text: str, effort: Effort | None) -> list[MarkupElement | str] | None:
    """Return a text rendered, without an effort as logged, None where it takes too long."""
    if effort is None:
        return [text]
    try:
        return [_sent(node) for node in markup_tree(rendered(text, effort))]
    except CostlyTextError:
        return None


def _sent(node: Element | str) -> MarkupElement | str:
    if isinstance(node, str):
        return node
    children = [_sent(child) for child in node.children]
    return MarkupElement(tag=node.tag, attributes=node.attributes, children=children)
