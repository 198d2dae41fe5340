"""HLO modules for tests: real files, and modules of a few messages.

The files in `tests/data/graph/hlo` were written by JAX 0.10 (`scripts/programs/hlo_models`) and by
TensorFlow 2.21. `oracle.json` has what XLA reads of those of JAX: the instructions of each
computation.
"""

import json
from typing import Any, Final

from graph.graphdefs import DATA
from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.hlo.convert import ConvertedModule, convert_hlo
from scopeboard.graph.hlo.module import Module
from scopeboard.graph.hlo.read_module import read_module
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.protowire.nested import Window
from scopeboard.wire import hlo_pb2 as wire

Field = Any
FOLDER: Final = DATA / "hlo"
F32: Final = 11
S32: Final = 4
PRED: Final = 1
TUPLE: Final = 13


def oracle() -> dict[str, Any]:
    """Return what XLA reads of each file, by the name of the file."""
    known: dict[str, Any] = json.loads((FOLDER / "oracle.json").read_bytes())
    return known


def bytes_of(name: str) -> bytes:
    """Return a module of a file by its name."""
    return (FOLDER / f"{name}.hlo.pb").read_bytes()


def window_of(data: bytes) -> Window:
    """Return a window as the source of a graph opens it."""
    return Window(lambda start, end: data[start:end], len(data), may_be_cut=True)


def read(data: bytes) -> Module:
    """Return a module as values."""
    return read_module(window_of(data), never_cancelled)


def converted(data: bytes, *, by_program: bool = True) -> ConvertedModule:
    """Return a module converted from its bytes."""
    return convert_hlo(window_of(data), by_program=by_program)


def parsed(data: bytes, *, by_program: bool = True) -> ParsedGraph:
    """Return the op graph of a module."""
    return parse(converted(data, by_program=by_program).graph_def, flavour="hlo")


def graph_of(name: str, *, by_program: bool = True) -> OpGraph:
    """Return the op graph of a file by its name."""
    return parsed(bytes_of(name), by_program=by_program).graph


def shape(*sizes: int, dtype: int = F32, **more: Field) -> wire.Shape:
    """Return the shape of a tensor."""
    return wire.Shape(element_type=dtype, dimensions=sizes, **more)


def tuple_of(*shapes: wire.Shape) -> wire.Shape:
    """Return the shape of a tuple."""
    return wire.Shape(element_type=TUPLE, tuple_shapes=shapes)


def op(number: int, opcode: str, *operands: int, **more: Field) -> wire.Instruction:
    """Return an instruction; without a shape it makes four numbers."""
    path = more.pop("path", "")
    name = more.pop("name", f"{opcode}.{number}")
    return wire.Instruction(
        id=number,
        name=name.encode(),
        opcode=opcode.encode(),
        operand_ids=operands,
        shape=more.pop("shape", shape(4)),
        metadata=wire.Metadata(op_name=path.encode()),
        **more,
    )


def parameter(number: int, at: int = 0, **more: Field) -> wire.Instruction:
    """Return the parameter with the number `at`."""
    return op(number, "parameter", parameter_number=at, **more)


def computation(number: int, *ops: wire.Instruction, name: str = "") -> bytes:
    """Return a computation whose result is its last instruction."""
    return wire.Computation(
        id=number,
        name=(name or f"computation_{number}").encode(),
        instructions=[each.SerializeToString() for each in ops],
        root_id=ops[-1].id if ops else 0,
    ).SerializeToString()


def module(*computations: bytes, name: str = "jit_f", **more: Field) -> bytes:
    """Return a module whose entry is the last computation."""
    entry = wire.Computation.FromString(computations[-1]).id if computations else 0
    return wire.Module(
        name=name.encode(), computations=computations, entry_computation_id=entry, **more
    ).SerializeToString()


def profile_of(*modules: bytes) -> bytes:
    """Return a profile with these modules in its plane of metadata, beside one of a device."""
    entries = []
    for each in modules:
        program = wire.Program(hlo_module=each).SerializeToString()
        stat = wire.Stat(bytes_value=program).SerializeToString()
        value = wire.EventMetadata(name=b"program", stats=[stat]).SerializeToString()
        entries.append(wire.EventEntry(value=value).SerializeToString())
    planes = (
        wire.Plane(name=b"/device:TPU:0", event_metadata=[b"\x08\x01"]),
        wire.Plane(name=b"/host:metadata", event_metadata=entries),
    )
    return wire.Profile(planes=[each.SerializeToString() for each in planes]).SerializeToString()
