"""What a tensor is, without its values."""

from dataclasses import dataclass

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor import dtype_name
from scopeboard.wire.summary_pb2 import Summary


@dataclass(frozen=True, slots=True)
class TensorFacts:
    """A dtype by its short name, and a shape: -1 is an unknown size, None an unknown rank."""

    dtype: str
    shape: tuple[int, ...] | None


def read_tensor_facts(value: Summary.Value) -> TensorFacts:
    """Return dtype and shape of a value.

    Raises:
        DamagedDataError: the value is no tensor.
    """
    if value.WhichOneof("value") != "tensor":
        raise DamagedDataError("no tensor")
    tensor = value.tensor
    shape = tensor.tensor_shape
    sizes = None if shape.unknown_rank else tuple(dim.size for dim in shape.dim)
    return TensorFacts(dtype_name(tensor.dtype), sizes)
