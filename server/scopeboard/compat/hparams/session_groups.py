"""Session groups as TensorBoard tells them: built, joined, filtered and sorted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scopeboard.compat.hparams.experiment import Said, is_finite, json_number
from scopeboard.compat.hparams.last_points import LastPoint
from scopeboard.compat.hparams.requests import Aggregation, ColumnAsked, GroupsAsked, MetricName
from scopeboard.errors import QueryError
from scopeboard.events.values.hparams import HparamValue, MetricInfo, SessionEnd, SessionStart

MetricPoints = dict[MetricName, LastPoint]
Keep = Callable[["SessionGroup"], bool]

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
    """Sessions of one group by name; `hparams` are those of the first that was found."""

    name: str
    hparams: Mapping[str, HparamValue]
    monitor_url: str
    sessions: Sequence[_Session]
    metrics: MetricPoints

    def value(self, column: ColumnAsked) -> HparamValue | None:
        """Return what stands in a column, None for nothing."""
        if column.metric is None:
            return self.hparams.get(column.hparam)
        point = self.metrics.get(column.metric)
        return None if point is None else point.value


def session_groups(
    said: Said,
    metrics: Sequence[MetricInfo],
    last: Mapping[tuple[str, str], LastPoint],
    asked: GroupsAsked,
) -> list[SessionGroup]:
    """Return all groups that are asked for, in the order that is.

    Args:
        said: what runs said.
        metrics: those that are told of.
        last: the last point of each run and tag.
        asked: the request.

    Raises:
        QueryError: a filter does not fit the values of its column, or is wrong.
    """
    keeps = [keep for keep in map(_filter, asked.columns) if keep is not None]
    groups = [
        group for group in _built(said, metrics, last, asked) if all(keep(group) for keep in keeps)
    ]
    groups.sort(key=lambda group: group.name)
    for column in reversed(asked.columns):
        if column.order != "UNSPECIFIED":
            is_descending = column.order == "DESC"
            groups.sort(key=_sort_key(column, is_descending=is_descending), reverse=is_descending)
    if all(column.is_included is None for column in asked.columns):
        return groups
    kept = {column.hparam for column in asked.columns if column.is_included is not False}
    return [replace(group, hparams=_only(group.hparams, kept)) for group in groups]


def group_json(group: SessionGroup) -> dict[str, Any]:
    """Return the message in JSON."""
    return {
        "name": group.name,
        "hparams": dict(group.hparams),
        "metricValues": _metrics_json(group.metrics),
        "sessions": [_session_json(session) for session in group.sessions],
        "monitorUrl": group.monitor_url,
    }


def run_of(session: str, group: str) -> str:
    """Return the run that holds a metric of a session."""
    if session == _ROOT:
        return group or _ROOT
    return f"{session}/{group}".rstrip("/")


def _built(
    said: Said,
    metrics: Sequence[MetricInfo],
    last: Mapping[tuple[str, str], LastPoint],
    asked: GroupsAsked,
) -> list[SessionGroup]:
    grouped: dict[str, list[_Session]] = {}
    for name, start in said.starts.items():
        end = said.ends.get(name, SessionEnd())
        if _STATUSES[end.status] in asked.statuses:
            points = {
                (info.group, info.tag): last[key]
                for info in metrics
                if (key := (run_of(name, info.group), info.tag)) in last
            }
            grouped.setdefault(start.group or name, []).append(_Session(name, start, end, points))
    return [_group(name, sessions, asked) for name, sessions in grouped.items()]


def _group(name: str, sessions: list[_Session], asked: GroupsAsked) -> SessionGroup:
    first = sessions[0].start
    hparams = {key: value for key, value in first.hparams.items() if is_finite(value)}
    by_name = sorted(sessions, key=lambda session: session.name)
    points = _joined(by_name, asked.aggregation, asked.aggregation_metric)
    return SessionGroup(name, hparams, first.monitor_url, by_name, points)


def _joined(sessions: Sequence[_Session], aggregation: Aggregation, by: MetricName) -> MetricPoints:
    """Return the mean of each metric over sessions, or what the one session has that is chosen."""
    if aggregation == "AVG":
        return _means(sessions)
    there = [session for session in sessions if by in session.metrics]
    if not there:
        return {}

    def value(session: _Session) -> float:
        return session.metrics[by].value

    if aggregation == "MEDIAN":
        return sorted(there, key=value)[(len(there) - 1) // 2].metrics
    return (min if aggregation == "MIN" else max)(there, key=value).metrics


def _means(sessions: Sequence[_Session]) -> MetricPoints:
    points: dict[MetricName, list[LastPoint]] = {}
    for session in sessions:
        for name, point in session.metrics.items():
            points.setdefault(name, []).append(point)
    return {
        name: LastPoint(
            sum(point.value for point in found) / len(found),
            sum(point.step for point in found) // len(found),
            sum(point.wall_time for point in found) / len(found),
        )
        for name, found in points.items()
    }


def _filter(column: ColumnAsked) -> Keep | None:
    """Return what tells whether a group stays, None where all do."""
    passes = _passes(column)
    if passes is None:
        return None

    def keep(group: SessionGroup) -> bool:
        value = group.value(column)
        return not column.without_missing if value is None else passes(value)

    return keep


def _passes(column: ColumnAsked) -> Callable[[HparamValue], bool] | None:
    if column.pattern is not None:
        return _matches(column.pattern)
    if column.interval is not None:
        return _lies_in(*column.interval)
    if column.values is not None:
        return column.values.__contains__
    return (lambda _: True) if column.without_missing else None


def _matches(text: str) -> Callable[[HparamValue], bool]:
    from scopeboard.patterns import compile_pattern  # noqa: PLC0415 - seldom asked

    matches = compile_pattern(text)

    def passes(value: HparamValue) -> bool:
        if not isinstance(value, str):
            raise QueryError(f"A pattern cannot be looked for in {value!r}.")
        return matches(value)

    return passes


def _lies_in(low: float, high: float) -> Callable[[HparamValue], bool]:
    def passes(value: HparamValue) -> bool:
        if isinstance(value, str):
            raise QueryError(f"{value!r} is no number that an interval could hold.")
        return low <= value <= high

    return passes


def _sort_key(column: ColumnAsked, *, is_descending: bool) -> Callable[[SessionGroup], Any]:
    """Return the key of a column: numbers stand before texts, what is missing as it is asked."""
    missing_is_largest = column.missing_first == is_descending

    def key(group: SessionGroup) -> tuple[bool, bool, HparamValue]:
        value = group.value(column)
        if value is None:
            return missing_is_largest, False, 0
        return not missing_is_largest, isinstance(value, str), value

    return key


def _only(hparams: Mapping[str, HparamValue], kept: set[str]) -> dict[str, HparamValue]:
    return {name: value for name, value in hparams.items() if name in kept}


def _session_json(session: _Session) -> dict[str, Any]:
    return {
        "name": session.name,
        "startTimeSecs": json_number(session.start.start_time),
        "endTimeSecs": json_number(session.end.end_time),
        "status": _STATUSES[session.end.status],
        "modelUri": session.start.model_uri,
        "metricValues": _metrics_json(session.metrics),
        "monitorUrl": session.start.monitor_url,
    }


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
