"""Records to columns, on real excerpts and on crafted ones."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import MAX_TAG_CHARACTERS, RUN_GRAPH_TAG, EventDecoder
from scopeboard.events.records.record_reader import NEED_DATA, Damage, Record, RecordReader
from scopeboard.types import TagKey
from scopeboard.wire.event_pb2 import Event, SessionLog
from scopeboard.wire.plugins_pb2 import (
    STATUS_FAILURE,
    STATUS_SUCCESS,
    HParamsPluginData,
    SessionEndInfo,
    Status,
)
from scopeboard.wire.summary_pb2 import DATA_CLASS_SCALAR, Summary
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer

EXCERPTS = Path(__file__).parents[2] / "data" / "events"


def records(data: bytes) -> list[Record | Damage]:
    reader = RecordReader()
    reader.feed(data)
    items = []
    while (item := reader.next(settled=True)) is not NEED_DATA:
        items.append(item)
    return items


def decode(*parts: bytes) -> Batch:
    (batch,) = EventDecoder().decode(records(b"".join(parts)))
    return batch


def test_an_excerpt_of_tensorflow_1() -> None:
    batch = decode((EXCERPTS / "tensorflow_v1.tfevents").read_bytes())
    assert batch.damage == []
    assert batch.scalars["accuracy"].step.tolist() == [0, 10]
    assert batch.scalars["accuracy"].value.tolist() == pytest.approx([0.63, 0.61])
    assert {key.kind for key in batch.blobs} == {"images", "histograms"}
    assert batch.last_step == 10


def test_an_excerpt_of_tensorflow_2() -> None:
    batch = decode((EXCERPTS / "tensorflow_v2.tfevents").read_bytes())
    assert batch.damage == []
    assert batch.scalars["loss"].value.tolist() == pytest.approx([1.0172578, 0.9994491])
    assert {key.kind for key in batch.blobs} == {"histograms", "images", "audio", "text"}
    assert all(len(places.step) == 2 for places in batch.blobs.values())


def test_an_excerpt_of_pytorch() -> None:
    batch = decode((EXCERPTS / "pytorch.tfevents").read_bytes())
    assert batch.damage == []
    assert batch.scalars["loss/train"].value.tolist() == pytest.approx([3.2990553, 855.14294])
    kinds = {key.kind for key in batch.metadata}
    assert kinds >= {"curves", "meshes", "layouts", "text", "audio", "run_metadata"}


def test_several_values_in_one_event_and_places_of_blobs() -> None:
    first = writer.version()
    batch = decode(
        first,
        writer.event(
            3,
            writer.tf1_scalar("a", 1),
            Summary.Value(tag="i", image=Summary.Image(width=1)),
            writer.tf1_scalar("b", 2),
        ),
    )
    assert {tag: columns.value.item() for tag, columns in batch.scalars.items()} == {"a": 1, "b": 2}
    places = batch.blobs[TagKey("images", "i")]
    assert (places.offset.item(), places.value_index.item()) == (len(first), 1)


def test_metadata_of_the_first_value_serves_later_batches() -> None:
    decoder = EventDecoder()
    value = Summary.Value(tag="t", metadata=writer.plugin("text"))
    value.tensor.dtype = DT_STRING
    value.tensor.string_val.append(b"one")
    decoder.decode(records(writer.event(0, value)))
    value.ClearField("metadata")
    (batch,) = decoder.decode(records(writer.event(1, value)))
    assert list(batch.blobs) == [TagKey("text", "t")]


def test_a_tag_that_changes_its_kind_is_two_series_of_one_name() -> None:
    batch = decode(
        writer.event(0, writer.tf1_scalar("x", 1)),
        writer.event(1, Summary.Value(tag="x", image=Summary.Image())),
    )
    assert set(batch.metadata) == {TagKey("scalars", "x"), TagKey("images", "x")}


def test_not_a_number_and_infinities_are_kept() -> None:
    values = [np.nan, np.inf, -np.inf, -0.0]
    batch = decode(*(writer.event(i, writer.tf1_scalar("x", v)) for i, v in enumerate(values)))
    assert np.array_equal(batch.scalars["x"].value, values, equal_nan=True)
    assert np.signbit(batch.scalars["x"].value[3])


def test_steps_at_the_ends_of_int64_are_exact() -> None:
    steps = [-(2**63), 2**53 + 1, 2**63 - 1]
    batch = decode(*(writer.event(step, writer.tf1_scalar("x", 0), wall_time=0) for step in steps))
    assert batch.scalars["x"].step.tolist() == steps


def test_a_record_that_is_no_event_costs_itself() -> None:
    batch = decode(writer.record(b"\xff\xff"), writer.event(0, writer.tf1_scalar("x", 1)))
    assert [damage.kind for damage in batch.damage] == ["not_an_event"]
    assert len(batch.scalars["x"].step) == 1


def test_a_value_that_is_no_number_costs_itself() -> None:
    bad = Summary.Value(tag="x", metadata=writer.plugin("scalars"))
    batch = decode(writer.event(7, bad, writer.tf1_scalar("y", 1)))
    (damage,) = batch.damage
    assert damage.kind == "bad_value"
    assert "'x', step 7" in damage.message
    assert list(batch.scalars) == ["y"]


def test_a_tag_beyond_all_measure_is_cut_but_stays_itself() -> None:
    long = "t" * (MAX_TAG_CHARACTERS + 1)
    batch = decode(
        writer.event(0, writer.tf1_scalar(long + "a", 1), writer.tf1_scalar(long + "b", 2))
    )
    assert len(batch.scalars) == 2
    assert all(len(tag) < MAX_TAG_CHARACTERS + 30 for tag in batch.scalars)
    assert [damage.kind for damage in batch.damage] == ["long_tag"] * 2


@pytest.mark.parametrize(
    ("status", "ending"), [(STATUS_SUCCESS, "done"), (STATUS_FAILURE, "failed")]
)
def test_a_run_says_how_it_ended(status: Status, ending: str) -> None:
    content = HParamsPluginData(session_end_info=SessionEndInfo(status=status))
    value = Summary.Value(
        tag="_hparams_/session_end_info",
        metadata=writer.plugin("hparams", content.SerializeToString()),
    )
    assert decode(writer.event(0, value)).ending == ending


def test_a_run_that_starts_again_has_not_ended() -> None:
    content = HParamsPluginData(session_end_info=SessionEndInfo(status=STATUS_SUCCESS))
    ended = Summary.Value(
        tag="_hparams_/session_end_info",
        metadata=writer.plugin("hparams", content.SerializeToString()),
    )
    start = Event(wall_time=1, session_log=SessionLog(status=SessionLog.START))
    begun = writer.record(start.SerializeToString())
    before, after = EventDecoder().decode(records(writer.event(0, ended) + begun))
    assert (before.ending, before.resumed) == ("done", False)
    assert (after.ending, after.resumed) == (None, True)
    assert decode(begun, writer.event(0, writer.tf1_scalar("x", 1))).resumed


def test_scalars_of_an_unknown_plugin_are_all_kept() -> None:
    first = writer.tf2_scalar("x", 0, first=True)
    first.metadata.plugin_data.plugin_name = "custom plugin"
    first.metadata.data_class = DATA_CLASS_SCALAR
    later = [writer.event(step, writer.tf2_scalar("x", step, first=False)) for step in range(1, 10)]
    batch = decode(writer.event(0, first), *later)
    assert batch.scalars["x"].step.tolist() == list(range(10))
    assert batch.blobs == {}


def test_what_was_logged_replaces_what_was_guessed() -> None:
    named = writer.tf2_scalar("x", 1, first=True)
    named.metadata.display_name = "X"
    guessed = writer.event(0, writer.tf2_scalar("x", 0, first=False))
    batch = decode(guessed, writer.event(1, named))
    assert batch.metadata[TagKey("scalars", "x")].display_name == "X"


@given(st.lists(st.integers(-1, 2**62), max_size=70), st.integers(0, 40), st.binary(max_size=64))
def test_no_tensor_whatever_it_declares_costs_more_than_its_point(
    dims: list[int], dtype: int, content: bytes
) -> None:
    odd = writer.tf2_scalar("odd", 0, first=True)
    odd.tensor.dtype = dtype  # type: ignore[assignment]
    odd.tensor.tensor_content = content
    for size in dims:
        odd.tensor.tensor_shape.dim.add(size=size)
    batch = decode(writer.event(0, odd), writer.event(0, writer.tf1_scalar("good", 1)))
    assert batch.scalars["good"].value.tolist() == [1]
    assert len(batch.scalars) + len(batch.damage) == 2


def test_graphs_are_places_not_bytes() -> None:
    batch = decode(writer.graph_event(b"x" * 1000))
    places = batch.blobs[TagKey("graphs", RUN_GRAPH_TAG)]
    assert (places.offset.item(), places.length.item() > 1000) == (0, True)
