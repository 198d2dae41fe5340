"""Op types of a graph that was an HLO module.

An op has the opcode that XLA's text has: `dot`, `get-tuple-element`. Parameters of the entry
computation are inputs or weights, by their names; its results are outputs. These types are ours.
"""

from typing import Final

INPUT: Final = "Input"
WEIGHT: Final = "Weight"
OUTPUT: Final = "Output"
CONSTANT: Final = "constant"
TRAINED: Final = "trained"
"""The attribute of a weight that training changes only otherwise, as statistics of a batch norm."""

PARAMETER: Final = "parameter"
TUPLE: Final = "tuple"
ELEMENT: Final = "get-tuple-element"
CALL: Final = "call"
FUSION: Final = "fusion"
WHILE: Final = "while"
CONDITIONAL: Final = "conditional"
