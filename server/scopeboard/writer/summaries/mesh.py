"""Meshes and point clouds: a tag for each part."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.wire.plugins_pb2 import MeshPluginData
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from scopeboard.writer.summaries.plugin import metadata, shape_of

_RANK: Final = 3


def mesh_part(name: str, table: NDArray[Any]) -> NDArray[Any]:
    """Return a part as [samples, rows, 3]; without samples it is one.

    Raises:
        ValueError: it has another shape.
    """
    found = table[np.newaxis] if table.ndim == _RANK - 1 else table
    if found.ndim != _RANK or found.shape[2] != _RANK:
        raise ValueError(f"{name} of a mesh are [samples, n, 3], not {table.shape}")
    return found


def mesh(
    tag: str,
    vertices: NDArray[Any],
    colors: NDArray[Any] | None,
    faces: NDArray[Any] | None,
    config: str,
) -> Summary:
    """Return a mesh, or a point cloud without faces.

    Args:
        tag: its name; the tags of its parts end with `_VERTEX`, `_FACE` and `_COLOR`.
        vertices: coordinates [samples, n, 3].
        colors: red, green and blue of the vertices [samples, n, 3], of 0 to 255.
        faces: vertices of the triangles [samples, m, 3].
        config: settings of the display as JSON.
    """
    parts = [
        (vertices, MeshPluginData.VERTEX),
        (faces, MeshPluginData.FACE),
        (colors, MeshPluginData.COLOR),
    ]
    given = [(part, kind) for part, kind in parts if part is not None]
    components = sum(1 << kind for _, kind in given)
    summary = Summary()
    for part, kind in given:
        content = MeshPluginData(
            version=0,
            name=tag,
            content_type=kind,
            components=components,
            shape=part.shape,
            json_config=config,
        )
        data = metadata("mesh", content.SerializeToString())
        tensor = TensorProto(
            dtype=DT_FLOAT,
            float_val=part.reshape(-1).tolist(),
            tensor_shape=shape_of(part.shape),
        )
        name = f"{tag}_{MeshPluginData.ContentType.Name(kind)}"
        summary.value.add(tag=name, tensor=tensor, metadata=data)
    return summary
