"""The properties of a module: its format, its name, and the sizes of what the graph leaves out."""

from scopeboard.graph.conversion.properties import Properties, short_properties
from scopeboard.graph.hlo.module import Module
from scopeboard.graph.hlo.op_types import ELEMENT, FUSION, TUPLE


def module_properties(module: Module) -> Properties:
    """Return the properties of a module."""
    opcodes = [
        each.opcode for computation in module.computations for each in computation.instructions
    ]
    tuples = sum(opcode in {TUPLE, ELEMENT} for opcode in opcodes)
    fusions = opcodes.count(FUSION)
    entries = [
        ("format", module.form),
        ("module", module.name),
        ("computations", f"{len(module.computations):,}"),
        ("instructions", f"{len(opcodes):,}"),
        ("fusions", f"{fusions:,}" if fusions else ""),
        ("tuples, shown as lines", f"{tuples:,}" if tuples else ""),
    ]
    return short_properties((key, text) for key, text in entries if text)
