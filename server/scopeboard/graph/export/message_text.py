"""The text of a protobuf message, written from its bytes where they are, a part at a time.

Theory. The text of a message is the text of its fields in the order of their numbers. So bytes are
never decoded as a whole: fields of one number that follow one another are decoded in fragments of
up to 128 KiB, each as a message of its own, and the protobuf library writes their text. A field
that is larger is a message, which is walked the same way; or a string, bytes or packed numbers,
which are cut into fragments between characters or numbers. Memory depends on none of their sizes.
A message that writes its fields in any order is sorted a million fields at a time. Of entries of a
map with the same key all are written; who reads the text takes the last, as of the bytes.
"""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from scopeboard.errors import DamagedDataError
from scopeboard.protowire.fields import DELIMITED, Field, delimited_head
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.tensor_pb2 import TensorProto

FRAGMENT_BYTES: Final = 128 << 10
"""A fragment of up to this size is decoded."""
MAX_FIELDS_AT_ONCE: Final = 1 << 20
MAX_RUNS_AT_ONCE: Final = 1 << 16
_MAX_NUMBER_BYTES: Final = 16  # a varint takes up to 10
_MAX_DEPTH: Final = 100  # protobuf reads no deeper either

UNREADABLE: Final = "# What stands here cannot be read.\n"
CUT: Final = "# The message is cut or damaged here; what follows cannot be read.\n"

Edit = Callable[[Message], None]
"""Changes a fragment of a message: it has some of the message's fields, or only one."""


class Run(NamedTuple):
    """Fields of one number that follow one another, tags included."""

    number: int
    begin: int
    end: int


class _Kind(NamedTuple):
    """What a field holds: `inner` is the class of a message, else it is a scalar."""

    name: str
    inner: type[Message] | None
    is_repeated: bool
    is_string: bool
    is_bytes: bool
    oneof: str
    element_bytes: int


_ELEMENT_BYTES: Final = {
    **dict.fromkeys(
        (FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FIXED64, FieldDescriptor.TYPE_SFIXED64),
        8,
    ),
    **dict.fromkeys(
        (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_FIXED32, FieldDescriptor.TYPE_SFIXED32), 4
    ),
}
"""Of packed numbers; all others end with a byte below 128."""


_kinds: Final[dict[tuple[type[Message], int], _Kind]] = {}


def _kind(message: type[Message], number: int) -> _Kind | None:
    """Return what a field of a message holds, None for one that is unknown."""
    if number not in message.DESCRIPTOR.fields_by_number:
        return None
    if (message, number) not in _kinds:
        _kinds[message, number] = _find_kind(message, number)
    return _kinds[message, number]


def _find_kind(message: type[Message], number: int) -> _Kind:
    field = message.DESCRIPTOR.fields_by_number[number]
    held = getattr(message(), field.name)
    is_map = hasattr(held, "GetEntryClass")
    inner: type[Message] | None = None
    if is_map:
        inner = held.GetEntryClass()
    elif field.message_type is not None:
        inner = type(held if isinstance(held, Message) else held.add())
    return _Kind(
        name=field.name,
        inner=inner,
        is_repeated=is_map or hasattr(held, "append"),
        is_string=field.type == FieldDescriptor.TYPE_STRING,
        is_bytes=field.type == FieldDescriptor.TYPE_BYTES,
        oneof=field.containing_oneof.name if field.containing_oneof else "",
        element_bytes=_ELEMENT_BYTES.get(field.type, 0),
    )


def message_text(
    window: Window,
    spans: Sequence[Span],
    message: type[Message],
    indent: str = "",
    edit: Edit | None = None,
) -> Iterator[str]:
    """Yield the text of a message.

    What cannot be read is replaced by a comment.

    Args:
        window: the bytes.
        spans: where the message stands; of several, it is all of them, merged.
        message: its class.
        indent: stands before each line.
        edit: changes what is written; see `Edit`.
    """
    if len(indent) > 2 * _MAX_DEPTH:
        yield indent + UNREADABLE
        return
    if sum(span.end - span.start for span in spans) <= FRAGMENT_BYTES:
        with suppress(DecodeError):
            whole = message.FromString(b"".join(window.read_at(*span) for span in spans))
            yield _written(whole, indent, edit)
            return
    found = chain.from_iterable(runs_of(window, span) for span in spans)
    is_cut = False
    while not is_cut:
        batch: list[Run] = []
        try:
            fields = 0
            for run, count in found:
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
    """Yield the fields of a message in runs, with how many there are in each.

    A run is no larger than a fragment unless it is one field.

    Raises:
        DamagedDataError: the message is cut or damaged; after what stands before.
    """
    held, count = Run(0, 0, 0), 0
    try:
        for number, _, begin, _, end in window.fields(span):
            if count and held.number == number and end - held.begin <= FRAGMENT_BYTES:
                held = held._replace(end=end)
                count += 1
                continue
            if count:
                yield held, count
            held, count = Run(number, begin, end), 1
    except DamagedDataError:
        if count:
            yield held, count
        raise
    if count:
        yield held, count


def runs_text(
    window: Window,
    runs: Sequence[Run],
    message: type[Message],
    indent: str = "",
    edit: Edit | None = None,
) -> Iterator[str]:
    """Yield the text of fields of a message, by number; see `message_text`."""
    of_number: dict[int, list[Run]] = {}
    for run in runs:
        of_number.setdefault(run.number, []).append(run)
    for number in sorted(of_number.keys() - _overruled(runs, message)):
        kind, some = _kind(message, number), of_number[number]
        if kind is None:
            continue
        if kind.is_repeated:
            for run in some:
                yield from run_text(window, run, message, indent, edit)
        elif kind.inner is not None and len(some) > 1:
            spans = [
                Span(field.start, field.end)
                for run in some
                for field in window.fields(Span(run.begin, run.end))
            ]
            yield from _enclosed(
                kind.name, message_text(window, spans, kind.inner, indent + "  "), indent
            )
        else:
            yield from run_text(window, some[-1], message, indent, edit)


def _overruled(runs: Sequence[Run], message: type[Message]) -> set[int]:
    """Return the fields of a oneof that are not the last one written."""
    last: dict[str, int] = {}
    overruled: set[int] = set()
    for run in runs:
        kind = _kind(message, run.number)
        if kind is not None and kind.oneof:
            before = last.get(kind.oneof, run.number)
            if before != run.number:
                overruled.add(before)
                overruled.discard(run.number)
            last[kind.oneof] = run.number
    return overruled


def run_text(
    window: Window, run: Run, message: type[Message], indent: str = "", edit: Edit | None = None
) -> Iterator[str]:
    """Yield the text of a run of fields; see `message_text`."""
    if run.end - run.begin <= FRAGMENT_BYTES:
        yield _fragment_text(window, run, message, indent, edit)
        return
    (field,) = window.fields(Span(run.begin, run.end))
    kind = _kind(message, run.number)
    if kind is None:
        return
    if field.wire_type != DELIMITED:
        yield _fragment_text(window, run, message, indent, edit)
    elif kind.inner is not None:
        inner = message_text(window, [Span(field.start, field.end)], kind.inner, indent + "  ")
        yield from _enclosed(kind.name, inner, indent)
    elif kind.is_string or kind.is_bytes:
        yield from _long_text(window, field, message, indent, edit)
    elif kind.is_repeated:
        yield from _packed_text(window, field, message, indent)


def _enclosed(name: str, inner: Iterator[str], indent: str) -> Iterator[str]:
    yield f"{indent}{name} {{\n"
    yield from inner
    yield f"{indent}}}\n"


def _fragment_text(
    window: Window, run: Run, message: type[Message], indent: str, edit: Edit | None
) -> str:
    try:
        fragment = message.FromString(window.read_at(run.begin, run.end))
    except DecodeError:
        fields = list(window.fields(Span(run.begin, run.end)))
        if len(fields) == 1:
            return indent + UNREADABLE
        each = (Run(field.number, field.begin, field.end) for field in fields)
        return "".join(_fragment_text(window, one, message, indent, edit) for one in each)
    return _written(fragment, indent, edit)


def _written(fragment: Message, indent: str, edit: Edit | None) -> str:
    if edit:
        edit(fragment)
    text = str(fragment)
    return indent + text[:-1].replace("\n", f"\n{indent}") + "\n" if indent and text else text


def _long_text(
    window: Window, field: Field, message: type[Message], indent: str, edit: Edit | None
) -> Iterator[str]:
    """Yield the text of a long string, or of bytes; a string that is not UTF-8 gets marks."""
    kind = _kind(message, field.number)
    if kind is None:
        return
    opening, closing = f'{kind.name}: "', '"\n'
    if kind.is_bytes and not edit:
        yield indent + opening
        for start in range(field.start, field.end, FRAGMENT_BYTES):
            raw = window.read_at(start, min(start + FRAGMENT_BYTES, field.end))
            yield "".join(map(_escapes().__getitem__, raw))
        yield closing
        return
    decoder = getincrementaldecoder("utf-8")("replace") if kind.is_string else None
    is_first = True
    for start in range(field.start, field.end, FRAGMENT_BYTES):
        end = min(start + FRAGMENT_BYTES, field.end)
        raw = window.read_at(start, end)
        part = decoder.decode(raw, final=end == field.end) if decoder else raw
        if not part:
            continue
        fragment = message(**{kind.name: [part] if kind.is_repeated else part})
        text = _written(fragment, "", edit if is_first else None).removesuffix(closing)
        yield indent + text if is_first else text.removeprefix(opening)
        is_first = False
    yield indent + opening + closing if is_first else closing


@cache
def _escapes() -> list[str]:
    """Return how the protobuf library writes each byte; to have it write many takes six times."""
    opening, closing = 'tensor_content: "', '"\n'
    texts = (str(TensorProto(tensor_content=bytes([byte]))) for byte in range(256))
    return [text.removeprefix(opening).removesuffix(closing) for text in texts]


def _packed_text(
    window: Window, field: Field, message: type[Message], indent: str
) -> Iterator[str]:
    """Yield the text of packed numbers, a line for each."""
    kind = _kind(message, field.number)
    start = field.start
    while kind is not None and start < field.end:
        size = max(FRAGMENT_BYTES, _MAX_NUMBER_BYTES)
        raw = window.read_at(start, min(start + size, field.end))
        if start + len(raw) < field.end:
            raw = raw[: _end_of_numbers(raw, kind.element_bytes)]
        try:
            head = delimited_head(field.number, len(raw))
            yield _written(message.FromString(head + raw), indent, None)
        except DecodeError:
            raw = b""
        if not raw:
            yield indent + UNREADABLE
            return
        start += len(raw)


def _end_of_numbers(raw: bytes, element_bytes: int) -> int:
    """Return where the last number that is whole ends; 0 bytes mean a varying length."""
    end = len(raw)
    if element_bytes:
        return end - end % element_bytes
    while end and raw[end - 1] >= 0x80:
        end -= 1
    return end
