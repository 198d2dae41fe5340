"""Costs of calls: the totals of the functions that they open into."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.model.call_edges import CONDITIONALS, LOOPS, SINGLE_CALLS
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.shapes import MAX_COUNT

_HIGHER_ORDER: Final = "higher_order::"
_WRAPPERS: Final = (
    "wrap wrap_with_set_grad_enabled wrap_with_autocast strict_mode hints_wrapper invoke_subgraph "
    "tag_activation_checkpoint run_const_graph"
)
_ONCE: Final = SINGLE_CALLS | {_HIGHER_ORDER + name for name in _WRAPPERS.split()}
_LOOPS: Final = LOOPS | {_HIGHER_ORDER + name for name in ("while_loop", "scan", "map", "map_impl")}
_CONDITIONALS: Final = CONDITIONALS | {f"{_HIGHER_ORDER}cond"}


class OpAmounts(NamedTuple):
    """An amount of each op, -1 where it is unknown, and whether it is a lower bound."""

    amounts: Amounts
    is_bound: Flags


class _Total(NamedTuple):
    """The total of a function, -1 where it is unknown, and whether it is a lower bound."""

    amount: int
    is_bound: bool


def add_calls(
    graph: OpGraph, op_amounts: OpAmounts, keeps: AbstractSet[str] = frozenset()
) -> OpAmounts:
    """Return amounts of ops in which a call has the total of the functions that it opens into.

    A loop counts one iteration of its condition and body, a conditional its cheapest branch. A
    recursive function is counted without its recursive calls.

    Args:
        graph: the graph.
        op_amounts: the amounts of the ops without the functions.
        keeps: op types that have their own amounts whatever their functions have.
    """
    if not len(graph.calls):
        return op_amounts
    with_calls = OpAmounts(op_amounts.amounts.copy(), op_amounts.is_bound.copy())
    amounts, is_bound = with_calls
    functions = graph.functions
    totals = [_Total(0, is_bound=True)] * len(functions)
    for function in _called_first(graph):
        first, end = int(functions.first[function]), int(functions.end[function])
        _set_calls(graph, first, end, totals, with_calls, keeps)
        known = amounts[first:end][amounts[first:end] >= 0]
        total = min(int(known.astype(np.float64).sum()), MAX_COUNT)
        is_partial = bool(is_bound[first:end].any()) or known.size < end - first
        totals[function] = _Total(total, is_partial) if known.size else _Total(-1, is_bound=True)
    _set_calls(graph, 0, graph.main_count, totals, with_calls, keeps)
    return with_calls


def _called_first(graph: OpGraph) -> Iterator[int]:
    """Yield the functions, each after the functions that it calls, recursive calls aside."""
    functions, calls = graph.functions, graph.calls
    cuts = np.searchsorted(calls.op, np.stack((functions.first, functions.end))).T.tolist()
    visited: set[int] = set()
    for start in range(len(functions)):
        stack = [(start, False)]
        while stack:
            function, is_done = stack.pop()
            if is_done:
                yield function
            elif function not in visited:
                visited.add(function)
                low, high = cuts[function]
                stack.append((function, True))
                stack.extend((called, False) for called in calls.function[low:high].tolist())


def _set_calls(
    graph: OpGraph,
    first: int,
    end: int,
    totals: list[_Total],
    op_amounts: OpAmounts,
    keeps: AbstractSet[str],
) -> None:
    """Set the amounts of the calls among the ops from `first` to `end`.

    A call keeps its own amount where the number of calls of its functions is unknown.
    """
    amounts, is_bound = op_amounts
    low, high = np.searchsorted(graph.calls.op, [first, end])
    for op in np.unique(graph.calls.op[low:high]).tolist():
        rows, op_type = graph.calls.of_op(op), graph.op_types[graph.op_type[op]]
        called = [totals[graph.calls.function[row]] for row in rows]
        known = [total for total in called if total.amount >= 0]
        if not known or op_type in keeps:
            continue
        is_partial = len(known) < len(called) or any(total.is_bound for total in known)
        if op_type in _CONDITIONALS:
            amounts[op] = min(total.amount for total in known)
            is_bound[op] = is_partial or len(set(known)) > 1
        elif op_type in _ONCE or op_type in _LOOPS or not graph.calls.attribute[rows[0]]:
            amounts[op] = min(sum(total.amount for total in known), MAX_COUNT)
            is_bound[op] = is_partial or op_type in _LOOPS


def add_bodies(graph: OpGraph, amounts: Amounts) -> None:
    """Add the amounts of each function to the first op that calls it; inner bodies come first.

    So weights in a body count once, at the op that the body belongs to.
    """
    functions, calls = graph.functions, graph.calls
    _, first_calls = np.unique(calls.function, return_index=True)
    for call in first_calls.tolist():
        function, op = int(calls.function[call]), int(calls.op[call])
        first, end = int(functions.first[function]), int(functions.end[function])
        if not first <= op < end:  # not a recursive one
            total = amounts[first:end].astype(np.float64).sum()
            amounts[op] = min(int(amounts[op] + total), MAX_COUNT)
