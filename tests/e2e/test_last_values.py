"""Bars of last values: for tags with one value per run, and on demand; in files too."""

import re
from collections.abc import Iterator
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage
from .messages import message
from .waiting import wait_until

ACCURACIES = {"adam_0": 0.5, "adam_1": 0.75, "sgd_0": -0.25}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = tmp_path_factory.mktemp("last_values")
    for run, accuracy in ACCURACIES.items():
        values = {"accuracy": [accuracy], "loss": [2.0, 1.0]}
        writer.write_run(logs, run, writer.scalar_file(values))
    with dashboard(str(logs), "--port", "0") as running:
        running.wait_until_read()
        yield running


def card(page: Page, tag: str) -> Locator:
    return page.locator(f".scalar-card[data-tag={tag}]")


def rows(bars: Locator) -> list[str]:
    return [
        " ".join(cells)
        for cells in bars.locator("tbody tr").evaluate_all(
            "rows => rows.map(row => [row.cells[0].innerText, row.cells[2].innerText])"
        )
    ]


def test_a_tag_with_one_value_for_each_run_is_drawn_as_bars(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?runs=all&order=descending")
    bars = card(page, "accuracy")
    expect(bars.locator(".scalar-bar")).to_have_count(3)
    assert rows(bars) == ["adam_1 0.75", "adam_0 0.5", "sgd_0 −0.25"]
    widths = bars.locator(".scalar-bar").evaluate_all(
        "bars => bars.map(bar => bar.getBoundingClientRect().width)"
    )
    assert [round(width / widths[2]) for width in widths] == [3, 2, 1]
    expect(card(page, "loss").locator("canvas")).to_be_visible()
    expect(card(page, "loss").locator(".scalar-bar")).to_have_count(0)
    assert findings(page) == []


def test_any_chart_is_drawn_as_bars_or_lines(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?runs=all")
    loss, accuracy = card(page, "loss"), card(page, "accuracy")
    for one in (loss, accuracy):
        one.get_by_role("button", name="More for").click()
        page.get_by_role("menuitemcheckbox", name=message("scalars.toolbar.barsItem")).click()
    expect(page).to_have_url(re.compile(r"bars=loss&lines=accuracy$"))
    expect(loss.locator(".scalar-bar")).to_have_count(3)
    assert rows(loss) == ["sgd_0 1", "adam_1 1", "adam_0 1"]
    expect(accuracy.locator(".scalar-bar")).to_have_count(0)
    expect(accuracy.locator("canvas")).to_be_visible()


def test_bars_are_saved_as_a_picture_of_the_size_that_was_chosen(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?runs=all")
    bars = card(page, "accuracy")
    expect(bars.locator(".scalar-bar")).to_have_count(3)
    bars.get_by_role("button", name="More for").click()
    page.get_by_role("menuitem", name="Image size").click()
    form = page.get_by_role("form", name="Image size")
    form.get_by_label("Width").fill("500")
    form.get_by_role("button", name="Apply").click()
    bars.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="SVG").click()
    picture = download.value.path().read_text("utf-8")
    assert '<svg xmlns="http://www.w3.org/2000/svg" width="500"' in picture
    for text in ("accuracy", "adam_1", "0.75", "−0.25"):
        assert f">{text}</text>" in picture
    bars.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="LaTeX").click()
    assert "coordinates {(0.75," in download.value.path().read_text("utf-8")


def ink(part: Locator) -> int:
    """Count the pixels of a part that have a colour."""
    pixels = np.asarray(Image.open(BytesIO(part.screenshot(animations="disabled"))), dtype=np.int16)
    return int((np.ptp(pixels[..., :3], axis=2) > 60).sum())


def test_lines_are_as_thick_as_was_chosen(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?runs=all&raw=hidden")
    plot = card(page, "loss").locator(".chart")
    wait_until(page, lambda: ink(plot) > 0)
    normal = ink(plot)
    page.get_by_role("button", name="Display").click()
    page.get_by_role("menuitemradio", name="Very thick").click()
    expect(page).to_have_url(re.compile("width=heavy"))
    page.keyboard.press("Escape")
    wait_until(page, lambda: ink(plot) > 1.5 * normal)
