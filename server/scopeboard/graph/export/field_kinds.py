"""The kinds of a message's fields, as its descriptor defines them."""

from typing import Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

_ELEMENT_BYTES: Final = {
    FieldDescriptor.TYPE_DOUBLE: 8,
    FieldDescriptor.TYPE_FIXED64: 8,
    FieldDescriptor.TYPE_SFIXED64: 8,
    FieldDescriptor.TYPE_FLOAT: 4,
    FieldDescriptor.TYPE_FIXED32: 4,
    FieldDescriptor.TYPE_SFIXED32: 4,
}


class FieldKind(NamedTuple):
    """What a field holds.

    `inner` is the class of a message or of a map's entries, None for scalars. `oneof` is the name
    of the oneof around it, or empty. `element_bytes` is the size of a packed number, 0 for varints.
    """

    name: str
    inner: type[Message] | None
    is_repeated: bool
    is_string: bool
    is_bytes: bool
    oneof: str
    element_bytes: int


_kinds: Final[dict[tuple[type[Message], int], FieldKind]] = {}


def find_field_kind(message: type[Message], number: int) -> FieldKind | None:
    """Return the kind of a field by its number, None for an unknown number."""
    field = message.DESCRIPTOR.fields_by_number.get(number)
    if field is None:
        return None
    if kind := _kinds.get((message, number)):
        return kind
    value = getattr(message(), field.name)
    is_map = hasattr(value, "GetEntryClass")
    inner: type[Message] | None = None
    if is_map:
        inner = value.GetEntryClass()
    elif field.message_type is not None:
        inner = type(value if isinstance(value, Message) else value.add())
    kind = _kinds[message, number] = FieldKind(
        name=field.name,
        inner=inner,
        is_repeated=is_map or hasattr(value, "append"),
        is_string=field.type == FieldDescriptor.TYPE_STRING,
        is_bytes=field.type == FieldDescriptor.TYPE_BYTES,
        oneof=field.containing_oneof.name if field.containing_oneof else "",
        element_bytes=_ELEMENT_BYTES.get(field.type, 0),
    )
    return kind
