"""Listening sockets and the URLs that lead to them."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from scopeboard.config import address
from scopeboard.config.address import Address, listen
from scopeboard.errors import SettingsError
from scopeboard.types import NO_TOKEN
from tools.served import PATIENCE


@contextmanager
def opened(
    host: str | None = None, port: int | None = 0, *, bind_all: bool = False
) -> Iterator[Address]:
    found = listen(host, port, bind_all=bind_all)
    with closing(found.listener):
        yield found


def test_loopback_needs_no_token() -> None:
    with opened() as found:
        assert found.listener.getsockname()[0] == "127.0.0.1"
        assert found.url() == f"http://localhost:{found.port}/"
        assert found.url("/board") == f"http://localhost:{found.port}/board/"


def test_no_part_of_an_answer_waits_for_the_one_before_to_arrive() -> None:
    with opened() as found, socket.create_connection(found.listener.getsockname()):
        connection, _ = found.listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_other_addresses_need_a_token() -> None:
    with opened(bind_all=True) as found:
        assert found.token
        assert found.url().endswith(f":{found.port}/?token={found.token}")
    with opened("0.0.0.0") as found:  # noqa: S104 - the test is that it needs a token
        assert found.token


def test_a_token_may_be_chosen_or_left_out_anywhere() -> None:
    for host, is_loopback in ((None, True), ("0.0.0.0", False)):  # noqa: S104 - see above
        found = listen(host, 0, token="a b&c")  # noqa: S106 - as good as any
        with closing(found.listener):
            assert (found.token, found.is_token_chosen) == ("a b&c", True)
            assert found.is_loopback == is_loopback
            assert found.url().endswith("/?token=a%20b%26c")
            assert found.url(with_token=False).endswith(f":{found.port}/")
        without = listen(host, 0, token=NO_TOKEN)
        with closing(without.listener):
            assert (without.token, without.is_token_chosen) == (None, False)


def test_a_port_in_use_is_reported() -> None:
    with (
        opened() as found,
        pytest.raises(SettingsError, match=f"Port {found.port} is in use by another program"),
    ):
        listen(None, found.port)


def test_the_default_is_the_next_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened() as taken:
        monkeypatch.setattr(address, "DEFAULT_PORT", taken.port)
        with opened(port=None) as found:
            assert taken.port < found.port < taken.port + address.PORTS_TRIED


def test_a_host_of_another_machine_is_reported() -> None:
    with pytest.raises(SettingsError, match=r"192\.0\.2\.1: this machine has no such address"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
def test_the_host_of_the_url_answers(host: str) -> None:
    if ":" in host and not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    with opened(host) as found:
        assert found.token is None
        socket.create_connection((found.host, found.port), timeout=PATIENCE).close()


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "\udcff"])
def test_an_invalid_host_is_reported(host: str) -> None:
    with pytest.raises(SettingsError, match="is not a valid host name"):
        listen(host, 0)


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_ipv6_addresses_stand_in_brackets() -> None:
    with closing(socket.socket()) as listener:
        assert Address(listener, "::1", 80, None).url() == "http://[::1]:80/"


@pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="ports are not shared here")
def test_a_port_is_shared_where_both_say_so() -> None:
    first = listen(None, 0, reuse_port=True)
    with closing(first.listener):
        with closing(listen(None, first.port, reuse_port=True).listener) as second:
            assert second.getsockname()[1] == first.port
        with pytest.raises(SettingsError, match="in use"):
            listen(None, first.port)
