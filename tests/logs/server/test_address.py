"""Addresses of servers, as people have them."""

import pytest

import scopeboard as sb
from scopeboard.errors import SettingsError
from scopeboard.logs.server.address import parse_address


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://localhost:6006", "http://localhost:6006/"),
        ("HTTPS://host/board/?tab=graph#x", "https://host/board/"),
        ("http://[::1]:80/index.html", "http://[::1]/"),
        ("http://user:p%40ss@host:81/a/b?token=t", "http://host:81/a/b/"),
    ],
)
def test_any_link_of_the_page_is_an_address(text: str, shown: str) -> None:
    assert str(parse_address(text)) == shown


def test_a_token_is_in_the_header_that_a_proxy_does_not_need() -> None:
    assert parse_address("http://h/?token=t").headers == {"Authorization": "Bearer t"}
    assert parse_address("http://h", "t").headers == {"Authorization": "Bearer t"}
    proxied = parse_address("http://user:p%40ss@h/?token=t")
    assert (proxied.headers, proxied.token) == ({"Authorization": "Basic dXNlcjpwQHNz"}, "t")


@pytest.mark.parametrize("text", ["http://", "http://h:port", "http://[::1", "ftp://h"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(SettingsError, match="no address of a server"):
        parse_address(text)


def test_arguments_of_directories_do_not_fit_a_server() -> None:
    for logs, state_dir in (("runs", None), ("http://localhost:1", "x")):
        with pytest.raises(SettingsError, match="token is for the address of a dashboard"):
            sb.open(logs, token="t", state_dir=state_dir)  # noqa: S106 - of no server
