"""Shape inference: the certain shapes of outputs that a graph does not state.

Theory. One pass over the ops in topological order. The facts of a tensor (`facts`) are interned
as a number, their code; an op's outputs depend on its attribute set and on the codes of its
inputs, so the rules run once for each such combination (`memo`). That makes the pass a few look-ups
for each op, independent of the cost of rules.

Stated shapes have precedence: an op with `_output_shapes` keeps it, unknown shapes included, as its
writer had more information. Nothing is guessed: the outputs of an op without a rule, and all
outputs that depend only on these, stay unknown. Ops on or after a cycle are skipped, but loops in
TensorFlow 1's style are cut at `NextIteration`.

PyTorch's graphs have the shapes of outputs and not of weights: see `torch_weights`.

Functions: the arguments of a function with a single call have the facts of the call's inputs; the
outputs of a call have the facts of the function's results, for a conditional where its branches
agree.
"""

from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Flags, Indices, offsets
from scopeboard.graph.model.call_edges import (
    argument_wires,
    flag_varying_arguments,
    results_of_calls,
    results_of_loops,
)
from scopeboard.graph.model.dtypes import find_width
from scopeboard.graph.model.op_graph import CONTROL, Flavour, OpGraph, Tensors
from scopeboard.graph.model.shapes import MAX_COUNT, count_elements
from scopeboard.graph.shapes.memo import Codes, InferenceMemo
from scopeboard.graph.shapes.torch_weights import add_weights

_NO_PORT: Final = 1 << 30  # the port of an unknown output
_MAX_SLOTS: Final = 1 << 16
_LOOP_BACK: Final = "NextIteration"  # its output closes a loop in TensorFlow 1's style


class _Source(NamedTuple):
    """An output of an op; op -1 for none."""

    op: int
    port: int


class _Result(NamedTuple):
    """A result op of a function, and the output that it returns."""

    op: int
    source: _Source


class _Wiring(NamedTuple):
    """The edges and calls that the facts of an op's outputs depend on.

    `rows` are the data edges by target and slot, of op `i` at `first[i]:first[i + 1]`. `is_back`
    marks the edges that close a loop, which inference ignores. `passed` has the
    output that each argument of a function with a single call receives, `returned` the results of
    each function of a call, `looped` those of the body of a loop of ONNX.
    """

    rows: Indices
    first: list[int]
    is_back: Flags
    passed: dict[int, _Source]
    returned: dict[int, list[list[_Result]]]
    looped: dict[int, list[_Result]]


_STATED: Final[frozenset[Flavour]] = frozenset({"torch_export", "tflite", "hlo"})
"""Formats whose files state all shapes that their framework knows."""


def infer_shapes(graph: OpGraph) -> Tensors:
    """Return the output tensors of a graph with all shapes that are certain.

    Takes time linear in ops and edges: about 0.6 s for 200,000 ops without stated shapes.
    """
    if graph.flavour == "torch":
        return add_weights(graph)
    if graph.flavour in _STATED:
        return graph.tensors
    if not (graph.tensors.shape < 0).any() and not len(graph.calls):
        return graph.tensors
    edges = graph.edges
    rows = np.flatnonzero(edges.kind != CONTROL)
    rows = rows[np.lexsort((edges.slot[rows], edges.target[rows]))]
    first = offsets(edges.target[rows], len(graph)).tolist()
    is_back = graph.flag_types({_LOOP_BACK}.__contains__)[edges.source[rows]]
    returned = _find_returned(graph, first, rows)
    looped = {op: _ends(graph, first, rows, ops) for op, ops in results_of_loops(graph).items()}
    wiring = _Wiring(rows, first, is_back, _find_passed(graph), returned, looped)
    memo = InferenceMemo(graph)
    return _as_tensors(graph, memo, _infer(graph, memo, wiring), returned)


def _find_returned(
    graph: OpGraph, first: list[int], rows: Indices
) -> dict[int, list[list[_Result]]]:
    """Return the results of each function of each call."""
    return {
        call: [_ends(graph, first, rows, results) for results in functions]
        for call, functions in results_of_calls(graph).items()
    }


def _ends(graph: OpGraph, first: list[int], rows: Indices, results: list[int]) -> list[_Result]:
    """Return result ops, each with the output that it returns."""
    ends = []
    for op in results:
        source = _Source(-1, -1)
        if first[op] < first[op + 1]:
            row = rows[first[op]]
            source = _Source(int(graph.edges.source[row]), int(graph.edges.port[row]))
        ends.append(_Result(op, source))
    return ends


def _find_passed(graph: OpGraph) -> dict[int, _Source]:
    """Return the output that each argument of a function with a single call receives."""
    callers, arguments, rows = argument_wires(graph)
    if not rows.size:
        return {}
    functions, calls = graph.functions, graph.calls
    call_count = np.bincount(calls.function, minlength=len(functions))
    function_of = np.repeat(np.arange(len(functions)), np.diff(functions.arg_first))
    called_once = np.zeros(len(graph), dtype=np.bool_)
    called_once[functions.arg_ops[call_count[function_of] == 1]] = True
    varies = flag_varying_arguments(graph)  # values that an iteration passes on to the next one
    certain = called_once[arguments] & ~varies[arguments]
    wires = zip(
        arguments[certain].tolist(), callers[certain].tolist(),
        graph.edges.port[rows[certain]].tolist(), strict=True,
    )  # fmt: skip
    return {argument: _Source(caller, max(port, 0)) for argument, caller, port in wires}


def _infer(graph: OpGraph, memo: InferenceMemo, wiring: _Wiring) -> list[Codes]:
    """Return the codes of the outputs of each op."""
    rows, first, is_back, passed, returned, looped = wiring
    edges, kinds = graph.edges, graph.attributes.tolist()
    sources, slots = edges.source[rows].tolist(), edges.slot[rows].tolist()
    ports = np.where((edges.port[rows] < 0) | is_back, _NO_PORT, edges.port[rows]).tolist()
    bounds = np.array(first)
    count, last = np.diff(bounds), np.append(slots, -1)[bounds[1:] - 1]
    with_gaps = np.flatnonzero((count > 0) & (last != count - 1)).tolist()  # inputs without an op
    special = {*passed, *returned, *looped, *with_gaps}
    order = _topological_order(graph, wiring)
    codes: list[Codes] = [()] * len(graph)
    known = memo.known_outputs
    for op in order:  # the only loop over all ops: every step of it counts
        inputs = tuple(
            [
                codes[sources[row]][ports[row]] if ports[row] < len(codes[sources[row]]) else 0
                for row in range(first[op], first[op + 1])
            ]
        )
        if op not in special:
            codes[op] = known.get((kinds[op], inputs)) or memo.outputs(op, kinds[op], inputs)
        elif op in passed:
            caller, port = passed[op]
            codes[op] = memo.argument(op, codes[caller][port] if port < len(codes[caller]) else 0)
        elif op in returned:
            results = [
                [codes[end][port] if 0 <= port < len(codes[end]) else 0 for _, (end, port) in ends]
                for ends in returned[op]
            ]
            codes[op] = memo.call(op, results)
        else:
            slots_of_op = slots[first[op] : first[op + 1]]
            has_slots = bool(slots_of_op) and slots_of_op[-1] < _MAX_SLOTS
            by_slot = [0] * (slots_of_op[-1] + 1 if has_slots else 0)
            for slot, code in zip(slots_of_op, inputs, strict=True):
                if slot < len(by_slot):
                    by_slot[slot] = code
            if op in looped:
                ends = [
                    codes[end][port] if 0 <= port < len(codes[end]) else 0
                    for _, (end, port) in looped[op]
                ]
                codes[op] = memo.loop(op, by_slot, ends)
            else:
                codes[op] = memo.outputs(op, kinds[op], tuple(by_slot))
    unreached = np.ones(len(graph), dtype=np.bool_)
    unreached[order] = False
    for op in np.flatnonzero(unreached).tolist():
        codes[op] = memo.stated(op)
    return codes


def _topological_order(graph: OpGraph, wiring: _Wiring) -> list[int]:
    """Return the ops in an order of inference, without those on or after a cycle."""
    rows = wiring.rows[~wiring.is_back]
    source, target = graph.edges.source[rows], graph.edges.target[rows]
    further = [(caller, argument) for argument, (caller, _) in wiring.passed.items()]
    further += [
        (result.source.op, call)
        for call, functions in wiring.returned.items()
        for results in functions
        for result in results
        if result.source.op >= 0
    ]
    further += [
        (result.source.op, loop)
        for loop, results in wiring.looped.items()
        for result in results
        if result.source.op >= 0
    ]
    pairs = np.array(further, dtype=np.int64).reshape(-1, 2)
    source, target = np.concatenate((source, pairs[:, 0])), np.concatenate((target, pairs[:, 1]))
    missing = np.bincount(target, minlength=len(graph)).tolist()
    by_source = np.argsort(source, kind="stable")
    targets = target[by_source].tolist()
    first = offsets(source[by_source], len(graph)).tolist()
    order = [op for op, count in enumerate(missing) if count == 0]
    for op in order:  # it grows during the loop
        for after in targets[first[op] : first[op + 1]]:
            missing[after] -= 1
            if missing[after] == 0:
                order.append(after)
    return order


def _as_tensors(
    graph: OpGraph,
    memo: InferenceMemo,
    codes: list[Codes],
    returned: dict[int, list[list[_Result]]],
) -> Tensors:
    """Return the facts of all outputs as columns."""
    old, count = graph.tensors, len(graph)
    lengths = np.fromiter(map(len, codes), dtype=np.int64, count=count)
    first = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    flat = np.fromiter(chain.from_iterable(codes), dtype=np.int64, count=int(first[-1]))
    shape_of, shapes = memo.shape_rows()
    owner = np.repeat(np.arange(count), lengths)
    port = np.arange(owner.size) - first[owner]
    before = old.first[owner] + port
    is_old = before < old.first[owner + 1]
    dtype = np.zeros(owner.size, dtype=np.int8)
    dtype[is_old] = old.dtype[before[is_old]]
    dtype = np.where(dtype == 0, memo.dtypes()[flat], dtype)
    for op, functions in returned.items():
        for output, result in enumerate(functions[0][: int(lengths[op])]):
            row = first[op] + output
            dtype[row] = dtype[row] or memo.result_dtype(result.op)
    shape = shape_of[flat]
    elements_of = np.array([*map(count_elements, shapes), -1], dtype=np.int64)
    elements = elements_of[shape]  # -1 for an unknown shape
    widths = np.array([find_width(code) or 0 for code in range(128)], dtype=np.int64)[dtype]
    is_known = (elements >= 0) & (widths > 0)
    sizes = np.minimum(elements.astype(np.float64) * widths, MAX_COUNT).astype(np.int64)
    sizes = np.where(is_known, sizes, -1)
    return Tensors(first, shape, dtype, elements, sizes, shapes, old.symbols)
