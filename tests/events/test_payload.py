"""A graph is taken out of its event as it stands there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.events.payload import graph_def_of
from scopeboard.wire.event_pb2 import Event

GROUP = b"\xa3\x06\xa4\x06"  # no plain writer writes one, and protobuf passes over it


@given(st.lists(st.sampled_from(["graph", "other graph", "version", "step", "group"])))
def test_the_last_thing_said_counts(parts: list[str]) -> None:
    said = {
        "graph": Event(graph_def=b"one").SerializeToString(),
        "other graph": Event(graph_def=b"another").SerializeToString(),
        "version": Event(file_version="2").SerializeToString(),
        "step": Event(step=5).SerializeToString(),
        "group": GROUP,
    }
    payload = b"".join(said[part] for part in parts)
    event = Event.FromString(payload)
    if event.WhichOneof("what") == "graph_def":
        assert graph_def_of(payload) == event.graph_def
    else:
        with pytest.raises(DamagedDataError, match="holds none"):
            graph_def_of(payload)


def test_what_is_no_event_is_damage() -> None:
    with pytest.raises(DamagedDataError, match="holds no event"):
        graph_def_of(b"\xff")
