"""`/api/expressions`: series of an expression over tags, or over the axis of an expression."""

from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import Annotated, Final, Literal

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard import __version__
from scopeboard.api.http.binary_columns import BINARY
from scopeboard.api.http.conditional import (
    Body,
    JsonStep,
    accepts,
    answer_unless_held,
    json_answer,
)
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import column_of, series_body
from scopeboard.api.http.series_schema import BucketedSeries, RawSeries, SmoothingAnswer
from scopeboard.api.startup.scalars import DEFAULT_BUCKETS, MAX_BUCKETS
from scopeboard.api.startup.scalars_body import IN_BUCKETS, SeriesResponse
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.errors import NotFoundError
from scopeboard.expressions.changes import ValueChanges, find_changes
from scopeboard.expressions.computed_series import ComputedQuery, ComputedSet, ExpressionLog
from scopeboard.expressions.operands import require_phase, require_tag
from scopeboard.expressions.parser import operand_names, parse_axis, parse_expression
from scopeboard.expressions.places import StepPlaces, find_places
from scopeboard.expressions.request import parse_query
from scopeboard.expressions.selection import ComputedPlan
from scopeboard.expressions.syntax import (
    Expression,
    ExpressionError,
    HparamOperand,
    Operand,
    hparams_of,
    tags_of,
)
from scopeboard.store.query.axis import Range
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.query import SeriesQuery
from scopeboard.store.query.smoothing import parse_smoothing
from scopeboard.store.store import Store

MAX_CHANGES: Final = 1000
DEFAULT_CHANGES: Final = 200
MAX_PLACES: Final = 500
_NUMBERS_AT_ONCE: Final = 1_200_000  # 20 MB of JSON; longer bodies are sent while they are made
_NUMBERS_A_ROW: Final = len(IN_BUCKETS)

_Expression = Annotated[
    str | None, Query(description="The values, such as `loss@train - loss@val`.")
]
_Tag = Annotated[str | None, Query(description="A tag, instead of an expression.")]
_X = Annotated[
    str, Query(description="`step`, `wall_time`, `relative`, or the expression of the positions.")
]
_Runs = Annotated[list[str] | None, Query()]
_Step = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
_Baseline = Annotated[
    str | None, Query(description="The id of the run that `baseline(…)` is about.")
]


class MissingAnswer(Answer):
    """A run without a series, because it lacks an operand, such as `loss@val`."""

    run: str
    operand: str


class UnmatchedAnswer(Answer):
    """A run in whose series `steps` steps lack a point, since some tag has none there."""

    run: str
    steps: int


class ExpressionAnswer(Answer):
    """The series of an expression, in the order of their runs.

    `tag` is the text of the expression, or the tag. `x` is the axis that the range and the buckets
    are on, or the expression of the positions. `unmatched` are the series that lack steps of some
    tag, `missing` the runs without a series.
    """

    tag: str
    x: str
    smoothing: SmoothingAnswer | None
    unmatched: list[UnmatchedAnswer]
    missing: list[MissingAnswer]
    series: list[RawSeries | BucketedSeries]


class ExpressionProblem(Answer):
    """Why a text is no expression of this log; `position` is the character, counted from 0."""

    message: str
    position: int


class ExpressionCheck(Answer):
    """The tags and hyper-parameters that an expression names, and its first error, if any."""

    tags: list[str]
    hparams: list[str]
    problem: ExpressionProblem | None


class ChangesSeries(Answer):
    """The changes in a run by step: each at the first point with a new value.

    `total` is the number of changes; if it is more than requested, the columns are empty. `before`
    and `value` are the value before and the new one; `x` is the position on the axis.
    """

    run: str
    total: int
    x: list[JsonFloat]
    step: list[JsonStep]
    wall_time: list[JsonFloat]
    before: list[JsonFloat]
    value: list[JsonFloat]


class ChangesAnswer(Answer):
    """The changes of a value, in the order of the runs."""

    tag: str
    x: str
    series: list[ChangesSeries]


class PlacesSeries(Answer):
    """The positions `x` of steps of a run, ascending by step; those that it does not reach lack."""

    run: str
    x: list[JsonFloat]
    step: list[JsonStep]


class PlacesAnswer(Answer):
    """The positions of steps on an axis, in the order of the runs."""

    tag: str
    x: str
    series: list[PlacesSeries]


def expressions_router(store: Store, trainings: LogTrainings) -> APIRouter:  # noqa: C901
    """Return the routes of this resource."""
    router = APIRouter()
    log = ExpressionLog(store, trainings)
    bodies = ResponseCache()

    def answer(
        request: Request,
        query: ComputedQuery,
        form: object,
        make: Callable[[ComputedSet, bool], Body],
    ) -> Response:
        """Return a body about the series of a query; files with damaged blocks are read again."""
        is_binary = accepts(request, BINARY)
        media_type = BINARY if is_binary else "application/json"
        while True:
            series = log.find(query)
            etag = _entity_tag(series, (form, is_binary))
            body = partial(bodies.get, etag, partial(make, series, is_binary))
            try:
                return answer_unless_held(request, etag, media_type, body)
            except DamagedBlockError as error:
                store.invalidate_files(error.files)

    @router.get(
        "/api/expressions",
        response_model=ExpressionAnswer,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_expression(
        request: Request,
        expression: _Expression = None,
        tag: _Tag = None,
        x: _X = "step",
        run: _Runs = None,
        baseline: _Baseline = None,
        from_: Annotated[int | float | None, Query(alias="from")] = None,
        to: int | float | None = None,
        points: Annotated[int, Query(ge=0, le=MAX_BUCKETS)] = DEFAULT_BUCKETS,
        context: bool = False,
        smoothing: str | None = None,
    ) -> Response:
        """Return an expression over the tags of each run, evaluated on every point.

        The guide describes the grammar. Tags are joined by step: a point needs a value of every tag
        at its step, of those in `last(…)` one at or before it. Superseded points do not count. If
        all tags name a phase (`loss@train - loss@val`), there is a series for each training, as
        that of the run in the first phase. The positions of an axis that is an expression are
        computed from the last values at or before each step; points whose position is not finite
        are counted as `undated`.

        The other parameters and the series are those of `/api/scalars`; buckets and smoothed values
        are those of the points of the expression.
        """
        query = parse_query(expression, tag, x, run, baseline)
        smooth = None if smoothing is None else parse_smoothing(smoothing)
        axis = query.axis if isinstance(query.axis, str) else "relative"
        series_query = SeriesQuery(axis, Range(from_, to), points, "sorted", context, smooth)
        name = tag if expression is None else expression

        def make(series: ComputedSet, is_binary: bool) -> Body:
            plan = ComputedPlan(series, series_query)
            runs = [bound.run for bound in series.bound]
            steps = zip(runs, plan.unmatched, strict=True)
            more = {
                "unmatched": [{"run": run, "steps": number} for run, number in steps if number],
                "missing": [missing._asdict() for missing in series.missing],
            }
            response = SeriesResponse(name or "", x, smooth, runs, plan.portions(), more)
            if is_binary:
                return response.as_binary()
            is_large = plan.rows * _NUMBERS_A_ROW > _NUMBERS_AT_ONCE
            return response.as_json() if is_large else [*response.as_json()]

        return answer(request, query, (name, x, series_query), make)

    @router.get(
        "/api/expressions/check", response_model=ExpressionCheck, responses=error_responses(422)
    )
    def check_expression(
        request: Request,
        expression: str,
        of: Annotated[Literal["value", "axis"], Query()] = "value",
    ) -> Response:
        """Return what an expression names, and its first error; a text of any form is no error."""
        etag = f"{store.instance}-{store.generation}"
        try:
            tree = parse_expression(expression) if of == "value" else parse_axis(expression)
        except ExpressionError as error:
            problem = ExpressionProblem(message=str(error), position=error.position)
            check = ExpressionCheck(tags=[], hparams=[], problem=problem)
        else:
            tags, hparams = operand_names(tree)
            check = ExpressionCheck(tags=tags, hparams=hparams, problem=_unknown_name(tree, log))
        return json_answer(request, check.model_dump_json(), etag)

    @router.get(
        "/api/expressions/changes",
        response_model=ChangesAnswer,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_changes(
        request: Request,
        expression: _Expression = None,
        tag: _Tag = None,
        x: _X = "step",
        run: _Runs = None,
        baseline: _Baseline = None,
        most: Annotated[int, Query(ge=0, le=MAX_CHANGES)] = DEFAULT_CHANGES,
    ) -> Response:
        """Return where the value of a tag or of an expression changes in each run.

        A run with more than `most` changes has their number only: its value varies all the time.
        """
        query = parse_query(expression, tag, x, run, baseline)
        name = tag if expression is None else expression

        def make(series: ComputedSet, is_binary: bool) -> Body:
            numbers = range(len(series.bound))
            changes = [find_changes(series.series(number), most) for number in numbers]
            return _changes_body({"tag": name, "x": x}, changes, is_binary=is_binary)

        return answer(request, query, (name, x, most), make)

    _add_places(router, answer)
    return router


_Respond = Callable[[Request, ComputedQuery, object, Callable[[ComputedSet, bool], Body]], Response]


def _add_places(router: APIRouter, answer: _Respond) -> None:
    """Add the route of the positions of steps; `answer` returns a body about a query."""

    @router.get(
        "/api/expressions/places",
        response_model=PlacesAnswer,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_places(
        request: Request,
        step: Annotated[list[_Step], Query(max_length=MAX_PLACES)],
        expression: _Expression = None,
        tag: _Tag = None,
        x: _X = "step",
        run: _Runs = None,
        baseline: _Baseline = None,
    ) -> Response:
        """Return where steps of a tag or of an expression are on an axis, in each run.

        A step between two points is where the first of them is. A run that does not reach a step
        has no position for it.
        """
        query = parse_query(expression, tag, x, run, baseline)
        name = tag if expression is None else expression

        def make(series: ComputedSet, is_binary: bool) -> Body:
            numbers = range(len(series.bound))
            places = [find_places(series.series(number), step) for number in numbers]
            return _places_body({"tag": name, "x": x}, places, is_binary=is_binary)

        return answer(request, query, ("places", name, x, sorted(step)), make)


def _entity_tag(series: ComputedSet, form: object) -> str:
    digest = blake2b(series.digest, digest_size=12)
    digest.update(repr((__version__, form)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _unknown_name(tree: Expression, log: ExpressionLog) -> ExpressionProblem | None:
    """Return the first name that no run has."""
    operands: list[Operand] = [*tags_of(tree), *hparams_of(tree)]
    for operand in sorted(operands, key=lambda operand: operand.position):
        try:
            _require(operand, log)
        except NotFoundError as error:
            return ExpressionProblem(message=str(error), position=operand.position)
    return None


def _require(operand: Operand, log: ExpressionLog) -> None:
    """Check that any run has an operand.

    Raises:
        NotFoundError: none has it.
    """
    if isinstance(operand, HparamOperand):
        log.log_runs.require_hparam(operand.name)
        return
    require_tag(operand.tag, log.index)
    if operand.phase is not None:
        require_phase(operand.phase, log.log_runs)


def _changes_body(
    head: dict[str, str | None], changes: list[ValueChanges], *, is_binary: bool
) -> bytes:
    heads = [{"run": each.run, "total": each.total} for each in changes]
    columns = [
        column_of("x", [each.x for each in changes]),
        column_of("step", [each.step for each in changes], np.int64),
        column_of("wall_time", [each.wall_time for each in changes]),
        column_of("before", [each.before for each in changes]),
        column_of("value", [each.value for each in changes]),
    ]
    return series_body(head, heads, columns, is_binary=is_binary)


def _places_body(
    head: dict[str, str | None], places: list[StepPlaces], *, is_binary: bool
) -> bytes:
    columns = [
        column_of("x", [each.x for each in places]),
        column_of("step", [each.step for each in places], np.int64),
    ]
    return series_body(head, [{"run": each.run} for each in places], columns, is_binary=is_binary)
