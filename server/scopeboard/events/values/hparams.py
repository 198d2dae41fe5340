"""Content of the hparams plugin, which is in the metadata of three tags.

An experiment lists hyper-parameters and metrics, a session start has the values of a run, a session
end its outcome. A log may have any of them without the others.
"""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from google.protobuf.message import DecodeError
from google.protobuf.struct_pb2 import Value

from scopeboard.types import Hparams, HparamValue
from scopeboard.wire import plugins_pb2
from scopeboard.wire.plugins_pb2 import (
    STATUS_FAILURE,
    STATUS_RUNNING,
    STATUS_SUCCESS,
    HParamsPluginData,
)

MAX_HPARAMS: Final = 1000  # of a session; also infos of an experiment, and values of a domain
MAX_CHARACTERS: Final = 1000  # of a name or of a value; the rest is cut off

HparamType = Literal["string", "bool", "number"]
Dataset = Literal["training", "validation"]
SessionStatus = Literal["success", "failure", "running"]

_TYPES: Final[dict[int, HparamType]] = {
    plugins_pb2.DATA_TYPE_STRING: "string",
    plugins_pb2.DATA_TYPE_BOOL: "bool",
    plugins_pb2.DATA_TYPE_FLOAT64: "number",
}
_DATASETS: Final[dict[int, Dataset]] = {
    plugins_pb2.MetricInfo.DATASET_TRAINING: "training",
    plugins_pb2.MetricInfo.DATASET_VALIDATION: "validation",
}
_STATUSES: Final[dict[int, SessionStatus]] = {
    STATUS_SUCCESS: "success",
    STATUS_FAILURE: "failure",
    STATUS_RUNNING: "running",
}


@dataclass(frozen=True, slots=True)
class HparamInfo:
    """A hyper-parameter of an experiment, with its domain if that was logged."""

    name: str
    display_name: str = ""
    description: str = ""
    type: HparamType | None = None
    values: tuple[HparamValue, ...] = ()
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """A metric: the scalars of `tag` in the run `<session>/<group>`."""

    tag: str
    group: str = ""
    display_name: str = ""
    description: str = ""
    dataset: Dataset | None = None


@dataclass(frozen=True, slots=True)
class Experiment:
    """All hyper-parameters and metrics; `time_created` in seconds since the epoch."""

    name: str = ""
    description: str = ""
    user: str = ""
    hparams: tuple[HparamInfo, ...] = ()
    metrics: tuple[MetricInfo, ...] = ()
    time_created: float = field(default=0.0, compare=False)  # runs log the same one later


@dataclass(frozen=True, slots=True)
class SessionStart:
    """The configuration of a run; `start_time` in seconds since the epoch, 0 when unknown."""

    hparams: dict[str, HparamValue]
    group: str = ""
    model_uri: str = ""
    monitor_url: str = ""
    start_time: float = 0.0


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """The end of a run; `end_time` in seconds since the epoch, 0 when unknown."""

    status: SessionStatus | None = None
    end_time: float = 0.0


@lru_cache(maxsize=16_384)
def read_hparams(content: bytes) -> Hparams:
    """Return the hyper-parameters of a session, none if the content is damaged or of another kind.

    Args:
        content: the plugin's content in the metadata of the tag `_hparams_/session_start_info`.
    """
    start = read_plugin_content(content)
    return tuple(start.hparams.items()) if isinstance(start, SessionStart) else ()


def read_plugin_content(content: bytes) -> Experiment | SessionStart | SessionEnd | None:
    """Return the decoded content of the plugin, None if it cannot be read.

    Names and texts are cut at `MAX_CHARACTERS`; of more than `MAX_HPARAMS`, the first by name
    remain. Lists and structures become JSON texts; nulls are omitted.
    """
    try:
        message = HParamsPluginData.FromString(content)
    except DecodeError:
        return None
    match message.WhichOneof("data"):
        case "experiment":
            return _experiment(message.experiment)
        case "session_start_info":
            start = message.session_start_info
            hparams = {}
            for name in sorted(start.hparams)[:MAX_HPARAMS]:
                if (value := _value(start.hparams[name])) is not None:
                    hparams[name[:MAX_CHARACTERS]] = value
            return SessionStart(
                hparams,
                start.group_name[:MAX_CHARACTERS],
                start.model_uri[:MAX_CHARACTERS],
                start.monitor_url[:MAX_CHARACTERS],
                start.start_time_secs,
            )
        case "session_end_info":
            end = message.session_end_info
            return SessionEnd(_STATUSES.get(end.status), end.end_time_secs)
    return None


def _experiment(message: plugins_pb2.Experiment) -> Experiment:
    return Experiment(
        message.name[:MAX_CHARACTERS],
        message.description[: 16 * MAX_CHARACTERS],
        message.user[:MAX_CHARACTERS],
        tuple(_hparam_info(info) for info in message.hparam_infos[:MAX_HPARAMS]),
        tuple(
            MetricInfo(
                info.name.tag[:MAX_CHARACTERS],
                info.name.group[:MAX_CHARACTERS],
                info.display_name[:MAX_CHARACTERS],
                info.description[:MAX_CHARACTERS],
                _DATASETS.get(info.dataset_type),
            )
            for info in message.metric_infos[:MAX_HPARAMS]
        ),
        message.time_created_secs,
    )


def _hparam_info(info: plugins_pb2.HParamInfo) -> HparamInfo:
    values: tuple[HparamValue, ...] = ()
    interval = None
    if info.HasField("domain_discrete"):
        domain = map(_value, info.domain_discrete.values[:MAX_HPARAMS])
        values = tuple(value for value in domain if value is not None)
    elif info.HasField("domain_interval"):
        interval = (info.domain_interval.min_value, info.domain_interval.max_value)
    return HparamInfo(
        info.name[:MAX_CHARACTERS],
        info.display_name[:MAX_CHARACTERS],
        info.description[:MAX_CHARACTERS],
        _TYPES.get(info.type),
        values,
        interval,
    )


def _value(value: Value) -> HparamValue | None:
    """Return a value, None for a null; a list or a structure as JSON."""
    match value.WhichOneof("kind"):
        case "number_value":
            return value.number_value
        case "bool_value":
            return value.bool_value
        case "string_value":
            return value.string_value[:MAX_CHARACTERS]
        case "list_value" | "struct_value":
            from google.protobuf.json_format import MessageToDict  # noqa: PLC0415 - for few logs

            content: object
            try:
                content = _with_integers(MessageToDict(value))
            except (ValueError, RecursionError):  # NaN has no JSON; SerializeToJsonError is one too
                content = str(value)
            return json.dumps(content)[:MAX_CHARACTERS]
    return None


def _with_integers(value: object) -> object:
    """Return whole numbers as integers: the message has only doubles, the program had integers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    if isinstance(value, dict):
        return {key: _with_integers(item) for key, item in value.items()}
    return value
