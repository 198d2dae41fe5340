"""Distributions on the page."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message

STEPS = 200

# Whether anything but one colour is on a card's canvas.
IS_DRAWN = """canvas => {
  const { width, height } = canvas;
  if (width < 2 || height < 2) return false;
  const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] > 0) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
  }
  return colours.size > 8;
}"""


def histogram(tag: str, edges: np.ndarray, counts: np.ndarray) -> Summary.Value:
    limits = [*edges[1:-1].tolist(), 1e308]
    histo = HistogramProto(min=edges[0], max=edges[-1], bucket_limit=limits, bucket=counts.tolist())
    return Summary.Value(tag=tag, histo=histo)


def at_step(step: int) -> bytes:
    """Return weights whose bucket from 0 to 0.5 counts 1000 + step, and a layer that dies."""
    edges = np.linspace(-2, 2, 9)
    counts = np.round(1000 * np.exp(-((edges[1:] - 0.25) ** 2)))
    counts[4] = 1000 + step
    zeros = 9_990 if step > STEPS / 2 else 5_000
    dying = histogram("layer/out", np.array([0, 1e-12, 1, 2]), np.array([zeros, 5, 5]))
    return writer.event(step, histogram("layer/weights", edges, counts), dying)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = tmp_path_factory.mktemp("logs")
    writer.write_run(logs, "train", b"".join(at_step(step) for step in range(STEPS)))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


def card_of(page: Page, tag: str) -> Locator:
    return page.locator(f'article[data-tag="{tag}"]')


def test_four_forms_any_step_and_what_is_under_the_pointer(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=distributions")
    card = card_of(page, "layer/weights")
    canvas = card.locator("canvas").first
    for form in ("Overlay", "Heat map", message("distributions.percentiles"), "Ridges"):
        page.get_by_role("radio", name=form).click()
        expect(card.locator("footer")).to_contain_text("60 of 200 steps drawn")
        page.wait_for_function(IS_DRAWN, arg=canvas.element_handle())
    page.keyboard.press("v")
    expect(page.get_by_role("radio", name="Overlay")).to_be_checked()
    page.get_by_label(message("app.stepOnAllTabs")).fill("7")
    page.get_by_label(message("app.stepOnAllTabs")).press("Enter")
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.56, box["y"] + box["height"] / 2)
    expect(card.locator("footer")).to_contain_text("step 7: 1,007 of ")
    expect(card.locator("footer")).to_contain_text("from 0 to 0.5")
    page.reload()
    expect(page.get_by_label(message("app.stepOnAllTabs"))).to_have_value("7")
    expect(page.get_by_role("radio", name="Overlay")).to_be_checked()


def test_a_layer_that_died_is_pointed_out(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=distributions", theme="dark")
    sign = "99.9 % of the values are zero at step 199"
    expect(card_of(page, "layer/out")).to_contain_text(sign)
    page.get_by_role("button", name="How to read this").click()
    introduction = page.get_by_role("region", name="How to read distributions")
    expect(introduction).to_contain_text(sign)
    introduction.get_by_role("button", name="layer/out").click()
    table = page.get_by_role("region", name=message("distributions.tableLabel"))
    expect(table.get_by_role("row")).to_have_count(1 + STEPS)


def test_data_and_pictures_can_be_taken_away(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"{board.url}?tab=distributions&from=10&to=12", width=390, height=844)
    card = card_of(page, "layer/weights")
    expect(card.locator("footer")).to_contain_text("3 steps drawn")
    saved = {}
    for form in (message("distributions.csvOfDrawn"), "PNG", "SVG"):
        card.get_by_role("button", name="Export layer/weights").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=form).click()
        saved[form] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[form])
    rows = list(csv.DictReader(saved[message("distributions.csvOfDrawn")].read_text().splitlines()))
    assert [row["count"] for row in rows if row["left"] == "0"] == ["1010", "1011", "1012"]
    assert saved["PNG"].read_bytes().startswith(b"\x89PNG")
    assert "<title>layer/weights</title>" in saved["SVG"].read_text()
