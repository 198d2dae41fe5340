"""Tensors of any shape."""

from typing import Any

from numpy.typing import NDArray

from scopeboard.events.values.tensor import dtype_of
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.writer.summaries.plugin import metadata, shape_of

MAX_BYTES = (1 << 31) - (1 << 16)
"""Of a tensor, since a message of protobuf has less than 2 GiB."""


def check_tensor(array: NDArray[Any]) -> None:
    """Check that an array can be a tensor of an event.

    Raises:
        ValueError: it is too large, or no dtype of TensorFlow's.
    """
    if array.nbytes > MAX_BYTES:
        raise ValueError(f"a tensor of {array.nbytes:,} bytes exceeds the 2 GiB of an event")
    dtype_of(array.dtype)


def tensor_summary(tag: str, array: NDArray[Any]) -> Summary:
    """Return a tensor; its plugin is `tensor`, as PyTorch has it."""
    content = array.astype(array.dtype.newbyteorder("<")).tobytes()
    dtype, shape = dtype_of(array.dtype), shape_of(array.shape)
    value = TensorProto(dtype=dtype, tensor_shape=shape, tensor_content=content)
    return Summary(value=[Summary.Value(tag=tag, tensor=value, metadata=metadata("tensor"))])
