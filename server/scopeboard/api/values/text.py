"""`/api/text`: texts of runs, as logged or rendered from Markdown."""

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.paging import MAX_RUNS, PagedValue, PageQuery, page_of
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.values.summary import read_text
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.text.cells import Cells, text_cells
from scopeboard.text.json_text import is_json
from scopeboard.text.markdown import CostlyTextError, Effort, rendered
from scopeboard.text.markup import Element, markup_tree
from scopeboard.types import TagKey

Form = Literal["rendered", "raw"]


class TextQuery(PageQuery):
    """The requested texts, as logged or rendered unless that takes too long."""

    form: Form = "rendered"


class MarkupElement(Answer):
    """An element and its children; only harmless tags and attributes occur."""

    tag: str
    attributes: dict[str, str]
    children: list["MarkupElement | str"]

    @classmethod
    def of(cls, element: Element) -> "MarkupElement":
        """Return the answer for an element with all its children."""
        children = [
            child if isinstance(child, str) else cls.of(child) for child in element.children
        ]
        return cls(tag=element.tag, attributes=element.attributes, children=children)


class TextValue(Answer):
    """The text of a run at a step: rows of cells, one cell for a tensor of rank 0.

    A step may have several texts: this is the `nth` of `values`.

    A cell is a list of elements and texts; if it is not rendered, one text, as is JSON.
    `unrendered` counts the cells that are not rendered because that takes too long. `message` is a
    sentence on why there is no text, `is_cut` is whether there is more than is sent. Of more than
    two dimensions, the first slice is sent.
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

    @classmethod
    def of(cls, value: PagedValue, effort: Effort | None) -> "TextValue":
        """Return the answer for a value, rendered within an effort or as logged without one."""
        series, position, nth, values = value
        try:
            cells, message = text_cells(read_value(series, position, read_text)), None
        except (NotFoundError, DamagedDataError) as error:
            cells, message = Cells((), [], is_cut=False), str(error)
        unrendered = 0
        rows: list[list[list[MarkupElement | str]]] = []
        for row in cells.rows:
            rows.append([])
            for text in row:
                nodes: list[Element | str] = [text]
                if effort is not None and not is_json(text):
                    try:
                        nodes = markup_tree(rendered(text, effort))
                    except CostlyTextError:
                        unrendered += 1
                rows[-1].append(
                    [node if isinstance(node, str) else MarkupElement.of(node) for node in nodes]
                )
        return cls(
            run=series.run,
            step=json_step(int(series.step[position])),
            wall_time=float(series.wall_time[position]),
            nth=nth,
            values=values,
            shape=list(cells.shape),
            rows=rows,
            is_cut=cells.is_cut,
            unrendered=unrendered,
            message=message,
        )


class TextAnswer(Answer):
    """Texts of a tag, by run and then by step; `more` counts the texts left out."""

    tag: str
    form: Form
    values: list[TextValue]
    more: int


def text_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/text", response_model=TextAnswer, responses=error_responses(404, 422))
    def get_text(request: Request, query: Annotated[TextQuery, Query()]) -> Response:
        """Return a tag's texts at the given steps, by default at the last step of each run.

        `/api/steps?kind=text` lists all steps.
        """
        series = logged.find(TagKey("text", query.tag), query.run)[:MAX_RUNS]
        if not series:
            raise NotFoundError(f"No run has text {query.tag!r}.")
        make = partial(_body, series, query)
        return answer_unless_held(request, digest_of(query, series), "application/json", make)

    return router


def _body(series: list[BlobSeries], query: TextQuery) -> bytes:
    page = page_of(series, query)
    effort = None if query.form == "raw" else Effort()
    values = [TextValue.of(value, effort) for value in page.values]
    answer = TextAnswer(tag=query.tag, form=query.form, values=values, more=page.more)
    return answer.model_dump_json().encode()
