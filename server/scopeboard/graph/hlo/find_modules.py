"""The modules in a file: one alone, one of a program, or those in a profile.

    Module                 what `as_serialized_hlo_module_proto` of JAX returns, XLA's dumps
    Program.hlo_module     an HloProto, with what the compiler knows of buffers
    Profile                `xplane.pb`: programs that ran, in a plane of their own

Fields have the numbers of many other messages, so a name has to be text, and a computation has to
begin with instructions that have a name and an opcode.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Final, NamedTuple

from scopeboard.errors import DamagedDataError
from scopeboard.protowire.fields import DELIMITED
from scopeboard.protowire.nested import FieldPath, Span, Step, Window
from scopeboard.wire import hlo_pb2 as wire

MAX_MODULES: Final = 1000
"""Of a profile; the largest are the programs that were trained."""
_PLANE: Final = b"/host:metadata"
_MAX_FIELDS: Final = 64
_MAX_ENTRIES: Final = 20_000
"""Of the metadata of a profile that are looked into; each program is one, and takes a read."""
_MAX_NAME: Final = 300
_TEXT: Final = re.compile(rb"[^\x00-\x1f\x7f]+\Z")
_OPCODE: Final = re.compile(rb"[a-z][a-z0-9-]*\Z")
_MODULE: Final = wire.Module


class FoundModule(NamedTuple):
    """The path to a module in a file, its name, and its size in bytes."""

    path: FieldPath
    name: str
    size: int


def find_modules(window: Window) -> list[FoundModule]:
    """Return the modules of a file, the largest first; none for another file."""
    with suppress(DamagedDataError):
        whole = window.whole
        if looks_like_module(window, whole):
            return [FoundModule((), _name_of(window, whole), whole.end)]
        for span in islice(window.iter_children(whole, wire.Program.HLO_MODULE_FIELD_NUMBER), 1):
            if looks_like_module(window, span):
                step = Step(wire.Program.HLO_MODULE_FIELD_NUMBER)
                return [FoundModule((step,), _name_of(window, span), span.end - span.start)]
        found = list(islice(_modules_of_profile(window), MAX_MODULES))
        return sorted(found, key=lambda each: -each.size)
    return []


def looks_like_module(window: Window, span: Span) -> bool:
    """Return whether a message has a name, and computations whose instructions have opcodes."""
    name = b""
    with suppress(DamagedDataError):
        for count, field in enumerate(window.fields(span)):
            if count >= _MAX_FIELDS:
                break
            if field.number == _MODULE.NAME_FIELD_NUMBER:
                if field.wire_type != DELIMITED:
                    break
                name = window.read(field.start, min(field.end, field.start + _MAX_NAME))
                if not _TEXT.match(name):
                    break
            elif field.number == _MODULE.COMPUTATIONS_FIELD_NUMBER:
                is_message = field.wire_type == DELIMITED and bool(name)
                return is_message and _looks_like_computation(window, Span(field.start, field.end))
    return False


def _looks_like_computation(window: Window, span: Span) -> bool:
    with suppress(DamagedDataError):
        for count, field in enumerate(window.fields(span)):
            if count >= _MAX_FIELDS or field.wire_type != DELIMITED:
                break
            head = window.read(field.start, min(field.end, field.start + _MAX_NAME))
            if field.number == wire.Computation.NAME_FIELD_NUMBER:
                if not _TEXT.match(head):
                    break
            elif field.number == wire.Computation.INSTRUCTIONS_FIELD_NUMBER:
                return _looks_like_instruction(window, Span(field.start, field.end))
            else:
                break
    return False


def _looks_like_instruction(window: Window, span: Span) -> bool:
    has_name = False
    with suppress(DamagedDataError):
        for field in islice(window.fields(span), 2):
            head = window.read(field.start, min(field.end, field.start + _MAX_NAME))
            if field.wire_type != DELIMITED:
                break
            if field.number == wire.Instruction.NAME_FIELD_NUMBER:
                has_name = bool(_TEXT.match(head))
            elif field.number == wire.Instruction.OPCODE_FIELD_NUMBER:
                return has_name and bool(_OPCODE.match(head))
    return False


def _modules_of_profile(window: Window) -> Iterator[FoundModule]:
    """Yield the modules of a profile; what its plane of metadata says of other things is no such.

    A file may have many planes, of which only the names are read.
    """
    planes, inner = wire.Profile.PLANES_FIELD_NUMBER, wire.Plane
    for number, plane in enumerate(window.iter_children(window.whole, planes)):
        if not _is_metadata(window, plane):
            continue
        entries = window.iter_children(plane, inner.EVENT_METADATA_FIELD_NUMBER)
        for row, entry in enumerate(islice(entries, _MAX_ENTRIES)):
            path: FieldPath = (Step(planes, number), Step(inner.EVENT_METADATA_FIELD_NUMBER, row))
            yield from _modules_of_entry(window, entry, path)


def _modules_of_entry(window: Window, entry: Span, path: FieldPath) -> Iterator[FoundModule]:
    value, stats = wire.EventEntry.VALUE_FIELD_NUMBER, wire.EventMetadata.STATS_FIELD_NUMBER
    data, program = wire.Stat.BYTES_VALUE_FIELD_NUMBER, wire.Program.HLO_MODULE_FIELD_NUMBER
    with suppress(DamagedDataError):
        for metadata in islice(window.iter_children(entry, value), 1):
            for row, stat in enumerate(window.iter_children(metadata, stats)):
                for content in islice(window.iter_children(stat, data), 1):
                    for module in islice(window.iter_children(content, program), 1):
                        if looks_like_module(window, module):
                            steps = (Step(value), Step(stats, row), Step(data), Step(program))
                            size = module.end - module.start
                            yield FoundModule((*path, *steps), _name_of(window, module), size)


def _is_metadata(window: Window, plane: Span) -> bool:
    for field in islice(window.fields(plane), _MAX_FIELDS):
        if field.number == wire.Plane.NAME_FIELD_NUMBER and field.wire_type == DELIMITED:
            return window.read(field.start, min(field.end, field.start + _MAX_NAME)) == _PLANE
    return False


def _name_of(window: Window, span: Span) -> str:
    for field in islice(window.fields(span), 1):
        name = window.read(field.start, min(field.end, field.start + _MAX_NAME))
        return name.decode("utf-8", "replace")
    return ""
