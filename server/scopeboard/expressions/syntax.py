"""The tree of an expression."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from scopeboard.errors import QueryError

VariableName = Literal["step", "wall_time", "relative"]
"""The step, the time in seconds since the epoch, or since the first point of the series."""


class ExpressionError(QueryError):
    """A text that is no expression, or one that exceeds a bound.

    Attributes:
        position: the character at which it fails, counted from 0.
    """

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"{message} (character {position + 1}).")
        self.position = position


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: float


@dataclass(frozen=True, slots=True)
class Variable:
    """The position of a point on an axis of every series."""

    name: VariableName


@dataclass(frozen=True, slots=True)
class TagOperand:
    """The scalars of a tag.

    Attributes:
        tag: its name.
        phase: the run of the training that has it, by its phase; None for the run itself.
        is_latest: whether each point has the last value at or before its step, instead of the value
            at exactly its step.
        of_baseline: whether it is the tag of the baseline run.
        position: where it begins in the text, counted from 0.
    """

    tag: str
    phase: str | None = None
    is_latest: bool = False
    of_baseline: bool = False
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class HparamOperand:
    """A hyper-parameter; see `TagOperand` for the other attributes."""

    name: str
    of_baseline: bool = False
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function or an operator, such as `log` or `+`, and its arguments."""

    function: str
    arguments: tuple["Expression", ...]


Expression = Number | Variable | TagOperand | HparamOperand | Call
Operand = TagOperand | HparamOperand


def nodes(expression: Expression) -> Iterator[Expression]:
    """Yield the nodes of a tree, from left to right, each after those that it is made of."""
    if isinstance(expression, Call):
        for argument in expression.arguments:
            yield from nodes(argument)
    yield expression


def tags_of(expression: Expression) -> list[TagOperand]:
    """Return the distinct tags of an expression, from left to right."""
    return list(dict.fromkeys(node for node in nodes(expression) if isinstance(node, TagOperand)))


def hparams_of(expression: Expression) -> list[HparamOperand]:
    """Return the distinct hyper-parameters of an expression, from left to right."""
    found = (node for node in nodes(expression) if isinstance(node, HparamOperand))
    return list(dict.fromkeys(found))


def operation_count(expression: Expression) -> int:
    """Return the number of functions and operators."""
    return sum(isinstance(node, Call) for node in nodes(expression))
