"""One model in several formats: its parameters and its multiply-adds have to be equal in each.

Multiply-adds are those of products alone, convolutions, matrices and attention, without biases:
what else a model computes is one op in one format and ten in another.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.hlo.convert import convert_hlo
from scopeboard.graph.model.op_graph import DATA, Flavour, OpGraph
from scopeboard.graph.onnx.convert import convert_model
from scopeboard.graph.torch_export.convert import convert_archive
from scopeboard.protowire.nested import Window

_FORMS: Final[Mapping[str, Flavour]] = {
    ".onnx": "onnx",
    ".pt2": "torch_export",
    ".hlo.pb": "hlo",
}
_BIASED: Final = frozenset({"Conv", "Gemm", "aten::conv2d", "aten::linear"})
"""Products with a third input, if any, that is added."""
_PRODUCTS: Final = _BIASED | {
    "MatMul", "Attention", "aten::matmul", "aten::bmm", "aten::scaled_dot_product_attention",
    "convolution", "dot",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amounts:
    """The parameters of a model, and the multiplications of its products."""

    parameters: int
    multiply_adds: int


def compare_formats(files: list[Path]) -> tuple[list[str], str]:
    """Return what differs between files of one model, and a row of a table."""
    amounts = {file.name: amounts_of(graph_of(file)) for file in files}
    first, *others = amounts.values()
    checks = {
        "parameters": any(each.parameters != first.parameters for each in others),
        "multiply-adds": any(each.multiply_adds != first.multiply_adds for each in others),
    }
    differences = [
        f"{name}: " + ", ".join(f"{file} {each}" for file, each in amounts.items())
        for name, differs in checks.items()
        if differs
    ]
    name = files[0].name.partition(".")[0]
    row = (
        f"{name:20}{len(files):>6} formats{first.parameters:>13,} parameters"
        f"{first.multiply_adds:>17,} multiply-adds"
    )
    return differences, row


def graph_of(file: Path) -> OpGraph:
    """Return the graph of a model, by the ending of its name."""
    data = file.read_bytes()
    form = next(ending for ending in _FORMS if file.name.endswith(ending))
    window = Window(lambda start, end: data[start:end], len(data), may_be_cut=form != ".pt2")
    if form == ".onnx":
        encoded = convert_model(window).graph_def
    elif form == ".pt2":
        encoded = convert_archive(window).graph_def
    else:
        encoded = convert_hlo(window).graph_def
    return parse(encoded, flavour=_FORMS[form]).graph


def amounts_of(graph: OpGraph) -> Amounts:
    """Return what counts in a graph, of the ops that are in no function."""
    costs, edges = count_costs(graph), graph.edges
    is_bias = (edges.kind == DATA) & (edges.slot == 2)
    biased = set(edges.target[is_bias].tolist())
    total = 0
    for op, flops in enumerate(costs.flops[: graph.main_count].tolist()):
        op_type = graph.op_types[graph.op_type[op]]
        if op_type in _PRODUCTS:
            has_bias = op_type in _BIASED and op in biased
            total += flops - has_bias * int(graph.tensors.elements[graph.tensors.first[op]])
    return Amounts(int(costs.parameters[: graph.main_count].sum()), total // 2)
