"""Reading one thing out of a record when somebody looks at it."""

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.wire.event_pb2 import Event


def graph_def_of(payload: bytes) -> bytes:
    """Return the GraphDef that an event carries, still encoded.

    Raises:
        DamagedDataError: the payload is no event, or one without a graph.
    """
    try:
        event = Event.FromString(payload)
    except DecodeError as error:
        raise DamagedDataError("The record that should hold a graph holds no event.") from error
    if event.WhichOneof("what") != "graph_def":
        raise DamagedDataError("The event that should hold a graph holds none.")
    return event.graph_def
