"""What it takes to follow logs that are not on this machine."""

from dataclasses import dataclass

from scopeboard.files.location import Location, places_of
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.stores import store_of


@dataclass(frozen=True, slots=True)
class RemoteTraffic:
    """Requests to object stores and web servers.

    Attributes:
        requests_per_day: how many requests finding changes takes in a day at the present pace; each
            file that changes takes one more.
        requests: those of this process so far.
        received_bytes: those of their answers.
    """

    requests_per_day: int
    requests: int
    received_bytes: int


def traffic_of(location: Location) -> RemoteTraffic | None:
    """Return the traffic of a log directory, None if all of it is on this machine.

    The requests of worker processes are not in it.
    """
    places = [place for place in places_of(location) if isinstance(place, RemotePath)]
    if not places:
        return None
    listings = [store_of(place).listing(place.key) for place in places]
    counts = [store.traffic.counts for store in {store_of(place) for place in places}]
    return RemoteTraffic(
        requests_per_day=round(sum(listing.requests_per_day() for listing in listings)),
        requests=sum(each.list + each.head + each.get + each.put for each in counts),
        received_bytes=sum(each.bytes for each in counts),
    )
