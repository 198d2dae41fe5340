"""Scalars: numbers of TensorFlow 1's form, or tensors of rank 0."""

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_DOUBLE, DT_FLOAT
from scopeboard.writer.summaries.plugin import metadata


def scalar(tag: str, number: float) -> Summary:
    """Return a scalar in the older form, in 32 bits."""
    return Summary(value=[Summary.Value(tag=tag, simple_value=number)])


def tensor_scalar(tag: str, number: float, *, in_64_bits: bool) -> Summary:
    """Return a scalar as a tensor, in 32 or 64 bits."""
    if in_64_bits:
        tensor = TensorProto(dtype=DT_DOUBLE, double_val=[number])
    else:
        tensor = TensorProto(dtype=DT_FLOAT, float_val=[number])
    return Summary(value=[Summary.Value(tag=tag, tensor=tensor, metadata=metadata("scalars"))])
