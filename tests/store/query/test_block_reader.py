"""Blocks are read bit for bit, and damaged blocks are errors."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.decode.batch import Columns
from scopeboard.store.format.block_codec import describe_blocks, encode_blocks
from scopeboard.store.query.block_reader import DamagedBlockError, read_points
from tools.stored import SEGMENT, columns, reading, written

INT64 = st.integers(-(2**63), 2**63 - 1)
FLOAT64 = st.floats() | st.floats(width=32)


@st.composite
def blocks_of_points(draw: st.DrawFn) -> list[Columns]:
    """Return blocks of any steps, listed or even, and of any values, single or double."""
    blocks = []
    for _ in range(draw(st.integers(1, 6))):
        count = draw(st.integers(1, 9))
        value = draw(st.lists(FLOAT64, min_size=count, max_size=count))
        times = draw(st.lists(FLOAT64, min_size=count, max_size=count))
        steps = draw(st.lists(INT64, min_size=count, max_size=count) | st.just(list(range(count))))
        blocks.append(columns(steps, value, times))
    return blocks


@given(blocks_of_points(), st.randoms(use_true_random=False))
def test_columns_equal_the_written_ones_bit_for_bit(blocks: list[Columns], random: object) -> None:
    rows, read = written(blocks)
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    points = read_points(rows[order], read)
    for name in ("step", "wall_time", "value"):
        expected = np.concatenate([getattr(blocks[at], name) for at in order])
        assert getattr(points, name).tobytes() == expected.tobytes()
    assert points.count.tolist() == [len(blocks[at].step) for at in order]
    assert points.spread(np.array(order)).tolist() == [at for at in order for _ in blocks[at].step]


def test_neighbours_are_read_together_and_strangers_apart() -> None:
    blocks = [columns(range(50), [at] * 50) for at in range(100)]
    rows, read = written(blocks)
    asked: list[tuple[int, int]] = []

    def noted(segment: int, place: int, length: int) -> bytes:
        asked.append((place, length))
        return read(segment, place, length)

    read_points(rows, noted)
    assert asked == [(0, 100 * 50 * 12)]
    asked.clear()
    read_points(rows[[3, 4, 90]], noted)
    assert asked == [(3 * 600, 1200), (90 * 600, 600)]


def test_places_of_different_segments_are_different_places() -> None:
    one, other = columns([1], [1.0]), columns([2], [2.0])
    rows = np.concatenate([describe_blocks(block, np.array([1])) for block in (one, other)])
    data = {}
    for at, block in enumerate((one, other)):
        data[at + 1] = encode_blocks(rows[at : at + 1], block)
        rows["segment"][at] = at + 1
    points = read_points(rows, lambda segment, place, length: data[segment][place : place + length])
    assert points.value.tolist() == [1, 2]


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda _: b"", lambda _: b"?" * 999])
def test_bytes_that_fail_their_checksum_are_no_points(damage: object) -> None:
    points = columns(range(20), range(20))
    rows = describe_blocks(points, np.array([20]))
    rows["segment"], rows["file"] = SEGMENT, 5
    data: bytes = damage(encode_blocks(rows, points))  # type: ignore[operator]
    with pytest.raises(DamagedBlockError) as error:
        read_points(rows, reading(data))
    assert error.value.files == [5]


def test_damage_names_the_files_and_each_once() -> None:
    blocks: Sequence[Columns] = [columns(range(5), range(5)) for _ in range(4)]
    rows, read = written(blocks)
    rows["file"] = [3, 1, 1, 2]
    rows["crc"][:3] += 1
    with pytest.raises(DamagedBlockError) as error:
        read_points(rows, read)
    assert error.value.files == [1, 3]


def test_no_blocks_are_no_points() -> None:
    rows, read = written([columns([1], [1])])
    points = read_points(rows[:0], read)
    assert points.total == len(points.value) == len(points.step) == 0
