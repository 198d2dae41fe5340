"""Names of ops: their scopes from the names of nodes or from what an exporter noted beside them.

PyTorch's exporter of TorchScript writes `/encoder/layer.0/attention/MatMul`. Its newer one names
nodes `node_MatMul_3` and notes the modules around each: `['', 'encoder', 'encoder.layer.0',
'matmul']`, where each text continues the one before; or, in other tools, `encoder:
Encoder/encoder.layer.0: Layer/matmul: aten.matmul`. A node without a name gets one of its type and
its number in the graph, which is the same whenever the file is read.
"""

import re
from collections.abc import Mapping
from typing import Final

_SCOPES: Final = b"pkg.torch.onnx.name_scopes"
_NAMESPACES: Final = (b"namespace", b"pkg.torch.onnx.namespace")
_QUOTED: Final = re.compile(r"'([^'\\]*)'|\"([^\"\\]*)\"")
_MAX_SCOPES: Final = 64
_MAX_NOTE: Final = 8192


def node_name(name: bytes, op_type: bytes, index: int, notes: Mapping[bytes, bytes]) -> str:
    """Return the name of a node, with its scopes.

    Args:
        name: as the file has it.
        op_type: its type.
        index: its number in the graph.
        notes: what the exporter noted beside it.
    """
    text = name.decode("utf-8", "replace").strip("/")
    if not text:
        text = f"{op_type.rpartition(b'.')[2].decode('utf-8', 'replace') or 'node'}_{index}"
    if "/" in text or not notes:
        return text
    scope = noted_scope(notes)
    return f"{scope}/{text}" if scope else text


def noted_scope(notes: Mapping[bytes, bytes]) -> str:
    """Return the scope that an exporter noted beside a node, empty without one."""
    scopes = notes.get(_SCOPES)
    if scopes is not None:
        matches = _QUOTED.findall(scopes[:_MAX_NOTE].decode("utf-8", "replace"))
        paths = [single or double for single, double in matches[: _MAX_SCOPES + 1]]
        return _join_modules(paths[:-1])
    for key in _NAMESPACES:
        if key in notes:
            parts = notes[key][:_MAX_NOTE].decode("utf-8", "replace").split("/")[: _MAX_SCOPES + 1]
            return _join_modules([part.partition(":")[0].strip() for part in parts[:-1]])
    return ""


def _join_modules(paths: list[str]) -> str:
    """Join the paths of modules, each within the one before, as scopes."""
    scopes, before = list[str](), ""
    for path in paths:
        if not path or path == before:
            continue
        inside = path.removeprefix(f"{before}.") if before else path
        scopes.append(inside.replace("/", "|"))
        before = path
    return "/".join(scopes)


def weight_name(tensor: str, scope: str) -> str:
    """Return the name of a weight in the deepest scope that has all its users.

    `encoder.layer.0.bias` in `encoder/layer.0` is `encoder/layer.0/bias`: what follows the name of
    the innermost scope. A name without that stays whole; its slashes make no scopes.
    """
    dotted = tensor.strip("/").replace("/", ".") or "weight"
    if not scope:
        return dotted
    inside = f".{dotted}".rpartition(f".{scope.rpartition('/')[2]}.")[2].removeprefix(".")
    return f"{scope}/{inside or dotted}"
