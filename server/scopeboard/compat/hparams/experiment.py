"""The experiment as TensorBoard describes it: declared by a run, or inferred from the sessions."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scopeboard.compat.http.answer import json_number
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.events.values.hparams import (
    Experiment,
    HparamInfo,
    MetricInfo,
)
from scopeboard.hparams.sessions import LoggedHparams, read_logged_hparams
from scopeboard.types import HparamValue, RunId

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
class HparamSummary:
    """A hyper-parameter, and whether sessions have different values of it."""

    info: HparamInfo
    differs: bool

    @classmethod
    def infer(cls, name: str, values: Sequence[HparamValue]) -> "HparamSummary":
        """Infer a hyper-parameter from its values in all sessions."""
        kinds = {type(value) for value in values}
        if kinds == {float}:
            interval = float(min(values)), float(max(values))
            info = HparamInfo(name, type="number", interval=interval)
            return cls(info, differs=len(set(values)) > 1)
        if kinds == {bool}:
            distinct: list[HparamValue] = sorted({bool(value) for value in values})
            info = HparamInfo(name, type="bool", values=tuple(distinct))
            return cls(info, differs=len(distinct) > 1)
        finite = [value for value in values if is_finite(value)]
        texts = sorted({each if isinstance(each, str) else json.dumps(each) for each in finite})
        info = HparamInfo(name, type="string", values=tuple(texts))
        return cls(info, differs=len(texts) > 1)


def read_logged(logs: LogReader) -> LoggedHparams:
    """Return the hparams metadata of all runs, by their names."""
    names = {run.id: run.name for run in logs.store.each_run()}
    tags = logs.store.logged_tags("hparams")
    return read_logged_hparams(
        (names[run], tag, metadata) for run, tag, metadata in tags if run in names
    )


def hparam_infos(logged: LoggedHparams, limit: int = 0) -> list[HparamSummary]:
    """Return up to `limit` hyper-parameters (0: all), first those with different values."""
    if logged.experiments:
        infos = [HparamSummary(info, differs=False) for info in logged.experiments[0].hparams]
    else:
        values: dict[str, list[HparamValue]] = {}
        for start in logged.starts.values():
            for name, value in start.hparams.items():
                values.setdefault(name, []).append(value)
        infos = [HparamSummary.infer(name, of_sessions) for name, of_sessions in values.items()]
    infos.sort(key=lambda summary: (not summary.differs, summary.info.name))
    return infos[: limit or None]


def metric_infos(logs: LogReader, logged: LoggedHparams) -> list[MetricInfo]:
    """Return the declared metrics; without an experiment, all scalars of sessions."""
    if logged.experiments:
        return list(logged.experiments[0].metrics)
    if not any(start.hparams for start in logged.starts.values()):
        return []
    groups: dict[RunId, str] = {}  # of the runs that belong to a session
    for run in logs.store.each_run():
        session = run.name  # or the nearest run above it that is a session
        while session and session not in logged.starts:
            session = session.rpartition("/")[0]
        if session:
            groups[run.id] = run.name[len(session) + 1 :]
    tags = logs.store.tags("scalars")
    names = {(tag.key.tag, groups[run]) for tag in tags for run in tag.runs if run in groups}
    return [MetricInfo(tag, group) for tag, group in sorted(names)]


def experiment_json(
    logged: LoggedHparams, infos: Sequence[HparamSummary], metrics: Sequence[MetricInfo]
) -> dict[str, Any]:
    """Return the message in JSON."""
    experiment = logged.experiments[0] if logged.experiments else Experiment()
    hparams = []
    for summary in infos:
        info = summary.info
        content: dict[str, Any] = {
            "name": info.name,
            "displayName": info.display_name,
            "description": info.description,
            "type": _TYPES[info.type],
            "differs": summary.differs,
        }
        if info.interval is not None:
            low, high = map(json_number, info.interval)
            content["domainInterval"] = {"minValue": low, "maxValue": high}
        elif info.values:
            content["domainDiscrete"] = list(info.values)
        hparams.append(content)
    return {
        "name": experiment.name,
        "description": experiment.description,
        "user": experiment.user,
        "timeCreatedSecs": json_number(experiment.time_created),
        "hparamInfos": hparams,
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


def is_finite(value: HparamValue) -> bool:
    """Return whether JSON can express a value."""
    return isinstance(value, str) or math.isfinite(value)
