"""The cache within bounds, against a plain list of entries."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scopeboard.concurrency.lru import LRUCache

KEYS = st.integers(0, 5)
WEIGHTS = st.integers(0, 12)
BOUNDS = st.none() | st.integers(0, 10)
ENTRIES = st.lists(st.tuples(KEYS, WEIGHTS), max_size=6)


class Value:
    """Something of a weight; equal to itself alone."""

    def __init__(self, weight: int) -> None:
        self.weight = weight


class PlainCache(RuleBasedStateMachine):
    """Every method beside a list of (key, value), the least recently used first."""

    @initialize(max_entries=BOUNDS, max_weight=BOUNDS, keeps_last=st.booleans())
    def create(self, max_entries: int | None, max_weight: int | None, keeps_last: bool) -> None:
        self.max_entries, self.max_weight = max_entries, max_weight
        self.keeps_last = keeps_last
        self.entries: list[tuple[int, Value]] = []
        self.cache: LRUCache[int, Value] = LRUCache(
            max_entries,
            max_weight=max_weight,
            weigh=lambda value: value.weight,
            keeps_last=keeps_last,
        )

    def total(self) -> int:
        return sum(value.weight for _, value in self.entries)

    def store(self, key: int, value: Value) -> None:
        self.entries = [entry for entry in self.entries if entry[0] != key] + [(key, value)]
        while len(self.entries) > self.keeps_last and (
            (self.max_entries is not None and len(self.entries) > self.max_entries)
            or (self.max_weight is not None and self.total() > self.max_weight)
        ):
            del self.entries[0]

    def use(self, key: int) -> Value | None:
        value = dict(self.entries).get(key)
        if value is not None:
            self.entries.remove((key, value))
            self.entries.append((key, value))
        return value

    @rule(key=KEYS, weight=WEIGHTS)
    def put(self, key: int, weight: int) -> None:
        value = Value(weight)
        self.cache.put(key, value)
        self.store(key, value)

    @rule(entries=ENTRIES)
    def put_all(self, entries: list[tuple[int, int]]) -> None:
        made = [(key, Value(weight)) for key, weight in entries]
        self.cache.put_all(iter(made))
        for key, value in made:
            self.store(key, value)

    @rule(key=KEYS)
    def find(self, key: int) -> None:
        assert self.cache.find(key) is self.use(key)

    @rule(keys=st.lists(KEYS, max_size=6))
    def find_all(self, keys: list[int]) -> None:
        assert self.cache.find_all(iter(keys)) == [self.use(key) for key in keys]

    @rule(key=KEYS, weight=WEIGHTS)
    def get(self, key: int, weight: int) -> None:
        value, known = Value(weight), self.use(key)
        assert self.cache.get(key, lambda: value) is (known or value)
        if known is None:
            self.store(key, value)

    @rule(key=KEYS)
    def remove(self, key: int) -> None:
        self.cache.remove(key)
        self.entries = [entry for entry in self.entries if entry[0] != key]

    @rule()
    def clear(self) -> None:
        self.cache.clear()
        self.entries = []

    @invariant()
    def both_hold_the_same(self) -> None:
        assert list(self.cache) == [key for key, _ in self.entries]
        assert self.cache.weight == self.total()


TestAgainstPlainCache = PlainCache.TestCase


@given(ENTRIES, st.integers(0, 20))
def test_the_heaviest_run_of_last_entries_that_fits_stays(
    entries: list[tuple[int, int]], bound: int
) -> None:
    cache: LRUCache[int, int] = LRUCache(max_weight=bound, weigh=lambda weight: weight)
    for number, (_, weight) in enumerate(entries):
        cache.put(number, weight)
    weights = [weight for _, weight in entries]
    first = next(n for n in range(len(weights) + 1) if sum(weights[n:]) <= bound)
    assert list(cache) == list(range(first, len(weights)))


def test_an_entry_that_alone_exceeds_the_bound_stays_only_where_the_last_does() -> None:
    for keeps_last in (True, False):
        cache = LRUCache[str, bytes](max_weight=3, weigh=len, keeps_last=keeps_last)
        cache.put("small", b"1")
        cache.put("large", b"12345")
        assert list(cache) == (["large"] if keeps_last else [])
        cache.put("small", b"1")
        assert list(cache) == ["small"]


def test_an_evicted_value_lives_as_long_as_it_is_used() -> None:
    cache: LRUCache[int, list[int]] = LRUCache(1)
    used = cache.get(1, lambda: [1])
    cache.put(2, [2])
    assert cache.find(1) is None
    assert used == [1]


def test_nothing_is_stored_when_making_fails() -> None:
    cache: LRUCache[str, int] = LRUCache(2)

    def fail() -> int:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        cache.get("key", fail)
    assert list(cache) == []
    assert cache.get("key", lambda: 3) == 3


def in_threads(work: Callable[[int], None]) -> None:
    barrier = Barrier(4)

    def run(number: int) -> None:
        barrier.wait()
        work(number)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, range(4)))


def test_a_value_is_made_once_for_threads_that_want_it_at_the_same_time() -> None:
    cache: LRUCache[str, object] = LRUCache(2)
    made: list[object] = []

    def make() -> object:
        made.append(object())
        return made[-1]

    in_threads(lambda _: made.append(cache.get("key", make)))
    assert len(set(made)) == 1


def test_weights_stay_true_while_threads_store_and_remove() -> None:
    cache: LRUCache[int, bytes] = LRUCache(8, max_weight=40, weigh=len)

    def work(number: int) -> None:
        for step in range(2000):
            key = (step * 7 + number) % 12
            cache.put(key, bytes(key))
            cache.find((key + 1) % 12)
            cache.remove((key + 5) % 12)

    in_threads(work)
    assert cache.weight == sum(cache)
    assert cache.weight <= 40
