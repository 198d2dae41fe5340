"""The function library as columns: the ops of each body, and the calls that open into it.

The ops of a body follow all earlier ops: arguments, nodes, results, and last the ops that run only
for their effects.
"""

from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.graphdef.attribute_sets import NamedFunction, TextColumn
from scopeboard.graph.graphdef.function_def import EndOp, FunctionEnds, read_function, scope_names
from scopeboard.graph.graphdef.message_index import MessageIndex
from scopeboard.graph.graphdef.nodes import NodeBlock
from scopeboard.graph.model.op_graph import Calls, Functions


class Body(NamedTuple):
    """One function: its ends, and its ops by their role."""

    ends: FunctionEnds
    args: range
    nodes: range
    results: range
    controls: range


def find_bodies(data: bytes, index: MessageIndex) -> list[Body]:
    """Read the signatures of functions, and number their ops."""
    bodies, first = [], index.main_count
    for spans in index.functions:
        ends = read_function(data, spans)
        ops = []
        for length in (len(ends.args), spans.nodes, len(ends.results), len(ends.controls)):
            ops.append(range(first, first + length))
            first += length
        bodies.append(Body(ends, *ops))
    return bodies


def block_of_ends(ends: list[EndOp]) -> NodeBlock:
    """Return arguments or results as nodes."""
    return NodeBlock(
        [end.name.encode() for end in ends],
        [end.op_type.encode() for end in ends],
        [b""] * len(ends),
        [end.attributes for end in ends],
    )


def reading_order(index: MessageIndex, bodies: list[Body]) -> Indices:
    """Return the index at which each op was read: nodes first, then the ends of functions."""
    node, end = index.main_count, len(index.starts)
    pieces = [np.arange(node)]
    for body in bodies:
        count = len(body.results) + len(body.controls)
        pieces.append(np.arange(end, end + len(body.args)))
        end += len(body.args)
        pieces.append(np.arange(node, node + len(body.nodes)))
        node += len(body.nodes)
        pieces.append(np.arange(end, end + count))
        end += count
    return np.concatenate(pieces)


def build_functions(bodies: list[Body]) -> Functions:
    """Return the function library."""
    args, results = [body.args for body in bodies], [body.results for body in bodies]
    return Functions(
        names=scope_names([body.ends for body in bodies]),
        first=np.array([body.args.start for body in bodies], dtype=np.int32),
        end=np.array([body.controls.stop for body in bodies], dtype=np.int32),
        arg_first=np.cumsum([0, *map(len, args)]).astype(np.int32),
        arg_ops=concatenated(args).astype(np.int32),
        result_first=np.cumsum([0, *map(len, results)]).astype(np.int32),
        result_ops=concatenated(results).astype(np.int32),
    )


def concatenated(ops: list[range]) -> Amounts:
    """Return the ops of all ranges."""
    return np.concatenate([np.empty(0, np.int64), *(np.arange(r.start, r.stop) for r in ops)])


def find_calls(
    bodies: list[Body],
    named_functions: dict[int, list[NamedFunction]],
    kinds: Indices,
    op_types: TextColumn,
) -> Calls:
    """Return the calls of functions, by attribute or by op type.

    Args:
        bodies: all functions.
        named_functions: by kind, the functions that attributes name.
        kinds: the kind of each op.
        op_types: the type of each op.
    """
    row_of: dict[str, int] = {}
    for row, body in enumerate(bodies):
        row_of.setdefault(body.ends.name, row)
    by_kind = {
        kind: [(row_of[called], attribute) for attribute, called in named if called in row_of]
        for kind, named in named_functions.items()
    }
    by_type = np.array([row_of.get(text, -1) for text in op_types.texts], dtype=np.int32)
    by_name = by_type[op_types.rows]
    rows: list[tuple[int, int, str]] = []
    for op in np.flatnonzero((by_name >= 0) | np.isin(kinds, list(by_kind))).tolist():
        if by_name[op] >= 0:
            rows.append((op, int(by_name[op]), ""))
        rows.extend((op, *called) for called in by_kind.get(int(kinds[op]), ()))
    op_column, function = np.array([row[:2] for row in rows], dtype=np.int32).reshape(-1, 2).T
    return Calls(op_column.copy(), function.copy(), [row[2] for row in rows])
