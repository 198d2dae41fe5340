"""Runs and scalars on the page."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import writer
from served import Dashboard, dashboard

from .conftest import OpenPage

# Whether any pixel of a canvas was drawn on.
IS_DRAWN = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, at) => at % 4 === 3 && value > 0);
}"""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    curve = [math.exp(-step / 300) for step in range(1000)]
    writer.write_run(
        tmp_path, "train", writer.scalar_file({"accuracy": curve, "loss/total": curve})
    )
    writer.write_run(tmp_path, "test", writer.scalar_file({"accuracy": curve[::10]}))
    return tmp_path


@pytest.fixture
def board(logs: Path) -> Iterator[Dashboard]:
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.2") as running:
        running.wait_until_read()
        yield running


def card(page: Page, tag: str) -> None:
    """Wait until the card of a tag is drawn."""
    canvas = page.locator(f'[data-tag="{tag}"] canvas').first
    canvas.wait_for()
    page.wait_for_function(IS_DRAWN, arg=canvas.element_handle())


def test_the_page_shows_runs_and_charts(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    expect(page.locator('[data-run="train"]')).to_be_visible()
    expect(page.locator('[data-run="test"]')).to_be_visible()
    card(page, "accuracy")
    expect(page.locator('[data-tag="accuracy"]')).to_contain_text("1,100 points")
    card(page, "loss/total")


def test_a_hidden_run_leaves_the_chart_and_the_link_remembers_it(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    card(page, "accuracy")
    page.locator('[data-run="test"]').get_by_role("checkbox").click()
    expect(page.locator('[data-tag="accuracy"]')).to_contain_text("1,000 points")
    again = open_page(page.url)
    expect(again.locator('[data-tag="accuracy"]')).to_contain_text("1,000 points")


def test_new_points_and_new_runs_appear_by_themselves(
    board: Dashboard, logs: Path, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    card(page, "accuracy")
    with (logs / "test" / writer.FILE_NAME).open("ab") as file:
        file.write(writer.event(100, writer.tf1_scalar("accuracy", 0.5)))
    writer.write_run(logs, "later", writer.scalar_file({"accuracy": [1.0]}))
    expect(page.locator('[data-run="later"]')).to_be_visible(timeout=20_000)


def test_an_empty_log_directory_explains_itself_and_fills(
    tmp_path: Path, open_page: OpenPage
) -> None:
    logs = tmp_path / "later"
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.2") as board:
        board.wait_until_read()
        page = open_page(board.url)
        expect(page.get_by_text(str(logs)).first).to_be_visible()
        expect(page.get_by_text("watching").first).to_be_visible()
        writer.write_run(logs, "a", writer.scalar_file({"x": [1.0, 2.0]}))
        expect(page.locator('[data-run="a"]')).to_be_visible(timeout=20_000)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fits_the_window(
    board: Dashboard, open_page: OpenPage, width: int, height: int, theme: str
) -> None:
    page = open_page(board.url, width, height, theme)
    card(page, "accuracy")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_names_from_a_log_are_only_text(tmp_path: Path, open_page: OpenPage) -> None:
    tags = {"__proto__": [1.0], "constructor/x": [1.0], "<img src=x onerror=alert(1)>": [1.0]}
    writer.write_run(tmp_path, "<b>run</b>", writer.scalar_file(tags))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(board.url)
        expect(page.locator('[data-run="<b>run</b>"]')).to_be_visible()
        for tag in tags:
            card(page, tag)
