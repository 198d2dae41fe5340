"""The page and the files it loads."""

import gzip
import json
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from scopeboard.web.assets import Assets, find_assets
from scopeboard.web.page import page_routes

BOOT = {"version": "1", "window_title": "</script><b>", "log_directory": "logs"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    manifest = {
        "src/main.tsx": {
            "file": "assets/main-1.js",
            "css": ["assets/main-1.css"],
            "imports": ["_a"],
        },
        "_a": {"file": "assets/shared-2.js", "css": ["assets/shared-2.css"], "imports": ["_b"]},
        "_b": {"file": "assets/base-3.js", "css": ["assets/base-3.css"], "imports": ["_a"]},
        "_graph": {
            "file": "assets/graph-4.js",
            "name": "graph",
            "css": ["assets/graph-4.css"],
            "imports": ["_a", "_c"],
        },
        "_c": {"file": "assets/several-5.js"},
        "_cards": {"file": "assets/cards-6.js", "name": "cards"},
    }
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "main-1.js").write_text("export {}")
    (tmp_path / "assets" / "main-1.js.gz").write_bytes(gzip.compress(b"export {}"))
    (tmp_path / "assets" / "main-1.css").write_text("a {}")
    (tmp_path / "icon.svg").write_text("<svg/>")
    return tmp_path


def client(static: Path) -> TestClient:
    return TestClient(Starlette(routes=page_routes(lambda: BOOT, static)))


def test_all_chunks_of_the_page_are_loaded_imports_first(built: Path) -> None:
    assert find_assets(built) == Assets(
        "assets/main-1.js",
        ["assets/base-3.css", "assets/shared-2.css", "assets/main-1.css"],
        ["assets/base-3.js", "assets/shared-2.js", "assets/cards-6.js"],
    )


def test_the_code_of_the_tab_that_a_link_names_is_loaded_with_the_page(built: Path) -> None:
    assert find_assets(built, "graph") == Assets(
        "assets/main-1.js",
        ["assets/base-3.css", "assets/shared-2.css", "assets/main-1.css", "assets/graph-4.css"],
        ["assets/base-3.js", "assets/shared-2.js", "assets/several-5.js", "assets/graph-4.js"],
    )
    html = client(built).get("/?tab=graph&open=a").text
    assert '<link rel="modulepreload" href="static/assets/graph-4.js">' in html
    assert '<link rel="stylesheet" href="static/assets/graph-4.css">' in html


def test_the_page_comes_with_the_tab_that_an_address_without_one_opens(built: Path) -> None:
    def opened(first: str, query: str = "") -> bool:
        routes = page_routes(lambda: {**BOOT, "first_tab": first}, built)
        return "graph-4.js" in TestClient(Starlette(routes=routes)).get(f"/{query}").text

    assert opened("graph")
    assert opened("scalars", "?tab=graph")
    assert not opened("graph", "?tab=media")
    assert not opened("")


def test_the_browser_requests_the_runs_and_the_graphs_before_the_page_runs(built: Path) -> None:
    def requested(query: str) -> list[str]:
        html = client(built).get(f"/{query}").text
        return re.findall(r'<link rel="preload" as="fetch" href="([^"]+)" crossorigin>', html)

    assert requested("?tab=graph") == [*requested(""), "api/graphs"]
    assert "api/runs" in requested("?tab=scalars")


@pytest.mark.parametrize("tab", ["", "no such tab", "../../main.tsx", "graph/index.ts", "\0"])
def test_whatever_else_a_link_names_loads_nothing_more(built: Path, tab: str) -> None:
    assert find_assets(built, tab) == find_assets(built)


@pytest.mark.parametrize("manifest", ["", "{}", "[1]", None])
def test_without_a_usable_manifest_nothing_is_built(tmp_path: Path, manifest: str | None) -> None:
    if manifest is not None:
        (tmp_path / ".vite").mkdir()
        (tmp_path / ".vite" / "manifest.json").write_text(manifest)
    assert find_assets(tmp_path) is None


def test_the_page_loads_its_files_by_relative_addresses(built: Path) -> None:
    html = client(built).get("/").text
    assert 'src="static/assets/main-1.js"' in html
    assert 'href="static/assets/shared-2.css"' in html
    assert 'src="/' not in html
    assert 'href="/' not in html


def test_text_of_the_log_cannot_break_out_of_the_page(built: Path) -> None:
    html = client(built).get("/").text
    assert "</script><b>" not in html
    assert "<b>" not in html


def test_an_unbuilt_page_explains_how_to_build_it(tmp_path: Path) -> None:
    assert "scripts/run" in client(tmp_path).get("/").text


def test_files_named_by_their_content_are_immutable(built: Path) -> None:
    browser = client(built)
    assert "immutable" in browser.get("/static/assets/main-1.js").headers["cache-control"]
    assert "immutable" not in browser.get("/static/icon.svg").headers.get("cache-control", "")
    assert browser.get("/static/../secret").status_code == 404


@pytest.mark.parametrize(
    ("takes", "encoding"),
    [("gzip, br", "gzip"), ("identity", None), ("gzip;q=0", None), ("br, gzip; q=0.0, *", None)],
)
def test_files_are_sent_compressed_if_accepted(
    built: Path, takes: str, encoding: str | None
) -> None:
    browser = client(built)
    for _ in range(2):  # from the disk, then from memory
        answer = browser.get("/static/assets/main-1.js", headers={"accept-encoding": takes})
        assert answer.text == "export {}"
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"


def test_a_file_without_a_compressed_form_is_sent_as_it_is(built: Path) -> None:
    answer = client(built).get("/static/assets/main-1.css", headers={"accept-encoding": "gzip"})
    assert answer.text == "a {}"
    assert "content-encoding" not in answer.headers


def test_a_file_that_the_browser_has_is_not_sent_again(built: Path) -> None:
    browser = client(built)
    held = browser.get("/static/assets/main-1.js").headers["etag"]
    again = browser.get("/static/assets/main-1.js", headers={"if-none-match": held})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["", "none.js", "..%2f..%2fsecret", "%00", "a" * 5000])
def test_unknown_files_are_not_found(built: Path, name: str) -> None:
    (built.parent / "secret").write_text("secret")
    assert client(built).get(f"/static/assets/{name}").status_code == 404


def test_files_are_only_read(built: Path) -> None:
    assert client(built).post("/static/assets/main-1.js").status_code == 405


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/index.html", "./"),
        ("/graphs", "./"),
        ("/experiment/defaultExperimentId", "../"),
        ("/experiment/defaultExperimentId/", "../../"),
    ],
)
def test_paths_of_tensorboards_page_lead_to_the_page(built: Path, path: str, location: str) -> None:
    browser = client(built)
    answer = browser.get(f"{path}?run=a", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"{location}?run=a")
    followed = browser.get(f"{path}?run=a")
    assert (followed.status_code, str(followed.url)) == (200, "http://testserver/?run=a")


def test_a_doubled_slash_leads_to_the_page(built: Path) -> None:
    answer = client(built).get("http://testserver//?tab=graph", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "../?tab=graph")
