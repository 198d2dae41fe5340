"""A page goes on when its stream does not, and rests while somebody looks elsewhere or drags."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage

BEFORE, AFTER = "10 points", "14 points"

# As when the tab is covered by another, and shown again.
SEEM = """isHidden => {
  Object.defineProperty(document, "hidden", {value: isHidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def points(steps: range) -> bytes:
    return b"".join(writer.event(step, writer.tf1_scalar("loss", 1 / (1 + step))) for step in steps)


def append(logs: Path) -> None:
    with (logs / "run" / writer.FILE_NAME).open("ab") as file:
        file.write(points(range(10, 14)))


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    writer.write_run(tmp_path, "run", points(range(10)))
    return tmp_path


@pytest.fixture
def board(logs: Path) -> Iterator[Dashboard]:
    with dashboard(str(logs), "--port", "0", "--reload_interval", "1") as running:
        running.wait_until_read()
        yield running


def expect_points(page: Page, text: str) -> None:
    expect(page.get_by_text(text, exact=True)).to_be_visible()


def test_a_stream_that_is_kept_back_is_done_without(
    board: Dashboard, logs: Path, open_page: OpenPage
) -> None:
    kept: list[Route] = []  # as something between that waits for the end before it passes on

    def keep(route: Route) -> None:
        kept.append(route)

    page = open_page(board.url, prepare=lambda page: page.route("**/api/stream*", keep))
    expect_points(page, BEFORE)
    append(logs)
    expect_points(page, AFTER)
    assert len(kept) == 1


def test_a_stream_that_breaks_off_is_taken_up_where_it_was(
    board: Dashboard, logs: Path, open_page: OpenPage
) -> None:
    status = board.status()
    asked: list[str] = []

    def break_off(route: Route) -> None:
        """End the first stream after one batch; let the others through."""
        asked.append(urlsplit(route.request.url).query)
        if len(asked) > 1:
            append(logs)
            route.continue_()
        else:
            body = f"event: status\ndata: {json.dumps(status)}\n\n"
            route.fulfill(content_type="text/event-stream", body=body)

    page = open_page(board.url, prepare=lambda page: page.route("**/api/stream*", break_off))
    expect_points(page, AFTER)
    assert len(asked) == 2
    assert asked[1].startswith(f"since={status['instance']}-")


def test_a_lost_server_leaves_the_data_and_the_controls(logs: Path, browser: Browser) -> None:
    page = browser.new_page()  # what it complains of, that nobody answers, is what is looked at
    arguments = (str(logs), "--reload_interval", "1", "--port")
    with dashboard(*arguments, "0") as first:
        first.wait_until_read()
        page.goto(first.url)
        expect_points(page, BEFORE)
    lost = page.get_by_text("Connection lost").first
    expect(lost).to_be_visible()
    page.get_by_role("checkbox", name="Log y").click()
    expect(page).to_have_url(f"{first.url}?log=y")
    expect_points(page, BEFORE)
    append(logs)
    with dashboard(*arguments, str(urlsplit(first.url).port)):
        expect_points(page, AFTER)
        expect(lost).to_be_hidden()
        page.context.close()


@pytest.mark.parametrize("way", ["pressed", "hidden"])
def test_nothing_is_asked_while_the_pointer_is_pressed_or_the_page_hidden(
    board: Dashboard, logs: Path, open_page: OpenPage, way: str
) -> None:
    page = open_page(board.url)
    expect_points(page, BEFORE)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    if way == "pressed":
        page.locator(".chart-plot").first.hover()
        page.mouse.down()
    else:
        page.evaluate(SEEM, True)
    append(logs)
    expect_points(open_page(board.url), AFTER)
    page.wait_for_timeout(1500)
    assert not [url for url in asked if "api/scalars" in url]
    expect_points(page, BEFORE)
    if way == "pressed":
        page.mouse.up()
    else:
        page.evaluate(SEEM, False)
    expect_points(page, AFTER)
