"""What calls cost: as much as the functions that they open into."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.shapes import MAX_COUNT

_ONCE: Final = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
_LOOPS: Final = frozenset({"While", "StatelessWhile"})
_CHOICES: Final = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})

_Amount = tuple[int, bool]  # an amount, -1 unknown; whether it is a lower bound


def add_calls(graph: OpGraph, amounts: Amounts, is_bound: Flags) -> tuple[Amounts, Flags]:
    """Return amounts of ops in which a call has those of the functions that it opens into.

    A loop counts one round of its condition and body. A choice counts its cheapest branch. A
    function that calls itself, directly or not, is counted without these calls.

    Args:
        graph: the graph.
        amounts: the amount of each op by itself, -1 unknown.
        is_bound: whether it is a lower bound.
    """
    if not len(graph.calls):
        return amounts, is_bound
    amounts, is_bound = amounts.copy(), is_bound.copy()
    functions = graph.functions
    totals: list[_Amount] = [(0, True)] * len(functions)
    for function in _called_first(graph):
        first, end = int(functions.first[function]), int(functions.end[function])
        _set_calls(graph, first, end, totals, amounts, is_bound)
        totals[function] = _total(amounts[first:end], is_bound[first:end])
    _set_calls(graph, 0, graph.main_count, totals, amounts, is_bound)
    return amounts, is_bound


def _called_first(graph: OpGraph) -> Iterator[int]:
    """Walk the functions, each after those that it calls, as far as they go in no circle."""
    functions, calls = graph.functions, graph.calls
    cuts = np.searchsorted(calls.op, np.stack((functions.first, functions.end))).T.tolist()
    asked: set[int] = set()
    for start in range(len(functions)):
        line = [(start, False)]
        while line:
            function, is_done = line.pop()
            if is_done:
                yield function
            elif function not in asked:
                asked.add(function)
                low, high = cuts[function]
                line.append((function, True))
                line.extend((called, False) for called in calls.function[low:high].tolist())


def _set_calls(
    graph: OpGraph,
    first: int,
    end: int,
    totals: list[_Amount],
    amounts: Amounts,
    is_bound: Flags,
) -> None:
    """Set the amounts of the calls among the ops from `first` to `end`."""
    low, high = np.searchsorted(graph.calls.op, [first, end])
    for op in np.unique(graph.calls.op[low:high]).tolist():
        called = [totals[graph.calls.function[row]] for row in graph.calls.of_op(op)]
        is_by_type = graph.calls.attribute[graph.calls.of_op(op)[0]] == ""
        found = _cost(graph.op_types[graph.op_type[op]], called, is_by_type=is_by_type)
        if found is not None:
            amounts[op], is_bound[op] = found


def _cost(op_type: str, called: list[_Amount], *, is_by_type: bool) -> _Amount | None:
    """Return what a call comes to, None when nobody can tell how often it calls."""
    known = [(amount, bound) for amount, bound in called if amount >= 0]
    if not known:
        return None
    is_partial = len(known) < len(called) or any(bound for _, bound in known)
    if op_type in _CHOICES:
        return min(amount for amount, _ in known), is_partial or len(set(known)) > 1
    if is_by_type or op_type in _ONCE or op_type in _LOOPS:
        return min(sum(amount for amount, _ in known), MAX_COUNT), is_partial or op_type in _LOOPS
    return None


def _total(amounts: Amounts, is_bound: Flags) -> _Amount:
    known = amounts[amounts >= 0]
    if not known.size:
        return -1, True
    total = min(int(known.astype(np.float64).sum()), MAX_COUNT)
    return total, bool(is_bound.any()) or known.size < amounts.size
