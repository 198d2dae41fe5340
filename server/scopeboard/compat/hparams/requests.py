"""Requests of the hparams plugin: TensorBoard's messages in JSON.

Fields have their names in camel case, as in protobuf's JSON, or with underscores.
"""

import re
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import msgspec

from scopeboard.errors import QueryError
from scopeboard.json_values import decode

Aggregation = Literal["AVG", "MEDIAN", "MIN", "MAX"]
Order = Literal["UNSPECIFIED", "ASC", "DESC"]
MetricName = tuple[str, str]
"""Group and tag."""
Value = TypeVar("Value")

_NO_METRIC: Final[MetricName] = ("", "")
_UNDERSCORE: Final = re.compile(r"_([a-z])")
_STATUSES: Final = ("STATUS_UNKNOWN", "STATUS_SUCCESS", "STATUS_FAILURE", "STATUS_RUNNING")
_AGGREGATIONS: Final[tuple[Aggregation, ...]] = ("AVG", "AVG", "MEDIAN", "MIN", "MAX")
_AGGREGATION_NAMES: Final = tuple(
    f"AGGREGATION_{name}" for name in ("UNSET", "AVG", "MEDIAN", "MIN", "MAX")
)
_ORDERS: Final[tuple[Order, ...]] = ("UNSPECIFIED", "ASC", "DESC")
_ORDER_NAMES: Final = tuple(f"ORDER_{name}" for name in _ORDERS)


@dataclass(frozen=True, slots=True)
class ColumnQuery:
    """A column to sort or filter by: of a metric, or of the hyper-parameter `hparam`."""

    metric: MetricName | None
    hparam: str
    order: Order
    missing_first: bool
    without_missing: bool
    pattern: str | None
    interval: tuple[float, float] | None
    values: list[Any] | None
    is_included: bool | None

    @classmethod
    def parse(cls, message: object) -> "ColumnQuery":
        """Parse an element of `colParams`.

        Raises:
            QueryError: it is malformed.
        """
        fields = _Fields(message)
        metric, hparam = fields.metric("metric"), fields.find("hparam", str)
        if metric is None and hparam is None:
            raise QueryError("A column needs a metric or a hyper-parameter.")
        interval = None
        if (ends := fields.find("filterInterval", dict)) is not None:
            bounds = _Fields(ends)
            interval = bounds.number("minValue"), bounds.number("maxValue")
            bounds.finish()
        column = cls(
            metric,
            hparam or "",
            _enum(fields.take("order", (str, int)), _ORDER_NAMES, _ORDERS),
            fields.take("missingValuesFirst", bool),
            fields.take("excludeMissingValues", bool),
            fields.find("filterRegexp", str),
            interval,
            fields.find("filterDiscrete", list),
            fields.find("includeInResult", bool),
        )
        fields.finish()
        return column


@dataclass(frozen=True, slots=True)
class GroupsQuery:
    """A query for session groups: filters, order, slice, and aggregation of metrics."""

    statuses: frozenset[str]
    columns: list[ColumnQuery]
    aggregation: Aggregation
    aggregation_metric: MetricName
    start: int
    size: int
    with_metrics: bool


@dataclass(frozen=True, slots=True)
class ExperimentQuery:
    """A query for the experiment; a limit of 0 selects all hyper-parameters."""

    with_metrics: bool
    limit: int


def parse_groups_query(text: str | bytes) -> GroupsQuery:
    """Parse a request for session groups.

    Raises:
        QueryError: it is malformed.
    """
    fields = _Fields.parse(text)
    query = GroupsQuery(
        frozenset(
            _enum(each, _STATUSES, _STATUSES) for each in fields.take("allowedStatuses", list)
        ),
        [ColumnQuery.parse(each) for each in fields.take("colParams", list)],
        _enum(fields.take("aggregationType", (str, int)), _AGGREGATION_NAMES, _AGGREGATIONS),
        fields.metric("aggregationMetric") or _NO_METRIC,
        fields.integer("startIndex"),
        fields.integer("sliceSize"),
        fields.find("includeMetrics", bool) is not False,
    )
    fields.take("experimentName", str)
    fields.finish()
    return query


def parse_experiment_query(text: str | bytes) -> ExperimentQuery:
    """Parse a request for the experiment.

    Raises:
        QueryError: it is malformed.
    """
    fields = _Fields.parse(text)
    with_metrics = fields.find("includeMetrics", bool) is not False
    query = ExperimentQuery(with_metrics, fields.integer("hparamsLimit"))
    fields.take("experimentName", str)
    fields.finish()
    return query


def parse_evaluations_query(text: str | bytes) -> tuple[str, MetricName]:
    """Parse a request for metric values; return the session and the metric.

    Raises:
        QueryError: it is malformed.
    """
    fields = _Fields.parse(text)
    query = fields.take("sessionName", str), fields.metric("metricName") or _NO_METRIC
    fields.take("experimentName", str)
    fields.finish()
    return query


def _enum(name: str | int, names: tuple[str, ...], values: tuple[Value, ...]) -> Value:
    """Return the value for the name or number of an enumerator; the empty name is the first.

    Raises:
        QueryError: it is unknown.
    """
    if isinstance(name, str) and name in names:
        return values[names.index(name)]
    if isinstance(name, int) and 0 <= name < len(values):
        return values[name]
    if name == "":
        return values[0]
    raise QueryError(f"{name!r} is not one of {', '.join(names)}.")


class _Fields:
    """The fields of a message, each read once.

    All methods raise QueryError for a field of the wrong type.
    """

    def __init__(self, message: object) -> None:
        if not isinstance(message, dict):
            raise QueryError("The request is not a JSON object.")
        self._left = {
            _UNDERSCORE.sub(lambda match: match[1].upper(), k): v for k, v in message.items()
        }

    @classmethod
    def parse(cls, text: str | bytes) -> "_Fields":
        """Return the fields of a message in JSON."""
        try:
            return cls(decode(text))
        except msgspec.DecodeError as error:
            raise QueryError("The request is not valid JSON.") from error

    def find(self, name: str, kind: type[Value]) -> Value | None:
        """Return a field, None where it is missing or null."""
        value = self._left.pop(name, None)
        if value is not None and not isinstance(value, kind):
            raise QueryError(f"The field {name!r} has the wrong type.")
        return value

    def take(self, name: str, kind: Any) -> Any:  # noqa: ANN401 - of that type
        """Return a field; if it is missing, the empty value of its type, or of the first type."""
        value = self.find(name, kind)
        return (kind[0] if isinstance(kind, tuple) else kind)() if value is None else value

    def metric(self, name: str) -> MetricName | None:
        """Return the name of a metric, None where it is missing or null."""
        message = self.find(name, dict)
        if message is None:
            return None
        fields = _Fields(message)
        metric = fields.take("group", str), fields.take("tag", str)
        fields.finish()
        return metric

    def integer(self, name: str) -> int:
        """Return an integer, 0 if it is missing."""
        value = self._left.pop(name, None) or 0
        is_integer = isinstance(value, int | str) and re.fullmatch(r"-?\d{1,18}", str(value))
        if not is_integer:
            raise QueryError(f"The field {name!r} is not an integer.")
        return int(value)

    def number(self, name: str) -> float:
        """Return a number; NaN and the infinities are strings in JSON."""
        value = self._left.pop(name, None) or 0
        try:
            return float(value)
        except (TypeError, ValueError) as error:
            raise QueryError(f"The field {name!r} is not a number.") from error

    def finish(self) -> None:
        """Raise QueryError for unknown fields."""
        if self._left:
            raise QueryError(f"Unknown field {next(iter(self._left))!r}.")
