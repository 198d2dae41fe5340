"""What clients ask of hyper-parameters: JSON of TensorBoard's request messages, either spelling.

The messages' fields are named here as in their JSON; a name with underscores stands for the same.
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

_UNDERSCORE: Final = re.compile(r"_([a-z])")
_STATUSES: Final = ("STATUS_UNKNOWN", "STATUS_SUCCESS", "STATUS_FAILURE", "STATUS_RUNNING")
_AGGREGATIONS: Final[tuple[Aggregation, ...]] = ("AVG", "AVG", "MEDIAN", "MIN", "MAX")
_AGGREGATION_NAMES: Final = tuple(
    f"AGGREGATION_{name}" for name in ("UNSET", "AVG", "MEDIAN", "MIN", "MAX")
)
_ORDERS: Final[tuple[Order, ...]] = ("UNSPECIFIED", "ASC", "DESC")
_ORDER_NAMES: Final = tuple(f"ORDER_{name}" for name in _ORDERS)


@dataclass(frozen=True, slots=True)
class ColumnAsked:
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


@dataclass(frozen=True, slots=True)
class GroupsAsked:
    """Which session groups, in which order, and how their metrics are joined."""

    statuses: frozenset[str]
    columns: list[ColumnAsked]
    aggregation: Aggregation
    aggregation_metric: MetricName
    start: int
    size: int
    with_metrics: bool


@dataclass(frozen=True, slots=True)
class ExperimentAsked:
    """How many hyper-parameters are told of (0 for all), and whether metrics are."""

    with_metrics: bool
    limit: int


def groups_asked(text: str | bytes) -> GroupsAsked:
    """Return what a request for session groups asks.

    Raises:
        QueryError: it is none.
    """
    said = _Fields(_parsed(text))
    asked = GroupsAsked(
        frozenset(_enum(each, _STATUSES, _STATUSES) for each in said.take("allowedStatuses", list)),
        [_column(each) for each in said.take("colParams", list)],
        _enum(said.take("aggregationType", (str, int)), _AGGREGATION_NAMES, _AGGREGATIONS),
        _metric(said.take("aggregationMetric", dict)),
        said.whole("startIndex"),
        said.whole("sliceSize"),
        said.find("includeMetrics", bool) is not False,
    )
    said.take("experimentName", str)
    said.finish()
    return asked


def experiment_asked(text: str | bytes) -> ExperimentAsked:
    """Return what a request for the experiment asks.

    Raises:
        QueryError: it is none.
    """
    said = _Fields(_parsed(text))
    with_metrics = said.find("includeMetrics", bool) is not False
    asked = ExperimentAsked(with_metrics, said.whole("hparamsLimit"))
    said.take("experimentName", str)
    said.finish()
    return asked


def evaluations_asked(text: str | bytes) -> tuple[str, MetricName]:
    """Return the session and the metric whose values are asked for.

    Raises:
        QueryError: it is no such request.
    """
    said = _Fields(_parsed(text))
    asked = said.take("sessionName", str), _metric(said.take("metricName", dict))
    said.take("experimentName", str)
    said.finish()
    return asked


def _parsed(text: str | bytes) -> Any:  # noqa: ANN401 - JSON
    try:
        return decode(text)
    except msgspec.DecodeError as error:
        raise QueryError("The request is no JSON.") from error


def _column(said: object) -> ColumnAsked:
    fields = _Fields(said)
    metric, hparam = fields.find("metric", dict), fields.find("hparam", str)
    if metric is None and hparam is None:
        raise QueryError("A column has neither a metric nor a hyper-parameter.")
    interval = fields.find("filterInterval", dict)
    column = ColumnAsked(
        None if metric is None else _metric(metric),
        hparam or "",
        _enum(fields.take("order", (str, int)), _ORDER_NAMES, _ORDERS),
        fields.take("missingValuesFirst", bool),
        fields.take("excludeMissingValues", bool),
        fields.find("filterRegexp", str),
        None if interval is None else _interval(interval),
        fields.find("filterDiscrete", list),
        fields.find("includeInResult", bool),
    )
    fields.finish()
    return column


def _metric(said: dict[str, Any]) -> MetricName:
    fields = _Fields(said)
    name = fields.take("group", str), fields.take("tag", str)
    fields.finish()
    return name


def _interval(said: dict[str, Any]) -> tuple[float, float]:
    fields = _Fields(said)
    ends = fields.number("minValue"), fields.number("maxValue")
    fields.finish()
    return ends


def _enum(said: str | int, names: tuple[str, ...], values: tuple[Value, ...]) -> Value:
    """Return the value of a name or of a number; nothing said is the first.

    Raises:
        QueryError: there is no such name.
    """
    if isinstance(said, str) and said in names:
        return values[names.index(said)]
    if isinstance(said, int) and 0 <= said < len(values):
        return values[said]
    if said == "":
        return values[0]
    raise QueryError(f"{said!r} is none of {', '.join(names)}.")


class _Fields:
    """The fields of a message, each taken once.

    All methods raise QueryError where a field is something else than it has to be.
    """

    def __init__(self, said: object) -> None:
        if not isinstance(said, dict):
            raise QueryError("The request is no message in JSON.")
        self._left = {
            _UNDERSCORE.sub(lambda found: found[1].upper(), k): v for k, v in said.items()
        }

    def find(self, name: str, kind: type[Value]) -> Value | None:
        """Return a field, None where it is missing or null."""
        value = self._left.pop(name, None)
        if value is not None and not isinstance(value, kind):
            raise QueryError(f"The field {name!r} holds something else than it should.")
        return value

    def take(self, name: str, kind: Any) -> Any:  # noqa: ANN401 - of that kind
        """Return a field, or what is empty of its kind; of several kinds, of the first."""
        value = self.find(name, kind)
        return (kind[0] if isinstance(kind, tuple) else kind)() if value is None else value

    def whole(self, name: str) -> int:
        """Return a whole number, 0 without it."""
        value = self._left.pop(name, None) or 0
        is_whole = isinstance(value, int | str) and re.fullmatch(r"-?\d{1,18}", str(value))
        if not is_whole:
            raise QueryError(f"The field {name!r} is no whole number.")
        return int(value)

    def number(self, name: str) -> float:
        """Return a number, which may be one of the words that JSON has for the others."""
        value = self._left.pop(name, None) or 0
        try:
            return float(value)
        except (TypeError, ValueError) as error:
            raise QueryError(f"The field {name!r} is no number.") from error

    def finish(self) -> None:
        """Refuse fields that are unknown."""
        if self._left:
            raise QueryError(f"There is no field {next(iter(self._left))!r} in this message.")
