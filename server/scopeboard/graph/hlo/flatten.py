"""A computation as ops: tuples become lines, and in the program's form fusions and calls dissolve.

A value of a tuple is the list of its tensors, so `tuple` and `get-tuple-element` are no ops: what
uses an element has a line from the op that makes it. A fusion, or a call, stands for the only use
of its computation; by the program its instructions are those of the computation around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.output_types import UNKNOWN_TYPE, OutputType
from scopeboard.graph.hlo.module import (
    MAX_INSTRUCTIONS,
    MAX_NESTING,
    MAX_VALUES,
    Computation,
    Instruction,
    Module,
)
from scopeboard.graph.hlo.op_types import CALL, ELEMENT, FUSION, PARAMETER, TUPLE

NOTHING: Final = -1
"""The number of a value that no op makes."""
_DISSOLVED: Final = frozenset({FUSION, CALL})
_INSTRUCTIONS_BETWEEN_CHECKS: Final = 1 << 12


class PlacedOp(NamedTuple):
    """An op: what it is of, the values that it uses, and the number of the first that it makes.

    `path` is its path in the program. `fused` is the name of the fusion or call that it was
    dissolved from, empty for most, `called` the path of the calls that it was dissolved from.
    """

    instruction: Instruction
    path: str
    inputs: list[int]
    first: int
    controls: list[int]
    fused: str
    called: str


class _Around(NamedTuple):
    """What a computation is dissolved from: the outermost fusion, the path of calls, a depth."""

    fused: str = ""
    called: str = ""
    depth: int = 0


@dataclass(slots=True)
class FlatGraph:
    """The ops of a computation in order, its arguments among them; `types` has each value's.

    `controls` of an op are rows of ops.
    """

    ops: list[PlacedOp] = field(default_factory=list)
    types: list[OutputType] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    called: set[int] = field(default_factory=set)


class Flattener:
    """Flattens the computations of one module.

    Args:
        module: the module.
        check: called now and then.
        dissolves: whether fusions and calls dissolve.
    """

    def __init__(self, module: Module, check: CancelCheck, *, dissolves: bool) -> None:
        self._module, self._check = module, check
        self._ops = self._values = 0
        uses = [0] * len(module.computations)
        for computation in module.computations:
            for each in computation.instructions:
                for body in each.bodies:
                    for row in body.computations:
                        uses[row] += 1
        self._uses = uses
        self._dissolves = dissolves

    def flatten(self, row: int, called: str = "") -> FlatGraph:
        """Return a computation as ops.

        Args:
            row: that of the computation.
            called: the path of the calls around it, which the paths in it do not repeat.

        Raises:
            DamagedDataError: it exceeds a limit.
        """
        graph = FlatGraph()
        graph.results = self._place(
            graph, self._module.computations[row], None, _Around("", called)
        )
        return graph

    def _place(
        self,
        graph: FlatGraph,
        computation: Computation,
        arguments: Sequence[list[int]] | None,
        around: _Around,
    ) -> list[int]:
        """Add the ops of a computation; return the values of its result.

        Args:
            graph: the result.
            computation: what to add.
            arguments: the values of its parameters, None where parameters are ops.
            around: what it is dissolved from.
        """
        values: list[list[int]] = []
        placed: dict[int, int] = {}
        for row, each in enumerate(computation.instructions):
            self._count(1, 0)
            operands = [values[at] if at >= 0 else [NOTHING] for at in each.operands]
            if each.opcode == PARAMETER and arguments is not None:
                given = arguments[each.number : each.number + 1] if each.number >= 0 else ()
                missing = [NOTHING] * len(each.outputs)
                values.append(given[0] if given and len(given[0]) == len(missing) else missing)
            elif each.opcode == TUPLE:
                joined = [value for operand in operands for value in operand]
                self._count(0, len(joined))
                values.append(joined)
            elif each.opcode == ELEMENT:
                values.append(self._element(computation, each, operands))
            elif (inner := self._dissolved(each, around.depth)) is not None:
                path = joined_path(around.called, each.path)
                called = path if each.opcode == CALL else around.called
                inside = _Around(around.fused or each.name, called, around.depth + 1)
                values.append(self._place(graph, inner, operands, inside))
            else:
                inputs = [value for operand in operands for value in operand]
                self._count(0, len(inputs))
                first = len(graph.types)
                graph.types += each.outputs
                placed[row] = len(graph.ops)
                controls = [placed[at] for at in each.controls if at in placed]
                path = joined_path(around.called, each.path)
                graph.ops.append(
                    PlacedOp(each, path, inputs, first, controls, around.fused, around.called)
                )
                graph.called.update(at for body in each.bodies for at in body.computations)
                values.append(list(range(first, len(graph.types))))
        return values[computation.root] if values and computation.root >= 0 else []

    def _dissolved(self, each: Instruction, depth: int) -> Computation | None:
        """Return the computation that an instruction dissolves into, None if it is an op."""
        if not self._dissolves or each.opcode not in _DISSOLVED or depth >= MAX_NESTING:
            return None
        called = [row for body in each.bodies for row in body.computations]
        if len(called) != 1 or self._uses[called[0]] != 1 or called[0] == self._module.entry:
            return None
        return self._module.computations[called[0]]

    def _element(
        self, computation: Computation, each: Instruction, operands: list[list[int]]
    ) -> list[int]:
        """Return the values of an element of a tuple."""
        count = len(each.outputs)
        if not operands or not each.operands[0] >= 0 or each.number < 0:
            return [NOTHING] * count
        starts = _starts_of(computation, each.operands[0])
        first = starts[each.number] if each.number < len(starts) else len(operands[0])
        found = operands[0][first : first + count]
        return found if len(found) == count else [NOTHING] * count

    def _count(self, ops: int, values: int) -> None:
        self._ops += ops
        self._values += values
        if not self._ops % _INSTRUCTIONS_BETWEEN_CHECKS:
            self._check()
        if self._ops > MAX_INSTRUCTIONS or self._values > MAX_VALUES:
            raise DamagedDataError(
                f"The HLO module has more than {MAX_INSTRUCTIONS:,} ops or {MAX_VALUES:,} inputs."
            )


def joined_path(called: str, path: str) -> str:
    """Return a path within a called computation, which in older modules repeats that of the call.

    `jit(f)/relu` and `max` are `jit(f)/relu/max`.
    """
    is_whole = path.partition("/")[0] == called.partition("/")[0]
    return f"{called}/{path}" if called and path and not is_whole else path


def _starts_of(computation: Computation, row: int) -> tuple[int, ...]:
    return computation.instructions[row].starts


def type_of(graph: FlatGraph, value: int) -> OutputType:
    """Return the type of a value, an unknown one for one that no op makes."""
    return graph.types[value] if value >= 0 else UNKNOWN_TYPE
