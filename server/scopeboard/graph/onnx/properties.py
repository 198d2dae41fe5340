"""The properties of a model: format, producer, opset versions, notes, files of its weights."""

from typing import Final

from scopeboard.graph.conversion.properties import (
    MAX_ENTRIES,
    MAX_TEXT,
    Properties,
    short_properties,
)
from scopeboard.graph.onnx.read_graph import ReadGraph
from scopeboard.wire import onnx_pb2 as wire

_MAX_FILES: Final = 5


def model_properties(model: wire.Model, name: bytes, main: ReadGraph) -> Properties:
    """Return the properties of a model.

    Args:
        model: its own fields.
        name: the name of its graph.
        main: its graph.
    """
    opsets = [f"{_text(each.domain) or 'ai.onnx'} {each.version}" for each in model.opset_import]
    producer = f"{_text(model.producer_name)} {_text(model.producer_version)}".strip()
    version = str(model.model_version) if model.model_version else ""
    files = {
        value.s
        for head in main.weights.values()
        for key, value in head.more
        if key == "external_location"
    }
    external = ", ".join(sorted(_text(each) for each in files)[:_MAX_FILES])
    named = [
        ("format", f"ONNX, IR version {model.ir_version}"),
        ("producer", producer),
        ("opset", ", ".join(opsets[:MAX_ENTRIES])),
        ("graph", _text(name)),
        ("domain", _text(model.domain)),
        ("model version", version),
        ("weights in", external),
        *((_text(each.key), _text(each.value)) for each in model.metadata_props[:MAX_ENTRIES]),
    ]
    return short_properties((key, text) for key, text in named if text)


def _text(value: bytes) -> str:
    return value[:MAX_TEXT].decode("utf-8", "replace")
