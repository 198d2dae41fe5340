"""The points of scalars in long form: all of them, bit for bit, in a stated order."""

import pickle
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scopeboard as sb
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.logs.scalars import _sample
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer
from tools.examples import examples
from tools.served import excerpt

ODD = [1.0, float("nan"), float("inf"), -0.0, float("-inf"), 1e-45, 3.4e38]


def opened(path: Path) -> sb.Log:
    return sb.open(path, use_index=False)


def decoded(data: bytes) -> Iterator[tuple[str, int, float, float]]:
    """Yield tag, step, wall time and value of the scalars of an event file, decoded by hand."""
    plugins: dict[str, str] = {}
    while data:
        length = struct.unpack_from("<Q", data)[0]
        event = Event.FromString(data[12 : 12 + length])
        data = data[16 + length :]
        for value in event.summary.value:
            plugins.setdefault(value.tag, value.metadata.plugin_data.plugin_name)
            if value.HasField("simple_value"):
                yield value.tag, event.step, event.wall_time, value.simple_value
            elif value.HasField("tensor") and plugins[value.tag] == "scalars":
                assert value.tensor.dtype == DT_FLOAT
                content = value.tensor.tensor_content
                number = (
                    value.tensor.float_val[0] if not content else struct.unpack("<f", content)[0]
                )
                yield value.tag, event.step, event.wall_time, number


@pytest.mark.parametrize("name", ["pytorch", "tensorflow_v1", "tensorflow_v2"])
def test_every_point_is_there_bit_for_bit(name: str, tmp_path: Path) -> None:
    data = excerpt(f"events/{name}.tfevents")
    writer.write_run(tmp_path, "a", data)
    expected = sorted(decoded(data), key=lambda point: point[:3])
    assert expected
    points = opened(tmp_path).scalars()
    tags, steps, times, values = zip(*expected, strict=True)
    assert list(points.run) == ["a"] * len(expected)
    assert list(points.tag) == list(tags)
    assert points.step.dtype == np.int64
    assert points.step.tolist() == list(steps)
    assert points.wall_time.tobytes() == np.array(times, np.float64).tobytes()
    assert points.value.tobytes() == np.array(values, np.float64).tobytes()


def test_values_that_are_no_numbers_stay(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": ODD}))
    logged = np.array(ODD, np.float32).astype(np.float64)
    assert opened(tmp_path).scalars("x").value.tobytes() == logged.tobytes()


def test_rows_are_by_tag_as_requested_then_by_the_time_of_runs(tmp_path: Path) -> None:
    late = writer.event(0, writer.tf1_scalar("x", 1), writer.tf1_scalar("y", 2), wall_time=2e9)
    writer.write_run(tmp_path, "a", late)
    writer.write_run(tmp_path, "b", writer.scalar_file({"x": [3, 4], "y": [5]}))
    points = opened(tmp_path).scalars(["y", "x"])
    rows = [(row["tag"], row["run"], row["step"], row["value"]) for row in points]
    assert rows == [
        ("y", "b", 0, 5),
        ("y", "a", 0, 2),
        ("x", "b", 0, 3),
        ("x", "b", 1, 4),
        ("x", "a", 0, 1),
    ]
    assert points.tag.names == ("y", "x")


def test_tags_and_runs_are_chosen_by_name_and_glob(tmp_path: Path) -> None:
    for run in ("base/1", "base/2", "wide"):
        writer.write_run(tmp_path, run, writer.scalar_file({"train/loss": [1], "val/loss": [2]}))
    log = opened(tmp_path)
    assert log.tags() == ["train/loss", "val/loss"]
    assert len(log.scalars()) == 6
    assert len(log.scalars("*/loss", runs="base/?")) == 4
    assert len(log.scalars(["val/loss"], runs=["wide", "base/1"])) == 2
    assert len(log.scalars("no*")) == 0
    assert log.scalars("no*").run.names == ()
    with pytest.raises(NotFoundError, match="no tag of scalars 'val/los'; there is 'val/loss'"):
        log.scalars("val/los")
    with pytest.raises(NotFoundError, match="no run 'nothing'"):
        log.scalars(runs="nothing")


def test_steps_are_a_slice_without_its_stop(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": range(10)}))
    log = opened(tmp_path)
    assert log.scalars(steps=slice(7, None)).step.tolist() == [7, 8, 9]
    assert log.scalars(steps=slice(np.int64(2), 4)).step.tolist() == [2, 3]
    assert log.scalars(steps=slice(None, 0)).step.tolist() == []
    for wrong in (slice(0, 9, 2), slice(0.5, None)):
        with pytest.raises(QueryError):
            log.scalars(steps=wrong)
    for other in (5, range(3)):
        with pytest.raises(TypeError, match=r"steps is a slice, such as slice\(1000, None\)"):
            log.scalars(steps=other)  # type: ignore[arg-type]


def test_superseded_points_are_there_on_request(tmp_path: Path) -> None:
    first = [writer.event(step, writer.tf1_scalar("x", step)) for step in range(4)]
    again = [
        writer.event(step, writer.tf1_scalar("x", 10 + step), wall_time=1.8e9 + step)
        for step in (2, 3)
    ]
    writer.write_run(tmp_path, "a", b"".join(first), "1.tfevents")
    writer.write_run(tmp_path, "a", b"".join(again), "2.tfevents")
    log = opened(tmp_path)
    assert log.scalars("x").value.tolist() == [0, 1, 12, 13]
    assert log.scalars("x", superseded=True).value.tolist() == [0, 1, 2, 12, 3, 13]


def test_a_sample_is_of_long_series_alone_and_has_their_extremes(tmp_path: Path) -> None:
    values = np.sin(np.arange(1000.0))
    values[[300, 700]] = [-9, 9]
    writer.write_run(tmp_path, "long", writer.scalar_file({"x": values}))
    writer.write_run(tmp_path, "short", writer.scalar_file({"x": values[:7]}))
    points = opened(tmp_path).scalars("x", points=20)
    long = points[points.run == "long"]
    assert 10 <= len(long) <= 20
    assert {0, 300, 700, 999} <= {*long.step.tolist()}
    assert long.value.tolist() == values[long.step].astype(np.float32).tolist()
    assert points[points.run == "short"].step.tolist() == list(range(7))
    with pytest.raises(QueryError, match="1 or more"):
        opened(tmp_path).scalars("x", points=0)
    with pytest.raises(TypeError, match=r"points is an integer, or None for every point: not 2\.5"):
        opened(tmp_path).scalars("x", points=2.5)  # type: ignore[arg-type]


@examples(200)
@given(
    st.lists(st.sampled_from([0.0, 1.0, -3.0, 7.5, *ODD]), min_size=2, max_size=60),
    st.integers(1, 20),
)
def test_a_sample_has_at_most_so_many_rows_and_no_row_twice(values: list[float], most: int) -> None:
    if len(values) <= most:
        return
    rows = _sample(np.array(values), most)
    assert 1 <= len(rows) <= most
    assert np.all(np.diff(rows) > 0)
    assert rows[-1] == len(values) - 1
    assert rows[0] == 0 or most == 1
    finite = [value for value in values[1:-1] if np.isfinite(value)]
    if most >= 4 and finite:
        assert {min(finite), max(finite)} <= {values[row] for row in rows.tolist()}


def test_a_scalar_that_changes_its_kind_is_two_tags(tmp_path: Path) -> None:
    text = Summary.Value(tag="x", metadata=writer.plugin("text"))
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    writer.write_run(tmp_path, "b", writer.event(0, text))
    assert list(opened(tmp_path).scalars("x").run) == ["a"]


def test_points_can_be_pickled_and_what_is_open_cannot(tmp_path: Path) -> None:
    data = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    writer.write_run(tmp_path, "run", data + writer.scalar_file({"x": ODD}))
    log = opened(tmp_path)
    points = log.scalars("x")
    loaded = pickle.loads(pickle.dumps(points[points.step > 0]))  # noqa: S301 - of this test
    assert loaded.value.tobytes() == points.value[1:].tobytes()
    assert (loaded.reader, points[:1].reader) == (None, points.reader)
    with pytest.raises(TypeError, match=f"in the other process, open {tmp_path}"):
        pickle.dumps(log)
    with pytest.raises(TypeError, match="pickle its tables"):
        pickle.dumps(log.graph())
