"""A tracer: one declaration of an op is both a node of the graph and a step of the program.

`Graph.add` names an op, looks up its NumPy kernel and runs it at once on two trial batches of
different size. What comes out are its outputs' dtypes and shapes, without a separate rule per
op: a dimension that differs between the trials is the batch, and unknown. What `graphdef` writes
and what `session` executes are therefore the same ops with the same kernels.

Names follow TensorFlow's: scopes joined by `/`, a repeated name gets `_1`, `_2`, …; output k of
an op is called `name:k`, and k is left out when it is 0.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from programs.demo_log.kernels import run_kernel

Array = NDArray[Any]
Shape = tuple[int | None, ...]
"""Sizes of the dimensions; `None` is the batch."""

Attribute = bool | int | str | Shape | np.dtype[Any] | Array

TRIAL_BATCHES = (2, 3)
Trials = tuple[tuple[Array, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Op:
    """An op node. `trials` holds its outputs for each of the trial batches."""

    name: str
    type: str
    inputs: tuple["Tensor", ...]
    control_inputs: tuple["Op", ...]
    attributes: dict[str, Attribute]
    trials: Trials

    @property
    def outputs(self) -> tuple["Tensor", ...]:
        """All output tensors, in order."""
        return tuple(Tensor(self, index) for index in range(len(self.trials[0])))


class Tensor(NamedTuple):
    """One output of an op."""

    op: Op
    position: int = 0

    @property
    def name(self) -> str:
        """The tensor as a NodeDef's input names it."""
        return f"{self.op.name}:{self.position}" if self.position else self.op.name

    @property
    def shape(self) -> Shape:
        """The shape that holds for every batch."""
        first, second = (trial[self.position].shape for trial in self.op.trials)
        return tuple(a if a == b else None for a, b in zip(first, second, strict=True))

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype; `object` holds strings (`bytes`)."""
        return self.op.trials[0][self.position].dtype


class Graph:
    """Ops in the order of their declaration, which is an order of execution too."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self._scope = ""
        self._names: set[str] = set()

    @contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Prefixes the names of the ops declared inside with `name` and a slash."""
        outer = self._scope
        self._scope = f"{outer}{name}/"
        try:
            yield
        finally:
            self._scope = outer

    def add(
        self,
        op_type: str,
        *inputs: Tensor,
        name: str | None = None,
        after: Sequence[Op] = (),
        **attributes: Attribute,
    ) -> Op:
        """Declares an op; it runs after its inputs' ops and those of `after`."""
        trials = tuple(
            run_kernel(
                op_type, [tensor.op.trials[trial][tensor.position] for tensor in inputs], attributes
            )
            for trial in range(len(TRIAL_BATCHES))
        )
        return self._declare(op_type, name, inputs, tuple(after), attributes, trials)

    def tensor(
        self, op_type: str, *inputs: Tensor, name: str | None = None, **attributes: Attribute
    ) -> Tensor:
        """Declares an op and returns its first output."""
        return Tensor(self.add(op_type, *inputs, name=name, after=(), **attributes))

    def constant(
        self, value: ArrayLike, name: str = "Const", dtype: DTypeLike = np.float32
    ) -> Tensor:
        """Declares a constant; a string's dtype is `object`."""
        return self.tensor("Const", name=name, value=np.asarray(value, dtype))

    def placeholder(self, shape: Shape, name: str, dtype: DTypeLike = np.float32) -> Tensor:
        """Declares a tensor that is fed at each execution."""
        trials = tuple(
            (np.zeros([batch if size is None else size for size in shape], dtype),)
            for batch in TRIAL_BATCHES
        )
        attributes: dict[str, Attribute] = {"shape": shape, "dtype": np.dtype(dtype)}
        return Tensor(self._declare("Placeholder", name, (), (), attributes, trials))

    def cast(self, tensor: Tensor, dtype: DTypeLike) -> Tensor:
        """Declares a change of dtype."""
        return self.tensor("Cast", tensor, SrcT=tensor.dtype, DstT=np.dtype(dtype))

    def _declare(
        self,
        op_type: str,
        name: str | None,
        inputs: tuple[Tensor, ...],
        after: tuple[Op, ...],
        attributes: dict[str, Attribute],
        trials: Trials,
    ) -> Op:
        unique = self._unique_name(self._scope + (name or op_type))
        op = Op(unique, op_type, inputs, after, attributes, trials)
        self.ops.append(op)
        return op

    def _unique_name(self, wanted: str) -> str:
        name, count = wanted, 0
        while name in self._names:
            count += 1
            name = f"{wanted}_{count}"
        self._names.add(name)
        return name
