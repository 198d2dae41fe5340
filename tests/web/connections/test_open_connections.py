"""The registry of open connections, and the network of an address."""

import pytest

from scopeboard.config.request_limits import REMOTE_CONNECTIONS, RequestLimits
from scopeboard.web.client_address import network_of
from scopeboard.web.connections.open_connections import OpenConnections, connections_that_fit


class Opened:
    """A connection that never waits."""

    def __init__(self) -> None:
        self.deadline = 0.0
        self.waits_since: float | None = None
        self.is_aborted = False

    def expire(self) -> None:
        """Do nothing."""

    def abort(self) -> None:
        """Note it."""
        self.is_aborted = True


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_the_network_of_an_address(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("given", "address", "admitted"),
    [
        (None, "10.0.0.1", REMOTE_CONNECTIONS),
        (None, "2001:db8::1", REMOTE_CONNECTIONS),
        (None, "127.0.0.1", 400),
        (None, "::ffff:127.0.0.1", 400),
        (None, "::1", 400),
        (0, "10.0.0.1", 400),
        (5, "127.0.0.1", 5),
        (5, "10.0.0.1", 5),
    ],
)
def test_connections_of_one_address(given: int | None, address: str, admitted: int) -> None:
    connections = OpenConnections(RequestLimits(max_connections_per_address=given))
    opened = [Opened() for _ in range(400)]
    answers = [connections.admit(each, address) for each in opened]
    assert answers.count(None) == admitted
    assert all(answer is None for answer in answers[:admitted])
    assert [each.is_aborted for each in opened] == [at >= 2 * admitted for at in range(400)]
    for each in opened:
        connections.forget(each)
    assert connections.admit(Opened(), address) is None


def test_other_addresses_are_counted_apart() -> None:
    connections = OpenConnections(RequestLimits(max_connections_per_address=1))
    assert connections.admit(Opened(), "10.0.0.1") is None
    assert connections.admit(Opened(), "10.0.0.2") is None
    assert connections.admit(Opened(), "10.0.0.1") is not None


@pytest.mark.parametrize("descriptors", [1, 8, 64, 256, 1024, 65_536])
def test_descriptors_are_reserved_for_reading(descriptors: int) -> None:
    connections, accepted = connections_that_fit(descriptors, 1000)
    assert 1 <= connections <= 1000
    assert accepted >= 1
    if descriptors >= 64:
        assert descriptors - connections - accepted >= min(96, descriptors // 4)
    assert connections_that_fit(None, 1000)[0] == 1000
