"""Match the names in a runtime's records to the ops of a graph.

These forms are tried in order:

* an op: `layer1/MatMul`;
* an op with its op type: `layer1/MatMul:MatMul`, `layer1/MatMul = MatMul(…)`; no op's name has a
  colon or a blank;
* a feed: `_arg_<op>_<port>_<number>` runs in place of the op that is fed;
* an op in a function that the runtime inlined: `<call>/<op in the body>`, for loops and branches
  `<call>/body/_<number>/<op in the body>`, and so on for calls in bodies;
* an op in a function that was not inlined: its name in the body, if no other body has that name.

All other names (sends, receives, ops of the optimiser) match no op.
"""

import re
from collections import defaultdict
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.model.op_graph import LIBRARY, OpGraph

_FEED: Final = re.compile(r"_arg_(.+)_\d+_\d+")
_NUMBERED: Final = re.compile(r"(?:(\w+)/)?_\d+/")
_BRANCH: Final = re.compile(r"branches\[(\d+)\]")
_WORDS: Final = {"then_branch": "then", "else_branch": "else"}
_MAX_CALLS: Final = 64  # nested in one another
_NAMES_BETWEEN_CHECKS: Final = 4096


def find_ops(graph: OpGraph, names: list[str], check: CancelCheck = never_cancelled) -> Indices:
    """Return the op of each name, -1 for a name without an op in the graph."""
    finder = _OpFinder(graph)
    ops = np.full(len(names), -1, dtype=np.int32)
    for row, name in enumerate(names):
        ops[row] = finder.find(name)
        if row % _NAMES_BETWEEN_CHECKS == 0:
            check()
    return ops


class _OpFinder:
    """The ops of a graph by name, ops of functions by their names in the body."""

    def __init__(self, graph: OpGraph) -> None:
        self._op_of = dict(
            zip(graph.names[: graph.main_count], range(graph.main_count), strict=True)
        )
        functions, calls = graph.functions, graph.calls
        self._bodies: list[dict[str, int]] = []
        self._op_of_only_body: dict[str, int] = {}  # -1 for a name in several bodies
        for name, first, end in zip(
            functions.names, functions.first.tolist(), functions.end.tolist(), strict=True
        ):
            scope = f"{LIBRARY}/{name}/"
            body = {graph.names[op].removeprefix(scope): op for op in range(first, end)}
            self._bodies.append(body)
            for inner, op in body.items():
                self._op_of_only_body[inner] = -1 if inner in self._op_of_only_body else op
        self._calls: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        for op, function, attribute in zip(
            calls.op.tolist(), calls.function.tolist(), calls.attribute, strict=True
        ):
            self._calls[op].append((function, attribute))

    def find(self, written: str) -> int:
        """Return the op of a name, -1 for none."""
        op = self._op_of.get(written, -1)
        if op >= 0:
            return op
        name = written.partition(" = ")[0]
        bare = name.partition(":")[0]
        candidates = [written, name, bare]
        if match := _FEED.fullmatch(bare):
            candidates.append(match[1])
        for candidate in dict.fromkeys(candidates):
            op = self._op_of.get(candidate, -1)
            if op < 0 and self._calls:
                op = self._find_inlined(self._op_of, candidate, _MAX_CALLS, set())
            if op < 0:
                op = self._op_of_only_body.get(candidate, -1)
            if op >= 0:
                return op
        return -1

    def _find_inlined(
        self, op_of: dict[str, int], name: str, depth: int, tried: set[tuple[int, str]]
    ) -> int:
        """Return the op of a body whose call is a prefix of the name, the longest call first.

        Pairs in `tried`, a function and a name within it, are not tried again.
        """
        end = name.rfind("/") if depth else -1
        while end > 0:
            call = op_of.get(name[:end], -1)
            for function, attribute in self._calls.get(call, ()):
                inner = _inlined_name(name[end + 1 :], attribute)
                if (function, inner) in tried:
                    continue
                tried.add((function, inner))
                body = self._bodies[function]
                op = body.get(inner, -1)
                if op < 0:
                    op = self._find_inlined(body, inner, depth - 1, tried)
                if op >= 0:
                    return op
            end = name.rfind("/", 0, end)
        return -1


def _inlined_name(path: str, attribute: str) -> str:
    """Return the name in the body that a call's attribute names, empty if it is another body."""
    match = _NUMBERED.match(path)
    if match is None:
        return path.removeprefix("inlined/") if attribute in {"", "f"} else ""
    branch = _BRANCH.fullmatch(attribute)
    word = f"branch{branch[1]}" if branch else _WORDS.get(attribute, attribute)
    is_body = match[1] == word or (match[1] is None and attribute in {"", "f"})
    return path[match.end() :] if is_body else ""
