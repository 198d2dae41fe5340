"""A file elsewhere is read by ranges, each byte once as long as it is held."""

import gc
import weakref

import numpy as np
import pytest

from scopeboard.files.opening import open_file
from scopeboard.files.remote.block_cache import BLOCK_BYTES, BlockCache
from scopeboard.files.remote.stores import store_of
from tools.object_store import Bucket, bucket

__all__ = ["bucket"]

SIZE = 3 * BLOCK_BYTES + 1000
DATA = np.random.default_rng(1).bytes(SIZE)
EDGES = (0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, 2 * BLOCK_BYTES, SIZE - 1, SIZE, SIZE + 10)


@pytest.mark.parametrize("seed", range(20))
def test_any_range_is_that_of_the_object(bucket: Bucket, seed: int) -> None:
    random = np.random.default_rng(seed)
    bucket.put("file", DATA)
    with open_file(bucket.root / "file") as file:
        bucket.proxy.take()
        for _ in range(10):
            offset, length = random.choice([*EDGES, int(random.integers(SIZE))], 2).tolist()
            expected = DATA[offset : offset + length]
            assert file.read_at(length, offset) == expected
            buffer = memoryview(bytearray(length))
            assert buffer[: file.read_into(buffer, offset)] == expected
            file.seek(offset)
            assert file.read(length) == expected
            assert file.tell() == offset + len(expected)
    assert len(bucket.proxy.take()) <= 4  # blocks


def test_the_first_bytes_and_the_status_take_one_request(bucket: Bucket) -> None:
    bucket.put("file", DATA)
    with open_file(bucket.root / "file", range(10, 5000)) as file:
        assert file.read_at(4990, 10) == DATA[10:5000]
        assert file.read_at(20, 100) == DATA[100:120]
        assert file.status.st_size == SIZE
    (request,) = bucket.proxy.take()
    assert request.range == "bytes=10-4999"


def test_a_version_is_never_mixed_with_another(bucket: Bucket) -> None:
    bucket.put("file", DATA)
    with open_file(bucket.root / "file", range(100)) as file:
        bucket.put("file", DATA[::-1])
        assert file.read_at(100, 0) == DATA[:100]
        with pytest.raises(OSError, match="replaced while it was read"):
            file.read_at(100, 200)
    with open_file(bucket.root / "file") as file:
        assert file.read() == DATA[::-1]


def test_what_was_listed_before_it_was_replaced_is_read_as_it_is_now(bucket: Bucket) -> None:
    bucket.put("file", DATA)
    listing = store_of(bucket.root).listing("")
    listing.refresh()
    bucket.put("file", b"other")
    with open_file(bucket.root / "file") as file:
        assert file.status.st_size == SIZE
        assert file.read_at(100, 0) == b"other"
        assert file.status.st_size == 5


def test_a_missing_file_is_not_found(bucket: Bucket) -> None:
    listing = store_of(bucket.root).listing("")
    for requests in (1, 0):
        bucket.proxy.take()
        with pytest.raises(FileNotFoundError):
            open_file(bucket.root / "file")
        assert len(bucket.proxy.take()) == requests
        listing.refresh()


def test_a_listing_is_shared_and_freed(bucket: Bucket) -> None:
    store = store_of(bucket.root)
    listing = store.listing("logs")
    assert store.listing("logs") is listing
    reference = weakref.ref(listing)
    del listing
    gc.collect()
    assert reference() is None


def test_blocks_are_held_within_a_bound() -> None:
    cache = BlockCache(10)
    for number in range(4):
        cache.put(("file", "tag", number), b"1234")
        assert cache.find(("file", "tag", 0)) is not None or number > 2
        cache.find(("file", "tag", 0))
    held = [number for number in range(4) if cache.find(("file", "tag", number))]
    assert held == [0, 3]
