"""The guide at `/help`, below a prefix and behind the guard, built or not."""

import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.guide import guide_routes, style_sources
from scopeboard.web.security import Access, content_security_policy
from scopeboard.web.settings import AppSettings
from tools.routes import ended

TOKEN = "of-the-test"
POLICY = content_security_policy((), writes_html=True)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "guide").mkdir()
    (tmp_path / "assets").mkdir()
    (tmp_path / "guide" / "index.html").write_text("<h1>Guide</h1>")
    (tmp_path / "assets" / "main.css").write_text("a {}")
    return tmp_path


def client(guide: Path, prefix: str = "") -> TestClient:
    app = Starlette()
    app.router.redirect_slashes = False
    outer = Starlette()
    outer.mount(prefix, app)
    app.routes.extend(guide_routes(POLICY, guide))
    return TestClient(outer)


@pytest.mark.parametrize("prefix", ["", "/a/board"])
@pytest.mark.parametrize("path", ["/help", "/help/", "/help/guide", "/help/guide/"])
def test_each_short_address_leads_to_the_first_page(built: Path, prefix: str, path: str) -> None:
    answer = client(built, prefix).get(f"{prefix}{path}")
    assert answer.url.path == f"{prefix}/help/guide/index.html"
    assert answer.text == "<h1>Guide</h1>"


def test_no_redirect_names_a_host(built: Path) -> None:
    answer = client(built).get("/help", follow_redirects=False)
    assert answer.headers["location"] == "help/guide/index.html"


def test_pages_have_their_policy_and_are_looked_up_each_time(built: Path) -> None:
    answer = client(built).get("/help/guide/index.html")
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "private, no-cache"
    again = client(built).get(
        "/help/guide/index.html", headers={"if-none-match": answer.headers["etag"]}
    )
    assert again.status_code == 304


def test_the_policy_allows_scripts_of_this_server_alone_and_lets_them_write() -> None:
    assert "script-src 'self';" in POLICY
    assert "require-trusted-types-for" not in POLICY
    assert "require-trusted-types-for" in content_security_policy(())


def test_styles_that_scripts_write_are_allowed_one_by_one(built: Path) -> None:
    assert style_sources(built) == []
    (built / "style-sources.txt").write_text("'sha256-a='\n'sha256-b='")
    policy = content_security_policy((), writes_html=True, styles=style_sources(built))
    assert re.search("style-src 'self' 'sha256-[^']+' 'sha256-a=' 'sha256-b=';", policy)


def test_without_a_built_guide_a_page_says_how_to_get_it(tmp_path: Path) -> None:
    answer = client(tmp_path / "none").get("/help")
    assert answer.status_code == 404
    assert "scripts/run builds it" in answer.text


@pytest.mark.parametrize("page", ["guide/old.html", "gone.html"])
def test_a_page_that_is_not_there_leads_to_the_contents(built: Path, page: str) -> None:
    browser = client(built, "/board")
    answer = browser.get(f"/board/help/{page}")
    assert answer.status_code == 404
    contents = answer.url.join(answer.text.partition('<a href="')[2].partition('"')[0])
    assert browser.get(contents).text == "<h1>Guide</h1>"


def test_nothing_outside_the_guide_is_served(built: Path) -> None:
    (built.parent / "secret.html").write_text("secret")
    for path in ("/help/../secret.html", "/help/%2e%2e/secret.html", "/help/..%2fsecret.html"):
        assert "secret" not in client(built).get(path).text


def test_the_guide_needs_the_token_that_the_page_needs() -> None:
    app = create_app(Store(), AppSettings(access=Access(token=TOKEN), ending=ended()))
    browser = TestClient(app, base_url="http://localhost")
    assert browser.get("/help/guide/index.html").status_code == 401
    with_token = {"Authorization": f"Bearer {TOKEN}"}
    assert browser.get("/help", headers=with_token, follow_redirects=False).status_code == 307
