"""`/api/layouts`: charts of several tags as runs laid them out, and which tags a pattern means."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import answer_unless_held, json_answer
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.events.values.chart_layout import Category, ChartPlan, read_layout
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import TagKey

LAYOUT_KEY: Final = TagKey("layouts", "custom_scalars__config__")
MAX_PATTERNS: Final = 50
MAX_TAGS: Final = 200  # that one pattern stands for


class MarginAnswer(Answer):
    """Tags of a line and of the ends of the band around it."""

    value: str
    lower: str
    upper: str


class ChartAnswer(Answer):
    """A chart: all tags that match a pattern at their beginning, or lines with bands.

    `tags` are those that match; `error` says what is wrong with a pattern, null if nothing is.
    """

    title: str
    patterns: list[str]
    tags: list[str]
    margins: list[MarginAnswer]
    error: str | None


class CategoryAnswer(Answer):
    """Charts under one heading; `runs` are the ids of those that logged it."""

    title: str
    closed: bool
    charts: list[ChartAnswer]
    runs: list[str]


class LayoutsAnswer(Answer):
    """What runs laid out: categories of equal title are one. `unread` tells what cannot be read."""

    categories: list[CategoryAnswer]
    unread: list[str]


class PatternAnswer(Answer):
    """The tags for which a pattern stands, or what is wrong with it."""

    pattern: str
    tags: list[str]
    error: str | None


class MatchesAnswer(Answer):
    """Patterns in the order in which they were asked for."""

    patterns: list[PatternAnswer]


Match = Callable[[str], PatternAnswer]


def custom_scalars_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    def etag() -> str:
        return f"{store.instance}-{store.generation}"

    @router.get("/api/layouts", response_model=LayoutsAnswer)
    def get_layouts(request: Request) -> Response:
        """List the charts that runs laid out for the custom_scalars plugin."""
        make = partial(_layouts, store, logged)
        return answer_unless_held(request, etag(), "application/json", make)

    @router.get("/api/layouts/tags", response_model=MatchesAnswer, responses=error_responses(422))
    def get_matches(
        request: Request,
        pattern: Annotated[list[str], Query(min_length=1, max_length=MAX_PATTERNS)],
    ) -> Response:
        """Return the scalar tags that begin with a match of each pattern."""
        tags = _scalar_tags(store)
        answers = [_answer(one, tags) for one in pattern]
        return json_answer(request, MatchesAnswer(patterns=answers).model_dump_json(), etag())

    return router


def _scalar_tags(store: Store) -> list[str]:
    return [tag.key.tag for tag in store.tags("scalars")]


def _layouts(store: Store, logged: LoggedValues) -> bytes:
    match = cache(partial(_answer, tags=_scalar_tags(store)))  # most runs lay out the same
    categories: dict[str, CategoryAnswer] = {}
    unread = []
    for series in logged.find(LAYOUT_KEY):
        try:
            layout = _newest_layout(series)
        except (NotFoundError, DamagedDataError) as error:
            unread.append(str(error))
            continue
        for category in layout:
            known = categories.get(category.title)
            categories[category.title] = _joined(known, category, series.run, match)
    answer = LayoutsAnswer(categories=list(categories.values()), unread=unread)
    return answer.model_dump_json().encode()


def _newest_layout(series: BlobSeries) -> list[Category]:
    return read_value(series, len(series) - 1, read_layout) if len(series) else []


def _joined(
    known: CategoryAnswer | None, category: Category, run: str, match: Match
) -> CategoryAnswer:
    """Return a category with the charts of another run of the same title; equal ones are one."""
    charts = {} if known is None else {chart.model_dump_json(): chart for chart in known.charts}
    for plan in category.charts:
        chart = _chart(plan, match)
        charts.setdefault(chart.model_dump_json(), chart)
    return CategoryAnswer(
        title=category.title,
        closed=category.closed if known is None else known.closed,
        charts=list(charts.values()),
        runs=[*(known.runs if known else []), run],
    )


def _chart(plan: ChartPlan, match: Match) -> ChartAnswer:
    found: dict[str, None] = {}  # as a set that keeps its order
    errors = []
    for pattern in plan.patterns[:MAX_PATTERNS]:
        answer = match(pattern)
        found |= dict.fromkeys(answer.tags)
        errors += [answer.error] if answer.error else []
    return ChartAnswer(
        title=plan.title,
        patterns=list(plan.patterns),
        tags=list(found)[:MAX_TAGS],
        margins=[
            MarginAnswer(value=margin.value, lower=margin.lower, upper=margin.upper)
            for margin in plan.margins
        ],
        error=" ".join(errors) or None,
    )


def _answer(pattern: str, tags: Sequence[str]) -> PatternAnswer:
    from scopeboard.patterns import compile_pattern  # noqa: PLC0415 - few logs have any

    try:
        compile_pattern(pattern)  # says what is wrong in its author's words
        matches = compile_pattern(f"^(?:{pattern})")
    except QueryError as error:
        return PatternAnswer(pattern=pattern, tags=[], error=str(error))
    matching = [tag for tag in tags if matches(tag)]
    return PatternAnswer(pattern=pattern, tags=matching[:MAX_TAGS], error=None)
