"""Bodies of higher-order operators, by the names of the functions that PyTorch's operators take.

`torch.cond(pred, true_fn, false_fn, operands)` has two bodies. In the file they are called
`true_graph_0`, numbered in the whole program.
"""

from typing import Final

from scopeboard.graph.torch_export.read_graph import ReadGraph, ReadNode

_NAMES: Final = {
    "higher_order::cond": ("true_fn", "false_fn"),
    "higher_order::while_loop": ("cond_fn", "body_fn"),
    "higher_order::map_impl": ("f",),
    "higher_order::map": ("f",),
    "higher_order::scan": ("combine_fn",),
    "higher_order::associative_scan": ("combine_fn",),
}
_ONLY: Final = "f"


def name_bodies(node: ReadNode) -> list[tuple[str, ReadGraph]]:
    """Return the bodies of a node, each with the attribute that names its function."""
    names = _NAMES.get(node.op_type, (_ONLY,))
    if len(names) != len(node.bodies):
        return [(name or f"body {row}", body) for row, (name, body) in enumerate(node.bodies)]
    return [(name, body) for name, (_, body) in zip(names, node.bodies, strict=True)]
