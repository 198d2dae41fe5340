"""A module as values: computations with their instructions, whatever the file's format.

A value may be a tuple of tensors and tuples. `outputs` has the types of its tensors in order, its
*leaves*; `starts` has where the leaves of each element of the tuple begin.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.wire.graph_pb2 import AttrValue

MAX_INSTRUCTIONS: Final = 1_000_000
MAX_VALUES: Final = 8_000_000
"""Tensors that all instructions of a module use or make, those within tuples counted apart."""
MAX_LEAVES: Final = 1 << 16
"""Tensors of one tuple."""
MAX_NESTING: Final = 32
"""Computations in computations, and tuples in tuples."""
ONE: Final = (0,)

ScopeOf = Callable[[str], str]
"""Returns the scope of an op by the path that the program gave it."""
Attributes = list[tuple[str, AttrValue]]


class Bodies(NamedTuple):
    """The computations that an attribute of an instruction names, by their rows in the module."""

    attribute: str
    computations: tuple[int, ...]
    is_list: bool = False


@dataclass(slots=True)
class Instruction:
    """An instruction.

    `path` is the name that the program gave it, its scopes included. `operands` and `controls` are
    rows of instructions of the same computation, -1 where there is none. `number` is that of a
    parameter or of an element of a tuple. `notes` are what only the card shows.
    """

    opcode: str
    name: str
    path: str = ""
    outputs: tuple[OutputType, ...] = ()
    starts: tuple[int, ...] = ONE
    operands: tuple[int, ...] = ()
    controls: tuple[int, ...] = ()
    number: int = 0
    bodies: list[Bodies] = field(default_factory=list)
    attributes: Attributes = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Computation:
    """A computation; `root` is the row of the instruction whose value is the result, -1 if none."""

    name: str
    instructions: list[Instruction]
    root: int


@dataclass(slots=True)
class Module:
    """A module; `entry` is the row of the computation where it begins.

    `damaged` counts instructions and computations that could not be read.
    """

    name: str
    computations: list[Computation]
    entry: int
    damaged: int = 0
    is_cut: bool = False
    form: str = "HLO"
