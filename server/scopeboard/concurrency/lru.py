"""A cache within bounds: the least recently used entries are evicted first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from math import inf
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LRUCache(Generic[Key, Value]):
    """Values by key, within a bound on their number, their weight, or both.

    All methods may be called from any thread. Values are never None. A caller may use a value after
    its eviction. A value heavier than `max_weight` evicts all others and then itself, unless
    `keeps_last`.

    Args:
        max_entries: the bound on the number of entries, None for no bound.
        max_weight: the bound on the sum of weights, None for no bound.
        weigh: returns the weight of a value, 0 or more; it must not change while it is cached.
        keeps_last: whether the entry stored last stays even when it alone exceeds `max_weight`.
    """

    def __init__(
        self,
        max_entries: int | None = None,
        *,
        max_weight: int | None = None,
        weigh: Callable[[Value], int] = lambda _: 0,
        keeps_last: bool = False,
    ) -> None:
        self._max_entries = max_entries
        self._max_weight = max_weight
        self._weigh = weigh
        self._min_entries = int(keeps_last)
        self._weight = 0
        self._entries: OrderedDict[Key, Value] = OrderedDict()  # the least recently used first
        self._lock = Lock()

    @property
    def weight(self) -> int:
        """The sum of the weights of all entries."""
        return self._weight

    def __iter__(self) -> Iterator[Key]:
        """Return the present keys, the least recently used first; this does not count as a use."""
        with self._lock:
            return iter(list(self._entries))

    def find(self, key: Key) -> Value | None:
        """Return a value, now the most recently used, or None."""
        with self._lock:
            return self._find(key)

    def find_all(self, keys: Iterable[Key]) -> list[Value | None]:
        """Return the value of each key or None, as `find` does, under one lock."""
        with self._lock:
            return [self._find(key) for key in keys]

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return a value; make and store it unless it is cached.

        The lock is held meanwhile: no value is made twice, and callers of other keys wait too. For
        long work use `find` and `put`, with a `SingleFlight` if it must not run twice.

        Raises:
            Exception: raised by `make`; nothing is stored then.
        """
        with self._lock:
            value = self._find(key)
            if value is None:
                value = make()
                self._put(key, value)
                self._evict()
            return value

    def put(self, key: Key, value: Value) -> None:
        """Store a value, in place of an earlier one, as the most recently used."""
        with self._lock:
            self._put(key, value)
            self._evict()

    def put_all(self, entries: Iterable[tuple[Key, Value]]) -> None:
        """Store values in the order given, under one lock."""
        computed = list(entries)  # without the lock: an iterator may compute the values
        with self._lock:
            for key, value in computed:
                self._put(key, value)
                self._evict()

    def remove(self, key: Key) -> None:
        """Remove an entry if there is one."""
        with self._lock:
            if key in self._entries:
                self._weight -= self._weigh(self._entries.pop(key))

    def clear(self) -> None:
        """Remove all entries."""
        with self._lock:
            self._entries.clear()
            self._weight = 0

    def _find(self, key: Key) -> Value | None:
        value = self._entries.get(key)
        if value is not None:
            self._entries.move_to_end(key)
        return value

    def _put(self, key: Key, value: Value) -> None:
        if key in self._entries:
            self._weight -= self._weigh(self._entries.pop(key))
        self._entries[key] = value
        self._weight += self._weigh(value)

    def _evict(self) -> None:
        max_entries = inf if self._max_entries is None else self._max_entries
        max_weight = inf if self._max_weight is None else self._max_weight
        while len(self._entries) > self._min_entries and (
            len(self._entries) > max_entries or self._weight > max_weight
        ):
            self._weight -= self._weigh(self._entries.popitem(last=False)[1])
