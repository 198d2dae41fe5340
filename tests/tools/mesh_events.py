"""Records of meshes, in the form that PyTorch and TensorFlow share."""

from collections.abc import Sequence

import numpy as np

from scopeboard.wire.plugins_pb2 import MeshPluginData
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT32, DT_UINT8, DataType
from tools import writer

ENDINGS = {"vertices": "VERTEX", "faces": "FACE", "colours": "COLOR"}
DTYPES: dict[str, tuple[str, DataType]] = {
    "vertices": ("<f4", DT_FLOAT),
    "faces": ("<i4", DT_INT32),
    "colours": ("u1", DT_UINT8),
}
SQUARE = [[0, 0, 0], [1, 0, 0], [1, 2, 0], [0, 2, 0]]
SQUARE_FACES = [[0, 1, 2], [0, 2, 3]]


def part(name: str, which: str, table: Sequence[object], config: str = "") -> Summary.Value:
    """Return one part of a mesh."""
    element, dtype = DTYPES[which]
    values = np.array(table, element)
    tensor = TensorProto(
        dtype=dtype,
        tensor_shape=TensorShapeProto(dim=[{"size": size} for size in values.shape]),
        tensor_content=values.tobytes(),
    )
    content = MeshPluginData(name=name, content_type=ENDINGS[which], json_config=config)
    metadata = writer.plugin("mesh", content.SerializeToString())
    return Summary.Value(tag=f"{name}_{ENDINGS[which]}", tensor=tensor, metadata=metadata)


def mesh(step: int, name: str = "cube", config: str = "", **parts: Sequence[object]) -> bytes:
    """Return the record of a mesh: `vertices`, `faces`, `colours`, each [samples, n, 3]."""
    values = (part(name, which, table, config) for which, table in parts.items())
    return writer.event(step, *values)
