"""A report opened from the disk, with no network: the same pictures as on the server's page."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tools import writer
from tools.served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import read_scene
from .messages import message
from .painting import picture
from .waiting import comes_to


@dataclass(frozen=True)
class Both:
    """A server, and a report of the same log."""

    board: Dashboard
    report: str


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    here: Path = tmp_path_factory.mktemp("report")
    logs = here / "logs"
    writer.write_run(logs, "a", writer.scalar_file({"loss": [1 / (n + 1) for n in range(400)]}))
    writer.write_run(logs, "b", writer.scalar_file({"loss": [2.0, 1.0, float("nan"), 0.5]}))
    writer.write_run(logs, "g", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    state = ("--state_dir", str(here / "state"))
    path = here / "report.html"
    flags = ["--logdir", str(logs), "--no_index", *state, "-o", str(path)]
    subprocess.run([sys.executable, "-m", "scopeboard", "export", *flags], check=True)
    with dashboard(str(logs), "--port", "0", "--read_only", *state) as running:
        running.wait_until_read()
        yield Both(running, path.as_uri())


def offline(page: Page) -> None:
    """Let the page reach nothing but files."""
    page.context.set_offline(True)


def card(page: Page) -> tuple[str, str]:
    """Return the text of the card `loss` and its pixels, once all of it is there."""
    found = page.locator('[data-tag="loss"]').first
    expect(found.locator(".scalar-value-line")).to_have_count(2)
    expect(found.locator("figcaption")).to_have_text(re.compile(r"^loss, 2 runs"))
    return found.inner_text(), picture(page, found)


def test_a_card_has_the_same_text_and_pixels(open_page: OpenPage, both: Both) -> None:
    served = card(open_page(f"{both.board.url}?tab=scalars"))
    asked: list[str] = []

    def prepare(page: Page) -> None:
        offline(page)
        page.on("request", lambda request: asked.append(request.url))

    page = open_page(f"{both.report}?tab=scalars", prepare=prepare)
    assert card(page) == served
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == [page.url]


def test_the_graph_has_the_same_scene_and_opens(open_page: OpenPage, both: Both) -> None:
    served = read_scene(open_page(f"{both.board.url}?tab=graph"), "layer1")
    page = open_page(f"{both.report}?tab=graph", prepare=offline)
    comes_to(page, lambda: read_scene(page, "layer1"), served)
    page = open_page(f"{both.report}?tab=graph&open=layer1&node=layer1", prepare=offline)
    read_scene(page, "layer1/")
    expect(page.locator(".ui-error-state")).to_have_count(0)


def test_says_what_it_is_and_what_it_lacks(open_page: OpenPage, both: Both) -> None:
    page = open_page(both.report, prepare=offline)
    page.get_by_role("button", name="Report").click()
    dialog = page.get_by_role("dialog", name="About this report")
    expect(dialog).to_contain_text("Search and traces in whole graphs")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=message("app.pauseLive"))).to_have_count(0)


def test_an_expression_has_the_same_text_and_pixels(open_page: OpenPage, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    for phase, shift in (("train", 0.0), ("val", 0.5)):
        values = [1 / (n + 1) + shift * n / 100 for n in range(3000)]
        writer.write_run(logs, f"one/{phase}", writer.scalar_file({"loss": values}))
    chart = json.dumps({"expressions": ["loss@train - loss@val"]})
    view = f"?{urlencode({'tab': 'scalars', 'chart': chart})}"
    path = tmp_path / "report.html"
    flags = ["--logdir", str(logs), "--no_index", "--view", view, "-o", str(path)]
    subprocess.run([sys.executable, "-m", "scopeboard", "export", *flags], check=True)

    def shown(page: Page) -> tuple[str, str]:
        found = page.get_by_role("article", name="loss@train - loss@val", exact=True)
        expect(found.locator(".scalar-value-line")).to_have_count(1)
        caption = "loss@train - loss@val, 1 run, 3,000 points, step 1–2,998; lowest −15"
        expect(found.locator("figcaption")).to_contain_text(caption)
        return found.inner_text(), picture(page, found)

    report = shown(open_page(path.as_uri(), prepare=offline))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        assert shown(open_page(f"{running.url}{view}")) == report
