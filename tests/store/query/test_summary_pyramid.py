"""Cached summaries give the same buckets as the points, or an error if these changed."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.decode.batch import Columns
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.query import Selection, SeriesQuery, select
from scopeboard.store.query.range import NEVER, SeriesSet
from scopeboard.store.query.summary_pyramid import SummaryPyramids, chunk_rows, summarise_blocks
from scopeboard.store.segments.reader import Read
from scopeboard.types import RunId
from tools.examples import examples
from tools.stored import SEGMENT, reading, series_blocks, written

COLUMNS = ("x", "min", "max", "mean", "first", "last", "count", "nans", "infs", "negative_infs")


def long_series(
    *counts: int,
    stride: int = 3,
    start: int = 0,
    double: bool = False,
    listed: bool = False,
    seed: int = 0,
) -> list[Columns]:
    """Return blocks of rising steps, even or not, and of rising wall times, one after another."""
    random = np.random.default_rng(seed)
    blocks, time = [], 1e9
    for count in counts:
        step = start + stride * np.arange(count)
        step += random.integers(0, stride, count) if listed else 0
        value = random.normal(size=count).astype(np.float64 if double else np.float32)
        times = time + np.cumsum(random.integers(0, 3, count) / 7)
        blocks.append(Columns(step, times, value.astype(np.float64)))
        start, time = start + stride * count, float(times[-1])
    return blocks


def assert_equal(one: Selection, other: Selection) -> None:
    for name in COLUMNS:
        exact = name != "mean"
        left, right = getattr(one.buckets, name), getattr(other.buckets, name)
        np.testing.assert_allclose(left, right, rtol=0 if exact else 1e-9, atol=0)
    assert one.bucket_ends.tolist() == other.bucket_ends.tolist()


@examples(60)
@given(
    counts=st.lists(st.sampled_from([1, 31, 2048, 2049, 4000, 6001]), min_size=1, max_size=4),
    stride=st.sampled_from([1, 3, 10]),
    start=st.integers(-(2**40), 2**40),
    points=st.integers(1, 40),
    axis=st.sampled_from(["step", "wall_time", "relative"]),
    double=st.booleans(),
    listed=st.booleans(),
    data=st.data(),
)
def test_an_answer_is_the_same_with_and_without_them(
    counts: list[int],
    stride: int,
    start: int,
    points: int,
    axis: Axis,
    *,
    double: bool,
    listed: bool,
    data: st.DataObject,
) -> None:
    options = {"stride": stride, "start": start, "double": double, "listed": listed}
    blocks = long_series(*counts, **options)  # type: ignore[arg-type]
    part, read = series_blocks([blocks, long_series(5000, seed=1)])
    pyramids = SummaryPyramids()
    first, last = float(start), float(start + stride * sum(counts))
    if axis != "step":
        first, last = blocks[0].wall_time[0], blocks[-1].wall_time[-1]
    if axis == "relative":
        first, last = 0.0, last - first
    for _ in range(3):
        bounds = data.draw(st.tuples(*[st.floats(first, last) | st.none()] * 2))
        question = SeriesQuery(axis, Range(*bounds), points)
        plain = select(part, question, read)
        for _ in range(2):
            found = select(part, question, read, pyramids)
            assert_equal(found, plain)
            for name in ("total", "low", "high", "hidden", "undated"):
                assert getattr(found.counts, name).tolist() == getattr(plain.counts, name).tolist()


def counted(read: Read, lengths: list[int]) -> Read:
    """Return a reader that records the number of requested bytes."""

    def noted(segment: int, place: int, length: int) -> bytes:
        lengths.append(length)
        return read(segment, place, length)

    return noted


@pytest.mark.parametrize("axis", ["step", "wall_time", "relative"])
@pytest.mark.parametrize("listed", [False, True])
def test_few_rows_of_summarised_blocks_are_read_again(axis: Axis, *, listed: bool) -> None:
    part, read = series_blocks([long_series(*[50_000] * 4, listed=listed)])
    lengths: list[int] = []
    pyramids = SummaryPyramids()
    select(part, SeriesQuery(axis, points=10), counted(read, lengths), pyramids)
    assert sum(lengths) >= 4 * 50_000 * (20 if listed else 12)
    lengths.clear()
    select(part, SeriesQuery(axis, points=10), counted(read, lengths), pyramids)
    assert 0 < sum(lengths) < 10_000


def test_blocks_whose_points_go_back_in_time_are_read_as_they_are() -> None:
    forth, back = long_series(4000, 4000)
    back = back._replace(wall_time=back.wall_time[::-1].copy())
    part, read = series_blocks([[forth, back]])
    pyramids = SummaryPyramids()
    question = SeriesQuery("wall_time", points=5)
    for _ in range(2):
        assert_equal(select(part, question, read, pyramids), select(part, question, read))
    known = pyramids.find(part.blocks, "wall_time")
    assert [chunks is not None for chunks in known] == [True, False]


def test_values_that_have_changed_since_are_damage() -> None:
    blocks = long_series(50_000)
    rows, _ = written(blocks)
    data = bytearray(_bytes_of(blocks))
    part = SeriesSet(rows, np.zeros(1, np.int64), np.full(1, NEVER), [RunId("a")])
    rows["file"] = 5
    pyramids = SummaryPyramids()
    question = SeriesQuery(points=7)
    select(part, question, reading(bytes(data)), pyramids)
    edge = 50_000 * 8 + 50_000 // 7 * 4
    data[edge] ^= 1
    with pytest.raises(DamagedBlockError) as error:
        select(part, question, reading(bytes(data)), pyramids)
    assert error.value.files == [5]
    with pytest.raises(DamagedBlockError):
        select(part, question, reading(bytes(data[:edge])), pyramids)


def _bytes_of(blocks: list[Columns]) -> bytes:
    rows, read = written(blocks)
    assert rows["offset"].tolist() == [0]
    return read(SEGMENT, 0, 1 << 30)


def test_a_block_with_values_that_are_not_finite_is_read_exactly() -> None:
    (block,) = long_series(5000)
    block.value[[7, 2500, 4000]] = np.nan, np.inf, -np.inf
    part, read = series_blocks([[block]])
    pyramids = SummaryPyramids()
    for _ in range(2):
        found = select(part, SeriesQuery(points=5), read, pyramids)
        assert found.buckets.nans.tolist() == [1, 0, 0, 0, 0]
        assert found.buckets.infs.tolist() == [0, 0, 1, 0, 1]
        assert found.buckets.negative_infs.tolist() == [0, 0, 0, 0, 1]


def test_the_memory_for_them_is_bounded() -> None:
    pyramids = SummaryPyramids(nbytes=20_000)
    for seed in range(20):
        blocks = long_series(4096, seed=seed, start=seed)
        rows, _ = written(blocks)
        rows["offset"] = seed
        count, chunks = np.array([4096]), np.array([32])
        pyramids.put(rows, "even", summarise_blocks(count, chunks, blocks[0].value, None))
    known = []
    for seed in range(20):
        rows, _ = written(long_series(4096, seed=seed, start=seed))
        rows["offset"] = seed
        known += pyramids.find(rows, "even")
    kept = [one is not None for one in known]
    assert kept == [False] * 17 + [True] * 3
    assert sum(one.nbytes for one in known if one) <= 20_000


def test_chunks_are_longer_in_longer_series() -> None:
    rows = chunk_rows(np.array([0, 1, 10**6, 10**7, 10**8])).tolist()
    assert rows == [32, 32, 32, 128, 512]


@pytest.mark.parametrize("axis", ["step", "relative"])
def test_ten_series_of_a_million_points_take_little_memory(axis: Axis) -> None:
    rows, read = written(long_series(*[50_000] * 20, start=1))
    part = SeriesSet(
        np.tile(rows, 10), np.repeat(np.arange(10), 20), np.full(200, NEVER), [RunId("a")] * 10
    )
    question = SeriesQuery(axis, points=1000)
    pyramids = SummaryPyramids()
    for _ in range(2):
        tracemalloc.start()
        select(part, question, read, pyramids)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 40e6
