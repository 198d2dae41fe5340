"""Whether a large message is sound: its fields and those of messages in it, no values."""

from typing import Final

from google.protobuf.message import Message

from scopeboard.errors import DamagedDataError
from scopeboard.graph.nested import Span, Window
from scopeboard.graph.protofields import DELIMITED

MAX_CHECKED_FIELDS: Final = 20_000
"""What stands behind so many fields is not looked at: strings of a constant may be millions."""
_MAX_DEPTH: Final = 100  # protobuf reads no deeper either


def check_message(window: Window, span: Span, message: type[Message]) -> None:
    """Walk a message and those in it; their values are not read.

    Raises:
        DamagedDataError: one of them is cut, damaged or too deep.
    """
    waiting, seen = [(span, message.DESCRIPTOR, 0)], 0
    while waiting:
        inner, kind, depth = waiting.pop()
        if depth > _MAX_DEPTH:
            raise DamagedDataError("The message is too deep to be read.")
        for field in window.fields(inner):
            seen += 1
            if seen > MAX_CHECKED_FIELDS:
                return
            known = kind.fields_by_number.get(field.number)
            if known is not None and known.message_type and field.wire_type == DELIMITED:
                waiting.append((Span(field.start, field.end), known.message_type, depth + 1))
