"""The text format of a protobuf message, written from its bytes in fragments.

Theory. The text of a message is the text of its fields in the order of their numbers. So a message
is never decoded whole: consecutive fields of one number are decoded in fragments of up to 128 KiB,
each as a message of its own, and the protobuf library writes their text. A larger field is a
message, which is written in fragments too; or a string, bytes or packed numbers, which are cut into
fragments between characters or numbers. So memory is bounded, whatever the size of the message.
A message with its fields in any order is sorted a million fields at a time. All entries of a map
with the same key are written; a parser of the text uses the last one, as a parser of the bytes
does.
"""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError, Message

from scopeboard.errors import DamagedDataError
from scopeboard.graph.export.field_kinds import FieldKind, find_field_kind
from scopeboard.protowire.fields import DELIMITED, Field, delimited_head
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.tensor_pb2 import TensorProto

FRAGMENT_BYTES: Final = 128 << 10
"""Fragments of up to this size are decoded."""
MAX_FIELDS_AT_ONCE: Final = 1 << 20
MAX_RUNS_AT_ONCE: Final = 1 << 16
_MAX_NUMBER_BYTES: Final = 16  # a varint has up to 10
_MAX_DEPTH: Final = 100  # the protobuf library reads no deeper either
# How the protobuf library writes each byte. A join of these is six times as fast as the library.
_ESCAPES: Final = [
    str(TensorProto(tensor_content=bytes([byte]))).removeprefix('tensor_content: "')[:-2]
    for byte in range(256)
]

UNREADABLE: Final = "# What stands here cannot be read.\n"
CUT: Final = "# The message is cut or damaged here; what follows cannot be read.\n"

Edit = Callable[[Message], None]
"""Changes a fragment of a message: it has some of the message's fields, or only one."""


class Run(NamedTuple):
    """Consecutive fields of one number, from `begin` to `end`, tags included."""

    number: int
    begin: int
    end: int


def message_text(
    window: Window,
    spans: Sequence[Span],
    message: type[Message],
    indent: str = "",
    edit: Edit | None = None,
) -> Iterator[str]:
    """Yield the text of a message, with a comment in place of what cannot be read.

    Args:
        window: the bytes.
        spans: where the message is; several spans are merged as one message.
        message: its class.
        indent: precedes each line.
        edit: changes the fragments before they are written.
    """
    if len(indent) > 2 * _MAX_DEPTH:
        yield indent + UNREADABLE
        return
    if sum(span.end - span.start for span in spans) <= FRAGMENT_BYTES:
        with suppress(DecodeError):
            merged = message.FromString(b"".join(window.read_at(*span) for span in spans))
            yield _edited_text(merged, indent, edit)
            return
    runs = chain.from_iterable(runs_of(window, span) for span in spans)
    is_cut = False
    while not is_cut:
        batch: list[Run] = []
        try:
            fields = 0
            for run, count in runs:
                batch.append(run)
                fields += count
                if fields >= MAX_FIELDS_AT_ONCE or len(batch) >= MAX_RUNS_AT_ONCE:
                    break
        except DamagedDataError:
            is_cut = True
        if not batch:
            break
        yield from runs_text(window, batch, message, indent, edit)
    if is_cut:
        yield indent + CUT


def runs_of(window: Window, span: Span) -> Iterator[tuple[Run, int]]:
    """Yield the fields of a message in runs, each with its number of fields.

    A run is no larger than a fragment unless it is one field.

    Raises:
        DamagedDataError: the message is cut or damaged; all runs before the damage are yielded.
    """
    run, count = Run(0, 0, 0), 0
    try:
        for number, _, begin, _, end in window.fields(span):
            if count and run.number == number and end - run.begin <= FRAGMENT_BYTES:
                run = run._replace(end=end)
                count += 1
                continue
            if count:
                yield run, count
            run, count = Run(number, begin, end), 1
    except DamagedDataError:
        if count:
            yield run, count
        raise
    if count:
        yield run, count


def runs_text(
    window: Window,
    runs: Sequence[Run],
    message: type[Message],
    indent: str = "",
    edit: Edit | None = None,
) -> Iterator[str]:
    """Yield the text of runs of fields, in the order of their numbers; see `message_text`."""
    runs_by_number: dict[int, list[Run]] = {}
    last_of_oneof: dict[str, int] = {}
    for run in runs:
        runs_by_number.setdefault(run.number, []).append(run)
        if (kind := find_field_kind(message, run.number)) and kind.oneof:
            last_of_oneof[kind.oneof] = run.number
    for number, alike in sorted(runs_by_number.items()):
        kind = find_field_kind(message, number)
        if kind is None or (kind.oneof and last_of_oneof[kind.oneof] != number):
            continue
        if kind.is_repeated:
            for run in alike:
                yield from run_text(window, run, message, indent, edit)
        elif kind.inner is not None and len(alike) > 1:
            spans = [
                Span(field.start, field.end)
                for run in alike
                for field in window.fields(Span(run.begin, run.end))
            ]
            inner = message_text(window, spans, kind.inner, indent + "  ")
            yield from enclosed_text(kind.name, inner, indent)
        else:
            yield from run_text(window, alike[-1], message, indent, edit)


def run_text(
    window: Window, run: Run, message: type[Message], indent: str = "", edit: Edit | None = None
) -> Iterator[str]:
    """Yield the text of a run of fields; see `message_text`."""
    if run.end - run.begin <= FRAGMENT_BYTES:
        yield _fragment_text(window, run, message, indent, edit)
        return
    (field,) = window.fields(Span(run.begin, run.end))
    kind = find_field_kind(message, run.number)
    if kind is None:
        return
    if field.wire_type != DELIMITED:
        yield _fragment_text(window, run, message, indent, edit)
    elif kind.inner is not None:
        inner = message_text(window, [Span(field.start, field.end)], kind.inner, indent + "  ")
        yield from enclosed_text(kind.name, inner, indent)
    elif kind.is_string or kind.is_bytes:
        yield from _string_text(window, field, kind, message, indent, edit)
    elif kind.is_repeated:
        yield from _packed_text(window, field, kind, message, indent)


def enclosed_text(name: str, inner: Iterator[str], indent: str = "") -> Iterator[str]:
    """Yield the text of a field that is a message, `inner` being the text of that message."""
    yield f"{indent}{name} {{\n"
    yield from inner
    yield f"{indent}}}\n"


def _fragment_text(
    window: Window, run: Run, message: type[Message], indent: str, edit: Edit | None
) -> str:
    """Return the text of a run that is decoded at once; of a damaged one, field by field."""
    try:
        fragment = message.FromString(window.read_at(run.begin, run.end))
    except DecodeError:
        fields = list(window.fields(Span(run.begin, run.end)))
        if len(fields) == 1:
            return indent + UNREADABLE
        each = (Run(field.number, field.begin, field.end) for field in fields)
        return "".join(_fragment_text(window, one, message, indent, edit) for one in each)
    return _edited_text(fragment, indent, edit)


def _edited_text(fragment: Message, indent: str, edit: Edit | None) -> str:
    if edit:
        edit(fragment)
    text = str(fragment)
    return indent + text[:-1].replace("\n", f"\n{indent}") + "\n" if indent and text else text


def _string_text(
    window: Window,
    field: Field,
    kind: FieldKind,
    message: type[Message],
    indent: str,
    edit: Edit | None,
) -> Iterator[str]:
    """Yield the text of a long string or of bytes; invalid UTF-8 becomes replacement characters."""
    opening, closing = f'{kind.name}: "', '"\n'
    if kind.is_bytes and not edit:
        yield indent + opening
        for start in range(field.start, field.end, FRAGMENT_BYTES):
            raw = window.read_at(start, min(start + FRAGMENT_BYTES, field.end))
            yield "".join(map(_ESCAPES.__getitem__, raw))
        yield closing
        return
    decoder = getincrementaldecoder("utf-8")("replace") if kind.is_string else None
    is_first = True
    for start in range(field.start, field.end, FRAGMENT_BYTES):
        end = min(start + FRAGMENT_BYTES, field.end)
        raw = window.read_at(start, end)
        piece = decoder.decode(raw, final=end == field.end) if decoder else raw
        if not piece:
            continue
        fragment = message(**{kind.name: [piece] if kind.is_repeated else piece})
        text = _edited_text(fragment, "", edit if is_first else None).removesuffix(closing)
        yield indent + text if is_first else text.removeprefix(opening)
        is_first = False
    yield indent + opening + closing if is_first else closing


def _packed_text(
    window: Window, field: Field, kind: FieldKind, message: type[Message], indent: str
) -> Iterator[str]:
    """Yield the text of packed numbers, a line for each."""
    start = field.start
    while start < field.end:
        size = max(FRAGMENT_BYTES, _MAX_NUMBER_BYTES)
        raw = window.read_at(start, min(start + size, field.end))
        if start + len(raw) < field.end:  # cut behind the last complete number
            end = len(raw)
            if kind.element_bytes:
                end -= end % kind.element_bytes
            else:
                while end and raw[end - 1] >= 0x80:  # the last byte of a varint is below 128
                    end -= 1
            raw = raw[:end]
        try:
            head = delimited_head(field.number, len(raw))
            yield _edited_text(message.FromString(head + raw), indent, None)
        except DecodeError:
            raw = b""
        if not raw:
            yield indent + UNREADABLE
            return
        start += len(raw)
