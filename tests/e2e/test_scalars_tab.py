"""Runs and scalars on the page."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import writer
from served import Dashboard, dashboard

from .conftest import OpenPage

# Whether a canvas holds a colour. Axes and their texts are grey; lines are not.
IS_DRAWN = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4) {
    const pixel = data.subarray(at, at + 3);
    if (data[at + 3] > 99 && Math.max(...pixel) - Math.min(...pixel) > 60) return true;
  }
  return false;
}"""

# Whether a card has its run's colour at the middle of its plot, where no mark of a NaN lies.
IS_DOTTED = """tag => {
  const card = document.querySelector(`[data-tag="${tag}"]`);
  const canvas = card.querySelector("canvas");
  const over = card.querySelector(".u-over").getBoundingClientRect();
  const box = canvas.getBoundingClientRect();
  const x = (over.left - box.left + over.width / 2) * devicePixelRatio;
  const y = (over.top - box.top + over.height / 2) * devicePixelRatio;
  const [red, green, blue] = canvas.getContext("2d").getImageData(x, y, 1, 1).data;
  const colour = getComputedStyle(card.querySelector(".value-line")).color;
  return colour === `rgb(${red}, ${green}, ${blue})`;
}"""

# The texts of table cells that are cut off, but for names, which may give way.
CUT_CELLS = """() => [...document.querySelectorAll(".value-table td:not(.value-run)")]
  .filter(cell => cell.scrollWidth > cell.clientWidth
    || cell.getBoundingClientRect().right > cell.closest(".value-table").getBoundingClientRect().right)
  .map(cell => cell.textContent)"""


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
    page.wait_for_function(IS_DRAWN, arg=canvas.element_handle(), timeout=10_000)


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


@pytest.mark.parametrize("axis", ["step", "relative", "wall_time"])
@pytest.mark.parametrize("width", [1440, 390])
def test_no_number_is_cut(tmp_path: Path, open_page: OpenPage, axis: str, width: int) -> None:
    rows = [writer.event(1_199_800, writer.tf1_scalar(tag, -1.439e8)) for tag in "abc"]
    rows += [writer.event(1_199_801, writer.tf1_scalar(tag, -0.05212)) for tag in "abc"]
    writer.write_run(tmp_path, "a_run_with_quite_a_long_name", writer.version() + b"".join(rows))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?x={axis}", width)
        card(page, "a")
        assert page.evaluate(CUT_CELLS) == []
        page.locator('[data-tag="a"] .u-over').hover(position={"x": 2, "y": 40})
        expect(page.locator('[data-tag="a"]')).to_contain_text("−1.439e+8")
        assert page.evaluate(CUT_CELLS) == []


def test_a_series_of_one_point_is_seen(tmp_path: Path, open_page: OpenPage) -> None:
    between = [math.nan, 0.5, math.nan]
    writer.write_run(tmp_path, "a", writer.scalar_file({"one": [0.5], "between": between}))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?smooth=0")
        card(page, "one")
        expect(page.locator('[data-tag="between"]')).to_contain_text("2 NaN")
        page.wait_for_function(f"({IS_DOTTED})('between')", timeout=10_000)


def test_names_from_a_log_are_only_text(tmp_path: Path, open_page: OpenPage) -> None:
    tags = {"__proto__": [1.0], "constructor/x": [1.0], "<img src=x onerror=alert(1)>": [1.0]}
    writer.write_run(tmp_path, "<b>run</b>", writer.scalar_file(tags))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(board.url)
        expect(page.locator('[data-run="<b>run</b>"]')).to_be_visible()
        for tag in tags:
            card(page, tag)
