"""The names that a runtime writes beside its records, back to the ops of a graph.

A name is, in the order in which it is tried:

* an op's: `layer1/MatMul`;
* an op's with what it does: `layer1/MatMul:MatMul`, `layer1/MatMul = MatMul(…)`; no op's name has a
  colon or a blank;
* a feed's: `_arg_<op>_<port>_<number>` runs in the place of the op that is fed;
* an op's in a function that the runtime inlined: `<call>/<op in the body>`, for loops and branches
  `<call>/body/_<number>/<op in the body>`, and so on for calls in bodies;
* an op's in a function that was called as it stands: its name in the body, if no other has it.

Everything else (sends and receives, what an optimiser made) is no op of the graph.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.model.op_graph import LIBRARY, OpGraph

_FEED: Final = re.compile(r"_arg_(.+)_\d+_\d+")
_NUMBERED: Final = re.compile(r"(?:(\w+)/)?_\d+/")
_BRANCH: Final = re.compile(r"branches\[(\d+)\]")
_WORDS: Final = {"then_branch": "then", "else_branch": "else"}
_MAX_CALLS: Final = 64  # within one another
_NAMES_BETWEEN_CHECKS: Final = 4096


def find_ops(graph: OpGraph, names: list[str], check: CancelCheck = never_cancelled) -> Indices:
    """Return for each name its op, -1 where it is none of the graph's."""
    finder = _Finder(graph)
    found = np.full(len(names), -1, dtype=np.int32)
    for row, name in enumerate(names):
        found[row] = finder.find(name)
        if row % _NAMES_BETWEEN_CHECKS == 0:
            check()
    return found


class _Finder:
    """The ops of a graph by name, those of functions by their names in the body."""

    def __init__(self, graph: OpGraph) -> None:
        self._op_of = dict(
            zip(graph.names[: graph.main_count], range(graph.main_count), strict=True)
        )
        self._bodies = [_body_names(graph, function) for function in range(len(graph.functions))]
        self._calls: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        calls = graph.calls
        for op, function, by in zip(
            calls.op.tolist(), calls.function.tolist(), calls.attribute, strict=True
        ):
            self._calls[op].append((function, by))
        self._only_body_op = self._names_of_one_body()

    def _names_of_one_body(self) -> dict[str, int]:
        """Return the names in bodies that just one op has, with that op."""
        found: dict[str, int] = {}
        for body in self._bodies:
            for name, op in body.items():
                found[name] = op if name not in found else -1
        return found

    def find(self, written: str) -> int:
        """Return the op of a name, -1 if it is none."""
        for name in _candidates(written):
            op = self._op_of.get(name, -1)
            if op < 0 and self._calls:
                op = self._find_inlined(self._op_of, name, _MAX_CALLS, set())
            if op < 0:
                op = self._only_body_op.get(name, -1)
            if op >= 0:
                return op
        return -1

    def _find_inlined(
        self, op_of: dict[str, int], name: str, depth: int, tried: set[tuple[int, str]]
    ) -> int:
        """Return the op of a body whose call begins the name, the longest call first.

        What was `tried`, a function and a name within it, is not tried again.
        """
        end = name.rfind("/") if depth else -1
        while end > 0:
            call = op_of.get(name[:end], -1)
            for function, by in self._calls.get(call, ()):
                rest = _within(name[end + 1 :], by)
                if (function, rest) in tried:
                    continue
                tried.add((function, rest))
                body = self._bodies[function]
                op = body.get(rest, -1)
                if op < 0:
                    op = self._find_inlined(body, rest, depth - 1, tried)
                if op >= 0:
                    return op
            end = name.rfind("/", 0, end)
        return -1


def _body_names(graph: OpGraph, function: int) -> dict[str, int]:
    """Return the ops of a function by their names in its body."""
    first, end = int(graph.functions.first[function]), int(graph.functions.end[function])
    scope = f"{LIBRARY}/{graph.functions.names[function]}/"
    return {graph.names[op].removeprefix(scope): op for op in range(first, end)}


def _candidates(written: str) -> Iterator[str]:
    """Yield what the name of the op may be."""
    yield written
    name = written.partition(" = ")[0]
    if name != written:
        yield name
    bare = name.partition(":")[0]
    if bare != name:
        yield bare
    if match := _FEED.fullmatch(bare):
        yield match[1]


def _within(rest: str, by: str) -> str:
    """Return a name within the body that a call names `by`; what leads to another comes to none."""
    match = _NUMBERED.match(rest)
    if match is None:
        return rest.removeprefix("inlined/") if by in {"", "f"} else ""
    branch = _BRANCH.fullmatch(by)
    word = f"branch{branch[1]}" if branch else _WORDS.get(by, by)
    is_there = match[1] == word or (match[1] is None and by in {"", "f"})
    return rest[match.end() :] if is_there else ""
