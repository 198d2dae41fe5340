"""Meshes and point clouds as the mesh plugin logs them: each part is a tag of its own."""

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from google.protobuf.message import DecodeError
from numpy.typing import NDArray

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.events.values.tensor import read_tensor
from scopeboard.wire.plugins_pb2 import MeshPluginData
from scopeboard.wire.summary_pb2 import Summary

MeshPart = Literal["vertices", "faces", "colours"]

_PARTS: Final[dict[int, tuple[MeshPart, str]]] = {
    MeshPluginData.VERTEX: ("vertices", "_VERTEX"),
    MeshPluginData.FACE: ("faces", "_FACE"),
    MeshPluginData.COLOR: ("colours", "_COLOR"),
}
"""The part by content type, and the suffix of its tag by TensorBoard's and PyTorch's writers."""
_ALL_PARTS: Final = sum(1 << content_type for content_type in _PARTS)
_OF_A_ROW: Final = 3  # coordinates, corners or channels
_RANK: Final = 3  # samples, rows, numbers of a row


def mesh_part(tag: str, metadata: TagMetadata) -> tuple[str, MeshPart] | None:
    """Return the mesh and the part that a tag belongs to, None if it is not a mesh.

    The name of a mesh is its tags without their suffixes: the name in the plugin's data lacks the
    scope, so two meshes may share it. tensorboardX ends tags with the number of the content type
    (`mesh_1`). Other tags may end so too, so the name must precede it.
    """
    try:
        content = MeshPluginData.FromString(metadata.content)
    except DecodeError:
        return None
    if content.content_type not in _PARTS:
        return None
    part, ending = _PARTS[content.content_type]
    number = f"_{content.content_type}"
    if content.name and tag.endswith(content.name + number):
        return tag.removesuffix(number), part
    return (tag.removesuffix(ending) or content.name), part


@dataclass(frozen=True, slots=True)
class MeshContent:
    """The plugin's metadata of a tag; `part` and `components` are the plugin's numbers.

    `components` is a bit for each part that the mesh has. Old versions of the plugin
    and tensorboardX do not set it, which means all of them, as in TensorBoard.
    """

    name: str
    part: int
    components: int
    shape: tuple[int, ...]
    config: str


def read_mesh_content(metadata: TagMetadata) -> MeshContent | None:
    """Return the plugin's metadata of a tag, None if it cannot be read."""
    try:
        content = MeshPluginData.FromString(metadata.content)
    except DecodeError:
        return None
    shape = tuple(content.shape)
    components = content.components or _ALL_PARTS
    return MeshContent(content.name, content.content_type, components, shape, content.json_config)


def mesh_config_text(metadata: TagMetadata) -> str:
    """Return the display configuration of the mesh as JSON, empty if there is none."""
    try:
        return MeshPluginData.FromString(metadata.content).json_config
    except DecodeError:
        return ""


def read_mesh_part(value: Summary.Value) -> NDArray[Any]:
    """Return real numbers [samples, rows, 3]; a tensor of rank 2 is one sample.

    Raises:
        DamagedDataError: the value has another shape, or its elements are not real numbers.
    """
    if value.WhichOneof("value") != "tensor":
        raise DamagedDataError("a mesh without a value")
    table = read_tensor(value.tensor)
    if table.ndim == _RANK - 1:
        table = table[np.newaxis]
    if table.ndim != _RANK or table.shape[2] != _OF_A_ROW or table.dtype.kind not in "fiu":
        raise DamagedDataError(
            f"a mesh of {table.dtype} {table.shape} instead of numbers [samples, n, 3]"
        )
    return table
