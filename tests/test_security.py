"""Who may ask, and what a browser may do with the answers."""

import re
from html import unescape
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

import httpx2
import pytest
from starlette.testclient import TestClient

from routes import PATHS, ended
from scopeboard.app import create_app
from scopeboard.app_settings import AppSettings
from scopeboard.security import Access, is_own_host
from scopeboard.store.store import Store

ROUTES = [*PATHS, "/nowhere", "/api/nowhere"]
TOKEN = "a-token-of-some-length"


def client(access: Access, base_url: str = "http://localhost:6006") -> TestClient:
    app = create_app(Store(), AppSettings(access=access, ending=ended()))
    return TestClient(app, base_url=base_url, raise_server_exceptions=False)


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


def onward(answer: httpx2.Response) -> str:
    """Return where a page that signs a viewer in leads to."""
    found = re.search(r'http-equiv="refresh" content="0;url=([^"]*)"', answer.text)
    assert found
    return unescape(found[1])


def test_the_token_opens_the_page_once_and_a_cookie_keeps_it_open() -> None:
    browser = client(Access(token=TOKEN))
    answer = browser.get(f"/?tab=graph&token={TOKEN}", follow_redirects=False)
    assert (answer.status_code, onward(answer)) == (200, "./?tab=graph")
    assert answer.headers["cache-control"] == "no-store"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert browser.get("/api/status").status_code == 200


@pytest.mark.parametrize(
    "path", ["/https:evil.com", "/a%22%3E%3Cb%3E", "/%3F", "/%23", "/a;b", "/%C3%A9"]
)
def test_the_token_leads_nowhere_else(path: str) -> None:
    base = f"http://localhost:6006{path}"
    answer = client(Access(token=TOKEN)).get(f"{base}?q=%22%26%3C&token={TOKEN}")
    address = urlsplit(urljoin(base, onward(answer)))
    assert (address.netloc, unquote(address.path)) == ("localhost:6006", unquote(path))
    assert parse_qs(address.query) == {"q": ['"&<']}
    assert "<b>" not in answer.text


@pytest.mark.parametrize(
    "others", ['foo={"a": 1}', "foo=a b", "bad/name=1", "", "=", "lone", 'quoted="a;b"']
)
def test_cookies_of_other_programs_lock_nobody_out(others: str) -> None:
    for cookies in (f"{others}; scopeboard={TOKEN}", f"scopeboard={TOKEN}; {others}"):
        answer = client(Access(token=TOKEN)).get("/api/status", headers={"Cookie": cookies})
        assert answer.status_code == 200


def test_programs_may_send_the_token_as_bearer() -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert client(Access(token=TOKEN)).get("/api/status", headers=headers).status_code == 200


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
        ({"Origin": "https://board.example"}, 404),
        ({"Origin": "http://localhost:8888", "Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://localhost:8888"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403),
    ],
)
def test_only_own_pages_may_change_something(headers: dict[str, str], expected: int) -> None:
    access = Access(hosts=frozenset({"board.example"}))
    answer = client(access).put("/nowhere", headers=headers)
    assert answer.status_code == expected
