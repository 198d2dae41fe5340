"""Tokens, sessions and the limit of tries."""

import re
from html import unescape
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

import httpx2
import pytest
from starlette.testclient import TestClient

from scopeboard.ingest.heartbeat import Health
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.security import Access
from scopeboard.web.settings import AppSettings
from scopeboard.web.sign_in import Tries
from tools.app_client import BROWSER, LONG_TOKEN, TOKEN, client
from tools.routes import ended


def onward(answer: httpx2.Response) -> str:
    """Return where a page that signs a viewer in leads to."""
    found = re.search(r'http-equiv="refresh" content="0;url=([^"]*)"', answer.text)
    assert found
    return unescape(found[1])


def without_session(address: str) -> str:
    return re.sub("/~[A-Za-z0-9_-]{43}/", "/", address)


def test_the_token_opens_the_page_once_and_a_cookie_keeps_it_open() -> None:
    browser = client(Access(token=TOKEN))
    browser.headers.update(BROWSER)
    answer = browser.get(f"/?tab=graph&token={TOKEN}")
    assert (answer.status_code, without_session(onward(answer))) == (200, "./?tab=graph")
    assert answer.headers["cache-control"] == "no-store"
    assert "httponly" in (cookie := answer.headers["set-cookie"].lower())
    assert "samesite=strict" in cookie
    assert TOKEN not in cookie
    led = browser.get(onward(answer).removeprefix("."), follow_redirects=False)
    assert (led.status_code, led.headers["location"]) == (303, "../?tab=graph")
    assert browser.get("/").status_code == 200
    assert browser.get("/api/status").status_code == 200


@pytest.mark.parametrize("prefix", ["", "/x/y", "/~alice"])
def test_a_browser_that_keeps_no_cookie_carries_its_session_in_the_path(prefix: str) -> None:
    browser = client(Access(token=TOKEN), path_prefix=prefix)
    browser.headers.update(BROWSER)
    start = f"http://localhost:6006{prefix}"
    led = urljoin(start, onward(browser.get(f"{prefix}?token={TOKEN}")))
    browser.cookies.clear()
    page = browser.get(led)
    assert page.status_code == 200
    assert 'id="app"' in page.text
    for address in ("api/status", "data/runs", "static/icon.svg"):
        assert browser.get(urljoin(str(page.url), address)).status_code == 200
    assert browser.get(f"{prefix}/api/status").status_code == 401
    other = str(page.url).replace("/~", "/~x")
    assert browser.get(urljoin(other, "api/status")).status_code == 401


def test_sessions_end_with_the_server_unless_the_token_is_too_long_to_be_guessed() -> None:
    for token, status in ((TOKEN, 401), (LONG_TOKEN, 200)):
        before = client(Access(token=token))
        before.get(f"/?token={token}", headers=BROWSER)
        after = client(Access(token=token))
        after.cookies.update(before.cookies)
        assert after.get("/api/status").status_code == status


def test_a_token_replaces_an_old_session_in_the_path() -> None:
    start = f"http://localhost:6006/~{'x' * 43}/data/runs?q=1&token={TOKEN}"
    browser = client(Access(token=TOKEN))
    browser.headers.update(BROWSER)
    led = urljoin(start, onward(browser.get(start)))
    assert without_session(urlsplit(led).path) == "/data/runs"
    with_cookie = browser.get(led, follow_redirects=False).headers["location"]
    assert urljoin(led, with_cookie) == "http://localhost:6006/data/runs?q=1"
    browser.cookies.clear()
    assert browser.get(led).json() == []


def test_a_cookie_leads_away_from_an_old_session() -> None:
    browser = client(Access(token=TOKEN))
    browser.headers.update(BROWSER)
    browser.get(f"/?token={TOKEN}")
    old = f"/~{'x' * 43}/"
    assert browser.get(old, follow_redirects=False).headers["location"] == "../"
    assert browser.get(f"{old}api/status", headers={"Accept": "*/*"}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/nowhere", "/data/plugin/nowhere", "/api/runs", "//x/"])
def test_no_answer_within_a_session_contains_it(path: str) -> None:
    browser = client(Access(token=TOKEN))
    browser.headers.update(BROWSER)
    session = urlsplit(onward(browser.get(f"/?token={TOKEN}"))).path.strip("./")
    browser.cookies.clear()
    answer = browser.get(f"/{session}{path}", follow_redirects=False)
    assert answer.status_code in {200, 404}
    assert session not in answer.text + str(answer.headers)


def test_the_log_of_an_error_has_neither_session_nor_token(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail() -> Health:
        raise RuntimeError

    browser = client(Access(token=TOKEN), health=fail)
    browser.headers.update(BROWSER)
    session = urlsplit(onward(browser.get(f"/?token={TOKEN}"))).path.strip("./")
    for address in (f"/{session}/healthz", f"/healthz?token={TOKEN}"):
        assert browser.get(address, headers={"Accept": "*/*"}).status_code == 500
    assert "/healthz failed" in caplog.text
    assert session not in caplog.text
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(
    "path", ["/https:evil.com", "/a%22%3E%3Cb%3E", "/%3F", "/%23", "/a;b", "/%C3%A9"]
)
def test_the_token_leads_nowhere_else(path: str) -> None:
    base = f"http://localhost:6006{path}"
    browser = client(Access(token=TOKEN))
    browser.headers.update(BROWSER)
    answer = browser.get(f"{base}?q=%22%26%3C&token={TOKEN}")
    assert "<b>" not in answer.text
    led = browser.get(urljoin(base, onward(answer)), follow_redirects=False)
    address = urlsplit(urljoin(str(led.url), led.headers["location"]))
    assert (address.netloc, unquote(address.path)) == ("localhost:6006", unquote(path))
    assert parse_qs(address.query) == {"q": ['"&<']}


@pytest.mark.parametrize("headers", [{}, {"Accept": "application/json"}, {"Accept": "*/*"}])
@pytest.mark.parametrize("path", ["/api/status", "/data/runs", "/api/runs?x=%FF&y=a+b"])
def test_programs_with_the_token_are_answered_at_once(path: str, headers: dict[str, str]) -> None:
    program, plain = client(Access(token=TOKEN)), client(Access())
    mark = "&" if "?" in path else "?"
    answer = program.get(f"{path}{mark}token={TOKEN}", headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert "set-cookie" not in answer.headers
    assert answer.json().keys() == plain.get(path).json().keys() if path != "/data/runs" else True


def test_scripts_of_a_page_with_the_token_are_answered_at_once() -> None:
    headers = {**BROWSER, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin"}
    answer = client(Access(token=TOKEN)).get(f"/api/status?token={TOKEN}", headers=headers)
    assert answer.json()["name"] == "Scopeboard"


@pytest.mark.parametrize("token", ["a+b/c==", "100%", "q&a=1#x?", "~~"])
def test_a_token_may_have_signs_that_addresses_use(token: str) -> None:
    access = Access(token=token)
    assert client(access).get("/api/status", params={"token": token}).status_code == 200
    headers = {"Authorization": f"Bearer {token}"}
    assert client(access).get("/api/status", headers=headers).status_code == 200
    if not set(token) & set("&#%?"):
        assert client(access).get(f"/api/status?token={token}").status_code == 200


def test_without_the_token_programs_get_json_and_people_a_form() -> None:
    asking = client(Access(token=TOKEN))
    answer = asking.get("/api/status")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (401, "token_required")
    assert answer.headers["www-authenticate"] == "Bearer"
    page = asking.get('/?tab=graph&q="><b>', headers=BROWSER)
    assert page.status_code == 401
    assert "<form" in page.text
    assert '<input type="hidden" name="tab" value="graph">' in page.text
    assert "<b>" not in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]


def test_wrong_tokens_are_limited_where_a_token_may_be_guessed() -> None:
    app = create_app(Store(), AppSettings(access=Access(token=TOKEN), ending=ended()))

    def ask(address: str, token: str) -> int:
        asking = TestClient(app, base_url="http://localhost:6006", client=(address, 1))
        return asking.get("/api/status", headers={"Authorization": f"Bearer {token}"}).status_code

    assert [ask("10.0.0.1", "same") for _ in range(20)] == [401] * 20
    assert [ask("10.0.0.1", f"wrong{n}") for n in range(10)] == [401] * 9 + [429]
    assert ask("10.0.0.1", TOKEN) == 429
    assert ask("10.0.0.2", TOKEN) == 200
    assert [ask(f"2001:db8::{n:x}", f"wrong{n}") for n in range(12)] == [401] * 10 + [429] * 2


def test_many_tokens_in_one_request_are_one_try() -> None:
    wrong = "&".join(f"token=wrong{n}" for n in range(100))
    asking = client(Access(token=TOKEN))
    assert asking.get(f"/api/status?token={TOKEN}&{wrong}").status_code == 401


def test_the_limit_of_tries_does_not_affect_sessions() -> None:
    signed_in = client(Access(token=TOKEN))
    signed_in.get(f"/?token={TOKEN}", headers=BROWSER)
    cookies = dict(signed_in.cookies)
    signed_in.cookies.clear()
    wrong = [signed_in.get(f"/api/status?token=wrong{n}") for n in range(11)]
    assert wrong[-1].status_code == 429
    assert 0 < int(wrong[-1].headers["retry-after"]) <= 60
    signed_in.cookies.update(cookies)
    assert signed_in.get("/api/status").status_code == 200


def test_the_limit_ends_after_a_minute() -> None:
    now = [0.0]
    tries = Tries(lambda: now[0])
    for n in range(10):
        now[0] = float(n)
        tries.record("10.0.0.1", [f"wrong{n}"])
    assert tries.seconds_to_wait("10.0.0.1") == 51.0
    now[0] = 60.5
    assert tries.seconds_to_wait("10.0.0.1") == 0.0
    tries.record("10.0.0.1", ["another"])
    assert tries.seconds_to_wait("10.0.0.1") == 0.5


def test_tokens_too_long_to_be_guessed_are_not_limited() -> None:
    asking = client(Access(token=LONG_TOKEN))
    wrong = {asking.get(f"/api/status?token=wrong{n}").status_code for n in range(30)}
    assert wrong == {401}


@pytest.mark.parametrize(
    "others", ['foo={"a": 1}', "foo=a b", "bad/name=1", "", "=", "lone", 'quoted="a;b"']
)
def test_cookies_of_other_programs_do_not_matter(others: str) -> None:
    browser = client(Access(token=TOKEN))
    browser.get(f"/?token={TOKEN}", headers=BROWSER)
    session = f"scopeboard={browser.cookies['scopeboard']}"
    browser.cookies.clear()
    for cookies in (f"{others}; {session}", f"{session}; {others}"):
        answer = browser.get("/api/status", headers={"Cookie": cookies})
        assert answer.status_code == 200


def test_programs_may_send_the_token_as_bearer() -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert client(Access(token=TOKEN)).get("/api/status", headers=headers).status_code == 200
