"""Executes a traced graph: the ops that some results need, in the order of their declaration."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter_ns

from programs.demo_log.kernels import WRITES_VARIABLE, run_kernel
from programs.demo_log.tracer import Array, Graph, Op, Tensor


@dataclass(frozen=True, slots=True)
class OpTiming:
    """When one op ran, in nanoseconds of the process's performance clock, and what came out."""

    op: Op
    start: int
    end: int
    outputs: tuple[Array, ...]


class Session:
    """A graph and the present values of its variables."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._variables: dict[Op, Array] = {}
        self._plans: dict[tuple[frozenset[Op], frozenset[Tensor]], list[Op]] = {}

    def run(
        self,
        *targets: Op,
        feeds: Mapping[Tensor, Array] | None = None,
        timings: list[OpTiming] | None = None,
    ) -> dict[Op, tuple[Array, ...]]:
        """Runs `targets` and all that they need, and returns the targets' outputs.

        `feeds` stand in for computed tensors; every placeholder that is needed must be among
        them. `timings` receives one entry for each op that ran.
        """
        values = dict(feeds or {})
        for op in self._plan(frozenset(targets), frozenset(values)):
            start = perf_counter_ns()
            outputs = self._outputs(op, values)
            values.update(zip(op.outputs, outputs, strict=True))
            if timings is not None:
                timings.append(OpTiming(op, start, perf_counter_ns(), outputs))
        return {op: tuple(values[tensor] for tensor in op.outputs) for op in targets}

    def _outputs(self, op: Op, values: Mapping[Tensor, Array]) -> tuple[Array, ...]:
        if op in self._variables:
            return (self._variables[op],)
        outputs = run_kernel(op.type, [values[tensor] for tensor in op.inputs], op.attributes)
        if op.type in WRITES_VARIABLE:
            self._variables[op.inputs[0].op] = outputs[0]
        return outputs

    def _plan(self, targets: frozenset[Op], fed: frozenset[Tensor]) -> list[Op]:
        """The ops to run; cached, since training runs the same few again and again."""
        if (targets, fed) not in self._plans:
            self._plans[targets, fed] = _needed(self._graph.ops, targets, fed)
        return self._plans[targets, fed]


def _needed(ops: Sequence[Op], targets: frozenset[Op], fed: frozenset[Tensor]) -> list[Op]:
    needed = set(targets)
    for op in reversed(ops):
        if op in needed and not (op.outputs and fed.issuperset(op.outputs)):
            needed.update(tensor.op for tensor in op.inputs)
            needed.update(op.control_inputs)
    return [op for op in ops if op in needed and not (op.outputs and fed.issuperset(op.outputs))]
