"""Calls: the ops that open into function bodies, the rows of the bodies, and their wiring.

A body is never copied: its ops appear once, in the scope `(functions)/<function>` of the tree, and
a call op opens in place into that scope under another name (see `paths`).

A function counts as its scope does: arguments, results and ops, a call within it as one op. So the
count of a call is the number of ops that appear when it is opened.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.path_hashes import hash_paths
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY

MAX_CHAIN: Final = 100  # ops at the end of longer chains are named as in the library


@dataclass(frozen=True, slots=True)
class Wiring:
    """How the inputs and outputs of a call op map to the arguments and results of one body.

    Data input `skipped + k` is argument `k`; the first `skipped` inputs stay with the call op.
    Output `k` is result `k` where the body `returns` to the outputs.
    """

    skipped: int = 0
    returns: bool = True


@dataclass(frozen=True, slots=True)
class Body:
    """One of the functions that a call op opens into.

    `function` is its row in the library, `root` the row of its scope in the tree, None for a
    function without ops. `label` is the last segment of its name where the op has several bodies.
    `wiring` is None where it is uncertain how data gets in and out, as in functions of datasets.
    """

    function: int
    label: str
    root: int | None
    wiring: Wiring | None


_DIRECT: Final = Wiring()
_AFTER_SELECTOR: Final = Wiring(skipped=1)
_WRAPPERS: Final = (
    "wrap wrap_with_set_grad_enabled wrap_with_autocast strict_mode hints_wrapper invoke_subgraph "
    "tag_activation_checkpoint run_const_graph map map_impl"
)
# Op types and attributes of TensorFlow's op definitions, of PyTorch's higher-order operators, of
# TFLite's ops and of XLA's instructions. A loop's condition returns to the loop alone; the first
# input of a conditional selects the branch.
_WIRINGS: Final[dict[tuple[str, str], Wiring]] = {
    ("PartitionedCall", "f"): _DIRECT,
    ("StatefulPartitionedCall", "f"): _DIRECT,
    ("RemoteCall", "f"): _AFTER_SELECTOR,  # the first input names the device
    **{
        (op, branch): _AFTER_SELECTOR
        for op in ("If", "StatelessIf", "_If")
        for branch in ("then_branch", "else_branch")
    },
    **{(op, "branches"): _AFTER_SELECTOR for op in ("Case", "StatelessCase")},
    **{(op, "body"): _DIRECT for op in ("While", "StatelessWhile", "_While")},
    **{(op, "cond"): Wiring(returns=False) for op in ("While", "StatelessWhile", "_While")},
    ("higher_order::cond", "true_fn"): _AFTER_SELECTOR,
    ("higher_order::cond", "false_fn"): _AFTER_SELECTOR,
    ("higher_order::while_loop", "cond_fn"): Wiring(returns=False),
    ("higher_order::while_loop", "body_fn"): _DIRECT,
    ("higher_order::scan", "combine_fn"): _DIRECT,
    **{(f"higher_order::{op}", "f"): _DIRECT for op in _WRAPPERS.split()},
    ("CALL", "subgraph"): _DIRECT,
    ("IF", "then"): _AFTER_SELECTOR,
    ("IF", "else"): _AFTER_SELECTOR,
    ("STABLEHLO_CASE", "branch"): _AFTER_SELECTOR,
    ("STABLEHLO_COMPOSITE", "decomposition"): _DIRECT,
    **{(op, "body"): _DIRECT for op in ("WHILE", "STABLEHLO_WHILE")},
    **{(op, "cond"): Wiring(returns=False) for op in ("WHILE", "STABLEHLO_WHILE")},
    ("call", "to_apply"): _DIRECT,
    ("fusion", "calls"): _DIRECT,
    ("async-start", "calls"): Wiring(returns=False),
    ("while", "body"): _DIRECT,
    ("while", "condition"): Wiring(returns=False),
    ("conditional", "branch"): _AFTER_SELECTOR,
}
_OWN_INPUTS: Final = "conditional"
"""The conditional of XLA, each branch of which has inputs of its own, one after another."""


class CallTable:
    """The calls of a graph.

    Args:
        graph: has the calls and the library.
        tree: has the scopes of the functions.
    """

    def __init__(self, graph: AnnotatedGraph, tree: ScopeTree) -> None:
        self._ops = graph.ops
        self._tree = tree
        self._callers = frozenset(self._ops.calls.op.tolist())

    @cached_property
    def function_rows(self) -> Indices:
        """Return the scope of each function of the library, -1 where it has none."""
        names = self._ops.functions.names
        if not names:  # building the index of paths is slow
            return np.empty(0, dtype=np.int32)
        scopes = [f"{LIBRARY}/{name}" for name in names]
        return self._tree.scopes.by_hash.find(hash_paths(scopes).full)

    def is_call(self, op: int) -> bool:
        """Return whether an op calls functions of the library."""
        return op in self._callers

    def bodies_of(self, op: int) -> list[Body]:
        """Return the bodies that an op opens into; none for an op that is no call."""
        if op not in self._callers:
            return []
        calls, op_type = self._ops.calls, self._ops.op_types[self._ops.op_type[op]]
        bodies: list[Body] = []
        labels = set[str]()
        passed = 0
        for row in calls.of_op(op):
            function, attribute = int(calls.function[row]), calls.attribute[row]
            named = attribute or self._ops.functions.names[function]
            label, number = named.replace("/", "|"), 1
            while label in labels:
                number += 1
                label = f"{named}#{number}"
            labels.add(label)
            root = int(self.function_rows[function])
            wiring = _WIRINGS.get((op_type, attribute.partition("[")[0])) if attribute else _DIRECT
            if op_type == _OWN_INPUTS and wiring is not None:
                wiring = Wiring(wiring.skipped + passed, wiring.returns)
                passed += self._ops.functions.args_of(function).size
            bodies.append(Body(function, label, root if root >= 0 else None, wiring))
        return bodies

    def count(self, op: int) -> int:
        """Return the number of ops in the bodies of a call op."""
        roots = [body.root for body in self.bodies_of(op)]
        return sum(int(self._tree.count[root]) for root in roots if root is not None)

    def function_of(self, op: int) -> int:
        """Return the function whose body an op is in, -1 for the main graph."""
        if op < self._ops.main_count:
            return -1
        return int(np.searchsorted(self._ops.functions.first, op, side="right")) - 1

    def function_of_row(self, row: int) -> int:
        """Return the function whose scope a row is, or is in; -1 for all other rows."""
        functions = (self._functions_by_row.get(above) for above in self._tree.ancestors(row))
        return next((function for function in functions if function is not None), -1)

    def chain_to(self, function: int) -> list[tuple[int, Body]]:
        """Return the shortest chain of calls from the main graph to a function.

        Returns:
            Call ops and the body of each, the one in the main graph first; empty if no chain leads
            there, or only one of more than `MAX_CHAIN` calls.
        """
        calls = self._ops.calls
        chain: list[tuple[int, Body]] = []
        while function >= 0 and self._first_call[function] >= 0 and len(chain) < MAX_CHAIN:
            row = self._first_call[function]
            op = int(calls.op[row])
            chain.append((op, self.bodies_of(op)[row - calls.of_op(op).start]))
            function = self.function_of(op)
        return chain[::-1] if function < 0 else []

    @cached_property
    def _functions_by_row(self) -> dict[int, int]:
        """Return the function of each row that is the scope of one."""
        return {row: number for number, row in enumerate(self.function_rows.tolist()) if row >= 0}

    @cached_property
    def _first_call(self) -> list[int]:
        """Return for each function the first call of it, breadth first; -1 if none."""
        calls = self._ops.calls
        first_call = [-1] * len(self._ops.functions)
        first = np.searchsorted(calls.op, self._ops.functions.first).tolist()
        end = np.searchsorted(calls.op, self._ops.functions.end).tolist()
        called = calls.function.tolist()
        in_main = int(np.searchsorted(calls.op, self._ops.main_count))
        todo = deque([range(in_main)])
        while todo:
            for row in todo.popleft():
                function = called[row]
                if first_call[function] < 0:
                    first_call[function] = row
                    todo.append(range(first[function], end[function]))
        return first_call
