"""The page and the files it loads."""

import json
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from scopeboard.page import Assets, find_assets, page_routes

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
    }
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "main-1.js").write_text("export {}")
    (tmp_path / "icon.svg").write_text("<svg/>")
    return tmp_path


def client(static: Path) -> TestClient:
    return TestClient(Starlette(routes=page_routes(BOOT, static)))


def test_all_that_the_page_needs_is_loaded_what_is_imported_first(built: Path) -> None:
    assert find_assets(built) == Assets(
        "assets/main-1.js",
        ["assets/base-3.css", "assets/shared-2.css", "assets/main-1.css"],
        ["assets/base-3.js", "assets/shared-2.js"],
    )


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


def test_what_the_log_says_cannot_break_out_of_the_page(built: Path) -> None:
    html = client(built).get("/").text
    assert "</script><b>" not in html
    assert "<b>" not in html


def test_an_unbuilt_page_says_how_to_build_it(tmp_path: Path) -> None:
    assert "scripts/run" in client(tmp_path).get("/").text


def test_files_named_by_their_content_are_kept_for_good(built: Path) -> None:
    browser = client(built)
    assert "immutable" in browser.get("/static/assets/main-1.js").headers["cache-control"]
    assert "immutable" not in browser.get("/static/icon.svg").headers.get("cache-control", "")
    assert browser.get("/static/../secret").status_code == 404
