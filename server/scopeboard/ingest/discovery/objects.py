"""Walk logs in an object store: directories are what the keys of objects have in common.

The listing is refreshed before; a walk makes no request.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.stores import store_of
from scopeboard.ingest.discovery.listing import Listing


class Unreachable(NamedTuple):
    """A place that could not be listed, and why."""

    address: str
    error: OSError


def walk_objects(
    root: RemotePath, unreachable: list[Unreachable], step: Callable[[], None]
) -> Iterator[tuple[str, Listing]]:
    """Yield each directory that directly holds objects, by its name below `root`.

    Args:
        root: the prefix of the objects.
        unreachable: receives the root if its last listing failed.
        step: called with each object.
    """
    found = store_of(root).listing(root.key)
    if found.error is not None:
        unreachable.append(Unreachable(str(root), found.error))
    start = len(root.key) + 1 if root.key else 0
    listings: dict[str, Listing] = {}
    for key, _ in found:
        step()
        directory, _, name = key[start:].rpartition("/")
        if name and not directory.startswith("/"):
            listings.setdefault(directory or ".", Listing()).add_file(name)
    for directory, listing in listings.items():
        listing.sort()
        yield directory, listing
