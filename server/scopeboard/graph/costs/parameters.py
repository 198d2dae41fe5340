"""Parameters: how many numbers a model has, those that training changes and those it leaves.

Counted are, of a floating dtype,

* variables, by their shape; `variable_roles` tells which of them are parameters;
* handles of variables that a graph gets from outside, by the shape that is read from them;
* constants that stand where weights do, in a graph without variables (`constant_weights`);
* attributes of PyTorch's modules (`torch_parameters`);
* the weights of Keras's layers, from their configuration (`keras_weights`).

What training leaves are weights of layers that it does not change: statistics of a batch norm,
frozen layers. Slots of optimisers, averages, metrics and counters are neither.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.costs.constant_weights import find_constant_weights
from scopeboard.graph.costs.torch_parameters import count_torch
from scopeboard.graph.costs.variable_ops import EXTERNAL_HANDLES, READS, VARIABLES
from scopeboard.graph.costs.variable_roles import find_roles
from scopeboard.graph.keras.parameters import read_weights
from scopeboard.graph.model.call_edges import argument_edges
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import Shape, count_elements, read_shape
from scopeboard.graph.shapes.facts import merge_shapes
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DT_RESOURCE


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters that live in each op: one entry in each column for each op.

    `trainable` and `non_trainable` count elements, -1 where there are some and their number is
    unknown. The flags tell that a number is a lower bound.
    """

    trainable: Amounts
    non_trainable: Amounts
    is_trainable_bound: Flags
    is_non_trainable_bound: Flags


def count_parameters(graph: OpGraph, listed: AbstractSet[str] | None = None) -> Parameters:
    """Count the parameters of each op.

    Args:
        graph: the graph.
        listed: the names of the variables that are trainable, where a list says so.
    """
    if graph.flavour == "torch":
        trainable, is_bound = count_torch(graph)
        return Parameters(trainable, np.zeros_like(trainable), is_bound, np.zeros_like(is_bound))
    if graph.flavour == "keras":
        return _count_keras(graph)
    reader = OpReader(graph)
    shapes = _variables(graph, reader) | _handles(graph, reader)
    is_trained, is_fixed = np.zeros((2, len(graph)), dtype=np.bool_)
    if shapes:
        roles = find_roles(graph, shapes, listed)
        is_trained, is_fixed = roles.is_trained, roles.is_fixed
    if not is_trained.any():
        weights, statistics = find_constant_weights(graph)
        is_trained, is_fixed = is_trained | weights, is_fixed | statistics
        constants = np.flatnonzero(weights | statistics).tolist()
        tensors = graph.tensors
        shapes |= {op: tensors.find_shape(int(tensors.first[op])) for op in constants}
    counts, is_open = np.zeros(len(graph), dtype=np.int64), np.zeros(len(graph), dtype=np.bool_)
    for op, shape in shapes.items():
        counts[op] = count_elements(shape)
        is_open[op] = shape is not None and -1 in shape
    return Parameters(
        trainable=np.where(is_trained, counts, 0),
        non_trainable=np.where(is_fixed, counts, 0),
        is_trainable_bound=is_trained & is_open,
        is_non_trainable_bound=is_fixed & is_open,
    )


def _count_keras(graph: OpGraph) -> Parameters:
    """Count the weights of Keras's layers; those of an unknown layer may be of either kind."""
    reader, none = OpReader(graph), np.zeros(len(graph), dtype=np.bool_)
    found = [read_weights(reader.attributes(op) or {}) or (-1, -1) for op in range(len(graph))]
    columns = np.array(found, dtype=np.int64).reshape(-1, 2)
    return Parameters(columns[:, 0], columns[:, 1], none, none.copy())


def _variables(graph: OpGraph, reader: OpReader) -> dict[int, Shape]:
    """Return the shapes of variables of a floating dtype, by op."""
    found = {}
    for op in graph.ops_of_types(VARIABLES).tolist():
        attributes = reader.attributes(op) or {}
        if "dtype" in attributes and not is_floating(attributes["dtype"].type):
            continue
        found[op] = _variable_shape(graph, op, attributes)
    return found


def _variable_shape(graph: OpGraph, op: int, attributes: Mapping[str, AttrValue]) -> Shape:
    """Return the shape of a variable: a handle is a scalar, whatever it leads to."""
    if "shape" in attributes:
        shape = read_shape(attributes["shape"].shape)
        if shape or graph.op_types[graph.op_type[op]] != "Variable":
            return shape
    if graph.op_types[graph.op_type[op]] == "VarHandleOp":
        return None
    first = int(graph.tensors.first[op])
    return graph.tensors.find_shape(first) if first < graph.tensors.first[op + 1] else None


def _handles(graph: OpGraph, reader: OpReader) -> dict[int, Shape]:
    """Return the shapes of what is read from handles that come from outside, by handle.

    A handle is read where it enters the graph or in the functions that it is passed to.
    """
    edges, tensors = graph.edges, graph.tensors
    passed: dict[int, list[int]] = {}
    for caller, argument in np.stack(argument_edges(graph)).T.tolist():
        passed.setdefault(caller, []).append(argument)
    reads: dict[int, list[int]] = {}
    is_read = np.zeros(len(graph), dtype=np.bool_)
    is_read[graph.ops_of_types(READS)] = True
    rows = np.flatnonzero(is_read[edges.target] & (edges.slot == 0) & (edges.kind != CONTROL))
    for source, read in np.stack((edges.source[rows], edges.target[rows])).T.tolist():
        reads.setdefault(source, []).append(read)
    found: dict[int, Shape] = {}
    handles = graph.ops_of_types(EXTERNAL_HANDLES)
    for handle in handles[handles < graph.main_count].tolist():
        first = int(tensors.first[handle])
        if first < tensors.first[handle + 1] and tensors.dtype[first] not in {0, DT_RESOURCE}:
            continue
        for read in (read for each in _reached(handle, passed) for read in reads.get(each, ())):
            attributes = reader.attributes(read) or {}
            if "dtype" in attributes and not is_floating(attributes["dtype"].type):
                continue
            is_whole = graph.op_types[graph.op_type[read]] == "ReadVariableOp"
            shape = tensors.find_shape(int(tensors.first[read])) if is_whole else None
            found[handle] = merge_shapes(found.get(handle), shape)
    return found


def _reached(start: int, ways: dict[int, list[int]]) -> list[int]:
    """Return an op and the arguments that it is passed on as."""
    reached = {start: None}
    todo = [start]
    for op in todo:
        fresh = [argument for argument in ways.get(op, ()) if argument not in reached]
        reached.update(dict.fromkeys(fresh))
        todo.extend(fresh)
    return list(reached)
