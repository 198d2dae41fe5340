"""Shapes of variables: stated by the variable, or known from the ops that read and write a handle.

A traced function has a handle for each variable that it captures, without the shape. A read has the
shape of the whole variable, a look-up that of a row. An assignment has the shape of the variable
too, and so has the gradient of an optimiser's update.
"""

import numpy as np

from scopeboard.graph.costs.variable_ops import DENSE_WRITER, EXTERNAL_HANDLES, READS, VARIABLES
from scopeboard.graph.model.call_edges import argument_edges
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import Shape, read_shape
from scopeboard.graph.shapes.facts import merge_shapes
from scopeboard.wire.types_pb2 import DT_RESOURCE


def find_variable_shapes(graph: OpGraph, reader: OpReader) -> dict[int, Shape]:
    """Return the shapes of variables and external handles of a floating dtype, by op."""
    return _variables(graph, reader) | _handles(graph, reader)


def _variables(graph: OpGraph, reader: OpReader) -> dict[int, Shape]:
    """Return the shapes of variables of a floating dtype, by op.

    An op `Variable` may state an empty shape for an unknown one; its output then has the shape. The
    output of a handle is a scalar for every variable.
    """
    shapes: dict[int, Shape] = {}
    stated_in: dict[int, tuple[bool, Shape]] = {}  # many variables have the same attributes
    for op in graph.ops_of_types(VARIABLES).tolist():
        row = int(graph.attributes[op])
        if row not in stated_in:
            attributes = reader.attributes(op) or {}
            is_other = "dtype" in attributes and not is_floating(attributes["dtype"].type)
            stated = read_shape(attributes["shape"].shape) if "shape" in attributes else None
            stated_in[row] = is_other, stated
        is_other, shape = stated_in[row]
        if is_other:
            continue
        op_type, first = graph.op_types[graph.op_type[op]], int(graph.tensors.first[op])
        has_output = op_type != "VarHandleOp" and first < graph.tensors.first[op + 1]
        if shape is None or (shape == () and op_type == "Variable"):
            shape = graph.tensors.find_shape(first) if has_output else None
        shapes[op] = shape
    return shapes


def _handles(graph: OpGraph, reader: OpReader) -> dict[int, Shape]:
    """Return the shapes of external handles of floating-point variables, by handle."""
    users = _users(graph)
    shapes: dict[int, Shape] = {}
    for handle, receivers in _receivers(graph).items():
        used_by = [user for each in receivers for user in users.get(each, ())]
        for user in used_by:
            attributes = reader.attributes(user) or {}
            is_other = "dtype" in attributes and not is_floating(attributes["dtype"].type)
            if graph.op_types[graph.op_type[user]] in READS and not is_other:
                shape = _shape_read(graph, reader, user)
                shapes[handle] = merge_shapes(shapes.get(handle), shape)
        known = shapes.get(handle, ())
        if known is not None and -1 not in known:
            continue  # known, or not a variable of a floating dtype
        for user in used_by:
            if graph.op_types[graph.op_type[user]] not in READS:
                shapes[handle] = merge_shapes(shapes[handle], _shape_written(reader, user))
    return shapes


def _users(graph: OpGraph) -> dict[int, list[int]]:
    """Return the ops that read and write each handle with its shape."""
    edges, users = graph.edges, dict[int, list[int]]()
    is_user = graph.flag_types(lambda name: name in READS or bool(DENSE_WRITER.match(name)))
    rows = np.flatnonzero(is_user[edges.target] & (edges.slot == 0) & (edges.kind != CONTROL))
    for source, user in np.stack((edges.source[rows], edges.target[rows])).T.tolist():
        users.setdefault(source, []).append(user)
    return users


def _receivers(graph: OpGraph) -> dict[int, list[int]]:
    """Return each external handle of the main graph, with the arguments that receive it."""
    tensors, passed = graph.tensors, dict[int, list[int]]()
    for caller, argument in np.stack(argument_edges(graph)).T.tolist():
        passed.setdefault(caller, []).append(argument)
    receivers: dict[int, list[int]] = {}
    handles = graph.ops_of_types(EXTERNAL_HANDLES)
    for handle in handles[handles < graph.main_count].tolist():
        first = int(tensors.first[handle])
        if first < tensors.first[handle + 1] and tensors.dtype[first] not in {0, DT_RESOURCE}:
            continue
        reached = {handle: None}
        queue = [handle]
        for op in queue:  # it grows during the loop
            new = [argument for argument in passed.get(op, ()) if argument not in reached]
            reached.update(dict.fromkeys(new))
            queue.extend(new)
        receivers[handle] = queue
    return receivers


def _shape_read(graph: OpGraph, reader: OpReader, read: int) -> Shape:
    """Return the shape of a variable from an op that reads it; a look-up has that of a row."""
    op_type, tensor = graph.op_types[graph.op_type[read]], int(graph.tensors.first[read])
    if op_type == "ReadVariableOp":
        return graph.tensors.find_shape(tensor)
    op = reader.view(read) if op_type == "ResourceGather" else None
    indices, rows = (None, None) if op is None else (op.input(1), op.output)
    return None if indices is None or rows is None else (-1, *rows[len(indices) :])


def _shape_written(reader: OpReader, writer: int) -> Shape:
    """Return the shape of a variable from an assignment, or from the gradient of an update.

    The other inputs of an update are handles of slots, and scalars.
    """
    op = reader.view(writer)
    if op is None:
        return None
    if not op.op_type.startswith("Resource"):
        return op.input(1)
    return max((shape for shape in op.inputs[1:] if shape), key=len, default=None)
