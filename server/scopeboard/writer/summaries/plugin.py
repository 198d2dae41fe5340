"""What the summaries of plugins have in common."""

from collections.abc import Sequence

from scopeboard.wire.summary_pb2 import Summary, SummaryMetadata
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_STRING


def metadata(plugin: str, content: bytes = b"") -> SummaryMetadata:
    """Return the metadata that names a plugin."""
    data = SummaryMetadata.PluginData(plugin_name=plugin, content=content)
    return SummaryMetadata(plugin_data=data)


def shape_of(sizes: Sequence[int]) -> TensorShapeProto:
    """Return the shape of a tensor."""
    return TensorShapeProto(dim=[TensorShapeProto.Dim(size=size) for size in sizes])


def string_value(
    tag: str, plugin: str, string: bytes, sizes: Sequence[int], content: bytes = b""
) -> Summary.Value:
    """Return the value of a plugin that has a tensor of one string."""
    tensor = TensorProto(dtype=DT_STRING, string_val=[string], tensor_shape=shape_of(sizes))
    return Summary.Value(tag=tag, tensor=tensor, metadata=metadata(plugin, content))
