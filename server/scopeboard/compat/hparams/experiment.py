"""The experiment as TensorBoard describes it: declared by a run, or inferred from the sessions."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scopeboard.compat.hparams.requests import MetricName
from scopeboard.compat.http.answer import json_number
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.events.values.hparams import (
    Experiment,
    HparamInfo,
    HparamValue,
    MetricInfo,
    SessionEnd,
    SessionStart,
    read_plugin_content,
)

_TYPES: Final = {
    None: "DATA_TYPE_UNSET",
    "string": "DATA_TYPE_STRING",
    "bool": "DATA_TYPE_BOOL",
    "number": "DATA_TYPE_FLOAT64",
}
_DATASETS: Final = {
    None: "DATASET_UNKNOWN",
    "training": "DATASET_TRAINING",
    "validation": "DATASET_VALIDATION",
}


@dataclass(frozen=True, slots=True)
class LoggedHparams:
    """The hparams metadata of all runs: starts and ends of sessions by run, and experiments."""

    starts: dict[str, SessionStart] = field(default_factory=dict)
    ends: dict[str, SessionEnd] = field(default_factory=dict)
    experiments: list[Experiment] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class HparamSummary:
    """A hyper-parameter, and whether sessions have different values of it."""

    info: HparamInfo
    differs: bool


def read_logged(logs: LogReader) -> LoggedHparams:
    """Return the hparams metadata of all runs."""
    names = {run.id: run.name for run in logs.store.each_run()}
    logged = LoggedHparams()
    for run, _, metadata in logs.store.logged_tags("hparams"):
        value = read_plugin_content(metadata.content)
        if run not in names:
            continue
        if isinstance(value, SessionStart):
            logged.starts[names[run]] = value
        elif isinstance(value, SessionEnd):
            logged.ends[names[run]] = value
        elif isinstance(value, Experiment):
            logged.experiments.append(value)
    return logged


def hparam_infos(logged: LoggedHparams, limit: int = 0) -> list[HparamSummary]:
    """Return up to `limit` hyper-parameters (0: all), those in which sessions differ first."""
    if logged.experiments:
        infos = [HparamSummary(info, differs=False) for info in logged.experiments[0].hparams]
    else:
        values: dict[str, list[HparamValue]] = {}
        for start in logged.starts.values():
            for name, value in start.hparams.items():
                values.setdefault(name, []).append(value)
        infos = [_inferred(name, of_sessions) for name, of_sessions in values.items()]
    infos.sort(key=lambda one: (not one.differs, one.info.name))
    return infos[: limit or None]


def metric_infos(logged: LoggedHparams, scalars: Mapping[str, Iterable[str]]) -> list[MetricInfo]:
    """Return the declared metrics; without an experiment, all scalars of sessions.

    Args:
        logged: the hparams metadata.
        scalars: the tags of the scalars of each run.
    """
    if logged.experiments:
        return list(logged.experiments[0].metrics)
    names: set[MetricName] = set()
    if not any(start.hparams for start in logged.starts.values()):
        return []
    for run, tags in scalars.items():
        session = run  # or the nearest run above it that is a session
        while session and session not in logged.starts:
            session = session.rpartition("/")[0]
        if session in logged.starts:
            group = "" if run == session else run[len(session) + 1 :]
            names |= {(tag, group) for tag in tags}
    return [MetricInfo(tag, group) for tag, group in sorted(names)]


def experiment_json(
    logged: LoggedHparams, infos: Sequence[HparamSummary], metrics: Sequence[MetricInfo]
) -> dict[str, Any]:
    """Return the message in JSON."""
    experiment = logged.experiments[0] if logged.experiments else Experiment()
    return {
        "name": experiment.name,
        "description": experiment.description,
        "user": experiment.user,
        "timeCreatedSecs": json_number(experiment.time_created),
        "hparamInfos": [_info_json(one) for one in infos],
        "metricInfos": [
            {
                "name": {"group": info.group, "tag": info.tag},
                "displayName": info.display_name,
                "description": info.description,
                "datasetType": _DATASETS[info.dataset],
            }
            for info in metrics
        ],
    }


def _inferred(name: str, values: Sequence[HparamValue]) -> HparamSummary:
    """Return the description of a hyper-parameter, from its values in all sessions."""
    kinds = {type(value) for value in values}
    if kinds == {float}:
        ends = min(values), max(values)
        differs = len(set(values)) > 1
        info = HparamInfo(name, type="number", interval=(float(ends[0]), float(ends[1])))
        return HparamSummary(info, differs=differs)
    if kinds == {bool}:
        distinct: list[HparamValue] = sorted({bool(value) for value in values})
        info = HparamInfo(name, type="bool", values=tuple(distinct))
        return HparamSummary(info, differs=len(distinct) > 1)
    finite = [value for value in values if is_finite(value)]
    texts = sorted({each if isinstance(each, str) else json.dumps(each) for each in finite})
    return HparamSummary(
        HparamInfo(name, type="string", values=tuple(texts)), differs=len(texts) > 1
    )


def is_finite(value: HparamValue) -> bool:
    """Return whether JSON can express a value."""
    return isinstance(value, str) or math.isfinite(value)


def _info_json(one: HparamSummary) -> dict[str, Any]:
    info = one.info
    content: dict[str, Any] = {
        "name": info.name,
        "displayName": info.display_name,
        "description": info.description,
        "type": _TYPES[info.type],
        "differs": one.differs,
    }
    if info.interval is not None:
        low, high = map(json_number, info.interval)
        content["domainInterval"] = {"minValue": low, "maxValue": high}
    elif info.values:
        content["domainDiscrete"] = list(info.values)
    return content
