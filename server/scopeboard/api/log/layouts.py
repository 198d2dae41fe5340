"""`/api/layouts`: charts of several tags as runs laid them out, and the tags of patterns."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import answer_unless_held, json_answer
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.events.values.chart_layout import ChartPlan, read_layout
from scopeboard.store.query.run_list import TagSummary
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import LoggedValues, read_value
from scopeboard.types import TagKey

LAYOUT_KEY: Final = TagKey("layouts", "custom_scalars__config__")
MAX_PATTERNS: Final = 50
MAX_TAGS: Final = 200  # of one pattern


class MarginAnswer(Answer):
    """Tags of a line and of the ends of the band around it."""

    value: str
    lower: str
    upper: str


class ChartAnswer(Answer):
    """A chart: all tags that match a pattern at their beginning, or lines with bands.

    `tags` are the matches; `error` is a sentence on invalid patterns, null if all are valid.
    """

    title: str
    patterns: list[str]
    tags: list[str]
    margins: list[MarginAnswer]
    error: str | None


class CategoryAnswer(Answer):
    """Charts under one heading; `runs` are the ids of the runs that logged it."""

    title: str
    closed: bool
    charts: list[ChartAnswer]
    runs: list[str]


class LayoutsAnswer(Answer):
    """The charts of all runs, by category title. `unread` are sentences on unreadable layouts."""

    categories: list[CategoryAnswer]
    unread: list[str]


class PatternAnswer(Answer):
    """The tags that a pattern matches, or an error sentence."""

    pattern: str
    tags: list[str]
    error: str | None


class MatchesAnswer(Answer):
    """Patterns in the order of the request."""

    patterns: list[PatternAnswer]


def layouts_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/layouts", response_model=LayoutsAnswer)
    def get_layouts(request: Request) -> Response:
        """List the charts that runs laid out for the custom_scalars plugin."""
        etag = f"{store.instance}-{store.generation}"
        make = partial(_layouts, store, logged)
        return answer_unless_held(request, etag, "application/json", make)

    @router.get("/api/layouts/tags", response_model=MatchesAnswer, responses=error_responses(422))
    def get_matches(
        request: Request,
        pattern: Annotated[list[str], Query(min_length=1, max_length=MAX_PATTERNS)],
    ) -> Response:
        """Return the scalar tags that begin with a match of each pattern."""
        etag = f"{store.instance}-{store.generation}"
        tags = store.tags("scalars")
        answer = MatchesAnswer(patterns=[_match(one, tags) for one in pattern])
        return json_answer(request, answer.model_dump_json(), etag)

    return router


def _layouts(store: Store, logged: LoggedValues) -> bytes:
    """Return the body: categories of equal title are joined, and so are equal charts in them."""
    match = cache(partial(_match, tags=store.tags("scalars")))  # most runs lay out the same
    categories: dict[str, CategoryAnswer] = {}
    listed: set[tuple[str, str]] = set()
    unread = []
    for series in logged.find(LAYOUT_KEY):
        try:
            layout = read_value(series, len(series) - 1, read_layout) if len(series) else []
        except (NotFoundError, DamagedDataError) as error:
            unread.append(str(error))
            continue
        for category in layout:
            answer = categories.get(category.title)
            if answer is None:
                answer = CategoryAnswer(
                    title=category.title, closed=category.closed, charts=[], runs=[]
                )
                categories[category.title] = answer
            answer.runs.append(series.run)
            for plan in category.charts:
                chart = _chart(plan, match)
                key = category.title, chart.model_dump_json()
                if key not in listed:
                    listed.add(key)
                    answer.charts.append(chart)
    layouts = LayoutsAnswer(categories=list(categories.values()), unread=unread)
    return layouts.model_dump_json().encode()


def _chart(plan: ChartPlan, match: Callable[[str], PatternAnswer]) -> ChartAnswer:
    tags: dict[str, None] = {}  # an ordered set
    errors = []
    for pattern in plan.patterns[:MAX_PATTERNS]:
        answer = match(pattern)
        tags |= dict.fromkeys(answer.tags)
        errors += [answer.error] if answer.error else []
    return ChartAnswer(
        title=plan.title,
        patterns=list(plan.patterns),
        tags=list(tags)[:MAX_TAGS],
        margins=[
            MarginAnswer(value=margin.value, lower=margin.lower, upper=margin.upper)
            for margin in plan.margins
        ],
        error=" ".join(errors) or None,
    )


def _match(pattern: str, tags: Sequence[TagSummary]) -> PatternAnswer:
    from scopeboard.patterns import compile_pattern  # noqa: PLC0415 - few logs have any

    try:
        compile_pattern(pattern)  # alone first, so that an error quotes the author's pattern
        matches = compile_pattern(f"^(?:{pattern})")
    except QueryError as error:
        return PatternAnswer(pattern=pattern, tags=[], error=str(error))
    matching = [tag.key.tag for tag in tags if matches(tag.key.tag)]
    return PatternAnswer(pattern=pattern, tags=matching[:MAX_TAGS], error=None)
