"""Checksums of many payloads at once, against each by itself."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.unaligned import Offsets, Unaligned
from scopeboard.events.records.checksums import failing_records
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import frame

SIZES = st.lists(st.sampled_from([0, 1, 5, 34, 56, 700, 2031, 2032, 2033, 4090, 9000]), max_size=60)


def places(records: list[bytes], gap: int = 0) -> tuple[Offsets, Offsets]:
    sizes = np.array([len(record) for record in records], np.int64)
    starts = np.cumsum(sizes + gap) - sizes - gap
    return starts, starts + sizes


def failing(records: list[bytes], gap: int = 0) -> list[int]:
    source = Unaligned(np.frombuffer(bytes(gap).join(records) + bytes(gap), np.uint8))
    return failing_records(source, *places(records, gap))


@given(SIZES, st.integers(0, 2**32), st.integers(0, 3))
def test_whole_records_pass_and_exactly_the_flipped_ones_fail(
    sizes: list[int], seed: int, flips: int
) -> None:
    random = Random(seed)  # noqa: S311 - bytes for a test
    records = [frame(random.randbytes(size)) for size in sizes]
    assert failing(records, gap=random.choice([0, 3])) == []
    flipped = set(random.sample(range(len(records)), min(flips, len(records))))
    for index in flipped:
        content = bytearray(records[index])
        content[random.randrange(HEADER_BYTES, len(content))] ^= 1 << random.randrange(8)
        records[index] = bytes(content)
    assert failing(records) == sorted(flipped)


def test_every_bit_counts() -> None:
    records = [frame(bytes([index]) * 30) for index in range(60)]
    for bit in range(8 * (30 + 4)):
        content = bytearray(records[40])
        content[HEADER_BYTES + bit // 8] ^= 1 << bit % 8
        assert failing([*records[:40], bytes(content), *records[41:]]) == [40]


@pytest.mark.parametrize("count", [0, 1])
def test_few_records(count: int) -> None:
    assert failing([frame(b"abc")] * count) == []
