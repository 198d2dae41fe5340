"""What is below a prefix, followed page by page.

A page is what one request lists: 1,000 objects in S3 and Google Cloud Storage. It has all that
tells a change: size, time and entity tag of each object. A page is listed again after a tenth of
the time for which nothing in it has changed, within limits, so that logs of trainings that ended
cost little. Stores that cannot list from a key on have one page.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from threading import Lock
from time import monotonic, time
from typing import Final

from scopeboard.files.remote.object_store import ObjectPage, ObjectStatus

HOT_SECONDS: Final = 5.0
"""Between two listings of a page that changes."""

_QUIET_SHARE: Final = 0.1
_LEAST_LIMIT: Final = 60.0
_LONGEST_LIMIT: Final = 600.0
_SECONDS_PER_PAGE: Final = 6.0  # all cold pages together cost one request in this time
_FIRST_RETRY: Final = 2.0
_LAST_RETRY: Final = 60.0
_DAY: Final = 86_400

ListAfter = Callable[[str | None], ObjectPage]
"""Requests the first objects after a key."""


@dataclass(slots=True, eq=False)
class _Page:
    """The objects after a key, up to the key after which the next page begins.

    `changed` and `due` are seconds of a steady clock; `requests` is what a listing takes.
    """

    after: str | None
    objects: dict[str, ObjectStatus] = field(default_factory=dict)
    changed: float = -inf
    due: float = -inf
    requests: int = 1


class Listing:
    """The objects below a prefix as of the last listing. Callers may come from any thread.

    Attributes:
        error: why the last listing failed, None if it did not.
        was_listed: whether anything was listed yet.
        version: grows with every change, of `error` too.
    """

    def __init__(self, list_after: ListAfter) -> None:
        self._list_after = list_after
        self._hot_seconds = HOT_SECONDS
        self._pages = [_Page(None)]
        self._lock = Lock()
        self._retry_seconds = 0.0
        self._retry_at = -inf
        self.error: OSError | None = None
        self.was_listed = False
        self.version = 0

    def refresh(self, pace: float | None = None) -> None:
        """List the pages that are due, all for the first time.

        After a failure, what was listed before stays, and the next attempts become rarer up to a
        limit.

        Args:
            pace: seconds between two listings of what changes, at least; None to list all now.
        """
        with self._lock:
            now, error_before = monotonic(), str(self.error)
            if pace is not None:
                self._hot_seconds = max(HOT_SECONDS, pace)
                if now < self._retry_at:
                    return
            try:
                self._refresh(now, is_forced=pace is None)
                self.error, self._retry_seconds, self._retry_at = None, 0.0, -inf
                self.was_listed = True
            except OSError as error:
                self.error = error
                self._retry_seconds = min(max(_FIRST_RETRY, 2 * self._retry_seconds), _LAST_RETRY)
                self._retry_at = now + self._retry_seconds
            self.version += str(self.error) != error_before

    def __iter__(self) -> Iterator[tuple[str, ObjectStatus]]:
        """Yield each object by its key, in order."""
        for page in self._pages:
            yield from page.objects.items()

    def find(self, key: str) -> ObjectStatus | None:
        """Return the status of an object, None if it was not listed."""
        pages = self._pages
        index = bisect_left(pages, key, lo=1, key=lambda page: page.after or "") - 1
        return pages[index].objects.get(key)

    def requests_per_day(self) -> float:
        """Return how many requests following costs at the present pace."""
        now = monotonic()
        return sum(_DAY * page.requests / self._interval(page, now) for page in self._pages)

    def _interval(self, page: _Page, now: float) -> float:
        limit = min(max(_LEAST_LIMIT, _SECONDS_PER_PAGE * len(self._pages)), _LONGEST_LIMIT)
        quiet = (now - page.changed) * _QUIET_SHARE
        return max(self._hot_seconds, min(quiet, limit))

    def _refresh(self, now: float, *, is_forced: bool) -> None:
        """List the pages that are due, from the first on; readers see all changes at once."""
        waiting, listed, has_changed = deque(self._pages), list[_Page](), False
        while waiting:
            page = waiting.popleft()
            if page.due <= now or is_forced:
                page, is_other = self._listed(page, waiting, now)
                has_changed |= is_other
            listed.append(page)
        self._pages = listed
        for page in listed:
            if page.due == -inf:
                page.due = now + self._interval(page, now)
        self.version += has_changed

    def _listed(self, page: _Page, waiting: deque[_Page], now: float) -> tuple[_Page, bool]:
        """List a page again; return it, and whether it has changed.

        It may have lost objects, and so reach into the next pages, or gained some, so that another
        page begins within it.
        """
        found = self._list_after(page.after)
        end = None if found.is_last else found.objects[-1][0]
        known, due = dict(page.objects), -inf
        while waiting and (end is None or (waiting[0].after or "") < end):
            due = waiting[0].due
            known |= waiting.popleft().objects
        if end is not None and not (waiting and waiting[0].after == end):
            beyond = {key: status for key, status in known.items() if key > end}
            waiting.appendleft(_Page(end, beyond, due=due))
            known = {key: status for key, status in known.items() if key <= end}
        objects = dict(found.objects)
        changed = now if objects != known else page.changed
        if page.changed == -inf:
            changed = now - max(0.0, time() - _newest(objects))
        return _Page(page.after, objects, changed, requests=found.requests), objects != known


def _newest(objects: Mapping[str, ObjectStatus]) -> float:
    """Return the time of the last change in seconds since the epoch."""
    return max((status.modified for status in objects.values()), default=-inf)
