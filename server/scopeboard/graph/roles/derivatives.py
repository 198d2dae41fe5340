"""The backward pass of TensorFlow's automatic differentiation, and the ops that it differentiates.

TensorFlow computes the gradient of an op `a/b` in `…gradients/a/b_grad/` (version 1) or in
`gradient_tape/a/b/` (version 2). The name of such a scope alone is no evidence, but the op that it
names is. What stands directly in a scope `gradients` with such scopes (the sums of gradients, the
gradient of the loss itself) belongs to it. The function with the gradients of a traced function is
named `__backward_…` by TensorFlow.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.graph.model.op_graph import LIBRARY, OpGraph
from scopeboard.graph.roles.op_types import FORWARD_BACKPROP, GRADIENTS

_GRADIENTS: Final = re.compile(r"(?:^|(?<=/))gradients(?:_\d+)?/")
_TAPE_OF: Final = re.compile(r"^((?:.*?/)?gradient_tape/)(.+)$")
_END_OF_NAME: Final = re.compile(r"_grad(_\d+)?(?=/|$)")
_BACKWARD: Final = re.compile(rf"^{re.escape(LIBRARY)}/(__backward_|__inference___backward_)")


@dataclass(frozen=True, slots=True)
class Derivatives:
    """Flags for each op: whether it computes gradients, and whether it is differentiated.

    `is_typed` flags the ops whose type is that of a gradient.
    """

    is_gradient: Flags
    is_typed: Flags
    is_differentiated: Flags


def find_derivatives(graph: OpGraph) -> Derivatives:
    """Find the ops of the backward pass, by their types and by the ops that their scopes name."""
    is_typed = graph.flag_types(GRADIENTS.search)
    is_typed &= ~graph.flag_types(FORWARD_BACKPROP.__contains__)
    is_gradient = is_typed.copy()
    is_differentiated = np.zeros_like(is_typed)
    scope_of = {
        op: name[: name.rfind("/")]
        for op, name in enumerate(graph.names)
        if "/" in name and ("gradient" in name or "__backward_" in name)
    }
    if not scope_of:
        return Derivatives(is_gradient, is_typed, is_differentiated)
    named = _NamedOps(graph)
    within = {scope: named.passes_of(scope) for scope in set(scope_of.values())}
    passes = {prefix for prefixes in within.values() for prefix in prefixes}
    for scope in within:
        if _BACKWARD.match(scope) or any(f"{scope}/".startswith(prefix) for prefix in passes):
            within[scope] = [scope]
    is_gradient[[op for op, scope in scope_of.items() if within[scope]]] = True
    is_differentiated[list(named.found)] = True
    return Derivatives(is_gradient, is_typed, is_differentiated)


class _NamedOps:
    """Finds the ops that scopes of gradients name; `found` collects them."""

    def __init__(self, graph: OpGraph) -> None:
        self.ops = {name: op for op, name in enumerate(graph.names)}
        self.found: set[int] = set()

    def passes_of(self, scope: str) -> list[str]:
        """Return the prefix of the backward pass that a scope is part of, none without evidence."""
        is_body = scope.startswith(f"{LIBRARY}/")
        function = "/".join([*scope.split("/")[:2], ""]) if is_body else ""
        for prefix, name in _differentiated_in(scope):
            op = self.ops.get(function + name)
            if op is not None:
                self.found.add(op)
                return [prefix]
        return []


def _differentiated_in(scope: str) -> Iterator[tuple[str, str]]:
    """Yield the ops whose gradients a scope may compute, each with the prefix of its pass.

    The outermost pass and the longest name come first: a gradient may be differentiated itself.
    """
    for start in _GRADIENTS.finditer(scope):
        prefix, rest = scope[: start.end()], scope[start.end() :]
        for end in [match.start() for match in _END_OF_NAME.finditer(rest)][::-1]:
            yield prefix, rest[:end]
    tape = _TAPE_OF.match(scope)
    for name in _and_those_above(tape[2]) if tape else ():
        yield scope[: tape.end(1)] if tape else "", name


def _and_those_above(name: str) -> list[str]:
    """Return a name and the names of the scopes around it, the longest first."""
    parts = name.split("/")
    return ["/".join(parts[:length]) for length in range(len(parts), 0, -1)]
