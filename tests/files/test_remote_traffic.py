"""What following logs elsewhere takes is counted and estimated."""

from pathlib import Path

from scopeboard.files.location import MountedPaths
from scopeboard.files.remote.stores import store_of
from scopeboard.files.remote_traffic import traffic_of
from tools.object_store import Bucket, bucket

__all__ = ["bucket"]


def test_requests_are_counted_and_estimated(bucket: Bucket, tmp_path: Path) -> None:
    for number in range(1500):
        bucket.put(f"logs/{number}", b"12345")
    place = bucket.root / "logs"
    store = store_of(place)
    listing = store.listing(place.key)
    listing.refresh()
    store.get("logs/7", 1, 4, None)
    traffic = traffic_of(MountedPaths((("here", tmp_path), ("there", place))))
    assert traffic is not None
    assert (traffic.requests, traffic.received_bytes) == (3, 3)
    assert traffic.requests == len(bucket.proxy.take())
    assert traffic.requests_per_day == 2 * 86_400 / 5  # of two pages that were written just now
    assert traffic_of(tmp_path) is None
