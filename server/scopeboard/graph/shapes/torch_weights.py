"""Shapes of the weights of PyTorch's modules, from the ops that use them.

SummaryWriter logs a weight as `prim::GetAttr` without a shape. It is certain where an op's
definition leaves one possibility, given the shapes of its inputs and outputs:

* `aten::linear`: weight [output features, input features], bias [output features]; older traces
  have a transposition and a product instead;
* `aten::_convolution`: weight [output channels, input channels in a group, window…], the two
  channels swapped when it is transposed; bias [output channels]. Where a stride rounds, only the
  smallest window is known;
* `aten::batch_norm` and `aten::instance_norm`: weight, bias, mean and variance, one number for each
  channel; `aten::group_norm` has the first two, `aten::layer_norm` a weight and a bias of its
  normalized shape;
* `aten::lstm`, `aten::gru` and the like: their list of weights, layer by layer;
* `aten::bilinear`: weight [output features, features of either input], bias [output features];
* `aten::_weight_norm`: a direction with the shape of the weight, and a length for each slice of it;
* `aten::split_with_sizes` and `aten::chunk`: a projection that an attention cuts into pieces.

An embedding has at least one row of the output's width, or as many as its padding index needs. Old
traces have the shape of a weight itself, of type `Parameter`.
"""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from scopeboard.graph.model.op_graph import CONTROL, OpGraph, Tensors
from scopeboard.graph.model.op_view import OpReader, OpView
from scopeboard.graph.model.shapes import Shape, count_elements
from scopeboard.graph.shapes.torch_weight_rules import (
    CUTS,
    GATES,
    RULES,
    Weight,
    weights_of_recurrence,
)

WEIGHT_OPS: Final = frozenset({"prim::GetAttr", "Parameter"})
_LIST: Final = "prim::ListConstruct"
_PIECE: Final = "prim::ListUnpack"
_USERS: Final = frozenset({*RULES, *GATES})
# Ops that take other tensors than weights too: these modules and attributes hold weights.
_MIXED_USERS: Final = frozenset({"aten::t", "aten::addmm"}) | CUTS
_WEIGHT_NAME: Final = re.compile(r"Linear|Conv1D|_proj_(weight|bias)")


def add_weights(graph: OpGraph) -> Tensors:
    """Return the output tensors of a PyTorch graph, with the certain weights added.

    An op without outputs gets one with the shape of its weight and an unknown dtype.
    """
    weights = find_weights(graph, OpReader(graph)).items()
    shape_of = {op: weight.shape for op, weight in weights if weight.is_certain}
    tensors = graph.tensors
    rows = {shape: row for row, shape in enumerate(tensors.shapes)}
    first = tensors.first.astype(np.int64)
    missing = [op for op in sorted(shape_of) if first[op] == first[op + 1]]
    shapes = [shape_of[op] for op in missing]
    codes = [rows.setdefault(shape, len(rows)) for shape in shapes]
    rows_before = first[missing] if missing else np.empty(0, dtype=np.int64)
    added = np.zeros(first.size, dtype=np.int64)
    added[np.array(missing, dtype=np.int64) + 1] = 1
    elements = [count_elements(shape) for shape in shapes]
    return Tensors(
        first=(first + np.cumsum(added)).astype(np.int32),
        shape=np.insert(tensors.shape, rows_before, codes).astype(np.int32),
        dtype=np.insert(tensors.dtype, rows_before, 0).astype(np.int8),
        elements=np.insert(tensors.elements, rows_before, elements),
        bytes=np.insert(tensors.bytes, rows_before, -1),
        shapes=list(rows),
    )


def find_weights(graph: OpGraph, reader: OpReader) -> dict[int, Weight]:
    """Return the known shapes of weights, by op."""
    weights = dict[int, Weight]()
    tensors, pieces = graph.tensors, _pieces(graph)
    for op in graph.ops_of_types(WEIGHT_OPS).tolist():
        first = int(tensors.first[op])
        shape = tensors.find_shape(first) if first < tensors.first[op + 1] else None
        if shape and -1 not in shape:
            weights[op] = Weight(shape)
    for op in graph.ops_of_types(_USERS).tolist():
        facts = reader.view(op)
        if facts is None:
            continue
        if facts.op_type in CUTS:
            facts = facts._replace(outputs=pieces.get(op, []))
        for source, weight in _weights_of(graph, reader, op, facts):
            known = weights.get(source)
            if known is None or (weight.is_certain and not known.is_certain):
                weights[source] = weight
    return weights


def _pieces(graph: OpGraph) -> dict[int, list[Shape]]:
    """Return the shapes of the pieces of tensors, by the op that cuts them.

    Each piece is an op `prim::ListUnpack` of its own.
    """
    edges, pieces = graph.edges, dict[int, list[Shape]]()
    is_cut = graph.flag_types(CUTS.__contains__)
    is_piece = graph.flag_types(_PIECE.__eq__)
    rows = np.flatnonzero(is_cut[edges.source] & is_piece[edges.target] & (edges.kind != CONTROL))
    for cut, piece in np.stack((edges.source[rows], edges.target[rows])).T.tolist():
        first, end = graph.tensors.first[piece : piece + 2].tolist()
        shape = graph.tensors.find_shape(first) if first < end else None
        pieces.setdefault(cut, []).append(shape)
    return pieces


def _weights_of(
    graph: OpGraph, reader: OpReader, op: int, facts: OpView
) -> Iterator[tuple[int, Weight]]:
    """Yield the weights that one op uses, each with its op."""
    rule = RULES.get(facts.op_type)
    weights = {} if rule is None else rule(facts)
    for row in reader.inputs(op).tolist():
        source, slot = int(graph.edges.source[row]), int(graph.edges.slot[row])
        op_type = graph.op_types[graph.op_type[source]]
        if op_type in WEIGHT_OPS:
            is_weight = facts.op_type not in _MIXED_USERS
            if slot in weights and (is_weight or _WEIGHT_NAME.search(graph.names[source])):
                yield source, weights[slot]
        elif op_type == _LIST and facts.op_type in GATES:
            listed = [int(graph.edges.source[each]) for each in reader.inputs(source)]
            if all(graph.op_types[graph.op_type[each]] in WEIGHT_OPS for each in listed):
                yield from zip(
                    listed, weights_of_recurrence(facts, slot, len(listed)), strict=False
                )
