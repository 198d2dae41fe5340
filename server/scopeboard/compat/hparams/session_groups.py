"""Session groups as TensorBoard lists them: built, aggregated, filtered and sorted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scopeboard.compat.hparams.experiment import is_finite
from scopeboard.compat.hparams.last_points import LastPoint, last_points
from scopeboard.compat.hparams.requests import Aggregation, ColumnQuery, GroupsQuery, MetricName
from scopeboard.compat.http.answer import json_number
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import QueryError
from scopeboard.events.values.hparams import MetricInfo, SessionEnd, SessionStart
from scopeboard.hparams.sessions import LoggedHparams
from scopeboard.types import HparamValue

MetricPoints = dict[MetricName, LastPoint]

_ROOT: Final = "."
_STATUSES: Final = {
    None: "STATUS_UNKNOWN",
    "success": "STATUS_SUCCESS",
    "failure": "STATUS_FAILURE",
    "running": "STATUS_RUNNING",
}


@dataclass(frozen=True, slots=True)
class _Session:
    name: str
    start: SessionStart
    end: SessionEnd
    metrics: MetricPoints


@dataclass(frozen=True, slots=True)
class SessionGroup:
    """The sessions of one group by name; `hparams` are those of the first logged session."""

    name: str
    hparams: Mapping[str, HparamValue]
    monitor_url: str
    sessions: Sequence[_Session]
    metrics: MetricPoints

    def value(self, column: ColumnQuery) -> HparamValue | None:
        """Return the value in a column, None without one."""
        if column.metric is None:
            return self.hparams.get(column.hparam)
        point = self.metrics.get(column.metric)
        return None if point is None else point.value


def session_groups(
    logs: LogReader, logged: LoggedHparams, metrics: Sequence[MetricInfo], query: GroupsQuery
) -> list[SessionGroup]:
    """Return the groups that pass the filters of a query, in its order.

    Args:
        logs: the scalars of the metrics.
        logged: the hparams metadata.
        metrics: the metrics of the experiment.
        query: filters, order and aggregation.

    Raises:
        QueryError: a filter is invalid, or does not fit the type of its column.
    """
    filters = [_Filter(column) for column in query.columns]
    groups = [
        group
        for group in _all_groups(logs, logged, metrics, query)
        if all(each.passes(group) for each in filters)
    ]
    groups.sort(key=lambda group: group.name)
    for column in reversed(query.columns):
        if column.order != "UNSPECIFIED":
            is_descending = column.order == "DESC"
            groups.sort(key=_sort_key(column, is_descending=is_descending), reverse=is_descending)
    if all(column.is_included is None for column in query.columns):
        return groups
    included = {column.hparam for column in query.columns if column.is_included is not False}
    return [
        replace(group, hparams={n: v for n, v in group.hparams.items() if n in included})
        for group in groups
    ]


def group_json(group: SessionGroup) -> dict[str, Any]:
    """Return the message in JSON."""
    return {
        "name": group.name,
        "hparams": dict(group.hparams),
        "metricValues": _metrics_json(group.metrics),
        "sessions": [
            {
                "name": session.name,
                "startTimeSecs": json_number(session.start.start_time),
                "endTimeSecs": json_number(session.end.end_time),
                "status": _STATUSES[session.end.status],
                "modelUri": session.start.model_uri,
                "metricValues": _metrics_json(session.metrics),
                "monitorUrl": session.start.monitor_url,
            }
            for session in group.sessions
        ],
        "monitorUrl": group.monitor_url,
    }


def run_of(session: str, group: str) -> str:
    """Return the run that holds a metric of a session."""
    if session == _ROOT:
        return group or _ROOT
    return f"{session}/{group}".rstrip("/")


def _all_groups(
    logs: LogReader, logged: LoggedHparams, metrics: Sequence[MetricInfo], query: GroupsQuery
) -> list[SessionGroup]:
    """Return all groups of sessions whose status the query allows, with aggregated metrics."""
    runs = {run_of(session, metric.group) for session in logged.starts for metric in metrics}
    last = last_points(logs, runs, {metric.tag for metric in metrics})
    grouped: dict[str, list[_Session]] = {}
    for name, start in logged.starts.items():
        end = logged.ends.get(name, SessionEnd())
        if _STATUSES[end.status] in query.statuses:
            points = {
                (info.group, info.tag): last[key]
                for info in metrics
                if (key := (run_of(name, info.group), info.tag)) in last
            }
            grouped.setdefault(start.group or name, []).append(_Session(name, start, end, points))
    groups = []
    for name, sessions in grouped.items():
        first = sessions[0].start
        hparams = {key: value for key, value in first.hparams.items() if is_finite(value)}
        by_name = sorted(sessions, key=lambda session: session.name)
        points = _aggregate(by_name, query.aggregation, query.aggregation_metric)
        groups.append(SessionGroup(name, hparams, first.monitor_url, by_name, points))
    return groups


def _aggregate(
    sessions: Sequence[_Session], aggregation: Aggregation, by: MetricName
) -> MetricPoints:
    """Return the mean of each metric, or the metrics of the session that the aggregation picks."""
    if aggregation == "AVG":
        points: dict[MetricName, list[LastPoint]] = {}
        for session in sessions:
            for name, point in session.metrics.items():
                points.setdefault(name, []).append(point)
        return {
            name: LastPoint(
                sum(point.value for point in of_metric) / len(of_metric),
                sum(point.step for point in of_metric) // len(of_metric),
                sum(point.wall_time for point in of_metric) / len(of_metric),
            )
            for name, of_metric in points.items()
        }
    measured = [session for session in sessions if by in session.metrics]
    if not measured:
        return {}

    def value(session: _Session) -> float:
        return session.metrics[by].value

    if aggregation == "MEDIAN":
        return sorted(measured, key=value)[(len(measured) - 1) // 2].metrics
    return (min if aggregation == "MIN" else max)(measured, key=value).metrics


class _Filter:
    """The filter of a column: a pattern, an interval, a list of values, or none.

    Raises:
        QueryError: the pattern is invalid.
    """

    def __init__(self, column: ColumnQuery) -> None:
        self._column = column
        self._matches: Callable[[str], object] | None = None
        if column.pattern is not None:
            from scopeboard.patterns import compile_pattern  # noqa: PLC0415 - rarely used

            self._matches = compile_pattern(column.pattern)

    def passes(self, group: SessionGroup) -> bool:
        """Return whether a group passes.

        Raises:
            QueryError: the filter does not fit the type of the group's value.
        """
        column = self._column
        value = group.value(column)
        if value is None:
            return not column.without_missing
        if self._matches is not None:
            if not isinstance(value, str):
                raise QueryError(f"A pattern needs texts; this column has {value!r}.")
            return bool(self._matches(value))
        if column.interval is not None:
            if isinstance(value, str):
                raise QueryError(f"An interval needs numbers; this column has {value!r}.")
            low, high = column.interval
            return low <= value <= high
        return column.values is None or value in column.values


def _sort_key(column: ColumnQuery, *, is_descending: bool) -> Callable[[SessionGroup], Any]:
    """Return the sort key of a column: numbers before texts, missing values as the query says."""
    missing_is_largest = column.missing_first == is_descending

    def key(group: SessionGroup) -> tuple[bool, bool, HparamValue]:
        value = group.value(column)
        if value is None:
            return missing_is_largest, False, 0
        return not missing_is_largest, isinstance(value, str), value

    return key


def _metrics_json(metrics: MetricPoints) -> list[dict[str, Any]]:
    return [
        {
            "name": {"group": group, "tag": tag},
            "value": json_number(point.value),
            "trainingStep": point.step,
            "wallTimeSecs": json_number(point.wall_time),
        }
        for (group, tag), point in metrics.items()
    ]
