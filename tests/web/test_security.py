"""Access checks and security headers."""

import pytest

from scopeboard.web.security import Access, is_own_host
from tools.app_client import BROWSER, LONG_TOKEN, TOKEN, client
from tools.routes import PATHS

OPEN = "/healthz"
ROUTES = [*(path for path in PATHS if path != OPEN), "/nowhere", "/api/nowhere", "/healthz/"]


@pytest.mark.parametrize(
    ("hosts", "expected"),
    [
        (["localhost"], True),
        (["localhost:6006"], True),
        (["LOCALHOST:6006"], True),
        (["127.0.0.1:6006"], True),
        (["[::1]:6006"], True),
        (["[::1]"], True),
        (["192.168.1.5:6006"], True),
        (["box.example:6006"], True),
        ([], False),
        (["localhost", "localhost"], False),
        ([""], False),
        (["localhost."], False),
        (["evil.example"], False),
        (["127.0.0.1.evil.example"], False),
        (["localhost.evil.example:6006"], False),
        (["user@localhost"], False),
        (["localhost:6006:1"], False),
        (["localhost:port"], False),
        (["[::1"], False),
        (["::1"], False),
        (["[127.0.0.1]"], False),
        (["[::1]evil.example"], False),
    ],
)
def test_only_own_hosts_are_answered(hosts: list[str], expected: bool) -> None:
    assert is_own_host(hosts, {"box.example"}) is expected


@pytest.mark.parametrize("route", ROUTES)
def test_no_route_answers_to_another_host(route: str) -> None:
    answer = client(Access()).get(route, headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == "unknown_host"


@pytest.mark.parametrize("route", ROUTES)
def test_every_answer_carries_the_headers(route: str) -> None:
    for access in (Access(), Access(token=TOKEN)):
        headers = client(access).get(route).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("route", ROUTES)
def test_with_a_token_no_route_answers_without_it(route: str) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Cookie": "scopeboard=wrong"}):
        assert client(Access(token=TOKEN)).get(route, headers=headers).status_code == 401


def test_pages_of_other_sites_may_link_but_not_ask() -> None:
    asking = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}
    assert client(Access()).get("/api/status", headers=asking).status_code == 403
    following = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client(Access()).get("/", headers=following).status_code == 200


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, 404),
        ({"Origin": "http://localhost:6006", "Sec-Fetch-Site": "same-origin"}, 404),
        ({"Origin": "http://localhost:6006"}, 404),
        ({"Origin": "https://proxy.example"}, 404),
        ({"Origin": "https://proxy.example:443"}, 404),
        ({"Origin": "https://proxy.example:8443"}, 403),
        ({"Host": "proxy.example", "Origin": "https://proxy.example"}, 404),
        ({"Host": "proxy.example:443", "Origin": "https://proxy.example"}, 404),
        ({"Host": "proxy.example:80", "Origin": "https://proxy.example"}, 403),
        ({"Host": "proxy.example", "Origin": "https://proxy.example:8443"}, 403),
        ({"Host": "proxy.example:6006", "Origin": "http://proxy.example:6006"}, 404),
        ({"Host": "proxy.example:6006", "Origin": "http://proxy.example:9999"}, 403),
        ({"Host": "proxy.example:6006", "Origin": "http://proxy.example"}, 403),
        ({"Host": "ports.example", "Origin": "https://ports.example:8443"}, 404),
        ({"Origin": "https://ports.example:8443"}, 404),
        ({"Origin": "https://ports.example"}, 403),
        ({"Host": "ports.example:9", "Origin": "http://ports.example:9"}, 404),
        ({"Origin": "https://ports.example:8444"}, 403),
        ({"Origin": "ftp://localhost:6006"}, 403),
        ({"Cookie": "scopeboard=x"}, 403),
        ({"Cookie": "scopeboard=x", "Origin": "http://localhost:6006"}, 404),
        ({"Cookie": "scopeboard=x", "Sec-Fetch-Site": "same-origin"}, 404),
        ({"Host": "192.168.1.5:6006", "Origin": "http://192.168.1.5:6006"}, 404),
        ({"Host": "192.168.1.5:6006", "Origin": "http://192.168.1.5"}, 403),
        ({"Origin": "http://localhost"}, 403),
        ({"Origin": "http://127.0.0.1:6006"}, 403),
        ({"Host": "box.example:6006", "Origin": "http://box.example:6006"}, 404),
        ({"Host": "box.example:6006", "Origin": "http://box.example:8888"}, 403),
        ({"Origin": "http://localhost:8888", "Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://localhost:8888"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403),
    ],
)
def test_only_own_pages_may_change_something(headers: dict[str, str], expected: int) -> None:
    own = frozenset({"localhost", "box.example"})
    proxies = frozenset({"proxy.example", "ports.example:8443"})
    access = Access(hosts=own, proxied_hosts=proxies)
    answer = client(access).put("/nowhere", headers=headers)
    assert answer.status_code == expected


def test_a_page_without_tls_changes_nothing_where_tls_is_offered() -> None:
    access = Access(proxied_hosts=frozenset({"proxy.example"}))
    for scheme, expected in (("https", 404), ("http", 403)):
        asking = client(access, base_url="https://proxy.example")
        answer = asking.put("/nowhere", headers={"Origin": f"{scheme}://proxy.example"})
        assert answer.status_code == expected


@pytest.mark.parametrize("route", ROUTES)
def test_no_route_accepts_a_change_from_another_port(route: str) -> None:
    """Over HTTP, browsers send the cookie of a host to all its ports, and no `Sec-Fetch-Site`."""
    access = Access(proxied_hosts=frozenset({"board"}), token=LONG_TOKEN)
    asking = client(access, base_url="http://board:6006")
    session = asking.get(f"/?token={LONG_TOKEN}", headers=BROWSER).cookies
    assert session
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = asking.request(method, route, headers={"Origin": "http://board:9999"})
        assert answer.status_code == 403, method
        assert answer.json()["error"]["kind"] == "cross_origin"
