"""The experiment as TensorBoard tells it: as a run announced it, or worked out of the sessions."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scopeboard.compat.hparams.requests import MetricName
from scopeboard.compat.http.log_reader import Logs
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
class Said:
    """What runs said, by their names: what they were started with and how they ended."""

    starts: dict[str, SessionStart] = field(default_factory=dict)
    ends: dict[str, SessionEnd] = field(default_factory=dict)
    experiments: list[Experiment] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ShownInfo:
    """A hyper-parameter, and whether sessions differ in it."""

    info: HparamInfo
    differs: bool


def read_logged(logs: Logs) -> Said:
    """Return what all runs said of themselves."""
    names = {run.id: run.name for run in logs.store.each_run()}
    found = Said()
    for run, _, metadata in logs.store.logged_tags("hparams"):
        said = read_plugin_content(metadata.content)
        if run not in names:
            continue
        if isinstance(said, SessionStart):
            found.starts[names[run]] = said
        elif isinstance(said, SessionEnd):
            found.ends[names[run]] = said
        elif isinstance(said, Experiment):
            found.experiments.append(said)
    return found


def hparam_infos(said: Said, limit: int = 0) -> list[ShownInfo]:
    """Return the hyper-parameters, those in which sessions differ first, up to `limit` if given."""
    if said.experiments:
        infos = [ShownInfo(info, differs=False) for info in said.experiments[0].hparams]
    else:
        values: dict[str, list[HparamValue]] = {}
        for start in said.starts.values():
            for name, value in start.hparams.items():
                values.setdefault(name, []).append(value)
        infos = [_worked_out(name, found) for name, found in values.items()]
    infos.sort(key=lambda one: (not one.differs, one.info.name))
    return infos[: limit or None]


def metric_infos(said: Said, scalars: Mapping[str, Iterable[str]]) -> list[MetricInfo]:
    """Return the metrics; those of no announced experiment are all scalars of sessions.

    Args:
        said: what runs said.
        scalars: the tags of the scalars of each run.
    """
    if said.experiments:
        return list(said.experiments[0].metrics)
    names: set[MetricName] = set()
    for run, tags in scalars.items():
        session = _session_of(run, said.starts)
        if session is not None and any(start.hparams for start in said.starts.values()):
            group = "" if run == session else run[len(session) + 1 :]
            names |= {(tag, group) for tag in tags}
    return [MetricInfo(tag, group) for tag, group in sorted(names)]


def experiment_json(
    said: Said, infos: Sequence[ShownInfo], metrics: Sequence[MetricInfo]
) -> dict[str, Any]:
    """Return the message in JSON."""
    experiment = said.experiments[0] if said.experiments else Experiment()
    return {
        "name": experiment.name,
        "description": experiment.description,
        "user": experiment.user,
        "timeCreatedSecs": json_number(experiment.time_created),
        "hparamInfos": [_info_json(one) for one in infos],
        "metricInfos": [_metric_json(one) for one in metrics],
    }


def _session_of(run: str, sessions: Mapping[str, SessionStart]) -> str | None:
    """Return the nearest session at or above a run."""
    while run not in sessions:
        if not run:
            return None
        run = run.rpartition("/")[0]
    return run


def _worked_out(name: str, values: Sequence[HparamValue]) -> ShownInfo:
    """Return what a hyper-parameter is, given the values that sessions have."""
    kinds = {type(value) for value in values}
    if kinds == {float}:
        ends = min(values), max(values)
        differs = len(set(values)) > 1
        info = HparamInfo(name, type="number", interval=(float(ends[0]), float(ends[1])))
        return ShownInfo(info, differs=differs)
    if kinds == {bool}:
        distinct: list[HparamValue] = sorted({bool(value) for value in values})
        info = HparamInfo(name, type="bool", values=tuple(distinct))
        return ShownInfo(info, differs=len(distinct) > 1)
    texts = sorted({_text(value) for value in values if is_finite(value)})
    return ShownInfo(HparamInfo(name, type="string", values=tuple(texts)), differs=len(texts) > 1)


def _text(value: HparamValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def is_finite(value: HparamValue) -> bool:
    """Tell whether JSON has a sign for a value."""
    return isinstance(value, str) or math.isfinite(value)


def _info_json(one: ShownInfo) -> dict[str, Any]:
    info = one.info
    said: dict[str, Any] = {
        "name": info.name,
        "displayName": info.display_name,
        "description": info.description,
        "type": _TYPES[info.type],
        "differs": one.differs,
    }
    if info.interval is not None:
        low, high = map(json_number, info.interval)
        said["domainInterval"] = {"minValue": low, "maxValue": high}
    elif info.values:
        said["domainDiscrete"] = list(info.values)
    return said


def _metric_json(info: MetricInfo) -> dict[str, Any]:
    return {
        "name": {"group": info.group, "tag": info.tag},
        "displayName": info.display_name,
        "description": info.description,
        "datasetType": _DATASETS[info.dataset],
    }


def json_number(value: float) -> float | str:
    """Return a number as protobuf's JSON has it: what is not finite as a word."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
