"""Files of safetensors: a header in JSON with the dtype, shape and place of each tensor.

The first eight bytes are the length of the header. https://github.com/huggingface/safetensors
"""

import json
from typing import Any, Final

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.properties import short_properties
from scopeboard.graph.weight_files.tree import (
    MAX_TENSORS,
    WeightTensor,
    WeightTree,
    write_tree,
)
from scopeboard.protowire.nested import Window
from scopeboard.wire import types_pb2 as types

MAX_HEADER_BYTES: Final = 100_000_000
"""The limit of the format itself."""
_LENGTH_BYTES: Final = 8
_MAX_PROPERTIES: Final = 50
_MOST: Final = 1 << 62
_DTYPES: Final = {
    "F64": types.DT_DOUBLE,
    "F32": types.DT_FLOAT,
    "F16": types.DT_HALF,
    "BF16": types.DT_BFLOAT16,
    "F8_E4M3": types.DT_FLOAT8_E4M3FN,
    "F8_E5M2": types.DT_FLOAT8_E5M2,
    "F8_E8M0": types.DT_FLOAT8_E8M0FNU,
    "F4": types.DT_FLOAT4_E2M1FN,
    "C64": types.DT_COMPLEX64,
    "I64": types.DT_INT64,
    "I32": types.DT_INT32,
    "I16": types.DT_INT16,
    "I8": types.DT_INT8,
    "U64": types.DT_UINT64,
    "U32": types.DT_UINT32,
    "U16": types.DT_UINT16,
    "U8": types.DT_UINT8,
    "BOOL": types.DT_BOOL,
}


def looks_like_safetensors(head: bytes, size: int) -> bool:
    """Return whether the first bytes of a file are those of a header that the file has room for."""
    length = int.from_bytes(head[:_LENGTH_BYTES], "little")
    return head[_LENGTH_BYTES : _LENGTH_BYTES + 1] == b"{" and 2 <= length <= min(
        MAX_HEADER_BYTES, size - _LENGTH_BYTES
    )


def read_safetensors(window: Window, check: CancelCheck) -> WeightTree:
    """Return the tensors of a file; only its header is read.

    Raises:
        DamagedDataError: the header is no JSON object, or lists too many tensors.
    """
    length = int.from_bytes(window.read_at(0, _LENGTH_BYTES), "little")
    if length > min(MAX_HEADER_BYTES, window.whole.end - _LENGTH_BYTES):
        raise DamagedDataError("The header of the safetensors file is longer than it can be.")
    try:
        header = json.loads(window.read_at(_LENGTH_BYTES, _LENGTH_BYTES + length))
    except (ValueError, RecursionError) as error:
        raise DamagedDataError("The header of the safetensors file is not valid JSON.") from error
    check()
    if not isinstance(header, dict):
        raise DamagedDataError("The header of the safetensors file lists no tensors.")
    notes = header.pop("__metadata__", {})
    if len(header) > MAX_TENSORS:
        raise DamagedDataError(f"The safetensors file has more than {MAX_TENSORS:,} tensors.")
    tensors = [_read_tensor(name, entry) for name, entry in header.items()]
    known = [tensor for tensor in tensors if tensor is not None]
    listed = list(notes.items())[:_MAX_PROPERTIES] if isinstance(notes, dict) else []
    properties = [("format", "safetensors")]
    properties += [(f"metadata {key}", str(text)) for key, text in listed]
    return WeightTree(write_tree(known), short_properties(properties), len(tensors) - len(known))


def _read_tensor(name: str, entry: Any) -> WeightTensor | None:  # noqa: ANN401 - of JSON
    """Return a tensor of the header, None for one without a dtype and sizes."""
    sizes = entry.get("shape") if isinstance(entry, dict) else None
    if not isinstance(sizes, list):
        return None
    if not all(isinstance(size, int) and 0 <= size < _MOST for size in sizes):
        return None
    encoding = str(entry.get("dtype", ""))[:100]
    return WeightTensor(name, _DTYPES.get(encoding, types.DT_INVALID), sizes, encoding)
