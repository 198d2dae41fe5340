"""What others change, and what comes while a page is open, shows without a reload."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message


@pytest.fixture
def log(tmp_path: Path) -> Path:
    for run in ("one", "two"):
        writer.write_run(tmp_path, run, writer.scalar_file({"loss": [1, 2]}))
    return tmp_path


@pytest.fixture
def board(log: Path) -> Iterator[Dashboard]:
    with dashboard("--logdir", str(log), "--port", "0", "--reload_interval", "1") as served:
        served.wait_until_read()
        yield served


def put(board: Dashboard, name: str, value: dict[str, Any], based_on: int = 0) -> None:
    """Save a part as another viewer does."""
    body = json.dumps({"based_on": based_on, "value": value}).encode()
    headers = {"Content-Type": "application/json"}
    url = f"{board.url}api/state/part?name={name}"
    with urlopen(Request(url, body, headers, method="PUT")) as answer:
        assert answer.status == 200


def test_a_name_that_somebody_gives_shows_on_every_page(
    board: Dashboard, open_page: OpenPage
) -> None:
    pages = [open_page(f"{board.url}?tab={tab}") for tab in ("scalars", "runs")]
    for page in pages:
        expect(page.get_by_text("one", exact=True).first).to_be_visible()
    put(board, "runs", {"marks": [{"run": "one", "name": "the best"}]})
    for page in pages:
        expect(page.get_by_text("the best", exact=True).first).to_be_visible()
    put(board, "runs", {"marks": [{"run": "one", "name": "the very best"}]}, based_on=1)
    for page in pages:
        expect(page.get_by_text("the very best", exact=True).first).to_be_visible()


def test_what_is_being_typed_outlives_the_changes_of_others(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=runs")
    row = page.locator('[data-key="t:one"]')
    row.focus()
    page.keyboard.press("Enter")
    tags = page.get_by_label(message("runs.tagsField"))
    tags.press_sequentially("pap")
    put(board, "runs", {"marks": [{"run": "one", "name": "the best"}]})
    expect(page.get_by_label("Name", exact=True)).to_have_value("the best")
    expect(tags).to_have_value("pap")
    tags.press_sequentially("er")
    page.get_by_label("Note").focus()
    expect(row).to_contain_text("paper")


def test_a_view_that_somebody_saves_is_listed(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    page.get_by_role("button", name="Views").click()
    view = {"name": "for the paper", "search": "tab=scalars"}
    put(board, "views", {"version": 1, "views": [view]})
    expect(page.get_by_text("for the paper")).to_be_visible()


def test_the_projector_comes_with_its_data(
    board: Dashboard, log: Path, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    expect(page.get_by_text("one", exact=True).first).to_be_visible()
    # The button with the log directory's path has this test's name in it.
    tab = page.get_by_role("button", name="Projector", exact=True)
    expect(tab).to_have_count(0)
    run = log / "one"
    run.joinpath("words.tsv").write_text("1\t2\t3\n4\t5\t7\n7\t8\t1\n")
    config = 'embeddings { tensor_name: "words" tensor_path: "words.tsv" }'
    run.joinpath("projector_config.pbtxt").write_text(config)
    expect(tab).to_be_visible()
    tab.click()
    expect(page.get_by_role("img", name="3 vectors of 3 dimensions")).to_be_visible()


def test_a_tab_that_failed_without_the_server_comes_when_it_is_back(
    log: Path, browser: Browser
) -> None:
    page = browser.new_page()
    text = writer.event(1, writer.tf2_scalar("loss", 0, first=True))
    writer.write_run(log, "three", text)
    flags = ("--logdir", str(log), "--reload_interval", "1")
    with dashboard(*flags, "--port", "0") as first:
        first.wait_until_read()
        page.goto(f"{first.url}?tab=scalars")
        expect(page.locator(".scalar-card canvas").first).to_be_visible()
        # The last that comes ahead. A browser fetches no module again that a fetched one imports.
        expect(page.locator(".app-file-report")).to_be_attached()
        port = str(urlsplit(first.url).port)
    page.get_by_role("button", name="Runs", exact=True).click()
    page.keyboard.press("g")
    page.keyboard.press("o")
    failure = page.get_by_role("alert").filter(has_text="Could not load the Overview tab")
    expect(failure).to_contain_text(message("ui.codeNotFetched"))
    expect(failure).not_to_contain_text("http")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    failure.get_by_role("button", name="Copy details").click()
    page.wait_for_function("() => window.copied?.includes('Could not load the Overview tab')")
    with dashboard(*flags, "--port", port) as second:
        second.wait_until_read()
        expect(page.locator(".overview").first).to_be_visible()
        expect(failure).to_have_count(0)
        is_styled = """() => [...document.querySelectorAll('link[rel="stylesheet"]')]
          .every(({ sheet }) => sheet !== null)"""
        assert page.evaluate(is_styled)
    page.close()
