"""A listing follows a store page by page, and lists cold pages rarely."""

from bisect import bisect_right
from time import time

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.files.remote.errors import ThrottledError
from scopeboard.files.remote.listing import HOT_SECONDS, Listing
from scopeboard.files.remote.object_store import ObjectPage, ObjectStatus
from tools.examples import examples

PAGE = 4
DAY = 86_400


class Store:
    """Objects that are listed four at a time, in order of their keys."""

    def __init__(self, modified: int = 0) -> None:
        self.objects: dict[str, ObjectStatus] = {}
        self.requests = 0
        self.modified = modified
        self.fails = False

    def put(self, key: str, size: int) -> None:
        self.objects[key] = ObjectStatus(size, self.modified, f'"{size}"')

    def list_after(self, after: str | None) -> ObjectPage:
        self.requests += 1
        if self.fails:
            raise ThrottledError(11, "the store limits requests (SlowDown)")
        keys = sorted(self.objects)
        first = 0 if after is None else bisect_right(keys, after)
        found = [(key, self.objects[key]) for key in keys[first : first + PAGE]]
        return ObjectPage(found, first + PAGE >= len(keys))


KEYS = st.text("abc", min_size=1, max_size=3)
CHANGES = st.lists(st.dictionaries(KEYS, st.integers(0, 3), max_size=20), min_size=1, max_size=5)


@given(CHANGES)
@examples(100)
def test_it_has_what_the_store_has_after_any_changes(changes: list[dict[str, int]]) -> None:
    store = Store()
    listing = Listing(store.list_after)
    for change in changes:
        before = dict(store.objects)
        for key, size in change.items():
            if size:
                store.put(key, size)
            else:
                store.objects.pop(key, None)
        version = listing.version
        listing.refresh()
        assert dict(listing) == store.objects
        assert list(dict(listing)) == sorted(store.objects)
        assert (listing.version != version) == (store.objects != before)
        version = listing.version
        assert all(listing.find(key) == store.objects.get(key) for key in [*change, *before, "zz"])
        store.requests = 0
        listing.refresh()
        assert listing.version == version
        assert store.requests <= max(1, -(-len(store.objects) // PAGE))


def test_pages_whose_objects_are_old_are_listed_rarely() -> None:
    old, new = Store(), Store(int(time()))
    for store in (old, new):
        for number in range(10):
            store.put(f"{number}", 1)
    cold, hot = Listing(old.list_after), Listing(new.list_after)
    for listing in (cold, hot):
        for _ in range(2):
            listing.refresh(pace=1)  # the second is not due yet
    assert (old.requests, new.requests) == (3, 3)
    assert round(cold.requests_per_day()) == 3 * DAY / 60
    assert round(hot.requests_per_day()) == 3 * DAY / HOT_SECONDS
    hot.refresh(pace=30)
    assert round(hot.requests_per_day()) == 3 * DAY / 30


def test_cold_pages_cost_ten_requests_a_minute_at_most_however_many_there_are() -> None:
    store = Store()
    for number in range(400):
        store.put(f"{number:03}", 1)
    listing = Listing(store.list_after)
    listing.refresh()
    assert round(listing.requests_per_day()) == DAY // 6


def test_a_failure_keeps_what_was_listed_and_delays_the_next_attempt() -> None:
    store = Store()
    store.put("a", 1)
    listing = Listing(store.list_after)
    listing.refresh()
    store.put("b", 1)
    store.fails = True
    versions = []
    for _ in range(3):
        versions.append(listing.version)
        listing.refresh()
    assert versions == [1, 2, 2]
    assert str(listing.error) == "[Errno 11] the store limits requests (SlowDown)"
    assert list(listing) == [("a", ObjectStatus(1, 0, '"1"'))]
    store.requests = 0
    listing.refresh(pace=1)
    assert store.requests == 0
    store.fails = False
    listing.refresh()
    assert listing.version == 4
    assert (listing.error, len(list(listing))) == (None, 2)
