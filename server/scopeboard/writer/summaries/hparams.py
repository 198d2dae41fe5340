"""Hyper-parameters of a run: what the experiment has, the values at its start, and its end."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from google.protobuf.struct_pb2 import ListValue, Value

from scopeboard.types import HparamValue
from scopeboard.wire import plugins_pb2 as pb
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.numbers import to_number
from scopeboard.writer.summaries.plugin import metadata

_EXPERIMENT: Final = "_hparams_/experiment"
_START: Final = "_hparams_/session_start_info"
_END: Final = "_hparams_/session_end_info"


def hparam_values(hparams: Mapping[str, Any]) -> dict[str, HparamValue]:
    """Return hyper-parameters as booleans, texts and numbers; those that are None are left out.

    Raises:
        ValueError: one is something else.
    """
    found: dict[str, HparamValue] = {}
    for name, value in hparams.items():
        if isinstance(value, bool | str):
            found[name] = value
        elif value is not None:
            try:
                found[name] = to_number(value)
            except (TypeError, ValueError) as error:
                raise ValueError(
                    f"the hyper-parameter {name!r} is a bool, a str or a number, not {value!r}"
                ) from error
    return found


def check_domains(hparams: Mapping[str, Any], domains: Mapping[str, Any]) -> None:
    """Check the possible values of hyper-parameters.

    Raises:
        TypeError: one is no list of values of the type of the hyper-parameter.
    """
    for name, values in domains.items():
        kind = type(hparams.get(name))
        if name not in hparams or not isinstance(values, list):
            raise TypeError(f"the domain of {name!r} is a list, and {name!r} a hyper-parameter")
        if not all(isinstance(value, kind) for value in values):
            raise TypeError(f"the domain of {name!r} has values of {kind.__name__}")


def hparam_summaries(
    hparams: Mapping[str, HparamValue], metrics: Sequence[str], domains: Mapping[str, list[Any]]
) -> list[Summary]:
    """Return the experiment, the start and the successful end of a session.

    Args:
        hparams: values by name.
        metrics: tags of scalars of the run.
        domains: possible values of some hyper-parameters.
    """
    experiment = pb.Experiment(
        hparam_infos=[_info(name, value, domains.get(name)) for name, value in hparams.items()],
        metric_infos=[pb.MetricInfo(name=pb.MetricName(tag=tag)) for tag in metrics],
    )
    start = pb.SessionStartInfo()
    for name, value in hparams.items():
        start.hparams[name].CopyFrom(_value(value))
    end = pb.SessionEndInfo(status=pb.STATUS_SUCCESS)
    return [
        _summary(_EXPERIMENT, pb.HParamsPluginData(experiment=experiment)),
        _summary(_START, pb.HParamsPluginData(session_start_info=start)),
        _summary(_END, pb.HParamsPluginData(session_end_info=end)),
    ]


def _summary(tag: str, content: pb.HParamsPluginData) -> Summary:
    data = metadata("hparams", content.SerializeToString())
    return Summary(value=[Summary.Value(tag=tag, metadata=data)])


def _info(name: str, value: HparamValue, domain: list[Any] | None) -> pb.HParamInfo:
    kind = pb.DATA_TYPE_FLOAT64
    if isinstance(value, bool):
        kind = pb.DATA_TYPE_BOOL
    elif isinstance(value, str):
        kind = pb.DATA_TYPE_STRING
    info = pb.HParamInfo(name=name, type=kind)
    if domain is not None:
        info.domain_discrete.CopyFrom(ListValue(values=[_value(item) for item in domain]))
    return info


def _value(value: HparamValue) -> Value:
    if isinstance(value, bool):
        return Value(bool_value=value)
    if isinstance(value, str):
        return Value(string_value=value)
    return Value(number_value=value)
