"""Values in event files by tag and run, while the files change or disappear."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scopeboard.errors import DamagedDataError, NotFoundError, TooLargeError
from scopeboard.events.values.summary import Histogram, read_histogram, read_text
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value, read_values
from scopeboard.types import TagKey
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_DOUBLE, DT_STRING
from tools import writer
from tools.loading import Log

KEY = TagKey("histograms", "h")


def old(count: float, tag: str = "h") -> Summary.Value:
    histo = HistogramProto(min=-1, max=2, num=count, bucket_limit=[0, 3], bucket=[count, 1])
    return Summary.Value(tag=tag, histo=histo)


def new(count: float, tag: str = "h") -> Summary.Value:
    tensor = TensorProto(dtype=DT_DOUBLE)
    for size in (2, 3):
        tensor.tensor_shape.dim.add(size=size)
    tensor.tensor_content = np.array([[-1, 0, count], [0, 2, 1]], "<f8").tobytes()
    return Summary.Value(tag=tag, tensor=tensor, metadata=writer.plugin("histograms"))


def words(text: str) -> Summary.Value:
    tensor = TensorProto(dtype=DT_STRING, string_val=[text.encode()])
    return Summary.Value(tag="t", tensor=tensor, metadata=writer.plugin("text"))


def file_of(*values: Summary.Value, start: float = 1000) -> bytes:
    rows = [writer.event(step, value, wall_time=start + step) for step, value in enumerate(values)]
    return writer.version() + b"".join(rows)


Serve = Callable[[bytes], tuple[Log, Path]]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Return a function that writes the only file of run `a` and reads it."""

    def served(data: bytes) -> tuple[Log, Path]:
        path = writer.write_run(tmp_path, "a", data)
        log = Log(tmp_path)
        log.load()
        return log, path

    return served


def series_of(log: Log, key: TagKey = KEY, *, superseded: bool = False) -> BlobSeries:
    (series,) = LoggedValues(log.store).find(key, superseded=superseded)
    return series


def counts(series: BlobSeries) -> list[float | str]:
    """Return the count of the first bucket of each step, or the error."""
    values = read_values(series, range(len(series)), read_histogram)
    return [float(v.count[0]) if isinstance(v, Histogram) else str(v) for v in values]


@pytest.mark.parametrize("make", [old, new])
def test_every_step_is_listed_and_read_on_request(
    serve: Serve, make: Callable[[float], Summary.Value]
) -> None:
    log, _ = serve(file_of(make(5), make(6), make(7)))
    series = series_of(log)
    assert series.step.tolist() == [0, 1, 2]
    assert series.wall_time.tolist() == [1000, 1001, 1002]
    assert counts(series) == [5, 6, 7]
    third = read_value(series, 2, read_histogram)
    assert (third.left.tolist(), third.right.tolist()) == ([-1, 0], [0, 2])


def test_both_forms_are_one(serve: Serve) -> None:
    log, _ = serve(file_of(old(5), new(5)))
    first, second = read_values(series_of(log), range(2), read_histogram)
    assert isinstance(first, Histogram)
    assert isinstance(second, Histogram)
    for a, b in zip(
        (first.left, first.right, first.count),
        (second.left, second.right, second.count),
        strict=True,
    ):
        assert a.tolist() == b.tolist()


def test_a_value_among_others_of_one_record(serve: Serve) -> None:
    log, _ = serve(writer.event(3, words("x"), old(5), old(9, "other")))
    assert counts(series_of(log)) == [5]
    texts = series_of(log, TagKey("text", "t"))
    assert read_value(texts, 0, read_text).item() == "x"


def test_a_step_may_have_several_values(serve: Serve) -> None:
    rows = [(4, 30.0, 1), (2, 10.0, 2), (4, 20.0, 3)]
    log, _ = serve(b"".join(writer.event(s, old(c), wall_time=t) for s, t, c in rows))
    series = series_of(log)
    assert series.step.tolist() == [2, 4, 4]
    assert counts(series) == [2, 3, 1]
    assert list(series.at_step(4)) == [1, 2]
    assert list(series.at_step(3)) == []


def test_superseded_points_are_counted_and_returned_on_request(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", file_of(old(1), old(2), old(3)), "events.out.tfevents.1")
    resumed = writer.event(1, old(9), wall_time=5000)
    writer.write_run(tmp_path, "a", resumed, "events.out.tfevents.2")
    log = Log(tmp_path)
    log.load()
    series = series_of(log)
    assert (counts(series), series.hidden) == ([1, 9], 2)
    every = series_of(log, superseded=True)
    assert (counts(every), every.hidden) == ([1, 2, 9, 3], 0)


def test_only_requested_runs_are_returned(tmp_path: Path) -> None:
    for run in ("a", "b"):
        writer.write_run(tmp_path, run, file_of(old(1)))
    log = Log(tmp_path)
    log.load()
    values, ids = LoggedValues(log.store), {name: run.id for name, run in log.runs().items()}
    assert [series.run for series in values.find(KEY)] == [ids["a"], ids["b"]]
    assert [series.run for series in values.find(KEY, [ids["b"], "nobody"])] == [ids["b"]]
    assert values.find(TagKey("images", "h")) == []
    with pytest.raises(NotFoundError, match="no histograms 'missing'"):
        values.get(TagKey("histograms", "missing"), ids["a"])


def test_metadata_is_that_of_the_tag(serve: Serve) -> None:
    value = new(1)
    value.metadata.display_name = "Weights"
    log, _ = serve(file_of(value, old(2)))
    assert series_of(log).metadata.display_name == "Weights"


def test_a_replaced_file_is_noticed_though_its_checksums_fit(serve: Serve) -> None:
    log, path = serve(file_of(old(1), old(2)))
    series = series_of(log)
    path.write_bytes(file_of(old(1), old(2), start=2000))
    assert all("another value replaced this one." in str(t) for t in counts(series))
    path.write_bytes(file_of(old(1, "i"), old(2, "h")))
    assert counts(series)[1] == 2
    assert "another value" in str(counts(series)[0])


def test_a_truncated_file_loses_only_its_last_value(serve: Serve) -> None:
    log, path = serve(file_of(old(1), old(2)))
    series = series_of(log)
    os.truncate(path, path.stat().st_size - 1)
    first, second = counts(series)
    assert first == 1
    assert "changed at byte" in str(second)


def test_a_flipped_bit_is_noticed(serve: Serve) -> None:
    log, path = serve(file_of(old(1)))
    series = series_of(log)
    data = bytearray(path.read_bytes())
    data[-10] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedDataError, match="changed at byte"):
        read_value(series, 0, read_histogram)


def test_a_file_that_is_gone(serve: Serve) -> None:
    log, path = serve(file_of(old(1), old(2)))
    series = series_of(log)
    path.unlink()
    assert all("cannot be read" in str(text) for text in counts(series))
    with pytest.raises(NotFoundError):
        read_value(series, 0, read_histogram)


def test_the_digest_changes_when_a_file_becomes_unreadable(serve: Serve) -> None:
    log, path = serve(file_of(old(1), old(2)))
    series = series_of(log)
    digest = series.digest()
    path.rename(path.with_name("elsewhere"))
    assert series.digest() != digest
    path.with_name("elsewhere").rename(path)
    assert series.digest() == digest


def test_a_record_that_is_too_long_is_an_error_and_not_read(serve: Serve) -> None:
    log, _ = serve(file_of(old(1)))
    with pytest.raises(TooLargeError, match="more than the limit of 0 MB"):
        read_value(series_of(log), 0, read_histogram, max_bytes=20)


def test_a_value_that_is_no_histogram_is_an_error(serve: Serve) -> None:
    odd = new(1)
    del odd.tensor.tensor_shape.dim[1]
    log, _ = serve(file_of(odd, new(2)))
    broken, whole = counts(series_of(log))
    assert "tensor of 2 elements has more" in str(broken)
    assert whole == 2


def test_the_digest_differs_between_files_and_survives_a_restart(serve: Serve) -> None:
    log, path = serve(file_of(old(1), old(2)))
    digest = series_of(log).digest()
    again = Log(log.path)
    again.load()
    assert series_of(again).digest() == digest
    path.write_bytes(file_of(old(3), old(2)))
    replaced = Log(log.path)
    replaced.load()
    assert series_of(replaced).digest() != digest
