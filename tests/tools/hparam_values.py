"""Values of the hparams plugin, as its writers make them."""

from collections.abc import Mapping

from google.protobuf.struct_pb2 import ListValue, Struct, Value

from scopeboard.wire.plugins_pb2 import (
    Experiment,
    HParamsPluginData,
    SessionEndInfo,
    SessionStartInfo,
)
from scopeboard.wire.summary_pb2 import Summary
from tools import writer


def to_value(value: object) -> Value:
    """Return a value as protobuf's variant type."""
    match value:
        case None:
            return Value(null_value=0)  # type: ignore[arg-type]
        case bool():
            return Value(bool_value=value)
        case str():
            return Value(string_value=value)
        case list():
            return Value(list_value=ListValue(values=map(to_value, value)))
        case dict():
            return Value(struct_value=Struct(fields={k: to_value(v) for k, v in value.items()}))
    return Value(number_value=float(value))  # type: ignore[arg-type]


def start(hparams: Mapping[str, object], **rest: object) -> HParamsPluginData:
    """Return a session's start."""
    fields = {name: to_value(value) for name, value in hparams.items()}
    info = SessionStartInfo(hparams=fields, **rest)  # type: ignore[arg-type]
    return HParamsPluginData(session_start_info=info)


def end(status: int) -> HParamsPluginData:
    """Return a session's end."""
    return HParamsPluginData(session_end_info=SessionEndInfo(status=status, end_time_secs=5.0))  # type: ignore[arg-type]


def experiment(**fields: object) -> HParamsPluginData:
    """Return an experiment."""
    return HParamsPluginData(experiment=Experiment(**fields))  # type: ignore[arg-type]


def hparams_event(content: HParamsPluginData) -> bytes:
    """Return the record that carries it, under the tag that it is always logged under."""
    name = content.WhichOneof("data")
    value = Summary.Value(
        tag=f"_hparams_/{name}", metadata=writer.plugin("hparams", content.SerializeToString())
    )
    return writer.event(0, value)
