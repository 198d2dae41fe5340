"""What the page says, and asks, while the server reads or has something to say."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message
from .waiting import wait_until, wait_until_quiet

READING = {
    "state": "reading",
    "bytes_done": 1_234_000_000,
    "bytes_total": 5_432_000_000,
    "files": 1204,
    "runs": 214,
    "points": 3_100_000,
    "rate": 340e6,
    "remaining": 12.3,
}
FULL = {"kind": "memory", "message": "The index cannot be written: no space left on device."}
TAGS = [f"tag{number:02}" for number in range(40)]

# Elements that overlap the bar of a notice.
BELOW_THE_NOTICE = """() => {
  const bar = document.querySelector(".app-server-notice").getBoundingClientRect();
  return [...document.querySelectorAll("header, aside, main")]
    .map(element => element.getBoundingClientRect())
    .filter(box => box.top < bar.bottom - 1 && box.bottom > bar.top + 1).length;
}"""


def _end(route: Route) -> None:
    """Answer with a stream that ends before anything came."""
    route.fulfill(content_type="text/event-stream", body="")


class AlteredStatus:
    """What `/api/status` says, with some of it replaced."""

    def __init__(self) -> None:
        self.loading: dict[str, Any] = {}
        self.notices: list[dict[str, str]] = []
        self.added_generations = 0
        self.keeps_changing = False

    def alter(self, page: Page) -> None:
        """Answer in the server's place when the page asks, as it does where no stream comes."""
        page.route("**/api/stream*", _end)
        page.route("**/api/status", self._answer)

    def _answer(self, route: Route) -> None:
        status = route.fetch().json()
        status["loading"].update(self.loading)
        status["notices"] = self.notices
        self.added_generations += self.keeps_changing
        status["generation"] += self.added_generations
        route.fulfill(json=status)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Dashboard]:
    writer.write_run(tmp_path, "train", writer.scalar_file({tag: [1.0, 2.0] for tag in TAGS}))
    with dashboard(str(tmp_path), "--port", "0", "--reload_interval", "0.2") as running:
        running.wait_until_read()
        yield running


@pytest.mark.parametrize("width", [1440, 390])
def test_says_how_far_reading_is_and_shows_what_is_there(
    board: Dashboard, open_page: OpenPage, width: int
) -> None:
    status = AlteredStatus()
    status.loading = READING
    page = open_page(board.url, width, prepare=status.alter)
    progress = page.get_by_role("progressbar")
    expect(progress).to_have_text(
        re.compile("Reading 22 %.*1.2 of 5.4 GB.*340 MB/s.*about 12 s left.*214 runs.*3.1M points")
    )
    expect(page.get_by_role("status").get_by_text("Reading event files: 0 %")).to_be_attached()
    expect(page.locator('[data-tag="tag00"]')).to_contain_text("2 points")
    box = progress.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    status.loading = {}
    expect(progress).to_have_count(0)
    expect(page.get_by_role("status").get_by_text(message("app.readingDone"))).to_be_attached()


def test_a_notice_stays_away_until_it_says_something_else(
    board: Dashboard, open_page: OpenPage
) -> None:
    status = AlteredStatus()
    status.notices = [FULL]
    page = open_page(board.url, prepare=status.alter)
    notice = page.locator(".app-server-notice")
    expect(notice).to_have_text(FULL["message"])
    expect(page.locator('[data-tag="tag00"]')).to_be_visible()
    assert page.evaluate(BELOW_THE_NOTICE) == 0
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)
    status.notices = [{**FULL, "message": "Nor is there any memory left."}]
    expect(notice).to_have_text("Nor is there any memory left.")


def test_asks_about_once_a_second_for_charts_in_sight(
    board: Dashboard, open_page: OpenPage
) -> None:
    status = AlteredStatus()
    status.loading = READING
    page = open_page(board.url, prepare=status.alter)
    expect(page.locator('[data-tag="tag00"]')).to_contain_text("2 points")
    asked: Counter[str] = Counter()
    page.on("request", lambda request: asked.update(_tags_asked(request)))
    wait_until_quiet(page, asked.total)
    asked.clear()
    began = monotonic()
    status.keeps_changing = True
    wait_until(page, lambda: asked["tag00"] >= 4)
    assert monotonic() - began > 2.5  # seconds; once at once, and then three times
    assert len(asked) < len(TAGS)
    status.keeps_changing = False
    wait_until_quiet(page, asked.total)


def _tags_asked(request: Request) -> list[str]:
    address = urlsplit(request.url)
    return parse_qs(address.query)["tag"] if address.path.endswith("/api/scalars") else []
