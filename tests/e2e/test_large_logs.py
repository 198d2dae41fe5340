"""Logs with more of something than a screen holds: tags, runs, points."""

from collections.abc import Iterator
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage

TAGS, RUNS, POINTS = 1234, 1000, 20_000
SCROLL_TO_END = "scroller => scroller.scrollTop = scroller.scrollHeight"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = tmp_path_factory.mktemp("large")
    tags = {f"part{number // 100}/tag{number}": [number, 1.0] for number in range(TAGS)}
    writer.write_run(logs, "wide", writer.scalar_file(tags))
    few = writer.scalar_file({"few": [1.0]})
    for number in range(RUNS):
        writer.write_run(logs, f"many/run_{number:04}", few)
    random = Random(7)  # noqa: S311 - noise of a curve, not a secret
    noise = [random.random() for _ in range(POINTS)]
    writer.write_run(logs, "long", writer.scalar_file({"noise": noise}))
    sevenths = [writer.event(7 * at, writer.tf1_scalar("sevenths", at)) for at in range(POINTS)]
    writer.write_run(logs, "sparse", writer.version() + b"".join(sevenths))
    with dashboard(str(logs), "--port", "0") as running:
        running.wait_until_read()
        yield running


def card(page: Page, tag: str) -> Locator:
    return page.locator(f'.scalar-card[data-tag="{tag}"]')


def test_of_many_tags_those_in_sight_are_asked_for(board: Dashboard, open_page: OpenPage) -> None:
    asked: set[str] = set()

    def note(url: str) -> None:
        if "/api/scalars" in url:
            asked.update(parse_qs(urlsplit(url).query)["tag"])

    link = f"{board.url}?runs=wide&tab=scalars"
    page = open_page(link, prepare=lambda page: page.on("request", lambda one: note(one.url)))
    expect(card(page, "part0/tag0").locator("canvas").first).to_be_visible()
    expect(page.get_by_text("of 1,234 charts drawn; filter or scroll")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert "part0/tag0" in asked
    assert len(asked) < 40
    page.locator(".ui-card-scroller").evaluate(SCROLL_TO_END)
    expect(card(page, f"part12/tag{TAGS - 1}")).to_contain_text("2 points")
    assert len(asked) < 80
    page.get_by_label("Filter tags by name").fill("tag1233")
    expect(page.locator(".scalar-card")).to_have_count(1)
    expect(page.get_by_text("charts drawn")).to_have_count(0)


def test_of_many_runs_the_rows_in_sight_are_there(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=runs")
    rows = page.locator(".run-row[data-run]")
    expect(rows.first).to_be_visible()
    assert rows.count() < 100
    page.get_by_label("Filter runs").fill("/run_0[0-4]/")
    rows.nth(1).focus()
    page.keyboard.press("End")
    expect(page.locator('[data-run="many/run_0000"]')).to_be_focused()
    assert rows.count() < 100
    page.get_by_label("Filter runs").fill("many")
    expect(page.locator(".run-row").first).to_be_in_viewport()
    expect(page.locator(".run-scroller")).to_have_js_property("scrollTop", 0)


def test_a_zoom_goes_down_to_the_points_that_were_logged(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?runs=long&smooth=off&zoom=1000:9000")
    noise = card(page, "noise")
    expect(noise).to_contain_text("8,001 points")
    step = noise.locator("tbody td.value-x")
    expect(step).to_contain_text("≈")  # the middle of a bucket
    plot = noise.locator(".chart-plot")
    box = plot.bounding_box()
    assert box is not None
    left, middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with page.expect_response("**/api/scalars?*from=*") as answer:
        page.mouse.move(left, middle)
        page.mouse.down()
        page.mouse.move(left + box["width"] / 20, middle, steps=3)
        page.mouse.up()
        page.mouse.move(0, 0)
    assert answer.value.ok
    low, high = (float(end) for end in parse_qs(urlsplit(page.url).query)["zoom"][0].split(":"))
    assert 4900 < low < 5100 < high < 5500
    expect(step).to_have_text(f"{int(high):,}")
    expect(noise).to_contain_text(f"{int(high) - int(-(-low // 1)) + 1} points")


IS_LOGGED_AFTER = """before => {
  const { valueAsNumber: step } = document.querySelector('[aria-label="Step on all tabs"]');
  return step > before && step % 7 === 0 && step;
}"""


def test_keys_go_to_steps_that_were_logged(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?runs=sparse&step=70000")
    step_cell = card(page, "sevenths").locator("tbody td.value-x")
    expect(step_cell).to_have_text("70,000")
    step = 70_000
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        step = page.wait_for_function(IS_LOGGED_AFTER, arg=step).json_value()
        expect(step_cell).to_have_text(f"{step:,}")
    page.keyboard.press("ArrowLeft")
    expect(step_cell).not_to_have_text(f"{step:,}")
    expect(step_cell).not_to_contain_text("≈")
