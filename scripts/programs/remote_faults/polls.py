"""What following a log in a store costs: requests of each poll, and of pages that rest."""

import math
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from programs.bench.remote import BUCKET
from programs.remote_faults.mirrored_log import MirroredLog
from scopeboard.files.remote.listing import HOT_SECONDS
from scopeboard.files.remote.object_store import PAGE_OBJECTS
from scopeboard.files.remote.stores import store_of
from tools.faulty_proxy import FaultyProxy

OTHERS: Final = 2500  # objects that are no event files
WATCHED_SECONDS: Final = 16.0


class Poll(NamedTuple):
    """A poll: requests that were made, and as many as there may be."""

    requests: int
    allowed: int


def poll_often(backend: Any, proxy: FaultyProxy, log: MirroredLog, times: int) -> list[Poll]:  # noqa: ANN401 - of moto
    """Follow a log beside many other objects, in which some files grow before each poll."""
    keys = [f"{log.place.key}/run0/{number:04}.ckpt" for number in range(OTHERS)]
    for key in keys:
        backend.put_object(BUCKET, key, b"")
    log.read()
    polls = []
    for _ in range(times):
        changed = int(log.random.integers(0, len(log.runs) + 1))
        for run in log.random.choice(log.runs, changed, replace=False):
            log.extend(str(run))
        proxy.take()
        log.read()
        pages = math.ceil((len(log.runs) + OTHERS) / PAGE_OBJECTS)
        polls.append(Poll(len(proxy.take()), pages + changed))
    return polls


def watch_old_pages(backend: Any, proxy: FaultyProxy, log: MirroredLog) -> Poll:  # noqa: ANN401 - of moto
    """Follow old objects at the pace of a dashboard, while an object of the first page changes.

    Every page is listed once, and then the first alone, at its pace.
    """
    old = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=30)
    for key in backend.list_objects(backend.head_bucket(BUCKET), log.place.key, None, None, None)[
        0
    ]:
        key.last_modified = old
    listing = store_of(log.place).listing(log.place.key)
    proxy.take()
    end = time.monotonic() + WATCHED_SECONDS
    while time.monotonic() < end:
        listing.refresh(HOT_SECONDS)
        log.extend(log.runs[0])
        time.sleep(1.0)
    requests = proxy.take()
    pages = math.ceil(len(list(listing)) / PAGE_OBJECTS)
    return Poll(len(requests), pages + int(WATCHED_SECONDS / HOT_SECONDS))
