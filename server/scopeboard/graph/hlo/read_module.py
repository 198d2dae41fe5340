"""The computations of a module in protobuf as values, read through a window: no weights.

An instruction that cannot be read costs that instruction. Ids of operands and computations become
rows; a computation that two have the id of is the first of them.
"""

from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.graph.hlo.literals import small_value
from scopeboard.graph.hlo.module import (
    MAX_INSTRUCTIONS,
    MAX_VALUES,
    Bodies,
    Computation,
    Instruction,
    Module,
)
from scopeboard.graph.hlo.op_types import CONDITIONAL, CONSTANT, WHILE
from scopeboard.graph.hlo.settings import settings_of
from scopeboard.graph.hlo.shapes import ShapeReader
from scopeboard.graph.hlo.sharding import sharding_text, sharding_texts
from scopeboard.graph.hlo.source_frames import SourceFrames
from scopeboard.protowire.fields import DELIMITED, WireFormatError
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire import hlo_pb2 as wire

MAX_OUTLINE_BYTES: Final = 512 << 20
LARGE_BYTES: Final = 1 << 16
_INSTRUCTIONS_BETWEEN_CHECKS: Final = 1 << 10
_MAX_NAME: Final = 300
_MAX_PATH: Final = 4000
_MAX_CONFIGURATION: Final = 300
_ATTRIBUTES: Final = {
    "fusion": ("calls",),
    "call": ("to_apply",),
    WHILE: ("body", "condition"),
    "async-start": ("calls",),
    "custom-call": ("called_computations",),
}
"""What XLA's text calls the computations of an instruction; of all others, `to_apply`."""
_LEFT_OUT: Final = frozenset(
    {
        wire.Instruction.LITERAL_FIELD_NUMBER,
        wire.Instruction.BACKEND_CONFIG_FIELD_NUMBER,
        wire.Instruction.REPLICA_GROUPS_FIELD_NUMBER,
    }
)
"""Fields that a large instruction is read without."""


def read_module(window: Window, check: CancelCheck) -> Module:
    """Return a module.

    Args:
        window: the bytes of the module; it `may_be_cut`.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: it exceeds a limit.
    """
    return _Reader(window, check).read()


class _Reader:
    """Reads one module."""

    def __init__(self, window: Window, check: CancelCheck) -> None:
        self._window, self._check = window, check
        self._shapes = ShapeReader()
        self._frames = SourceFrames(wire.StackFrames())
        self._rows: dict[int, int] = {}
        self._bytes = self._instructions = self._values = self._damaged = 0
        self._is_cut = False

    def read(self) -> Module:
        own, spans = bytearray(), list[Span]()
        try:
            for each in self._window.fields(self._window.whole):
                if each.number == wire.Module.COMPUTATIONS_FIELD_NUMBER:
                    if each.wire_type == DELIMITED:
                        spans.append(Span(each.start, each.end))
                elif each.size <= LARGE_BYTES or each.number == _FRAMES:
                    own += self._take(each.begin, each.end)
        except WireFormatError:
            self._is_cut = True
        try:
            module = wire.Module.FromString(bytes(own))
        except DecodeError:
            module, self._is_cut = wire.Module(), True
        self._frames = SourceFrames(module.stack_frame_index)
        heads = [self._head(span) for span in spans]
        for row, (head, _) in enumerate(heads):
            self._rows.setdefault(head.id, row)
        computations = [self._computation(*head) for head in heads]
        sizes = [len(each.instructions) for each in computations]
        largest = sizes.index(max(sizes)) if sizes else -1  # of a cut file, which names no entry
        entry = self._rows.get(module.entry_computation_id, largest)
        name = module.name[:_MAX_NAME].decode("utf-8", "replace")
        return Module(
            name, computations, entry, self._damaged, self._is_cut or self._window.was_cut
        )

    def _head(self, span: Span) -> tuple[wire.Computation, list[Span]]:
        """Return the own fields of a computation, and its instructions."""
        own, spans = bytearray(), list[Span]()
        try:
            for each in self._window.fields(span):
                if each.number == wire.Computation.INSTRUCTIONS_FIELD_NUMBER:
                    if each.wire_type == DELIMITED:
                        self._instructions += 1
                        if self._instructions > MAX_INSTRUCTIONS:
                            raise DamagedDataError(
                                f"The HLO module has more than {MAX_INSTRUCTIONS:,} instructions."
                            )
                        if not self._instructions % _INSTRUCTIONS_BETWEEN_CHECKS:
                            self._check()
                        spans.append(Span(each.start, each.end))
                elif each.size <= LARGE_BYTES:
                    own += self._take(each.begin, each.end)
            return wire.Computation.FromString(bytes(own)), spans
        except (WireFormatError, DecodeError):
            self._damaged += 1
            return wire.Computation(), spans

    def _computation(self, head: wire.Computation, spans: list[Span]) -> Computation:
        read = list[wire.Instruction]()
        for span in spans:
            try:
                read.append(wire.Instruction.FromString(self._bytes_of(span)))
            except (WireFormatError, DecodeError):
                self._damaged += 1
        rows: dict[int, int] = {}
        instructions = []
        for row, each in enumerate(read):
            if not row % _INSTRUCTIONS_BETWEEN_CHECKS:
                self._check()
            instructions.append(self._instruction(each, rows))
            rows.setdefault(each.id, row)
        root = rows.get(head.root_id, len(instructions) - 1)
        name = head.name[:_MAX_NAME].decode("utf-8", "replace") or "computation"
        return Computation(name, instructions, root)

    def _instruction(self, read: wire.Instruction, rows: dict[int, int]) -> Instruction:
        """Return an instruction; `rows` are those before it, by their ids."""
        opcode = read.opcode[:_MAX_NAME].decode("utf-8", "replace") or "unknown"
        shape = self._shapes.read(read.shape)
        self._values += len(read.operand_ids) + len(shape.outputs)
        if self._values > MAX_VALUES:
            raise DamagedDataError(f"The HLO module has more than {MAX_VALUES:,} values.")
        name = read.name[:_MAX_NAME].decode("utf-8", "replace")
        made = Instruction(
            opcode=opcode,
            name=name or opcode,
            path=read.metadata.op_name[:_MAX_PATH].decode("utf-8", "replace"),
            outputs=_sharded(shape.outputs, read),
            starts=shape.starts,
            operands=tuple([rows.get(each, -1) for each in read.operand_ids]),
            controls=tuple([rows[each] for each in read.control_predecessor_ids if each in rows]),
            number=read.tuple_index if opcode == "get-tuple-element" else read.parameter_number,
            bodies=self._bodies(opcode, read),
            attributes=settings_of(opcode, read),
        )
        self._damaged += made.operands.count(-1)
        if opcode == CONSTANT and made.outputs:
            value = small_value(read.literal, made.outputs[0])
            if value is not None:
                made.attributes.append(("value", value))
        layouts = [each.layout for each in shape.outputs[:8] if each.layout]
        source = self._frames.line_of(read.metadata)
        notes = (
            ("source", source),
            ("layout", ", ".join(layouts)),
            ("sharding", sharding_text(read.sharding) if read.HasField("sharding") else ""),
            ("backend_config", _configuration(read.backend_config)),
        )
        made.notes = [(key, text) for key, text in notes if text]
        return made

    def _bodies(self, opcode: str, read: wire.Instruction) -> list[Bodies]:
        called = [self._rows.get(each, -1) for each in read.called_computation_ids]
        found = tuple(each for each in called if each >= 0)
        self._damaged += len(called) - len(found)
        if not found:
            return []
        if opcode == CONDITIONAL:
            return [Bodies("branch", found, is_list=True)]
        names = _ATTRIBUTES.get(opcode, ("to_apply",))
        if len(names) == len(found):
            return [Bodies(name, (row,)) for name, row in zip(names, found, strict=True)]
        return [Bodies(names[0], found, is_list=True)]

    def _bytes_of(self, span: Span) -> bytes:
        """Return an instruction, a large one without its values."""
        if span.end - span.start <= LARGE_BYTES:
            return self._take(*span)
        self._check()
        return b"".join(
            self._take(each.begin, each.end)
            for each in self._window.fields(span)
            if each.number not in _LEFT_OUT
        )

    def _take(self, start: int, end: int) -> bytes:
        self._bytes += end - start
        if self._bytes > MAX_OUTLINE_BYTES:
            raise DamagedDataError(
                f"The HLO module has more than {MAX_OUTLINE_BYTES >> 20} MB besides its constants."
            )
        return self._window.read(start, end)


def _sharded(outputs: tuple[OutputType, ...], read: wire.Instruction) -> tuple[OutputType, ...]:
    """Return the types of outputs with their shardings: of a tuple, one for each tensor in it."""
    if not read.HasField("sharding"):
        return outputs
    texts = sharding_texts(read.sharding, len(outputs))
    return tuple([each._replace(sharding=text) for each, text in zip(outputs, texts, strict=True)])


_FRAMES: Final = wire.Module.STACK_FRAME_INDEX_FIELD_NUMBER


def _configuration(encoded: bytes) -> str:
    """Return the configuration of a backend where it is text."""
    try:
        text = encoded[:_MAX_CONFIGURATION].decode()
    except UnicodeDecodeError:
        return ""
    return text if text.isprintable() else ""
