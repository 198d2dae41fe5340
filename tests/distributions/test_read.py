"""Histograms as columns, within a limit of buckets."""

from math import nan
from pathlib import Path

import numpy as np
import pytest

from scopeboard.distributions import read
from scopeboard.distributions.read import read_distribution
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.types import TagKey
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from tools import writer
from tools.loading import Log


@pytest.fixture
def series(tmp_path: Path) -> BlobSeries:
    """Return three steps of four buckets each."""
    histo = HistogramProto(min=0, max=4, bucket_limit=[1, 2, 3, 4], bucket=[1, 1, 1, 1])
    value = Summary.Value(tag="h", histo=histo)
    writer.write_run(tmp_path, "a", b"".join(writer.event(step, value) for step in range(3)))
    log = Log(tmp_path)
    log.load()
    (found,) = LoggedValues(log.store).find(TagKey("histograms", "h"))
    return found


def test_buckets_are_in_the_order_of_steps(series: BlobSeries) -> None:
    found = read_distribution(series, [0, 2])
    assert found.step.tolist() == [0, 2]
    assert found.bins.tolist() == [4, 4]
    assert found.left.tolist() == [0, 1, 2, 3] * 2
    assert found.percentiles.shape == (2, 9)


def test_percentiles_are_those_of_buckets_as_logged(series: BlobSeries) -> None:
    logged, merged = (read_distribution(series, range(3), bins) for bins in (0, 2))
    assert merged.bins.max() <= 2
    assert np.array_equal(logged.percentiles, merged.percentiles)


@pytest.mark.parametrize("batch_buckets", [1, 5, 9])
def test_percentiles_do_not_depend_on_the_size_of_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch_buckets: int
) -> None:
    limits = [1.0, 2.0, 4.0, 8.0]
    counts: list[list[float]] = [[1, 2, 3, 4], [], [5, 0, 0, 1], [nan, 2, 2, nan], [], [7]]
    histos = [HistogramProto(bucket_limit=limits[: len(each)], bucket=each) for each in counts]
    values = [Summary.Value(tag="h", histo=histo) for histo in histos]
    writer.write_run(tmp_path, "a", b"".join(map(writer.event, range(6), values)))
    log = Log(tmp_path)
    log.load()
    (found,) = LoggedValues(log.store).find(TagKey("histograms", "h"))
    together = read_distribution(found, range(6)).percentiles
    monkeypatch.setattr(read, "_BATCH_BUCKETS", batch_buckets)
    np.testing.assert_array_equal(read_distribution(found, range(6)).percentiles, together)
    assert len({row.tobytes() for row in together}) > 3


def test_steps_beyond_the_limit_of_buckets_are_listed(series: BlobSeries) -> None:
    read = read_distribution(series, range(3), max_buckets=5)
    assert read.step.tolist() == [0, 1]
    ((step, message),) = read.unread
    assert step == 2
    assert "too many buckets" in message


def test_no_steps_give_empty_columns(series: BlobSeries) -> None:
    read = read_distribution(series, [])
    assert (len(read.step), len(read.left), read.percentiles.shape) == (0, 0, (0, 9))
