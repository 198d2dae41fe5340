"""A program in StableHLO as MLIR prints it, a line at a time: functions, their ops, and regions.

A region may use values from around it. Here it is a computation of its own, so what it uses are
further inputs of its op and further parameters. An op that cannot be read costs that op.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.output_types import UNKNOWN_TYPE, OutputType
from scopeboard.graph.hlo.mlir_locations import Locations
from scopeboard.graph.hlo.mlir_settings import read_settings
from scopeboard.graph.hlo.mlir_types import signature_of, split_top, type_of
from scopeboard.graph.hlo.module import (
    MAX_INSTRUCTIONS,
    MAX_LEAVES,
    MAX_NESTING,
    MAX_VALUES,
    Bodies,
    Computation,
    Instruction,
    Module,
)
from scopeboard.graph.hlo.op_types import CALL, CONDITIONAL, ELEMENT, PARAMETER, TUPLE, WHILE
from scopeboard.graph.hlo.sharding import note_sharding
from scopeboard.wire.graph_pb2 import AttrValue

MAX_TEXT_BYTES: Final = 64 << 20
_LONG: Final = 1 << 14  # a longer line has values of a constant
_SHOWN: Final = 1 << 13  # of the beginning and of the end of a long line
_MAX_ARGUMENT: Final = 4000
_LINES_BETWEEN_CHECKS: Final = 1 << 12
_MAX_NAME: Final = 300
_TYPES: Final = {"case": CONDITIONAL, "if": CONDITIONAL, "while": WHILE, "call": CALL}
_DIALECTS: Final = ("stablehlo.", "func.", "mhlo.")
_HEAD: Final = re.compile(rb"\s*(?:#loc\d* = loc\(|module[ {]|func\.func )")
_MODULE: Final = re.compile(r"module(?: @([^\s{]+))?")
_FUNCTION: Final = re.compile(r'func\.func (?:[a-z]+ )*@("[^"]*"|[\w.$-]+)\(')
_RESULTS: Final = re.compile(r"((?:%[\w.$-]+(?::\d+)?(?:, )?)+) = ")
_OP: Final = re.compile(r'"?([a-z_]\w*(?:\.\w+)*)"?(?=[\s("{<@]|$)')
_VALUE: Final = re.compile(r"%[\w.$-]+(?:#\d+)?")
_SYMBOL: Final = re.compile(r'@("[^"]*"|[\w.$-]+)')
_TEXTS: Final = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)')
_DENSE: Final = re.compile(r"dense(?:_resource)?<[^>]*(?:>|$)")
_BLOCK: Final = re.compile(r"\^\w+\((.*)\):")
_APPLIES: Final = re.compile(r"applies (?:stablehlo\.|mhlo\.)?(\w+)")
_OPENS: Final = re.compile(r"(?:\{|\(\{)$")
_NEXT: Final = re.compile(r"^\}(?: do|,| else)? ?\{$")
_CONTINUES: Final = re.compile(r"^(?:cond|do|reducer ?(\(.*\))) *\{$")


@dataclass(slots=True)
class _Op:
    """An op while its regions are read."""

    text: str
    row: int
    arguments: list[tuple[str, OutputType]] = field(default_factory=list)
    regions: "list[_Frame]" = field(default_factory=list)


class _Frame:
    """A function or region while it is read.

    Attributes:
        values: the row of the instruction that makes a value, and its number there.
        captured: the names of values from around it that it uses.
    """

    def __init__(self, name: str, around: "_Frame | None") -> None:
        self.name, self.around = name, around
        self.instructions: list[Instruction] = []
        self.values: dict[str, tuple[int, int]] = {}
        self.captured: list[str] = []
        self.arguments = 0
        self.root = -1
        self.op: _Op | None = None

    def add(self, instruction: Instruction) -> int:
        """Append an instruction; return its row."""
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def add_argument(self, name: str, known: OutputType) -> Instruction:
        """Append a parameter."""
        made = Instruction(PARAMETER, name.lstrip("%") or "argument", outputs=(known,))
        made.number = self.arguments
        self.arguments += 1
        self.values[name] = (self.add(made), 0)
        return made

    def row_of(self, name: str) -> int:
        """Return the row of what makes a value, -1 for one that nothing makes.

        An output of several is an instruction of its own; a value from around is a parameter.
        """
        row, number = self._find(name)
        if row < 0 or len(self.instructions[row].outputs) <= 1:
            return row
        known = self.instructions[row].outputs[number]
        made = Instruction(ELEMENT, name, outputs=(known,), operands=(row,), number=number)
        return self.add(made)

    def type_of(self, name: str) -> OutputType:
        """Return the type of a value."""
        base, _, number = name.partition("#")
        frame: _Frame | None = self
        while frame is not None and base not in frame.values:
            frame = frame.around
        if frame is None:
            return UNKNOWN_TYPE
        row, port = frame.values[base]
        port += int(number or 0)
        outputs = frame.instructions[row].outputs
        return outputs[port] if port < len(outputs) else UNKNOWN_TYPE

    def _find(self, name: str) -> tuple[int, int]:
        if name in self.values:  # among them are values from around
            return self.values[name]
        base, _, number = name.partition("#")
        if base in self.values:
            row, port = self.values[base]
            port += int(number or 0)
            return (row, port) if port < len(self.instructions[row].outputs) else (-1, 0)
        if self.around is None or not self.around.knows(base):
            return -1, 0
        self.captured.append(name)
        made = Instruction(PARAMETER, name.lstrip("%"), outputs=(self.type_of(name),))
        made.number = -len(self.captured)  # until all regions of the op are read
        self.values[name] = (self.add(made), 0)
        return self.values[name]

    def knows(self, base: str) -> bool:
        """Return whether a value is made here or around."""
        frame: _Frame | None = self
        while frame is not None:
            if base in frame.values:
                return True
            frame = frame.around
        return False


def looks_like_text(head: bytes) -> bool:
    """Return whether a file begins as MLIR's text of a program."""
    return bool(_HEAD.match(head)) and (b"func.func" in head or head.startswith(b"#loc"))


def refuse_long_text(size: int) -> None:
    """Raise for a text that is too long.

    Raises:
        DamagedDataError: it is.
    """
    if size > MAX_TEXT_BYTES:
        raise DamagedDataError(
            f"A program in StableHLO is read up to {MAX_TEXT_BYTES >> 20} MB of text."
        )


def read_text(data: bytes, check: CancelCheck) -> Module:
    """Return a program.

    Args:
        data: the text.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: it exceeds a limit.
    """
    return _Reader(check).read(data)


class _Reader:
    """Reads one text."""

    def __init__(self, check: CancelCheck) -> None:
        self._check = check
        self._locations = Locations()
        self._done: list[Computation] = []
        self._rows: dict[str, int] = {}
        self._calls: list[tuple[Instruction, str, str]] = []
        self._frames: list[_Frame] = []
        self._paths: list[tuple[Instruction, str]] = []
        self._name = ""
        self._damaged = self._instructions = self._values = 0

    def read(self, data: bytes) -> Module:
        refuse_long_text(len(data))
        for number, line in enumerate(_lines_of(data)):
            if not number % _LINES_BETWEEN_CHECKS:
                self._check()
            self._read_line(line)
        is_cut = bool(self._frames)
        while self._frames:
            self._close(self._frames.pop())
        for instruction, attribute, symbol in self._calls:
            row = self._rows.get(symbol)
            if row is None:
                self._damaged += 1
            else:
                instruction.bodies.append(Bodies(attribute, (row,)))
        for number, (instruction, location) in enumerate(self._paths):
            if not number % _LINES_BETWEEN_CHECKS:
                self._check()
            instruction.path, source = self._locations.find(location)
            if source:
                instruction.notes.insert(0, ("source", source))
        entry = self._rows.get("main", next(iter(self._rows.values()), -1))
        name = self._name[:_MAX_NAME]
        return Module(name, self._done, entry, self._damaged, is_cut, form="StableHLO")

    def _read_line(self, line: str) -> None:
        if line.startswith("#"):
            if line.startswith("#loc"):
                self._locations.add(line)
        elif match := _FUNCTION.match(line):
            self._open_function(line, match)
        elif not self._frames:
            match = _MODULE.match(line)
            self._name = (match[1] or "").strip('"') if match and not self._name else self._name
        elif line.startswith("}"):
            self._end_region(line)
        elif match := _CONTINUES.match(line):
            self._open_region(_pairs_in(match[1] or ""))
        elif match := _BLOCK.match(line):
            frame = self._frames[-1]
            for name, text in _arguments_in(match[1]):
                frame.add_argument(name, type_of(text))
        elif line and not line.startswith("//"):
            self._read_op(line)

    def _open_function(self, line: str, match: re.Match[str]) -> None:
        while self._frames:  # the end of the one before is missing
            self._close(self._frames.pop())
        frame = _Frame(match[1].strip('"')[:_MAX_NAME], None)
        self._rows.setdefault(frame.name, -1)
        for name, text in _arguments_in(_inside(line, match.end())):
            made = frame.add_argument(name, type_of(text))
            _, location = _without_location(text)
            if location:
                self._paths.append((made, location))
            note_sharding(made, text[:_MAX_ARGUMENT])
        self._frames.append(frame)
        if not line.endswith("{"):  # a declaration
            self._close(self._frames.pop())

    def _read_op(self, line: str) -> None:
        """Read an op, or the beginning of one with regions."""
        frame = self._frames[-1]
        results = _RESULTS.match(line)
        rest = line[results.end() :] if results else line
        match = _OP.match(rest)
        if match is None:
            self._damaged += 1
            return
        name = match[1]
        for dialect in _DIALECTS:
            name = name.removeprefix(dialect)
        rest = rest[match.end() :]
        if name == "return":
            self._read_return(rest)
            return
        opens = _OPENS.search(rest)
        body = rest[: opens.start()] if opens else rest
        body, location = _without_location(body)
        operands, signature = _signature_in(body)
        made = Instruction(_TYPES.get(name, name), name)
        op = _Op(operands, -1)
        if made.opcode == WHILE:
            pairs = re.findall(r"(%[\w.$-]+) = (%[\w.$-]+(?:#\d+)?)", operands)
            used = [value for _, value in pairs]
            op.arguments = [(argument, frame.type_of(value)) for argument, value in pairs]
        else:
            used = _VALUE.findall(_TEXTS.sub("", operands))
            first = operands.find(" init: ")
            if first >= 0:  # each operand is followed by its first value
                used = used[::2] + used[1::2]
        made.operands = tuple([frame.row_of(value) for value in used])
        self._damaged += made.operands.count(-1)
        self._set_outputs(made, signature, results[1] if results else "")
        note_sharding(made, body[:_MAX_ARGUMENT])
        applied = _APPLIES.search(operands)
        made.attributes = read_settings(made.opcode, operands, made.outputs)
        if applied:
            made.attributes.append(("to_apply", _text_value(applied[1])))
        self._note_calls(made, operands)
        op.row = frame.add(made)
        self._count(made)
        if location:
            self._paths.append((made, location))
        self._define(frame, results[1] if results else "", op.row)
        frame.op = op
        if opens:
            self._open_region([])

    def _set_outputs(self, made: Instruction, signature: str, results: str) -> None:
        count = sum(int(each.partition(":")[2] or 1) for each in results.split(", ") if each)
        if count > MAX_LEAVES:
            raise DamagedDataError(f"The program has an op of more than {MAX_LEAVES:,} results.")
        types, is_results = signature_of(signature)
        if count == 1 and len(types) > 1 and not is_results:
            types = types[-1:]  # of `select`, the last is that of the values
        made.outputs = (types + (UNKNOWN_TYPE,) * count)[:count]
        made.starts = tuple(range(count)) or (0,)

    def _define(self, frame: _Frame, results: str, row: int) -> None:
        port = 0
        for each in results.split(", "):
            if each:
                name, _, count = each.partition(":")
                frame.values[name] = (row, port)
                port += int(count or 1)

    def _note_calls(self, made: Instruction, operands: str) -> None:
        """Note the function that a call or a composite names, and the target of a custom call."""
        symbol = _SYMBOL.search(operands)
        if symbol is None:
            return
        name = symbol[1].strip('"')
        if made.opcode == "custom_call":
            made.attributes.append(("custom_call_target", _text_value(name)))
        elif made.opcode in {CALL, "composite"}:
            attribute = "to_apply" if made.opcode == CALL else "decomposition"
            self._calls.append((made, attribute, name))

    def _read_return(self, rest: str) -> None:
        frame = self._frames[-1]
        operands, _ = _signature_in(_without_location(rest)[0])
        rows = [frame.row_of(value) for value in _VALUE.findall(operands)]
        self._damaged += rows.count(-1)
        if len(rows) == 1:
            frame.root = rows[0]
            return
        outputs = tuple(
            known for row in rows if row >= 0 for known in frame.instructions[row].outputs
        )
        made = Instruction(TUPLE, TUPLE, outputs=outputs, operands=tuple(rows))
        self._count(made)
        frame.root = frame.add(made)

    def _open_region(self, arguments: list[tuple[str, str]]) -> None:
        """Open the next region of the op that was read last."""
        around = self._frames[-1]
        if around.op is None or len(self._frames) > MAX_NESTING:
            raise DamagedDataError(f"The program nests regions more than {MAX_NESTING} deep.")
        number = len(around.op.regions)
        frame = _Frame(f"{around.name}.region_{len(self._done)}_{number}", around)
        for name, known in around.op.arguments:
            frame.add_argument(name, known)
        for name, text in arguments:
            frame.add_argument(name, type_of(text))
        around.op.regions.append(frame)
        self._frames.append(frame)

    def _end_region(self, line: str) -> None:
        """Close a region or function; open the next region of the same op, or end the op."""
        frame = self._frames.pop()
        if frame.around is None:
            self._close(frame)
        elif _NEXT.match(line):
            self._open_region([])
        else:
            self._end_op(frame.around, line)

    def _end_op(self, frame: _Frame, line: str) -> None:
        """Give an op its regions as bodies, and what they use from around as inputs."""
        op = frame.op
        if op is None:
            return
        made = frame.instructions[op.row]
        text, location = _without_location(line.lstrip("})").rstrip())
        if location:
            self._paths.append((made, location))
        _, signature = _signature_in(text)
        types, _ = signature_of(signature)
        if types and len(types) == len(made.outputs):
            made.outputs = types
        note_sharding(made, text[:_MAX_ARGUMENT])
        self._capture(frame, op, made)
        self._count(made)
        rows = [self._close(region) for region in op.regions]
        if made.opcode == CONDITIONAL:
            made.bodies.append(Bodies("branch", tuple(rows), is_list=True))
        elif made.opcode == WHILE:
            made.bodies += [
                Bodies(name, (row,)) for name, row in zip(("condition", "body"), rows, strict=False)
            ]
        else:
            made.bodies.append(Bodies("to_apply", tuple(rows), is_list=len(rows) > 1))
        frame.op = None

    def _capture(self, frame: _Frame, op: _Op, made: Instruction) -> None:
        """Add what regions use from around: to a loop once for both, else for each region."""
        operands = list(made.operands)
        shared = list(dict.fromkeys(name for each in op.regions for name in each.captured))
        if made.opcode == WHILE:
            operands += [frame.row_of(name) for name in shared]
        for region in op.regions:
            own = shared if made.opcode == WHILE else region.captured
            for number, name in enumerate(own, region.arguments):
                if name not in region.captured:
                    known = frame.type_of(name)
                    region.values[name] = (
                        region.add(Instruction(PARAMETER, name.lstrip("%"), outputs=(known,))), 0,
                    )  # fmt: skip
                region.instructions[region.values[name][0]].number = number
            if made.opcode != WHILE:
                operands += [frame.row_of(name) for name in own]
        # What `row_of` added stands behind the op that uses it.
        frame.instructions.append(frame.instructions[op.row])
        frame.instructions[op.row] = Instruction(TUPLE, TUPLE)
        for name, (row, port) in frame.values.items():
            if row == op.row:
                frame.values[name] = (len(frame.instructions) - 1, port)
        made.operands = tuple(operands)

    def _close(self, frame: _Frame) -> int:
        """Add the computation of a function or region; return its row."""
        self._done.append(Computation(frame.name, frame.instructions, frame.root))
        row = len(self._done) - 1
        if frame.around is None and self._rows.get(frame.name, -1) < 0:
            self._rows[frame.name] = row
        return row

    def _count(self, made: Instruction) -> None:
        self._instructions += 1
        self._values += len(made.operands) + len(made.outputs)
        if self._instructions > MAX_INSTRUCTIONS or self._values > MAX_VALUES:
            raise DamagedDataError(
                f"The program has more than {MAX_INSTRUCTIONS:,} ops or {MAX_VALUES:,} values."
            )


def _text_value(text: str) -> AttrValue:
    return AttrValue(s=text.encode()[:_MAX_NAME])


def _lines_of(data: bytes) -> Iterator[str]:
    """Yield the lines without spaces around them, without the values of large constants."""
    for line in data.splitlines():
        text = line.strip()
        if len(text) > _LONG and not text.startswith(b"func.func"):
            text = text[:_SHOWN] + b" " + text[-_SHOWN:]
        yield text.decode("utf-8", "replace")


def _inside(line: str, start: int) -> str:
    """Return what is between the bracket before `start` and the one that closes it."""
    depth, is_text, before = 1, False, ""
    for at in range(start, len(line)):
        each = line[at]
        if each == '"' and before != "\\":
            is_text = not is_text
        elif not is_text and each in "()":
            depth += 1 if each == "(" else -1
            if depth == 0:
                return line[start:at]
        before = each
    return line[start:]


def _arguments_in(text: str) -> list[tuple[str, str]]:
    """Return the names of arguments, each with what follows it: its type and more."""
    pairs = (each.partition(":") for each in split_top(text))
    return [(name.strip(), rest.strip()) for name, _, rest in pairs if name.startswith("%")]


def _pairs_in(text: str) -> list[tuple[str, str]]:
    """Return the arguments of a `reducer`: what is first of each pair, then what is second."""
    pairs, start = [], text.find("(")
    while start >= 0:
        inside = _inside(text, start + 1)
        pairs.append(_arguments_in(inside))
        start = text.find("(", start + len(inside) + 2)
    return [pair[at] for at in (0, 1) for pair in pairs if at < len(pair)]


def _without_location(text: str) -> tuple[str, str]:
    """Return an op without its location, and the location."""
    start = text.rfind("loc(")
    if start < 0 or not text.endswith(")"):
        return text, ""
    return text[:start].rstrip(), text[start + len("loc(") : -1]


def _signature_in(text: str) -> tuple[str, str]:
    """Return operands and settings of an op, and its types: what follows the last ` : `.

    Settings have colons, too, in brackets.
    """
    parts = split_top(_DENSE.sub("dense", text), ":")
    if len(parts) < 2:
        return text, ""
    signature = parts[-1]
    return text[: text.rfind(signature)].rstrip(" :"), signature
