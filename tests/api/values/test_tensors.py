"""Tensors of unknown plugins, from event files to JSON."""

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT64
from tools import writer

from ..conftest import Serve


def tensor(step: int, tag: str, plugin: str, proto: TensorProto) -> bytes:
    """Return the record of a tensor."""
    metadata = writer.plugin(plugin) if plugin else None
    return writer.event(step, Summary.Value(tag=tag, tensor=proto, metadata=metadata))


def test_tensors_are_listed_with_dtype_and_shape_of_the_last(serve: Serve) -> None:
    dims = [TensorShapeProto.Dim(size=2), TensorShapeProto.Dim(size=-1)]
    open_shape = TensorProto(dtype=DT_INT64, tensor_shape=TensorShapeProto(dim=dims))
    vector = TensorProto(
        dtype=DT_FLOAT, tensor_shape=TensorShapeProto(dim=dims[:1]), float_val=[1, 2]
    )
    data = tensor(1, "w", "mine", vector) + tensor(7, "w", "mine", open_shape)
    client = serve({"a": data + tensor(0, "v", "", vector), "b": writer.scalar_file({"x": [1]})})
    found = client.get("/api/tensors").json()
    assert found["more"] == 0
    listed = [
        (one["tag"], one["plugin"], one["values"], one["last_step"], one["dtype"], one["shape"])
        for one in found["series"]
    ]
    assert listed == [
        ("v", "", 1, 0, "float", [2]),
        ("w", "mine", 2, 7, "int64", [2, -1]),
    ]


def test_an_invalid_tensor_is_reported(serve: Serve) -> None:
    value = Summary.Value(tag="x", metadata=writer.plugin("mine"))
    (found,) = serve({"a": writer.event(0, value)}).get("/api/tensors").json()["series"]
    assert (found["dtype"], found["shape"]) == (None, None)
    assert "not a tensor" in found["message"]
