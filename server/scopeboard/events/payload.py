"""Reading one thing out of a record when somebody looks at it."""

from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.wire_fields import BYTES, all_fields
from scopeboard.wire.event_pb2 import Event

_GRAPH_DEF: Final = 4
_WHAT: Final = range(3, 10)  # the fields of an event of which the last one counts
_NO_GRAPH: Final = "The event that should hold a graph holds none."


def graph_def_of(payload: bytes) -> bytes:
    """Return the GraphDef that an event carries, still encoded.

    Where it stands is found without a copy of the event, which may be as long as a file.

    Raises:
        DamagedDataError: the payload is no event, or one without a graph.
    """
    try:
        fields = all_fields(payload, 0, len(payload))
    except ValueError:
        return _graph_def_by_protobuf(payload)
    said = [field for field in fields if field.number in _WHAT and field.wire_type == BYTES]
    if not said or said[-1].number != _GRAPH_DEF:
        raise DamagedDataError(_NO_GRAPH)
    return payload[said[-1].start : said[-1].end]


def _graph_def_by_protobuf(payload: bytes) -> bytes:
    """Do the same with what no plain writer writes, and with what is no event."""
    try:
        event = Event.FromString(payload)
    except DecodeError as error:
        raise DamagedDataError("The record that should hold a graph holds no event.") from error
    if event.WhichOneof("what") != "graph_def":
        raise DamagedDataError(_NO_GRAPH)
    return event.graph_def
