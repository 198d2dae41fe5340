"""A module of PyTorch as a graph: by `torch.export`, or traced by `torch.fx` where that fails.

PyTorch is not imported: a program that has a module has imported it.
"""

import sys
import tempfile
import warnings
from typing import Any, Final

from scopeboard.graph.source.weightless import weightless_archive
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.types_pb2 import DataType

_FALLBACK: Final = "torch.export cannot trace {}; its graph is that of torch.fx: {}"
_MAX_REASON: Final = 200


def is_module(model: object) -> bool:
    """Return whether an object is a module of PyTorch, or a program of `torch.export`."""
    torch = sys.modules.get("torch")
    return torch is not None and (isinstance(model, torch.nn.Module) or is_program(model))


def is_program(model: object) -> bool:
    """Return whether an object is a program of `torch.export`."""
    export = sys.modules.get("torch.export")
    return export is not None and isinstance(model, export.ExportedProgram)


def archive_of(model: Any, example: tuple[Any, ...]) -> bytes | None:  # noqa: ANN401 - of PyTorch
    """Return an archive of `torch.export` without weights, None where a module has no such form.

    Args:
        model: a module, or a program.
        example: the inputs of the module.
    """
    from torch import export  # noqa: PLC0415 - the module's own package

    try:
        program = model if is_program(model) else export.export(model, example)
        with tempfile.TemporaryFile() as file:
            export.save(program, file)
            return weightless_archive(file)
    except Exception as error:
        if is_program(model):
            raise
        reason = str(error).strip().partition("\n")[0][:_MAX_REASON]
        warnings.warn(_FALLBACK.format(type(model).__name__, reason), stacklevel=4)
        return None


def traced_graph(model: Any, example: tuple[Any, ...]) -> bytes:  # noqa: ANN401 - of PyTorch
    """Return the graph of `torch.fx` as a GraphDef, with shapes where the example has them.

    Raises:
        Exception: as PyTorch raises it, for a module that cannot be traced.
    """
    from torch import fx  # noqa: PLC0415 - as above
    from torch.fx.passes.shape_prop import ShapeProp  # noqa: PLC0415

    traced = fx.symbolic_trace(model)
    ShapeProp(traced).propagate(*example)
    graph, names = GraphDef(), dict[Any, str]()
    for each in traced.graph.nodes:
        if each.op == "output":
            name, op_type = "output", "Output"
        elif each.op == "call_module":
            name = str(each.target).replace(".", "/")
            op_type = type(traced.get_submodule(each.target)).__name__
        else:
            name, op_type = each.name, _op_type(each)
        name = _free_name(name, names.values())
        names[each] = name
        node = graph.node.add(name=name, op=op_type)
        node.input.extend(names[source] for source in each.all_input_nodes)
        _set_type(node, each.meta.get("tensor_meta"))
    return graph.SerializeToString()


def _op_type(each: Any) -> str:  # noqa: ANN401 - a node of fx
    if each.op in {"placeholder", "get_attr"}:
        return "Placeholder" if each.op == "placeholder" else "Const"
    target = each.target if isinstance(each.target, str) else getattr(each.target, "__name__", "op")
    return f"torch.{target}"


def _free_name(name: str, used: Any) -> str:  # noqa: ANN401 - the values of a dict
    chosen, number = name, 1
    while chosen in used:
        number += 1
        chosen = f"{name}_{number}"
    return chosen


def _set_type(node: Any, known: Any) -> None:  # noqa: ANN401
    shape = getattr(known, "shape", None)
    if shape is None:
        return
    sizes = node.attr["_output_shapes"].list.shape.add()
    for size in shape:
        sizes.dim.add(size=int(size))
    name = str(known.dtype).removeprefix("torch.")
    dtype = {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF"}.get(name, name.upper())
    if f"DT_{dtype}" in DataType.keys():  # noqa: SIM118 - of an enumeration
        node.attr["dtype"].type = DataType.Value(f"DT_{dtype}")
